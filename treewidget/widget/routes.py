"""What becomes of the rows that lack the column a node splits on."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..induction.splits import STOP
from ..tree.astray import astray_at
from .nodes import split_wire

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Column
    from ..induction.splits import Surrogate
    from ..tree.node import Node
    from ..workspace import Workspace
    from .protocol import RoutesResult, SplitWire, SurrogateWire


def make_routes(workspace: Workspace, node: Node) -> RoutesResult:
    """Return the surrogates of a node's split, and how many training rows each of them sends."""
    columns = workspace.dataset.columns
    astray = astray_at(node, workspace.dataset, workspace.inducer.engine)
    surrogates = node.split.surrogates if node.split else ()
    pairs = zip(surrogates, astray.surrogates, strict=True)
    return {
        "node": node.id,
        "missing_n": astray.n,
        "surrogates": [_wire(surrogate, rows, columns) for surrogate, rows in pairs],
        "rest": astray.rest,
    }


def _wire(surrogate: Surrogate, rows: int, columns: Sequence[Column]) -> SurrogateWire:
    split = cast("SplitWire", split_wire(surrogate.split, columns))
    return {
        "split": {**split, "missing": STOP, "branches": 2},
        "flipped": surrogate.flipped,
        "agreement": float(surrogate.agreement),
        "adjusted": float(surrogate.adjusted),
        "rows": rows,
    }
