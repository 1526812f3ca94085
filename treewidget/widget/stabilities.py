"""How stable splits are, for the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..tree.stability import cut_range
from .wire import clean

if TYPE_CHECKING:
    from ..induction.stability import Stability
    from ..workspace import Workspace
    from .protocol import StabilityWire

KEPT: Final = 1_000
"""Nodes that views know this of: those that were checked last."""


def make_stabilities(workspace: Workspace) -> list[StabilityWire]:
    """Return what is known of the nodes checked last."""
    return [_wire(node, found) for node, found in list(workspace.stabilities.items())[-KEPT:]]


def _wire(node: int, found: Stability) -> StabilityWire:
    ranges = [cut_range(found.cuts[at]) if at in found.cuts else None for at in found.leads]
    return {
        "node": node,
        "halves": found.halves,
        "columns": list(found.leads),
        "leads": list(found.leads.values()),
        "low": [clean(of[0].text) if of else "" for of in ranges],
        "high": [clean(of[1].text) if of else "" for of in ranges],
    }
