"""Pessimistic pruning (Quinlan 1987, *Simplifying decision trees*, section 2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .bottom_up import sums_below

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

HALF: Final = 0.5
"""What each leaf is charged: the correction for continuity."""


def pessimistic(
    parent: Ints, weight: Floats, errors: Floats, stopped: Floats | None = None
) -> NDArray[np.bool_]:
    """Return the nodes that are no worse as leaves than what hangs below, by a standard error.

    With `e` the errors of the leaves below and half an error for each, a node of weight `N` that
    makes `E` errors itself is pruned where ``E + 1/2 <= e + sqrt(e (N - e) / N)``. It goes from the
    root down: what hangs below a pruned node is not looked at.

    Parameters
    ----------
    parent : int array
        Position of each node's parent, in pre-order; -1 for the root.
    weight : float array
    errors : float array
        Misclassified weight of each node as a leaf.
    stopped : float array, optional
        Misclassified weight of the rows that go no further than a split node.

    Examples
    --------
    >>> parent = np.array([-1, 0, 0])
    >>> pessimistic(parent, np.array([10.0, 6, 4]), np.array([3.0, 1, 1])).tolist()
    [True, False, False]
    """
    inner = np.bincount(parent[1:], minlength=len(parent)) > 0
    stays = np.zeros(len(parent)) if stopped is None else stopped
    e = sums_below(parent, np.where(inner, stays, errors + HALF))
    spread = np.sqrt(e * np.maximum(weight - e, 0.0) / np.maximum(weight, np.finfo(float).tiny))
    return np.asarray(inner & (errors + HALF <= (e + spread) * (1.0 + 1e-12)))
