"""Figures of nodes and trees, from the statistics that every region carries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..induction.progress import Progress
from ..pruning.risks import inherited, prediction_of, variance_in, weights_of
from .preorder import Preorder, Seen, figures_at
from .renewed import Renewed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..induction.region import Figures
    from ..induction.splits import Split
    from .node import Node


class Parts(NamedTuple):
    """The figures of some sets of rows, one line each."""

    n: Ints
    weight: Floats
    impurity: Floats
    stats: Floats

    @classmethod
    def none(cls) -> Parts:
        """Return the figures of no rows."""
        return cls(np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0), np.zeros((0, 0)))


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The figures of all nodes of a tree, in pre-order, as arrays of one entry a node.

    Attributes
    ----------
    nodes : Preorder
        What is in the arrays needs none of those that nobody has looked at.
    parent : int array
        Position of the parent in these arrays; -1 for the root.
    n : int array
        Training rows.
    weight, impurity : float arrays
    stats : float array, shape (nodes, S)
        As in `engine.contract.Table`.
    spread : float array, shape (nodes, S)
        The distribution a prediction is made from: `stats`, but the nearest ancestor's where a
        node has no weight, or none by the priors.
    prediction : float array
        Class position or value: the label set by hand, else the majority or mean.
    error : float array
        Error rate or RMSE as if the node were a leaf; 0 where it has no weight.
    validation_n : int array
    validation_weight : float array
    validation_impurity : float array
    validation_stats : float array
    validation_error : float array
        NaN where there are no rows.
    """

    nodes: Preorder
    parent: Ints
    n: Ints
    weight: Floats
    impurity: Floats
    stats: Floats
    spread: Floats
    prediction: Floats
    error: Floats
    validation_n: Ints
    validation_weight: Floats
    validation_impurity: Floats
    validation_stats: Floats
    validation_error: Floats

    @property
    def seen(self) -> Sequence[Seen]:
        """The nodes that somebody has looked at: no other was ever changed by hand."""
        return self.nodes.seen

    def where(self, asked: Callable[[Split | None], bool]) -> NDArray[np.bool_]:
        """Return of which splits something holds; of those nobody has looked at it does not."""
        found = np.zeros(len(self.nodes), dtype=bool)
        for at, node, _ in self.seen:
            found[at] = asked(node.split)
        return found

    @property
    def inner(self) -> NDArray[np.bool_]:
        """Whether anything hangs below each."""
        inner = np.zeros(len(self.nodes), dtype=bool)
        inner[self.parent[self.parent >= 0]] = True
        return inner

    @property
    def said(self) -> Floats:
        """`spread` (of classes), where a label by hand counts as all rows being of that class."""
        labels = [(at, int(node.label)) for at, node, _ in self.seen if node.label is not None]
        spread = self.spread.copy() if labels else self.spread
        for at, label in labels:
            spread[at] = 0.0
            spread[at, label] = 1.0
        return spread

    def part(self, lines: Ints) -> Survey:
        """Return some lines, in their order; a parent that is not among them becomes -1.

        Of what hangs in a bud all is returned, or nothing; of what is `Renewed` what is asked for.
        """
        place = np.full(len(self.nodes) + 1, -1, dtype=np.int64)  # the last place is parent -1's
        place[lines] = np.arange(len(lines))
        held = lines if len(self.validation_n) else np.zeros(0, dtype=np.int64)
        seen = [_moved(one, place) for one in self.seen if place[one.at] >= 0]
        return Survey(
            nodes=Preorder(seen),
            parent=place[self.parent[lines]],
            n=self.n[lines],
            weight=self.weight[lines],
            impurity=self.impurity[lines],
            stats=self.stats[lines],
            spread=self.spread[lines],
            prediction=self.prediction[lines],
            error=self.error[lines],
            validation_n=self.validation_n[held],
            validation_weight=self.validation_weight[held],
            validation_impurity=self.validation_impurity[held],
            validation_stats=self.validation_stats[held],
            validation_error=self.validation_error[held],
        )


def _moved(one: Seen, place: Ints) -> Seen:
    """Return a node with what it has in a bud where it stands now; -1 is what is left out."""
    at, node, bud = one
    if isinstance(bud, Renewed):
        bud = bud.part(place[at + 1 : at + 1 + bud.size] >= 0)
    return Seen(int(place[at]), node, bud)


def survey_of(nodes: Sequence[Node], parent: Ints, target: Target) -> Survey:
    """Return the figures of some nodes in pre-order, with all ancestors of what they hold.

    Parameters
    ----------
    nodes : sequence of Node
    parent : int array
        Position of the parent of each; -1 for the root.
    target : Target
    """
    return surveyed(Preorder.among(nodes, [None] * len(nodes)), parent, target)


def surveyed(
    nodes: Preorder, parent: Ints, target: Target, heeding: Progress | None = None
) -> Survey:
    """Return the figures of nodes; those in buds are taken from lines."""
    heeding = heeding or Progress()
    held_out = nodes.seen[0].node.region.validation is not None
    train, held = parts_at(nodes, held=False, heeding=heeding), Parts.none()
    if held_out:
        held = parts_at(nodes, held=True, heeding=heeding)
    spread = inherited(train.stats, parent, target)
    prediction = prediction_of(spread, target)
    for at, node, _ in nodes.seen:
        if node.label is not None:
            prediction[at] = node.label
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
        validation_weight=held.weight,
        validation_impurity=held.impurity,
        validation_stats=held.stats,
        validation_error=errors_of(held, prediction, target) if held_out else held.weight,
    )


def parts_at(nodes: Preorder, *, held: bool, heeding: Progress | None = None) -> Parts:
    """Return the figures of every node, on the training rows or the validation rows."""
    heeding = heeding or Progress()
    seen = heeding.over(nodes.seen, len(nodes.seen))
    known = parts_of([figures_at(node, held=held) for _, node, _ in seen])
    heeding.step(1.0)
    if len(nodes.seen) == len(nodes):
        return known
    here = np.array([at for at, _, _ in nodes.seen])
    whole = Parts(*(_spread(column, here, len(nodes)) for column in known))
    for lines, where, at, _ in nodes.bundles:
        for column, values in zip(whole, lines.parts(where, held=held), strict=True):
            column[at] = values
    return whole


def _spread(values: NDArray[Any], here: Ints, many: int) -> NDArray[Any]:
    """Return values put in their places among so many."""
    column = np.zeros((many, *values.shape[1:]), dtype=values.dtype)
    column[here] = values
    return column


def parts_of(figures: Sequence[Figures]) -> Parts:
    """Return the figures of several regions, one line each."""
    return Parts(
        np.array([part.n for part in figures], dtype=np.int64),
        np.array([part.weight for part in figures]),
        np.array([part.impurity for part in figures]),
        stacked(figures),
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
