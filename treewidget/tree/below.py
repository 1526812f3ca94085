"""What hangs below nodes: their children, and ids without making any."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import numpy as np

from .ids import Ids, each

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..induction.lines import Lines
    from .ids import Numbers
    from .node import Node


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
