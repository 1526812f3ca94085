"""The test of a nominal column whose branches are groups of levels, found by merging them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ... import kernels
from ...data.runs import in_runs
from .branch_counts import counted
from .levels import LevelTests, all_of
from .merging_ratios import Mergers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from ..criteria import Criterion
    from .merging_ratios import Grouping

BESIDE: Final = 1 << 20
"""So many pairs of groups stand side by side,"""
NEAR: Final = 0.5
"""of columns that have at least such a share of the levels that the longest has."""
LEAST: Final = 2
"""Fewer groups part nothing."""
PAIRS: Final = 1 << 16
"""About so many pairs the kernel looks at between two calls of `heed`: milliseconds."""


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Groups of levels, spelt out when somebody asks for them: of most tests nobody does.

    Attributes
    ----------
    codes : int array, shape (levels,)
        Those present, ascending.
    places : int array, shape (levels,) or longer
        The number of each one's group; -1 where it is in none.

    Examples
    --------
    >>> tuple(Joined(np.array([2, 5, 7]), np.array([0, 1, 0])))
    ((2, 7), (5,))
    """

    codes: Ints
    places: NDArray[Any]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Give the groups that hold any, in the order of their numbers."""
        groups: dict[int, list[int]] = defaultdict(list)
        for code, place in zip(self.codes.tolist(), self.places.tolist(), strict=False):
            groups[place].append(code)
        return (tuple(groups[place]) for place in sorted(groups) if place >= 0)


@dataclass(frozen=True, slots=True)
class Merging:
    """Greedy merging of the levels of nominal columns.

    Every level present begins as a group. Each round tries to merge every pair of groups and keeps
    the merger of the greatest gain ratio, until two groups are left or no merger has a greater
    ratio than the test as it stands (Quinlan 1993, section 7.2; option ``-s`` of C4.5). Levels that
    no row has are in no group: they go the way of missing values. Where none has weight nothing is
    merged.

    The kernel merges a column after the other; without it, columns go through their rounds side by
    side. See `Mergers` for what a round costs.

    Attributes
    ----------
    strategy, measure : str
    tolerance : float
        Ratios no further apart are equal.
    heed : callable
        Called in every round. It may raise.
    """

    strategy: str
    measure: Criterion
    tolerance: float
    heed: Callable[[], object]

    def grouped(self, tables: Tables, index: Ints) -> Iterator[LevelTests]:
        """Give the one test of each of some columns, those of as many groups together."""
        levels, ended = np.diff(tables.starts)[index], defaultdict(list)
        order = np.argsort(-levels, kind="stable")
        while len(order):
            most = int(levels[order[0]])
            near = np.count_nonzero(levels[order] >= NEAR * most)
            width = min(max(BESIDE // most**2, 1), int(near))
            some, order = index[np.sort(order[:width])], order[width:]
            for one in self._merged(_ungrouped(tables, some), tables.missing):
                ended[one.rows.shape[1]].append(one)
        return map(all_of, ended.values())

    def _merged(self, tests: LevelTests, missing: Floats) -> Iterator[LevelTests]:
        """Merge the groups of some columns, and give those that are done."""
        weighed = tests.stats.any(axis=(1, 2))
        yield from _ended(tests.only(np.flatnonzero(~weighed)))
        tests = tests.only(np.flatnonzero(weighed))
        gone = missing[tests.index]
        branches = counted(tests.stats, gone, self.strategy)
        mergers = Mergers(branches, tests.rows > 0, gone, self.strategy, self.measure)
        native = kernels.native() if self.measure == "entropy" else None
        if native is None:
            yield from self._in_rounds(tests, mergers)
        else:
            made = mergers.in_kernel(native.Grouping, self.tolerance)
            firsts = [self._at_once(one) for one in made]
            yield from _ended(_put_together(tests, firsts))

    def _at_once(self, grouping: Grouping) -> NDArray[np.int32]:
        """Return the first level of each one's group, as the kernel merges them."""
        self.heed()
        while not grouping.go(PAIRS):
            self.heed()
        return grouping.groups()

    def _in_rounds(self, tests: LevelTests, mergers: Mergers) -> Iterator[LevelTests]:
        """Merge two groups of each test at a time, and give the tests that are done."""
        mergers.begin(self.heed)
        best = mergers.ratio()
        while len(tests.index):
            self.heed()
            going = np.count_nonzero(tests.rows, axis=1) > LEAST
            merger = None
            if going.all():
                ratio, *merger = mergers.best(self.tolerance)
                going, best = ratio > best + self.tolerance, ratio
            on = np.flatnonzero(going)
            yield from _ended(tests.only(np.flatnonzero(~going)))
            tests, best = tests.only(on), best[on]
            mergers.keep(on)
            if merger is not None:
                one, other = (each[on] for each in merger)
                mergers.merge(one, other)
                _merge(tests, one, other)


def _ungrouped(tables: Tables, index: Ints) -> LevelTests:
    """Return tests of some columns, each level present in a branch of its own; others are empty."""
    sizes = np.diff(tables.starts)[index]
    lines, test = in_runs(tables.starts[index], sizes), np.repeat(np.arange(len(index)), sizes)
    at, most = in_runs(np.zeros_like(sizes), sizes), int(sizes.max())
    rows = np.zeros((len(index), most), dtype=np.int64)
    stats = np.zeros((len(index), most, tables.stats.shape[1]))
    rows[test, at], stats[test, at] = tables.rows[lines], tables.stats[lines]
    codes = np.split(tables.codes[lines], np.cumsum(sizes)[:-1])
    groups: list[Iterable[tuple[int, ...]]] = [Joined(each, np.arange(len(each))) for each in codes]
    return LevelTests(index, groups, rows, stats)


def _merge(tests: LevelTests, one: Ints, other: Ints) -> None:
    """Make one group of two in each test, in the place of the first; the second is left empty."""
    test = np.arange(len(one))
    for parts in (tests.rows, tests.stats):
        parts[test, one] += parts[test, other]
        parts[test, other] = 0
    for groups, first, second in zip(tests.groups, one.tolist(), other.tolist(), strict=True):
        joined = cast("Joined", groups).places
        joined[joined == second] = first


def _put_together(tests: LevelTests, firsts: Sequence[NDArray[np.int32]]) -> LevelTests:
    """Return tests with each group in the place of its first one; those of no row have -1."""
    if not firsts:
        return tests
    rows, stats, first = np.zeros_like(tests.rows), np.zeros_like(tests.stats), np.stack(firsts)
    here = np.nonzero(first >= 0)
    place = here[0], first[here]
    np.add.at(rows, place, tests.rows[here])
    np.add.at(stats, place, tests.stats[here])
    groups: list[Iterable[tuple[int, ...]]] = [
        Joined(cast("Joined", held).codes, places)
        for held, places in zip(tests.groups, first, strict=True)
    ]
    return LevelTests(tests.index, groups, rows, stats)


def _ended(tests: LevelTests) -> Iterator[LevelTests]:
    """Give tests without their empty groups, those of as many together."""
    full = tests.rows > 0
    counts = full.sum(axis=1)
    for many in np.unique(counts).tolist():
        some = np.flatnonzero(counts == many)
        held, there = tests.only(some), full[some]
        rows = held.rows[there].reshape(len(some), many)
        yield LevelTests(held.index, held.groups, rows, held.stats[there].reshape(*rows.shape, -1))
