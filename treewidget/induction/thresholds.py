"""Sides of ordered columns: everything up to a distinct value that is present."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from .search import Sides
from .splits import ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..data.column import Column
    from ..engine.contract import Tables
    from .search import Pick


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdSides:
    """The sides of several ordered columns."""

    tables: Tables
    sides: Sides
    columns: tuple[Column, ...]

    def remark(self, _index: int) -> str:
        """Return what was not tried of a column: of a threshold there is nothing."""
        return ""

    def build(self, index: int, pick: Pick, missing: int) -> Callable[[], ThresholdSplit]:
        """Return what makes a pick's split; `missing` is the missing rows' branch."""
        column, line = self.tables.columns[index], pick.line
        if line == self.tables.starts[index + 1] - 1:
            return partial(ThresholdSplit, column, (), 1)  # known against missing
        low, high = self.tables.codes[line : line + 2].tolist()
        return partial(split_between, self.columns[column], column, low, high, missing)


def split_between(named: Column, column: int, low: int, high: int, missing: int) -> ThresholdSplit:
    """Return the split of a column between two distinct values, given by rank."""
    return ThresholdSplit(column, (named.midpoint(low, high),), missing)


def threshold_sides(tables: Tables, columns: tuple[Column, ...]) -> ThresholdSides:
    """Return the running sums of every column; `columns` are all those of the data set."""
    starts = tables.starts
    before = np.concatenate(([0], np.cumsum(tables.rows)))
    rows = before[1:] - np.repeat(before[starts[:-1]], np.diff(starts))
    stats = np.empty_like(tables.stats)
    for begin, end in itertools.pairwise(starts):
        # One column after the other: a sum that ran on would carry its rounding along.
        tables.stats[begin:end].cumsum(axis=0, out=stats[begin:end])
    sides = Sides(starts, rows, stats, tables.missing_rows, tables.missing)
    return ThresholdSides(tables, sides, columns)
