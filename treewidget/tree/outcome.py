"""What a tree predicts for rows beside what they are: by leaves, or row by row in shares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.records import NewRecords, OwnRecords
from ..pruning.held_out import actual_at, lost_by
from ..pruning.risks import prediction_of
from .routing import NOBODY, Journey, Passing, travel, turned
from .surveying import survey

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..data import Dataset, Part, Target
    from ..engine.contract import Engine, Floats
    from ..induction.records import Positions
    from .tree import Tree

ROUNDING: Final = 1e-12
"""By so much the shares of a row may miss 1 and still be all of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Actual and predicted target of the rows of a part: class positions or values."""

    actual: Floats
    predicted: Floats
    weights: Floats

    def cases(self, target: Target) -> Floats:
        """Return how much of a case each row is: its weight, priors heeded."""
        if target.stakes is None:
            return self.weights
        return self.weights * target.stakes.shares[self.actual.astype(np.intp)]

    def lost(self, target: Target) -> float:
        """Return what all rows lose, by `lost_by`."""
        return float((self.weights * lost_by(self.predicted, self.actual, target)).sum())


def outcome(
    tree: Tree,
    dataset: Dataset,
    engine: Engine,
    on: Part,
    heed: Callable[[], object] = lambda: None,
) -> Outcome:
    """Return actual and predicted values of the rows of a part; `heed` is called now and then."""
    target = dataset.target
    if on == "test":  # sealed: they are in no region
        rows = dataset.parts["test"]
        records = NewRecords(dataset.read(dataset.rows_frame(rows)))
        predicted = decided(tree, target, travel(tree.root, records, len(rows), heed=heed))
    else:
        rows, predicted = _counted(tree, dataset, engine, on, heed)
    actual = actual_at(target, rows).astype(np.float64)
    return Outcome(actual, predicted, dataset.weights_at(rows))


def _counted(
    tree: Tree, dataset: Dataset, engine: Engine, on: Part, heed: Callable[[], object]
) -> tuple[NDArray[np.intp], Floats]:
    """Return the rows of a part and what the tree predicts for them.

    The leaves have whole rows at hand, and their parts of others. What was dropped or stopped on
    the way travels as a new row does; so does all where new rows may go another way.
    """
    figures, train, part = survey(tree, dataset.target), on == "train", dataset.parts[on]
    predicted = np.full(part.max() + 1, np.nan)
    stays = not train or not any(turned(node) for _, node, _ in figures.seen)
    for lines, where, places, _ in figures.nodes.bundles if stays else ():
        rows, leaf = lines.rows_at_leaves(where, held=not train)
        predicted[rows] = figures.prediction[places][leaf]
    passing: list[Passing] = []
    for at, node, _ in figures.seen if stays else ():
        heed()
        here = node.region.rows if train else node.region.validation_rows
        if not node.is_leaf or here is None:
            continue
        rows, shares = engine.positions(here), engine.shares(here)
        if shares is not None:
            whole = shares == 1
            passing.append(Passing(node, NOBODY, rows[~whole], shares[~whole]))
            rows = rows[whole]
        predicted[rows] = figures.prediction[at]
    if passing:
        divided, journey = _divided(passing, len(predicted))
        predicted[divided] = decided(tree, dataset.target, journey)
    others = part[np.isnan(predicted[part])]
    if len(others):
        predicted[others] = predicted_at(tree, dataset, others, heed)
    return part, predicted[part]


def _divided(passing: Sequence[Passing], size: int) -> tuple[Positions, Journey]:
    """Return the rows of which the leaves hold all parts, and where those lie."""
    held = np.zeros(size)
    for there in passing:  # a row comes once for each leaf
        held[there.part] += there.shares
    inside = np.abs(held - 1.0) <= ROUNDING
    rows, to = np.flatnonzero(inside), np.cumsum(inside) - 1
    journey = Journey([], np.full(len(rows), -1, dtype=np.int64))
    for there in passing:
        here = inside[there.part]
        journey.end(Passing(there.node, NOBODY, to[there.part[here]], there.shares[here]))
    return rows, journey


def predicted_at(
    tree: Tree,
    dataset: Dataset,
    rows: NDArray[np.intp],
    heed: Callable[[], object] = lambda: None,
) -> Floats:
    """Return what is predicted for rows of a data set that travel as new ones."""
    journey = travel(tree.root, OwnRecords(dataset, rows), len(rows), heed=heed)
    return decided(tree, dataset.target, journey)


def decided(tree: Tree, target: Target, journey: Journey) -> Floats:
    """Return what is predicted for each record: a class position or a value.

    A record in shares gets the class of most weight in the leaves' distributions taken together,
    where a label by hand counts as that class; or the mean of the leaves' values.
    """
    figures = survey(tree, target)
    line = figures.nodes.places(journey.ids)
    value: Floats = figures.prediction[line]
    if not journey.parts or not target.is_classification:
        return blended(journey, value)
    found = value[journey.place]
    votes, divided = target.votes(figures.said[line]), journey.divided
    found[divided] = prediction_of(blended(journey, votes, only=divided), target)
    return found


def blended(journey: Journey, values: Floats, only: NDArray[np.intp] | None = None) -> Floats:
    """Return for each record the values of the nodes where it ends, by its shares in them.

    Parameters
    ----------
    journey : Journey
    values : float array, shape (nodes, ...)
        Of each of `journey.ids`.
    only : int array, optional
        Return these records, in shares all, and no others.
    """
    if only is None:
        found: Floats = values[journey.place]
        found[journey.divided] = 0.0
        to = np.arange(len(found))
    else:
        found = np.zeros((len(only), *values.shape[1:]))
        to = np.zeros(len(journey.place), dtype=np.intp)
        to[only] = np.arange(len(only))
    for at, here, shares in journey.parts:  # a record comes once for each node
        found[to[here]] += shares.reshape(-1, *[1] * (values.ndim - 1)) * values[at]
    return found
