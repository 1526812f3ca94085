"""Weakest links (Breiman et al. 1984, chapter 3): at which cost of a leaf a split is worth none.

``C(a) = risk + a * leaves`` of the best pruned subtree under a node is a concave, piecewise linear
function of `a`, and the node itself becomes a leaf where the line ``R(node) + a`` meets the sum of
its children's. What the children do at a higher cost than that never shows, so each bend is put on
a heap once and taken off at most once: O(n log n) where heaps stay balanced, O(n log^2 n) at worst.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

SLACK: Final = 1e-12
"""Risks this near (relatively) are equal, and the smaller tree is taken."""

Bend: TypeAlias = tuple[float, int, float]
"""Below cost ``-bend[0]`` a subtree has ``bend[1]`` more leaves and ``bend[2]`` less risk."""


def link_alphas(parent: Ints, risk: Floats, kept: NDArray[np.bool_] | None = None) -> Floats:
    """Return the cost of a leaf from which on each node is one, seen by itself.

    The smallest subtree that minimises ``risk + a * leaves`` is what is left when every node whose
    number is at most `a` becomes a leaf.

    Parameters
    ----------
    parent : int array
        Position of each node's parent, in pre-order; -1 for the root.
    risk : float array
        Of each node as a leaf, as a sum over its rows: whole numbers stay exact that way.
    kept : bool array, optional
        Nodes that must not become leaves; with a node all above it are kept.

    Returns
    -------
    float array
        In the unit of `risk`; 0 for leaves, infinite for kept nodes.

    Examples
    --------
    >>> link_alphas(np.array([-1, 0, 0, 2, 2]), np.array([9.0, 1.0, 4.0, 1.0, 1.0])).tolist()
    [4.0, 0.0, 2.0, 0.0, 0.0]
    """
    links = np.zeros(len(parent))
    branches = np.bincount(parent[1:], minlength=len(parent))
    below = np.bincount(parent[1:], risk[1:], len(parent))  # of the children, each as a leaf
    inner = branches > 0
    if kept is not None:
        links[kept] = np.inf
        inner &= ~kept
    order = np.flatnonzero(inner)[::-1]  # pre-order reversed: children first
    found = []
    bends: dict[int, list[Bend]] = {}
    columns = (order, parent[order], risk[order], below[order], branches[order])
    for at, up, own, under, leaves in zip(*(column.tolist() for column in columns), strict=True):
        heap = bends.pop(at, [])
        alpha, many, gap = _meeting(own, under, leaves, heap)
        found.append(alpha)
        if alpha > 0:
            heapq.heappush(heap, (-alpha, many - 1, gap))
            bends[up] = _joined(bends[up], heap) if up in bends else heap
    links[order] = found
    return links


def _meeting(risk: float, below: float, leaves: int, heap: list[Bend]) -> tuple[float, int, float]:
    """Return where a node as a leaf costs what is below it, the leaves there, and the gap in risk.

    Takes the bends above that place off the heap.
    """
    while True:
        gap = risk - below
        alpha = gap / (leaves - 1) if gap > SLACK * risk else 0.0
        if not heap or -heap[0][0] <= alpha:
            return alpha, leaves, gap
        _, more, less = heapq.heappop(heap)
        leaves += more
        below -= less


def _joined(one: list[Bend], other: list[Bend]) -> list[Bend]:
    """Return one heap of two, the smaller put into the larger."""
    if len(one) < len(other):
        one, other = other, one
    for bend in other:
        heapq.heappush(one, bend)
    return one
