"""Figures of nodes and trees, from the statistics that every region carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..induction.uncollected import uncollected
from ..pruning.risks import inherited, prediction_of, variance_in, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..induction.region import Figures
    from .node import Node
    from .tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The figures of all nodes of a tree, in pre-order, as arrays of one entry a node.

    Attributes
    ----------
    nodes : list of Node
    place : dict
        Position in these arrays of each id.
    parent : int array
        Position of the parent in these arrays; -1 for the root.
    n : int array
        Training rows.
    weight, impurity : float arrays
    stats : float array, shape (nodes, S)
        As in `engine.contract.Table`.
    spread : float array, shape (nodes, S)
        The distribution a prediction is made from: `stats`, but the nearest ancestor's where a
        node has no weight.
    prediction : float array
        Class position or value: the label set by hand, else the majority or mean.
    error : float array
        Error rate or RMSE as if the node were a leaf; 0 where it has no weight.
    validation_n : int array
    validation_stats : float array
    validation_error : float array
        NaN where there are no rows.
    """

    nodes: list[Node]
    place: dict[int, int]
    parent: Ints
    n: Ints
    weight: Floats
    impurity: Floats
    stats: Floats
    spread: Floats
    prediction: Floats
    error: Floats
    validation_n: Ints
    validation_stats: Floats
    validation_error: Floats

    def part(self, lines: Ints) -> Survey:
        """Return some lines, in their order; a parent that is not among them becomes -1."""
        place = np.full(len(self.nodes) + 1, -1, dtype=np.int64)  # the last place is parent -1's
        place[lines] = np.arange(len(lines))
        held = lines if len(self.validation_n) else np.zeros(0, dtype=np.int64)
        nodes = [self.nodes[at] for at in lines]
        return Survey(
            nodes=nodes,
            place={node.id: at for at, node in enumerate(nodes)},
            parent=place[self.parent[lines]],
            n=self.n[lines],
            weight=self.weight[lines],
            impurity=self.impurity[lines],
            stats=self.stats[lines],
            spread=self.spread[lines],
            prediction=self.prediction[lines],
            error=self.error[lines],
            validation_n=self.validation_n[held],
            validation_stats=self.validation_stats[held],
            validation_error=self.validation_error[held],
        )


def survey(tree: Tree, target: Target) -> Survey:
    """Return the figures of every node: O(nodes) the first time, then remembered by the tree."""
    if tree.survey is None:
        with uncollected():
            nodes = list(tree.walk())
        parent = np.full(len(nodes), -1, dtype=np.int64)
        for at, node in enumerate(nodes):
            below = at + 1
            for child in node.children:  # pre-order: each stands behind what hangs below the last
                parent[below] = at
                below += child.size
        tree.survey = survey_of(nodes, parent, target)
    made: Survey = tree.survey
    return made


def survey_of(nodes: list[Node], parent: Ints, target: Target) -> Survey:
    """Return the figures of some nodes in pre-order, parents before their children.

    Parameters
    ----------
    nodes : list of Node
        A whole tree, or a part that holds all ancestors of what it holds.
    parent : int array
        Position of the parent of each; -1 for the root.
    target : Target
    """
    train = [node.region.train for node in nodes]
    stats = stacked(train)
    spread = inherited(stats, parent, target)
    prediction = predictions_of(nodes, spread, target)
    held = [node.region.validation for node in nodes]
    held_out = [part for part in held if part is not None]
    complete = len(held_out) == len(nodes)
    validation = stacked(held_out) if complete else np.zeros((0, stats.shape[1]))
    errors = errors_of(held_out, validation, prediction, target) if complete else np.zeros(0)
    return Survey(
        nodes=nodes,
        place={node.id: at for at, node in enumerate(nodes)},
        parent=parent,
        n=np.array([part.n for part in train], dtype=np.int64),
        weight=np.array([part.weight for part in train]),
        impurity=np.array([part.impurity for part in train]),
        stats=stats,
        spread=spread,
        prediction=prediction,
        error=np.nan_to_num(errors_of(train, stats, prediction, target)),
        validation_n=np.array([part.n for part in held_out], dtype=np.int64),
        validation_stats=validation,
        validation_error=errors,
    )


def errors_of(
    figures: Sequence[Figures], stats: Floats, prediction: Floats, target: Target
) -> Floats:
    """Return the error of predicting one value for each set of rows; NaN where there are none."""
    weight = weights_of(stats, target)
    with np.errstate(divide="ignore", invalid="ignore"):
        if target.task == "classification":
            right = np.take_along_axis(stats, prediction.astype(np.intp)[:, None], axis=1)[:, 0]
            return np.where(weight > 0, np.maximum(weight - right, 0.0) / weight, np.nan)
        mean = target.centre + stats[:, 1] / weight
        variance = variance_in(stats, np.array([part.impurity for part in figures]))
        return np.where(weight > 0, np.sqrt(variance + np.square(mean - prediction)), np.nan)


def stacked(figures: Sequence[Figures]) -> Floats:
    """Return the statistics of several regions, one line each."""
    return np.concatenate([part.stats for part in figures]).reshape(len(figures), -1)


def predictions_of(nodes: Sequence[Node], spread: Floats, target: Target) -> Floats:
    """Return what nodes predict: the label set by hand, else by the distribution given for each."""
    prediction = prediction_of(spread, target)
    for at, node in enumerate(nodes):
        if node.label is not None:
            prediction[at] = node.label
    return prediction
