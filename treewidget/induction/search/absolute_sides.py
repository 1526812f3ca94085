"""What sides gain by absolute errors: those of small nodes all at once, of others one by one.

A column's wavelet matrix pays where a node has many rows. Of few rows it is quicker to put each
side beside the node's rows in the order of their target, one row of a table for each: where its
weight is halved is its median.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np

from .absolute import Targets, along, apart
from .subsets import SubsetSides
from .thresholds import ThresholdSides

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...data.dataset import Dataset
    from ...engine.contract import Floats, Ints
    from ..contract import Setting
    from ..region import Region
    from .places import Places

    Flags = NDArray[np.bool_]

Searched = TypeVar("Searched", ThresholdSides, SubsetSides)

WIDTHS: Final = (8, 16, 32, 64)
"""Nodes of no more rows are small, and stand in rows of so many places."""
PIECE: Final = 1 << 17
"""So many places are filled together: what is made of them stays in a near cache."""
GONE: Final = -1
"""The level of a row whose value is missing."""


def told(searched: Searched, setting: Setting, regions: Sequence[Region], here: Places) -> Searched:
    """Return sides with what they gain, without and with the missing rows."""
    worth = np.empty((2, len(searched.sides.rows)))
    targets = {
        at: Targets.of(setting.dataset, setting.engine, regions[at].rows)
        for at in np.unique(here.owner).tolist()
    }
    rows = np.array([len(targets[at].values) for at in here.owner.tolist()], dtype=np.int64)
    sizes = np.searchsorted(WIDTHS, rows)
    sizes[np.diff(searched.sides.starts) == 0] = -1  # nothing of the column is known: no sides
    for size, width in enumerate(WIDTHS):
        which = np.flatnonzero(sizes == size)
        if len(which):
            setting.progress.heed()
            nodes = _Nodes.of(targets, here.owner[which], width)
            _fill(searched, setting.dataset, which, nodes, worth)
    for index in np.flatnonzero(sizes == len(WIDTHS)).tolist():
        setting.progress.heed()
        lines = slice(*searched.sides.starts[index : index + 2])
        worth[:, lines] = _of_many(searched, index, setting, targets[here.owner[index]])
    sides = replace(searched.sides, worth=worth[0], worth_with=worth[1])
    return replace(searched, sides=sides)


def _of_many(
    searched: ThresholdSides | SubsetSides, at: int, setting: Setting, targets: Targets
) -> tuple[Floats, Floats]:
    """Return what the sides of one column gain, without and with the missing rows."""
    table, heed = searched.tables[at], setting.progress.heed
    column = setting.dataset.columns[searched.tables.columns[at]]
    codes = column.codes[targets.positions].astype(np.int64)
    if isinstance(searched, ThresholdSides):
        return along(targets, codes, np.cumsum(table.rows), heed)
    level = np.where(codes < 0, GONE, np.searchsorted(table.codes, codes))
    groups, begin = searched.groups, searched.tables.starts[at]
    if groups.listed[at]:
        return apart(targets, level, groups.list_of(len(table.codes)), heed)
    order = groups.order[begin : searched.tables.starts[at + 1]] - begin
    place = np.append(np.argsort(order), GONE)  # a level of -1 reads the last
    return along(targets, place[level], np.cumsum(table.rows[order]), heed)


@dataclass(frozen=True, slots=True, eq=False)
class _Nodes:
    """Small nodes, the rows of each in the order of their target; behind them places of no weight.

    Attributes
    ----------
    number : int array
        The node of each of some columns.
    positions, values, weights : arrays, shape (nodes, width)
    first, last : int arrays, shape (nodes,)
        How many rows lie below 0, the median of all; how many do not lie above it.
    """

    number: Ints
    positions: NDArray[np.intp]
    values: Floats
    weights: Floats
    first: Ints
    last: Ints

    @classmethod
    def of(cls, targets: dict[int, Targets], owner: Ints, width: int) -> _Nodes:
        """Return the nodes that some columns are of."""
        named, number = np.unique(owner, return_inverse=True)
        positions = np.zeros((len(named), width), dtype=np.intp)
        values, weights = np.zeros(positions.shape), np.zeros(positions.shape)
        first, last = np.zeros((2, len(named)), dtype=np.int64)
        for at, node in enumerate(named.tolist()):
            one = targets[node]
            order, held = np.argsort(one.values, kind="stable"), slice(0, len(one.values))
            positions[at, held] = one.positions[order]
            values[at, held], weights[at, held] = one.values[order], one.weights[order]
            first[at] = np.count_nonzero(one.values < 0)
            last[at] = first[at] + np.count_nonzero(one.values == 0)
        return cls(number, positions, values, weights, first, last)

    def saved(self, node: Ints, held: Flags) -> Floats:
        """Return what sides save by medians of their own, against the error about 0.

        `held` says of the places of each side's node which are on it, shape (sides, width).
        """
        values, rows = self.values[node], np.arange(len(node))
        weights = self.weights[node] * held
        upto, sums = _running(weights), _running(weights * values)
        weight = upto[:, -1]
        half = weight / 2.0
        low = np.minimum((upto[:, 1:] < half[:, None]).sum(axis=1), values.shape[1] - 1)
        first, last = self.first[node], self.last[node]
        between = sums[rows, low] - sums[rows, first]
        saved = 2.0 * between - values[rows, low] * (2.0 * upto[rows, low] - weight)
        halved = (upto[rows, first] <= half) & (weight - upto[rows, last] <= half)
        return np.where(halved, 0.0, np.maximum(saved, 0.0))  # halved: 0 is a median here too


def _fill(
    searched: ThresholdSides | SubsetSides,
    dataset: Dataset,
    which: Ints,
    nodes: _Nodes,
    worth: Floats,
) -> None:
    """Write what the sides of some columns of small nodes gain."""
    levels = _levels(searched, dataset, which, nodes)
    totals = nodes.weights.sum(axis=1)
    for at, lines, held in _sides(searched, which, levels):
        node, gone = nodes.number[at], levels[at] == GONE
        against = nodes.saved(node, held) + nodes.saved(node, ~held)
        gains = against
        if gone.any():
            gains = nodes.saved(node, held | gone) + nodes.saved(node, ~(held | gone))
        worth[0, lines], worth[1, lines] = against / totals[node], gains / totals[node]


def _levels(
    searched: ThresholdSides | SubsetSides, dataset: Dataset, which: Ints, nodes: _Nodes
) -> Ints:
    """Return where each place's value stands among those of its column, shape (columns, width).

    Among those of its table or, of groups along an order of the levels, in that order.
    """
    tables = searched.tables
    levels = np.empty((len(which), nodes.positions.shape[1]), dtype=np.int64)
    keys = np.arange(len(tables)).repeat(np.diff(tables.starts)) << 32 | tables.codes
    rank = np.arange(len(keys))
    if isinstance(searched, SubsetSides):
        rank[searched.groups.order] = np.arange(len(keys))
    named = np.array(tables.columns, dtype=np.int64)[which]
    for column in np.unique(named).tolist():
        of = np.flatnonzero(named == column)
        codes = dataset.columns[column].codes[nodes.positions[nodes.number[of]]].astype(np.int64)
        index = which[of][:, None]
        line = np.minimum(keys.searchsorted(index << 32 | np.maximum(codes, 0)), len(keys) - 1)
        if isinstance(searched, SubsetSides):
            line = np.where(searched.groups.listed[index], line, rank[line])
        levels[of] = np.where(codes < 0, GONE, line - tables.starts[index])
    return levels


def _sides(
    searched: ThresholdSides | SubsetSides, which: Ints, levels: Ints
) -> Iterator[tuple[Ints, Ints, Flags]]:
    """Give some sides at a time: the place of each one's column in `which`, its line, its rows."""
    starts = searched.sides.starts
    counts = np.diff(starts)[which]
    column = np.arange(len(which)).repeat(counts)
    number = np.arange(len(column)) - (np.cumsum(counts) - counts).repeat(counts)
    some = max(PIECE // levels.shape[1], 1)
    for begin in range(0, len(column), some):
        at, line = column[begin : begin + some], number[begin : begin + some]
        level, index = levels[at], which[at]
        held = level <= line[:, None]
        if isinstance(searched, SubsetSides):
            _list(searched, index, line, level, held)
        yield at, starts[index] + line, held & (level != GONE)


def _list(searched: SubsetSides, index: Ints, line: Ints, level: Ints, held: Flags) -> None:
    """Write which rows are on the sides of columns that a list names the levels of."""
    groups, levels = searched.groups, np.diff(searched.tables.starts)[index]
    for many in np.unique(levels[groups.listed[index]]).tolist():
        of = np.flatnonzero(groups.listed[index] & (levels == many))
        held[of] = groups.list_of(many)[line[of][:, None], np.minimum(level[of], many - 1)]


def _running(values: Floats) -> Floats:
    """Return the running sums of each row, from 0 on."""
    sums = np.zeros((len(values), values.shape[1] + 1))
    np.cumsum(values, axis=1, out=sums[:, 1:])
    return sums
