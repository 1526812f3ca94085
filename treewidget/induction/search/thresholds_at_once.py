"""Thresholds that the engine finds by itself: no table of all values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ...engine.growing import CRITERIA
from ...engine.thresholds import ThresholdTask
from .cuts import are_apart
from .scan import done_before
from .threshold_picks import Picks, tests_of
from .threshold_tests import least_rows, least_side, least_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.contract import Floats, Ints, Rows
    from ...engine.thresholds import ThresholdEngine, Thresholds
    from ..contract import Setting
    from ..options import Options
    from .branch_counts import Tests
    from .judge import Judge

LEAST: Final = 2048
"""Below so many rows all numbers of a column are looked at once and for all, to know whether any
lie near each other."""
CELLS: Final = 1 << 21
"""So many are searched between two looks for a Cancel: in less than a tenth of a second."""


def thresholds_at_once(
    judge: Judge, sets: Sequence[Rows], columns: Sequence[int]
) -> tuple[list[Tests], list[int]]:
    """Return the tests of those ordered columns that the engine can search, and the other columns.

    Among the rows of each place that is searched.
    """
    found, rest = _found(judge, sets, columns)
    return [tests_of(judge, picks) for picks in found], rest


def has_thresholds(judge: Judge, rows: Rows, column: int) -> bool:
    """Whether the engine can search an ordered column, and some threshold of it is allowed."""
    return bool(_found(judge, [rows], [column])[0])


def _found(
    judge: Judge, sets: Sequence[Rows], columns: Sequence[int]
) -> tuple[list[Picks], list[int]]:
    """Return the best thresholds of columns that have any, and the columns left to be searched."""
    if not columns or not fits(judge.setting, judge.options):
        return [], list(columns)
    engine = cast("ThresholdEngine", judge.setting.engine)
    size = sum(map(judge.setting.engine.size, sets))
    lacking, gone = engine.lacking(sets, columns)
    place = {column: at for at, column in enumerate(columns)}
    apart, resolution = judge.options.missing != "fractional", judge.rules.resolution
    rest = [column for column, at in place.items() if apart and lacking[:, at].any()]
    found = []
    for block in in_blocks(judge.setting, size, [at for at in columns if at not in rest]):
        those = [place[at] for at in block]
        least, weights = least_sides(judge, sets, lacking[:, those], gone[:, those])
        task = ThresholdTask(
            criterion=judge.options.measure,
            columns=block,
            apart=[size < LEAST and are_apart(judge.dataset, at, resolution) for at in block],
            least=least,
            weights=weights,
            tolerance=judge.rules.tolerance,
            resolution=resolution,
        )
        found += _picks(block, engine.thresholds(sets, task))
    return found, rest


def _picks(columns: Sequence[int], found: Thresholds) -> list[Picks]:
    """Return the thresholds that there are, of these columns of each set."""
    which = np.flatnonzero(found.tried)
    if not len(which):
        return []
    place, column = np.divmod(which, len(columns))
    stats, tried = found.stats[which], found.tried[which]
    low, high = found.low[which], found.high[which]
    return [Picks(np.array(columns)[column], place, tried, low, high, stats[:, :2], stats[:, 2])]


def in_blocks(setting: Setting, size: int, columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Give the columns that are searched together among so many rows; a Cancel is heard before."""
    width = max(2, CELLS // max(size, 1))
    blocks = [columns[at : at + width] for at in range(0, len(columns), width)]
    for done, block in zip(done_before(setting.dataset, size, blocks), blocks, strict=True):
        setting.progress.step(done)
        yield block


def least_sides(
    judge: Judge, sets: Sequence[Rows], lacking: Ints, gone: Floats
) -> tuple[Ints, Floats]:
    """Return how many rows each column leaves on either side in each set, and what they weigh.

    Given how many rows lack it there, and what those weigh.
    """
    engine, few = judge.setting.engine, least_rows(judge)
    known = judge.weights[:, None] - gone
    weights, sides = least_weight(judge, known), least_side(judge, known)
    shares = engine.shares
    if judge.dataset.weights is None and all(shares(rows) is None for rows in sets):
        # A row weighs 1.
        most = np.ceil(np.maximum(weights, few)).astype(np.int64)
        return most, np.zeros(known.shape)
    sizes = np.array([engine.size(rows) for rows in sets])[:, None]
    held = sizes - lacking
    many = held >= 2 * sides - judge.rules.tolerance if judge.rules.tenth else held > 0
    return np.where(many, few, sizes + 1), weights


def fits(setting: Setting, options: Options) -> bool:
    """Whether an engine finds thresholds as the options ask."""
    return (
        hasattr(setting.engine, "thresholds")
        and setting.dataset.target.altered_by is None
        and options.measure in CRITERIA
        and options.criterion != "chi2"
        and options.breakpoints == "every"
    )


def finds_all(setting: Setting, options: Options) -> bool:
    """Whether it finds those of all ordered columns, whichever rows lack them."""
    ordered = (column for column in setting.dataset.columns if column.is_ordered)
    return fits(setting, options) and (
        options.missing == "fractional" or not any(column.has_gaps for column in ordered)
    )
