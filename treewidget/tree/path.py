"""A tree's own pruning sequence: every tree on the way to its root, with its figures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pandas as pd

from ..induction.progress import Progress
from ..induction.splits import drops
from ..pruning.cross import CHOICES, Choice
from ..pruning.risks import cost_sums, prediction_of
from ..pruning.sequence import Sequence, weakest_links
from ..pruning.tree_risks import Nodes, risks_of
from .cutting import kept_nodes
from .path_errors import errors_by_step
from .surveying import survey

if TYPE_CHECKING:
    from ..data import Target
    from ..engine.contract import Floats
    from ..induction.inducer import Inducer
    from ..pruning import CrossValidation, Risk
    from .figures import Survey
    from .path_errors import Seen
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
    dropped : float array or None
        Of the rows that count no more below each node; None where no rows are dropped.
    root_risk : float
        Of the root, no label heeded: what relative figures are divided by. Its weight where it
        risks nothing.
    errors : dict
        Those of each step that were asked for, by part of the data, and whether they are costs.
    """

    figures: Survey
    sequence: Sequence
    risk: Floats
    dropped: Floats | None
    root_risk: float
    errors: dict[tuple[Seen, bool], Floats] = field(default_factory=dict)

    def absolute(self, alpha: float) -> float:
        """Return an alpha that is relative to the root's risk as the sequence has it."""
        return float(alpha * self.root_risk / self.figures.weight[0])


def path_of(
    tree: Tree, target: Target, risk: Risk, *, keep: bool = True, heeding: Progress | None = None
) -> Path:
    """Return the weakest-link sequence of a tree as it stands; the tree remembers the last one.

    Nothing is cut above a lock; with `keep` nothing above a forced split either.
    """
    asked, found = tree.path or (None, None)
    if asked != (risk, keep):
        figures = survey(tree, target, heeding)
        found = _path_of(figures, target, risk, keep=keep, heeding=heeding)
        tree.path = (risk, keep), found
    return cast("Path", found)


def _path_of(
    figures: Survey, target: Target, risk: Risk, *, keep: bool, heeding: Progress | None
) -> Path:
    stats, impurity, dropping = figures.stats, figures.impurity, figures.where(drops)
    nodes = Nodes(figures.parent, stats, impurity, figures.prediction, dropping)
    risks, dropped = risks_of(nodes, risk, target)
    root = risks[:1]
    if risk == "error":
        root = cost_sums(stats[:1], impurity[:1], prediction_of(stats[:1], target), target)
    kept = kept_nodes(figures, keep=keep)
    sequence = weakest_links(
        figures.parent, risks, figures.weight[0], kept, heeding, dropped=dropped
    )
    root_risk = float(root[0] or figures.weight[0])
    return Path(figures, sequence, risks, dropped, root_risk)


def validated(path: Path, cross: CrossValidation) -> tuple[Floats, Floats]:
    """Return the cross-validated error of each step, relative to the root's, and its error."""
    sequence = path.sequence
    return cross.at(sequence.alphas, to_root=bool(sequence.leaves[-1] == 1))


def choice_of(path: Path, cross: CrossValidation, choice: Choice) -> int:
    """Return the step that cross-validation chooses."""
    sequence = path.sequence
    return cross.step(sequence.alphas, choice, to_root=bool(sequence.leaves[-1] == 1))


def path_frame(
    path: Path,
    target: Target,
    cross: CrossValidation | None,
    *,
    relative: bool,
    inducer: Inducer,
    progress: Progress | None = None,
    cost: bool = False,
) -> pd.DataFrame:
    """Return the sequence as a table, the largest tree first.

    Rows that lie in several leaves or in none count by what they are told. With `cost` errors are
    what a case costs.
    """
    sequence, figures = path.sequence, path.figures
    told = progress or Progress()
    train = _errors(path, target, ("train", cost), inducer, told.stage(0.5))
    held = _errors(path, target, ("validation", cost), inducer, told.stage(1.0))
    root = figures.weight[0] if not relative else path.root_risk
    columns: dict[str, object] = {
        "alpha": sequence.alphas * (figures.weight[0] / root),
        "leaves": sequence.leaves,
        "risk": sequence.sums(path.risk, path.dropped) / root,
        "train": train,
        "validation": held,
    }
    if cross is not None:
        xerror, xstd = validated(path, cross)
        columns |= {"xerror": xerror, "xstd": xstd}
        picked = {choice: choice_of(path, cross, choice) for choice in CHOICES}
        columns["choice"] = [
            ", ".join(choice for choice in CHOICES if picked[choice] == step)
            for step in range(len(sequence))
        ]
    return pd.DataFrame(columns, index=pd.RangeIndex(len(sequence), name="step"))


def _errors(
    path: Path, target: Target, asked: tuple[Seen, bool], inducer: Inducer, progress: Progress
) -> Floats:
    """Return the error of each step, remembered: of rows in shares it takes seconds."""
    if asked not in path.errors:
        part, cost = asked
        path.errors[asked] = errors_by_step(
            path.figures, path.sequence, target, part, inducer, progress=progress, cost=cost
        )
    return path.errors[asked]
