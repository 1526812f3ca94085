"""What a tree has to show, as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..data.words import sendable
from ..induction.uncollected import uncollected
from .words import split_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.contract import Floats
    from ..induction.inducer import Candidate
    from .look import Look


@uncollected()
def nodes_frame(look: Look) -> pd.DataFrame:
    """Return all nodes in pre-order, indexed by id: the fields of a node as columns."""
    figures, nodes = look.survey, look.survey.nodes
    ids = np.array([node.id for node in nodes])
    above = pd.array(ids[figures.parent], dtype="Int64")
    above[figures.parent < 0] = pd.NA
    astray = [look.astray(node) for node in nodes]
    predicted = [look.prediction(at) for at in range(len(nodes))]
    factor = look.unit.factor
    columns: dict[str, Any] = {
        "depth": [node.region.depth for node in nodes],
        "parent": above,
        "children": [tuple(child.id for child in node.children) for node in nodes],
        "split": [
            sendable(split_text(node.split, look.dataset.columns)) if node.split else None
            for node in nodes
        ],
        "rule": [sendable(rule) for rule in look.rules()],
        "n": figures.n,
        "weight": figures.weight,
        "impurity": figures.impurity * factor,
        "gain": np.array([np.nan if node.gain is None else node.gain * factor for node in nodes]),
        "missing_n": [node.missing_n for node in nodes],
        "rerouted_n": [one.rerouted for one in astray],
        "stopped_n": [one.stopped for one in astray],
        "dropped_n": [one.dropped for one in astray],
        "prediction": predicted,
        "error": figures.error,
        "is_leaf": [node.is_leaf for node in nodes],
        "forced": [node.forced for node in nodes],
        "locked": [node.locked for node in nodes],
        "labelled": [node.label is not None for node in nodes],
        "pruned": [node.pruned for node in nodes],
        "note": [sendable(node.note) for node in nodes],
        **_counts("count", look, figures.stats),
    }
    if len(figures.validation_n):
        held = [node.region.validation for node in nodes]
        columns["validation_n"] = figures.validation_n
        columns["validation_weight"] = [part.weight if part else np.nan for part in held]
        columns["validation_error"] = figures.validation_error
        columns |= _counts("validation_count", look, figures.validation_stats)
    return pd.DataFrame(columns, index=pd.Index(ids, name="id"))


def _counts(name: str, look: Look, stats: Floats) -> dict[str, Floats]:
    """Return the weight of each class; nothing for regression."""
    labels = look.dataset.target.labels
    return {f"{name}:{label}": stats[:, at] for at, label in enumerate(labels)}


def candidates_frame(look: Look, found: Sequence[Candidate]) -> pd.DataFrame:
    """Return candidates in their order."""
    columns = look.dataset.columns
    table = pd.DataFrame(
        {
            "column": [columns[one.column].name for one in found],
            "cut": [None if one.split is None else split_text(one.split, columns) for one in found],
            "gain": [one.gain for one in found],
            "gain_ratio": [one.gain_ratio for one in found],
            "validation_gain": [one.validation_gain for one in found],
            "balance": [one.balance for one in found],
            "missing_n": [one.missing_n for one in found],
            "reason": [one.reason for one in found],
        }
    )
    measures = ["gain", "gain_ratio", "validation_gain", "balance"]
    own = list(dict.fromkeys(name for one in found for name in one.measures))
    place = list(table.columns).index("missing_n")  # the method's own stand before it: a p-value
    for at, name in enumerate(own, start=place):
        table.insert(at, name, [one.measures.get(name) for one in found])
    table = table.astype(dict.fromkeys([*measures, *own], float))
    table[["gain", "validation_gain"]] *= look.unit.factor
    return table
