"""What a tree has to show, as data frames."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..data.runs import stable_order
from ..data.words import dtype_for, sendable
from ..induction.uncollected import uncollected
from .astray import sent_along
from .words import rules, split_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.contract import Floats, Ints
    from ..induction.inducer import Candidate
    from ..induction.splits import Split
    from .astray import Astray
    from .look import Look


@uncollected()
def nodes_frame(look: Look) -> pd.DataFrame:
    """Return all nodes in pre-order, indexed by id: the fields of a node as columns."""
    figures, nodes, names = look.survey, look.survey.nodes, look.dataset.columns
    ids, splits, missing = np.array(nodes.ids()), nodes.shown_splits(), nodes.missing()
    index = pd.Index(ids, name="id")
    above = pd.array(ids[figures.parent], dtype="Int64")
    above[figures.parent < 0] = pd.NA
    astray = _astray(look, splits, missing)
    decided, factor = nodes.decided(), look.unit.factor
    texts = dtype_for(look.dataset.target.classes)
    columns: dict[str, Any] = {
        "depth": nodes.depths(),
        "parent": above,
        "children": _children(ids, figures.parent),
        "split": [sendable(split_text(split, names)) if split else None for split in splits],
        "rule": [sendable(rule) for rule in rules(zip(splits, missing, strict=True), names)],
        "n": figures.n,
        "weight": figures.weight,
        "impurity": figures.impurity * factor,
        "gain": np.array(nodes.gains(), dtype=np.float64) * factor,
        "missing_n": missing,
        "rerouted_n": [one.rerouted for one in astray],
        "stopped_n": [one.stopped for one in astray],
        "dropped_n": [one.dropped for one in astray],
        "prediction": pd.Series(look.predictions(), index, dtype=texts),
        "error": figures.error,
        "is_leaf": ~figures.inner,
        "forced": [one.forced for one in decided],
        "locked": [one.locked for one in decided],
        "labelled": [one.label is not None for one in decided],
        "pruned": [one.pruned for one in decided],
        "note": [sendable(one.note) for one in decided],
        **_counts("count", look, figures.stats),
    }
    if len(figures.validation_n):
        columns["validation_n"] = figures.validation_n
        columns["validation_weight"] = figures.validation_weight
        columns["validation_error"] = figures.validation_error
        columns |= _counts("validation_count", look, figures.validation_stats)
    return pd.DataFrame(columns, index=index)


def _children(ids: Ints, parent: Ints) -> list[tuple[int, ...]]:
    """Return the ids of each node's children."""
    below = stable_order(parent)[1:]  # the root is nobody's child
    ends = np.searchsorted(parent[below], np.arange(len(ids) + 1)).tolist()
    children = ids[below].tolist()
    return [tuple(children[begin:end]) for begin, end in pairwise(ends)]


def _astray(look: Look, splits: Sequence[Split | None], missing: Sequence[int]) -> list[Astray]:
    """Return what becomes of the rows that each node's split knows no branch for."""
    found = list(map(sent_along, splits, missing))
    for at, node, _ in look.survey.seen:
        found[at] = look.astray(node)
    return found


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
    table[["gain", "validation_gain", *{"corrected_gain"}.intersection(own)]] *= look.unit.factor
    return table
