"""What the nodes of a tree risk as leaves, and the rows that count no more below a split."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..induction.pruning import dropped_impurity
from .risks import cost_sums, impurity_sums, weights_of
from .stopped import stopped, variance_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from .risks import Risk


class Nodes(NamedTuple):
    """Nodes of a tree in pre-order; `drops` are those where rows are dropped (`splits.drops`)."""

    parent: Ints
    stats: Floats
    impurity: Floats
    prediction: Floats
    drops: NDArray[np.bool_]


def risks_of(nodes: Nodes, risk: Risk, target: Target) -> tuple[Floats, Floats | None]:
    """Return the risk of each node as a leaf, and of the rows that are dropped there if it is not.

    As the tree stands these rows are told what the node says: they cost what that costs them, or
    have the node's impurity. Without them a split by a column with gaps looked the better the more
    rows lack it. None where no rows are dropped anywhere.
    """
    parent, stats, impurity, prediction, drops = nodes
    if risk == "impurity":
        risks = impurity_sums(stats, impurity, target)
        return risks, dropped_impurity(risks, weights_of(stats, target), parent, drops)
    risks = cost_sums(stats, impurity, prediction, target)
    if not drops.any():
        return risks, None
    left = stopped(stats, parent, drops)
    return risks, cost_sums(left, variance_of(left, target), prediction, target)
