"""Where records go: prediction by the tree's own splits, on any frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..data import Reading
from ..induction.splits import Split, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from .node import Node
    from .tree import Tree


def branches_of(split: Split, reading: Reading) -> Ints:
    """Return the branch of each record. Missing values and levels unknown here go as `missing`."""
    if isinstance(split, ThresholdSplit):
        above = [~reading.at_or_below(cut) for cut in split.cuts]
        branch = np.sum(above, axis=0, dtype=np.int64) if above else 0
        return np.where(reading.missing, split.missing, branch)
    codes = reading.codes
    branch = np.full(len(codes), split.missing, dtype=np.int64)
    for at, group in enumerate(split.groups):
        branch[np.isin(codes, group)] = at
    return np.where(reading.missing, split.missing, branch)


def leaves_of(tree: Tree, readings: Sequence[Reading], rows: int) -> tuple[list[Node], Ints]:
    """Return the leaves reached, and for each record the position of its leaf among them."""
    found: list[Node] = []
    place = np.zeros(rows, dtype=np.int64)
    ahead: list[tuple[Node, NDArray[np.intp]]] = [(tree.root, np.arange(rows))]
    while ahead:
        node, here = ahead.pop()
        if not len(here):
            continue
        if node.split is None:
            place[here] = len(found)
            found.append(node)
            continue
        branch = branches_of(node.split, taken(readings[node.split.column], here))
        parts = [here[branch == at] for at in range(len(node.children))]
        ahead.extend(zip(node.children, parts, strict=True))
    return found, place


def way_of(tree: Tree, readings: Sequence[Reading]) -> list[Node]:
    """Return the nodes that one record passes, the root first."""
    way = [tree.root]
    while way[-1].split is not None:
        split = way[-1].split
        way.append(way[-1].children[int(branches_of(split, readings[split.column])[0])])
    return way


def taken(reading: Reading, rows: NDArray[np.intp]) -> Reading:
    """Return some records of a reading."""
    return Reading(reading.keys[rows], reading.missing[rows])
