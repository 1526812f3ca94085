"""The best split of every ordered column of a large node, where the engine can see it at once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from ..contract import Choosing, Together
from ..line_splits import cuts_placed, part_of, splits_of
from ..splits import SubsetSplit, ThresholdSplit
from ..task import is_greedy, task_of, unit_at
from .cuts import cut_at
from .found import Found
from .scan import by_kind
from .subsets import BY_MEANS, EXHAUSTIVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats
    from ...engine.growing import Best, GrowingEngine, Inspection
    from ..contract import Setting
    from ..region import Region
    from .places import Place

LEAST = 2048
"""Below so many rows the tables of all columns are quick enough."""
ALONE = 64
"""The best of all alone is sooner found by a look from so many rows on."""
SIDE_BY_SIDE = 2
"""Columns that an engine searches side by side, each on a thread of its own."""
CELLS = 20_000_000
"""So many values are looked at between two looks at whether to go on."""


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """What an ordered column gains at some cuts, known before its best cut is.

    Attributes
    ----------
    column : int
    codes : int array, shape (m,)
        The highest code below each cut, ascending, whether a row has it or not. None where the
        engine has no curve of the column.
    gains : float array, shape (m,)
        Decreases of the impurity sought, with missing rows in the second branch. The column's best
        gains no less.
    look : Inspection
        What saw them.
    """

    column: int
    codes: NDArray[np.int32]
    gains: Floats
    look: Inspection

    @property
    def most(self) -> float | None:
        """The largest gain of them."""
        return float(self.gains.max()) if len(self.gains) else None

    def split(self, setting: Setting) -> ThresholdSplit | None:
        """Return the split of the largest gain, its cut between neighbours among the rows."""
        if not len(self.gains):
            return None
        low, high = self.look.around(self.column, int(self.codes[self.gains.argmax()]))
        return _between(setting, self.column, low, high, 1)


class Glance:
    """A look at the ordered columns of one region: the best of all first, others when wanted."""

    def __init__(self, setting: Setting, region: Region) -> None:
        self._setting = setting
        self._region = region
        engine = cast("GrowingEngine", setting.engine)
        self._look = engine.inspect(region.rows, task_of(setting))
        self._unit = unit_at(setting, region)

    def best(self) -> list[Found]:
        """Return the best of all ordered columns, if any has an admissible split.

        The others are looked at only so closely as it takes to know that they are not the best.
        """
        best = self._look.best()
        return [] if best is None else [self._found(self._in_unit(best))]

    def every(self, columns: Sequence[int]) -> list[Found]:
        """Return what was found for each of these ordered columns that has an admissible split."""
        return [self._found(best) for best in self.bests(columns)]

    def bests(self, columns: Sequence[int]) -> list[Best]:
        """Return the same as the engine tells it, its gains in the search's own unit."""
        width = SIDE_BY_SIDE
        if not by_medians(self._setting):
            width = max(width, CELLS // self._region.train.n)
        found: list[Best] = []
        for at in range(0, len(columns), width):
            self._setting.progress.heed()
            found += self._look.every(columns[at : at + width])
        return [self._in_unit(best) for best in found]

    def _in_unit(self, best: Best) -> Best:
        return replace(best, gain=best.gain * self._unit)

    def _found(self, best: Best) -> Found:
        setting, sides = self._setting, (best.low, best.high, best.missing)
        build = partial(_between, setting, best.column, *sides)
        branches = _branches(self._region.train.stats, best.first)
        return Found(best.column, best.gain, "", build, branches)

    def curve(self, column: int) -> Curve:
        """Return what an ordered column gains at the edges of its bins."""
        outline = self._look.outline(column)
        allowed = outline.edges > -np.inf
        return Curve(column, outline.codes[allowed], outline.edges[allowed], self._look)


def glances(setting: Setting, region: Region, *, alone: bool = False) -> bool:
    """Whether the engine can look at a region as the options ask, and it is worth it.

    `alone`: where nothing is asked but the best of all, which has to be the search's own.
    """
    here = inspects(setting, region, alone=alone)
    return here and is_greedy(setting, "at_a_look" if alone else "at_each")


def inspects(setting: Setting, region: Region, *, alone: bool = False) -> bool:
    """Whether the engine can look at a region, and it is worth it, whatever the options ask."""
    least = ALONE if alone else LEAST
    can = region.train.n >= least and hasattr(setting.engine, "inspect")
    return can and setting.engine.shares(region.rows) is None


def by_medians(setting: Setting) -> bool:
    """Whether a look at bins tells nothing of the best: sums do not tell absolute errors."""
    return setting.options.measure == "absolute_error"


def leading(
    setting: Setting, regions: Sequence[Region], places: Sequence[Place]
) -> list[list[Found]]:
    """Return enough for a choice in each of some regions, seen together where that is quicker."""
    found: dict[int, list[Found]] = {}
    search = setting.search
    if len(regions) > 1 and isinstance(search, Together):
        small = [
            at for at, region in enumerate(regions) if not glances(setting, region, alone=True)
        ]
        if small:
            some = [regions[at] for at in small], [places[at] for at in small]
            seen = search.scan_together(setting, *some, range(len(setting.dataset.columns)))
            found = dict(zip(small, seen, strict=True))
    return [
        found[at] if at in found else _leading(setting, region, place)
        for at, (region, place) in enumerate(zip(regions, places, strict=True))
    ]


def _leading(setting: Setting, region: Region, place: Place) -> list[Found]:
    """Return the best ordered column, at a look if that is worth it, and every nominal one."""
    search, columns = setting.search, range(len(setting.dataset.columns))
    if not glances(setting, region, alone=True):
        if isinstance(search, Choosing) and search.chooses(setting, region, place):
            return search.enough(setting, region, place)
        return search.scan(setting, region, place, columns)
    if by_medians(setting):
        return _grown(setting, region)
    ordered, nominal = by_kind(columns, setting.dataset)
    found = search.scan(setting, region, place, nominal)
    if ordered:
        found += Glance(setting, region).best()
    return sorted(found, key=lambda one: one.column)


def _grown(setting: Setting, region: Region) -> list[Found]:
    """Return the best of all columns by a growth of one level, which knows medians of levels."""
    engine = cast("GrowingEngine", setting.engine)
    task = replace(task_of(setting), split_rows=0, min_decrease=0.0, zero_gain=True)
    grown = engine.grow([region.rows], [1], task, setting.progress.step)
    line = cuts_placed(part_of(grown, slice(0, 1)), setting.dataset, setting.options.cut)
    (split,) = splits_of(line, setting.dataset)
    if split is None:
        return []
    several = isinstance(split, SubsetSplit) and sum(map(len, split.groups)) > EXHAUSTIVE
    branches = _branches(region.train.stats, grown.stats[1])
    remark = BY_MEANS if several else ""
    return [Found(split.column, float(grown.gain[0]), remark, lambda: split, branches)]


def _between(setting: Setting, at: int, low: int, high: int, missing: int) -> ThresholdSplit:
    if high < 0:
        return ThresholdSplit(at, (), 1)  # known against missing
    cut = cut_at(setting.dataset, at, low, high, setting.options.cut)
    return ThresholdSplit(at, (cut,), missing)


def _branches(whole: Floats, first: Floats) -> Floats:
    """Return the statistics of both branches; the squares of a regression are nobody's business."""
    one = np.zeros_like(whole)
    one[: len(first)] = first
    branches = np.stack([one, whole - one])
    branches[:, len(first) :] = 0.0
    return branches
