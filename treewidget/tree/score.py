"""How well a tree does on a part of its rows: accuracy, R2, confusion, importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

import numpy as np
import pandas as pd

from ..data import Dataset, Part
from ..data.words import shown
from ..errors import InvalidValueError, RefusedError, UnknownNameError, suggestion
from ..induction.line_columns import gains_at
from ..pruning.risks import weights_of
from .look import classes_index
from .outcome import Outcome, outcome
from .surveying import survey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Target
    from ..engine.contract import Floats
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


PARTS: Final[tuple[Part, ...]] = get_args(Part)


def checked_part(on: object, dataset: Dataset, *, sealed: bool = False) -> Part:
    """Return the part asked for, if there is one of that name; the error offers those there are.

    `sealed` are the test rows to whatever does not count its looks at them.
    """
    if sealed and isinstance(on, str) and on == "test":
        raise RefusedError(
            "the test rows are sealed: only the tree's score(), confusion() and expected_cost() "
            "look at them, with on='test'"
        )
    if not isinstance(on, str) or on not in PARTS:
        here = [part for part in PARTS if part in dataset.parts and not (sealed and part == "test")]
        raise UnknownNameError(
            f"there is no part {shown(on)}{suggestion(on, here)}: one of {', '.join(here)}"
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
    if np.ptp(found.actual) == 0:  # of which the mean may round, and nearly 0 be divided by
        return float(np.allclose(found.predicted, found.actual, rtol=1e-12, atol=0.0))
    residual = float((found.weights * np.square(found.actual - found.predicted)).sum())
    # values far from 0 have no mean as exact as they lie apart: what it is off by is taken away
    off = found.actual - np.average(found.actual, weights=found.weights)
    total = float((found.weights * np.square(off - np.average(off, weights=found.weights))).sum())
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
        index=classes_index(target, "actual"),
        columns=classes_index(target, "predicted"),
    )


def importance(tree: Tree, dataset: Dataset) -> pd.Series[float]:
    """Return each column's share in the decrease of impurity, as scikit-learn reckons it.

    A surrogate counts as much of its split's decrease as it is better than the majority rule, as
    rpart has it (Breiman et al. 1984, s. 5.3.4, in another form). Altered priors are heeded.
    """
    where: list[int] = []
    much: list[float] = []
    nodes = survey(tree, dataset.target).nodes
    for _, node, _ in nodes.seen:
        if node.split is not None and node.gain is not None:
            decrease = _decreases(node.region.train.stats[None], [node.gain], dataset.target)[0]
            where.append(node.split.column)
            much.append(decrease)
            for surrogate in node.split.surrogates:
                where.append(surrogate.split.column)
                much.append(decrease * surrogate.adjusted)
    for lines, here, _, _ in nodes.bundles:
        where += lines.grown.column[here].tolist()
        gains = [gain or 0.0 for gain in gains_at(lines, here)]
        much += _decreases(lines.grown.stats[here], gains, dataset.target)
    # leaves have no column, and are put before the first
    total = np.bincount(np.array(where, dtype=np.int64) + 1, much, len(dataset.columns) + 1)[1:]
    total = total.astype(np.float64)  # numpy counts in whole numbers where there is no split
    names = pd.Index([column.name for column in dataset.columns], name="column")
    share = total / total.sum() if total.sum() > 0 else total
    return pd.Series(share, index=names, name="importance")


def _decreases(stats: Floats, gains: Sequence[float], target: Target) -> list[float]:
    """Return by how much each split lowers weight times impurity."""
    found: list[float] = (weights_of(target.altered(stats), target) * np.array(gains)).tolist()
    return found
