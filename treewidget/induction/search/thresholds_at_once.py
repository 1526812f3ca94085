"""Thresholds of a large node, where the engine finds them by itself: no table of all values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ...engine.growing import CRITERIA
from ...engine.thresholds import ThresholdTask
from .scan import done_before
from .threshold_picks import Picks, tests_of
from .threshold_tests import least_rows, least_side, least_weight

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...engine.contract import Rows
    from ...engine.thresholds import Threshold, ThresholdEngine
    from ..inducer import Inducer
    from .branch_counts import Test
    from .column_tests import ColumnTests

LEAST: Final = 2048
"""Below so many rows the tables of all columns are quick enough."""
CELLS: Final = 1 << 21
"""So many are searched between two looks for a Cancel: in less than a tenth of a second."""


def thresholds_at_once(
    tests: ColumnTests, rows: Rows, columns: Sequence[int]
) -> tuple[list[Test], list[int]]:
    """Return the tests of those ordered columns that the engine can search, and the other columns.

    Among the rows of the one place that is searched.
    """
    found, rest = _found(tests, rows, columns)
    return (tests_of(tests, _picks(found)) if found else []), rest


def has_thresholds(tests: ColumnTests, rows: Rows, column: int) -> bool:
    """Whether the engine can search an ordered column, and some threshold of it is allowed."""
    return bool(_found(tests, rows, [column])[0])


def _found(
    tests: ColumnTests, rows: Rows, columns: Sequence[int]
) -> tuple[list[tuple[int, Threshold]], list[int]]:
    """Return the best thresholds of columns that have any, and the columns left to be searched."""
    if not columns or not _fits(tests, rows):
        return [], list(columns)
    engine = cast("ThresholdEngine", tests.inducer.engine)
    size, rules = tests.inducer.engine.size(rows), tests.rules
    lacking = {at: engine.lacking(rows, at) for at in columns}
    apart = tests.options.missing != "fractional"
    rest = [at for at in columns if apart and lacking[at][0]]
    least = _least(tests, rows, {at: lacking[at] for at in columns if at not in rest})
    found: list[tuple[int, Threshold]] = []
    for block in in_blocks(tests.inducer, size, list(least)):
        few, weights = [least[at][0] for at in block], [least[at][1] for at in block]
        limits = rules.tolerance, rules.resolution
        task = ThresholdTask(tests.options.measure, block, few, weights, *limits)
        seen = zip(block, engine.thresholds(rows, task), strict=True)
        found += [(at, one) for at, one in seen if one.tried]
    return found, rest


def in_blocks(inducer: Inducer, size: int, columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Give the columns that are searched together among so many rows; a Cancel is heard before."""
    width = max(2, CELLS // size)
    blocks = [columns[at : at + width] for at in range(0, len(columns), width)]
    for done, block in zip(done_before(inducer.dataset, size, blocks), blocks, strict=True):
        inducer.progress.step(done)
        yield block


def _least(
    tests: ColumnTests, rows: Rows, lacking: Mapping[int, tuple[int, float]]
) -> dict[int, tuple[int, float]]:
    """Return how many rows each column leaves on either side, and what they weigh.

    Without those that cannot. Given how many rows lack it, and what those weigh.
    """
    engine, few = tests.inducer.engine, least_rows(tests)
    known = float(tests.weights[0]) - np.array([weight for _, weight in lacking.values()])
    weights, sides = least_weight(tests, known), least_side(tests, known)
    if tests.dataset.weights is None and engine.shares(rows) is None:  # a row weighs 1
        most = np.ceil(np.maximum(weights, few)).astype(np.int64).tolist()
        return {at: (least, 0.0) for at, least in zip(lacking, most, strict=True)}
    held = engine.size(rows) - np.array([gone for gone, _ in lacking.values()])
    many = held >= 2 * sides - tests.rules.tolerance if tests.rules.tenth else held > 0
    found = zip(lacking, many.tolist(), weights.tolist(), strict=True)
    return {at: (few, least) for at, enough, least in found if enough}


def _fits(tests: ColumnTests, rows: Rows) -> bool:
    """Whether an engine finds thresholds, of so many rows, as the options ask."""
    engine, options = tests.inducer.engine, tests.options
    return (
        hasattr(engine, "thresholds")
        and engine.size(rows) >= LEAST
        and tests.plain
        and options.measure in CRITERIA
        and options.criterion != "chi2"
        and options.breakpoints == "every"
    )


def _picks(found: list[tuple[int, Threshold]]) -> Picks:
    stats = np.stack([np.stack([one.below, one.above]) for _, one in found])
    missing = np.stack([one.missing for _, one in found])
    columns = np.array([at for at, _ in found])
    tried, low, high = np.array([(one.tried, one.low, one.high) for _, one in found]).T
    places = np.zeros(len(found), dtype=np.int64)
    return Picks(columns, places, tried, low, high, stats, missing)
