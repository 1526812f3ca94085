"""Nodes in pre-order; those that nobody has looked at are made when they are asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar, overload

import numpy as np

from ..induction.uncollected import uncollected
from .bud import large_bud
from .node import walk

if TYPE_CHECKING:
    from ..engine.contract import Ints
    from .bud import Bud
    from .node import Node

T = TypeVar("T")


class Seen(NamedTuple):
    """A node that somebody has looked at, where it stands, and what is below it if nobody has."""

    at: int
    node: Node
    bud: Bud | None


class Preorder(Sequence["Node"]):
    """Nodes in pre-order: some that were seen when this was made, and all that hangs in their buds.

    Parameters
    ----------
    seen : sequence of Seen
    """

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.seen = seen
        last = seen[-1]
        self._size = last.at + 1 + (0 if last.bud is None else last.bud.size)

    @classmethod
    def of(cls, root: Node) -> Preorder:
        """Return all nodes of a tree."""
        seen: list[Seen] = []
        ahead, at = [root], 0
        while ahead:
            node = ahead.pop()
            bud = large_bud(node)
            seen.append(Seen(at, node, bud))
            at += 1 if bud is None else node.size
            ahead.extend(reversed(node.children if bud is None else ()))
        return cls(seen)

    @classmethod
    def among(cls, nodes: Iterable[Node], buds: Iterable[Bud | None]) -> Preorder:
        """Return some nodes, given in pre-order, each with all that is in its bud."""
        seen: list[Seen] = []
        at = 0
        for node, bud in zip(nodes, buds, strict=True):
            seen.append(Seen(at, node, bud))
            at += 1 if bud is None else 1 + bud.size
        return cls(seen)

    def __len__(self) -> int:
        """Return how many there are."""
        return self._size

    def __iter__(self) -> Iterator[Node]:
        """Go through all of them."""
        return iter(self._all)

    @cached_property
    def _all(self) -> list[Node]:
        with uncollected():
            return self.column(lambda node: node, lambda node, _: islice(walk(node), 1, None))

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> list[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        """Return one of them, or several. O(depth) each."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        at, node, _ = self.seen[bisect_right(self._starts, place) - 1]
        ahead = place - at
        while ahead:
            ahead -= 1
            for child in node.children:
                if ahead < child.size:
                    node = child
                    break
                ahead -= child.size
        return node

    @cached_property
    def _starts(self) -> list[int]:
        return [at for at, _, _ in self.seen]

    def column(
        self, of_node: Callable[[Node], T], of_bud: Callable[[Node, Bud], Iterable[T]]
    ) -> list[T]:
        """Return something of every node: of those seen one by one, of what is in a bud at once."""
        values: list[T] = []
        for _, node, bud in self.seen:
            values.append(of_node(node))
            if bud is not None:
                values.extend(of_bud(node, bud))
        return values

    def places(self, ids: Sequence[int]) -> Ints:
        """Return where each of some ids stands, all of them being there."""
        wanted = np.array(ids, dtype=np.int64)
        firsts, begins = self._runs
        run = np.searchsorted(firsts, wanted, side="right") - 1
        found: Ints = begins[run] + wanted - firsts[run]
        return found

    @cached_property
    def _runs(self) -> tuple[Ints, Ints]:
        """Return the first id of each run of neighbours, ascending, and where it stands."""
        runs = [(node.id, at) for at, node, _ in self.seen]
        runs += [(bud.first, at + 1) for at, _, bud in self.seen if bud is not None]
        firsts, begins = np.array(sorted(runs), dtype=np.int64).T
        return firsts, begins
