"""One usable column: its kind, its distinct values, and the code of every row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from ..errors import WrongTypeError
from .calendar import Calendar
from .cut import (
    Cut,
    float_midpoint,
    float_midpoints,
    integer_midpoint,
    number_text,
    rough_pair,
)
from .levels import by_key, level_code, level_key, lookup, plain_level, plain_value
from .numbers import parse_number
from .ranks import rank_at_or_below, ranks_at_or_below
from .runs import are_close, each_once
from .weights import TIE, heaviest
from .words import shown, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .keys import Keys
    from .narrow import NarrowCodes

Kind: TypeAlias = Literal["number", "integer", "datetime", "ordered", "nominal", "boolean"]
MISSING = -1


def present(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return each code that is there once, ascending, without the missing one.

    Examples
    --------
    >>> present(np.array([3, -1, 3, 0], dtype=np.int32))
    array([0, 3], dtype=int32)
    """
    return each_once(codes[codes >= 0])


@dataclass(frozen=True, eq=False)
class Column:
    """A coded column.

    Attributes
    ----------
    name : str or int
        As in the frame.
    kind : str
        "number" (float), "integer", "datetime", "ordered" (categories with an order), "nominal"
        (strings, categories), "boolean" (nominal with the levels False, True).
    codes : int32 array, or of a long column what is read like one (`NarrowCodes`), shape (n,)
        Place of the row's value among `keys` (ordered kinds) or its level (nominal kinds);
        -1 where missing. A value of a nominal column that no training row has and that is no
        category of the dtype is -1 too.
    keys : array, or what is read like one, shape (m,)
        Ordered kinds: the distinct values over *all* parts, ascending, as float64, int64 or
        uint64 (datetimes: int64 in the column's unit, in UTC; ordered categories: 0..levels-1).
        Of a long column there may be others between them, which no row has (`SpacedKeys`).
        Nominal kinds: 0..levels-1.
    levels : tuple
        Level values in order, in the user's type (nominal, boolean, ordered kinds), else ().
    labels : tuple of str
        How each level is shown (unique).
    dtype : object
        The pandas dtype it came with (datetimes: unit and time zone are taken from it).
    negative_zeros : bool or None
        Whether -0.0 came among its values, which 0.0 stands for; None where nobody looked.
    """

    name: str | int
    kind: Kind
    codes: NDArray[np.int32] | NarrowCodes
    keys: Keys
    levels: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    dtype: Any = None
    negative_zeros: bool | None = None

    @property
    def is_ordered(self) -> bool:
        """Whether the column is split by thresholds."""
        return self.kind not in ("nominal", "boolean")

    @cached_property
    def has_gaps(self) -> bool:
        """Whether any row of any part lacks it."""
        return bool((self.codes[:] < 0).any())

    @cached_property
    def calendar(self) -> Calendar:
        """Unit and time zone of a datetime column."""
        return Calendar.of(self.dtype)

    @property
    def label(self) -> str:
        """What is shown of the name."""
        return visible(str(self.name))

    @property
    def place(self) -> str:
        """How messages name the column."""
        return f"column {shown(self.name)}"

    @property
    def called(self) -> str:
        """The name as a sentence begins with it: without quotes, which only an empty one needs."""
        text = shown(self.name)
        return text[1:-1] if isinstance(self.name, str) and self.name else text

    # ------------------------------------------------------------ cuts

    def midpoint(self, low_rank: int, high_rank: int) -> Cut:
        """Return the cut between two distinct values, given by rank, ``low_rank < high_rank``.

        ``low <= value < high`` always holds, for adjacent doubles too. Numbers and integers are
        cut in the middle; datetimes at the roundest instant (the nearest to the middle of those),
        so that value and text agree; ordered categories after the lower level.
        """
        low, high = self.keys[low_rank].item(), self.keys[high_rank].item()
        if self.kind == "number":
            return Cut(float_midpoint(low, high), (low, high))
        value = low
        if self.kind == "integer":
            value = integer_midpoint(low, high)
        elif self.kind == "datetime":
            value = self.calendar.midpoint(low, high)
        return Cut(value, self.text_of(value))

    def middles(self, low_ranks: NDArray[Any], high_ranks: NDArray[Any]) -> list[float]:
        """Return the value of the cut between each two distinct values, given by rank."""
        low, high = self.keys[low_ranks], self.keys[high_ranks]
        if self.kind == "integer":
            return list(map(integer_midpoint, low.tolist(), high.tolist()))
        if self.kind == "number":
            low = float_midpoints(low, high)
        elif self.kind == "datetime":
            low = self.calendar.midpoints(low, high)
        middles: list[float] = low.tolist()
        return middles

    def midpoints(self, low_ranks: NDArray[Any], high_ranks: NDArray[Any]) -> list[Cut]:
        """Return the cut between each two distinct values, given by rank."""
        if self.kind == "number":
            low, high = self.keys[low_ranks], self.keys[high_ranks]
            sides = zip(low.tolist(), high.tolist(), strict=True)
            return list(map(Cut, float_midpoints(low, high).tolist(), sides))
        at = cache(lambda value: Cut(value, self.text_of))  # equal ones write their text once
        return list(map(at, self.middles(low_ranks, high_ranks)))

    def cut_between(self, value: float, low_rank: int, high_rank: int) -> Cut:
        """Return the cut at `value`, which lies between two neighbouring values given by rank."""
        if self.kind == "number":
            return Cut(value, (self.keys[low_rank].item(), self.keys[high_rank].item()))
        middle = self.midpoint(low_rank, high_rank)
        return middle if middle.value == value else Cut(value, self.text_of(value))

    def parse_cut(self, value: object) -> Cut:
        """Return the cut a user named.

        Parameters
        ----------
        value : object
            A number or its text; for datetimes a Timestamp, datetime, date or text (in the
            column's time zone unless it has its own); for ordered categories the highest level of
            the lower side.

        Raises
        ------
        WrongTypeError, InvalidValueError, UnknownNameError
            Naming the column and what would be right.
        """
        if isinstance(value, Cut):
            value = self.plain_cut(value)
        if not self.is_ordered:
            raise WrongTypeError(
                f"{self.place} has no order, so it takes no threshold: give groups of its "
                f"categories, such as groups=[[{shown(self._first_level())}]]"
            )
        place = f"threshold for {self.place}"
        if self.kind == "ordered":
            key: float | int = self.level_code(value)
        elif self.kind == "datetime":
            key = self.calendar.parse(value, place)
        else:
            whole = self.kind == "integer"
            key = parse_number(plain_value(value), place, self._span, whole=whole)
        return Cut(key, self.text_of(key))

    def _first_level(self) -> Any:
        return plain_value(self.levels[0]) if self.levels else "a"

    @cached_property
    def _span(self) -> str:
        if not len(self.keys):
            return ""
        return f" (its values run from {' to '.join(self.span_texts(0, -1))})"

    def span_texts(self, low: int, high: int) -> tuple[str, str]:
        """Return "1" and "6.9", given the ranks of two values: ends that may be typed as a cut."""
        ends = self.keys[low].item(), self.keys[high].item()
        if self.kind == "number":
            return rough_pair(*ends)
        return self.text_of(ends[0]), self.text_of(ends[1])

    def plain_cut(self, cut: Cut) -> float | int | str:
        """Return a cut's value as JSON and a line of Python can hold it, exactly.

        ``parse_cut(plain_cut(cut)) == cut``.
        """
        if self.kind == "datetime":
            return self.calendar.plain(int(cut.value))
        return self.plain_level(int(cut.value)) if self.kind == "ordered" else cut.value

    def rank_of(self, cut: Cut) -> int:
        """Return the rank of the highest value on the lower side; -1 if there is none."""
        return rank_at_or_below(self.keys, cut.value)

    def ranks_of(self, cuts: Sequence[Cut]) -> NDArray[np.int64]:
        """Return `rank_of` of each cut."""
        values = [cut.value for cut in cuts]
        if self.kind == "number":
            found = self.keys.searchsorted(np.array(values, dtype=np.float64), side="right") - 1
            return np.asarray(found, dtype=np.int64)
        return ranks_at_or_below(self.keys, values)

    # ------------------------------------------------------------ values

    def axis(self, value: float) -> float:
        """Return where a key or a cut's value lies on an axis.

        The number itself, milliseconds since 1970 for datetimes, the position of the level.
        """
        return self.calendar.epoch_ms(int(value)) if self.kind == "datetime" else float(value)

    def text_of(self, key: Any) -> str:
        """Return a value of the key space (or a level's code) as it is shown."""
        if self.labels:
            return self.labels[int(key)]
        if self.kind == "datetime":
            return self.calendar.text(int(key))
        return number_text(float(key)) if isinstance(key, float) else str(key)

    def usual(self, codes: NDArray[np.int32], weights: NDArray[np.float64] | None = None) -> int:
        """Return the code that stands for known codes: their mode, or their lower median.

        The mode of a nominal column (the first level among equals), the lower median of an ordered
        one: a value that the column has.
        """
        if not self.is_ordered:
            return int(heaviest(np.bincount(codes, weights, len(self.keys))))
        if len(codes) <= 1:  # most leaves have one row
            return int(codes.max(initial=0))
        low, ascending = int(codes.min()), None
        line: NDArray[Any] = codes - low
        if not are_close(line):
            ascending, line = np.unique(line, return_inverse=True)
        upto = np.bincount(line, weights).cumsum()
        middle = np.searchsorted(upto, upto[-1] / 2.0 * (1.0 - TIE))
        return low + int(middle if ascending is None else ascending[middle])

    def holds(self, rank: int, rows: NDArray[np.intp]) -> bool:
        """Return whether one of some rows has the value of a code. O(n)."""
        return bool((self.codes[rows] == rank).any())

    def level_code(self, value: object) -> int:
        """Return the code of a level, given by its value or its label."""
        return level_code(self._known, self.levels, self.labels, value, f"category of {self.place}")

    def has_level(self, value: object) -> bool:
        """Whether a level is known by a value or a label."""
        return level_key(value) in self._known

    @cached_property
    def level_codes(self) -> dict[tuple[str, Any], int]:
        """The code of each level by its key: made once, and not for every record that is read."""
        return by_key(self.levels)

    @cached_property
    def level_kinds(self) -> frozenset[str]:
        """The kinds of values among the levels."""
        return frozenset(kind for kind, _ in self.level_codes)

    @cached_property
    def _known(self) -> dict[tuple[str, Any], int]:
        return lookup(self.levels, self.labels)

    def plain_level(self, code: int) -> str | int | float | bool:
        """Return what names a level in JSON; `level_code` takes it back."""
        return plain_level(self.levels[code], self.labels[code])
