"""The error of every tree of a pruning sequence on the training or the validation rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..pruning.held_out import actual_at, errors, lost_by
from ..pruning.held_out_shares import passages, sums_by_step
from ..pruning.risks import cost_sums, error_sums, weights_of
from ..pruning.told import Told, told_by

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from ..data import Target
    from ..engine.contract import Floats, Ints
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..pruning.sequence import Sequence
    from .figures import Survey

    Seen: TypeAlias = Literal["train", "validation"]

GOING: Final = 0.4
"""So much of the time it takes to send rows down a tree that has them in shares."""


def errors_by_step(
    figures: Survey,
    sequence: Sequence,
    target: Target,
    on: Seen,
    inducer: Inducer,
    *,
    progress: Progress,
    cost: bool = False,
) -> Floats:
    """Return error rate or RMSE of each step; NaN where there are no such rows.

    With `cost` what a case costs by priors and losses, as cross-validation counts it.

    Where rows lie in several leaves, stopped or were dropped, the error is taken row by row, as it
    is for the tree itself.
    """
    train = on == "train"
    if not train and not len(figures.validation_n):
        return np.full(len(sequence), np.nan)
    if _astray(figures.n if train else figures.validation_n, figures):
        return _by_rows(figures, sequence, inducer, on, progress, cost=cost)
    stats = figures.stats if train else figures.validation_stats
    variance = figures.impurity if train else figures.validation_impurity
    sums_of = cost_sums if cost else error_sums
    loss = sums_of(stats, variance, figures.prediction, target)
    all_rows = target.likely(stats[:1]) if cost else stats[:1]
    return _shown(sequence.sums(loss), float(weights_of(all_rows, target)[0]), target)


def _astray(n: Ints, figures: Survey) -> bool:
    """Whether any rows go from a node into several branches, or into none."""
    inner = figures.inner
    below = np.bincount(figures.parent[1:], n[1:], len(n))
    return bool((below[inner] != n[inner]).any())


def _by_rows(
    figures: Survey,
    sequence: Sequence,
    inducer: Inducer,
    on: Seen,
    progress: Progress,
    *,
    cost: bool,
) -> Floats:
    dataset, target = inducer.dataset, inducer.dataset.target
    rows = dataset.parts[on]
    weight, actual = dataset.weights_at(rows), actual_at(target, rows)
    loss_of = lost_by if cost else errors
    going = progress.stage(GOING)
    passed = passages(inducer, figures.nodes, figures.parent, rows, going)
    (loss,) = sums_by_step(
        passed,
        _told(figures, target),
        sequence,
        weight,
        lambda said, at: (loss_of(said, actual[at], target),),
        progress=progress,
    )
    progress.step(1.0)
    if cost and target.stakes is not None:
        weight = weight * target.stakes.shares[actual]
    return _shown(loss, float(weight.sum()), target)


def _told(figures: Survey, target: Target) -> Told:
    """Return what the nodes tell; where one is labelled by hand, all its rows are of that class."""
    if not target.is_classification:
        return Told(figures.prediction, figures.prediction[:, None], target)
    return Told(figures.prediction, told_by(figures.said, target).votes, target)


def _shown(sums: Floats, weight: float, target: Target) -> Floats:
    """Return sums of losses as the error that is shown: a rate, or the root of the mean square."""
    if not weight:
        return np.full(len(sums), np.nan)
    return sums / weight if target.is_classification else np.sqrt(sums / weight)
