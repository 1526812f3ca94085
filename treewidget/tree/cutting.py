"""Making leaves of many nodes at once: what every way of pruning comes down to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.words import named
from ..induction.pruning import above_cuts, cut_down, staying
from ..induction.uncollected import uncollected
from .bud import Bud
from .editor import forced_under, labels_below
from .node import Node, with_children

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..induction.progress import Progress
    from .figures import Survey

CUTTING: Final = 0.6
"""So much of the time cutting takes when it is known where; what is left gets its ids."""


def cut_back(
    figures: Survey, leaves: NDArray[np.bool_], progress: Progress
) -> tuple[Node, int, int]:
    """Return a tree with nodes made leaves, and how many forced splits and labels went.

    Parameters
    ----------
    figures : Survey
        Of the whole tree.
    leaves : bool array
        Which become leaves; what hangs below them goes.
    progress : Progress
    """
    leaves, ends = leaves & figures.inner, figures.nodes.ends
    opened, stays = above_cuts(leaves, ends), staying(leaves, ends)
    in_lines = np.zeros(len(leaves), dtype=bool)
    for place, _, bud in figures.seen:
        if isinstance(bud, Bud) and bud.stays:
            in_lines[place + 1 : place + 1 + bud.size] = True
    forced = labels = 0

    def leaf(node: Node) -> Node:
        nonlocal forced, labels
        forced += forced_under(node)
        labels += labels_below(node)
        return node.unsplit(pruned=True)

    def left(node: Node, at: int) -> Node | None:
        bud, below = node.bud, slice(at + 1, at + node.size)
        return node.but(below=bud.left(stays[below], leaves[below])) if bud and bud.stays else None

    progress.heed()
    looked_at = opened[figures.parent] & ~in_lines
    with uncollected(), figures.nodes.at_hand(looked_at, progress):
        marks, told = (leaves, opened), progress.stage(1.0)
        subtree = cut_down(figures.nodes[0], marks, leaf, with_children, told, at_once=left)
    return subtree, forced, labels


def kept_nodes(figures: Survey, *, keep: bool) -> NDArray[np.bool_]:
    """Return the nodes that are not cut: with a lock or, with `keep`, a forced split from there on.

    Nothing above them is cut either.
    """
    kept = np.zeros(len(figures.nodes), dtype=bool)
    for at, node, _ in figures.seen:
        place = at if node.locked or (keep and node.forced) else -1
        while place >= 0 and not kept[place]:
            kept[place] = True
            place = int(figures.parent[place])
    return kept


def what_keeps(figures: Survey, *, keep: bool) -> str:
    """Return all that stands in the way of cutting further, by node; nothing if nothing does."""
    nodes = [node for _, node, _ in figures.seen]
    locked = [node.id for node in nodes if node.locked]
    forced = [node.id for node in nodes if node.forced and keep]
    ways = []
    if locked:
        are, them = ("is", "it") if len(locked) == 1 else ("are", "each of them")
        ways.append(
            f"above {named('node', locked)}, which {are} locked: unlock {them} first with "
            f"tree.lock({locked[0]}, on=False)"
        )
    if forced:
        were = "was" if len(forced) == 1 else "were"
        ways.append(
            f"above {named('node', forced)}, which {were} split by hand; keep=False lets such "
            "splits go"
        )
    return f"nothing is cut {', nor '.join(ways)}" if ways else ""
