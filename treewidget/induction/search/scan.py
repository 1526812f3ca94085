"""One look at a node: the best admissible split of every column, built only when wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ...engine.contract import end_to_end
from ...engine.waiting import one_ahead
from ..criteria import OF_NUMBERS, recentred
from .absolute_sides import told
from .found import Found
from .places import Places
from .sides import picks
from .subsets import EXHAUSTIVE, SubsetSides, subset_sides
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...data.dataset import Dataset
    from ...engine.contract import Floats, Rows, Tables
    from ..contract import Setting
    from ..region import Region
    from .places import Place
    from .sides import Picks


CUT: Final = 9
"""A value between two others takes about so many times as long to judge as a row to count."""
TOGETHER = 200_000
"""Columns are searched together while their tables have at most so many numbers: that is quick for
small nodes; of large ones it is a column each, and work can be cancelled between them."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What the best of each column of some tables gains, and how it is told in full.

    Attributes
    ----------
    here : Places
    columns : tuple of int
        Of the tables.
    gains : float array, shape (d,)
        Minus infinity of a column without an admissible split.
    found : callable
        Tells of a column by its place among them.
    """

    here: Places
    columns: tuple[int, ...]
    gains: Floats
    found: Callable[[int], Found]


def scan(
    setting: Setting,
    regions: Sequence[Region],
    places: Sequence[Place],
    columns: Sequence[int],
    look: Callable[[Tables, Places, bool], Look],
    *,
    leading: bool = False,
    costs: Floats | None = None,
) -> list[list[Found]]:
    """Return what was found at each place for every column with an admissible split.

    They are in frame order. With `leading` it is the best of the place alone, the first of equals.

    Parameters
    ----------
    setting : Setting
    regions : sequence of Region
    places : sequence of Place
        What a search knows of each.
    columns : sequence of int
    look : callable
        Looks at the tables of columns that all have an order, or that have none, as it is told.
    leading : bool
    costs : float array, optional
        By what the gain of each column of the data set is divided where one of them leads.
    """
    sets = [region.rows for region in regions]
    looks = (
        look(tables, here, ordered)
        for ordered, alike in zip((True, False), by_kind(columns, setting.dataset), strict=True)
        for tables, here in tables_at(setting, sets, alike, places)
    )
    found: list[list[Found]] = [[] for _ in regions]
    if leading:
        for at, one in _best(list(looks), places, costs):
            found[at].append(one)
        return found
    for seen in looks:
        for index in np.flatnonzero(seen.gains > -np.inf).tolist():
            found[seen.here.owner[index]].append(seen.found(index))
    return [sorted(those, key=lambda one: one.column) for those in found]


def _best(
    looks: list[Look], places: Sequence[Place], costs: Floats | None
) -> Iterator[tuple[int, Found]]:
    """Give the best of each place that has a split, the first column of those that are equal."""
    if not looks:
        return
    owner = np.concatenate([look.here.owner for look in looks])
    gains = np.concatenate([look.gains for look in looks])
    every = np.array([column for look in looks for column in look.columns], dtype=np.intp)
    if costs is not None:
        gains = gains / costs[every]
    most = np.full(len(places), -np.inf)
    np.maximum.at(most, owner, gains)
    floors = Places(places, np.arange(len(places))).floors(most)
    near = np.flatnonzero((gains >= floors[owner]) & (gains > -np.inf))
    order = near[np.lexsort((every[near], owner[near]))]
    ends = np.cumsum([len(look.columns) for look in looks])
    for number in order[np.diff(owner[order], prepend=-1) > 0].tolist():
        look = looks[at := int(np.searchsorted(ends, number, side="right"))]
        yield int(owner[number]), look.found(number - int(ends[at]) + len(look.columns))


def by_kind(columns: Sequence[int], dataset: Dataset) -> tuple[list[int], list[int]]:
    """Return those of some columns that have an order, and those that have none."""
    ordered = [at for at in columns if dataset.columns[at].is_ordered]
    return ordered, [at for at in columns if not dataset.columns[at].is_ordered]


def tables_of(
    setting: Setting, rows: Rows, columns: Sequence[int], place: Place
) -> Iterator[Tables]:
    """Give the tables of columns, some at a time; the next are counted while these are searched.

    Their target is centred on the mean of the place (regression). The setting's progress is told
    how many of all columns are done: those that have an order come first.
    """
    engine, blocks = setting.engine, blocks_of(columns, place)
    counted = one_ahead(lambda block: engine.tables(rows, block), blocks)
    for done, tables in zip(done_before(setting.dataset, place.rows, blocks), counted, strict=True):
        setting.progress.step(done)
        yield centred(tables, place)


def done_before(dataset: Dataset, rows: int, blocks: Sequence[Sequence[int]]) -> list[float]:
    """Return which share of all columns is done before each of some blocks."""
    if len(blocks) <= 1:
        return [0.0] * len(blocks)  # it is done at once
    work = work_at(dataset, rows)
    each = [sum(work[column] for column in block) for block in blocks]
    before = 0 if dataset.columns[blocks[0][0]].is_ordered else sum(work) - sum(each)
    return [(before + sum(each[:at])) / sum(work) for at in range(len(each))]


def work_at(dataset: Dataset, rows: int) -> list[int]:
    """Return about how long it takes to search each column among so many rows, one to another."""
    return [1 + rows + CUT * min(rows, len(column.keys)) for column in dataset.columns]


def tables_at(
    setting: Setting, sets: Sequence[Rows], columns: Sequence[int], places: Sequence[Place]
) -> Iterator[tuple[Tables, Places]]:
    """Give the tables of columns at several small places, end to end; of one alone as `tables_of`.

    The same columns of each place follow each other, and what they are of comes with them.
    """
    if len(sets) == 1:
        for tables in tables_of(setting, sets[0], columns, places[0]):
            yield tables, Places(places, np.zeros(len(tables), dtype=np.int64))
        return
    if not columns:
        return
    setting.progress.heed()
    counted = [
        centred(setting.engine.tables(rows, columns), place)
        for rows, place in zip(sets, places, strict=True)
    ]
    for some in _in_parts([_most_sides(tables) for tables in counted]):
        owner = np.arange(some.start, some.stop).repeat(len(columns))
        yield end_to_end(counted[some]), Places(places, owner)


def _most_sides(tables: Tables) -> int:
    """Return how many numbers sides may have that are made of tables, if every group is one."""
    lines = np.diff(tables.starts)
    groups = np.where(lines <= EXHAUSTIVE, 1 << np.minimum(lines, EXHAUSTIVE), lines)
    return int(groups.sum()) * int(tables.stats.shape[1])


def _in_parts(sizes: Sequence[int]) -> Iterator[slice]:
    """Part what has these sizes into neighbours of at most `TOGETHER` numbers, if it can be."""
    begin, held = 0, 0
    for at, size in enumerate(sizes):
        if at > begin and held + size > TOGETHER:
            yield slice(begin, at)
            begin, held = at, 0
        held += size
    yield slice(begin, len(sizes))


def blocks_of(columns: Sequence[int], place: Place) -> list[Sequence[int]]:
    """Part columns into blocks whose tables fit in `TOGETHER` numbers."""
    width = max(TOGETHER // (place.rows * len(place.stats) or 1), 1)
    return [columns[at : at + width] for at in range(0, len(columns), width)]


def centred(tables: Tables, place: Place) -> Tables:
    """Return tables whose target is centred on the mean of a place (regression)."""
    if place.criterion not in OF_NUMBERS:
        return tables
    return replace(
        tables,
        stats=recentred(tables.stats, place.whole, place.criterion),
        missing=recentred(tables.missing, place.whole, place.criterion),
    )


def look_at(
    setting: Setting, regions: Sequence[Region], tables: Tables, here: Places, ordered: bool
) -> Look:
    """Return the best of each column, every row counted: missing ones go where they gain most."""
    columns, by_rows = setting.dataset.columns, here.any.criterion == "absolute_error"
    sides: ThresholdSides | SubsetSides
    if ordered:
        sides = threshold_sides(tables, columns, here.any.breakpoints)
        sides = told(sides, setting, regions, here) if by_rows else sides
    else:
        sides = subset_sides(tables, here)
        sides = told(sides, setting, regions, here) if by_rows else sides
    best = picks(sides.sides, here)
    return Look(here, tables.columns, best.gains, partial(_found, sides, best, here))


def _found(searched: ThresholdSides | SubsetSides, best: Picks, here: Places, index: int) -> Found:
    pick, rows, sides = best[index], here.of(index).rows, searched.sides
    if sides.missing_rows[index]:
        missing = 0 if pick.missing_with else 1
    else:
        one = sides.rows[pick.line]
        missing = 0 if one > rows - one else 1  # to the larger child
    build = searched.build(index, pick, missing)
    column, gain = searched.tables.columns[index], float(best.gains[index])
    return Found(column, gain, searched.remark(index), build)
