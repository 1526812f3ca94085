"""The figures of a tree as a whole, kept for each branch: an edit costs what it changed.

Every branch remembers the sums over its leaves. They are added up child by child, the lowest branch
first, so they depend on the tree alone and never on the edits that led to it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..pruning.risks import error_sums, weights_of
from .figures import predictions_of, stacked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..engine.contract import Floats
    from ..induction.region import Figures
    from .node import Node
    from .tree import Tree


@dataclass(frozen=True, slots=True)
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
    """

    nodes: int
    leaves: int
    depth: int
    error: float
    validation_error: float | None


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
    """

    leaves: int
    depth: int
    weight: float
    risk: float
    held_weight: float
    held_risk: float


def figures_of(tree: Tree, target: Target) -> TreeFigures:
    """Return the tree's own figures. O(nodes that no earlier call has seen)."""
    sums = _sums_of(tree.root, target)
    return TreeFigures(
        nodes=len(tree),
        leaves=sums.leaves,
        depth=sums.depth,
        error=_error(sums.risk, sums.weight, target) or 0.0,
        validation_error=_error(sums.held_risk, sums.held_weight, target),
    )


def _sums_of(root: Node, target: Target) -> Sums:
    if root.sums is not None:
        return root.sums
    known: dict[int, Sums] = {}  # read once: another thread may make a node forget
    order: list[Node] = []
    leaves: list[tuple[Node, Floats]] = []
    ahead = [(root, root.region.train.stats)]
    while ahead:
        node, spread = ahead.pop()
        if node.sums is not None:
            known[id(node)] = node.sums
            continue
        spread = node.region.train.stats if node.region.train.weight > 0 else spread
        if node.is_leaf:
            leaves.append((node, spread))
        else:
            order.append(node)
            ahead.extend((child, spread) for child in node.children)
    known.update(_leaf_sums(leaves, target))
    for node in reversed(order):  # what lies below a node comes after it in `order`
        known[id(node)] = added([known[id(child)] for child in node.children])
        node.remember(known[id(node)])
    return known[id(root)]


def added(parts: Sequence[Sums]) -> Sums:
    """Return the sums over several branches.

    Examples
    --------
    >>> added([Sums(1, 2, 5.0, 1.0, 0.0, 0.0), Sums(2, 4, 3.0, 0.0, 1.0, 1.0)])
    Sums(leaves=3, depth=4, weight=8.0, risk=1.0, held_weight=1.0, held_risk=1.0)
    """
    leaves = depth = 0
    weight = risk = held_weight = held_risk = 0.0
    for part in parts:
        leaves += part.leaves
        depth = max(depth, part.depth)
        weight += part.weight
        risk += part.risk
        held_weight += part.held_weight
        held_risk += part.held_risk
    return Sums(leaves, depth, weight, risk, held_weight, held_risk)


def _leaf_sums(leaves: Sequence[tuple[Node, Floats]], target: Target) -> dict[int, Sums]:
    """Return the sums of leaves, each given with the distribution it predicts from."""
    if not leaves:
        return {}
    nodes = [node for node, _ in leaves]
    prediction = predictions_of(nodes, np.stack([spread for _, spread in leaves]), target)
    weight, risk = _risks([node.region.train for node in nodes], prediction, target)
    held = [node.region.validation for node in nodes]
    held_out = [part for part in held if part is not None]
    nothing = np.zeros(len(nodes))
    held_weight, held_risk = (
        _risks(held_out, prediction, target) if len(held_out) == len(nodes) else (nothing, nothing)
    )
    columns = (weight, risk, held_weight, held_risk)
    lines = zip(nodes, *(column.tolist() for column in columns), strict=True)
    return {id(node): Sums(1, node.region.depth, *line) for node, *line in lines}


def _risks(figures: Sequence[Figures], prediction: Floats, target: Target) -> tuple[Floats, Floats]:
    """Return the weight and risk of each of several sets of rows; no risk where no weight is."""
    stats = stacked(figures)
    variance = np.array([part.impurity for part in figures])
    return weights_of(stats, target), error_sums(stats, variance, prediction, target)


def _error(risk: float, weight: float, target: Target) -> float | None:
    if not weight:
        return None
    return risk / weight if target.task == "classification" else math.sqrt(risk / weight)
