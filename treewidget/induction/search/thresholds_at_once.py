"""Thresholds of a large node, where the engine finds them by itself: no table of all values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ...engine.growing import CRITERIA
from ...engine.thresholds import ThresholdTask
from .branch_counts import gain_of_tests
from .scan import done_before
from .threshold_picks import Picks, tests_of
from .threshold_tests import least_rows, least_weight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Rows
    from ...engine.thresholds import Threshold, ThresholdEngine
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
    return (tests_of(tests, _picks(tests, found)) if found else []), rest


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
    known = {at: size - tests.inducer.engine.missing_rows(rows, at) for at in columns}
    apart = tests.options.missing != "fractional"
    rest = [at for at in columns if apart and known[at] < size]
    asked = [at for at in columns if at not in rest]
    weights = least_weight(tests, np.array([known[at] for at in asked], dtype=float))
    few = np.ceil(np.maximum(weights, least_rows(tests))).astype(np.int64).tolist()
    least, width = dict(zip(asked, few, strict=True)), max(2, CELLS // size)
    blocks = [asked[at : at + width] for at in range(0, len(asked), width)]
    found: list[tuple[int, Threshold]] = []
    for done, block in zip(done_before(tests.dataset, size, blocks), blocks, strict=True):
        tests.inducer.progress.step(done)
        sides, measure = [least[at] for at in block], tests.options.measure
        task = ThresholdTask(measure, block, sides, rules.tolerance, rules.resolution)
        seen = zip(block, engine.thresholds(rows, task), strict=True)
        found += [(at, one) for at, one in seen if one.tried]
    return found, rest


def _fits(tests: ColumnTests, rows: Rows) -> bool:
    """Whether an engine finds thresholds, of so many rows that just count, as the options ask."""
    engine, options = tests.inducer.engine, tests.options
    return (
        hasattr(engine, "thresholds")
        and engine.size(rows) >= LEAST
        and tests.dataset.weights is None
        and engine.shares(rows) is None
        and tests.plain
        and options.measure in CRITERIA
        and options.criterion != "chi2"
        and options.breakpoints == "every"
    )


def _picks(tests: ColumnTests, found: list[tuple[int, Threshold]]) -> Picks:
    stats = np.stack([np.stack([one.below, one.above]) for _, one in found])
    missing = np.stack([one.missing for _, one in found])
    options = tests.options
    gains = gain_of_tests(tests.seen(stats), tests.seen(missing), options.missing, options.measure)
    columns = np.array([at for at, _ in found])
    tried, low, high = np.array([(one.tried, one.low, one.high) for _, one in found]).T
    places = np.zeros(len(found), dtype=np.int64)
    return Picks(columns, places, tried, low, high, stats, missing, gains, gains)
