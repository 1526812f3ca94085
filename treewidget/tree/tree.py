"""A tree: the root of immutable nodes, with an index of them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from ..errors import UnknownNameError, WrongTypeError
from .identity import ROOT
from .node import Node, walk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from ..induction.region import Figures


class Tree:
    """An immutable tree. Two trees are equal when what they decide and count is, whatever the ids.

    Parameters
    ----------
    root : Node
        Numbered, as is everything below it.

    Attributes
    ----------
    survey : object
        Where `figures.survey` remembers what it computed.
    """

    __slots__ = ("_nodes", "_parents", "_signature", "root", "survey")

    def __init__(self, root: Node) -> None:
        self.root = root
        self._nodes: dict[int, Node] = {}
        self._parents: dict[int, tuple[int, int]] = {}
        self._signature: tuple[Any, ...] | None = None
        self.survey: Any = None
        self._index(root)

    def _index(self, subtree: Node) -> None:
        for node in walk(subtree):
            self._nodes[node.id] = node
            for branch, child in enumerate(node.children):
                self._parents[child.id] = (node.id, branch)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self._nodes)

    def __contains__(self, node_id: object) -> bool:
        return node_id in self._nodes

    def node(self, node_id: object) -> Node:
        """Return the node of that id.

        Raises
        ------
        TreeWidgetError
            If it is no integer, or no node has it now.
        """
        if isinstance(node_id, bool) or not hasattr(node_id, "__index__"):
            raise WrongTypeError(f"a node is named by its id, an integer, not {node_id!r}")
        number = operator.index(node_id)
        found = self._nodes.get(number)
        if found is None:
            raise UnknownNameError(self._absent(number))
        return found

    def _absent(self, number: int) -> str:
        if len(self) == 1:
            return f"no node {number}: the tree is its root alone, node 0"
        near = min(self._nodes, key=lambda known: (abs(known - number), known))
        size = f"the tree has {len(self)} nodes, 0 to {max(self._nodes)}"
        return f"no node {number}: {size} (did you mean {near}?)"

    @property
    def ids(self) -> AbstractSet[int]:
        """The ids of all nodes."""
        return self._nodes.keys()

    def parent(self, node_id: int) -> int | None:
        """Return the id of a node's parent; None for the root."""
        return self._parents[node_id][0] if node_id != self.root.id else None

    def steps(self, node_id: int) -> list[tuple[Node, int]]:
        """Return the way from the root to a node: each node passed and the branch taken there."""
        way: list[tuple[Node, int]] = []
        while node_id != self.root.id:
            node_id, branch = self._parents[node_id]
            way.append((self._nodes[node_id], branch))
        return way[::-1]

    def walk(self) -> Iterator[Node]:
        """Yield all nodes in pre-order."""
        return walk(self.root)

    @property
    def leaves(self) -> list[Node]:
        """The leaves, in pre-order."""
        return [node for node in self.walk() if node.is_leaf]

    def replaced(self, subtree: Node) -> Tree:
        """Return the tree with `subtree` in the place of the node of the same id.

        Only the path to the root is copied; O(path + both subtrees) and a copy of the index.
        """
        new = object.__new__(Tree)
        new._nodes, new._parents = self._nodes.copy(), self._parents.copy()
        new._signature = new.survey = None
        for gone in walk(self._nodes[subtree.id]):
            del new._nodes[gone.id]
            if gone.id != subtree.id:
                del new._parents[gone.id]
        new._index(subtree)
        for parent, branch in reversed(self.steps(subtree.id)):
            children = (*parent.children[:branch], subtree, *parent.children[branch + 1 :])
            subtree = parent.but(children=children)
            new._nodes[subtree.id] = subtree
        new.root = subtree
        return new

    def signature(self) -> tuple[Any, ...]:
        """Return what equality is over: splits, labels, flags, notes and counts, never ids."""
        if self._signature is None:
            self._signature = tuple(
                (
                    node.split,
                    *(node.forced, node.locked, node.pruned, node.label, node.note),
                    _counts(node.region.train),
                    _counts(node.region.validation),
                )
                for node in self.walk()
            )
        return self._signature

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self.root is other.root or self.signature() == other.signature()

    def __hash__(self) -> int:
        return hash(self.signature())


def _counts(figures: Figures | None) -> tuple[Any, ...] | None:
    """Return the counts of a region, exact whatever order they were summed in."""
    if figures is None:
        return None
    if figures.histogram is None:
        return (figures.n, *figures.stats.tolist())
    return (figures.n, figures.weight, *figures.histogram.tolist())


__all__ = ["ROOT", "Tree"]
