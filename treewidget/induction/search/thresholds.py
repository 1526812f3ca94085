"""Sides of ordered columns: everything up to a distinct value that is present."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..splits import ThresholdSplit
from .cuts import after_quartiles, class_changes, cut_at, last_lines, quartiles
from .halves import sums_upto
from .sides import Sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...data.column import Column
    from ...engine.contract import Tables
    from ..contract import Setting
    from ..region import Region
    from ..splits import Split
    from .sides import Pick


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


def threshold_sides(
    tables: Tables,
    columns: tuple[Column, ...],
    breakpoints: str = "every",
    tried: NDArray[np.bool_] | None = None,
) -> ThresholdSides:
    """Return the running sums of every column; `columns` are all those of the data set.

    `tried` are the cuts between neighbouring values that are tried; else `breakpoints` names them.
    """
    starts = tables.starts
    before = np.concatenate(([0], np.cumsum(tables.rows)))
    rows = before[1:] - np.repeat(before[starts[:-1]], np.diff(starts))
    ends = tried is None and breakpoints == "class-change"
    if tried is None and breakpoints != "every":
        tried = _named(tables, columns, breakpoints)
    sides = Sides(
        *(starts, rows, sums_upto(tables.stats, starts), tables.missing_rows, tables.missing),
        tried=None if tried is None else _lines_of(tables, tried),
        ends=ends,
    )
    return ThresholdSides(tables, sides, columns)


def _named(tables: Tables, columns: tuple[Column, ...], breakpoints: str) -> NDArray[np.bool_]:
    """Return between which neighbouring values the `breakpoints` put a cut."""
    if breakpoints == "class-change":
        after = np.append(class_changes(tables.stats), True)[: len(tables.codes)]
    else:
        after = after_quartiles(tables, columns)
    return after[~last_lines(tables)]


def _lines_of(tables: Tables, tried: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the lines that are tried: each column has one more, known against missing."""
    lines = last_lines(tables)
    lines[~lines] = tried
    return lines


def placed(setting: Setting, region: Region, build: Callable[[], Split]) -> Split:
    """Return a split whose cut lies where the options put it, parting the rows as it did."""
    split, options = build(), setting.options
    plain = options.breakpoints != "quartiles" and options.cut == "midpoint"
    if plain or not isinstance(split, ThresholdSplit) or not split.cuts:
        return split
    column = setting.dataset.columns[split.column]
    table = setting.engine.tables(region.rows, [split.column])[0]
    line = int(np.searchsorted(table.codes, column.rank_of(split.cuts[0]), side="right")) - 1
    low, high = table.codes[line : line + 2].tolist()
    value = quartiles(column, table).get(line) if options.breakpoints == "quartiles" else None
    cut = cut_at(setting.dataset, split.column, low, high, options.cut, value=value)
    return replace(split, cuts=(cut,))
