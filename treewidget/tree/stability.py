"""How stable splits are: which of them are checked, and what was found, as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from ..data.words import counted
from ..errors import RefusedError
from ..induction.stability import LEAST
from .below import children_of
from .words import split_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..data import Column, Cut
    from ..induction.splits import Split
    from ..induction.stability import Stability
    from .node import Node

MOST: Final = 1_000
"""Splits that are checked at once."""
TAIL: Final = 0.1
"""This share of the cuts lies below the low one, and above the high one."""


def splits_below(top: Node) -> list[Node]:
    """Return the nodes that are split at a node and below it, level by level.

    Without those that have too few rows to halve.

    Raises
    ------
    RefusedError
        If there are more than `MOST`.
    """
    found: list[Node] = []
    level = [top]
    while level := [node for node in level if not node.is_leaf]:
        found += (node for node in level if node.region.train.n >= LEAST)
        if len(found) > MOST:
            raise RefusedError(
                f"more than {counted(MOST, 'split')} hang at node {top.id}: check a smaller "
                "branch, or prune first"
            )
        level = children_of(level)
    return found


def cut_range(cuts: Sequence[Cut]) -> tuple[Cut, Cut]:
    """Return the cuts between which four of five lie."""
    tail = int(TAIL * (len(cuts) - 1))
    return cuts[tail], cuts[-1 - tail]


def stability_frame(found: Stability, node: Node, columns: Sequence[Column]) -> pd.DataFrame:
    """Return what the halves of a node's rows are best split by, and the node's own column."""
    order = list(found.leads)
    if node.split is not None and node.split.column not in found.leads:
        order.append(node.split.column)
    low, high = _ranges(found, order, columns)
    return pd.DataFrame(
        {
            "column": [columns[at].name for at in order],
            "share": pd.Series([found.share(at) for at in order], dtype=float),
            "cut_low": low,
            "cut_high": high,
        }
    )


def _ranges(
    found: Stability, order: Sequence[int], columns: Sequence[Column]
) -> tuple[list[Any], list[Any]]:
    """Return the lowest and the highest cut of each column, as users write them."""
    low: list[Any] = [None] * len(order)
    high = low.copy()
    for place, at in enumerate(order):
        if cuts := found.cuts.get(at):
            low[place], high[place] = (columns[at].plain_cut(cut) for cut in cut_range(cuts))
    return low, high


def stabilities_frame(
    nodes: Sequence[Node], known: Mapping[int, Stability], columns: Sequence[Column]
) -> pd.DataFrame:
    """Return how stable each of some splits is, and which other column comes nearest."""
    lines = [_line(node, split, known[node.id], columns) for node in nodes if (split := node.split)]
    index = pd.Index([node.id for node in nodes], name="id", dtype="int64")
    table = pd.DataFrame(lines, index, ["split", "n", "share", "rival", "rival_share"])
    return table.astype({"n": "int64", "share": float, "rival_share": float})


def _line(
    node: Node, split: Split, found: Stability, columns: Sequence[Column]
) -> tuple[str, int, float, object, float]:
    """Return a line of that frame."""
    own, n = found.share(split.column), node.region.train.n
    rivals = [at for at in found.leads if at != split.column]
    rival, share = (columns[rivals[0]].name, found.share(rivals[0])) if rivals else (None, 0.0)
    return split_text(split, columns), n, own, rival, share
