"""Tests of nominal columns by gain or gain ratio: the best of every column at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..missing_values import way_of
from ..splits import SubsetSplit
from .branch_counts import Tests, gain_of_tests, information_of_tests, ratio_of
from .grouping import Merging
from .levels import all_of, every_level, one_against_rest
from .places import TIE
from .scan import TOGETHER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...engine.contract import Ints, Tables
    from ..splits import Split
    from .judge import Judge
    from .levels import LevelTests


def best_level_tests(judge: Judge, tables: Tables) -> list[Tests]:
    """Return the best test of every column that has one that is allowed.

    Columns whose tests have as many branches are judged together; with `missing="own"` the missing
    rows are one more branch where there are some.
    """
    found = (_best(judge, tables, held) for held in level_tests(judge, tables))
    return [one for one in found if one is not None]


def level_tests(judge: Judge, tables: Tables) -> Iterator[LevelTests]:
    """Give the tests of all columns that have a value here."""
    filled = np.flatnonzero(np.diff(tables.starts))
    if judge.options.missing != "own":
        yield from _made(judge, tables, filled)
        return
    for held in _made(judge, tables, filled):
        apart = tables.missing[held.index].any(axis=1)
        for some in (np.flatnonzero(~apart), np.flatnonzero(apart)):
            if len(some):
                yield held.only(some)


def _made(judge: Judge, tables: Tables, filled: Ints) -> Iterator[LevelTests]:
    """Give the tests of some columns, those with as many branches together."""
    declared = np.array([len(judge.dataset.columns[at].labels) for at in tables.columns])
    if judge.options.branching == "multiway":
        for levels in np.unique(declared[filled]).tolist():
            index = filled[declared[filled] == levels]
            width = max(TOGETHER // (levels * tables.stats.shape[1]), 1)
            for at in range(0, len(index), width):
                yield every_level(tables, index[at : at + width], levels)
    elif judge.options.branching == "rest":
        single = declared[filled] == 1
        if single.any():  # nothing is the rest of a single level
            yield every_level(tables, filled[single], 1)
        one_each = [one_against_rest(tables, at, declared[at]) for at in filled[~single].tolist()]
        yield from [all_of(one_each)] if one_each else []
    else:
        options, heed = judge.options, judge.setting.progress.heed
        tolerance = judge.rules.tolerance or TIE
        merging = Merging(options.missing, options.measure, tolerance, heed)
        yield from merging.grouped(tables, filled)


def _best(judge: Judge, tables: Tables, held: LevelTests) -> Tests | None:
    """Return the best tests of columns whose tests all have as many branches."""
    options, gone = judge.options, tables.missing[held.index]
    allowed = np.flatnonzero(judge.parted(held.rows, held.stats, gone))
    if not len(allowed):
        return None
    stats, index, missing = held.stats[allowed], held.index[allowed], judge.seen(gone[allowed])
    seen, owner = judge.seen(stats), judge.owner(tables)
    gains = gain_of_tests(seen, missing, options.missing, options.measure)
    ratios = ratio_of(gains, information_of_tests(seen, missing, options.missing))
    by_ratio = options.criterion == "gain_ratio"
    values = ratios if by_ratio else judge.values(seen, missing, gains, owner[index])
    first = np.flatnonzero(np.diff(index, prepend=-1))
    which = judge.firsts(values, np.append(first, len(index)), owner[index[first]])[1]
    number, columns = index[which], np.array(tables.columns)

    def build(at: int) -> Callable[[], Split]:
        groups, table = tuple(held.groups[allowed[which[at]]]), number[at]
        way = way_of(options.missing, len(groups), lacking=bool(tables.missing_rows[table]))
        return partial(SubsetSplit, int(columns[table]), groups, way)

    worth = gains[which], ratios[which], values[which]
    return Tests(
        owner[number], columns[number], stats[which], tables.missing[number], *worth, build
    )
