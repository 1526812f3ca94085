"""A tree as it goes on the wire: plain, finite, and safe to encode."""

from __future__ import annotations

import math
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..induction.cautions import cautions
from ..induction.methods import method
from ..induction.options import limits_of
from ..induction.splits import STOP, ThresholdSplit
from ..pruning.risks import variance_in
from ..tree.forks import forks_of
from ..tree.lines import literal
from ..tree.node import UNDECIDED
from ..tree.surveying import survey
from .protocol import PROTOCOL_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..data import Column, Dataset, Target
    from ..data.cut import Cut
    from ..engine.contract import Floats
    from ..induction.splits import Split
    from ..tree.figures import Survey
    from ..tree.history import History, Version
    from ..tree.node import Decided
    from ..tree.sums import TreeFigures
    from ..workspace import State as TreeState
    from ..workspace import Workspace
    from .protocol import (
        ColumnMeta,
        CutWire,
        Fork,
        HistoryWire,
        Meta,
        NodeColumns,
        SplitWire,
        State,
        Step,
    )
    from .protocol import TreeFigures as FiguresWire

HISTORY: Final = 200  # steps of the history in a state
FORKS: Final = 50  # lines that leave them
FORCED, LOCKED, LABELLED, PRUNED = 1, 2, 4, 8
PLAIN: Final = ("number", "integer")  # kinds of columns whose cuts Python writes as they are


def clean(text: object) -> str:
    """Return a text that can be encoded: half a surrogate pair becomes a question mark."""
    said = str(text)
    return said if said.isascii() else said.encode("utf-8", "replace").decode("utf-8")


def finite(value: float | None) -> float | None:
    """Return a number JSON can hold, or None."""
    return float(value) if value is not None and math.isfinite(value) else None


# ------------------------------------------------------------------ what never changes


def make_meta(workspace: Workspace) -> Meta:
    """Return what never changes while the tree lives."""
    dataset, options = workspace.dataset, workspace.inducer.options
    target = dataset.target
    training = dataset.parts["train"]
    limits = limits_of(options, len(training))
    regression = target.task == "regression"
    return {
        "version": PROTOCOL_VERSION,
        "target": clean(target.name),
        "task": target.task,
        "method": method(workspace.editor.method).label,
        "criterion": options.criterion,
        "measure": options.measure,
        "staked": target.stakes is not None,
        "missing": options.missing,
        "columns": [_column(column) for column in dataset.columns],
        "classes": [] if regression else [clean(label) for label in target.labels],
        "weighted": dataset.weights is not None,
        "has_validation": "validation" in dataset.parts,
        "require_reason": workspace.require_reason,
        "notes": [clean(note) for note in (*dataset.notes, *cautions(dataset, options))],
        "target_edges": _floats(target.edges) if regression else [],
        "target_range": _range(target, training) if regression else [],
        "min_samples_leaf": limits.leaf_rows,
        "min_weight_leaf": limits.leaf_weight,
    }


def _column(column: Column) -> ColumnMeta:
    meta: ColumnMeta = {"name": clean(column.name), "kind": column.kind}
    if column.levels:
        meta["levels"] = [clean(label) for label in column.labels]
        plain = (literal(column.plain_level(code)) for code in range(len(column.labels)))
        meta["unquoted"] = all(map(str.__eq__, plain, column.labels))
    return meta


def _range(target: Target, training: Any) -> list[float]:  # noqa: ANN401 - an array of positions
    return _floats(np.percentile(target.values[training], [2, 98]))


# ------------------------------------------------------------------ what changes


def make_state(dataset: Dataset, current: TreeState) -> State:
    """Return one revision of a tree and its history."""
    figures = survey(current.tree, dataset.target)
    return {
        "revision": current.revision,
        "nodes": make_nodes(figures, dataset),
        "figures": make_figures(current.history.now.figures),
        "history": make_history(current.history),
    }


def make_version(version: Version, dataset: Dataset) -> tuple[NodeColumns, FiguresWire]:
    """Return any version of a tree, with its figures."""
    figures = survey(version.tree, dataset.target)
    return make_nodes(figures, dataset), make_figures(version.figures)


def make_figures(totals: TreeFigures) -> FiguresWire:
    """Return the tree's own figures."""
    return {
        "nodes": totals.nodes,
        "leaves": totals.leaves,
        "depth": totals.depth,
        "error": float(totals.error),
        "validation_error": finite(totals.validation_error),
    }


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
        "weight": _floats(figures.weight),
        "impurity": _floats(figures.impurity),
        "gain": column(
            lambda node: finite(node.gain),
            lambda _, bud: [finite(gain) for gain in bud.stretch.gains()],
        ),
        "counts": _counts(figures.stats, figures.impurity, figures.prediction, target),
        "prediction": _floats(figures.prediction),
        "error": _floats(figures.error),
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
        return _floats(stats.ravel())
    weight = stats[:, 0]
    empty = weight <= 0
    mean = target.centre + stats[:, 1] / np.where(empty, 1.0, weight)
    variance = variance_in(stats, impurity)
    columns = (weight, np.where(empty, prediction, mean), np.where(empty, 0.0, variance))
    return _floats(np.column_stack(columns).ravel())


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


def _floats(values: Iterable[float]) -> list[float]:
    """Return finite numbers as JSON holds them; what a bug made infinite must not stop a view."""
    plain: list[float] = np.nan_to_num(np.asarray(values, dtype=np.float64)).tolist()
    return plain


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


# ------------------------------------------------------------------ history


def make_history(history: History) -> HistoryWire:
    """Return the line in force and the redo line after it: at most 200 steps round the present."""
    line, position, total = history.around(HISTORY)
    return {
        "steps": [make_step(version, history) for version in line],
        "position": position,
        "total": total,
        "forks": make_forks(history, line),
        "undo": history.can_undo,
        "redo": history.can_redo,
    }


def make_forks(history: History, shown: Sequence[Version]) -> list[Fork]:
    """Return the lines that leave the steps shown, the latest of them if there are many."""
    steps = {version.step for version in shown}
    forks = [fork for fork in forks_of(history) if fork.at in steps]
    return [
        {
            "at": fork.at,
            "step": fork.tip.step,
            "gestures": fork.gestures,
            "line": clean(fork.tip.gesture.line if fork.tip.gesture else ""),
        }
        for fork in forks[-FORKS:]
    ]


def make_step(version: Version, history: History) -> Step:
    """Return one entry of the history."""
    gesture, figures = version.gesture, version.figures
    name = history.name_of(version.step)
    return {
        "step": version.step,
        "verb": gesture.name if gesture else "start",
        "node": version.action.args.get("node") if version.action else None,
        "line": clean(gesture.line if gesture else history.opening.splitlines()[-1]),
        "text": clean(gesture.text if gesture else "the tree as it was built"),
        "leaves": figures.leaves,
        "error": float(figures.error),
        "validation_error": finite(figures.validation_error),
        "checkpoint": None if name is None else clean(name),
    }
