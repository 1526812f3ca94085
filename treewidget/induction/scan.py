"""One look at a node: the best admissible split of every column, built only when wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from .criteria import recentred
from .routes import larger_branch
from .search import Pick, Place, picks
from .subsets import SubsetSides, subset_sides
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine, Rows, Tables
    from .splits import Split


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The best of one column: its gain, and how to make the split."""

    column: int
    gain: float
    remark: str
    build: Callable[[], Split]


def scan(
    dataset: Dataset, engine: Engine, rows: Rows, place: Place, columns: Sequence[int]
) -> list[Found]:
    """Return what was found for every column that has an admissible split, in frame order."""
    ordered = [c for c in columns if dataset.columns[c].is_ordered]
    nominal = [c for c in columns if not dataset.columns[c].is_ordered]
    found = []
    if ordered:
        tables = _tables(engine, rows, ordered, place)
        found += _found(threshold_sides(tables, dataset.columns), place)
    if nominal:
        found += _found(subset_sides(_tables(engine, rows, nominal, place), place), place)
    return sorted(found, key=lambda one: one.column) if ordered and nominal else found


def _tables(engine: Engine, rows: Rows, columns: Sequence[int], place: Place) -> Tables:
    tables = engine.tables(rows, columns)
    return replace(
        tables,
        stats=recentred(tables.stats, place.whole, place.criterion),
        missing=recentred(tables.missing, place.whole, place.criterion),
    )


def _found(searched: ThresholdSides | SubsetSides, place: Place) -> list[Found]:
    found = []
    for index, pick in enumerate(picks(searched.sides, place)):
        if pick is not None:
            remark = searched.groups[index].remark if isinstance(searched, SubsetSides) else ""
            build = partial(_build, searched, place, index, pick)
            found.append(Found(searched.tables.columns[index], pick.gain, remark, build))
    return found


def _build(searched: ThresholdSides | SubsetSides, place: Place, index: int, pick: Pick) -> Split:
    """Make a pick's split; missing rows go where it has them, or to the larger child."""
    if searched.sides.missing_rows[index]:
        return searched.split(index, pick, 0 if pick.missing_with else 1)
    one = int(searched.sides.rows[pick.line])
    return searched.split(index, pick, larger_branch((one, place.rows - one)))
