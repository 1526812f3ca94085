"""The nodes of a tree in pre-order; those that nobody has looked at are made when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, overload

from ..induction.uncollected import uncollected
from .node import walk

if TYPE_CHECKING:
    from .bud import Bud
    from .node import Node


class Seen(NamedTuple):
    """A node that somebody has looked at, where it stands, and what is below it if nobody has."""

    at: int
    node: Node
    bud: Bud | None


class Preorder(Sequence["Node"]):
    """The nodes of a tree in pre-order: those seen when this was made, and the others.

    Parameters
    ----------
    root : Node

    Attributes
    ----------
    seen : list of Seen
    """

    def __init__(self, root: Node) -> None:
        self._root = root
        self.seen: list[Seen] = []
        ahead = [root]
        at = 0
        while ahead:
            node = ahead.pop()
            bud = node.bud
            self.seen.append(Seen(at, node, bud))
            at += 1 if bud is None else node.size
            ahead.extend(reversed(node.children if bud is None else ()))

    def __len__(self) -> int:
        """Return how many there are."""
        return self._root.size

    def __iter__(self) -> Iterator[Node]:
        """Go through all of them."""
        return iter(self._all)

    @cached_property
    def _all(self) -> list[Node]:
        with uncollected():
            return list(walk(self._root))

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> list[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        """Return one of them, or several. O(depth) each."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        ahead, node = range(len(self))[index], self._root
        while ahead:
            ahead -= 1
            for child in node.children:
                if ahead < child.size:
                    node = child
                    break
                ahead -= child.size
        return node

    @cached_property
    def places(self) -> dict[int, int]:
        """Where each id stands."""
        ids: list[int] = []
        for _, node, bud in self.seen:
            ids.append(node.id)
            ids.extend(() if bud is None else bud.ids)
        return {number: at for at, number in enumerate(ids)}
