"""The lines of a growth: places and figures are made of them when somebody looks.

A tree of a million rows has hundreds of thousands of nodes, of which few are ever looked at. An
engine hands them back as arrays, and as such they stay.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import tee
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ..engine.growing import Forks
from .growth import Sprout
from .region import Region
from .routes import ALL_KNOWN, cut_ranks
from .splits import Split, SubsetSplit, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..data.dataset import Dataset
    from ..engine.contract import Floats, Ints, Rows
    from ..engine.growing import GrowingEngine, Grown
    from .inducer import Inducer
    from .progress import Progress
    from .region import Figures

PAGE: Final = 512
"""So many lines are made at once: arrays are soon done with them, and neighbours are near kin."""
PAGES: Final = 16
"""So many are kept at hand."""
NOWHERE: Final = -1


class Line(NamedTuple):
    """What stands at a line."""

    split: Split | None
    gain: float
    rows: Rows
    train: Figures
    held_rows: Rows | None
    held: Figures | None


class Lines:
    """The lines of a growth.

    Parameters
    ----------
    inducer : Inducer
    grown : Grown
    regions : sequence of Region
        Where it began.
    progress : Progress
        Heard when it is cancelled.

    Attributes
    ----------
    grown : Grown
    held : Grown or None
        The same with the validation rows, if there are any.
    above : int array
        The line above each; -1 where the growth began.
    ends : int array
        The line behind the last one of what grew at each.
    depth : int array
    levels : list of int arrays
        The lines that are split, from the highest down: those of equal distance from a beginning.
    sums : tuple of arrays
        Where `tree.line_sums` remembers what it computed.
    """

    def __init__(
        self, inducer: Inducer, grown: Grown, regions: Sequence[Region], progress: Progress
    ) -> None:
        self._inducer = inducer
        self._engine = cast("GrowingEngine", inducer.engine)
        self._pages: dict[int, list[Line]] = {}
        self._turning = Lock()
        self.grown = grown
        self.held: Grown | None = None
        self.sums: tuple[NDArray[Any], ...] | None = None
        starts = [region.validation_rows for region in regions]
        if starts and None not in starts:
            forks = forks_of(grown, inducer.dataset, progress)
            self.held = self._engine.descend(cast("list[Rows]", starts), grown, forks)
        self.above = np.full(len(grown.column), NOWHERE, dtype=np.int32)
        self.depth = np.zeros(len(grown.column), dtype=np.int32)
        self.depth[grown.starts] = [region.depth for region in regions]
        self.ends = np.zeros(len(grown.column), dtype=np.int32)
        self.ends[grown.starts] = [*grown.starts[1:], len(grown.column)]
        self.levels = self._descend(progress)

    def _descend(self, progress: Progress) -> list[NDArray[np.integer[Any]]]:
        """Go down level by level, and tell each line what is above it and where it ends."""
        grown = self.grown
        levels: list[NDArray[np.integer[Any]]] = []
        ahead: list[NDArray[np.integer[Any]]] = [grown.starts]
        for level in progress.emptying(ahead, 1):
            inner = level[grown.column[level] >= 0]
            if not len(inner):
                continue
            levels.append(inner)
            left, right = grown.left[inner], grown.right[inner]
            self.above[left] = self.above[right] = inner
            self.depth[left] = self.depth[right] = self.depth[inner] + 1
            self.ends[left], self.ends[right] = right, self.ends[inner]
            ahead.append(np.stack((left, right), axis=1).ravel())  # again as they stand
        return levels

    def sprouts(self, regions: Sequence[Region]) -> list[Sprout]:
        """Return what grew from each region."""
        starts = self.grown.starts.tolist()
        return [self.sprout(line, at) for line, at in zip(starts, regions, strict=True)]

    def sprout(self, line: int, region: Region) -> Sprout:
        """Return what grew at a line, whose region is given."""
        split, gain = self.line(line)[:2]
        if split is None:
            return Sprout(region)
        below, inducer = Stretch(self, line), self._inducer
        if inducer.shown != inducer.options.measure:
            gain = inducer.shown_gain(region, split, below.regions(region), gain)
        return Sprout(region, split, gain, below)

    def below(self, line: int) -> tuple[int, int]:
        """Return the lines of a split's branches."""
        return int(self.grown.left[line]), int(self.grown.right[line])

    def line(self, line: int) -> Line:
        """Return what stands at a line."""
        number, place = divmod(line, PAGE)
        page = self._pages.get(number)
        if page is None:
            with self._turning:
                if len(self._pages) >= PAGES:
                    del self._pages[next(iter(self._pages))]
                page = self._pages[number] = list(self._made(number * PAGE))
        return page[place]

    def _made(self, begin: int) -> Iterator[Line]:
        """Make a page of lines."""
        part = part_of(self.grown, begin, begin + PAGE)
        splits = splits_of(part, self._inducer.dataset)
        here = self._figured(part)
        held: tuple[Iterable[Rows | None], Iterable[Figures | None]]
        held = [None] * len(splits), [None] * len(splits)
        if self.held is not None:
            held = self._figured(part_of(self.held, begin, begin + PAGE))
        return map(Line, splits, part.gain.tolist(), *here, *held)

    def _figured(self, grown: Grown) -> tuple[Iterator[Rows], Iterator[Figures]]:
        rows, again = tee(self._engine.slices_of(grown))
        return rows, self._inducer.regions.figures_of(grown, again)

    @property
    def in_columns(self) -> bool:
        """Whether the figures of all lines are at hand: see `parts`."""
        return self._inducer.regions.in_columns

    def parts(
        self, grown: Grown, begin: int = 0, end: int | None = None
    ) -> tuple[Ints, Floats, Floats, Floats]:
        """Return rows, weight, impurity and statistics of some lines."""
        part = part_of(grown, begin, len(grown.column) if end is None else end)
        return (*self._inducer.regions.columns_of(part), part.stats)


class Stretch:
    """What grew at one line of a growth: the lines below it, one after the other.

    Lines are counted from the place itself, which is 0.
    """

    __slots__ = ("line", "lines")

    def __init__(self, lines: Lines, line: int) -> None:
        self.lines = lines
        self.line = line

    @property
    def size(self) -> int:
        """Return the number of lines."""
        return int(self.lines.ends[self.line]) - self.line

    def regions(self, region: Region) -> tuple[Region, ...]:
        """Return the region of each branch of the place, whose own is given."""
        column = int(self.lines.grown.column[self.line])
        depth, measured = region.depth + 1, region.measured | 1 << column
        below = [self.lines.line(line) for line in self.lines.below(self.line)]
        return tuple(Region(depth, *made[2:], measured) for made in below)

    def sprouts(self, region: Region) -> tuple[Sprout, ...]:
        """Return what grew in each branch of the place, whose region is given."""
        return tuple(map(self.lines.sprout, self.lines.below(self.line), self.regions(region)))

    def place(self, number: int) -> tuple[int, int]:
        """Return what stands above one of them, and in which branch there it is."""
        above = int(self.lines.above[self.line + number])
        return above - self.line, int(self.lines.grown.left[above] != self.line + number)

    def branches(self, number: int, split: Split) -> list[int]:
        """Return what stands in the branches of one of them; nothing if that is not its split."""
        if self.lines.line(self.line + number).split != split:
            return []
        return [below - self.line for below in self.lines.below(self.line + number)]


# ------------------------------------------------------------------ splits


def part_of(grown: Grown, begin: int, end: int) -> Grown:
    """Return some lines of a growth. What they say of lines and rows means those of the whole."""
    of_lines = ("column", "low", "high", "missing", "left", "right", "gain")
    figures = ("stats", "scatter", "begin", "end")
    cut = {name: getattr(grown, name)[begin:end] for name in (*of_lines, *figures)}
    return replace(grown, **cut, group=grown.group[begin : end + 1])


def splits_of(grown: Grown, dataset: Dataset) -> list[Split | None]:
    """Return the split of each line; None at a leaf."""
    splits: list[Split | None] = [None] * len(grown.column)
    for number in np.unique(grown.column[grown.column >= 0]).tolist():
        column = dataset.columns[number]
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


def forks_of(grown: Grown, dataset: Dataset, progress: Progress) -> Forks:
    """Return the splits of a growth as the engine takes them for rows that it has not seen."""
    lines = len(grown.column)
    cut = np.full(lines, ALL_KNOWN, dtype=np.int32)
    missing = np.where(grown.high < 0, 1, grown.missing).astype(np.uint8)
    nominal: list[int] = []
    for number, column in enumerate(dataset.columns):
        here = np.flatnonzero(grown.column == number)
        if column.is_ordered:
            here = here[grown.high[here] >= 0]
            cut[here] = cut_ranks(column, grown.low[here], grown.high[here])
        else:
            nominal += here.tolist()
    sizes, levels = np.zeros((lines, 2), dtype=np.int64), list[int]()
    for line in progress.over(sorted(nominal), max(len(nominal), 1)):
        split = subset_of(grown, line, dataset.columns[grown.column[line]])
        missing[line] = split.missing
        sizes[line, : len(split.groups)] = [len(group) for group in split.groups]
        levels.extend(level for group in split.groups for level in group)
    ends = np.concatenate(([0], sizes.ravel().cumsum()))
    return Forks(cut, missing, ends, np.array(levels, dtype=np.int32))
