"""What becomes of the rows that lack the column a node splits on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..induction.splits import SubsetSplit
from .snapshot import split_wire

if TYPE_CHECKING:
    from ..data import Column
    from ..induction.splits import Split
    from ..tree.node import Node
    from ..workspace import Workspace
    from .protocol import RoutesResult, SurrogateWire


def make_routes(workspace: Workspace, node: Node) -> RoutesResult:
    """Return the surrogates of a node's split, and how many training rows each of them sends."""
    split, columns = node.split, workspace.dataset.columns
    if split is None or not (split.surrogates or node.missing_n):
        return {"node": node.id, "missing_n": 0, "surrogates": [], "rest": 0}
    engine = workspace.inducer.engine
    left = engine.positions(node.region.rows)
    left = left[~_sends(split, columns[split.column], left)]
    missing_n, surrogates = len(left), []
    for surrogate in split.surrogates:
        sent = _sends(surrogate.split, columns[surrogate.split.column], left)
        left = left[~sent]
        wire: SurrogateWire = {
            "split": _bare(surrogate.split, columns),
            "flipped": surrogate.flipped,
            "agreement": float(surrogate.agreement),
            "adjusted": float(surrogate.adjusted),
            "rows": int(sent.sum()),
        }
        surrogates.append(wire)
    return {
        "node": node.id,
        "missing_n": missing_n,
        "surrogates": surrogates,
        "rest": len(left),
    }


def _sends(split: Split, column: Column, positions: np.ndarray[Any, Any]) -> Any:  # noqa: ANN401
    """Return for each row whether the split knows a branch for it."""
    codes = column.codes[positions]
    if isinstance(split, SubsetSplit):
        return np.isin(codes, [level for group in split.groups for level in group])
    return codes >= 0


def _bare(split: Split, columns: Any) -> Any:  # noqa: ANN401 - a split for the wire
    wire = split_wire(split, columns)
    if wire is not None:
        wire["missing"] = -3  # a surrogate that lacks its own column is passed over
        wire["branches"] = 2
    return wire
