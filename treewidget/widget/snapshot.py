"""A tree as it goes on the wire: plain, finite, and safe to encode."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.words import visible
from ..induction.methods import method
from ..induction.options import limits_of
from ..pruning.rules import meaningful
from ..tree.forks import forks_of
from ..tree.lines import literal
from .nodes import nodes_of
from .protocol import PROTOCOL_VERSION
from .wire import clean, finite, floats

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ..data import Column, Dataset, Target
    from ..tree.history import History
    from ..tree.totals import TreeFigures
    from ..tree.version import Version
    from ..workspace import State as TreeState
    from ..workspace import Workspace
    from .protocol import (
        ColumnMeta,
        Fork,
        HistoryWire,
        Meta,
        NodeColumns,
        StakesWire,
        State,
        Step,
    )
    from .protocol import TreeFigures as FiguresWire

HISTORY: Final = 200  # steps of the history in a state
FORKS: Final = 50  # lines that leave them


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
        "target": visible(clean(target.name)),
        "task": target.task,
        "method": method(workspace.editor.method).label,
        "criterion": options.criterion,
        "measure": options.measure,
        "stakes": _stakes(target),
        "missing": options.missing,
        "columns": [_column(column) for column in dataset.columns],
        "classes": [] if regression else [clean(label) for label in target.labels],
        "weighted": dataset.weights is not None,
        "has_validation": "validation" in dataset.parts,
        "pruning_rules": meaningful(dataset),
        "require_reason": workspace.require_reason,
        "notes": [clean(note) for note in workspace.notes],
        "why_bare": clean(workspace.bare),
        "target_edges": floats(target.edges) if regression else [],
        "target_range": _range(target, training) if regression else [],
        "min_samples_leaf": limits.leaf_rows,
        "min_weight_leaf": limits.leaf_weight,
    }


def _stakes(target: Target) -> StakesWire | None:
    stakes = target.stakes
    if stakes is None:
        return None
    costs = stakes.shares[:, None] * stakes.losses
    return {"altered": floats(stakes.altered), "costs": [floats(row) for row in costs]}


def _column(column: Column) -> ColumnMeta:
    meta: ColumnMeta = {"name": clean(column.label), "kind": column.kind}
    if (code := literal(column.name)) != literal(meta["name"]):
        meta["literal"] = clean(code)
    if column.levels:
        meta["levels"] = [clean(label) for label in column.labels]
        if list(column.levels) != meta["levels"]:  # texts are soon told: there may be 200,000
            literals = [literal(column.plain_level(code)) for code in range(len(column.labels))]
            if any(map(str.__ne__, literals, map(literal, meta["levels"]))):
                meta["literals"] = [clean(one) for one in literals]
    return meta


def _range(target: Target, training: Any) -> list[float]:  # noqa: ANN401 - an array of positions
    return floats(np.percentile(target.values[training], [2, 98]))


# ------------------------------------------------------------------ what changes


def make_state(dataset: Dataset, current: TreeState, opened: Collection[int] = ()) -> State:
    """Return one revision of a tree and its history; `opened` as in `nodes_of`."""
    return {
        "revision": current.revision,
        "nodes": nodes_of(current.tree, dataset, opened),
        "figures": make_figures(current.history.now.figures),
        "history": make_history(current.history),
    }


def make_version(
    version: Version, dataset: Dataset, opened: Collection[int] = ()
) -> tuple[NodeColumns, FiguresWire]:
    """Return any version of a tree, with its figures."""
    return nodes_of(version.tree, dataset, opened), make_figures(version.figures)


def make_figures(totals: TreeFigures) -> FiguresWire:
    """Return the tree's own figures."""
    return {
        "nodes": totals.nodes,
        "leaves": totals.leaves,
        "depth": totals.depth,
        "error": float(totals.error),
        "validation_error": finite(totals.validation_error),
        "cost": finite(totals.cost),
        "validation_cost": finite(totals.validation_cost),
    }


# ------------------------------------------------------------------ history


def make_history(history: History) -> HistoryWire:
    """Return the line in force and the redo line after it: at most 200 steps round the present."""
    line, position, total = history.around(HISTORY)
    called = history.called()
    return {
        "steps": [make_step(version, history, called) for version in line],
        "position": position,
        "total": total,
        "forks": make_forks(history, line),
        "undo": history.can_undo,
        "redo": history.can_redo,
    }


def make_forks(history: History, shown: Sequence[Version]) -> list[Fork]:
    """Return the lines that leave the steps shown, the latest of them if there are many."""
    forks = list(islice(forks_of(history, shown), FORKS))
    return [
        {
            "at": fork.at,
            "step": fork.tip.step,
            "gestures": fork.gestures,
            "line": clean(fork.tip.gesture.line if fork.tip.gesture else ""),
        }
        for fork in reversed(forks)
    ]


def _verb(version: Version) -> str:
    """Return what a step did in a word: locks are taken off by the verb that puts them on."""
    if version.gesture is None or version.action is None:
        return "start"
    off = version.gesture.name == "lock" and not version.action.args.get("on", True)
    return "unlock" if off else version.gesture.name


def make_step(version: Version, history: History, called: Mapping[int, str]) -> Step:
    """Return one entry of the history; `called` are the names of its steps."""
    gesture, figures = version.gesture, version.figures
    name = called.get(version.step)
    return {
        "step": version.step,
        "verb": _verb(version),
        "node": version.action.args.get("node") if version.action else None,
        "line": clean(gesture.line if gesture else history.opening.splitlines()[-1]),
        "text": clean(gesture.text if gesture else "the tree as it was built"),
        "leaves": figures.leaves,
        "error": float(figures.error),
        "validation_error": finite(figures.validation_error),
        "checkpoint": None if name is None else clean(name),
    }
