"""What a split says of the rows it parts, where it was not made for them.

Levels that it leaves out go where missing rows go, and a cut is told by the values on either side.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..data.column import present
from .missing_values import way_of
from .routes import larger_branch, route_of
from .splits import Split, SubsetSplit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Column, Cut
    from .contract import Setting
    from .region import Region


def named_in_full(setting: Setting, region: Region, split: Split) -> Split:
    """Return a split whose groups name every level that is there.

    What no group names goes where missing rows go. Where that is one branch its group says so:
    one of its own if that is a branch of their own.
    """
    if not isinstance(split, SubsetSplit) or split.missing < 0 or split.surrogates:
        return split
    engine, column = setting.engine, setting.dataset.columns[split.column]
    held = column.codes[engine.positions(region.rows)]
    named = [code for group in split.groups for code in group]
    rest = tuple(np.setdiff1d(present(held), named).tolist())
    if not rest:
        return split
    groups = list(split.groups)
    if split.missing < len(groups):
        groups[split.missing] = tuple(sorted((*groups[split.missing], *rest)))
        return replace(split, groups=tuple(groups))
    apart = replace(split, groups=(*groups, rest), missing=len(groups) + 1)
    if (held < 0).any():
        return apart
    if setting.options.missing == "own":
        return replace(apart, missing=way_of("own", len(apart.groups), lacking=False))
    parts = engine.partition(region.rows, route_of(setting.dataset, replace(apart, missing=0)))
    return replace(apart, missing=larger_branch([engine.size(part) for part in parts]))


def carried(setting: Setting, region: Region, split: Split) -> Split:
    """Return a split over other rows than those it was made for, so that its words hold there."""
    column = setting.dataset.columns[split.column]
    codes = present(column.codes[setting.engine.positions(region.rows)])
    if isinstance(split, SubsetSplit) and split.known == 1:  # known against missing
        return replace(split, groups=(tuple(np.union1d(split.groups[0], codes).tolist()),))
    if isinstance(split, SubsetSplit):
        full = named_in_full(setting, region, split)
        return full if full.branches == split.branches else split
    if column.kind != "number":
        return split
    return replace(split, cuts=tuple(_retold(cut, column, codes) for cut in split.cuts))


def _retold(cut: Cut, column: Column, codes: NDArray[np.int32]) -> Cut:
    """Return a cut whose text parts the values that are there; one of few digits is as it was."""
    above = int(np.searchsorted(codes, column.rank_of(cut), side="right"))
    if float(cut.text) == cut.value or not 0 < above < len(codes):
        return cut
    return column.cut_between(cut.value, *codes[above - 1 : above + 1].tolist())
