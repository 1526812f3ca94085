"""A tree as indented text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..induction.uncollected import uncollected
from .bud import ids_below
from .look import Look, flags
from .words import branch_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .node import Node

CROWD = 255
"""A larger tree is shown to depth 3 where nobody asked for all of it."""
OPEN_DEPTH = 3


def tree_text(look: Look, depth: int | None = None) -> str:
    """Return one line a node: its branch, rows, prediction, impurity and what was done by hand."""
    with uncollected():
        return "\n".join(_lines(look, depth))


def _lines(look: Look, depth: int | None) -> Iterator[str]:
    columns = look.dataset.columns
    ids = (look.tree.root.id, *ids_below(look.tree.root)[-1:])
    width = len(str(max(ids)))
    figures = look.survey
    ahead: list[tuple[int, Node, str]] = [(0, look.tree.root, "all rows")]
    while ahead:
        at, node, where = ahead.pop()
        level = node.region.depth
        impurity = f"{look.criterion} {look.unit.text(figures.impurity[at])}"
        said = [look.rows_text(figures, at), look.outcome(figures, at), impurity]
        said += [*filter(None, [look.ways_text(node)]), *flags(node)]
        hidden = " ..." if depth == level and not node.is_leaf else ""
        yield f"{node.id:>{width}} {'    ' * level}{where}: {', '.join(said)}{hidden}"
        if node.split is not None and not hidden:
            below = at + 1
            branches = []
            for branch, child in enumerate(node.children):
                branches.append((below, child, branch_text(node.split, branch, columns)))
                below += child.size
            ahead.extend(reversed(branches))


def short_text(look: Look) -> str:
    """Return the text of a tree, cut at depth 3 if it is large."""
    size = len(look.tree)
    if size <= CROWD:
        return tree_text(look)
    rest = (
        f"(depth {OPEN_DEPTH} of a tree of {size:,} nodes: str(tree) has them all, "
        'tree.prune_to(method="1se") makes it smaller)'
    )
    return f"{tree_text(look, OPEN_DEPTH)}\n{rest}"
