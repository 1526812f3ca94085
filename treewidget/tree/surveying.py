"""The survey of a whole tree: what nobody has looked at is taken from lines, without a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from .figures import Parts, Survey, parts_of, surveyed
from .node import walk
from .preorder import Preorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..data import Target
    from ..engine.contract import Ints
    from ..engine.growing import Grown
    from ..induction.lines import Lines
    from ..induction.region import Figures, Region
    from .tree import Tree


def survey(tree: Tree, target: Target) -> Survey:
    """Return the figures of every node: O(nodes) the first time, then remembered by the tree."""
    if tree.survey is None:
        tree.survey = _survey(tree, target)
    made: Survey = tree.survey
    return made


def _survey(tree: Tree, target: Target) -> Survey:
    nodes = Preorder(tree.root)
    if not all(bud.stretch.lines.in_columns for _, _, bud in nodes.seen if bud is not None):
        for _ in walk(tree.root):  # their figures are counted one by one
            pass
        nodes = Preorder(tree.root)
    train = _parts(nodes, _train, lambda lines: lines.grown)
    held = None
    if tree.root.region.validation is not None:
        held = _parts(nodes, _held, lambda lines: cast("Grown", lines.held))
    labels = {at: node.label for at, node, _ in nodes.seen if node.label is not None}
    return surveyed(nodes, _parents(nodes), (train, held), labels, target)


def _train(region: Region) -> Figures:
    return region.train


def _held(region: Region) -> Figures:
    return cast("Figures", region.validation)


def _buds(nodes: Preorder) -> Iterator[tuple[int, slice, Lines, int, int]]:
    """Give each stretch of a tree that nobody looked at: above, places, lines, first and last."""
    for at, _, bud in nodes.seen:
        if bud is not None:
            stretch = bud.stretch
            places = slice(at + 1, at + stretch.size)
            yield at, places, stretch.lines, stretch.line + 1, stretch.line + stretch.size


def _parents(nodes: Preorder) -> Ints:
    """Return the position of the parent of each."""
    parent = np.full(len(nodes), -1, dtype=np.int64)
    for at, node, bud in nodes.seen:
        below = at + 1
        for child in node.children if bud is None else ():
            parent[below] = at
            below += child.size
    for at, places, lines, begin, end in _buds(nodes):
        parent[places] = lines.above[begin:end] + (at + 1 - begin)
    return parent


def _parts(
    nodes: Preorder, of: Callable[[Region], Figures], side: Callable[[Lines], Grown]
) -> Parts:
    """Return the figures of every node, on the training rows or the validation rows."""
    known = parts_of([of(node.region) for _, node, _ in nodes.seen])
    if len(nodes.seen) == len(nodes):
        return known
    here = np.array([at for at, _, _ in nodes.seen])
    whole = Parts(*(_spread(column, here, len(nodes)) for column in known))
    for _, places, lines, begin, end in _buds(nodes):
        found = lines.parts(side(lines), begin, end)
        for column, values in zip(whole, found, strict=True):
            column[places] = values
    return whole


def _spread(values: np.ndarray, here: Ints, many: int) -> np.ndarray:
    """Return values put in their places among so many."""
    column = np.zeros((many, *values.shape[1:]), dtype=values.dtype)
    column[here] = values
    return column
