"""Weakest links (Breiman et al. 1984, chapter 3): at which cost of a leaf a split is worth none.

``C(a) = risk + a * leaves`` of the best pruned subtree under a node is a concave, piecewise linear
function of `a`, and the node itself becomes a leaf where the line ``R(node) + a`` meets the sum of
its children's. What the children do at a higher cost than that never shows, so each bend is put on
a heap once and taken off at most once: O(n log n). The heaps are pairing heaps (Fredman, Sedgewick,
Sleator and Tarjan 1986), two of which become one in a single step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .uncollected import uncollected

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

SLACK: Final = 1e-12
"""Risks this near (relatively) are equal, and the smaller tree is taken."""


class Bend:
    """Below a cost a subtree has more leaves and less risk. The top of a heap, the dearest first.

    `below` is the first of the heaps that hang below it, and `beside` the next one where it hangs.
    """

    __slots__ = ("below", "beside", "cost", "leaves", "risk")

    def __init__(self, cost: float, leaves: int, risk: float, below: Bend | None) -> None:
        self.cost = cost
        self.leaves = leaves
        self.risk = risk
        self.below = below
        self.beside: Bend | None = None


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
    bends: dict[int, Bend] = {}
    columns = (order, parent[order], risk[order], below[order], branches[order])
    with uncollected():
        for at, up, own, under, leaves in zip(*(one.tolist() for one in columns), strict=True):
            bend = _meeting(own, under, leaves, bends.pop(at, None))
            found.append(bend.cost)
            if bend.cost > 0:
                bends[up] = joined(bends.get(up), bend)
    links[order] = found
    return links


def _meeting(risk: float, below: float, leaves: int, heap: Bend | None) -> Bend:
    """Return where a node as a leaf costs what is below it, on top of what bends before."""
    while True:
        gap = risk - below
        alpha = gap / (leaves - 1) if gap > SLACK * risk else 0.0
        if heap is None or heap.cost <= alpha:
            return Bend(alpha, leaves - 1, gap, heap)
        leaves += heap.leaves
        below -= heap.risk
        heap = without_top(heap)


def joined(one: Bend | None, other: Bend) -> Bend:
    """Return one heap of two."""
    if one is None:
        return other
    if one.cost < other.cost:
        one, other = other, one
    other.beside = one.below
    one.below = other
    return one


def without_top(heap: Bend) -> Bend | None:
    """Return a heap of all that hangs below the top of one: joined in pairs, then all of these."""
    hanging: list[Bend] = []
    ahead = heap.below
    while ahead is not None:
        hanging.append(ahead)
        ahead, hanging[-1].beside = ahead.beside, None
    pairs = [joined(*hanging[at : at + 2]) for at in range(0, len(hanging) - 1, 2)]
    whole = hanging[-1] if len(hanging) % 2 else None
    while pairs:
        whole = joined(whole, pairs.pop())
    return whole
