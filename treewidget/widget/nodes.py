"""The nodes of a tree as they go on the wire: in pre-order, as columns."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.splits import STOP, ThresholdSplit
from ..pruning.risks import variance_in
from ..tree.figures import survey_of
from ..tree.lines import literal
from ..tree.node import UNDECIDED
from ..tree.surveying import survey
from .wire import clean, finite, floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Column, Dataset, Target
    from ..data.cut import Cut
    from ..engine.contract import Floats, Ints
    from ..induction.splits import Split
    from ..tree.figures import Survey
    from ..tree.node import Decided, Node
    from ..tree.tree import Tree
    from .protocol import CutWire, NodeColumns, SplitWire

FORCED, LOCKED, LABELLED, PRUNED = 1, 2, 4, 8
PLAIN: Final = ("number", "integer")  # kinds of columns whose cuts Python writes as they are
MOST: Final = 250_000
"""A page holds so many nodes; of a larger tree it is sent the top."""
TOP: Final = 50_000
"""So many nodes at most."""


def nodes_of(tree: Tree, dataset: Dataset) -> NodeColumns:
    """Return the nodes of a tree; of one that no page can hold those at the top.

    Where such a tree was cut, the node is sent as a leaf whose note says what hangs below it.
    """
    if len(tree) <= MOST:
        return make_nodes(survey(tree, dataset.target), dataset)
    nodes, parent = _top(tree.root)
    columns = make_nodes(survey_of(nodes, parent, dataset.target), dataset)
    for at in np.setdiff1d(np.arange(len(nodes)), parent).tolist():
        if nodes[at].split is not None:
            columns["split"][at] = columns["gain"][at] = None
            columns["missing_n"][at] = 0
            below = f"{nodes[at].size - 1:,} nodes below are not drawn: the tree is too large"
            columns["note"][at] = " · ".join(filter(None, [columns["note"][at], below]))
    return columns


def _top(root: Node) -> tuple[list[Node], Ints]:
    """Return the nodes of the first levels in pre-order, and the position of each one's parent."""
    many, deep, row = 1, 0, [root]
    while many <= TOP:
        row = [child for node in row for child in node.children]
        many, deep = many + len(row), deep + 1
    nodes: list[Node] = []
    parent: list[int] = []
    ahead = [(root, -1)]
    while ahead:
        node, above = ahead.pop()
        at = len(nodes)
        nodes.append(node)
        parent.append(above)
        if node.region.depth < deep - 1:
            ahead.extend((child, at) for child in reversed(node.children))
    return nodes, np.array(parent)


def make_nodes(figures: Survey, dataset: Dataset) -> NodeColumns:
    """Return all nodes in pre-order, as columns."""
    target, columns = dataset.target, dataset.columns
    column = figures.nodes.column
    decided = column(lambda node: node.decided, lambda _, bud: repeat(UNDECIDED, bud.size))
    held = figures.prediction[: len(figures.validation_n)]
    return {
        "id": column(lambda node: node.id, lambda _, bud: bud.ids),
        "parent": figures.parent.tolist(),
        "split": column(
            lambda node: split_wire(node.split, columns),
            lambda _, bud: [split_wire(split, columns) for split in bud.stretch.splits()],
        ),
        "n": figures.n.tolist(),
        "weight": floats(figures.weight),
        "impurity": floats(figures.impurity),
        "gain": column(
            lambda node: finite(node.gain),
            lambda _, bud: [finite(gain) for gain in bud.stretch.gains()],
        ),
        "counts": _counts(figures.stats, figures.impurity, figures.prediction, target),
        "prediction": floats(figures.prediction),
        "error": floats(figures.error),
        "missing_n": column(
            lambda node: node.missing_n, lambda _, bud: bud.stretch.missing().tolist()
        ),
        "validation_n": figures.validation_n.tolist(),
        "validation_counts": _counts(
            figures.validation_stats, figures.validation_impurity, held, target
        ),
        "validation_error": [finite(error) for error in figures.validation_error.tolist()],
        "histogram": _histograms(figures) if target.task == "regression" else [],
        "flags": [_flags(one) for one in decided],
        "note": [clean(one.note) if one.note else "" for one in decided],
    }


def _counts(stats: Floats, impurity: Floats, prediction: Floats, target: Target) -> list[float]:
    """Return the wire's counts: class weights, or weight, mean and variance."""
    if target.task == "classification" or not len(stats):
        return floats(stats.ravel())
    weight = stats[:, 0]
    empty = weight <= 0
    mean = target.centre + stats[:, 1] / np.where(empty, 1.0, weight)
    variance = variance_in(stats, impurity)
    columns = (weight, np.where(empty, prediction, mean), np.where(empty, 0.0, variance))
    return floats(np.column_stack(columns).ravel())


def _histograms(figures: Survey) -> list[list[int]]:
    return figures.nodes.column(
        lambda node: [] if (counts := node.region.train.histogram) is None else counts.tolist(),
        lambda _, bud: bud.stretch.histograms().tolist(),
    )


def _flags(decided: Decided) -> int:
    return (
        FORCED * decided.forced
        + LOCKED * decided.locked
        + LABELLED * (decided.label is not None)
        + PRUNED * decided.pruned
    )


# ------------------------------------------------------------------ splits


def split_wire(split: Split | None, columns: Sequence[Column]) -> SplitWire | None:
    """Return a split for the wire."""
    if split is None:
        return None
    wire: SplitWire = {
        "column": split.column,
        "missing": max(split.missing, STOP),  # a way of new rows alone is not drawn
        "branches": split.branches,
    }
    if isinstance(split, ThresholdSplit):
        wire["cuts"] = [cut_wire(cut, columns[split.column]) for cut in split.cuts]
    else:
        wire["groups"] = [list(group) for group in split.groups]
    if split.surrogates:
        wire["surrogates"] = len(split.surrogates)
    return wire


def cut_wire(cut: Cut, column: Column) -> CutWire:
    """Return a cut for the wire."""
    exact = repr(cut.value) if column.kind in PLAIN else clean(literal(column.plain_cut(cut)))
    return {"value": column.axis(cut.value), "text": clean(cut.text), "exact": exact}
