"""Figures of nodes and trees, from the statistics that every region carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..pruning.risks import inherited, prediction_of, variance_in, weights_of
from .preorder import Preorder, Seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..induction.region import Figures
    from .node import Node


class Parts(NamedTuple):
    """The figures of some sets of rows, one line each."""

    n: Ints
    weight: Floats
    impurity: Floats
    stats: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The figures of all nodes of a tree, in pre-order, as arrays of one entry a node.

    Attributes
    ----------
    nodes : sequence of Node
        Of a whole tree made when they are asked for: what is in the arrays needs none.
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
    validation_impurity : float array
    validation_stats : float array
    validation_error : float array
        NaN where there are no rows.
    """

    nodes: Sequence[Node]
    parent: Ints
    n: Ints
    weight: Floats
    impurity: Floats
    stats: Floats
    spread: Floats
    prediction: Floats
    error: Floats
    validation_n: Ints
    validation_impurity: Floats
    validation_stats: Floats
    validation_error: Floats

    @property
    def place(self) -> Mapping[int, int]:
        """Position in these arrays of each id."""
        if isinstance(self.nodes, Preorder):
            return self.nodes.places
        return {node.id: at for at, node in enumerate(self.nodes)}

    @property
    def seen(self) -> list[Seen]:
        """The nodes that somebody has looked at: no other was ever changed by hand."""
        if isinstance(self.nodes, Preorder):
            return self.nodes.seen
        return [Seen(at, node, None) for at, node in enumerate(self.nodes)]

    @property
    def inner(self) -> NDArray[np.bool_]:
        """Whether anything hangs below each."""
        inner = np.zeros(len(self.nodes), dtype=bool)
        inner[self.parent[self.parent >= 0]] = True
        return inner

    def part(self, lines: Ints) -> Survey:
        """Return some lines, in their order; a parent that is not among them becomes -1."""
        place = np.full(len(self.nodes) + 1, -1, dtype=np.int64)  # the last place is parent -1's
        place[lines] = np.arange(len(lines))
        held = lines if len(self.validation_n) else np.zeros(0, dtype=np.int64)
        return Survey(
            nodes=[self.nodes[at] for at in lines],
            parent=place[self.parent[lines]],
            n=self.n[lines],
            weight=self.weight[lines],
            impurity=self.impurity[lines],
            stats=self.stats[lines],
            spread=self.spread[lines],
            prediction=self.prediction[lines],
            error=self.error[lines],
            validation_n=self.validation_n[held],
            validation_impurity=self.validation_impurity[held],
            validation_stats=self.validation_stats[held],
            validation_error=self.validation_error[held],
        )


def survey_of(nodes: Sequence[Node], parent: Ints, target: Target) -> Survey:
    """Return the figures of some nodes in pre-order, parents before their children.

    Parameters
    ----------
    nodes : sequence of Node
        A whole tree, or a part that holds all ancestors of what it holds.
    parent : int array
        Position of the parent of each; -1 for the root.
    target : Target
    """
    train = parts_of([node.region.train for node in nodes])
    held = [node.region.validation for node in nodes]
    held_out = [part for part in held if part is not None]
    seen = parts_of(held_out) if len(held_out) == len(nodes) else None
    labels = {at: node.label for at, node in enumerate(nodes) if node.label is not None}
    return surveyed(nodes, parent, (train, seen), labels, target)


def surveyed(
    nodes: Sequence[Node],
    parent: Ints,
    parts: tuple[Parts, Parts | None],
    labels: Mapping[int, float],
    target: Target,
) -> Survey:
    """Return what follows of the figures of training and validation rows, and of labels."""
    train, held = parts
    if held is None:
        none = np.zeros(0)
        nothing = none.astype(np.int64)
        held = Parts(nothing, none, none, np.zeros((0, train.stats.shape[1])))
    spread = inherited(train.stats, parent, target)
    prediction = prediction_of(spread, target)
    for at, label in labels.items():
        prediction[at] = label
    return Survey(
        nodes=nodes,
        parent=parent,
        n=train.n,
        weight=train.weight,
        impurity=train.impurity,
        stats=train.stats,
        spread=spread,
        prediction=prediction,
        error=np.nan_to_num(errors_of(train, prediction, target)),
        validation_n=held.n,
        validation_impurity=held.impurity,
        validation_stats=held.stats,
        validation_error=errors_of(held, prediction[: len(held.n)], target),
    )


def parts_of(figures: Sequence[Figures]) -> Parts:
    """Return the figures of several regions, one line each."""
    return Parts(
        np.array([part.n for part in figures], dtype=np.int64),
        np.array([part.weight for part in figures]),
        np.array([part.impurity for part in figures]),
        stacked(figures) if figures else np.zeros((0, 0)),
    )


def errors_of(parts: Parts, prediction: Floats, target: Target) -> Floats:
    """Return the error of predicting one value for each set of rows; NaN where there are none."""
    stats = parts.stats
    weight = weights_of(stats, target)
    with np.errstate(divide="ignore", invalid="ignore"):
        if target.task == "classification":
            right = np.take_along_axis(stats, prediction.astype(np.intp)[:, None], axis=1)[:, 0]
            return np.where(weight > 0, np.maximum(weight - right, 0.0) / weight, np.nan)
        mean = target.centre + stats[:, 1] / weight
        variance = variance_in(stats, parts.impurity)
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
