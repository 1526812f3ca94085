"""One look at a node: the best admissible split of every column, built only when wanted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ...engine.waiting import one_ahead
from ..criteria import recentred
from .absolute import Targets, along, apart
from .sides import Place, picks
from .subsets import SubsetSides, subset_sides
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...data.dataset import Dataset
    from ...engine.contract import Engine, Floats, Rows, Tables
    from ..inducer import Inducer
    from ..splits import Split


Searched = TypeVar("Searched", ThresholdSides, SubsetSides)

TOGETHER = 200_000
"""Columns are searched together while their tables have at most so many numbers: that is quick for
small nodes; of large ones it is a column each, and work can be cancelled between them."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The best of one column: its gain, and how to make the split.

    Attributes
    ----------
    column : int
    gain : float
        The decrease of impurity as the method reckons it.
    remark : str
        What of the column was not searched. Mostly empty.
    build : callable
        Makes the split.
    branches : float array or None
        The branches' statistics, where the search has them.
    score : float or None
        What a method ranks by that does not rank by gain: its ratio, or minus its p-value.
    ratio : float or None
        The gain ratio as the method reckons it; with it, the figures shown are the search's own.
    of_known : bool
        Whether the gain is that of the rows that have the column: it is shown as it is.
    counts : bool
        Whether it takes part in the average gain.
    measures : mapping
        Other figures of a method's own, by name: they are shown beside the rest.
    """

    column: int
    gain: float
    remark: str
    build: Callable[[], Split]
    branches: Floats | None = None
    score: float | None = None
    ratio: float | None = None
    of_known: bool = False
    counts: bool = True
    measures: Mapping[str, float] = field(default_factory=dict)

    @property
    def worth(self) -> float:
        """What it is ranked by: the score, or else the gain."""
        return self.gain if self.score is None else self.score


def scan(inducer: Inducer, rows: Rows, place: Place, columns: Sequence[int]) -> list[Found]:
    """Return what was found for every column that has an admissible split, in frame order."""
    dataset, engine = inducer.dataset, inducer.engine
    ordered, nominal = by_kind(columns, dataset)
    found = []
    for tables in tables_of(inducer, rows, ordered, place):
        sides = threshold_sides(tables, dataset.columns, place.breakpoints)
        found += _found(_told(sides, dataset, engine, rows, place), place)
    for tables in tables_of(inducer, rows, nominal, place):
        groups = subset_sides(tables, place)
        found += _found(_told(groups, dataset, engine, rows, place), place)
    return sorted(found, key=lambda one: one.column) if ordered and nominal else found


def by_kind(columns: Sequence[int], dataset: Dataset) -> tuple[list[int], list[int]]:
    """Return those of some columns that have an order, and those that have none."""
    ordered = [at for at in columns if dataset.columns[at].is_ordered]
    return ordered, [at for at in columns if not dataset.columns[at].is_ordered]


def tables_of(
    inducer: Inducer, rows: Rows, columns: Sequence[int], place: Place
) -> Iterator[Tables]:
    """Give the tables of columns, some at a time; the next are counted while these are searched.

    Their target is centred on the mean of the place (regression).
    """
    engine, blocks = inducer.engine, blocks_of(columns, place)
    for tables in one_ahead(lambda block: engine.tables(rows, block), blocks):
        inducer.progress.step(0.0)
        yield centred(tables, place)


def blocks_of(columns: Sequence[int], place: Place) -> list[Sequence[int]]:
    """Part columns into blocks whose tables fit in `TOGETHER` numbers."""
    width = max(TOGETHER // (place.rows * len(place.stats) or 1), 1)
    return [columns[at : at + width] for at in range(0, len(columns), width)]


def centred(tables: Tables, place: Place) -> Tables:
    """Return tables whose target is centred on the mean of a place (regression)."""
    return replace(
        tables,
        stats=recentred(tables.stats, place.whole, place.criterion),
        missing=recentred(tables.missing, place.whole, place.criterion),
    )


def _told(
    searched: Searched, dataset: Dataset, engine: Engine, rows: Rows, place: Place
) -> Searched:
    """Return sides with what rows tell of them and sums do not: by absolute errors."""
    if place.criterion != "absolute_error" or not len(searched.tables):
        return searched
    targets = Targets.of(dataset, engine, rows)
    told = [_worth(searched, at, dataset, targets) for at in range(len(searched.tables))]
    worth, with_them = (np.concatenate(each) for each in zip(*told, strict=True))
    return replace(searched, sides=replace(searched.sides, worth=worth, worth_with=with_them))


def _worth(
    searched: ThresholdSides | SubsetSides, at: int, dataset: Dataset, targets: Targets
) -> tuple[Floats, Floats]:
    """Return what the sides of one column gain, without and with the missing rows."""
    table = searched.tables[at]
    codes = dataset.columns[searched.tables.columns[at]].codes[targets.positions].astype(np.int64)
    if isinstance(searched, ThresholdSides):
        return along(targets, codes, np.cumsum(table.rows))
    level = np.where(codes < 0, -1, np.searchsorted(table.codes, codes))
    groups = searched.groups[at]
    if groups.inside is not None:
        return apart(targets, level, groups.inside)
    order = np.asarray(groups.order)
    place = np.append(np.argsort(order), -1)  # a level of -1 reads the last
    return along(targets, place[level], np.cumsum(table.rows[order]))


def _found(searched: ThresholdSides | SubsetSides, place: Place) -> list[Found]:
    sides, found = searched.sides, []
    for index, pick in enumerate(picks(sides, place)):
        if pick is None:
            continue
        if sides.missing_rows[index]:
            missing = 0 if pick.missing_with else 1
        else:
            one = sides.rows[pick.line]
            missing = 0 if one > place.rows - one else 1  # to the larger child
        build = searched.build(index, pick, missing)
        found.append(
            Found(searched.tables.columns[index], pick.gain, searched.remark(index), build)
        )
    return found
