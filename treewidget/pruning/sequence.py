"""The sequence of trees that weakest-link pruning gives, from the smallest alpha to the largest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.weakest_link import SLACK, link_alphas

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints

NOISE: Final = 1e-15
"""Alphas nearer than this share of the root's risk are one: sums of risks are no more exact."""


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

    def sums(self, values: Floats) -> Floats:
        """Return for each step the sum of the values of its leaves."""
        shown = self.cut < self.gone
        steps = len(self)
        come = np.bincount(self.cut[shown], values[shown], steps + 1)
        go = np.bincount(self.gone[shown], values[shown], steps + 1)
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
    parent: Ints, risk: Floats, weight: float, kept: NDArray[np.bool_] | None = None
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

    Examples
    --------
    >>> sequence = weakest_links(
    ...     np.array([-1, 0, 0, 2, 2]), np.array([9.0, 1.0, 4.0, 1.0, 1.0]), weight=10.0
    ... )
    >>> sequence.alphas.tolist(), sequence.leaves.tolist()
    ([0.0, 0.2, 0.4], [3, 2, 1])
    """
    links = link_alphas(parent, risk, kept)
    inner = np.zeros(len(parent), dtype=bool)
    inner[parent[1:]] = True
    above = _least_above(parent, links, np.flatnonzero(inner))
    seen = np.sort(links[inner & (links < above)])  # the others go with a node above them
    seen = seen[(seen > 0) & (seen < np.inf)]
    apart = seen[1:] - seen[:-1] > SLACK * seen[1:] + NOISE * risk[0]
    last = np.append(apart, True)[: len(seen)]  # of those that tie: at it all of them are cut
    bounds = np.concatenate(([0.0], seen[last], [np.inf]))
    cut = np.where(inner, np.searchsorted(bounds, links), 0)
    gone = np.searchsorted(bounds, above)
    return Sequence(bounds[:-1] / weight, cut, gone)


def _least_above(parent: Ints, links: Floats, inner: NDArray[np.intp]) -> Floats:
    """Return the smallest link above each node; infinite for the root."""
    least = {-1: np.inf}  # of each inner node and all above it
    places = inner.tolist()
    for at, up, own in zip(places, parent[inner].tolist(), links[inner].tolist(), strict=True):
        least[at] = min(least[up], own)
    known = np.full(len(parent) + 1, np.inf)  # the last place is parent -1's
    known[inner] = [least[at] for at in places]
    return known[parent]
