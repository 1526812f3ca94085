"""From a column at a node to categories that may be merged, and from groups of them to a split."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..criteria import weight_of
from ..splits import SHARE, STOP, SubsetSplit, ThresholdSplit
from .bins import bins_of, has_bins
from .cuts import cut_at
from .merger import Categories

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...data.column import Column
    from ...engine.contract import Ints, Table
    from ..contract import Setting
    from ..criteria import Criterion
    from ..splits import Split
    from .bonferroni import Kind
    from .merger import Group


def categories_of(named: Column, table: Table, measure: Criterion, *, floats: bool) -> Categories:
    """Return the categories of a column at a node.

    `table` is one of `binned_tables`. With `floats` the rows whose value is missing are a category
    too, the last.
    """
    rows, stats = table.rows, table.stats
    kind: Kind = "ordinal" if named.is_ordered else "nominal"
    if floats and table.missing_rows:
        rows = np.append(rows, table.missing_rows)
        stats = np.concatenate([stats, table.missing[None]])
        kind = "floating" if named.is_ordered else "nominal"
    return Categories(table.codes, rows, weight_of(stats, measure), stats, kind)


def split_of(setting: Setting, column: int, groups: Sequence[Group], codes: Ints) -> Split:
    """Return the split that sends each group of categories to a branch of its own.

    Rows whose value is missing go with the group that their category is in; where the node has
    none of them, a new one stops at the node. With `missing="fractional"` they go in shares.
    """
    known = [tuple(at for at in group if at < len(codes)) for group in groups]
    gone = [at for at, group in enumerate(groups) if len(codes) in group]
    missing = gone[0] if gone else STOP
    if setting.options.missing == "fractional":
        missing = SHARE
    filled = [group for group in known if group]
    if not setting.dataset.columns[column].is_ordered:
        levels = tuple(tuple(codes[list(group)].tolist()) for group in filled)
        return SubsetSplit(column, levels, missing)
    ends = codes[[group[-1] for group in filled[:-1]]]
    cuts = tuple(
        cut_at(setting.dataset, column, *_edge(setting, column, end), setting.options.cut)
        for end in ends.tolist()
    )
    return ThresholdSplit(column, cuts, missing)


def _edge(setting: Setting, column: int, number: int) -> tuple[int, int]:
    """Return the codes that lie on both sides of the upper end of a category."""
    if not has_bins(setting.dataset.columns[column]):
        return number, number + 1
    low, high = bins_of(setting, column)
    return int(low[number]), int(high[number])
