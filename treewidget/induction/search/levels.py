"""Tests of nominal columns with a branch for each level, or with one against the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ...engine.contract import Floats, Ints, Table


@dataclass(frozen=True, slots=True, eq=False)
class LevelTests:
    """Possible tests of one nominal column, all with as many branches.

    Attributes
    ----------
    groups : list of tuples of tuples of int
        The levels of each branch of each test.
    rows : int array, shape (tests, B)
        Rows of known value in each branch.
    stats : float array, shape (tests, B, S)
    """

    groups: list[tuple[tuple[int, ...], ...]]
    rows: Ints
    stats: Floats


def every_level(table: Table, levels: int) -> LevelTests:
    """Return the one test with a branch for each *declared* level, in their order."""
    rows = np.zeros((1, levels), dtype=np.int64)
    stats = np.zeros((1, levels, table.stats.shape[1]))
    rows[0, table.codes], stats[0, table.codes] = table.rows, table.stats
    return LevelTests([_apart(levels)], rows, stats)


@lru_cache
def _apart(levels: int) -> tuple[tuple[int, ...], ...]:
    return tuple((level,) for level in range(levels))


def one_against_rest(table: Table, levels: int) -> LevelTests:
    """Return a test for each level present: that level against all other declared ones."""
    groups: list[tuple[tuple[int, ...], ...]] = [
        ((code,), tuple(level for level in range(levels) if level != code))
        for code in table.codes.tolist()
    ]
    rows = np.stack([table.rows, table.rows.sum() - table.rows], axis=-1)
    rest = np.array([np.delete(table.stats, at, axis=0).sum(axis=0) for at in range(len(groups))])
    stats = np.stack([table.stats, rest.reshape(table.stats.shape)], axis=-2)
    return LevelTests(groups, rows, stats)
