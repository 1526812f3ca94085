"""Looking at a tree: nodes as people see them, with names instead of codes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from ..data.words import counted
from ..induction.splits import Split, ThresholdSplit
from .figures import Survey, survey, survey_of
from .words import Conditions, branch_text, conditions_text, narrowed, split_text

if TYPE_CHECKING:
    from ..data import Dataset, Target
    from .node import Node
    from .tree import Tree


Value: TypeAlias = Any
"""A class or number as the user's own data has it."""


@dataclass(frozen=True, slots=True)
class SplitView:
    """A split as people see it; prints as text.

    Attributes
    ----------
    column : str or int
        Name of the column.
    thresholds : tuple
        Cuts in the column's own terms, lowest first; ``x <= threshold`` goes to the lower side.
    groups : tuple of tuple
        Levels of each branch.
    missing : int or "own"
        Branch of missing rows, or a branch of their own.
    branches : tuple of str
        The condition of each branch.
    text : str
    """

    column: str | int
    thresholds: tuple[Any, ...]
    groups: tuple[tuple[Any, ...], ...]
    missing: int | Literal["own"]
    branches: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    __repr__ = __str__


@dataclass(frozen=True, slots=True, eq=False)
class NodeView:
    """One node, at the moment it was asked for.

    Attributes
    ----------
    id, depth : int
    parent : int or None
        Id of the parent.
    children : tuple of int
        Ids, in branch order.
    split : SplitView or None
        Prints as text; None in a leaf.
    rule : str
        The way here, conditions on one column merged.
    n : int
        Training rows.
    weight : float
        Their weight.
    impurity : float
    gain : float or None
        Weighted decrease of impurity by the split.
    missing_n : int
        Training rows here in which the split's column is missing.
    counts : Series or None
        Weight of each class; None for regression.
    prediction : object
        The class or value predicted here: the label set by hand, if any.
    error : float
        Error rate or RMSE, as if the node were a leaf.
    is_leaf, forced, locked, labelled, pruned : bool
    note : str
    validation_n, validation_weight, validation_counts, validation_error
        The same on the validation rows; None without any.
    """

    id: int
    depth: int
    parent: int | None
    children: tuple[int, ...]
    split: SplitView | None
    rule: str
    n: int
    weight: float
    impurity: float
    gain: float | None
    missing_n: int
    counts: pd.Series[float] | None
    prediction: Value
    error: float
    is_leaf: bool
    forced: bool
    locked: bool
    labelled: bool
    pruned: bool
    note: str
    validation_n: int | None
    validation_weight: float | None
    validation_counts: pd.Series[float] | None
    validation_error: float | None
    _sentence: str = field(default="", repr=False)

    def __repr__(self) -> str:
        """Return the node as a sentence."""
        return self._sentence


class Look:
    """One tree seen with the names of its data set. Computes nothing but what is asked for."""

    def __init__(self, tree: Tree, dataset: Dataset, criterion: str) -> None:
        self.tree = tree
        self.dataset = dataset
        self.criterion = criterion

    @property
    def survey(self) -> Survey:
        """The figures of all nodes. O(nodes) when it is first asked for."""
        return survey(self.tree, self.dataset.target)

    def split(self, split: Split | None) -> SplitView | None:
        """Return a split with names and values instead of positions and codes."""
        if split is None:
            return None
        columns = self.dataset.columns
        column = columns[split.column]
        ordered = isinstance(split, ThresholdSplit)
        known = len(split.cuts) + 1 if isinstance(split, ThresholdSplit) else len(split.groups)
        return SplitView(
            column=column.name,
            thresholds=tuple(column.plain_cut(cut) for cut in split.cuts)
            if isinstance(split, ThresholdSplit)
            else (),
            groups=()
            if ordered or isinstance(split, ThresholdSplit)
            else tuple(tuple(column.levels[level] for level in group) for group in split.groups),
            missing="own" if split.missing == known else split.missing,
            branches=tuple(branch_text(split, at, columns) for at in range(split.branches)),
            text=split_text(split, columns),
        )

    def node(self, node_id: object) -> NodeView:
        """Return one node. O(depth)."""
        node = self.tree.node(node_id)
        steps = self.tree.steps(node.id)
        conditions: Conditions = {}
        for passed, branch in steps:
            conditions = narrowed(conditions, passed, branch)
        way = [*(passed for passed, _ in steps), node]
        figures = survey_of(way, np.arange(-1, len(steps)), self.dataset.target)
        return self._view(figures, conditions_text(conditions, self.dataset.columns))

    def rules(self) -> list[str]:
        """Return the rule of every node in pre-order."""
        texts: list[str] = []
        ahead: list[tuple[Node, Conditions]] = [(self.tree.root, {})]
        while ahead:
            node, conditions = ahead.pop()
            texts.append(conditions_text(conditions, self.dataset.columns))
            further = [
                (child, narrowed(conditions, node, branch))
                for branch, child in enumerate(node.children)
            ]
            ahead.extend(reversed(further))
        return texts

    def sentence(self, figures: Survey, at: int) -> str:
        """Return a node as a sentence, by its position in a survey."""
        node = figures.nodes[at]
        what = split_text(node.split, self.dataset.columns) if node.split else "leaf"
        rows = counted(int(figures.n[at]), "row")
        parts = [f"node {node.id}: {what}", rows, self.outcome(figures, at)]
        parts.append(f"{self.criterion} {figures.impurity[at]:.3g}")
        return ", ".join([*parts, *flags(node)])

    def outcome(self, figures: Survey, at: int) -> str:
        """Return what is predicted at a node, with its share of the rows."""
        target, value = self.dataset.target, figures.prediction[at]
        if target.task == "regression":
            by_hand = figures.nodes[at].label is not None
            return f"{'predicts' if by_hand else 'mean'} {value:.4g}"
        stats, weight = figures.stats[at], figures.weight[at]
        share = 100 * stats[int(value)] / weight if weight else 0.0
        return f"{target.labels[int(value)]} {share:.0f} %"

    def prediction(self, at: int) -> Value:
        """Return the class or value predicted at a node, by its position in pre-order."""
        return prediction_value(self.survey.prediction[at], self.dataset.target)

    def _view(self, figures: Survey, rule: str) -> NodeView:
        """Return the last node of a path, given the figures along it."""
        at, target = len(figures.nodes) - 1, self.dataset.target
        node = figures.nodes[at]
        validation = node.region.validation
        held = None if validation is None else figures.validation_stats[at]
        return NodeView(
            id=node.id,
            depth=node.region.depth,
            parent=figures.nodes[at - 1].id if at else None,
            children=tuple(child.id for child in node.children),
            split=self.split(node.split),
            rule=rule,
            n=int(figures.n[at]),
            weight=float(figures.weight[at]),
            impurity=float(figures.impurity[at]),
            gain=node.gain,
            missing_n=node.missing_n,
            counts=counts_series(figures.stats[at], target),
            prediction=prediction_value(figures.prediction[at], target),
            error=float(figures.error[at]),
            is_leaf=node.is_leaf,
            forced=node.forced,
            locked=node.locked,
            labelled=node.label is not None,
            pruned=node.pruned,
            note=node.note,
            validation_n=None if validation is None else validation.n,
            validation_weight=None if validation is None else validation.weight,
            validation_counts=None if held is None else counts_series(held, target),
            validation_error=None if held is None else float(figures.validation_error[at]),
            _sentence=self.sentence(figures, at),
        )


def flags(node: Node) -> list[str]:
    """Return what was decided at a node by hand, as words."""
    said = {
        "forced": node.forced,
        "locked": node.locked,
        "labelled": node.label is not None,
        "pruned": node.pruned,
        "noted": bool(node.note),
    }
    return [word for word, is_so in said.items() if is_so]


def prediction_value(code: float, target: Target) -> Value:
    """Return a prediction as the user knows it: the class itself, or a number."""
    return target.classes[int(code)] if target.task == "classification" else float(code)


def counts_series(stats: np.ndarray[Any, Any], target: Target) -> pd.Series[float] | None:
    """Return the weight of each class; None for regression."""
    if target.task == "regression":
        return None
    return pd.Series(stats, index=pd.Index(target.classes, name=target.name), name="weight")
