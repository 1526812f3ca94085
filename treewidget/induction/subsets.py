"""Sides of nominal columns: groups of the levels that are present.

The first group always holds the first present level, so that a partition has one name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .criteria import Criterion, weight_of
from .search import Pick, Place, Sides
from .splits import SubsetSplit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Floats, Table, Tables

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


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """How the lines of one column's sides are made of its present levels.

    Attributes
    ----------
    inside : bool array, shape (lines, levels)
        Which present levels lie on the side.
    remark : str
        What was not tried, in words; empty when the best is surely among the lines.
    """

    inside: NDArray[np.bool_]
    remark: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class SubsetSides:
    """The sides of several nominal columns, and the levels each is made of."""

    tables: Tables
    sides: Sides
    groups: list[Groups]

    def split(self, index: int, pick: Pick, missing: int) -> SubsetSplit:
        """Return the split of a pick; `missing` is the missing rows' branch."""
        codes = self.tables[index].codes
        inside = self.groups[index].inside[pick.line - self.sides.starts[index]]
        one, other = (tuple(int(code) for code in codes[mask]) for mask in (inside, ~inside))
        column = self.tables.columns[index]
        if not other:
            return SubsetSplit(column, (one,), 1)  # known against missing
        return SubsetSplit(column, (one, other), missing)


def subset_sides(tables: Tables, place: Place) -> SubsetSides:
    """Return the sides of every nominal column."""
    groups = [_groups(table, place) for table in tables]
    counts = [len(group.inside) for group in groups]
    starts = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
    rows, stats = [], []
    for group, table in zip(groups, tables, strict=True):
        # einsum, not a matrix product: its order of summation does not depend on a BLAS library
        rows.append(np.einsum("lv,v->l", group.inside.astype(np.int64), table.rows))
        stats.append(np.einsum("lv,vs->ls", group.inside.astype(np.float64), table.stats))
    sides = Sides(
        starts, np.concatenate(rows), np.concatenate(stats), tables.missing_rows, tables.missing
    )
    return SubsetSides(tables, sides, groups)


def _groups(table: Table, place: Place) -> Groups:
    """Return the sides of one column."""
    levels = len(table.codes)
    if levels < 2:  # noqa: PLR2004 - fewer than two levels cannot be parted
        return Groups(np.ones((levels, levels), dtype=bool))
    classes = place.criterion != "squared_error"
    several = classes and np.count_nonzero(place.stats) > 2  # noqa: PLR2004 - two classes have an order
    bound = place.limits.bind
    if levels <= EXHAUSTIVE and (several or bound):
        return Groups(_every(levels))
    if several:
        return Groups(_along(_component(table.stats)), BY_COMPONENT)
    order = _scores(table.stats, place.criterion)
    kind = "class shares" if classes else "means"
    return Groups(_along(order), BY_ORDER.format(kind) if bound and levels > EXHAUSTIVE else "")


def _every(levels: int) -> NDArray[np.bool_]:
    """Return every side that holds the first level, the last line being all levels."""
    numbers = np.arange(2 ** (levels - 1))[:, None]
    rest = (numbers >> np.arange(levels - 1)) & 1
    return np.concatenate([np.ones((len(rest), 1)), rest], axis=1).astype(bool)


def _along(scores: Floats) -> NDArray[np.bool_]:
    """Return the sides that are contiguous in the order of the scores."""
    order = np.argsort(scores, kind="stable")
    place = np.empty(len(order), dtype=np.intp)
    place[order] = np.arange(len(order))
    inside: NDArray[np.bool_] = place[None, :] <= np.arange(len(order))[:, None]
    flip = ~inside[:, 0]
    inside[flip] = ~inside[flip]
    return inside


def _scores(stats: Floats, criterion: Criterion) -> Floats:
    """Return the mean, or the share of the node's last present class, of each level."""
    weight = weight_of(stats, criterion)
    if criterion == "squared_error":
        part = stats[:, 1]
    else:
        part = stats[:, np.flatnonzero(stats.any(axis=0))[-1]] if stats.any() else weight
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(weight > 0, part / weight, np.inf))


def _component(stats: Floats) -> Floats:
    """Return each level's score on the first principal component of the class proportions.

    As Coppersmith, Hong and Hosking (1999): proportions weighted by the levels' weights.
    """
    weight = stats.sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(weight[:, None] > 0, stats / weight[:, None], 0.0)
    offsets = shares - stats.sum(axis=0) / stats.sum()
    covariance = (offsets * weight[:, None]).T @ offsets
    axis = np.linalg.eigh(covariance)[1][:, -1]
    axis *= np.sign(axis[np.abs(axis).argmax()])
    return np.asarray(offsets @ axis)
