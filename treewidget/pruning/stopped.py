"""The rows that go no further than a split node, because they lack its column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..engine.contract import DROP, STOP, WAIT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..induction.splits import Split

NOISE: Final = 1e-12
"""Differences this small (relatively) are rounding's."""


def stops(split: Split | None) -> bool:
    """Whether rows may go no further than a split: they end there, or count no more below."""
    return split is not None and split.missing in (STOP, DROP, WAIT)


def stopped(stats: Floats, parent: Ints, some: NDArray[np.bool_]) -> Floats:
    """Return the statistics of the rows that stop at each node of a tree in pre-order.

    Where nothing may stop (see `some`) they are 0 to the last digit, whatever rounding leaves.
    """
    left = np.zeros_like(stats)
    if some.any():
        left = stats.copy()
        np.subtract.at(left, parent[1:], stats[1:])
        left[~some] = 0.0
    return rest_of(stats, left)


def rest_of(stats: Floats, left: Floats) -> Floats:
    """Return what is left of some rows' statistics; what rounding leaves is nothing.

    Examples
    --------
    >>> rest_of(np.array([1e-20, 1e20]), np.array([1e-21, 1e4])).tolist()
    [1e-21, 0.0]
    """
    return np.where(np.abs(left) > NOISE * np.abs(stats), left, 0.0)


def variance_of(stats: Floats, target: Target) -> Floats:
    """Return the target's variance in each line of statistics; 0 for classes, which have none."""
    if target.is_classification:
        return np.zeros(len(stats))
    weight = np.where(stats[:, 0] > 0, stats[:, 0], 1.0)
    variance = stats[:, 2] / weight - np.square(stats[:, 1] / weight)
    return np.asarray(np.maximum(variance, 0.0))
