"""Tests of nominal columns by gain or gain ratio: the best of every column at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..missing_values import way_of
from ..splits import SubsetSplit
from .branch_counts import Test, gain_of_tests, information_of_tests, ratio_of
from .grouping import grouped
from .levels import LevelTests, every_level, one_against_rest
from .sides import TIE

if TYPE_CHECKING:
    from ...engine.contract import Table, Tables
    from .column_tests import ColumnTests


def best_level_tests(tests: ColumnTests, tables: Tables) -> list[Test]:
    """Return the best test of every column that has one that is allowed.

    Columns whose tests have as many branches are judged together; with `missing="own"` the missing
    rows are one more branch where there are some.
    """
    alike: dict[tuple[int, bool], list[tuple[int, LevelTests]]] = {}
    for index, column in enumerate(tables.columns):
        table = tables[index]
        if len(table.codes):
            made = level_tests(tests, table, len(tests.dataset.columns[column].labels))
            apart = tests.options.missing == "own" and bool(table.missing.any())
            alike.setdefault((made.rows.shape[1], apart), []).append((index, made))
    return [found for held in alike.values() for found in _best(tests, tables, held)]


def level_tests(tests: ColumnTests, table: Table, levels: int) -> LevelTests:
    """Return the tests of one column."""
    options = tests.options
    if options.branching == "multiway":
        return every_level(table, levels)
    if options.branching == "rest":
        return one_against_rest(table, levels)
    return grouped(
        table,
        table.missing,
        options.missing,
        options.measure,
        tolerance=tests.rules.tolerance or TIE,
        heed=partial(tests.inducer.progress.step, 0.0),
    )


def _best(tests: ColumnTests, tables: Tables, held: list[tuple[int, LevelTests]]) -> list[Test]:
    """Return the best tests of columns whose tests all have as many branches."""
    options, owner = tests.options, [len(one.rows) for _, one in held]
    column = np.repeat([index for index, _ in held], owner)
    stats = np.concatenate([one.stats for _, one in held])
    rows = np.concatenate([one.rows for _, one in held])
    allowed = np.flatnonzero(tests.parted(rows, stats, tables.missing[column]))
    if not len(allowed):
        return []
    stats, column = stats[allowed], column[allowed]
    seen, missing = tests.place.seen(stats), tests.place.seen(tables.missing[column])
    gains = gain_of_tests(seen, missing, options.missing, options.measure)
    ratios = ratio_of(gains, information_of_tests(seen, missing, options.missing))
    by_ratio = options.criterion == "gain_ratio"
    values = ratios if by_ratio else tests.values(seen, missing, gains)
    ends = np.cumsum(owner)
    starts = np.searchsorted(allowed, np.append(0, ends))
    found = []
    for number, at in tests.firsts(values, starts):
        index, one = held[number]
        groups = one.groups[int(allowed[at]) - int(ends[number]) + owner[number]]
        named, gone = tables.columns[index], tables.missing[index]
        way = way_of(options.missing, len(groups), lacking=bool(tables.missing_rows[index]))
        worth = (float(gains[at]), float(ratios[at]), float(values[at]))
        build = partial(SubsetSplit, named, groups, way)
        found.append(Test(named, stats[at], gone, *worth, build))
    return found
