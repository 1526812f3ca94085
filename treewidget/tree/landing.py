"""Where records come to rest among what nobody has looked at: all go down its lines together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..data.gaps import Gaps
from ..data.runs import alike
from ..induction.line_splits import branches_of_levels, missing_branches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from .routing import Positions, Records

    Numbers = NDArray[np.integer[Any]]


def landed(lines: Lines, begin: Ints, records: Records, here: Positions) -> Ints:
    """Return at which line of a growth each of some records ends that begins at the line given.

    O(records x levels), in as many steps as there are levels times columns.
    """
    column, other = lines.grown.column, lines.grown.other
    narrow = np.min_scalar_type(-len(lines.dataset.columns))  # few bytes are soon sorted
    borders = _Borders(lines, records)
    ends = np.empty_like(begin)
    going, at = np.arange(len(begin)), begin.astype(other.dtype)
    while len(going):
        asked, places = alike(column[at].astype(narrow))
        parts, steps = [going[:0]], [at[:0]]
        for number, mine in zip(asked.tolist(), places, strict=True):
            line, who = at[mine], going[mine]
            if number < 0:
                ends[who] = line
                continue
            if lines.dataset.columns[number].is_ordered:
                first = borders.low(line, number, here[who])
            else:
                first = _in_first_group(lines, line, number, records, here[who])
            parts.append(who)
            steps.append(np.where(first, line + 1, other[line]))
        # Those of a branch stay near one another.
        going, at = np.concatenate(parts), np.concatenate(steps)
    return ends


class _Borders:
    """What lines of ordered columns send to branch 0, found when a record first comes there."""

    def __init__(self, lines: Lines, records: Records) -> None:
        self._lines, self._records = lines, records
        self._highest = np.empty(len(lines.grown.column), dtype=np.uint64)  # or what is as long
        self._known = np.zeros(len(self._highest), dtype=bool)
        self._kinds: dict[int, np.dtype[Any]] = {}

    def low(self, at: Numbers, number: int, here: Positions) -> NDArray[np.bool_]:
        """Return which records go to branch 0 of the line each is at, all split by one column."""
        fresh = at[~self._known[at]]
        if len(fresh):
            self._find(np.unique(fresh), number)
        keys, missing = self._records.ordered(number, here)
        low: NDArray[np.bool_] = keys <= self._highest.view(self._kinds[number])[at]
        if missing.any():
            low[missing] = missing_branches(self._lines.grown, at[missing]) == 0
        return low

    def _find(self, fresh: Numbers, number: int) -> None:
        """Find the highest number that goes low: the greatest of all, where all known ones do."""
        grown, column = self._lines.grown, self._lines.dataset.columns[number]
        cut = fresh[grown.high[fresh] >= 0]
        found = self._records.highest(number, Gaps(column, grown.low[cut], grown.high[cut]))
        held = self._highest.view(found.dtype)
        held[fresh] = np.inf if found.dtype.kind == "f" else np.iinfo(found.dtype).max
        held[cut] = found
        self._known[fresh] = True
        self._kinds[number] = found.dtype


def _in_first_group(
    lines: Lines, at: Numbers, number: int, records: Records, here: Positions
) -> NDArray[np.bool_]:
    """Return which records go to branch 0 of the line each is at, all split by a nominal column."""
    grown = lines.grown
    branch = np.empty(len(at), dtype=np.int64)
    passed, places = alike(at)
    parts = iter(places)
    for some, branches, missing in branches_of_levels(grown, passed, lines.dataset.columns[number]):
        inside = [next(parts) for _ in some]
        mine = np.concatenate(inside)
        table = np.where(branches < 0, missing[:, None], branches)
        table = np.column_stack([table, missing])  # a code of -1 reads the last
        place = np.repeat(np.arange(len(some)), [len(part) for part in inside])
        branch[mine] = table[place, records.levels(number, here[mine])]
    return np.asarray(branch == 0)
