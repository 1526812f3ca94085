"""Growth in one call of the engine, where it offers that: the same trees, sooner."""

from __future__ import annotations

from itertools import tee
from typing import TYPE_CHECKING, cast

import numpy as np

from ..engine.growing import Forks, GrowthTask, items_of
from .growth import Sprout, grow
from .options import is_plain
from .region import Region
from .routes import ALL_KNOWN, cut_ranks
from .search.subsets import EXHAUSTIVE
from .splits import Split, SubsetSplit, ThresholdSplit
from .uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..data.column import Column
    from ..engine.contract import Rows
    from ..engine.growing import GrowingEngine, Grown
    from .inducer import Inducer
    from .progress import Progress
    from .region import Figures

TWO = 2
MOST_DEEP = 60
"""A tree that deep may have more nodes than there are rows anywhere."""
CELL, NODE = 5e-8, 2e-5
"""About how many seconds a value takes the engine, and a node till it has its place in a tree."""
CLASSES_LEAVE = 0.1
"""About what share of the nodes that there may be grows where leaves hold one class."""
MAKING = 0.2
"""About what share of those seconds is spent here."""


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
    """Grow from every region; one sprout for each.

    They are not in a tree yet: `progress` is left where that begins.
    """
    if not regions:
        return []
    if any(_in_shares(inducer, region) for region in regions):
        return grow(inducer, regions, leaves_taken=leaves_taken, levels=levels, progress=progress)
    searching = progress.stage(_searching(inducer, regions, leaves_taken, levels))
    grown = lines_of(inducer, regions, searching.step, leaves_taken=leaves_taken, levels=levels)
    with uncollected():
        return _Maker(inducer, grown, progress.stage(MAKING)).sprouts(regions)


def _in_shares(inducer: Inducer, region: Region) -> bool:
    held = (region.rows, region.validation_rows)
    return any(rows is not None and inducer.engine.shares(rows) is not None for rows in held)


def _searching(
    inducer: Inducer, regions: Sequence[Region], leaves_taken: int, levels: int | None
) -> float:
    """Return about what share of the time the engine takes, the rest being the nodes'."""
    options, least = inducer.options, max(inducer.limits.leaf_rows, 1)
    rows, nodes = sum(region.train.n for region in regions), 0.0
    for region in regions:
        depth = _levels(region, options.max_depth, levels)
        leaves = region.train.n / least
        nodes += 2 * leaves if depth is None else min(2 * leaves, 2.0 ** min(depth + 1, MOST_DEEP))
    if options.max_leaf_nodes is not None:
        nodes = min(nodes, 2.0 * max(options.max_leaf_nodes - leaves_taken, 1))
    if inducer.dataset.target.is_classification:
        nodes *= CLASSES_LEAVE
    search = CELL * rows * len(inducer.dataset.columns)
    return search / (search + NODE * nodes) if search else 0.5


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

    def __init__(self, inducer: Inducer, grown: Grown, progress: Progress) -> None:
        self._inducer = inducer
        self._grown = grown
        self._progress = progress
        self._engine = cast("GrowingEngine", inducer.engine)
        self._columns = inducer.dataset.columns
        self._splits = self._all_splits()

    def sprouts(self, regions: Sequence[Region]) -> list[Sprout]:
        """Return what grew from each region, the regions' own objects at the top."""
        grown, inducer = self._grown, self._inducer
        places = self._places(regions)
        gains, same = grown.gain.tolist(), inducer.shown == inducer.options.measure
        left, right = grown.left.tolist(), grown.right.tolist()
        made: list[Sprout] = [None] * len(places)  # type: ignore[list-item]
        backwards = range(len(places) - 1, -1, -1)
        for line in self._progress.stage(1.0).over(backwards, len(places)):
            split = self._splits[line]
            if split is None:
                made[line] = Sprout(places[line])
                continue
            one, other, gain = left[line], right[line], gains[line]
            if not same:
                gain = inducer.shown_gain(places[line], split, [places[one], places[other]], gain)
            made[line] = Sprout(places[line], split, gain, (made[one], made[other]))
        return [made[line] for line in grown.starts.tolist()]

    def _places(self, regions: Sequence[Region]) -> list[Region]:
        """Return the region of each line."""
        grown, lines = self._grown, len(self._splits)
        starts = dict(zip(grown.starts.tolist(), regions, strict=True))
        above = [(0, 0)] * lines  # the depth of a line and its measured columns
        places: list[Region] = []
        below = zip(self._splits, items_of(grown.left), items_of(grown.right), strict=True)
        (rows, figures), (held, seen) = self._figured(grown), self._validation(regions)
        of_lines = zip(below, above, rows, figures, held, seen, strict=True)
        for made in self._progress.stage(0.7).over(of_lines, lines):
            (split, left, right), (depth, measured), own, counted, apart, tested = made
            here = starts.get(len(places))
            if here is None:
                here = Region(depth, own, counted, apart, tested, measured)
            places.append(here)
            if split is not None:
                above[left] = above[right] = here.depth + 1, here.measured | 1 << split.column
        return places

    def _figured(self, grown: Grown) -> tuple[Iterator[Rows], Iterator[Figures]]:
        """Return the rows of each line and their figures, made as they are asked for."""
        rows, again = tee(self._engine.slices_of(grown))
        return rows, self._inducer.regions.figures_of(grown, again)

    def _validation(
        self, regions: Sequence[Region]
    ) -> tuple[Iterable[Rows | None], Iterable[Figures | None]]:
        """Return the validation rows of each line with their figures, if there are any."""
        starts = [region.validation_rows for region in regions]
        if None in starts:
            nothing = [None] * len(self._splits)
            return nothing, nothing
        below = self._engine.descend(cast("list[Rows]", starts), self._grown, self._forks())
        return self._figured(below)

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
        many, heeding = len(self._columns), self._progress.stage(0.0)
        for number, column in self._progress.stage(0.2).over(enumerate(self._columns), many, 1):
            here = np.flatnonzero(grown.column == number)
            if not column.is_ordered:
                for line in heeding.over(here.tolist(), len(here)):
                    splits[line] = subset_of(grown, line, column)
                continue
            for line in here[grown.high[here] < 0].tolist():
                splits[line] = ThresholdSplit(number, (), 1)
            here = here[grown.high[here] >= 0]
            cuts = column.midpoints(grown.low[here], grown.high[here])
            missing = grown.missing[here].tolist()
            found = zip(here.tolist(), cuts, missing, strict=True)
            for line, cut, branch in heeding.over(found, len(here)):
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
