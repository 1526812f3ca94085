"""Growth in one call of the engine, where it offers that: the same trees, sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from ..engine.growing import Forks, GrowthTask
from .growth import Sprout, grow
from .options import is_plain
from .region import Region
from .routes import ALL_KNOWN, cut_ranks
from .search.subsets import EXHAUSTIVE
from .splits import Split, SubsetSplit, ThresholdSplit
from .uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data.column import Column
    from ..engine.contract import Rows
    from ..engine.growing import GrowingEngine, Grown
    from .inducer import Inducer
    from .progress import Progress
    from .region import Figures

TWO = 2
SEARCHING = 0.5
"""About what share of the time the engine takes; making the sprouts takes the rest."""
STEPS = 64
"""How often the making of sprouts tells how far it is, at the least."""


def is_greedy(inducer: Inducer) -> bool:
    """Whether an inducer asks for the plain greedy search and nothing beside it."""
    own = vars(type(inducer.search)).get("at_once", False)  # not inherited: a heir does more
    return own and is_plain(inducer.options) and inducer.dataset.target.stakes is None


def fits(inducer: Inducer) -> bool:
    """Whether the engine can grow what this inducer would."""
    if not (is_greedy(inducer) and hasattr(inducer.engine, "grow")):
        return False
    target = inducer.dataset.target
    if target.task == "regression" or len(target.classes) <= TWO:
        return True
    # Levels in the order of a principal component are numpy's affair.
    return all(c.is_ordered or len(c.keys) <= EXHAUSTIVE for c in inducer.dataset.columns)


def grow_at_once(
    inducer: Inducer,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region; one sprout for each."""
    if not regions:
        return []
    if any(_in_shares(inducer, region) for region in regions):
        return grow(inducer, regions, leaves_taken=leaves_taken, levels=levels, progress=progress)
    grown = lines_of(
        inducer,
        regions,
        lambda share: progress.step(SEARCHING * share),
        leaves_taken=leaves_taken,
        levels=levels,
    )
    with uncollected():
        return _Maker(inducer, grown).sprouts(regions, progress)


def _in_shares(inducer: Inducer, region: Region) -> bool:
    held = (region.rows, region.validation_rows)
    return any(rows is not None and inducer.engine.shares(rows) is not None for rows in held)


def lines_of(
    inducer: Inducer,
    regions: Sequence[Region],
    step: Callable[[float], None],
    *,
    leaves_taken: int = 0,
    levels: int | None = None,
) -> Grown:
    """Grow from every region, and return the lines as the engine hands them back.

    `step` is called now and then with the share done; what it raises stops the growth.
    """
    engine = cast("GrowingEngine", inducer.engine)
    options = inducer.options
    most = options.max_leaf_nodes
    task = task_of(inducer, max_leaves=0 if most is None else max(most - leaves_taken, 1))
    depths = [_levels(region, options.max_depth, levels) for region in regions]
    return engine.grow([region.rows for region in regions], depths, task, step)


def task_of(inducer: Inducer, max_leaves: int = 0, sorted_rows: int = 0) -> GrowthTask:
    """Return the rules of an inducer as the engine takes them."""
    options, limits = inducer.options, inducer.limits
    return GrowthTask(
        criterion=options.measure,
        split_rows=limits.split_rows,
        leaf_rows=limits.leaf_rows,
        leaf_weight=limits.leaf_weight,
        min_decrease=options.min_impurity_decrease,
        root_weight=inducer.root().train.weight,
        zero_gain=options.allow_zero_gain,
        max_leaves=max_leaves,
        sorted_rows=sorted_rows,
    )


def _levels(region: Region, max_depth: int | None, levels: int | None) -> int | None:
    if max_depth is None:
        return levels
    below = max(max_depth - region.depth, 0)
    return below if levels is None else min(below, levels)


class _Maker:
    """Makes sprouts of the lines of a growth."""

    def __init__(self, inducer: Inducer, grown: Grown) -> None:
        self._inducer = inducer
        self._grown = grown
        self._engine = cast("GrowingEngine", inducer.engine)
        self._columns = inducer.dataset.columns
        self._splits = self._all_splits()

    def sprouts(self, regions: Sequence[Region], progress: Progress) -> list[Sprout]:
        """Return what grew from each region, the regions' own objects at the top."""
        grown, inducer = self._grown, self._inducer
        places = self._places(regions, progress)
        gains, same = grown.gain.tolist(), inducer.shown == inducer.options.measure
        left, right = grown.left.tolist(), grown.right.tolist()
        made: list[Sprout] = [None] * len(places)  # type: ignore[list-item]
        for line in range(len(places) - 1, -1, -1):
            split = self._splits[line]
            if split is None:
                made[line] = Sprout(places[line])
                continue
            one, other, gain = left[line], right[line], gains[line]
            if not same:
                gain = inducer.shown_gain(places[line], split, [places[one], places[other]], gain)
            made[line] = Sprout(places[line], split, gain, (made[one], made[other]))
        progress.step(1.0)
        return [made[line] for line in grown.starts.tolist()]

    def _places(self, regions: Sequence[Region], progress: Progress) -> list[Region]:
        """Return the region of each line."""
        grown, own = self._grown, self._inducer.regions
        rows = self._engine.slices_of(grown)
        figures = own.figures_of(grown, rows)
        held, seen = self._validation(regions)
        places: list[Region] = [None] * len(rows)  # type: ignore[list-item]
        for line, region in zip(grown.starts.tolist(), regions, strict=True):
            places[line] = region
        every = len(rows) // STEPS + 1
        below = zip(self._splits, grown.left.tolist(), grown.right.tolist(), strict=True)
        for line, (split, *children) in enumerate(below):
            if line % every == 0:
                progress.step(SEARCHING + (1.0 - SEARCHING) * line / len(rows))
            if split is None:
                continue
            here = places[line]
            depth, measured = here.depth + 1, here.measured | 1 << split.column
            for at in children:
                places[at] = Region(depth, rows[at], figures[at], held[at], seen[at], measured)
        return places

    def _validation(
        self, regions: Sequence[Region]
    ) -> tuple[Sequence[Rows | None], Sequence[Figures | None]]:
        """Return the validation rows of each line with their figures, if there are any."""
        starts = [region.validation_rows for region in regions]
        if None in starts:
            nothing = [None] * len(self._splits)
            return nothing, nothing
        below = self._engine.descend(cast("list[Rows]", starts), self._grown, self._forks())
        held = self._engine.slices_of(below)
        return held, self._inducer.regions.figures_of(below, held)

    def _forks(self) -> Forks:
        """Return the splits as the engine takes them for rows that the growth has not seen."""
        grown, lines = self._grown, len(self._splits)
        cut = np.full(lines, ALL_KNOWN, dtype=np.int32)
        missing = np.where(grown.high < 0, 1, grown.missing).astype(np.uint8)
        sizes, levels = np.zeros((lines, TWO), dtype=np.int64), list[int]()
        for number, column in enumerate(self._columns):
            here = np.flatnonzero((grown.column == number) & (grown.high >= 0))
            if column.is_ordered:
                cut[here] = cut_ranks(column, grown.low[here], grown.high[here])
        for line, split in enumerate(self._splits):
            if isinstance(split, SubsetSplit):
                missing[line] = split.missing
                sizes[line, : len(split.groups)] = [len(group) for group in split.groups]
                levels.extend(level for group in split.groups for level in group)
        ends = np.concatenate(([0], sizes.ravel().cumsum()))
        return Forks(cut, missing, ends, np.array(levels, dtype=np.int32))

    def _all_splits(self) -> list[Split | None]:
        grown = self._grown
        splits: list[Split | None] = [None] * len(grown.column)
        for number, column in enumerate(self._columns):
            here = np.flatnonzero(grown.column == number)
            if not column.is_ordered:
                for line in here.tolist():
                    splits[line] = subset_of(grown, line, column)
                continue
            for line in here[grown.high[here] < 0].tolist():
                splits[line] = ThresholdSplit(number, (), 1)
            here = here[grown.high[here] >= 0]
            cuts = column.midpoints(grown.low[here], grown.high[here])
            missing = grown.missing[here].tolist()
            for line, cut, branch in zip(here.tolist(), cuts, missing, strict=True):
                splits[line] = ThresholdSplit(number, (cut,), branch)
        return splits


def subset_of(grown: Grown, line: int, column: Column) -> SubsetSplit:
    """Return a line's split of levels: those present there, the first group's named."""
    number = int(grown.column[line])
    first = tuple(grown.levels[grown.group[line] : grown.group[line + 1]].tolist())
    codes = column.codes[grown.rows[grown.begin[line] : grown.end[line]]]
    present = np.flatnonzero(np.bincount(codes[codes >= 0])).tolist()
    named = set(first)
    rest = tuple(code for code in present if code not in named)
    if not rest:
        return SubsetSplit(number, (first,), 1)
    return SubsetSplit(number, (first, rest), int(grown.missing[line]))
