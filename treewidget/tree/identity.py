"""Stable ids: a node is its parent's id, its parent's split and its branch, for a whole session."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final, TypeAlias

from ..induction.splits import Split
from .node import Node, with_children

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT: Final = 0
Key: TypeAlias = tuple[int, Split, int]


class Ledger:
    """Every key there ever was: the n-th has the id n. Only ever added to."""

    __slots__ = ("ids", "keys", "lock")

    def __init__(self, keys: list[Key]) -> None:
        self.keys = keys
        self.ids = {key: at for at, key in enumerate(keys, 1)}
        self.lock = Lock()

    def add(self, after: int, keys: list[Key]) -> Ledger:
        """Return a ledger with these keys behind its first `after`: itself, if it has no others.

        It has others when a gesture was numbered and then did not come to pass.
        """
        with self.lock:
            if len(self.keys) > after:
                return Ledger(self.keys[:after] + keys)
            self.ids.update((key, at) for at, key in enumerate(keys, after + 1))
            self.keys += keys
            return self


class Registry:
    """Which id each (parent id, split, branch) has. Immutable: numbering gives a new registry.

    Because nothing is ever forgotten, undo, redo and the same split again give the same ids, and
    no id is ever used for another node. Because it is a value, a gesture that is vetoed or refused
    leaves no trace in it. Registries share one ledger, of which each sees the first `size` entries:
    a new one costs what is new in it.
    """

    __slots__ = ("_ledger", "size")

    def __init__(self, ledger: Ledger | None = None, size: int = 0) -> None:
        self._ledger = ledger or Ledger([])
        self.size = size

    def above(self, node_id: int) -> tuple[int, int] | None:
        """Return a node's parent and its branch there; None for the root and unknown ids."""
        if not 0 < node_id <= self.size:
            return None
        parent, _split, branch = self._ledger.keys[node_id - 1]
        return parent, branch

    def number(self, subtree: Node, old: Node | None = None) -> tuple[Node, Registry]:
        """Give every node under `subtree` its id; the subtree's own root has one already.

        Nodes never seen before get the next free numbers in pre-order. What is numbered right
        already is shared, not copied; what is shared with `old`, which stands in its place now, is
        not looked at.
        """
        fresh: dict[Key, int] = {}
        order: list[tuple[Node, int, bool]] = []
        ahead: list[tuple[Node, Node | None, Key | None]] = [(subtree, old, None)]
        while ahead:
            node, was, key = ahead.pop()
            own = subtree.id if key is None else self._id(key, fresh)
            order.append((node, own, node is was))
            if node is was or node.split is None:
                continue
            stays = was is not None and was.split == node.split
            olds = was.children if was is not None and stays else (None,) * len(node.children)
            keys = [(own, node.split, branch) for branch in range(len(node.children))]
            ahead.extend(reversed(list(zip(node.children, olds, keys, strict=True))))
        if not fresh:
            return _rebuilt(order), self
        ledger = self._ledger.add(self.size, list(fresh))
        return _rebuilt(order), Registry(ledger, self.size + len(fresh))

    def _id(self, key: Key, fresh: dict[Key, int]) -> int:
        known = self._ledger.ids.get(key)
        if known is not None and known <= self.size:
            return known
        return fresh.setdefault(key, self.size + len(fresh) + 1)

    def ever(self, node_id: int) -> bool:
        """Whether the session has had a node of that id."""
        return 0 <= node_id <= self.size


def _rebuilt(order: list[tuple[Node, int, bool]]) -> Node:
    """Return the root of nodes in pre-order with their ids; those marked stand as they are."""
    done: list[Node] = []
    for node, own, stands in reversed(order):
        kids = node.children if stands else tuple(done.pop() for _ in node.children)
        if node.id != own:
            done.append(node.but(id=own, children=kids))
        else:
            done.append(with_children(node, kids))
    return done[0]


def places_of(root: Node) -> Mapping[int, tuple[int, int]]:
    """Return the parent and branch of every node below `root`, for a tree without a registry."""
    places: dict[int, tuple[int, int]] = {}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        for branch, child in enumerate(node.children):
            places[child.id] = (node.id, branch)
            ahead.append(child)
    return places
