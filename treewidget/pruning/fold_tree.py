"""A growth as arrays of one entry a node: all that cross-validation needs of a fold's tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.pruning import parents_of
from ..induction.routes import ALL_KNOWN, route_of
from ..induction.splits import drops
from ..induction.swift import fits, lines_of
from . import finish
from .held_out import Ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data import Dataset
    from ..engine.contract import Floats, Ints
    from ..engine.growing import Grown
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.sprout import Sprout

BINARY: Final = 2


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
    lines : Grown or None
        The growth itself, where an engine handed it back as arrays.
    order : sequence of Sprout
        The growth itself, where it did not.
    ways : Ways or None
        Its splits; None: rows may go in shares, by surrogates, or stop, as `order` says.
    """

    parent: Ints
    stats: Floats
    impurity: Floats
    lines: Grown | None = None
    order: Sequence[Sprout] = ()
    ways: Ways | None = None

    @property
    def drops(self) -> NDArray[np.bool_]:
        """Whether rows count no more below each split: nowhere in lines."""
        dropping = np.zeros(len(self.parent), dtype=bool)
        dropping[: len(self.order)] = [drops(here.split) for here in self.order]
        return dropping


def grown(inducer: Inducer, progress: Progress) -> FoldTree:
    """Return the tree that the method grows from all training rows."""
    if fits(inducer) and inducer.options.ccp_alpha == 0:
        lines = lines_of(inducer, [inducer.root()], progress.step)
        lines = inducer.regions.completed(lines)
        return FoldTree(
            _parents(lines), lines.stats, inducer.regions.columns_of(lines)[2], lines=lines
        )
    order = list(finish.grown(inducer, [inducer.root()], progress=progress)[0].walk())
    parent = parents_of(order)
    return FoldTree(
        parent=parent,
        stats=np.stack([here.region.train.stats for here in order]),
        impurity=np.array([here.region.train.impurity for here in order]),
        ways=ways_of(order, parent, inducer.dataset) if _whole(order) else None,
        order=order,
    )


def _whole(order: Sequence[Sprout]) -> bool:
    """Whether every row goes down one branch of each split, by its own column."""
    splits = [here.split for here in order if here.split is not None]
    return all(split.missing >= 0 and not split.surrogates for split in splits)


def _parents(lines: Grown) -> Ints:
    """Return the position of each line's parent; -1 for the root."""
    inner = np.flatnonzero(lines.column >= 0)
    parent = np.full(len(lines.column), -1, dtype=np.int64)
    parent[inner + 1] = parent[lines.other[inner]] = inner
    return parent


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
