"""Values brought into the key space of a column: of a second frame, or of rows to predict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import WrongTypeError
from .calendar import UNITS, Calendar
from .levels import level_key, plain_value
from .ranks import at_or_below
from .values import as_categories, understand
from .words import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from numpy.typing import NDArray

    from .column import Column
    from .cut import Cut
    from .values import Values

_INT64 = np.iinfo(np.int64)
_WORDS = {
    "number": "numbers",
    "integer": "whole numbers",
    "boolean": "booleans",
    "datetime": "datetimes",
    "text": "texts",
    "category": "categories",
}
_LEVEL_WORDS = {
    "number": "numbers",
    "boolean": "booleans",
    "datetime": "datetimes",
    "datetime with a zone": "datetimes with a time zone",
}


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One column of some rows that are no part of the data set.

    Attributes
    ----------
    keys : array, shape (n,)
        Ordered kinds: the values in the column's key space, in order like its `keys` (whatever
        where missing; integers and floats where they were given so). Nominal kinds: level codes
        as int32, -1 where missing or where the level is unknown.
    missing : bool array, shape (n,)
        Missing, or a level that the column does not know.
    """

    keys: NDArray[Any]
    missing: NDArray[np.bool_]

    @property
    def codes(self) -> NDArray[np.int32]:
        """Level codes of a nominal column."""
        return self.keys.astype(np.int32, copy=False)

    def at(self, rows: NDArray[np.intp]) -> Reading:
        """Return some of the rows."""
        return Reading(self.keys[rows], self.missing[rows])

    def at_or_below(self, cut: Cut) -> NDArray[np.bool_]:
        """Return which rows lie on the lower side of a cut, exact for any integer.

        Missing rows are on neither side: False.
        """
        return at_or_below(self.keys, cut.value) & ~self.missing


def read_column(column: Column, series: pd.Series[Any], place: str = "") -> Reading:
    """Return new values as a column understands them; `place` names them in messages.

    Raises
    ------
    WrongTypeError
        When the series holds another kind of values.
    InvalidValueError
        When it holds infinite numbers.
    """
    place = place or column.place
    if _has_odd_levels(column):
        series = as_categories(series)
    return read_values(column, understand(series, place), place)


def read_values(column: Column, values: Values, place: str) -> Reading:
    """Return values as a column understands them; a wrong kind is refused, naming `place`."""
    if values.missing.all():
        return Reading(np.full(len(values.missing), -1, np.int32), values.missing)
    return _READERS[column.kind](column, values, place)


def _has_odd_levels(column: Column) -> bool:
    """Whether only categories hold its levels: intervals, dates, levels of several kinds."""
    kinds = column.level_kinds
    return len(kinds) > 1 or not kinds <= {"boolean", "number", "text"}


def _numbers(column: Column, values: Values, place: str) -> Reading:
    if values.family not in ("number", "integer"):
        raise _wrong_kind(column, values, place)
    if column.kind == "number":
        return Reading(values.data.astype(np.float64, copy=False), values.missing)
    return Reading(_whole_if_possible(values), values.missing)


def _whole_if_possible(values: Values) -> NDArray[Any]:
    data = values.data
    if data.dtype.kind != "f":
        return data
    present = data[~values.missing]
    fits = (np.abs(present) < 2.0**63).all() and (present == np.floor(present)).all()
    return np.where(values.missing, 0, data).astype(np.int64) if fits else data


def _datetimes(column: Column, values: Values, place: str) -> Reading:
    if values.family != "datetime":
        raise _wrong_kind(column, values, place)
    ours, theirs = Calendar.of(column.dtype), Calendar.of(values.dtype)
    if (ours.zone is None) is not (theirs.zone is None):
        has, cure = (
            ("no time zone, and the tree's column has one", "give it one with .dt.tz_localize(...)")
            if theirs.zone is None
            else (
                "a time zone, and the tree's column has none",
                "take it off with .dt.tz_localize(None)",
            )
        )
        raise WrongTypeError(f"{place} has {has}: {cure}")
    return Reading(_in_unit(values.data, theirs.unit, ours.unit), values.missing)


def _in_unit(data: NDArray[np.int64], given: str, wanted: str) -> NDArray[np.int64]:
    """Return datetimes in another unit, rounded up: what is after a cut stays after it."""
    ours, theirs = UNITS[wanted], UNITS[given]
    if ours <= theirs:
        factor = theirs // ours
        limit = _INT64.max // factor
        scaled = np.clip(data, -limit, limit) * np.int64(factor)
        scaled[data > limit], scaled[data < -limit] = _INT64.max, -_INT64.max  # beyond any cut
        return scaled
    return -(-data // np.int64(ours // theirs))


def _levels(column: Column, values: Values, place: str) -> Reading:
    if values.family in ("text", "category"):
        given: tuple[Any, ...] = values.levels
        positions = values.data
    else:
        if values.family == "datetime":
            raise _wrong_kind(column, values, place)
        given, positions = _distinct(values)
    code_of, kinds = column.level_codes, column.level_kinds
    keys = [level_key(level) for level in given]
    if keys and kinds and kinds.isdisjoint(kind for kind, _ in keys):
        raise _wrong_kind(column, values, place)
    table = np.array([*(code_of.get(key, -1) for key in keys), -1], dtype=np.int32)
    codes = np.where(values.missing, np.int32(-1), table[positions])
    return Reading(codes, codes < 0)


def _distinct(values: Values) -> tuple[tuple[Any, ...], NDArray[np.intp]]:
    present = ~values.missing
    distinct, inverse = np.unique(values.data[present], return_inverse=True)
    positions = np.zeros(len(present), dtype=np.intp)
    positions[present] = inverse
    return tuple(distinct.tolist()), positions


def _wrong_kind(column: Column, values: Values, place: str) -> WrongTypeError:
    holds = _WORDS[values.family]
    if values.family == "category":
        holds += _of_what(frozenset(kind for kind, _ in map(level_key, values.levels)))
    example = shown(plain_value(_example(values)))
    return WrongTypeError(
        f"{place} holds {holds} ({example}), and the tree was built on "
        f"{_wanted(column)}{_own_example(column)}: convert it to the same kind"
    )


def _wanted(column: Column) -> str:
    """Return what a column holds, in words."""
    if column.kind == "ordered":
        return f"ordered categories{_of_what(column.level_kinds)}"
    if column.kind == "nominal":
        of = _of_what(column.level_kinds)
        return f"categories{of}" if of else "texts or categories"
    return _WORDS[column.kind]


def _of_what(kinds: frozenset[str]) -> str:
    """Return what categories are made of if they are no texts: others of that are taken alone."""
    if len(kinds) != 1 or "text" in kinds:
        return ""
    (kind,) = kinds
    return f" of {_LEVEL_WORDS.get(kind, kind)}"


def _example(values: Values) -> Any:
    value = values.data[values.first()]
    if values.levels:
        return values.levels[int(value)]
    return Calendar.of(values.dtype).text(int(value)) if values.family == "datetime" else value


def _own_example(column: Column) -> str:
    """Return a value of the column as an example; nothing while its values are not known yet."""
    if column.levels:
        return f" (such as {shown(plain_value(column.levels[0]))})"
    return f" (such as {column.text_of(column.keys[0])})" if len(column.keys) else ""


_READERS: dict[str, Callable[[Column, Values, str], Reading]] = {
    "number": _numbers,
    "integer": _numbers,
    "datetime": _datetimes,
    "ordered": _levels,
    "nominal": _levels,
    "boolean": _levels,
}
