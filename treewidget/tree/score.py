"""How well a tree does on a part of its rows: accuracy, R2, confusion, importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

import numpy as np
import pandas as pd

from ..data import Dataset, Part
from ..data.words import shown
from ..errors import InvalidValueError, RefusedError, UnknownNameError, suggestion
from ..pruning.risks import weights_of
from .outcome import Outcome, outcome

if TYPE_CHECKING:
    from .tree import Tree

__all__ = [
    "Outcome",
    "check_classes",
    "checked_part",
    "confusion",
    "importance",
    "outcome",
    "score",
]


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
        index=pd.Index(target.classes, name="actual", tupleize_cols=False),
        columns=pd.Index(target.classes, name="predicted", tupleize_cols=False),
    )


def importance(tree: Tree, dataset: Dataset) -> pd.Series[float]:
    """Return each column's share in the decrease of impurity, as scikit-learn reckons it.

    A surrogate counts as much of its split's decrease as it is better than the majority rule, as
    rpart has it (Breiman et al. 1984, s. 5.3.4, in another form). Altered priors are heeded.
    """
    target = dataset.target
    total = np.zeros(len(dataset.columns))
    for node in tree.walk():
        if node.split is not None and node.gain is not None:
            stats = target.altered(node.region.train.stats)
            decrease = float(weights_of(stats[None], target)[0]) * node.gain
            total[node.split.column] += decrease
            for surrogate in node.split.surrogates:
                total[surrogate.split.column] += decrease * surrogate.adjusted
    names = pd.Index([column.name for column in dataset.columns], name="column")
    share = total / total.sum() if total.sum() > 0 else total
    return pd.Series(share, index=names, name="importance")
