"""How rows that a tree never saw fare in it: their loss at every node they pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..data.runs import alike
from ..engine.weighted import branches_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Dataset, Target
    from ..engine.contract import Floats, Ints, Route
    from ..induction.progress import Progress
    from .told import Told


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The splits of a tree as arrays of one entry a node, in pre-order.

    Attributes
    ----------
    column : int array
        -1 for leaves.
    cut : int array
        The highest code that goes to branch 0.
    missing : int array
        Branch of missing rows.
    first, other : int array
        Positions of the children of branches 0 and 1.
    routes : dict
        For the nodes whose split is no cut into two: the route, and the children's positions.
    """

    column: Ints
    cut: Ints
    missing: Ints
    first: Ints
    other: Ints
    routes: dict[int, tuple[Route, Ints]]

    def next(self, at: Ints, codes: NDArray[np.int32]) -> Ints:
        """Return where rows go from the nodes `at`, their codes in the columns asked for there."""
        above = np.where(codes < 0, self.missing[at], codes > self.cut[at])
        to = np.where(above == 1, self.other[at], self.first[at])
        others = np.flatnonzero(to < 0)
        passed, places = alike(at[others])
        for node, place in zip(passed.tolist(), places, strict=True):
            (route, children), here = self.routes[node], others[place]
            to[here] = children[branches_of(codes[here], route)]
        return to


def lost_by(predicted: Floats, actual: NDArray[Any], target: Target) -> Floats:
    """Return what each prediction loses: 0 or 1, or by the matrix of losses; the squared error."""
    if target.stakes is not None:
        return target.stakes.lost(predicted.astype(np.intp), actual.astype(np.intp))
    return errors(predicted, actual, target)


def errors(predicted: Floats, actual: NDArray[Any], target: Target) -> Floats:
    """Return the error of each prediction: 0 or 1; the squared one of numbers."""
    off: Floats = predicted - actual
    return (off != 0).astype(float) if target.is_classification else np.square(off)


def actual_at(target: Target, rows: NDArray[np.intp]) -> NDArray[Any]:
    """Return the class positions or values of rows."""
    return target.codes[rows] if target.is_classification else target.values[rows]


def losses(
    ways: Ways,
    told: Told,
    dataset: Dataset,
    rows: NDArray[np.intp],
    heeding: Progress,
) -> tuple[Floats, Floats]:
    """Return the sums of the loss and of its square over the rows that pass each node.

    The loss is that of the node's own prediction, as if it were a leaf: 0 or 1, by the matrix of
    losses, or the squared error; both sums are weighted, priors heeded (`lost_by`). All rows go
    down together, a level at a time: O(rows * depth).
    """
    target, prediction = told.target, told.prediction
    heeding.heed()
    codes = np.stack([column.codes[rows] for column in dataset.columns])
    weight, actual = dataset.weights_at(rows), actual_at(target, rows)
    loss, square = np.zeros(len(prediction)), np.zeros(len(prediction))
    at, moving = np.zeros(len(rows), dtype=np.int64), np.arange(len(rows))
    while len(at):
        heeding.heed()
        lost = lost_by(prediction[at], actual[moving], target)
        loss += np.bincount(at, weight[moving] * lost, len(loss))
        square += np.bincount(at, weight[moving] * np.square(lost), len(loss))
        inside = ways.column[at] >= 0
        at, moving = at[inside], moving[inside]
        at = ways.next(at, codes[ways.column[at], moving])
    return loss, square
