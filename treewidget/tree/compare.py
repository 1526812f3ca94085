"""What sets two versions of a tree apart, at the cost of that difference.

Versions share what did not change, and an id means the same place for ever: only where two nodes
are not the same object is there anything to look at.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..induction.progress import Progress
from .node import walk

if TYPE_CHECKING:
    from .node import Node


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What a tree has that another has not, and the other way round.

    Attributes
    ----------
    nodes : list of Node
        Of the new tree, in pre-order: what is new or says something new, with all its ancestors.
    parent : list of int
        Position of each one's parent among them; -1 for the root.
    news : list of bool
        Whether the node itself says something new, and not only what hangs below it.
    made, removed : list of int
        Ids that only the new tree has, and only the old one.
    """

    nodes: list[Node] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    news: list[bool] = field(default_factory=list)
    made: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)


def compare(old: Node, new: Node, progress: Progress | None = None) -> Difference:
    """Return what sets a tree apart from an older version of it, given by their roots."""
    found, told = Difference(), progress or Progress()
    ahead: list[tuple[Node, Node | None, int]] = [(new, old, -1)]
    for node, was, parent in told.emptying(ahead, new.size):
        if node is was:
            continue
        at = len(found.nodes)
        found.nodes.append(node)
        found.parent.append(parent)
        found.news.append(was is None or _differ(node, was))
        before: tuple[Node | None, ...] = (None,) * len(node.children)
        if was is None:
            found.made.append(node.id)
        elif was.split == node.split:
            before = was.children
        else:
            found.removed.extend(gone.id for gone in walk(was) if gone is not was)
        kids = zip(node.children, before, strict=True)
        ahead.extend(reversed([(child, kid, at) for child, kid in kids]))
    return found


def _differ(node: Node, was: Node) -> bool:
    """Whether two nodes of one id differ in more than what hangs below them."""
    same = node.region is was.region and node.decided == was.decided
    return not (same and node.split == was.split)
