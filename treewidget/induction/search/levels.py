"""Tests of nominal columns with a branch for each level, or with one against the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ...data.runs import in_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...engine.contract import Floats, Ints, Tables


@dataclass(frozen=True, slots=True)
class Against:
    """One level, and all other declared ones, which are spelt out when somebody asks for them.

    Examples
    --------
    >>> tuple(Against(1, 3))
    ((1,), (0, 2))
    """

    code: int
    levels: int

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        yield (self.code,)
        yield tuple(level for level in range(self.levels) if level != self.code)


@dataclass(frozen=True, slots=True, eq=False)
class LevelTests:
    """Possible tests of nominal columns, all with as many branches.

    Attributes
    ----------
    index : int array, shape (tests,)
        Each test's column, as a position among those of the tables; ascending.
    groups : list of iterables of tuples of int
        The levels of each branch of each test.
    rows : int array, shape (tests, B)
        Rows of known value in each branch.
    stats : float array, shape (tests, B, S)
    """

    index: Ints
    groups: list[Iterable[tuple[int, ...]]]
    rows: Ints
    stats: Floats

    def only(self, which: Ints) -> LevelTests:
        """Return some of the tests, given in their order."""
        groups = [self.groups[at] for at in which.tolist()]
        return LevelTests(self.index[which], groups, self.rows[which], self.stats[which])


def every_level(tables: Tables, index: Ints, levels: int) -> LevelTests:
    """Return the one test of each of some columns with a branch for each *declared* level.

    All of them have as many; the branches are in the levels' order.
    """
    sizes = np.diff(tables.starts)[index]
    lines, test = in_runs(tables.starts[index], sizes), np.repeat(np.arange(len(index)), sizes)
    code = tables.codes[lines]
    rows = np.zeros((len(index), levels), dtype=np.int64)
    stats = np.zeros((len(index), levels, tables.stats.shape[1]))
    rows[test, code], stats[test, code] = tables.rows[lines], tables.stats[lines]
    return LevelTests(index, [_apart(levels)] * len(index), rows, stats)


@lru_cache
def _apart(levels: int) -> tuple[tuple[int, ...], ...]:
    return tuple((level,) for level in range(levels))


def one_against_rest(tables: Tables, index: int, levels: int) -> LevelTests:
    """Return a test for each level present: that level against all other declared ones."""
    table = tables[index]
    rows = np.stack([table.rows, table.rows.sum() - table.rows], axis=-1)
    none = np.zeros_like(table.stats[:1])
    # No difference: of weights it might be less than nothing.
    before, behind = (
        np.concatenate([none, each.cumsum(axis=0)[:-1]])
        for each in (table.stats, table.stats[::-1])
    )
    stats = np.stack([table.stats, before + behind[::-1]], axis=-2)
    groups: list[Iterable[tuple[int, ...]]] = [
        Against(code, levels) for code in table.codes.tolist()
    ]
    return LevelTests(np.full(len(groups), index), groups, rows, stats)


def all_of(tests: Sequence[LevelTests]) -> LevelTests:
    """Return several tests that have as many branches, in the order of their columns."""
    if len(tests) == 1:
        return tests[0]
    groups = [each for one in tests for each in one.groups]
    index, rows, stats = (
        np.concatenate([getattr(one, part) for one in tests]) for part in ("index", "rows", "stats")
    )
    return LevelTests(index, groups, rows, stats).only(np.argsort(index, kind="stable"))
