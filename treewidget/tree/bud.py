"""What grew below a node, as lines: a large growth makes those nodes that are asked for."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import numpy as np

from .ids import Ids
from .node import UNNUMBERED, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..induction.growth import Sprout
    from ..induction.lines import Lines
    from ..induction.region import Region
    from ..induction.splits import Split
    from ..induction.stretch import Stretch
    from .past import Way

    CountMissing = Callable[[Region, Split], int]

WORTH: Final = 32
"""From so many nodes on lines are asked instead of them."""
OFTEN: Final = 512
"""After so many nodes, which may have to be made, a loop tells how far it is."""


class Bud:
    """All that grew below a node: nothing was decided there by hand.

    Parameters
    ----------
    region : Region
        The node's.
    stretch : Stretch
        What grew there, as lines.
    missing : callable
        Counts the training rows of a region that lack a split's column.
    way : Way or None
        How each part of it grew.
    first : int
        The id of the first node below; those of all others follow, in pre-order. `UNNUMBERED`
        until the registry gave it.

    Attributes
    ----------
    made : tuple of Node or None
        The children, once somebody has looked at them.
    """

    __slots__ = ("_missing", "_region", "_way", "first", "made", "stretch")

    def __init__(
        self,
        region: Region,
        stretch: Stretch,
        missing: CountMissing,
        way: Way | None,
        first: int = UNNUMBERED,
    ) -> None:
        self._region = region
        self._missing = missing
        self._way = way
        self.stretch = stretch
        self.first = first
        self.made: tuple[Node, ...] | None = None

    @property
    def size(self) -> int:
        """Nodes below."""
        return self.stretch.size - 1

    @property
    def stays(self) -> bool:
        """Whether lines tell all that the nodes made of them do, and sooner."""
        return are_many(self.size) and self.first != UNNUMBERED and self.stretch.lines.of_measure

    @property
    def ids(self) -> range:
        """The ids of all nodes below."""
        return range(self.first, self.first + self.size)

    @property
    def tops(self) -> list[int]:
        """The ids of the children."""
        stretch = self.stretch
        return [
            self.first - 1 + below - stretch.line for below in stretch.lines.below(stretch.line)
        ]

    def nodes(self) -> tuple[Node, ...]:
        """Make the children."""
        made, number = [], self.first
        for sprout in self.stretch.sprouts(self._region):
            made.append(self._node(sprout, number))
            number += sprout.size if number != UNNUMBERED else 0
        return tuple(made)

    def _node(self, sprout: Sprout, number: int) -> Node:
        region, split = sprout.region, sprout.split
        if split is None or sprout.unmade is None:
            return Node(number, region)
        first = UNNUMBERED if number == UNNUMBERED else number + 1
        return Node(
            *(number, region, split, sprout.gain),
            missing_n=self._missing(region, split),
            below=Bud(region, sprout.unmade, self._missing, self._way, first),
            way=self._way,
        )


def are_many(nodes: int) -> bool:
    """Whether so many nodes are worth arrays: a few are made sooner."""
    return nodes >= WORTH


def children_of(nodes: Sequence[Node]) -> list[Node]:
    """Return the children of some nodes, one after the other.

    Those that nobody has looked at are made together: one by one, each would have its neighbours
    of the growth made with it, which lie in other branches.
    """
    wanted: dict[Lines, list[int]] = {}
    for node in nodes:
        bud = node.bud
        if bud is not None and bud.made is None:
            lines, line = bud.stretch.lines, bud.stretch.line
            wanted.setdefault(lines, []).extend(lines.below(line))
    with ExitStack() as at_hand:
        for lines, below in wanted.items():
            at_hand.enter_context(lines.at_hand(np.array(below)))
        return [child for node in nodes for child in node.children]


def ids_below(root: Node) -> Ids:
    """Return the ids of all nodes below one. What nobody looked at stays so."""
    return ids_below_all([root])


def ids_below_all(roots: Sequence[Node]) -> Ids:
    """Return the ids of all nodes below some, none of which hangs below another."""
    single, runs = list[int](), list[range]()
    ahead = list(roots)
    while ahead:
        node = ahead.pop()
        bud = node.bud  # asked once: another thread may look at it meanwhile
        if bud is not None:
            runs.append(bud.ids)
            continue
        for child in node.children:
            single.append(child.id)
            ahead.append(child)
    return Ids(single, runs)


def new_ids(root: Node, seen: set[int]) -> Iterator[int]:
    """Give the ids of a tree in pre-order, but for what hangs below nodes that were `seen` before.

    Versions share what did not change, so of each there is only gone through what is new in it.
    """
    ahead = [root]
    while ahead:
        node = ahead.pop()
        yield node.id
        if id(node) in seen:
            continue
        seen.add(id(node))
        bud = node.bud
        yield from () if bud is None else bud.ids
        ahead.extend(reversed(node.children if bud is None else ()))
