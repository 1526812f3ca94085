"""Sides of ordered columns: everything up to a distinct value that is present."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .search import Pick, Sides
from .splits import ThresholdSplit

if TYPE_CHECKING:
    from ..engine.contract import Tables
    from ..data.dataset import Dataset


def threshold_sides(tables: Tables) -> Sides:
    """Return the running sums of every column."""
    rows = np.empty_like(tables.rows)
    stats = np.empty_like(tables.stats)
    for begin, end in zip(tables.starts[:-1], tables.starts[1:], strict=True):
        # One column after the other: a sum that ran on would carry its rounding along.
        np.cumsum(tables.rows[begin:end], out=rows[begin:end])
        np.cumsum(tables.stats[begin:end], axis=0, out=stats[begin:end])
    return Sides(tables.starts, rows, stats, tables.missing_rows, tables.missing)


def threshold_split(
    dataset: Dataset, tables: Tables, index: int, pick: Pick, missing: int
) -> ThresholdSplit:
    """Return the split of a pick; `missing` is the missing rows' branch."""
    column = tables.columns[index]
    if pick.line == tables.starts[index + 1] - 1:
        return ThresholdSplit(column, (), 1)  # known against missing
    low, high = tables.codes[pick.line : pick.line + 2]
    cut = dataset.columns[column].midpoint(int(low), int(high))
    return ThresholdSplit(column, (cut,), missing)
