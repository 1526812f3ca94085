"""A growth as arrays of one entry a node: all that cross-validation needs of a fold's tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.pruning import parents_of
from ..induction.routes import route_of
from .held_out import Ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Dataset
    from ..engine.contract import Floats, Ints
    from ..induction.growth import Sprout
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress

BINARY: Final = 2
ALL_KNOWN: Final = np.iinfo(np.int32).max
"""The cut of a split that parts known rows from missing ones: every code lies below it."""


@dataclass(frozen=True, slots=True, eq=False)
class FoldTree:
    """A growth in pre-order.

    Attributes
    ----------
    parent : int array
        Position of each node's parent; -1 for the root.
    stats : float array, shape (nodes, S)
        As in `engine.contract.Table`.
    impurity : float array
        In the method's criterion; the variance for regression.
    ways : Ways
    """

    parent: Ints
    stats: Floats
    impurity: Floats
    ways: Ways


def grown(inducer: Inducer, progress: Progress) -> FoldTree:
    """Return the tree that the method grows from all training rows."""
    order = list(inducer.grow([inducer.root()], progress=progress)[0].walk())
    parent = parents_of(order)
    return FoldTree(
        parent=parent,
        stats=np.stack([here.region.train.stats for here in order]),
        impurity=np.array([here.region.train.impurity for here in order]),
        ways=ways_of(order, parent, inducer.dataset),
    )


def ways_of(order: Sequence[Sprout], parent: Ints, dataset: Dataset) -> Ways:
    """Return the splits of a growth given in pre-order."""
    none = np.full(len(order), -1, dtype=np.int64)
    ways = Ways(none.copy(), none.copy(), none.copy(), none.copy(), none.copy(), {})
    children: list[list[int]] = [[] for _ in order]
    for at, up in enumerate(parent[1:].tolist(), start=1):
        children[up].append(at)
    for at, here in enumerate(order):
        split = here.split
        if split is None:
            continue
        ways.column[at] = split.column
        route, kids = route_of(dataset, split), children[at]
        if route.cuts is not None and len(kids) == BINARY and len(route.cuts) < BINARY:
            ways.cut[at] = route.cuts[0] if len(route.cuts) else ALL_KNOWN
            ways.missing[at], ways.first[at], ways.other[at] = split.missing, *kids
        else:
            ways.routes[at] = route, np.array(kids)
    return ways
