"""Where records come to rest among what nobody has looked at: all go down its lines together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .. import kernels
from ..data.gaps import Gaps
from ..data.narrow import held_bytes
from ..data.runs import alike
from .line_splits import branches_of_levels
from .progress import OFTEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from .lines import Lines
    from .records import Positions, Records

    Numbers = NDArray[np.integer[Any]]
    Heed = Callable[[], None]

READ: Final = {("f8", "f8"), ("i8", "i8"), ("i4", "i8")}
"""The kinds of records' numbers that the kernel holds against those of borders."""
LINES: Final = 16
"""About so many lines are known as soon as one record has gone a step without the kernel."""


def landed(
    lines: Lines, begin: Ints, records: Records, here: Positions, heed: Heed = lambda: None
) -> Ints:
    """Return at which line of a growth each of some records ends that begins at the line given.

    O(records x levels); without the kernel in as many steps as there are levels times columns.
    `heed` is called at each, and may raise.
    """
    grown = lines.grown
    borders = _borders_of(lines, records)
    follow = _follower(lines, borders, records, len(here), heed)
    ends = np.empty_like(begin)
    going, at = np.arange(len(begin)), begin.astype(grown.other.dtype)
    while len(going):
        heed()
        follow(here[going], at)
        asked, places = alike(grown.column[at].astype(borders.narrow))
        parts, steps = [going[:0]], [at[:0]]
        for number, mine in zip(asked.tolist(), places, strict=True):
            line, who = at[mine], going[mine]
            if number < 0:
                ends[who] = line
                continue
            if lines.dataset.columns[number].is_ordered:
                first = borders.low(line, number, records, here[who])
            else:
                first = _in_first_group(lines, line, number, records, here[who])
            parts.append(who)
            steps.append(np.where(first, line + 1, grown.other[line]))
        # Those of a branch stay near one another.
        going, at = np.concatenate(parts), np.concatenate(steps)
    return ends


def _borders_of(lines: Lines, records: Records) -> Borders:
    """Return what is known of the lines' borders as such records are held against them."""
    kinds = tuple(
        records.kind(number) if column.is_ordered else ""
        for number, column in enumerate(lines.dataset.columns)
    )
    borders = lines.borders
    if not isinstance(borders, Borders) or borders.kinds != kinds:
        borders = lines.borders = Borders(lines, kinds)
    return borders


def _follower(
    lines: Lines, borders: Borders, records: Records, count: int, heed: Heed
) -> Callable[[Positions, Numbers], None]:
    """Return what moves records on, up to a leaf or a column that the kernel does not read.

    Without a kernel it leaves them where they are, and so where it had to know more lines first
    than they pass.
    """
    native, grown = kernels.native(), lines.grown
    few = LINES * count * len(lines.levels) < len(grown.column)
    if native is None or (few and not borders.complete):
        return lambda _here, _at: None
    highest, missing = borders.of_all(records, heed)
    fields = [_readable(borders, records, number) for number in range(len(borders.kinds))]

    def follow(here: Positions, at: Numbers) -> None:
        rows = records.rows(here)
        native.follow(
            fields, grown.column, grown.other, missing, highest, rows, at, kernels.threads()
        )

    return follow


def _readable(
    borders: Borders, records: Records, number: int
) -> tuple[NDArray[Any] | None, NDArray[np.bool_] | None, int]:
    """Return what the kernel reads of a column: nothing where no line asks it, or not so.

    The last is how many bytes a code takes.
    """
    held = borders.held(number)
    if not held:
        return None, None, 0
    keys, gone = records.field(number)
    if (keys.dtype.str[1:], held) not in READ:
        return None, None, 0
    numbers, width = held_bytes(keys)
    return numbers, gone if gone is not None and gone.any() else None, width


class Borders:
    """What lines of ordered columns send to branch 0, found when a record first comes there.

    Parameters
    ----------
    lines : Lines
    kinds : tuple of str
        As what records' numbers are held against each ordered column's; empty of others.
    """

    def __init__(self, lines: Lines, kinds: tuple[str, ...]) -> None:
        self.kinds = kinds
        self.narrow = np.min_scalar_type(-len(kinds))  # columns of few bytes are soon sorted
        self._grown, self._columns = lines.grown, lines.dataset.columns
        self._highest = np.empty(len(lines.grown.column), dtype=np.uint64)  # or what is as long
        self._known = np.zeros(len(self._highest), dtype=bool)
        self._missing: NDArray[np.uint8] | None = None
        self._dtypes: dict[int, np.dtype[Any]] = {}

    def low(self, at: Numbers, number: int, records: Records, here: Positions) -> NDArray[np.bool_]:
        """Return which records go to branch 0 of the line each is at, all split by one column."""
        fresh = at[~self._known[at]]
        if len(fresh):
            self._find(np.unique(fresh), number, records)
        keys, gone = records.field(number)
        rows = records.rows(here)
        held = keys[rows]
        low: NDArray[np.bool_] = held <= self._highest.view(self._dtypes[number])[at]
        missing = held < 0 if gone is None else gone[rows]
        if missing.any():
            low[missing] = self._grown.missing[at[missing]] == 0
        return low

    @property
    def complete(self) -> bool:
        """Whether all lines' are known."""
        return self._missing is not None

    def of_all(self, records: Records, heed: Heed) -> tuple[NDArray[np.uint64], NDArray[np.uint8]]:
        """Return the highest number that goes low at every line, and the missing ones' branch."""
        if self._missing is None:
            fresh = np.flatnonzero(~self._known)
            numbers, places = alike(self._grown.column[fresh].astype(self.narrow))
            for number, mine in zip(numbers.tolist(), places, strict=True):
                if number >= 0 and self.kinds[number]:
                    for begin in range(0, len(mine), OFTEN):
                        heed()
                        self._find(fresh[mine[begin : begin + OFTEN]], number, records)
            self._missing = self._grown.missing
        return self._highest, self._missing

    def held(self, number: int) -> str:
        """Return as what a column's highest numbers are held; empty where none are."""
        return self._dtypes[number].str[1:] if number in self._dtypes else ""

    def _find(self, fresh: Numbers, number: int, records: Records) -> None:
        """Find the highest number that goes low: the greatest of all, where all known ones do."""
        grown, column = self._grown, self._columns[number]
        cut = fresh[grown.high[fresh] >= 0]
        found = records.highest(number, Gaps(column, grown.low[cut], grown.high[cut]))
        held = self._highest.view(found.dtype)
        held[fresh] = np.inf if found.dtype.kind == "f" else np.iinfo(found.dtype).max
        held[cut] = found
        self._dtypes[number] = found.dtype
        self._known[fresh] = True


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
        codes, _ = records.field(number)
        branch[mine] = table[place, codes[records.rows(here[mine])]]
    return np.asarray(branch == 0)
