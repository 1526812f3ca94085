"""A tree's own pruning sequence: every tree on the way to its root, with its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from ..pruning.cross import CHOICES, chosen
from ..pruning.risks import cost_sums, error_sums, impurity_sums, prediction_of
from ..pruning.sequence import Sequence, weakest_links
from .cutting import kept_nodes
from .figures import Survey, survey

if TYPE_CHECKING:
    from ..data import Target
    from ..engine.contract import Floats
    from ..pruning import CrossValidation, Risk
    from .tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """The sequence of a tree.

    Attributes
    ----------
    figures : Survey
        Of the whole tree; the sequence's nodes are in its order.
    sequence : Sequence
    risk : float array
        Of each node as a leaf, as a sum over its rows.
    error : float array
        Misclassified weight or squared error, whatever the sequence weighs.
    root_risk : float
        Of the root, no label heeded: what relative figures are divided by.
    """

    figures: Survey
    sequence: Sequence
    risk: Floats
    error: Floats
    root_risk: float


def path_of(tree: Tree, target: Target, risk: Risk, *, keep: bool = True) -> Path:
    """Return the weakest-link sequence of a tree as it stands.

    Nothing is cut above a lock; with `keep` nothing above a forced split either.
    """
    figures = survey(tree, target)
    stats, impurity, prediction = figures.stats, figures.impurity, figures.prediction
    error = error_sums(stats, impurity, prediction, target)
    root = cost_sums(stats[:1], impurity[:1], prediction_of(stats[:1], target), target)
    risks = cost_sums(stats, impurity, prediction, target)
    if risk == "impurity":
        risks = impurity_sums(stats, impurity, target)
        root = risks[:1]
    sequence = weakest_links(
        figures.parent, risks, figures.weight[0], kept_nodes(figures, keep=keep)
    )
    return Path(figures, sequence, risks, error, float(root[0]))


def validated(path: Path, cross: CrossValidation) -> tuple[Floats, Floats]:
    """Return the cross-validated error of each step, relative to the root's, and its error."""
    sequence = path.sequence
    return cross.at(sequence.alphas, to_root=bool(sequence.leaves[-1] == 1))


def path_frame(
    path: Path, target: Target, cross: CrossValidation | None, *, relative: bool
) -> pd.DataFrame:
    """Return the sequence as a table, the largest tree first."""
    sequence, figures = path.sequence, path.figures
    root = figures.weight[0] if not relative else path.root_risk
    columns: dict[str, object] = {
        "alpha": sequence.alphas * (figures.weight[0] / root),
        "leaves": sequence.leaves,
        "risk": sequence.sums(path.risk) / root,
        "train": _errors(sequence.sums(path.error), figures.weight[0], target),
        "validation": _held_out(path, target),
    }
    if cross is not None:
        xerror, xstd = validated(path, cross)
        columns |= {"xerror": xerror, "xstd": xstd}
        picked = {choice: chosen(xerror, xstd, choice) for choice in CHOICES}
        columns["choice"] = [
            ", ".join(choice for choice in CHOICES if picked[choice] == step)
            for step in range(len(sequence))
        ]
    return pd.DataFrame(columns, index=pd.RangeIndex(len(sequence), name="step"))


def _held_out(path: Path, target: Target) -> Floats:
    """Return the error on the validation rows of each step; NaN where there are none."""
    figures, sequence = path.figures, path.sequence
    if not len(figures.validation_n):
        return np.full(len(sequence), np.nan)
    held = [node.region.validation for node in figures.nodes]
    variance = np.array([part.impurity if part else 0.0 for part in held])
    loss = error_sums(figures.validation_stats, variance, figures.prediction, target)
    weight = held[0].weight if held[0] else 0.0
    return _errors(sequence.sums(loss), weight, target)


def _errors(sums: Floats, weight: float, target: Target) -> Floats:
    """Return sums of losses as the error that is shown: a rate, or the root of the mean square."""
    if not weight:
        return np.full(len(sums), np.nan)
    return sums / weight if target.is_classification else np.sqrt(sums / weight)
