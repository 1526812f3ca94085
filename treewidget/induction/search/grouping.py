"""The test of a nominal column whose branches are groups of levels, found by merging them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..criteria import entropy_terms, parts_of_gain, summed
from .branch_counts import counted, ratio_of
from .levels import LevelTests

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Table
    from ..criteria import Criterion

TOGETHER: Final = 1 << 16
"""So many pairs are reckoned between two calls of `heed`: ten milliseconds or so."""
CLOSE: Final = 1e-6
"""Information below this is summed anew: of a difference so small rounding is no small part."""


def grouped(
    table: Table,
    missing: Floats,
    strategy: str,
    measure: Criterion,
    *,
    tolerance: float,
    heed: Callable[[], None],
) -> LevelTests:
    """Return the one test that greedy merging of the present levels ends with.

    Every level begins as a group. Each round tries to merge every pair of groups and keeps the
    merger of the greatest gain ratio, until two groups are left or no merger has a greater ratio
    than the test as it stands (Quinlan 1993, section 7.2; option ``-s`` of C4.5). Levels that no
    row here has are in no group: they go the way of missing values. Where none has weight nothing
    is merged.

    The k-th round looks at all pairs of groups, and reckons those with the newest: O(levels ** 2)
    a round, O(levels ** 3) in all. It calls `heed`, which may raise.
    """
    groups: list[tuple[int, ...]] = [(code,) for code in table.codes.tolist()]
    rows, stats = table.rows, table.stats
    if not stats.any():
        return LevelTests([tuple(groups)], rows[None], stats[None])
    mergers = Mergers(counted(stats, missing, strategy), len(groups), missing, strategy, measure)
    mergers.begin(heed)
    best = mergers.ratio()
    while len(groups) > 2:  # noqa: PLR2004 - two groups are the least that part anything
        heed()
        ratio, one, other = mergers.best(tolerance)
        if ratio <= best + tolerance:
            break
        best = ratio
        mergers.merge(one, other)
        groups[one] = tuple(sorted(groups[one] + groups.pop(other)))
        rows, stats = _merged(rows, one, other), _merged(stats, one, other)
    return LevelTests([tuple(groups)], rows[None], stats[None])


class Mergers:
    """What groups of levels, each a branch, add to gain and to information, and every two as one.

    Both are sums over the branches of a test, of which a merger changes three terms.

    Parameters
    ----------
    branches : float array, shape (levels or levels + 1, S)
        As `counted`: one more where missing rows are a branch.
    levels : int
    missing : float array, shape (S,)
    strategy, measure : str
    """

    def __init__(
        self, branches: Floats, levels: int, missing: Floats, strategy: str, measure: Criterion
    ) -> None:
        self._measure = measure
        self._whole = branches.sum(axis=0)
        known = float(self._whole.sum())
        apart = float(missing.sum()) if strategy == "fractional" else 0.0
        self._weight = known + apart
        self._share = known / self._weight
        self._stats = branches[:levels]
        self._terms = self._added(self._stats)
        # What is no group of levels stands for itself throughout: missing rows, as one more branch.
        self._rest = self._added(branches[levels:]).sum(axis=1)
        self._rest[1] += entropy_terms(np.array(apart / self._weight))
        # Of each with those behind it; what else there is stands for a merger that is never best.
        self._both = np.empty((2, levels, levels))
        self._both[0], self._both[1] = -np.inf, 1.0

    def begin(self, heed: Callable[[], None]) -> None:
        """Reckon every two groups as one."""
        pairs = np.stack(np.triu_indices(len(self._stats), 1))
        for at in range(0, pairs.shape[1], TOGETHER):
            heed()
            one, other = pairs[:, at : at + TOGETHER]
            self._both[:, one, other] = self._added(self._stats[one] + self._stats[other])

    def ratio(self) -> float:
        """Return the gain ratio of the test as it stands."""
        return self._ratio(self._terms)

    def best(self, tolerance: float) -> tuple[float, int, int]:
        """Return the first merger whose gain ratio is the greatest, and the two groups."""
        terms = self._terms
        whole = terms.sum(axis=1) + self._rest
        gain, told = self._both - terms[:, :, None] - terms[:, None] + whole[:, None, None]
        ratios = ratio_of(self._share * gain, told)
        for one, other in np.argwhere(told < CLOSE).tolist():
            others = np.delete(terms, [one, other], axis=1)
            ratios[one, other] = self._ratio(np.column_stack([others, self._both[:, one, other]]))
        one, other = np.argwhere(ratios >= ratios.max() - tolerance)[0].tolist()
        return float(ratios[one, other]), one, other

    def merge(self, one: int, other: int) -> None:
        """Make one group, in the place of the first, of two."""
        self._terms = np.delete(self._terms, other, axis=1)
        self._terms[:, one] = self._both[:, one, other]
        self._stats = _merged(self._stats, one, other)
        self._both = np.delete(np.delete(self._both, other, axis=1), other, axis=2)
        new = self._added(self._stats + self._stats[one])
        self._both[:, one, one + 1 :] = new[:, one + 1 :]
        self._both[:, :one, one] = new[:, :one]

    def _ratio(self, terms: Floats) -> float:
        gain, told = terms.sum(axis=1) + self._rest
        return float(ratio_of(self._share * gain, told))

    def _added(self, branches: Floats) -> Floats:
        """Return what branches add to the gain, and to the information."""
        gains = parts_of_gain(branches, self._whole, self._measure)
        return np.stack([gains, entropy_terms(summed(branches) / self._weight)])


def _merged(parts: NDArray[Any], one: int, other: int) -> NDArray[Any]:
    merged: NDArray[Any] = np.delete(parts, other, axis=0)
    merged[one] += parts[other]
    return merged
