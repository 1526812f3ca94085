"""What pruning from the leaves upwards has in common: a node is a leaf where that costs no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

NEAR: Final = 1e-12
"""Costs this near (relatively) are equal, and the smaller tree is taken."""


def cheapest(
    parent: Ints, leaf: Floats, split: Floats, kept: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Return the nodes that become leaves, for the smallest of the subtrees that cost least.

    Parameters
    ----------
    parent : int array
        Position of each node's parent, in pre-order; -1 for the root.
    leaf : float array
        What each node costs as a leaf.
    split : float array
        What it costs as a split node, beside its branches.
    kept : bool array, optional
        Nodes that must not become leaves, and with each all above it.

    Returns
    -------
    bool array
        Also some below others: the topmost count.

    Examples
    --------
    >>> parent = np.array([-1, 0, 0, 2, 2])
    >>> cheapest(parent, np.array([5.0, 1.0, 2.0, 1.0, 1.0]), np.zeros(5)).tolist()
    [False, False, True, False, False]
    """
    cost, below = leaf.tolist(), split.tolist()
    branches = np.bincount(parent[1:], minlength=len(parent)).tolist()
    stays = [False] * len(cost) if kept is None else kept.tolist()
    cut = [False] * len(cost)
    up = parent.tolist()
    for at in range(len(cost) - 1, -1, -1):  # pre-order reversed: children first
        if branches[at]:
            cut[at] = not stays[at] and cost[at] <= below[at] + NEAR * abs(below[at])
            if not cut[at]:
                cost[at] = below[at]
        if at:
            below[up[at]] += cost[at]
    return np.array(cut)


def sums_below(parent: Ints, values: Floats) -> Floats:
    """Return for each node the sum of the values from it down."""
    total, up = values.tolist(), parent.tolist()
    for at in range(len(total) - 1, 0, -1):
        total[up[at]] += total[at]
    return np.array(total)
