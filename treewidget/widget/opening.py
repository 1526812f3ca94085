"""What a view has selected and collapsed: how it opens, and what an edit leaves of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..tree.tree import Tree

CROWD: Final = 255  # nodes up to which a tree is shown whole
OPEN_DEPTH: Final = 3  # how deep a larger one opens


def opening(tree: Tree) -> list[int]:
    """Return what is collapsed when a tree is first shown: all at depth 3 if it is large."""
    if len(tree) <= CROWD:
        return []
    return [node.id for node in tree.walk() if node.region.depth == OPEN_DEPTH and not node.is_leaf]


def reselected(selected: int, old: Tree, new: Tree) -> int:
    """Return what is selected after an edit: the same node, else its nearest ancestor left."""
    if selected in new or selected not in old:
        return selected if selected in new else new.root.id
    ancestors = [node.id for node, _branch in old.steps(selected)]
    return next((node for node in reversed(ancestors) if node in new), new.root.id)


def recollapsed(collapsed: Iterable[int], new: Tree, made: Collection[int]) -> list[int]:
    """Return what is collapsed after an edit: nothing that went, or is a leaf now.

    An edit that would put a crowd on the screen is shown like a large tree that opens: what it
    made is closed from depth 3 on.
    """
    kept = [node for node in collapsed if node in new and not new.node(node).is_leaf]
    if not made or len(new) <= CROWD or _shown(new, set(kept)) <= CROWD:
        return kept
    fresh = set(made)
    for node in sorted(fresh):
        if node in new and not new.node(node).is_leaf and new.node(node).region.depth >= OPEN_DEPTH:
            parent = new.parent(node)
            if new.node(node).region.depth == OPEN_DEPTH or parent not in fresh:
                kept.append(node)
    return kept


def _shown(tree: Tree, collapsed: Collection[int]) -> int:
    """Return the number of nodes that no collapsed one hides."""
    count = 0
    stack = [tree.root]
    while stack:
        node = stack.pop()
        count += 1
        if node.id not in collapsed:
            stack.extend(node.children)
    return count
