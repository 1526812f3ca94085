"""Sides of nominal columns: groups of the levels that are present.

The first group always holds the first present level, so that a partition has one name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from ..criteria import OF_NUMBERS, Criterion, weight_of
from ..splits import SubsetSplit
from .component import along_component
from .sides import Pick, Sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Table, Tables
    from .places import Place, Places

EXHAUSTIVE = 10
"""Up to so many present levels every partition is tried when no order of the levels is known to
hold the best one."""

BY_COMPONENT = (
    f"more than {EXHAUSTIVE} categories: only groups along the first principal component of their "
    "class proportions were tried"
)
BY_ORDER = (
    f"more than {EXHAUSTIVE} categories under a minimum leaf size: only groups along the order of "
    "their {} were tried"
)

BY_MEANS = (
    f"more than {EXHAUSTIVE} categories by absolute error: only groups along the order of their "
    "means were tried"
)


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """How the lines of one column's sides are made of its present levels.

    Attributes
    ----------
    order : int array, shape (levels,), optional
        Line i holds the first i + 1 levels of this order.
    inside : bool array, shape (lines, levels), optional
        Else: which levels each line holds.
    remark : str
        What was not tried, in words; empty when the best is surely among the lines.
    """

    order: Ints | None = None
    inside: NDArray[np.bool_] | None = None
    remark: str = ""

    def sums(self, table: Table) -> tuple[Ints, Floats]:
        """Return the rows and statistics of each line."""
        if self.inside is None:
            order = cast("Ints", self.order)
            return table.rows[order].cumsum(), table.stats[order].cumsum(axis=0)
        # einsum, not a matrix product: its order of summation does not depend on a BLAS library
        rows = np.einsum("lv,v->l", self.inside.astype(np.int64), table.rows)
        return rows, np.einsum("lv,vs->ls", self.inside.astype(np.float64), table.stats)

    def side(self, line: int) -> NDArray[np.bool_]:
        """Return which levels a line holds."""
        if self.inside is not None:
            return np.asarray(self.inside[line])
        order = cast("Ints", self.order)
        held = np.zeros(len(order), dtype=bool)
        held[order[: line + 1]] = True
        return held


@dataclass(frozen=True, slots=True, eq=False)
class SubsetSides:
    """The sides of several nominal columns, and the levels each is made of."""

    tables: Tables
    sides: Sides
    groups: list[Groups]

    def remark(self, index: int) -> str:
        """Return what was not tried of a column."""
        return self.groups[index].remark

    def build(self, index: int, pick: Pick, missing: int) -> Callable[[], SubsetSplit]:
        """Return what makes a pick's split; `missing` is 0 for "with the side", else 1."""
        side = self.groups[index].side(int(pick.line - self.sides.starts[index]))
        return partial(_split, self.tables.columns[index], self.tables[index].codes, side, missing)


def _split(column: int, codes: Ints, side: NDArray[np.bool_], missing: int) -> SubsetSplit:
    if not side[0]:
        side, missing = ~side, 1 - missing  # the first group holds the first level
    one, other = (tuple(int(code) for code in codes[mask]) for mask in (side, ~side))
    if not other:
        return SubsetSplit(column, (one,), 1)  # known against missing
    return SubsetSplit(column, (one, other), missing)


def subset_sides(tables: Tables, places: Places) -> SubsetSides:
    """Return the sides of every nominal column."""
    groups = [_groups(table, places.of(index)) for index, table in enumerate(tables)]
    return sides_of(tables, groups)


def sides_of(tables: Tables, groups: list[Groups]) -> SubsetSides:
    """Return the sides of nominal columns that are made of given groups."""
    sums = [group.sums(table) for group, table in zip(groups, tables, strict=True)]
    counts = [len(rows) for rows, _ in sums]
    sides = Sides(
        np.concatenate(([0], np.cumsum(counts, dtype=np.int64))),
        np.concatenate([rows for rows, _ in sums]),
        np.concatenate([stats for _, stats in sums]),
        tables.missing_rows,
        tables.missing,
    )
    return SubsetSides(tables, sides, groups)


def _groups(table: Table, place: Place) -> Groups:
    """Return the sides of one column."""
    levels = len(table.codes)
    if levels < 2:  # noqa: PLR2004 - fewer than two levels cannot be parted
        return Groups(order=np.arange(levels))
    classes = place.criterion not in OF_NUMBERS
    several = classes and np.count_nonzero(place.stats) > 2  # noqa: PLR2004 - two classes have an order
    bound, absolute = place.limits.bind, place.criterion == "absolute_error"
    if levels <= EXHAUSTIVE and (several or bound or absolute):
        return Groups(inside=every_side(levels))
    if several:
        return Groups(order=along_component(table.stats), remark=BY_COMPONENT)
    kind = "class shares" if classes else "means"
    remark = BY_ORDER.format(kind) if bound and levels > EXHAUSTIVE else ""
    if absolute and levels > EXHAUSTIVE:
        remark = BY_MEANS
    scores = _scores(table.stats, place.criterion)
    return Groups(order=np.argsort(scores, kind="stable"), remark=remark)


def every_side(levels: int) -> NDArray[np.bool_]:
    """Return every side that holds the first level, the last line being all levels."""
    numbers = np.arange(2 ** (levels - 1))[:, None]
    rest = (numbers >> np.arange(levels - 1)) & 1
    return np.concatenate([np.ones((len(rest), 1)), rest], axis=1).astype(bool)


def _scores(stats: Floats, criterion: Criterion) -> Floats:
    """Return the mean, or the share of the node's last present class, of each level."""
    weight = weight_of(stats, criterion)
    if criterion in OF_NUMBERS:
        part = stats[:, 1]
    else:
        part = stats[:, np.flatnonzero(stats.any(axis=0))[-1]] if stats.any() else weight
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(weight > 0, part / weight, np.inf))
