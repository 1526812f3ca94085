"""A tree as indented text."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from ..data.words import on_one_line
from ..induction.uncollected import uncollected
from .below import ids_below
from .look import Look, flags
from .words import branch_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..induction.splits import Split
    from .node import Decided

    Shown: TypeAlias = tuple[int, int, int, Split | None, Decided]
    """Where a node stands, its id, its depth, its split, and what was decided there by hand."""

CROWD = 255
"""A larger tree is shown to depth 3 where nobody asked for all of it."""
OPEN_DEPTH = 3


def tree_text(look: Look, depth: int | None = None, *, brief: bool = False) -> str:
    """Return one line a node: its branch, rows, prediction, impurity and what was done by hand."""
    with uncollected():
        return "\n".join(_lines(look, depth, brief=brief))


def _lines(look: Look, depth: int | None, *, brief: bool) -> Iterator[str]:
    columns, figures, root = look.dataset.columns, look.survey, look.tree.root
    width = len(str(max((root.id, *ids_below(root)[-1:]))))
    ahead = ["all rows"]
    for at, number, level, split, decided in _all(look) if depth is None else _down_to(look, depth):
        impurity = f"{look.criterion} {look.unit.text(figures.impurity[at])}"
        said = [look.rows_text(figures, at), look.outcome(figures, at), impurity]
        node = figures.nodes.known(at)
        if node is not None:
            said += filter(None, [look.ways_text(node)])
        said += flags(decided)
        hidden = " ..." if depth == level and split is not None else ""
        line = f"{number:>{width}} {'    ' * level}{ahead.pop()}: {', '.join(said)}{hidden}"
        yield on_one_line(line)
        if split is not None and not hidden:
            branches = reversed(range(split.branches))
            ahead.extend(branch_text(split, at, columns, brief=brief) for at in branches)


def _all(look: Look) -> Iterator[Shown]:
    nodes = look.survey.nodes
    columns = (nodes.ids(), nodes.depths(), nodes.shown_splits(), nodes.decided())
    return zip(range(len(nodes)), *columns, strict=True)


def _down_to(look: Look, depth: int) -> Iterator[Shown]:
    ahead = [(0, look.tree.root)]
    while ahead:
        at, node = ahead.pop()
        yield at, node.id, node.region.depth, node.split, node.decided
        if node.region.depth < depth:
            starts = accumulate((child.size for child in node.children), initial=at + 1)
            ahead.extend(reversed(list(zip(starts, node.children, strict=False))))


def short_text(look: Look) -> str:
    """Return the text of a tree, cut at depth 3 if it is large, long lists of levels cut short."""
    size = len(look.tree)
    if size <= CROWD:
        return tree_text(look, brief=True)
    rest = (
        f"(depth {OPEN_DEPTH} of a tree of {size:,} nodes: str(tree) has them all, "
        'tree.prune_to(method="1se") makes it smaller)'
    )
    return f"{tree_text(look, OPEN_DEPTH, brief=True)}\n{rest}"
