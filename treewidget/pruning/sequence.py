"""The sequence of trees that weakest-link pruning gives, from the smallest alpha to the largest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.progress import Progress
from ..induction.weakest_link import SLACK, link_alphas

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

    Places: TypeAlias = NDArray[np.int32]

NOISE: Final = 1e-15
"""Alphas nearer than this share of the root's risk are one: sums of risks are no more exact."""
LINKING, ORDERED = 0.6, 0.8
"""About how far it is as soon as the links are known, and in their order."""


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """Nested trees: each next one is the last with its weakest links cut, all that tie at once.

    Attributes
    ----------
    alphas : float array, shape (steps,)
        Ascending, the first is 0. Step `k` is the smallest subtree that minimises risk plus
        ``alpha * leaves`` for every alpha from ``alphas[k]`` to just below ``alphas[k + 1]``.
    cut, gone : int array, shape (nodes,)
        A node is a leaf of the steps from `cut` to just before `gone`, and of no other; the
        number of steps stands for never.
    """

    alphas: Floats
    cut: Ints
    gone: Ints

    def __len__(self) -> int:
        """Return the number of steps."""
        return len(self.alphas)

    def sums(self, values: Floats, split: Floats | None = None) -> Floats:
        """Return for each step the sum of the values of its leaves, and `split` of what splits."""
        shown = self.cut < self.gone
        steps = len(self)
        come = np.bincount(self.cut[shown], values[shown], steps + 1)
        go = np.bincount(self.gone[shown], values[shown], steps + 1)
        if split is not None:
            go += np.bincount(np.minimum(self.cut, self.gone), split, steps + 1)
            come[0] += split.sum()
        # what goes at a step is no more than what is there: small sums keep their digits
        return np.maximum(np.cumsum(come - go)[:steps], 0.0)

    @property
    def leaves(self) -> Ints:
        """The leaves of each step."""
        return self.sums(np.ones(len(self.cut))).astype(np.int64)

    def step_at(self, alpha: float) -> int:
        """Return the step that an alpha belongs to."""
        return int(np.searchsorted(self.alphas * (1.0 - SLACK), alpha, side="right")) - 1

    def leaves_at(self, step: int) -> NDArray[np.intp]:
        """Return the positions of a step's leaves."""
        return np.flatnonzero((self.cut <= step) & (step < self.gone))


def weakest_links(
    parent: Ints,
    risk: Floats,
    weight: float,
    kept: NDArray[np.bool_] | None = None,
    heeding: Progress | None = None,
    *,
    dropped: Floats | None = None,
) -> Sequence:
    """Return the sequence of a tree given in pre-order.

    Parameters
    ----------
    parent : int array
        Position of each node's parent; -1 for the root.
    risk : float array
        Of each node as a leaf, as a sum over its rows.
    weight : float
        Of the root: alphas are per root row.
    kept : bool array, optional
        Nodes that must not become leaves, and with each all above it.
    heeding : Progress, optional
        Heard when it is cancelled.
    dropped : float array, optional
        What the rows of each node risk that count no more below its split; 0 for leaves.

    Examples
    --------
    >>> sequence = weakest_links(
    ...     np.array([-1, 0, 0, 2, 2]), np.array([9.0, 1.0, 4.0, 1.0, 1.0]), weight=10.0
    ... )
    >>> sequence.alphas.tolist(), sequence.leaves.tolist()
    ([0.0, 0.2, 0.4], [3, 2, 1])
    """
    heeding = heeding or Progress()
    links = link_alphas(parent, risk, kept, heeding.stage(LINKING), dropped=dropped)
    inner = np.zeros(len(parent), dtype=bool)
    inner[parent[1:]] = True
    places = np.flatnonzero(inner)
    order = np.argsort(links[places])
    heeding.step(ORDERED)
    ordered = links[places[order]]
    first = np.append(True, ordered[1:] > ordered[:-1])[: len(order)]
    distinct = ordered[first]
    rank = np.empty(len(order), dtype=np.int32)  # of each inner node's link among these
    rank[order] = np.cumsum(first) - 1
    place = np.full(len(parent) + 1, len(order), dtype=np.int32)  # the last is parent -1's
    place[places] = np.arange(len(order))
    above = _least_above(place[parent[places]], rank, len(distinct), heeding)
    seen = np.zeros(len(distinct), dtype=bool)
    seen[rank[rank < above]] = True  # the others go with a node above them
    seen &= (distinct > 0) & (distinct < np.inf)
    bounds, step = _steps(distinct, seen, NOISE * risk[0])
    cut = np.zeros(len(parent), dtype=np.int64)
    cut[places] = step[rank]
    least = np.append(np.minimum(rank, above), len(distinct))
    return Sequence(bounds / weight, cut, step[least[place[parent]]])


def _steps(distinct: Floats, seen: NDArray[np.bool_], noise: float) -> tuple[Floats, Ints]:
    """Return where steps begin, and the step at which each of these alphas is cut.

    Those `seen` make the steps. At the last of some that tie all of them are cut; behind the last
    of all comes what is never cut.
    """
    alphas, places = distinct[seen], np.flatnonzero(seen)
    apart = alphas[1:] - alphas[:-1] > SLACK * alphas[1:] + noise
    last = np.append(apart, True)[: len(alphas)]
    ends = np.zeros(len(distinct) + 1, dtype=np.int64)
    ends[places[last] + 1] = 1
    step = 1 + np.cumsum(ends)
    step[: np.searchsorted(distinct, 0.0, side="right")] = 0
    return np.append(0.0, alphas[last]), step


def _least_above(up: Places, rank: Places, never: int, heeding: Progress) -> Places:
    """Return the least rank above each inner node; `never` for the root.

    `up` is each one's parent among them, and their number for the root. The ways up double at each
    turn: O(n log depth).
    """
    least, up = np.append(rank, never)[up], np.append(up, len(up))
    while (up < len(rank)).any():
        heeding.heed()
        least = np.minimum(least, np.append(least, never)[up[:-1]])
        up = up[up]
    return least
