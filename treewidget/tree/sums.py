"""The figures of a tree as a whole, kept for each branch: an edit costs what it changed.

Every branch remembers the sums over its leaves. They are added up child by child, the lowest branch
first, so they depend on the tree alone and never on the edits that led to it. Rows that lie in
several leaves, were dropped or stopped on the way are in no such sum: where a tree has any, its
errors are taken row by row, as `predict` has them.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..induction.progress import OFTEN, Progress
from ..pruning.held_out import errors
from ..pruning.risks import error_sums, weights_of
from .figures import predictions_of, stacked
from .line_sums import sums_at
from .routing import turned
from .totals import Sums, TreeFigures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data import Part, Target
    from ..engine.contract import Floats
    from ..induction.region import Figures
    from .node import Node
    from .outcome import Outcome
    from .tree import Tree


def figures_of(
    tree: Tree,
    target: Target,
    outcome: Callable[[Part], Outcome] | None = None,
    progress: Progress | None = None,
) -> TreeFigures:
    """Return the tree's own figures. O(nodes that no earlier call has seen), or O(rows).

    Parameters
    ----------
    tree : Tree
    target : Target
    outcome : callable, optional
        What the tree predicts for the rows of a part: asked where any of them lie in several leaves
        or in none. Without it errors are those of what lies in the leaves.
    progress : Progress, optional
    """
    sums = _sums_of(tree.root, target, progress or Progress())
    figures = _figures(tree.root, sums, target)
    if outcome is not None and sums.astray:
        found = outcome("train")
        error, cost = _error_of(found, target), _cost_of(found, target)
        figures = replace(figures, error=error or 0.0, cost=cost)
    if outcome is not None and sums.held_astray:
        found = outcome("validation")
        error, cost = _error_of(found, target), _cost_of(found, target)
        figures = replace(figures, validation_error=error, validation_cost=cost)
    return figures


def figures_of_branches(nodes: Sequence[Node], target: Target) -> list[TreeFigures]:
    """Return the figures of branches by what lies in their leaves. O(nodes no call has seen)."""
    progress = Progress()
    return [_figures(node, _sums_of(node, target, progress), target) for node in nodes]


def _figures(root: Node, sums: Sums, target: Target) -> TreeFigures:
    train, held = root.region.train, root.region.validation
    return TreeFigures(
        nodes=root.size,
        leaves=sums.leaves,
        depth=sums.depth,
        error=_error(sums.risk, sums.weight, target) or 0.0,
        validation_error=_error(sums.held_risk, sums.held_weight, target),
        cost=_mean(sums.cost, train, target),
        validation_cost=None if held is None else _mean(sums.held_cost, held, target),
    )


def _mean(cost: float, figures: Figures, target: Target) -> float | None:
    """Return the cost of a case: the priors say how much of one each row is."""
    if target.stakes is None:
        return None
    cases = float(target.likely(figures.stats).sum())
    return cost / cases if cases > 0 else None


def leaves_of(node: Node, target: Target) -> int:
    """Return how many leaves a branch has. O(nodes that no earlier call has seen)."""
    return _sums_of(node, target, Progress()).leaves


def _error_of(found: Outcome, target: Target) -> float | None:
    loss = errors(found.predicted, found.actual, target)
    return _error(float(found.weights @ loss), float(found.weights.sum()), target)


def _cost_of(found: Outcome, target: Target) -> float | None:
    if target.stakes is None:
        return None
    cases = float(found.cases(target).sum())
    return found.lost(target) / cases if cases > 0 else None


def _sums_of(root: Node, target: Target, progress: Progress) -> Sums:
    if root.sums is not None:
        return root.sums
    known: dict[int, Sums] = {}  # read once: another thread may make a node forget
    order: list[Node] = []
    leaves: list[tuple[Node, Floats]] = []
    ahead = [(root, root.region.train.stats)]
    for node, above in progress.quiet.emptying(ahead, 1):
        done = node.sums or _of_bud(node, target, progress)
        if done is not None:
            known[id(node)] = done
            continue
        spread = node.region.train.stats if node.region.train.weight > 0 else above
        if node.is_leaf:
            leaves.append((node, spread))
        else:
            order.append(node)
            ahead.extend((child, spread) for child in node.children)
    for begin in progress.stage(0.5).over(range(0, len(leaves), OFTEN), max(len(leaves), 1), 1):
        known.update(_leaf_sums(leaves[begin : begin + OFTEN], target))
    upwards = reversed(order)  # what lies below a node comes after it in `order`
    for node in progress.over(upwards, max(len(order), 1)):
        known[id(node)] = _with_astray(node, added([known[id(child)] for child in node.children]))
        node.remember(known[id(node)])
    return known[id(root)]


def _of_bud(node: Node, target: Target, progress: Progress) -> Sums | None:
    """Return the sums of a branch that nobody has looked at, if its lines have them."""
    bud = node.bud
    found = None if bud is None else sums_at(bud.stretch, target, progress.stage(0.9))
    return None if found is None else Sums(*found)


def _with_astray(node: Node, sums: Sums) -> Sums:
    """Return sums that say whether rows went from a node other ways than whole into one branch."""
    here, held = node.region.train.n, node.region.validation
    below = [child.region for child in node.children]
    astray = sums.astray or turned(node) or sum(region.train.n for region in below) != here
    held_astray = sums.held_astray
    if held is not None:
        held_astray |= sum(part.validation.n for part in below if part.validation) != held.n
    if astray or held_astray:
        return sums._replace(astray=astray, held_astray=held_astray)
    return sums


def added(parts: Sequence[Sums]) -> Sums:
    """Return the sums over several branches.

    Examples
    --------
    >>> added([Sums(1, 2, 5.0, 1.0, 0.0, 0.0), Sums(2, 4, 3.0, 0.0, 1.0, 1.0)])[:6]
    (3, 4, 8.0, 1.0, 1.0, 1.0)
    """
    leaves = depth = 0
    weight = risk = held_weight = held_risk = cost = held_cost = 0.0
    astray = held_astray = False
    for part in parts:
        leaves += part.leaves
        depth = max(depth, part.depth)
        weight += part.weight
        risk += part.risk
        held_weight += part.held_weight
        held_risk += part.held_risk
        astray |= part.astray
        held_astray |= part.held_astray
        if part.cost or part.held_cost:  # else the zeros stay one object for all branches
            cost, held_cost = cost + part.cost, held_cost + part.held_cost
    risks = (weight, risk, held_weight, held_risk)
    return Sums(leaves, depth, *risks, astray, held_astray, cost, held_cost)


def _leaf_sums(leaves: Sequence[tuple[Node, Floats]], target: Target) -> dict[int, Sums]:
    """Return the sums of leaves, each given with the distribution it predicts from."""
    if not leaves:
        return {}
    nodes = [node for node, _ in leaves]
    prediction = predictions_of(nodes, np.stack([spread for _, spread in leaves]), target)
    weight, risk, cost = _risks([node.region.train for node in nodes], prediction, target)
    held = [node.region.validation for node in nodes]
    held_out = [part for part in held if part is not None]
    held_weight = held_risk = held_cost = np.zeros(len(nodes))
    if len(held_out) == len(nodes):
        held_weight, held_risk, held_cost = _risks(held_out, prediction, target)
    columns = [weight, risk, held_weight, held_risk]
    if target.stakes is not None:
        nobody = np.zeros(len(nodes), dtype=bool)
        columns += [nobody, nobody, cost, held_cost]
    lines = zip(nodes, *(column.tolist() for column in columns), strict=True)
    return {id(node): Sums(1, node.region.depth, *line) for node, *line in lines}


def _risks(
    figures: Sequence[Figures], prediction: Floats, target: Target
) -> tuple[Floats, Floats, Floats]:
    """Return weight, risk and cost of each of several sets of rows; no risk where no weight is."""
    stats = stacked(figures)
    variance = np.array([part.impurity for part in figures])
    risk = error_sums(stats, variance, prediction, target)
    cost = np.zeros(len(stats))
    if target.stakes is not None:
        costs = target.stakes.costs(stats)
        cost = np.take_along_axis(costs, prediction.astype(np.intp)[:, None], axis=1)[:, 0]
    return weights_of(stats, target), risk, cost


def _error(risk: float, weight: float, target: Target) -> float | None:
    if not weight:
        return None
    return risk / weight if target.task == "classification" else math.sqrt(risk / weight)
