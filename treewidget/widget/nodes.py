"""The nodes of a tree as they go on the wire: in pre-order, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.splits import STOP, ThresholdSplit
from ..pruning.risks import variance_in
from ..tree.figures import survey_of
from ..tree.lines import literal
from ..tree.sums import figures_of_branches
from ..tree.surveying import survey
from .portion import Portion, exceeds_page, portion
from .wire import clean, finite, floats

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ..data import Column, Dataset, Target
    from ..data.cut import Cut
    from ..engine.contract import Floats
    from ..induction.splits import Split
    from ..tree.figures import Survey
    from ..tree.node import Decided, Node
    from ..tree.tree import Tree
    from .protocol import CutWire, NodeColumns, SplitWire, Unsent

FORCED, LOCKED, LABELLED, PRUNED = 1, 2, 4, 8
PLAIN: Final = ("number", "integer")  # kinds of columns whose cuts Python writes as they are


def nodes_of(tree: Tree, dataset: Dataset, opened: Collection[int] = ()) -> NodeColumns:
    """Return the nodes of a tree; of one that no page can hold a portion, see `portion`."""
    if exceeds_page(tree):
        return _portion_of([tree.root], dataset, opened)
    return make_nodes(survey(tree, dataset.target), dataset)


def branch_of(tree: Tree, node: int, dataset: Dataset, opened: Collection[int]) -> NodeColumns:
    """Return a branch of a tree that no page can hold, as far as it is opened."""
    return _portion_of(tree.way(node), dataset, opened)


def _portion_of(way: Sequence[Node], dataset: Dataset, opened: Collection[int]) -> NodeColumns:
    """Return what is sent of a branch, given with the way to it: it may predict as they do."""
    above, target = len(way) - 1, dataset.target
    nodes, parent = portion(way, opened)
    parents = np.concatenate([np.arange(-1, above - 1), parent + above])
    figures = survey_of([*way[:-1], *nodes], parents, target)
    columns = make_nodes(figures.part(np.arange(above, above + len(nodes))), dataset)
    bare = np.setdiff1d(np.arange(len(nodes)), parent).tolist()
    ends = [at for at in bare if not nodes[at].is_leaf]
    columns["unsent"] = _unsent(nodes, ends, target)
    return columns


def news_of_portion(
    base: Tree, current: Tree, dataset: Dataset, opened: Collection[int]
) -> NodeColumns | None:
    """Return what a page that has a portion of a tree lacks of the tree that was made of it.

    None where it lacks too much, and the portion is better sent anew.
    """
    shown = Portion(current.root, opened)
    found = shown.news(Portion(base.root, opened))
    if found is None:
        return None
    rows, above = found
    place = {at: row for row, at in enumerate(rows)}  # with what is new, all above it is
    parent = np.array([place.get(up, -1) for up in shown.parent[rows].tolist()])
    nodes = [shown.nodes[at] for at in rows]
    columns = make_nodes(survey_of(nodes, parent, dataset.target), dataset)
    columns["parent"] = above.tolist()
    ends = [row for row, node in enumerate(nodes) if shown.ends_at(node)]
    columns["unsent"] = _unsent(nodes, ends, dataset.target)
    return columns


def _unsent(nodes: Sequence[Node], ends: Sequence[int], target: Target) -> list[Unsent | None]:
    """Return what hangs below each node, where a portion ends at it."""
    found: list[Unsent | None] = [None] * len(nodes)
    below = figures_of_branches([nodes[at] for at in ends], target)
    for at, figures in zip(ends, below, strict=True):
        found[at] = {
            "leaves": figures.leaves,
            "error": figures.error,
            "validation_error": finite(figures.validation_error),
        }
    return found


def make_nodes(figures: Survey, dataset: Dataset) -> NodeColumns:
    """Return all nodes in pre-order, as columns."""
    target, nodes = dataset.target, figures.nodes
    decided, histograms = nodes.decided(), nodes.histograms()
    held = figures.prediction[: len(figures.validation_n)]
    return {
        "id": nodes.ids(),
        "parent": figures.parent.tolist(),
        "split": [split_wire(split, dataset.columns) for split in nodes.shown_splits()],
        "n": figures.n.tolist(),
        "weight": floats(figures.weight),
        "impurity": floats(figures.impurity),
        "gain": [finite(gain) for gain in nodes.gains()],
        "counts": _counts(figures.stats, figures.impurity, figures.prediction, target),
        "prediction": floats(figures.prediction),
        "error": floats(figures.error),
        "missing_n": nodes.missing(),
        "validation_n": figures.validation_n.tolist(),
        "validation_counts": _counts(
            figures.validation_stats, figures.validation_impurity, held, target
        ),
        "validation_error": [finite(error) for error in figures.validation_error.tolist()],
        "histogram": [] if histograms is None else histograms.tolist(),
        "flags": [_flags(one) for one in decided],
        "note": [clean(one.note) if one.note else "" for one in decided],
        "unsent": [],
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
