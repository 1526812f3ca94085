"""What it takes to tell which splits stay: many nodes must be made where nobody looked before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..induction.swift import CELL
from .rebuild import grown_out

if TYPE_CHECKING:
    from ..data import Dataset
    from ..induction.options import Options
    from ..induction.progress import Progress
    from .node import Node

MADE: Final = 2e-5
"""About how many seconds it takes to make a node that may stay, and to lay out its place."""


def unmade(root: Node, options: Options | None, *, keep: bool, progress: Progress) -> int:
    """Return about how many nodes must be made to tell which splits stay; heeds `progress` alone.

    Those that nobody looked at, where `rebuild.extended` goes on by some options, or
    `rebuild.skeleton` by none.
    """
    many, ahead = 0, [root]
    for node in progress.quiet.emptying(ahead, 1):
        if node.bud is None:
            ahead.extend(node.children)
        elif (keep and node.bud.pruned) if options is None else not grown_out(node, options):
            many += node.size
    return many


def share_of_making(many: int, each: float, node: Node, dataset: Dataset) -> float:
    """Return about what share of the time making so many nodes takes before a gesture on a node.

    Its rows are searched after that, which takes `each` seconds more for each of those nodes.
    """
    rest = CELL * node.region.train.n * len(dataset.columns) + each * many
    return MADE * many / (MADE * many + rest) if many else 0.0
