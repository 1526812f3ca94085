"""Weakest links (Breiman et al. 1984, chapter 3): at which cost of a leaf a split is worth none.

``C(a) = risk + a * leaves`` of the best pruned subtree under a node is a concave, piecewise linear
function of `a`, and the node itself becomes a leaf where the line ``R(node) + a`` meets the sum of
its children's. In most nodes that is where it meets their lines as leaves: all of these are told at
once. What bends at a higher cost than the node above does never shows there, and is counted with
that node: such nodes are mended from the bottom up, with a heap of what bends below each. A bend
is met once, and of two heaps the smaller goes into the larger: O(n log^2 n) at most.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.runs import stable_order
from .progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

    Heap: TypeAlias = list[tuple[float, int]]

SLACK: Final = 1e-12
"""Risks this near (relatively) are equal, and the smaller tree is taken."""


def link_alphas(
    parent: Ints,
    risk: Floats,
    kept: NDArray[np.bool_] | None = None,
    heeding: Progress | None = None,
    *,
    dropped: Floats | None = None,
) -> Floats:
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
    heeding : Progress, optional
        Heard when it is cancelled.
    dropped : float array, optional
        What the rows of each node risk that count no more below its split.

    Returns
    -------
    float array
        In the unit of `risk`; 0 for leaves, infinite for kept nodes.

    Examples
    --------
    >>> link_alphas(np.array([-1, 0, 0, 2, 2]), np.array([9.0, 1.0, 4.0, 1.0, 1.0])).tolist()
    [4.0, 0.0, 2.0, 0.0, 0.0]
    """
    heeding = heeding or Progress()
    found = Links(parent, risk, kept, dropped, heeding.heed)
    for at in heeding.over(found.late(), len(parent)):
        found.meet(at)
    return found.links


class Links:
    """What each node is told by its children as leaves, put right where more bends below it.

    What bends at a higher cost than a node is taken away from it: `gain` is by how much its risk
    is above what is left, and `more` how many leaves that has more.
    """

    def __init__(
        self,
        parent: Ints,
        risk: Floats,
        kept: NDArray[np.bool_] | None,
        dropped: Floats | None,
        heed: Callable[[], None],
    ) -> None:
        heed()
        size, above = len(parent), parent[1:]
        branches = np.bincount(above, minlength=size)
        gain = risk - np.bincount(above, risk[1:], size)
        if dropped is not None:
            gain -= dropped
        free = branches > 0 if kept is None else (branches > 0) & ~kept
        rises = np.flatnonzero(free & (gain > SLACK * risk))
        self.links = np.zeros(size)
        self.links[rises] = gain[rises] / (branches[rises] - 1)
        if kept is not None:
            self.links[kept] = np.inf
        unmet = np.zeros(size, dtype=bool)
        unmet[above[self.links[1:] > self.links[above]]] = True
        self.unmet = bytearray(unmet)
        heed()
        kids = np.flatnonzero(free[1:]) + 1
        kids = kids[stable_order(parent[kids])]
        last, beside = np.full((2, size), -1, dtype=np.int32)
        last[parent[kids]] = kids
        beside[kids[1:]] = np.where(parent[kids[1:]] == parent[kids[:-1]], kids[:-1], -1)
        # one entry of a view is there several times sooner than one of an array
        self.parent: memoryview[Any] = parent.data
        self.risk: memoryview[Any] = risk.data
        self.gain: memoryview[Any] = gain.data
        self.more: memoryview[Any] = (branches - 1).data
        self.link: memoryview[Any] = self.links.data
        self.last: memoryview[Any] = last.data  # of a node's children that may become leaves
        self.beside: memoryview[Any] = beside.data  # the one before it among these
        self.rest: dict[int, Heap] = {}  # what bends below a node and was not counted with it

    def late(self) -> Iterator[int]:
        """Give the nodes that a link below is larger than, children first, while they are met."""
        at = len(self.unmet)
        while (at := self.unmet.rfind(1, 0, at)) >= 0:
            yield at
            up = self.parent[at]
            if up >= 0 and self.link[at] > self.link[up]:
                self.unmet[up] = 1

    def meet(self, at: int) -> None:
        """Find where a node as a leaf costs what is below it, on top of what bends before."""
        alpha, gain, more = self.link[at], self.gain[at], self.more[at]
        heap = self.with_below([], at)
        while heap and -heap[0][0] > alpha:
            top = heappop(heap)[1]
            gain += self.gain[top]
            more += self.more[top]
            alpha = gain / more if gain > SLACK * self.risk[at] else 0.0
            heap = self.with_below(heap, top)
        self.link[at], self.gain[at], self.more[at] = alpha, gain, more
        self.rest[at] = heap

    def with_below(self, heap: Heap, at: int) -> Heap:
        """Return a heap with the rest of what bends below a node."""
        rest = self.rest.pop(at, None)
        if rest is not None:
            return merged(heap, rest)
        kid = self.last[at]
        while kid >= 0:
            if self.link[kid] > 0:
                heappush(heap, (-self.link[kid], kid))
            kid = self.beside[kid]
        return heap


def merged(one: Heap, other: Heap) -> Heap:
    """Return one heap of two."""
    if len(one) < len(other):
        one, other = other, one
    for bend in other:
        heappush(one, bend)
    return one
