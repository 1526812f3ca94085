"""What grew below a node, as lines: a large growth makes those nodes that are asked for."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import numpy as np

from .ids import Ids, at_places, each, in_short
from .node import UNNUMBERED, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.growth import Sprout
    from ..induction.lines import Lines
    from ..induction.region import Region
    from ..induction.splits import Split
    from ..induction.stretch import Stretch
    from .ids import Numbers
    from .past import Way

    CountMissing = Callable[[Region, Split], int]

WORTH: Final = 32
"""From so many nodes on lines are asked instead of them."""
MANY: Final = 200
"""More nodes than that which grow where others stood are held against those as lines; fewer are
gone through, as what comes out as it was is shared then."""
WIDE: Final = 2
"""And more than that to a level."""
OFTEN: Final = 512
"""After so many nodes, which may have to be made, a loop tells how far it is."""


class Bud:
    """All that grew below a node: by hand nothing was decided there but where it ends.

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
    ids : range or int array, optional
        Those of all nodes below, in pre-order; None until the registry gave them.

    Attributes
    ----------
    made : tuple of Node or None
        The children, once somebody has looked at them.
    """

    __slots__ = ("_missing", "_region", "_way", "ids", "made", "stretch")

    def __init__(
        self,
        region: Region,
        stretch: Stretch,
        missing: CountMissing,
        way: Way | None,
        ids: Numbers | None = None,
    ) -> None:
        self._region = region
        self._missing = missing
        self._way = way
        self.stretch = stretch
        self.ids = ids
        self.made: tuple[Node, ...] | None = None

    @property
    def size(self) -> int:
        """Nodes below."""
        return self.stretch.size - 1

    @property
    def stays(self) -> bool:
        """Whether lines tell all that the nodes made of them do, and sooner."""
        return are_many(self.size) and self.ids is not None and self.stretch.lines.in_columns

    @property
    def tops(self) -> list[int]:
        """The ids of the children."""
        stretch = self.stretch
        return self.ids_at(np.array(stretch.lines.below(stretch.line)))

    @property
    def known(self) -> Numbers:
        """The ids of all nodes below, which the registry has given."""
        if self.ids is None:
            raise RuntimeError("what grew is asked for its ids before it has them")
        return self.ids

    @property
    def is_pruned(self) -> bool:
        """Whether any of it was made a leaf by hand."""
        stretch = self.stretch
        return bool(stretch.lines.pruned[stretch.line : stretch.line + stretch.size].any())

    def left(self, stays: NDArray[np.bool_], leaves: NDArray[np.bool_]) -> Bud:
        """Return what is left where only some nodes below stay, of which some become leaves."""
        ids = in_short(at_places(self.known, np.flatnonzero(stays)))
        lines = (np.append(own, marks) for own, marks in ((True, stays), (False, leaves)))
        stretch = self.stretch.left(*lines, by_hand=True)
        return Bud(self._region, stretch, self._missing, None, ids)

    def ids_at(self, lines: Ints) -> list[int]:
        """Return the ids of nodes below, given by their lines."""
        found: list[int] = at_places(self.known, lines - (self.stretch.line + 1)).tolist()
        return found

    def nodes(self) -> tuple[Node, ...]:
        """Make the children."""
        made, at, lines = [], 0, self.stretch.lines
        below = zip(lines.below(self.stretch.line), self.stretch.sprouts(self._region), strict=True)
        for line, sprout in below:
            ids = None if self.ids is None else self.ids[at : at + sprout.size]
            made.append(self._node(sprout, ids, pruned=bool(lines.pruned[line])))
            at += sprout.size
        return tuple(made)

    def _node(self, sprout: Sprout, ids: Numbers | None, *, pruned: bool) -> Node:
        """Make a child, given the ids of it and of all below it."""
        region, split = sprout.region, sprout.split
        number = UNNUMBERED if ids is None else int(ids[0])
        if split is None or sprout.unmade is None:
            return Node(number, region, pruned=True) if pruned else Node(number, region)
        below = None if ids is None else ids[1:]
        return Node(
            *(number, region, split, sprout.gain),
            missing_n=self._missing(region, split),
            below=Bud(region, sprout.unmade, self._missing, self._way, below),
            way=self._way,
        )

    @property
    def is_wide(self) -> bool:
        """Whether it is soonest held against what grew there before line by line, all at once."""
        return is_wide(self.stretch)


def is_wide(stretch: Stretch) -> bool:
    """Whether what grew is soonest held against what grew there before level by level."""
    lines = stretch.lines
    return stretch.size > max(MANY, WIDE * len(lines.levels)) and lines.in_columns


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


def ids_below_all(roots: Sequence[Node], more: Iterable[Numbers] = ()) -> Ids:
    """Return the ids of all nodes below some, none of which hangs below another, and `more`."""
    single, runs = list[int](), list(more)
    ahead = list(roots)
    while ahead:
        node = ahead.pop()
        bud = node.bud  # asked once: another thread may look at it meanwhile
        if bud is not None:
            runs.append(bud.known)
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
        yield from () if bud is None else each(bud.known)
        ahead.extend(reversed(node.children if bud is None else ()))
