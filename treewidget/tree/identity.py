"""Stable ids: a node is its parent's id, its parent's split and its branch, for a whole session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from ..induction.splits import Split
from .node import Node, with_children

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = 0
Key: TypeAlias = tuple[int, Split, int]


@dataclass(frozen=True, slots=True, eq=False)
class Registry:
    """Which id each (parent id, split, branch) has. Immutable: numbering gives a new registry.

    Because nothing is ever forgotten, undo, redo and the same split again give the same ids, and
    no id is ever used for another node. Because it is a value, a gesture that is vetoed or refused
    leaves no trace in it.
    """

    known: Mapping[Key, int] = field(default_factory=dict)

    def number(self, subtree: Node) -> tuple[Node, Registry]:
        """Give every node under `subtree` its id; the subtree's own root has one already.

        Nodes never seen before get the next free numbers in pre-order. What is numbered right
        already is shared, not copied.
        """
        known = dict(self.known)
        order: list[tuple[Node, int]] = []
        ahead: list[tuple[Node, Key | None]] = [(subtree, None)]
        while ahead:
            node, key = ahead.pop()
            own = subtree.id if key is None else known.setdefault(key, len(known) + 1)
            order.append((node, own))
            if node.split is not None:
                keyed = enumerate(node.children)
                ahead.extend(reversed([(kid, (own, node.split, at)) for at, kid in keyed]))
        done: list[Node] = []
        for node, own in reversed(order):
            fresh = with_children(node, tuple(done.pop() for _ in node.children))
            done.append(fresh if fresh.id == own else fresh.but(id=own))
        return done[0], self if len(known) == len(self.known) else Registry(known)

    def ever(self, node_id: int) -> bool:
        """Whether the session has had a node of that id."""
        return 0 <= node_id <= len(self.known)
