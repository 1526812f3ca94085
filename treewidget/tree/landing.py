"""Where records come to rest among what nobody has looked at: all go down its lines together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..data.gaps import Gaps
from ..data.runs import alike
from ..induction.line_splits import branches_of_levels
from ..induction.splits import ThresholdSplit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from .routing import Positions, Records


def landed(lines: Lines, begin: Ints, records: Records, here: Positions) -> Ints:
    """Return at which line of a growth each of some records ends that begins at the line given.

    O(records x levels), in as many steps as there are levels times columns.
    """
    column, other = lines.grown.column, lines.grown.other
    narrow = np.min_scalar_type(-len(lines.dataset.columns))  # few bytes are soon sorted
    at = begin.copy()
    going = np.flatnonzero(column[at] >= 0)
    while len(going):
        asked, places = alike(column[at[going]].astype(narrow))
        parts = [going[place] for place in places]
        for number, mine in zip(asked.tolist(), parts, strict=True):
            line = at[mine]
            first = _firsts(lines, line, number, records, here[mine])
            at[mine] = np.where(first, line + 1, other[line])
        going = np.concatenate(parts)  # those of a branch stay near one another
        going = going[column[at[going]] >= 0]
    return at


def _firsts(
    lines: Lines, at: Ints, number: int, records: Records, here: Positions
) -> NDArray[np.bool_]:
    """Return which records go to branch 0 of the line each is at, all split by one column."""
    grown, column = lines.grown, lines.dataset.columns[number]
    branch = np.empty(len(at), dtype=np.int64)
    if column.is_ordered:
        cut = grown.high[at] >= 0
        line = at[cut]
        gaps = Gaps(column, grown.low[line], grown.high[line])
        branch[cut] = records.sides(number, gaps, here[cut], grown.missing[line].astype(np.int64))
        branch[~cut] = records.branches(ThresholdSplit(number, (), 1), here[~cut], 1)
        return np.asarray(branch == 0)
    passed, places = alike(at)
    parts = iter(places)
    for some, branches, missing in branches_of_levels(grown, passed, column):
        inside = [next(parts) for _ in some]
        mine = np.concatenate(inside)
        table = np.where(branches < 0, missing[:, None], branches)
        table = np.column_stack([table, missing])  # a code of -1 reads the last
        place = np.repeat(np.arange(len(some)), [len(part) for part in inside])
        branch[mine] = table[place, records.levels(number, here[mine])]
    return np.asarray(branch == 0)
