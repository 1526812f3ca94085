"""What pruning from the leaves upwards has in common: a node is a leaf where that costs no more."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.progress import COUNTED, OFTEN, Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

NEAR: Final = 1e-12
"""Costs this near (relatively) are equal, and the smaller tree is taken."""


def cheapest(
    parent: Ints,
    leaf: Floats,
    split: Floats,
    *,
    exact: Callable[[int], float] | None = None,
    heeding: Progress | None = None,
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
    exact : callable, optional
        Gives what a node costs as a split node, where `split` is what it costs at least: asked
        only of those that this little does not make leaves.
    heeding : Progress, optional

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
    cost, own, up = leaf.tolist(), split.tolist(), parent.tolist()
    cut = [False] * len(cost)
    below: dict[int, list[float]] = {}
    often = OFTEN if exact is None else COUNTED
    for at in (heeding or Progress()).over(range(len(cost) - 1, -1, -1), len(cost), often):
        branches = below.pop(at, None)  # pre-order reversed: children first
        if branches is not None:
            whole = reduce(add, branches, own[at])  # from Python 3.12 on sum() rounds otherwise
            cut[at] = _as_cheap(cost[at], whole)
            if exact is not None and not cut[at]:
                whole = reduce(add, branches, exact(at))
                cut[at] = _as_cheap(cost[at], whole)
            cost[at] = cost[at] if cut[at] else whole
        below.setdefault(up[at], []).append(cost[at])
    return np.array(cut)


def _as_cheap(leaf: float, split: float) -> bool:
    return leaf <= split + NEAR * abs(split)


def sums_below(parent: Ints, values: Floats) -> Floats:
    """Return for each node the sum of the values from it down."""
    total, up = values.tolist(), parent.tolist()
    for at in range(len(total) - 1, 0, -1):
        total[up[at]] += total[at]
    return np.array(total)
