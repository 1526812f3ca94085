"""What the classes of a tree are worth: their prior probabilities, and what a mistake costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .few_digits import short

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """Priors and losses, as factors of class weights (Breiman et al. 1984, sections 4.2 to 4.4).

    Attributes
    ----------
    shares : float array, shape (K,)
        ``prior_k * N / n_k``, over the training rows: class weights times these are in proportion
        to the classes' probabilities. All 1 without priors.
    altered : float array, shape (K,)
        The same of the altered priors ``prior_k L_k / sum``, with ``L_k`` what mistaking the class
        costs over all others together: what a growth sees. Where rows just count they have so few
        digits that sums over any rows are exact, in whatever order they are taken: equal splits
        gain the same in every bit.
    worth : float array, shape (K,)
        `altered` with all digits.
    losses : float array, shape (K, K)
        What it costs to predict a class (column) for another (row); 0 on the diagonal.
    unit : float
        The weight of mistakes that a cost of 1 stands for. So a row that is mistaken counts what
        `altered` makes of its weight where there are two classes, and its own weight where every
        mistake costs 1 and no priors are given.
    """

    shares: Floats
    altered: Floats
    worth: Floats
    losses: Floats
    unit: float

    def costs(self, stats: Floats) -> Floats:
        """Return what predicting each class would cost, as a sum over the rows of each line."""
        costs: Floats = np.einsum("...k,kj->...j", stats * self.shares, self.losses)
        return costs

    def lost(self, told: NDArray[Any], codes: NDArray[Any]) -> Floats:
        """Return what telling each of some rows its class costs; `codes` are their own classes.

        By priors a mistake loses as much more as its class has rows too few, as in rpart: standard
        errors are those of such losses, and not of heavier rows.
        """
        each: Floats = self.losses[codes, told] * self.shares[codes]
        return each

    def mistakes(self, stats: Floats, said: Floats | float) -> tuple[Floats, Floats]:
        """Return the altered weight of each line, and how much of it a class said gets wrong.

        So does what counts mistakes go by their costs, as it would by `class_weight`: altered
        priors are exact for two classes, and of more each mistake counts what the matrix says.

        Parameters
        ----------
        stats : float array, shape (..., K)
        said : float array, shape (...)
            Position of the class that is predicted.
        """
        weight = (stats * self.worth).sum(axis=-1)
        cost = np.take_along_axis(self.costs(stats), np.asarray(said, np.intp)[..., None], axis=-1)
        return weight, np.minimum(self.unit * cost[..., 0], weight)


def stakes_of(
    counts: Floats, priors: Floats | None, losses: Floats | None, *, weighed: bool = False
) -> Stakes:
    """Return the stakes over training rows of so much weight in each class.

    `weighed`: the rows do not just count.

    Examples
    --------
    >>> even = stakes_of(np.array([30.0, 10.0]), np.array([0.5, 0.5]), None)
    >>> (even.shares * [30, 10]).tolist()
    [20.0, 20.0]
    """
    matrix = 1.0 - np.eye(len(counts)) if losses is None else losses
    total = counts.sum()
    shares = np.ones(len(counts))
    if priors is not None:  # of a class that nobody has there is nothing to share
        shares = np.divide(priors * total, counts, out=np.zeros(len(counts)), where=counts > 0)
    worth = shares * matrix.sum(axis=1)
    weight = float((worth * counts).sum())
    scale = total / weight if weight > 0 else 1.0
    worth = worth * scale if weight > 0 else shares
    altered = worth if weighed else short(worth, int(total))
    return Stakes(shares, altered, worth, matrix, scale * (len(counts) - 1))
