"""The lines of a growth: places and figures are made of them when somebody looks.

A tree of a million rows has hundreds of thousands of nodes, of which few are ever looked at. An
engine hands them back as arrays, and as such they stay.
"""

from __future__ import annotations

from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from itertools import tee
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from ..data.runs import in_runs
from ..locks import new_lock
from .criteria import OF_NUMBERS, gain
from .judging import shown_gain
from .line_splits import forks_of, left_of, part_of, splits_of
from .progress import Progress
from .task import sought

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints, Rows
    from ..engine.growing import GrowingEngine, Grown
    from .contract import Setting
    from .region import Figures, Region
    from .splits import Split

PAGE: Final = 512
"""So many lines are made at once: arrays are soon done with them, and neighbours are near kin."""
PAGES: Final = 16
"""So many are kept at hand."""
SOME: Final = 2 * PAGE
"""So many that are asked for together are made between two looks at whether to go on."""
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
    setting : Setting
    grown : Grown
    regions : sequence of Region
        Where it began.
    progress : Progress
        Heard when it is cancelled.

    Attributes
    ----------
    dataset : Dataset
    grown : Grown
    held : Grown or None
        The same with the validation rows, if there are any.
    above : int array
        The line above each; -1 where the growth began.
    ends : int array
        The line behind the last one of what grew at each.
    depth : int array
    pruned : bool array
        Which were made leaves by hand.
    levels : list of int arrays
        The lines that are split, from the highest down: those of equal distance from a beginning.
    sums : tuple of arrays
        Where `tree.line_sums` remembers what it computed.
    borders : object
        Where `landing` remembers what it found.
    """

    def __init__(
        self, setting: Setting, grown: Grown, regions: Sequence[Region], progress: Progress
    ) -> None:
        self._setting = setting
        self._engine = cast("GrowingEngine", setting.engine)
        self._pages: dict[int, list[Line]] = {}
        self._kept: dict[int, Line] = {}
        self._turning = new_lock()
        self.dataset = setting.dataset
        completed = setting.regions.completed
        self.grown = completed(grown if self._gains_are_shown else self._with_gains(grown))
        self.held: Grown | None = None
        self.sums: tuple[NDArray[Any], ...] | None = None
        self.borders: object = None
        starts = [region.validation_rows for region in regions]
        if starts and None not in starts:
            forks = forks_of(grown, setting.dataset, progress)
            held = self._engine.descend(cast("list[Rows]", starts), grown, forks)
            self.held = completed(held)
        self.depth = np.zeros(len(grown.column), dtype=np.int32)
        self.depth[grown.starts] = [region.depth for region in regions]
        self.pruned: NDArray[np.bool_] = np.broadcast_to(np.zeros(1, bool), len(grown.column))
        self.levels = self._descend(progress)

    def _descend(self, progress: Progress) -> list[NDArray[np.integer[Any]]]:
        """Go down level by level, and tell each line what is above it and where it ends."""
        grown = self.grown
        self.above = np.full(len(grown.column), NOWHERE, dtype=np.int32)
        self.ends = np.zeros(len(grown.column), dtype=np.int32)
        self.ends[grown.starts] = [*grown.starts[1:], len(grown.column)]
        levels: list[NDArray[np.integer[Any]]] = []
        ahead: list[NDArray[np.integer[Any]]] = [grown.starts]
        for level in progress.emptying(ahead, 1):
            inner = level[grown.column[level] >= 0]
            if not len(inner):
                continue
            levels.append(inner)
            left, right = inner + 1, grown.other[inner]
            self.above[left] = self.above[right] = inner
            self.depth[left] = self.depth[right] = self.depth[inner] + 1
            self.ends[left], self.ends[right] = right, self.ends[inner]
            ahead.append(np.stack((left, right), axis=1).ravel())  # again as they stand
        return levels

    def left(self, lines: Ints, leaves: NDArray[np.bool_], *, by_hand: bool) -> Lines:
        """Return what is left of a growth, from one place down, where some of it is cut.

        Parameters
        ----------
        lines : int array
            The place and all that stays below it, ascending.
        leaves : bool array
            Which of them become leaves.
        by_hand : bool
            Whether those are `pruned` then.
        """
        made = copy(self)
        made._cut(lines, leaves, self.pruned[lines] | (leaves & by_hand))  # noqa: SLF001 - its own
        return made

    def _cut(self, lines: Ints, leaves: NDArray[np.bool_], pruned: NDArray[np.bool_]) -> None:
        """Be what is left."""
        self._pages, self._kept, self._turning = {}, {}, new_lock()
        self.sums = self.borders = None
        self.grown = left_of(self.grown, lines, leaves)
        self.held = None if self.held is None else left_of(self.held, lines, leaves)
        self.depth, self.pruned = self.depth[lines], pruned
        self.levels = self._descend(Progress())

    def shown_gain(
        self, region: Region, split: Split, below: Sequence[Region], found: float
    ) -> float:
        """Return a split's gain in the criterion shown, where no column of lines has it."""
        return shown_gain(self._setting, region, split, below, found)

    def below(self, line: int) -> tuple[int, int]:
        """Return the lines of a split's branches."""
        return line + 1, int(self.grown.other[line])

    def line(self, line: int) -> Line:
        """Return what stands at a line."""
        kept = self._kept.get(line)  # asked once: another thread may let it go meanwhile
        if kept is not None:
            return kept
        number, place = divmod(line, PAGE)
        page = self._pages.get(number)
        if page is None:
            with self._turning:
                if len(self._pages) >= PAGES:
                    del self._pages[next(iter(self._pages))]
                page = self._pages[number] = list(
                    self._made(slice(number * PAGE, (number + 1) * PAGE))
                )
        return page[place]

    @contextmanager
    def at_hand(self, lines: Ints, heeding: Progress | None = None) -> Iterator[None]:
        """Make some lines together, and keep them at hand for a while."""
        kept: dict[int, Line] = {}
        parts = range(0, len(lines), SOME)
        for at in (heeding or Progress()).over(parts, len(lines), 1):
            some = lines[at : at + SOME]
            kept.update(zip(some.tolist(), self._made(some), strict=True))
        self._kept = self._kept | kept
        try:
            yield
        finally:
            self._kept = {line: made for line, made in self._kept.items() if line not in kept}

    def _made(self, lines: slice | Ints) -> Iterator[Line]:
        """Make some lines."""
        part = part_of(self.grown, lines)
        splits = splits_of(part, self._setting.dataset)
        here = self._figured(part)
        held: tuple[Iterable[Rows | None], Iterable[Figures | None]]
        held = [None] * len(splits), [None] * len(splits)
        if self.held is not None:
            held = self._figured(part_of(self.held, lines))
        return map(Line, splits, part.gain.tolist(), *here, *held)

    def _figured(self, grown: Grown) -> tuple[Iterator[Rows], Iterator[Figures]]:
        rows, again = tee(self._engine.slices_of(grown))
        return rows, self._setting.regions.figures_of(grown, again)

    @property
    def in_columns(self) -> bool:
        """Whether all that is shown of all lines is at hand, and need not be reckoned for each."""
        return self.of_measure or self._setting.shown not in OF_NUMBERS

    @property
    def of_measure(self) -> bool:
        """Whether the figures are those that the growth was judged by."""
        return self._setting.shown == self._setting.options.measure

    @property
    def _gains_are_shown(self) -> bool:
        """Whether gains are those of the tree's criterion, or must be reckoned for each."""
        found = sought(self._setting) == self._setting.shown
        return found or not self.in_columns

    def parts(
        self, where: slice | Ints, *, held: bool = False
    ) -> tuple[Ints, Floats, Floats, Floats]:
        """Return rows, weight, impurity and statistics of lines."""
        part = part_of(cast("Grown", self.held) if held else self.grown, where)
        return (*self.figures(part), part.stats)

    def rows_at_leaves(self, where: slice | Ints, *, held: bool = False) -> tuple[Ints, Ints]:
        """Return the rows that leaves among some lines hold, and the number of each one's leaf."""
        grown = cast("Grown", self.held) if held else self.grown
        leaf = np.flatnonzero(self.grown.column[where] < 0)
        begin, end = (ends[where][leaf].astype(np.int64) for ends in (grown.begin, grown.end))
        many = end - begin
        return grown.rows[in_runs(begin, many)].astype(np.intp), np.repeat(leaf, many)

    def figures(self, grown: Grown) -> tuple[Ints, Floats, Floats]:
        """Return rows, weight and impurity of some lines."""
        return self._setting.regions.columns_of(grown)

    def _with_gains(self, grown: Grown) -> Grown:
        """Return a growth with the gains of its splits in the criterion shown, one of classes."""
        inner = np.flatnonzero(grown.column >= 0)
        below = np.stack((grown.stats[inner + 1], grown.stats[grown.other[inner]]), axis=1)
        gains = np.zeros(len(grown.column))
        gains[inner] = gain(self.dataset.target.altered(below), self._setting.shown)
        return replace(grown, gain=gains)
