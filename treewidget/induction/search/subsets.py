"""Sides of nominal columns: groups of the levels that are present.

The first group always holds the first present level, so that a partition has one name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import OF_NUMBERS, Criterion, weight_of
from ..splits import SubsetSplit
from .component import along_component
from .halves import sums_of, sums_upto
from .sides import Pick, Sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from .places import Places

EXHAUSTIVE = 10
"""Up to so many present levels every partition is tried when no order of the levels is known to
hold the best one."""

TWO: Final = 2
BY_COMPONENT = (
    f"more than {EXHAUSTIVE} categories: only groups along the first principal component of their "
    "class proportions were tried"
)
BY_ORDER = (
    f"more than {EXHAUSTIVE} categories under a minimum leaf size: only groups along the order of "
    "their {} were tried"
)

BY_ONE_ORDER = (
    "more than {} categories: only groups along the order of their {} were tried, of which one is "
    "the best by itself"
)
BY_MEANS = (
    f"more than {EXHAUSTIVE} categories by absolute error: only groups along the order of their "
    "means were tried"
)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """How the lines of several columns' sides are made of their present levels.

    Attributes
    ----------
    order : int array, shape (lines,)
        The lines of the tables, those of each column in an order of its own: line i of its sides
        holds the first i + 1 levels of it.
    listed : bool array, shape (d,)
        Of which columns a list names the levels of each line instead.
    list_of : callable
        Returns it for a number of levels, shape (lines, levels).
    remarks : dict
        What was not tried of a column, in words; without one the best is surely among its lines.
    """

    order: Ints
    listed: NDArray[np.bool_]
    list_of: Callable[[int], NDArray[np.bool_]]
    remarks: dict[int, str] = field(default_factory=dict)

    def sides(self, tables: Tables) -> Sides:
        """Return the rows and statistics of each line."""
        levels = np.diff(tables.starts)
        counts = levels.copy()
        for many in np.unique(levels[self.listed]).tolist():
            counts[self.listed & (levels == many)] = len(self.list_of(many))
        starts = np.append(0, np.cumsum(counts))
        rows = np.empty(starts[-1], dtype=np.int64)
        stats = np.empty((starts[-1], tables.stats.shape[1]))
        ordered = ~self.listed
        into, lines = ordered.repeat(counts), self.order[ordered.repeat(levels)]
        ends = np.append(0, np.cumsum(levels[ordered]))
        rows[into] = sums_upto(tables.rows[lines], ends)
        stats[into] = sums_upto(tables.stats[lines], ends)
        for many in np.unique(levels[self.listed]).tolist():
            which, inside = np.flatnonzero(self.listed & (levels == many)), self.list_of(many)
            line = tables.starts[which][:, None] + np.arange(many)
            at = starts[which][:, None] + np.arange(len(inside))
            # einsum, not a matrix product: its order of sums does not depend on a BLAS library
            rows[at] = np.einsum("lv,mv->ml", inside.astype(np.int64), tables.rows[line])
            stats[at] = np.einsum("lv,mvs->mls", inside.astype(np.float64), tables.stats[line])
        return Sides(starts, rows, stats, tables.missing_rows, tables.missing)

    def side(self, tables: Tables, index: int, line: int) -> NDArray[np.bool_]:
        """Return which levels of a column a line of its sides holds."""
        begin, end = tables.starts[index : index + 2].tolist()
        if self.listed[index]:
            return np.asarray(self.list_of(end - begin)[line])
        held = np.zeros(end - begin, dtype=bool)
        held[self.order[begin : begin + line + 1] - begin] = True
        return held


@dataclass(frozen=True, slots=True, eq=False)
class SubsetSides:
    """The sides of several nominal columns, and the levels each is made of."""

    tables: Tables
    sides: Sides
    groups: Groups

    def remark(self, index: int) -> str:
        """Return what was not tried of a column."""
        return self.groups.remarks.get(index, "")

    def build(self, index: int, pick: Pick, missing: int) -> Callable[[], SubsetSplit]:
        """Return what makes a pick's split; `missing` is 0 for "with the side", else 1."""
        side = self.groups.side(self.tables, index, int(pick.line - self.sides.starts[index]))
        return partial(_split, self.tables.columns[index], self.tables[index].codes, side, missing)


def _split(column: int, codes: Ints, side: NDArray[np.bool_], missing: int) -> SubsetSplit:
    if not side[0]:
        side, missing = ~side, 1 - missing  # the first group holds the first level
    one, other = (tuple(int(code) for code in codes[mask]) for mask in (side, ~side))
    if not other:
        return SubsetSplit(column, (one,), 1)  # known against missing
    return SubsetSplit(column, (one, other), missing)


def subset_sides(tables: Tables, places: Places, every: int = 0) -> SubsetSides:
    """Return the sides of every nominal column.

    Up to `every` present levels those are all there are, also where one along an order of the
    levels is known to be the best: it is so by itself, not with what is split below it.
    """
    groups = _groups(tables, places, every)
    return SubsetSides(tables, groups.sides(tables), groups)


def _groups(tables: Tables, places: Places, every: int) -> Groups:
    """Return how the sides of every column are made."""
    levels, one = np.diff(tables.starts), places.any
    many, classes = levels > EXHAUSTIVE, one.criterion not in OF_NUMBERS
    several = np.array([classes and np.count_nonzero(each.stats) > TWO for each in places.each])
    bound, absolute = one.limits.bind, one.criterion == "absolute_error"
    no_order = several[places.owner] | bound | absolute
    listed = (no_order & ~many | (levels <= every)) & (levels >= TWO)
    order = in_order(_scores(tables, one.criterion), tables.starts)
    remarks, kind = {}, "class shares" if classes else "means"
    if every:
        few = BY_ONE_ORDER.format(every, kind)
        remarks = dict.fromkeys(np.flatnonzero(~no_order & (levels > every)).tolist(), few)
    for index in np.flatnonzero(many & no_order).tolist():
        remarks[index] = BY_MEANS if absolute else BY_ORDER.format(kind)
        if several[places.owner[index]]:
            begin, end = tables.starts[index : index + 2].tolist()
            order[begin:end] = begin + along_component(one.seen(tables.stats[begin:end]))
            remarks[index] = BY_COMPONENT
    return Groups(order, listed, every_side, remarks)


def in_order(scores: Floats, starts: Ints) -> Ints:
    """Return the lines of tables, those of each column by their scores; equals as they stand."""
    return np.lexsort((scores, np.arange(len(starts) - 1).repeat(np.diff(starts))))


@lru_cache
def every_side(levels: int) -> NDArray[np.bool_]:
    """Return every side that holds the first level, the last line being all levels."""
    numbers = np.arange(2 ** (levels - 1))[:, None]
    rest = (numbers >> np.arange(levels - 1)) & 1
    return np.concatenate([np.ones((len(rest), 1)), rest], axis=1).astype(bool)


def _scores(tables: Tables, criterion: Criterion) -> Floats:
    """Return the mean, or the share of its column's last present class, of each level."""
    stats = tables.stats
    if criterion in OF_NUMBERS:
        part = stats[:, 1]
    else:
        there = sums_of((stats > 0).astype(np.int64), tables.starts) > 0
        last = there.shape[1] - 1 - there[:, ::-1].argmax(axis=1)
        part = stats[np.arange(len(stats)), last.repeat(np.diff(tables.starts))]
    return share_of(part, weight_of(stats, criterion))


def share_of(part: Floats, weight: Floats) -> Floats:
    """Return what levels hold of each unit of weight; without any they come last."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(weight > 0, part / weight, np.inf))
