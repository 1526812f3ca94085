"""What a page is sent of a tree that no page can hold: the top of it, and what was opened there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..tree.bud import children_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence, Sized

    from ..engine.contract import Ints
    from ..tree.node import Node

MOST: Final = 120_000
"""A page holds so many nodes; of a larger tree it is sent a portion."""
TOP: Final = 10_000
"""So many nodes at most, from the root down."""
BRANCH: Final = 2_000
"""And so many of a branch that is opened where the portion ends."""


def exceeds_page(tree: Sized) -> bool:
    """Whether no page can hold a tree."""
    return len(tree) > MOST


def portion(way: Sequence[Node], opened: Collection[int]) -> tuple[list[Node], Ints]:
    """Return the first levels below a node in pre-order, and the position of each one's parent.

    Parameters
    ----------
    way : sequence of Node
        From the root to the node.
    opened : collection of int
        Ids of nodes that are sent with levels of their own, if the portion would end there.
    """
    nodes: list[Node] = []
    parent: list[int] = []
    ahead = [(way[-1], -1, _levels(way[-1], TOP if len(way) == 1 else BRANCH))]
    while ahead:
        node, above, deep = ahead.pop()
        at = len(nodes)
        nodes.append(node)
        parent.append(above)
        if not deep and node.id in opened:
            deep = _levels(node, BRANCH)
        if deep:
            ahead.extend((child, at, deep - 1) for child in reversed(node.children))
    return nodes, np.array(parent)


def ends_on(way: Sequence[Node]) -> list[int]:
    """Return where to open a portion so that it has a node, and what hangs below that.

    Parameters
    ----------
    way : sequence of Node
        From the root to the node.
    """
    found: list[int] = []
    deep = _levels(way[0], TOP)
    for node in way:
        if not deep and not node.is_leaf:
            found.append(node.id)
            deep = _levels(node, BRANCH)
        deep -= 1
    return found


def _levels(node: Node, most: int) -> int:
    """Return how many levels below a node have so many nodes together, the first in any case."""
    many, deep, row = 0, 0, children_of([node])
    while row and (many + len(row) <= most or not deep):
        many, deep = many + len(row), deep + 1
        row = children_of(row)
    return deep
