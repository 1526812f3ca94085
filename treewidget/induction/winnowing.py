"""Winnowing: columns of little use are left out before a tree grows (C5.0, option `winnow`).

C5.0 does so by an unpublished rule of which its maker says this much: trees of one half of the rows
are judged by the other half, and a column goes that no tree needs there. Here a tree is grown on
half of the rows, and again without each column that it uses; the columns stay whose absence costs
errors among the other rows. If those that stay do worse together than all did, nothing is left
out. The halves are drawn by class, always alike.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, cast

import numpy as np

from ..data.runs import stable_order
from ..data.weights import TIE
from .contract import Together
from .growth import grow
from .search.lookahead import Lookahead
from .windowing import classes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from .chooser import Chooser
    from .contract import Search, Setting
    from .options import Limits, Options
    from .progress import Progress
    from .region import Region
    from .search.found import Found
    from .search.places import Place
    from .sprout import Sprout


class Among:
    """A search that looks at some of the columns only."""

    def __init__(self, base: Search, columns: Collection[int]) -> None:
        self.base = base
        self.columns = frozenset(columns)

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        return self.base.stop(region, options, limits)

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every one of its columns that has one."""
        return self.base.scan(setting, region, place, self._among(columns))

    def room(self, setting: Setting) -> int:
        """Return how many rows places may have together."""
        return self.base.room(setting) if isinstance(self.base, Together) else 0

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return enough for the choice in each of several regions."""
        base = cast("Together", self.base)  # else there is no room for several
        return base.scan_together(setting, regions, places, self._among(columns))

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first."""
        return self.base.ranked(found, place)

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best is not made; empty if it is."""
        return self.base.idle(chosen, share, place, options)

    def _among(self, columns: Sequence[int]) -> list[int]:
        return [column for column in columns if column in self.columns]


def among(chooser: Chooser, columns: Collection[int]) -> Chooser:
    """Return a chooser that splits by some columns only."""
    made, search = copy(chooser), chooser.search
    made.search = Among(search, columns)
    if isinstance(search, Lookahead):
        made.search = Lookahead(Among(search.base, columns), search.options)
    return made


def winnowed(chooser: Chooser, progress: Progress) -> Chooser:
    """Return a chooser without the columns that are of little use on all its training rows.

    `progress` is left where a growth begins.
    """
    trees = _trees(len(chooser.dataset.columns))
    columns = useful(chooser, progress.stage(trees / (trees + 2)))  # of half of the rows each
    return chooser if len(columns) == len(chooser.dataset.columns) else among(chooser, columns)


def _trees(columns: int) -> int:
    """Return how many trees are grown: of all columns, without each of some, and of what stays."""
    return columns + 2


def useful(chooser: Chooser, progress: Progress) -> list[int]:
    """Return the columns that stay."""
    every = list(range(len(chooser.dataset.columns)))
    learnt, held = _halves(chooser)
    if not len(held):
        return every

    def judged(columns: Collection[int], left: int) -> tuple[Sprout, float]:
        """Grow the next of so many trees that are left."""
        told = progress.stage(1.0 / left)
        return _judged(among(chooser, columns), learnt, held, told)

    tree, errors = judged(every, _trees(len(every)))
    most = errors * (1.0 + TIE)  # sums of weights round
    used = sorted({node.split.column for node in tree.walk() if node.split is not None})
    stay = [
        column
        for at, column in enumerate(used)
        if judged([other for other in every if other != column], len(used) + 1 - at)[1] > most
    ]
    return stay if stay and judged(stay, 1)[1] <= most else every


def _judged(
    chooser: Chooser, learnt: NDArray[np.intp], held: NDArray[np.intp], progress: Progress
) -> tuple[Sprout, float]:
    """Return a tree of some rows, and what it gets wrong of others: their weight, or its cost."""
    region = chooser.regions.region(0, chooser.engine.rows(learnt))
    tree = grow(chooser, [region], leaves_taken=0, levels=None, progress=progress)[0]
    dataset, told = chooser.dataset, classes_of(chooser, tree, chooser.engine.rows(held))
    lost = dataset.target.lost(told, dataset.target.codes[held])
    return tree, float((dataset.weights_at(held) * lost).sum())


def _halves(chooser: Chooser) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return two halves of the training rows, every class cut in two."""
    rows = chooser.dataset.parts["train"]
    draw = np.random.default_rng(0)
    order = draw.permutation(rows)
    order = order[stable_order(chooser.dataset.target.codes[order])]
    return np.sort(order[::2]), np.sort(order[1::2])
