"""How stable a split is: how often halves of a node's rows are best split by the same column."""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import RefusedError
from .options import Limits
from .progress import Progress
from .splits import ThresholdSplit
from .stopping import is_pure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..engine.contract import Rows
    from .chooser import Chooser
    from .region import Region
    from .search.found import Found
    from .splits import Cut

PAIRS: Final = 25
"""The rows are halved so many times, and both halves are looked at."""
TOGETHER: Final = 10
"""So many small halves are looked at together."""
LEAST: Final = 4
"""Rows that a node has at least: halves of fewer cannot be split."""


@dataclass(frozen=True, slots=True)
class Stability:
    """What the halves of a node's rows are best split by.

    Attributes
    ----------
    halves : int
        So many were looked at.
    leads : dict of int to int
        Columns that are the best in any of them, most often first, and in how many. In a half
        that no column can split none is, nor in a pure one: there the first would be, by order.
    cuts : dict of int to tuple of Cut
        The thresholds of those that are split in two by one, ascending: one for each half.
    """

    halves: int
    leads: dict[int, int]
    cuts: dict[int, tuple[Cut, ...]]

    def share(self, column: int) -> float:
        """Return the share of the halves in which a column is the best."""
        return self.leads.get(column, 0) / self.halves


def stability(
    chooser: Chooser, region: Region, progress: Progress | None = None, where: str = "here"
) -> Stability:
    """Return which columns are the best of halves of a region's rows, drawn at random.

    The rows are parted in two halves again and again, and each half is ranked as the method ranks
    all of them: complementary pairs, as Shah and Samworth draw them (2013, Journal of the Royal
    Statistical Society B 75, 55-80). The least rows and weight of a branch are halved with the
    rows; the rules that stop a growth are not asked. The draws are the same each time.

    Parameters
    ----------
    chooser : Chooser
    region : Region
    progress : Progress, optional
    where : str
        How messages name the place: "node 4".

    Raises
    ------
    RefusedError
        If there are too few rows to part.
    CancelledError

    Examples
    --------
    >>> import pandas as pd, treewidget as tw
    >>> frame = pd.DataFrame({"age": range(20), "ill": ["no"] * 9 + ["yes"] * 11})
    >>> inducer = tw.DecisionTree(frame, target="ill").workspace.inducer
    >>> found = stability(inducer, inducer.root())
    >>> found.leads, found.share(0)
    ({0: 50}, 1.0)
    """
    if region.train.n < LEAST:
        raise RefusedError(
            f"{where} has too few rows for its halves to be split: {region.train.n}, "
            f"and at least {LEAST} are needed"
        )
    progress = progress or Progress()
    options = replace(chooser.options, min_cases=chooser.options.min_cases / 2)
    judge = chooser.heard(options, progress.quiet)
    judge.limits = _halved(chooser.limits)
    leads: dict[int, int] = defaultdict(int)
    cuts: dict[int, list[Cut]] = defaultdict(list)
    for best in progress.over(_bests(judge, region), 2 * PAIRS, often=1):
        if best is None:
            continue
        leads[best.column] += 1
        split = (best.listed or best.build)()
        if isinstance(split, ThresholdSplit) and len(split.cuts) == 1:
            cuts[best.column].append(split.cuts[0])
    order = sorted(leads, key=lambda column: (-leads[column], column))
    return Stability(
        2 * PAIRS,
        {column: leads[column] for column in order},
        {at: tuple(sorted(cuts[at], key=lambda cut: cut.value)) for at in order if cuts[at]},
    )


def _bests(chooser: Chooser, region: Region) -> Iterator[Found | None]:
    """Give the best of each half of a region's rows, None where there is nothing to split.

    Of halves that are seen together, pure ones come last.
    """
    halves = _halves(chooser, region)
    width = min(max(2 * chooser.room // region.train.n, 1), TOGETHER)
    while some := list(itertools.islice(halves, width)):
        regions = [chooser.regions.region(region.depth, rows) for rows in some]
        mixed = [half for half in regions if not is_pure(half.train, chooser.options)]
        yield from chooser.leaders(mixed)
        yield from [None] * (len(regions) - len(mixed))


def _halved(limits: Limits) -> Limits:
    leaf = max((limits.leaf_rows + 1) // 2, 1)
    return Limits(2, leaf, limits.leaf_weight / 2)


def _halves(chooser: Chooser, region: Region) -> Iterator[Rows]:
    """Give halves of a region's rows, two after each other that make the whole."""
    engine = chooser.engine
    positions, shares = engine.positions(region.rows), engine.shares(region.rows)
    draw = np.random.default_rng(0)
    side = np.arange(len(positions)) % 2 == 0
    for _ in range(PAIRS):
        draw.shuffle(side)
        for here in (side, ~side):
            if shares is None:
                yield engine.rows(positions[here])
            else:
                yield engine.weighted(positions[here], shares[here])
