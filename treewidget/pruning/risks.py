"""The risk of a node as a leaf: its misclassified weight or squared error, or its impurity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import numpy as np

from ..data.weights import cheapest, heaviest
from ..data.words import shown
from ..errors import InvalidValueError, suggestion

if TYPE_CHECKING:
    from ..data import Target
    from ..engine.contract import Floats, Ints

Risk: TypeAlias = Literal["error", "impurity"]

RISKS: Final[tuple[Risk, ...]] = get_args(Risk)
SUMS: Final = 3
"""Weight, sum and sum of squares; by absolute errors median and variance stand behind them."""


def checked_risk(value: object) -> Risk:
    """Return the name of a risk, or refuse what is none."""
    known = next((risk for risk in RISKS if isinstance(value, str) and risk == value), None)
    if known is not None:
        return known
    raise InvalidValueError(
        f"risk={shown(value)} is no risk{suggestion(value, RISKS)}: give 'error' (misclassified "
        "weight, or squared error) or 'impurity' (the method's criterion, as ccp_alpha takes it)"
    )


def weights_of(stats: Floats, target: Target) -> Floats:
    """Return the weight of each line of statistics."""
    weight: Floats = stats.sum(axis=1) if target.is_classification else stats[:, 0]
    return weight


def prediction_of(stats: Floats, target: Target) -> Floats:
    """Return what each node predicts by its own rows: a class position, the mean or the median.

    The class is the one whose expected loss is least: the most likely one where all mistakes cost
    alike.
    """
    if target.stakes is not None:
        return cheapest(target.stakes.costs(stats)).astype(np.float64)
    if target.is_classification:
        return heaviest(stats).astype(np.float64)
    if stats.shape[1] > SUMS:
        return np.asarray(target.centre + stats[:, SUMS])
    return np.asarray(target.centre + stats[:, 1] / stats[:, 0])


def variance_in(stats: Floats, impurity: Floats) -> Floats:
    """Return the variance of each node (regression): its impurity, but for absolute errors."""
    return stats[:, SUMS + 1] if stats.shape[1] > SUMS else impurity


def inherited(stats: Floats, parent: Ints, target: Target) -> Floats:
    """Return what each node of a tree predicts from: its nearest ancestor's where none counts.

    No row of an empty branch does, nor one of a class whose prior is 0.

    Parameters
    ----------
    stats : float array, shape (nodes, S)
        In pre-order.
    parent : int array
        Position of each node's parent; -1 for the root.
    target : Target
    """
    empty = np.flatnonzero(weights_of(target.likely(stats), target) <= 0)
    spread = stats.copy() if len(empty) else stats
    for at in empty:  # a parent's line is ready before its children's
        if parent[at] >= 0:
            spread[at] = spread[parent[at]]
    return spread


def error_sums(stats: Floats, variance: Floats, prediction: Floats, target: Target) -> Floats:
    """Return the loss of each node as a leaf: misclassified weight, or sum of squared errors.

    Parameters
    ----------
    stats : float array, shape (nodes, S)
        As in `engine.contract.Table`.
    variance : float array
        Of the target in each node (regression; not looked at for classes, nor where the statistics
        have it: see `region.Figures`).
    prediction : float array
        What is predicted there.
    target : Target
    """
    if target.is_classification:
        return _misclassified(stats, prediction)
    weight, variance = stats[:, 0], variance_in(stats, variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        off = target.centre + stats[:, 1] / weight - prediction
        return np.where(weight > 0, weight * (variance + np.square(off)), 0.0)


def mistaken(stats: Floats, prediction: Floats, target: Target) -> tuple[Floats, Floats]:
    """Return the weight of each node, and how much of it a class said there gets wrong.

    Priors and losses heeded, as `Stakes.mistakes` says: what prunes by counts of mistakes goes by
    these.
    """
    if target.stakes is not None:
        return target.stakes.mistakes(stats, prediction)
    return stats.sum(axis=1), _misclassified(stats, prediction)


def _misclassified(stats: Floats, prediction: Floats) -> Floats:
    right = np.take_along_axis(stats, prediction.astype(np.intp)[:, None], axis=1)[:, 0]
    return np.asarray(np.maximum(stats.sum(axis=1) - right, 0.0))


def cost_sums(stats: Floats, variance: Floats, prediction: Floats, target: Target) -> Floats:
    """Return what each node as a leaf costs: the loss of its rows, priors heeded.

    It is `error_sums` where no priors or losses are given.
    """
    if target.stakes is None:
        return error_sums(stats, variance, prediction, target)
    costs = target.stakes.costs(stats)
    return np.take_along_axis(costs, prediction.astype(np.intp)[:, None], axis=1)[:, 0]


def impurity_sums(stats: Floats, impurity: Floats, target: Target) -> Floats:
    """Return weight times impurity of each node, altered priors heeded."""
    return np.asarray(weights_of(target.altered(stats), target) * impurity)
