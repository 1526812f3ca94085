"""Priors, losses and column costs, as a user names them and as the parts of a method need them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.levels import asked_by
from ..data.stakes import stakes_of
from ..data.words import counted, listed, shown
from ..errors import InvalidValueError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..data.dataset import Dataset
    from ..data.target import Target
    from ..engine.contract import Floats
    from .options import Options
    from .search.found import Found

WHOLE: Final = ("priors", "losses", "class_weight", "log")
"""Options that belong to a tree as a whole: its labels, risks and shares all hang on them."""
UNDIVIDED: Final = ("cls", "chaid", "exhaustive-chaid")
"""Methods that divide no gain by a column's cost: one takes it for what it is, two refuse it."""
SUM: Final = 1e-6
"""How far from 1 the sum of all priors may be."""


def staked(dataset: Dataset, options: Options) -> Dataset:
    """Return the data set with what its classes are worth by the options.

    Priors and losses are reckoned against the training rows, so a data set with other ones needs
    it anew; in a fold against those of all folds, as in rpart.

    Raises
    ------
    TreeWidgetError
        Naming the class, and what would be right.
    """
    if options.column_costs is not None:
        _refuse_free(column_costs(dataset, options), dataset, options)
    if options.priors is None and options.losses is None:
        return dataset
    target = dataset.target
    if not target.is_classification:
        name = "priors" if options.priors is not None else "losses"
        raise InvalidValueError(
            f"{name} needs classes, and target {shown(target.name)} is a number: leave it out, or "
            "weigh rows with weights="
        )
    priors = None if options.priors is None else _priors(options.priors, target)
    losses = None if options.losses is None else _losses(options.losses, target)
    if priors is not None and options.class_weight is not None:
        raise InvalidValueError(
            "priors and class_weight both say how much the classes count, and beside priors the "
            "weights of classes cancel out: give one of them"
        )
    weighed = dataset.weights is not None
    made = stakes_of(_class_totals(dataset), priors, losses, weighed=weighed)
    return replace(dataset, target=replace(target, stakes=made))


def known_somewhere(dataset: Dataset, options: Options) -> Dataset:
    """Return the data set without the training rows that no surrogate could ever send anywhere.

    Where every column is missing rpart leaves a row out, and so is it done under its strategy.
    """
    rows = dataset.parts["train"]
    if options.missing != "surrogate":
        return dataset
    known = np.zeros(len(rows), dtype=bool)
    for column in dataset.columns:
        known |= column.codes[rows] >= 0
    gone = int(np.count_nonzero(~known))
    if not gone:
        return dataset
    said = (
        f"{counted(gone, 'training row')} left out: every column is missing there, and "
        "missing='surrogate' has nothing to go by"
    )
    parts = {**dataset.parts, "train": rows[known]}
    return replace(dataset, parts=parts, notes=(*dataset.notes, said))


def column_costs(dataset: Dataset, options: Options) -> Floats | None:
    """Return what measuring each column costs, 1 where nobody says; None without any.

    Raises
    ------
    UnknownNameError
        When a column is not there.
    """
    if options.column_costs is None:
        return None
    costs = np.ones(len(dataset.columns))
    for name, cost in options.column_costs.items():
        costs[asked_by(dataset.column_index, name, "column_costs")] = cost
    return costs


def costed(found: list[Found], dataset: Dataset, options: Options) -> list[Found]:
    """Return what was found, each ranked by its gain for each unit of its column's cost.

    Breiman et al. 1984 leave costs of measuring open; rpart divides by them.
    """
    costs = column_costs(dataset, options)
    if costs is None:
        return found
    return [one._replace(score=one.gain / costs[one.column]) for one in found]


def _class_totals(dataset: Dataset) -> Floats:
    rows, target = (
        dataset.parts["train"] if dataset.folds is None else dataset.folds,
        dataset.target,
    )
    weights = None if dataset.weights is None else dataset.weights[rows]
    return np.bincount(target.codes[rows], weights, len(target.classes)).astype(np.float64)


def _refuse_free(costs: Floats | None, dataset: Dataset, options: Options) -> None:
    """Refuse a column that costs nothing where gains are divided by costs."""
    free = [] if costs is None else np.flatnonzero(costs == 0).tolist()
    if free and options.method not in UNDIVIDED:
        name = shown(dataset.columns[free[0]].name)
        raise InvalidValueError(
            f"column_costs[{name}] is 0, and method={options.method!r} divides a gain by its "
            "column's cost: give every column a cost above 0 (1 where nothing is said)"
        )


def _priors(given: Mapping[Any, float], target: Target) -> Floats:
    priors = np.full(len(target.classes), np.nan)
    for value, prior in given.items():
        priors[asked_by(target.class_code, value, "priors")] = prior
    unnamed = [target.classes[at] for at in np.flatnonzero(np.isnan(priors))]
    if unnamed:
        raise InvalidValueError(f"priors leave out {listed(unnamed)}: give every class its own")
    if abs(priors.sum() - 1.0) > SUM:
        raise InvalidValueError(f"priors add up to {priors.sum():g}: they must add up to 1")
    return priors


def _losses(given: Mapping[Any, Mapping[Any, float]], target: Target) -> Floats:
    """Return the matrix; pairs nobody names cost 1."""
    losses = 1.0 - np.eye(len(target.classes))
    for true, row in given.items():
        line = asked_by(target.class_code, true, "losses")
        for said, cost in row.items():
            losses[line, asked_by(target.class_code, said, "losses")] = cost
    right = np.flatnonzero(np.diag(losses))
    if len(right):
        name = shown(target.classes[int(right[0])])
        raise InvalidValueError(
            f"losses[{name}][{name}] is {losses[right[0], right[0]]:g}: a right prediction "
            "costs nothing, give 0 or leave it out"
        )
    if not losses.any():
        raise InvalidValueError("losses are 0 for every mistake: nothing would be worth a split")
    return losses
