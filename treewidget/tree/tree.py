"""A tree: the root of immutable nodes, and how to find one of them by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..data.whole import whole_number
from ..data.words import shown
from ..errors import UnknownNameError, WrongTypeError
from ..induction.uncollected import uncollected
from .below import ids_below
from .identity import ROOT, ways_of
from .node import Node, walk
from .signature import Place, Signature, moved, signature_of

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from .block import Place as Step
    from .identity import Ways

LISTED: Final = 12  # ids that are all named where there is not the one that was asked for
MANY: Final = 1_000  # ids looked for at once, from which on all of the tree is gone through


class Tree:
    """An immutable tree. Trees are equal if splits, labels, flags, notes and counts are, not ids.

    A tree has no index of its own: where a node of some id hangs, if it is there at all, is settled
    for a whole session. Finding it takes the length of its path, and an edit copies no more than
    that path.

    Parameters
    ----------
    root : Node
        Numbered, as is everything below it.
    ways : callable, optional
        Gives the way to an id, as `identity.Registry.way` does for every id of a session; without
        it the tree is gone through when first something is looked for.

    Attributes
    ----------
    survey, path : object
        Where `surveying.survey` and `path.path_of` remember what they computed.
    """

    __slots__ = ("_signature", "_ways", "path", "root", "survey")

    def __init__(self, root: Node, ways: Ways | None = None) -> None:
        self.root = root
        self._ways = ways
        self._signature: Signature | None = None
        self.survey: Any = None
        self.path: Any = None

    def __len__(self) -> int:
        """Return the number of nodes."""
        return self.root.size

    def __contains__(self, node_id: object) -> bool:
        number = whole_number(node_id)
        return number is not None and self._find(number) is not None

    def _find(self, node_id: int) -> Node | None:
        """Return the node of an id, if it is there. O(depth)."""
        node = self.root
        for _, branch in self._way(node_id) or ():
            if branch >= len(node.children):
                return None
            node = node.children[branch]
        return node if node.id == node_id else None

    def _way(self, node_id: int) -> list[Step] | None:
        """Return the way from the root to where a node of that id would hang."""
        if self._ways is None:
            self._ways = ways_of(self.root)
        return self._ways(node_id)

    def node(self, node_id: object) -> Node:
        """Return the node of that id.

        Raises
        ------
        TreeWidgetError
            If it is no integer, or no node has it now.
        """
        number = whole_number(node_id)
        if number is None:
            own = whole_number(getattr(node_id, "id", None))
            hint = "" if own is None else f": give its id, {own}"
            said = f"a node is named by its id, an integer, not {shown(node_id)}{hint}"
            raise WrongTypeError(said)
        found = self._find(number)
        if found is None:
            raise UnknownNameError(self._absent(number))
        return found

    def _absent(self, number: int) -> str:
        if len(self) == 1:
            return f"no node {number}: the tree is its root alone, node 0"
        ids = self.ids
        if len(ids) <= max(ids) and len(ids) <= LISTED:
            return f"no node {number}: the tree has nodes {', '.join(map(str, sorted(ids)))}"
        near = min(ids, key=lambda known: (abs(known - number), known))
        size = f"the tree has {len(self)} nodes, 0 to {max(ids)}"
        return f"no node {number}: {size} (did you mean {near}?)"

    @property
    def ids(self) -> AbstractSet[int]:
        """The ids of all nodes. O(nodes)."""
        return {self.root.id, *ids_below(self.root)}

    def present(self, ids: Collection[int]) -> list[int]:
        """Return those of some ids that the tree has, each once. O(depth) an id, or O(nodes)."""
        there: Container[int] = self.ids if len(ids) > MANY else self
        return list(dict.fromkeys(node_id for node_id in ids if node_id in there))

    def steps(self, node_id: int) -> list[tuple[Node, int]]:
        """Return the way from the root to a node: each node passed and the branch taken there."""
        way: list[tuple[Node, int]] = []
        node = self.root
        for _, branch in self._way(node_id) or ():
            way.append((node, branch))
            node = node.children[branch]
        return way

    def way(self, node_id: int) -> list[Node]:
        """Return the nodes from the root to one, both included."""
        return [*(passed for passed, _ in self.steps(node_id)), self.node(node_id)]

    def walk(self) -> Iterator[Node]:
        """Yield all nodes in pre-order."""
        return walk(self.root)

    @property
    def leaves(self) -> list[Node]:
        """The leaves, in pre-order."""
        with uncollected():
            return [node for node in self.walk() if node.is_leaf]

    def replaced(self, subtree: Node, ways: Ways | None = None) -> Tree:
        """Return the tree with `subtree` in the place of the node of the same id.

        Only the path to the root is copied: O(depth). The nodes of that path forget their sums,
        which are as quick to compute again as they were the first time: a version of the tree that
        is history now keeps nothing that is not needed.
        """
        for parent, branch in reversed(self.steps(subtree.id)):
            children = (*parent.children[:branch], subtree, *parent.children[branch + 1 :])
            subtree = parent.but(below=children)
            parent.remember(None)
        return Tree(subtree, ways)

    def signature(self) -> Signature:
        """Return what equality is over: splits, labels, flags, notes and counts, never ids."""
        if self._signature is None:
            self._signature = signature_of(self.root)
        return self._signature

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self.root is other.root or self.signature() == other.signature()

    def equals(self, other: Tree, places: Mapping[int, Place]) -> bool:
        """Whether a tree of other data is equal, whose columns stand at other `places` there."""
        mine, theirs = self.signature(), other.signature()
        return mine.others == theirs.others and all(
            moved(one, places) == two for one, two in zip(mine.splits, theirs.splits, strict=True)
        )

    def __hash__(self) -> int:
        """Return a hash that equal trees of other data have too: columns take no part."""
        return hash(self.signature().others)


__all__ = ["ROOT", "Tree"]
