"""How well a tree does on a part of its rows: accuracy, R2, confusion, importance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
import pandas as pd

from ..data import Dataset, Part
from ..data.words import shown
from ..errors import InvalidValueError, RefusedError, UnknownNameError, suggestion
from .figures import Survey, survey
from .routing import leaves_of

if TYPE_CHECKING:
    from ..engine.contract import Engine, Floats
    from .tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """Actual and predicted target of the rows of a part: class positions or values."""

    actual: Floats
    predicted: Floats
    weights: Floats


def checked_part(on: object, dataset: Dataset) -> Part:
    """Return the part asked for, if there is one of that name."""
    known = get_args(Part)
    if on not in known:
        raise UnknownNameError(
            f"there is no part {on!r}{suggestion(on, known)}: one of {', '.join(known)}"
        )
    if on not in dataset.parts:
        raise RefusedError(
            f"there are no {on} rows: build the tree with {on}= (a fraction, a mask or a frame)"
        )
    return on


def outcome(tree: Tree, dataset: Dataset, engine: Engine, on: Part) -> Outcome:
    """Return actual and predicted values of the rows of a part."""
    figures, target = survey(tree, dataset.target), dataset.target
    if on == "test":
        rows, predicted = _routed(tree, dataset, figures)
    else:
        rows, predicted = _counted(figures, engine, on)
    values = target.codes if target.task == "classification" else target.values  # noqa: PD011
    weights = np.ones(len(rows)) if dataset.weights is None else dataset.weights[rows]
    return Outcome(values[rows].astype(np.float64), predicted, weights)


def _counted(figures: Survey, engine: Engine, on: Part) -> tuple[Any, Floats]:
    """Return the rows of every leaf, which the tree has at hand, and what it predicts there."""
    rows, predicted = [], []
    for node, value in zip(figures.nodes, figures.prediction, strict=True):
        here = node.region.rows if on == "train" else node.region.validation_rows
        if node.is_leaf and here is not None:
            positions = engine.positions(here)
            rows.append(positions)
            predicted.append(np.full(len(positions), value))
    return np.concatenate(rows), np.concatenate(predicted)


def _routed(tree: Tree, dataset: Dataset, figures: Survey) -> tuple[Any, Floats]:
    """Return the sealed rows and what the tree predicts for them: they are in no region."""
    rows = dataset.parts["test"]
    leaves, place = leaves_of(tree, dataset.read(dataset.rows_frame(rows)), len(rows))
    value = dict(zip((node.id for node in figures.nodes), figures.prediction, strict=True))
    return rows, np.array([value[leaf.id] for leaf in leaves])[place]


def score(found: Outcome, dataset: Dataset) -> float:
    """Return the accuracy, or R2 for regression, weighted."""
    if dataset.target.task == "classification":
        return float(np.average(found.actual == found.predicted, weights=found.weights))
    mean = np.average(found.actual, weights=found.weights)
    residual = float((found.weights * np.square(found.actual - found.predicted)).sum())
    total = float((found.weights * np.square(found.actual - mean)).sum())
    if total == 0:
        return 1.0 if residual == 0 else 0.0
    return 1.0 - residual / total


def check_classes(dataset: Dataset, what: str, instead: str) -> None:
    """Refuse what only classes have."""
    if dataset.target.task == "regression":
        name = shown(dataset.target.name)
        raise InvalidValueError(f"{what} needs classes, and {name} is a number: use {instead}")


def confusion(found: Outcome, dataset: Dataset) -> pd.DataFrame:
    """Return the weight of each pair of actual (rows) and predicted (columns) class."""
    target = dataset.target
    size = len(target.classes)
    pairs = (found.actual * size + found.predicted).astype(np.int64)
    counts = np.bincount(pairs, weights=found.weights, minlength=size * size)
    if dataset.weights is None:
        counts = counts.astype(np.int64)
    return pd.DataFrame(
        counts.reshape(size, size),
        index=pd.Index(target.classes, name="actual"),
        columns=pd.Index(target.classes, name="predicted"),
    )


def importance(tree: Tree, dataset: Dataset) -> pd.Series[float]:
    """Return each column's share in the decrease of impurity, as scikit-learn reckons it."""
    total = np.zeros(len(dataset.columns))
    for node in tree.walk():
        if node.split is not None and node.gain is not None:
            total[node.split.column] += node.region.train.weight * node.gain
    names = pd.Index([column.name for column in dataset.columns], name="column")
    share = total / total.sum() if total.sum() > 0 else total
    return pd.Series(share, index=names, name="importance")
