"""The figures of a tree as a whole, and what a branch adds to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class TreeFigures:
    """The tree's own figures.

    Attributes
    ----------
    nodes, leaves, depth : int
        Size; the depth of the root alone is 0.
    error : float
        Training: error rate (classification) or RMSE (regression) over the leaves.
    validation_error : float or None
        The same on the validation rows; None without any.
    cost, validation_cost : float or None
        What a case costs on average by its priors and losses (Breiman et al. 1984, section 4.2);
        None where all classes and mistakes are alike.
    """

    nodes: int
    leaves: int
    depth: int
    error: float
    validation_error: float | None
    cost: float | None = None
    validation_cost: float | None = None


class Sums(NamedTuple):
    """What a branch adds to the figures of its tree.

    Attributes
    ----------
    leaves, depth : int
        Of its leaves; the depth is counted from the root of the tree.
    weight, risk : float
        Training: weight of its rows, and how much of it is predicted wrongly (classification) or
        the sum of squared errors (regression).
    held_weight, held_risk : float
        The same on the validation rows.
    astray, held_astray : bool
        Whether any training or validation rows lie in several leaves, or in none.
    cost, held_cost : float
        What the rows cost by priors and losses; 0 where all classes and mistakes are alike.
    """

    leaves: int
    depth: int
    weight: float
    risk: float
    held_weight: float
    held_risk: float
    astray: bool = False
    held_astray: bool = False
    cost: float = 0.0
    held_cost: float = 0.0
