"""All nodes of a tree in pre-order, made only where they are few or reckoned one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..induction.progress import Progress
from ..induction.uncollected import uncollected
from .bud import OFTEN, are_many
from .node import walk
from .preorder import Preorder

if TYPE_CHECKING:
    from .node import Node


def laid_out(root: Node, heeding: Progress | None = None) -> Preorder:
    """Return all nodes of a tree; they are made where they are few, or reckoned one by one."""
    heeding = heeding or Progress()
    nodes = Preorder.of(root, heeding)
    if are_many(root.size) and in_columns(nodes):
        return nodes
    make_all(root, heeding)
    return Preorder.of(root, heeding)


def in_columns(nodes: Preorder) -> bool:
    """Whether all that is shown of what nobody has looked at is at hand."""
    return all(one.lines.in_columns for one in nodes.bundles)


def make_all(root: Node, heeding: Progress) -> None:
    """Make all nodes that nobody has looked at yet."""
    with uncollected():
        for _ in heeding.over(walk(root), root.size, OFTEN):
            pass
