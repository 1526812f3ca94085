"""What a view has selected and collapsed: how it opens, and what an edit leaves of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..tree.below import children_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..tree.compare import Difference
    from ..tree.tree import Tree

CROWD: Final = 255  # nodes up to which a tree is shown whole
GLANCE: Final = 24  # nodes that a larger one opens with; a view opens branches in the same way
WIDE: Final = 64  # nodes with the branches of its root: that alone on a canvas says little
OPEN_DEPTH: Final = 3  # how deep what an edit made opens, if it is large


def opening(tree: Tree) -> list[int]:
    """Return what is collapsed when a tree is first shown.

    A large one opens level by level, as long as few nodes come: a bushy tree to depth 3, a chain
    far down, a root of dozens of branches to these.
    """
    if len(tree) <= CROWD:
        return []
    shown, row = 1, [tree.root]
    while row:
        below = children_of(row)
        shown += len(below)
        if shown > (WIDE if row[0] is tree.root else GLANCE):
            break
        row = below
    return [node.id for node in row if not node.is_leaf]


def reselected(selected: int, old: Tree, new: Tree) -> int:
    """Return what is selected after an edit: the same node, else its nearest ancestor left."""
    if selected in new or selected not in old:
        return selected if selected in new else new.root.id
    ancestors = [node.id for node, _branch in old.steps(selected)]
    return next((node for node in reversed(ancestors) if node in new), new.root.id)


def recollapsed(
    collapsed: Iterable[int],
    old: Tree,
    new: Tree,
    difference: Difference,
    then: Iterable[int] | None = None,
) -> list[int]:
    """Return what is collapsed after an edit: nothing that went, or is a leaf now.

    `then` was collapsed when this version of the tree was last shown: branches that come back are
    as they were. Else an edit that would put a crowd on the screen is shown like a large tree that
    opens: what it made is closed from depth 3 on.
    """
    kept = [node for node in collapsed if node in new and not new.node(node).is_leaf]
    if then is not None:
        made = difference.made
        return kept + [node for node in then if node in made or old.node(node).is_leaf]
    if not difference.made or len(new) <= CROWD or not _is_crowded(new, set(kept)):
        return kept
    ahead = [new.node(node) for node in reversed(difference.tops)]
    while ahead:
        node = ahead.pop()
        if node.region.depth < OPEN_DEPTH:
            ahead.extend(reversed(node.children))
        elif not node.is_leaf:
            kept.append(node.id)
    return kept


def _is_crowded(tree: Tree, collapsed: Collection[int]) -> bool:
    """Whether there are many nodes that no collapsed one hides."""
    count = 0
    ahead = [tree.root]
    while ahead and count <= CROWD:
        node = ahead.pop()
        count += 1
        if node.id not in collapsed:
            ahead.extend(node.children)
    return count > CROWD
