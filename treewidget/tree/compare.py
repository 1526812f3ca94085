"""What sets two versions of a tree apart, at the cost of that difference.

Versions share what did not change, and an id means the same place for ever: only where two nodes
are not the same object is there anything to look at.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from ..induction.progress import Progress
from .below import ids_below_all
from .ids import Ids
from .renewed import change

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .bud import Bud
    from .ids import Numbers
    from .node import Node
    from .renewed import Renewed


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What a tree has that another has not, and the other way round.

    Attributes
    ----------
    nodes : list of Node
        Of the new tree, in pre-order: what is new or says something new, with all its ancestors.
    parent : list of int
        Position of each one's parent among them; -1 for the root.
    news : list of bool
        Whether the node itself says something new, and not only what hangs below it.
    buds : list of Bud, Renewed or None
        What hangs below each, where nobody has looked at it: all of that is new, or what is.
    made, removed : Ids
        What only the new tree has, and only the old one.
    tops : list of int
        Those made that do not hang below others.
    """

    nodes: list[Node]
    parent: list[int]
    news: list[bool]
    buds: list[Bud | Renewed | None]
    made: Ids
    removed: Ids
    tops: list[int]


def compare(old: Node, new: Node, progress: Progress | None = None) -> Difference:
    """Return what sets a tree apart from an older version of it, given by their roots."""
    nodes: list[Node] = []
    buds: list[Bud | Renewed | None] = []
    parents, news, tops = list[int](), list[bool](), list[int]()
    single: list[int] = []
    runs: list[Numbers] = []
    lost: list[Numbers] = []
    gone: list[Node] = []
    ahead: list[tuple[Node, Node | None, int, bool]] = [(new, old, -1, False)]
    for node, was, parent, fresh in (progress or Progress()).emptying(ahead, new.size):
        if node is was:
            continue
        at = len(nodes)
        nodes.append(node)
        parents.append(parent)
        news.append(was is None or _differ(node, was))
        before: tuple[Node | None, ...] = ()
        if was is None:
            single.append(node.id)
            if not fresh:
                tops.append(node.id)
        elif was.split != node.split:
            gone.append(was)
        elif (pair := _in_lines(was, node)) is not None:
            told = change(*pair)
            news[-1] = True
            buds.append(told.renewed)
            runs.append(told.made)
            lost.append(told.removed)
            tops += told.tops
            continue
        else:
            before = was.children
        bud = None if before else node.bud  # asked once: another thread may look at it meanwhile
        buds.append(bud)
        if bud is not None:
            runs.append(bud.known)
            tops += [] if was is None else bud.tops
            continue
        kids = zip_longest(node.children, before)
        ahead.extend(reversed([(child, kid, at, was is None) for child, kid in kids]))
    made, removed = Ids(single, runs), ids_below_all(gone, lost)
    return Difference(nodes, parents, news, buds, made, removed, tops)


def _in_lines(was: Node, node: Node) -> tuple[Bud, Bud] | None:
    """Return what hangs below two nodes of one id and split, if lines are to tell it."""
    before, bud = was.bud, node.bud
    if before is None or bud is None or not (before.stays and bud.stays):
        return None
    return (before, bud) if before.is_wide or bud.is_wide else None


def unshared(one: Node, other: Node | None) -> Iterator[Node]:
    """Give the nodes of a tree that another has not, but for what hangs below as lines."""
    ahead: list[tuple[Node, Node | None]] = [(one, other)]
    while ahead:
        node, other = ahead.pop()
        if node is other:
            continue
        yield node
        if node.bud is None:
            alike = other is not None and other.split == node.split
            others = other.children if other is not None and alike else ()
            ahead.extend(zip_longest(node.children, others))


def _differ(node: Node, was: Node) -> bool:
    """Whether two nodes of one id differ in more than what hangs below them."""
    same = node.region is was.region and node.decided == was.decided
    return not (same and node.split == was.split)
