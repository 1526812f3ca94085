"""Which requests take so long that they get a thread of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .candidates import takes_long
from .studies import STUDIES

if TYPE_CHECKING:
    from ..workspace import Workspace
    from .protocol import Request

LARGE: Final = 50_000
"""Rows of a node from which on a question about it does."""
CROWD: Final = 2_000
"""Nodes from which on the whole tree does, as it is or as it was, and cutting it back."""
WHOLE: Final = frozenset({"state", "look", "history"})
"""Questions about that."""


def is_long_question(workspace: Workspace, request: Request) -> bool:
    """Whether a question may take longer than a kernel should be held up."""
    node, tree = node_of(request), workspace.tree
    if request["op"] in STUDIES:
        return True
    if request["op"] in WHOLE:
        versions = workspace.history.versions
        return any(version.root.size > CROWD for version in reversed(versions))
    if node is None or node not in tree:
        return False
    if request["op"] == "candidates" and _searches_long(workspace, request):
        return True
    return tree.node(node).region.train.n > LARGE


def is_long_gesture(workspace: Workspace, request: Request) -> bool:
    """Whether a gesture may take longer than a kernel should be held up."""
    args = request["args"]
    if request["op"] == "grow" or "method" in args or args.get("replace") or args.get("regrow"):
        return True
    if request["op"] == "prune_to" and workspace.tree.root.size > CROWD:
        return True
    searches = request["op"] == "split" and not ("thresholds" in args or "groups" in args)
    return searches and _searches_long(workspace, request)


def node_of(request: Request) -> int | None:
    """Return the node that a request is about."""
    node = request["args"].get("node")
    return node if isinstance(node, int) else None


def _searches_long(workspace: Workspace, request: Request) -> bool:
    node, tree = node_of(request), workspace.tree
    return node is not None and node in tree and takes_long(workspace, tree.node(node))
