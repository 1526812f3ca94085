"""What a page is sent of a tree that no page can hold: the top of it, and what was opened there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..tree.below import children_of

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


class Portion:
    """What a page is sent of a whole tree.

    Attributes
    ----------
    nodes : list of Node
        In pre-order.
    parent : int array
        Position of the parent of each; -1 for the root.
    below : dict
        The ids of the children that are sent of each node, by its id; of leaves there are none.
    """

    def __init__(self, root: Node, opened: Collection[int]) -> None:
        self.nodes, self.parent = portion([root], opened)
        self.below: dict[int, list[int]] = {}
        for node, up in zip(self.nodes[1:], self.parent[1:].tolist(), strict=True):
            self.below.setdefault(self.nodes[up].id, []).append(node.id)

    def news(self, before: Portion) -> tuple[list[int], Ints] | None:
        """Return what is new since a portion of the same tree or says something new.

        Returns
        -------
        list of int
            Positions, in pre-order; what hangs below a node is among them whole or not at all.
        int array
            Of each of them: where the node above it stands here that has other children now; -1
            where it is no child of such a node.
        None
            Where the portion ends elsewhere, and more is new than edits make.
        """
        known = {node.id: node for node in before.nodes}
        rows: list[int] = []
        above: list[int] = []
        place: dict[int, int] = {}  # in `rows`, of what is sent with all that is below it
        for at, (node, up) in enumerate(zip(self.nodes, self.parent.tolist(), strict=True)):
            fresh, alike = up in place, self.below.get(node.id) == before.below.get(node.id)
            if not fresh and alike and node is known[node.id]:
                continue
            if not fresh and not alike and (node is known[node.id] or self.ends_at(node)):
                return None
            above.append(place.get(up, -1))
            if fresh or not alike:
                place[at] = len(rows)
            rows.append(at)
        if not rows:  # a patch has a node in any case
            rows, above = [0], [-1]
        return (rows, np.array(above)) if len(rows) <= BRANCH else None

    def ends_at(self, node: Node) -> bool:
        """Whether what hangs below a node is not sent."""
        return not node.is_leaf and node.id not in self.below


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
