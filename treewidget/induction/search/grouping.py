"""The test of a nominal column whose branches are groups of levels, found by merging them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...data.runs import in_runs
from ..criteria import entropy_terms, parts_of_gain, summed
from .branch_counts import counted, ratio_of
from .levels import LevelTests, all_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from ..criteria import Criterion

TOGETHER: Final = 1 << 16
"""So many pairs are reckoned between two calls of `heed`: ten milliseconds or so."""
CLOSE: Final = 1e-6
"""Information below this is summed anew: of a difference so small rounding is no small part."""


@dataclass(frozen=True, slots=True)
class Merging:
    """Greedy merging of the levels of nominal columns.

    Every level present begins as a group. Each round tries to merge every pair of groups and keeps
    the merger of the greatest gain ratio, until two groups are left or no merger has a greater
    ratio than the test as it stands (Quinlan 1993, section 7.2; option ``-s`` of C4.5). Levels that
    no row has are in no group: they go the way of missing values. Where none has weight nothing is
    merged.

    The k-th round looks at all pairs of groups, and reckons those with the newest: O(levels ** 2)
    a round, O(levels ** 3) in all. Columns of as many levels go through their rounds side by side.

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
        apart = np.logical_and(tables.missing[index].any(axis=1), self.strategy == "own")
        for many, lacking in sorted({*zip(levels.tolist(), apart.tolist(), strict=True)}):
            some = index[(levels == many) & (apart == lacking)]
            width = max(TOGETHER // many**2, 1)
            for at in range(0, len(some), width):
                for one in self._merged(_ungrouped(tables, some[at : at + width]), tables.missing):
                    if len(one.index):
                        ended[one.rows.shape[1]].append(one)
        return map(all_of, ended.values())

    def _merged(self, tests: LevelTests, missing: Floats) -> Iterator[LevelTests]:
        """Merge the groups of columns that have as many, and give those that are done."""
        weighed = tests.stats.any(axis=(1, 2))
        yield tests.only(np.flatnonzero(~weighed))
        tests = tests.only(np.flatnonzero(weighed))
        gone, levels = missing[tests.index], tests.rows.shape[1]
        branches = counted(tests.stats, gone, self.strategy)
        mergers = Mergers(branches, levels, gone, self.strategy, self.measure)
        mergers.begin(self.heed)
        best = mergers.ratio()
        while len(tests.index) and tests.rows.shape[1] > 2:  # noqa: PLR2004 - fewer part nothing
            self.heed()
            ratio, one, other = mergers.best(self.tolerance)
            better = ratio > best + self.tolerance
            yield tests.only(np.flatnonzero(~better))
            on = np.flatnonzero(better)
            best, one, other = ratio[on], one[on], other[on]
            mergers.keep(on)
            mergers.merge(one, other)
            tests = _with_merged(tests.only(on), one, other)
        yield tests


class Mergers:
    """What groups of levels, each a branch, add to gain and to information, and every two as one.

    Both are sums over the branches of a test, of which a merger changes three terms. The tests of
    several columns stand side by side.

    Parameters
    ----------
    branches : float array, shape (tests, levels or levels + 1, S)
        As `counted`: one more where missing rows are a branch.
    levels : int
    missing : float array, shape (tests, S)
    strategy, measure : str
    """

    def __init__(
        self, branches: Floats, levels: int, missing: Floats, strategy: str, measure: Criterion
    ) -> None:
        self._measure = measure
        self._whole = branches.sum(axis=1, keepdims=True)
        known = self._whole.sum(axis=(1, 2))
        apart = missing.sum(axis=1) if strategy == "fractional" else np.zeros(len(missing))
        self._weight = known + apart
        self._share = known / self._weight
        self._stats = branches[:, :levels]
        self._terms = self._added(self._stats)
        # What is no group of levels stands for itself throughout: missing rows, as one more branch.
        self._rest = self._added(branches[:, levels:]).sum(axis=-1)
        self._rest[1] += entropy_terms(apart / self._weight)
        # Of each with those behind it; what else there is stands for a merger that is never best.
        self._both = np.empty((2, len(branches), levels, levels))
        self._both[0], self._both[1] = -np.inf, 1.0

    def begin(self, heed: Callable[[], object]) -> None:
        """Reckon every two groups as one."""
        pairs = np.stack(np.triu_indices(self._stats.shape[1], 1))
        width = max(TOGETHER // max(len(self._stats), 1), 1)
        for at in range(0, pairs.shape[1], width):
            heed()
            one, other = pairs[:, at : at + width]
            self._both[:, :, one, other] = self._added(self._stats[:, one] + self._stats[:, other])

    def keep(self, which: Ints) -> None:
        """Go on with some of the tests."""
        if len(which) < len(self._stats):
            self._whole, self._weight = self._whole[which], self._weight[which]
            self._share, self._stats = self._share[which], self._stats[which]
            self._terms, self._rest = self._terms[:, which], self._rest[:, which]
            self._both = self._both[:, which]

    def ratio(self) -> Floats:
        """Return the gain ratio of each test as it stands."""
        gain, told = self._terms.sum(axis=-1) + self._rest
        return ratio_of(self._share * gain, told)

    def best(self, tolerance: float) -> tuple[Floats, Ints, Ints]:
        """Return each test's first merger of the greatest gain ratio, and the two groups."""
        terms, groups = self._terms, self._stats.shape[1]
        whole = (terms.sum(axis=-1) + self._rest)[..., None, None]
        gain, told = self._both - terms[..., None] - terms[..., None, :] + whole
        ratios = ratio_of(self._share[:, None, None] * gain, told)
        for place in np.argwhere(told < CLOSE).tolist():
            ratios[tuple(place)] = self._anew(*place)
        ratios = ratios.reshape(len(ratios), -1)
        least = ratios.max(axis=1, keepdims=True) - tolerance
        first = (ratios >= least).argmax(axis=1)
        return ratios[np.arange(len(first)), first], *divmod(first, groups)

    def merge(self, one: Ints, other: Ints) -> None:
        """Make one group of two in each test, in the place of the first."""
        test, left = np.arange(len(one)), _all_but(other, self._stats.shape[1])
        merged = self._both[:, test, one, other]
        self._stats = _merged(self._stats, one, other)
        tests, groups = self._stats.shape[:2]
        self._terms = self._terms[:, left].reshape(2, tests, groups)
        self._terms[:, test, one] = merged
        pairs = left[:, :, None] & left[:, None]
        self._both = self._both[:, pairs].reshape(2, tests, groups, groups)
        new = self._added(self._stats + self._stats[test, one][:, None])
        at, behind = np.nonzero(np.arange(groups) > one[:, None])
        self._both[:, at, one[at], behind] = new[:, at, behind]
        at, before = np.nonzero(np.arange(groups) < one[:, None])
        self._both[:, at, before, one[at]] = new[:, at, before]

    def _anew(self, test: int, one: int, other: int) -> Floats:
        """Return the gain ratio of a merger, summed over all of its branches."""
        others = np.delete(self._terms[:, test], [one, other], axis=1)
        terms = np.column_stack([others, self._both[:, test, one, other]])
        gain, told = terms.sum(axis=1) + self._rest[:, test]
        return ratio_of(self._share[test] * gain, told)

    def _added(self, branches: Floats) -> Floats:
        """Return what branches add to the gain, and to the information: shape (2, tests, B)."""
        gains = parts_of_gain(branches, self._whole, self._measure)
        return np.stack([gains, entropy_terms(summed(branches) / self._weight[:, None])])


def _ungrouped(tables: Tables, index: Ints) -> LevelTests:
    """Return tests of columns of as many levels, each level present in a branch of its own."""
    sizes = np.diff(tables.starts)[index]
    lines = in_runs(tables.starts[index], sizes).reshape(len(index), -1)
    groups: list[tuple[tuple[int, ...], ...]] = [
        tuple((code,) for code in codes) for codes in tables.codes[lines].tolist()
    ]
    return LevelTests(index, groups, tables.rows[lines], tables.stats[lines])


def _with_merged(tests: LevelTests, one: Ints, other: Ints) -> LevelTests:
    """Return tests with two groups of each in one."""
    rows, stats = _merged(tests.rows, one, other), _merged(tests.stats, one, other)
    groups = []
    for held, at, gone in zip(tests.groups, one.tolist(), other.tolist(), strict=True):
        merged = tuple(sorted(held[at] + held[gone]))
        groups.append((*held[:at], merged, *held[at + 1 : gone], *held[gone + 1 :]))
    return LevelTests(tests.index, groups, rows, stats)


def _all_but(which: Ints, groups: int) -> NDArray[np.bool_]:
    """Return what stays of so many groups of each test when one goes."""
    left: NDArray[np.bool_] = np.arange(groups) != which[:, None]
    return left


def _merged(parts: NDArray[Any], one: Ints, other: Ints) -> NDArray[Any]:
    """Return parts of groups, shape (tests, groups, ...), with the second of two in the first."""
    tests, groups, *shape = parts.shape
    merged: NDArray[Any] = parts[_all_but(other, groups)].reshape(tests, groups - 1, *shape)
    test = np.arange(tests)
    merged[test, one] += parts[test, other]
    return merged
