"""One column at a node, for the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..tree.node import Node
    from ..workspace import Workspace
    from .protocol import ProfileResult


def make_profile(workspace: Workspace, node: Node, args: Mapping[str, Any]) -> ProfileResult:
    raise NotImplementedError
