"""Tests of nominal columns with several branches, or with one level against the rest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .branch_counts import gain_of_tests, information_of_tests, ratio_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Table
    from ..criteria import Criterion

    Judge = Callable[[Floats], Floats]


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


def grouped(
    table: Table, missing: Floats, strategy: str, measure: Criterion, tolerance: float
) -> LevelTests:
    """Return the one test that greedy merging of the present levels ends with.

    Every level begins as a group. Each round tries to merge every pair of groups and keeps the
    merger of the greatest gain ratio, until two groups are left or no merger has a greater ratio
    than the test as it stands (Quinlan 1993, section 7.2; option ``-s`` of C4.5). Levels that no
    row here has are in no group: they go the way of missing values.
    """
    groups: list[tuple[int, ...]] = [(code,) for code in table.codes.tolist()]
    rows, stats = table.rows.copy(), table.stats.copy()
    judge = _ratios(missing, strategy, measure)
    best = float(judge(stats)) if len(groups) > 1 else 0.0
    while len(groups) > 2:  # noqa: PLR2004 - two groups are the least that part anything
        pairs, left = _pairs(len(groups))
        mergers = stats[left]
        mergers[np.arange(len(pairs)), pairs[:, 0]] += stats[pairs[:, 1]]
        ratios = judge(mergers)
        at = int(np.flatnonzero(ratios >= ratios.max() - tolerance)[0])
        if ratios[at] <= best + tolerance:
            break
        best = float(ratios[at])
        one, other = pairs[at].tolist()
        groups[one] = tuple(sorted(groups[one] + groups.pop(other)))
        rows, stats = _merged(rows, one, other), _merged(stats, one, other)
    return LevelTests([tuple(groups)], rows[None], stats[None])


@lru_cache(maxsize=64)
def _pairs(groups: int) -> tuple[Ints, Ints]:
    """Return all pairs of groups, and for each the groups that are left when the second goes."""
    pairs = np.stack(np.triu_indices(groups, 1), axis=-1)
    left = np.arange(groups - 1)
    return pairs, left + (left >= pairs[:, 1:])


def _ratios(missing: Floats, strategy: str, measure: Criterion) -> Judge:
    def judge(stats: Floats) -> Floats:
        gained = gain_of_tests(stats, missing, strategy, measure)
        return ratio_of(gained, information_of_tests(stats, missing, strategy))

    return judge


def _merged(parts: NDArray[Any], one: int, other: int) -> NDArray[Any]:
    merged: NDArray[Any] = np.delete(parts, other, axis=0)
    merged[one] += parts[other]
    return merged
