"""Making leaves of many nodes at once: what every way of pruning comes down to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .node import Node, with_children

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from .figures import Survey


def cut_back(
    nodes: Sequence[Node], parent: Ints, leaves: NDArray[np.bool_]
) -> tuple[Node, int, int]:
    """Return a tree with nodes made leaves, and how many forced splits and labels went.

    Parameters
    ----------
    nodes : sequence of Node
        All of a tree, in pre-order.
    parent : int array
        Position of each one's parent; -1 for the root.
    leaves : bool array
        Which become leaves; what hangs below them goes.
    """
    inner = np.array([node.split is not None for node in nodes])
    gone = np.zeros(len(nodes), dtype=bool)
    over = gone | (leaves & inner)
    for at in range(1, len(nodes)):
        gone[at] = over[parent[at]]
        over[at] |= gone[at]
    cut = leaves & inner & ~gone
    forced = sum(nodes[at].forced for at in np.flatnonzero(gone | cut).tolist())
    labels = sum(nodes[at].label is not None for at in np.flatnonzero(gone).tolist())
    done: dict[int, Node] = {}
    for at in reversed(np.flatnonzero(~gone).tolist()):
        node = nodes[at]
        if node.is_leaf:
            done[node.id] = node
        elif cut[at]:
            done[node.id] = node.unsplit(pruned=True)
        else:
            kids = tuple(done[child.id] for child in node.children)
            done[node.id] = with_children(node, kids)
    return done[nodes[0].id], forced, labels


def kept_nodes(figures: Survey, *, keep: bool) -> NDArray[np.bool_]:
    """Return the nodes that are not cut: with a lock or, with `keep`, a forced split from there on.

    Nothing above them is cut either.
    """
    kept = [node.locked or (keep and node.forced) for node in figures.nodes]
    for at in range(len(kept) - 1, 0, -1):
        if kept[at]:
            kept[figures.parent[at]] = True
    return np.array(kept)


def what_keeps(nodes: Sequence[Node], *, keep: bool) -> str:
    """Return what stands in the way of cutting further, naming a node; nothing if nothing does."""
    locked = next((node for node in nodes if node.locked), None)
    if locked is not None:
        return (
            f"nothing is cut above node {locked.id}, which is locked: unlock it first with "
            f"tree.lock({locked.id}, on=False)"
        )
    forced = next((node for node in nodes if node.forced and keep), None)
    if forced is None:
        return ""
    return (
        f"nothing is cut above node {forced.id}, which was split by hand; keep=False lets such "
        "splits go"
    )
