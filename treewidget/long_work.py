"""Which gestures take long, and what they are called meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .pruning.cross import CHOICES
from .tree.identity import ROOT

if TYPE_CHECKING:
    from .tree.gestures import Action

_LONG: Final = {"grow": "growing", "split": "splitting"}
VALIDATING: Final = "cross-validating"


def long_work(action: Action, *, look: bool) -> tuple[str, int | None]:
    """Return what a gesture does for long, and at which node; nothing for what is done at once."""
    method = action.args.get("method")
    if action.name == "prune_to" and (method is not None or not look):  # else somebody drags
        crosses = isinstance(method, str) and method in CHOICES
        return (VALIDATING if crosses else "pruning"), None
    if action.name not in _LONG:
        return "", None
    node = action.args.get("node")
    node = ROOT if node is None else node
    return f"{_LONG[action.name]} node {node}", node if isinstance(node, int) else None
