"""Looking at a tree: nodes as people see them, with names instead of codes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..data.words import brief, brief_among, counted, dtype_for, percent
from ..induction.splits import WAYS, Split, Surrogate, ThresholdSplit
from .astray import Astray, astray_at, is_plain, surrogate_text
from .figures import Survey, survey_of
from .surveying import survey
from .units import Unit
from .views import NodeView, SplitView, SurrogateView, Value
from .words import branch_text, rule_text, split_text, step_text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ..data import Dataset, Target
    from ..engine.contract import Engine
    from .node import Decided, Node
    from .tree import Tree

__all__ = [
    "Look",
    "NodeView",
    "SplitView",
    "SurrogateView",
    "counts_series",
    "flags",
    "prediction_value",
]


_NUMBER: Final = re.compile(r"[-+]?\d[\d.,]*")


class Look:
    """One tree seen with the names of its data set. Computes nothing but what is asked for."""

    def __init__(
        self, tree: Tree, dataset: Dataset, criterion: str, engine: Engine, unit: Unit | None = None
    ) -> None:
        self.tree = tree
        self.dataset = dataset
        self.criterion = criterion
        self.engine = engine
        self.unit = unit or Unit()

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
        cuts, groups = (split.cuts, ()) if isinstance(split, ThresholdSplit) else ((), split.groups)
        own = split.missing == split.known
        return SplitView(
            column=column.name,
            thresholds=tuple(column.plain_cut(cut) for cut in cuts),
            groups=tuple(tuple(column.levels[level] for level in group) for group in groups),
            missing="own" if own else WAYS.get(split.missing, split.missing),
            branches=tuple(branch_text(split, at, columns) for at in range(split.branches)),
            text=split_text(split, columns),
            surrogates=tuple(self._surrogate(one) for one in split.surrogates),
        )

    def _surrogate(self, surrogate: Surrogate) -> SurrogateView:
        columns = self.dataset.columns
        return SurrogateView(
            column=columns[surrogate.split.column].name,
            text=surrogate_text(surrogate, columns),
            agreement=surrogate.agreement,
            adjusted=surrogate.adjusted,
        )

    def astray(self, node: Node) -> Astray:
        """Return what becomes of the rows that a node's split knows no branch for."""
        return astray_at(node, self.dataset, self.engine)

    def rows_text(self, figures: Survey, at: int) -> str:
        """Return the rows of a node, and their weight where some are here in part."""
        rows, node = counted(int(figures.n[at]), "row"), figures.nodes.known(at)
        if node is None or self.engine.shares(node.region.rows) is None:
            return rows  # of a growth no row is in several nodes
        return f"{rows} (weight {brief(figures.weight[at])})"

    def ways_text(self, node: Node) -> str:
        """Return what becomes of missing rows, where they do not all go to one branch."""
        if node.split is None or is_plain(node.split):
            return ""
        return self.astray(node).words(node.split, self.dataset.columns, node.missing_n)

    def node(self, node_id: object) -> NodeView:
        """Return one node. O(depth)."""
        node = self.tree.node(node_id)
        steps = self.tree.steps(node.id)
        way = [*(passed for passed, _ in steps), node]
        figures = survey_of(way, np.arange(-1, len(steps)), self.dataset.target)
        return self._view(figures, rule_text(steps, self.dataset.columns))

    def sentence(self, figures: Survey, at: int) -> str:
        """Return a node as a sentence, by its position in a survey."""
        node = figures.nodes[at]
        columns = self.dataset.columns
        what = split_text(node.split, columns, brief=True) if node.split else "leaf"
        parts = [f"node {node.id}: {what}", self.rows_text(figures, at), self.outcome(figures, at)]
        parts.append(f"{self.criterion} {self.unit.text(figures.impurity[at])}")
        return ", ".join(filter(None, [*parts, self.ways_text(node), *flags(node)]))

    def outcome(self, figures: Survey, at: int) -> str:
        """Return what is predicted at a node, with its share of the rows."""
        target, value = self.dataset.target, figures.prediction[at]
        if target.task == "regression":
            name = "median" if self.criterion == "absolute_error" else "mean"
            node = figures.nodes.known(at)
            by_hand = node is not None and node.label is not None
            said = brief_among(value, _spread(figures))
            return f"{'predicts' if by_hand else name} {said}"
        stats, weight = figures.stats[at], figures.weight[at]
        share = stats[int(value)] / weight if weight else 0.0
        label = target.labels[int(value)]
        # Beside the other figures a class that is a number would be one more of them.
        return f"{'class ' if _NUMBER.fullmatch(label) else ''}{label} {percent(share, 0)}"

    def condition(
        self,
        at: int,
        lacking: Collection[int] = (),
        filled: Collection[int] = (),
        unnamed: Callable[[Split], bool] | None = None,
    ) -> str:
        """Return the condition of the branch that leads to a node, by its position in pre-order.

        It says "(or missing)" as a rule does, and of columns that are `lacking` in any case;
        "(filled)" of those whose value is one that was put in the place of a missing one; "(or of
        no branch)" where the record's level is `unnamed` by the split.
        """
        parent, branch = self._came_by(at)
        if parent is None or parent.split is None:
            return "all rows"
        missing_n = parent.missing_n or int(parent.split.column in lacking)
        said = step_text(parent.split, branch, self.dataset.columns, missing_n)
        if unnamed and unnamed(parent.split):
            said += " (or of no branch)"
        return f"{said} (filled)" if parent.split.column in filled else said

    def branch(self, at: int) -> tuple[Split | None, int]:
        """Return the split above a node, none of the root, and which of its branches it is."""
        parent, branch = self._came_by(at)
        return (parent.split if parent else None), branch

    def _came_by(self, at: int) -> tuple[Node | None, int]:
        """Return the node above one, and which of its branches that is."""
        nodes, above = self.survey.nodes, int(self.survey.parent[at])
        if above < 0:
            return None, 0
        parent, node = nodes[above], nodes[at]
        return parent, next(place for place, child in enumerate(parent.children) if child is node)

    def prediction(self, at: int) -> Value:
        """Return the class or value predicted at a node, by its position in pre-order."""
        return prediction_value(self.survey.prediction[at], self.dataset.target)

    def predictions(self) -> list[Value]:
        """Return the class or value predicted at every node, in pre-order."""
        found, target = self.survey.prediction, self.dataset.target
        return [prediction_value(code, target) for code in found.tolist()]

    def _view(self, figures: Survey, rule: str) -> NodeView:
        """Return the last node of a path, given the figures along it."""
        at, target = len(figures.nodes) - 1, self.dataset.target
        node = figures.nodes[at]
        validation = node.region.validation
        held = None if validation is None else figures.validation_stats[at]
        astray = self.astray(node)
        return NodeView(
            id=node.id,
            depth=node.region.depth,
            parent=figures.nodes[at - 1].id if at else None,
            children=tuple(child.id for child in node.children),
            split=self.split(node.split),
            rule=rule,
            n=int(figures.n[at]),
            weight=float(figures.weight[at]),
            impurity=float(figures.impurity[at]) * self.unit.factor,
            gain=None if node.gain is None else node.gain * self.unit.factor,
            missing_n=node.missing_n,
            rerouted_n=astray.rerouted,
            stopped_n=astray.stopped,
            dropped_n=astray.dropped,
            missing_ways=astray.words(node.split, self.dataset.columns, node.missing_n),
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


def flags(node: Node | Decided) -> list[str]:
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


def classes_index(target: Target, name: str) -> pd.Index[Any]:
    """Return the classes as an index."""
    classes = target.classes
    return pd.Index(classes, name=name, tupleize_cols=False, dtype=dtype_for(classes))


def _spread(figures: Survey) -> float:
    """Return within what most values of the target lie: four times their deviation at the root."""
    weight, _, squares = figures.stats[0, :3].tolist()
    return float(4 * np.sqrt(squares / weight)) if weight else 0.0


def counts_series(stats: np.ndarray[Any, Any], target: Target) -> pd.Series[float] | None:
    """Return the weight of each class; None for regression."""
    if target.task == "regression":
        return None
    index = classes_index(target, target.name)
    return pd.Series(stats, index=index, name="weight")
