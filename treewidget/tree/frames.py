"""What a tree has to show, as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .words import split_text

if TYPE_CHECKING:
    from ..induction.inducer import Inducer
    from .look import Look

FIELDS = (
    *("depth", "parent", "children", "split", "rule", "n", "weight", "impurity", "gain"),
    *("prediction", "error", "is_leaf", "forced", "locked", "labelled", "pruned", "note"),
    "missing_n",
)
HELD_OUT = ("validation_n", "validation_weight", "validation_error")


def nodes_frame(look: Look) -> pd.DataFrame:
    """Return all nodes in pre-order, indexed by id."""
    views, figures, target = look.nodes(), look.survey, look.dataset.target
    columns: dict[str, Any] = {name: [getattr(view, name) for view in views] for name in FIELDS}
    columns["parent"] = pd.array(columns["parent"], dtype="Int64")
    columns["split"] = [None if view.split is None else view.split.text for view in views]
    columns["gain"] = np.array([np.nan if view.gain is None else view.gain for view in views])
    for position, label in enumerate(target.labels):
        columns[f"count:{label}"] = figures.stats[:, position]
    if len(figures.validation_n):
        columns |= {name: [getattr(view, name) for view in views] for name in HELD_OUT}
        for position, label in enumerate(target.labels):
            columns[f"validation_count:{label}"] = figures.validation_stats[:, position]
    index = pd.Index([view.id for view in views], name="id")
    return pd.DataFrame(columns, index=index)


def candidates_frame(look: Look, inducer: Inducer, node_id: object) -> pd.DataFrame:
    """Return the best split of every column at a node, best first; then those without one."""
    columns = look.dataset.columns
    found = inducer.candidates(look.tree.node(node_id).region)
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
    return table.astype(dict.fromkeys(measures, float))
