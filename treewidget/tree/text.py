"""A tree as indented text."""

from __future__ import annotations

from .look import Look, flags
from .words import branch_text

CROWD = 255
"""A larger tree is shown to depth 3 where nobody asked for all of it."""
OPEN_DEPTH = 3


def tree_text(look: Look, depth: int | None = None) -> str:
    """Return one line a node: its branch, rows, prediction, impurity and what was done by hand."""
    lines = []
    columns = look.dataset.columns
    width = len(str(max(look.tree.ids)))
    figures = look.survey
    for at, node in enumerate(figures.nodes):
        level = node.region.depth
        if depth is not None and level > depth:
            continue
        parent = figures.parent[at]
        where = "all rows"
        if parent >= 0:
            above = figures.nodes[parent]
            branch = next(i for i, child in enumerate(above.children) if child is node)
            where = branch_text(above.split, branch, columns) if above.split else ""
        impurity = f"{look.criterion} {look.unit.text(figures.impurity[at])}"
        said = [look.rows_text(figures, at), look.outcome(figures, at), impurity]
        said += [*filter(None, [look.ways_text(node)]), *flags(node)]
        hidden = " ..." if depth == level and not node.is_leaf else ""
        lines.append(f"{node.id:>{width}} {'    ' * level}{where}: {', '.join(said)}{hidden}")
    return "\n".join(lines)


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
