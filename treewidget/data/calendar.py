"""Datetimes as whole numbers of a unit: their texts, and the roundest instant between two.

Everything is computed in Python's whole numbers of nanoseconds, so nothing is rounded and nothing
overflows: *instants* count from 1970 in UTC, *walls* are what a clock in the time zone shows.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .words import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

T = TypeVar("T", int, "NDArray[np.int64]")
_Two: TypeAlias = "tuple[NDArray[np.int64], NDArray[np.int64]]"
_Around: TypeAlias = "Callable[[NDArray[np.int64]], _Two]"

SECOND = 10**9
DAY = 86_400 * SECOND
UNITS = {"s": SECOND, "ms": 10**6, "us": 10**3, "ns": 1}
# From the roundest on, after years and months. A text never says less than the day: "up to 2024"
# would be read as all of 2024, where the cut is its first instant.
_STEPS = (DAY, 3600 * SECOND, 60 * SECOND, *(10**power for power in range(9, -1, -1)))
_FORM = re.compile(
    r"(?P<date>-?\d{4,12}(?:-\d\d(?:-\d\d)?)?)(?:[T ](?P<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))?"
    r"(?: ?(?P<offset>Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d(?::?[0-5]\d)?)| (?P<zone>\S.*))?",
    re.ASCII,
)
_LONGER = {"W": 7 * DAY, "D": DAY, "h": 3600 * SECOND, "m": 60 * SECOND}
_FINER = {"ps": 10**3, "fs": 10**6, "as": 10**9}  # of a nanosecond
_BEYOND = 10**13  # months and years that no unit reaches, the days of which int64 holds
_INT64 = np.iinfo(np.int64)
_FAR = 2**62 - 2**57  # up to here (2111) twice an int64 of nanoseconds and of the next year is one
# What Python's own datetimes reach, a day less at each end; beyond it zones keep their last offset.
_FIRST_SECOND, _LAST_SECOND = -62_135_510_400, 253_402_214_400


@dataclass(frozen=True)
class Calendar:
    """The unit and time zone of a datetime column; its values are int64 in that unit, in UTC."""

    unit: str
    zone: dt.tzinfo | None = None

    @classmethod
    def of(cls, dtype: Any) -> Calendar:
        """Return the calendar of a pandas or numpy datetime dtype."""
        if isinstance(dtype, pd.DatetimeTZDtype):
            return cls(dtype.unit, _named(dtype.tz))
        return cls(np.datetime_data(dtype)[0])

    def midpoint(self, low: int, high: int) -> int:
        """Return the roundest instant in ``[low, high)``, the nearest to the middle among those.

        Round are first days of years, then of months, then days, hours, minutes, seconds and
        decimals of seconds.
        """
        scale = UNITS[self.unit]
        middle = (low + high) // 2
        wall = self._wall(middle * scale)
        grids = (_first_of(wall, 12), _first_of(wall, 1), *(_around(wall, s) for s in _STEPS))
        for near in grids:
            instants = [i // scale for w in near for i in self._instants(w) if i % scale == 0]
            inside = [value for value in instants if low <= value < high]
            if inside:
                return min(inside, key=lambda value: (abs(2 * value - low - high), value))
        return middle

    def midpoints(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return `midpoint` of each pair."""
        found = np.empty(len(low), dtype=np.int64)
        plain, offset = self.of_one_offset(low, high)
        found[plain] = self._roundest(low[plain] + offset, high[plain] + offset) - offset
        pairs = zip(low[~plain].tolist(), high[~plain].tolist(), strict=True)
        found[~plain] = [self.midpoint(*pair) for pair in pairs]
        return found

    @property
    def reach(self) -> tuple[int, int]:
        """Between which instants sums are in int64 and years are those of Python's datetimes."""
        first, last = (end * SECOND // UNITS[self.unit] for end in (_FIRST_SECOND, _LAST_SECOND))
        return max(first, -_FAR), min(last, _FAR)

    def of_one_offset(
        self, low: NDArray[np.int64], high: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Return between which instants clocks are never set, and by what they are off there."""
        if self.zone is None:
            plain = (low > -_FAR) & (high < _FAR)
            return plain, np.zeros(np.count_nonzero(plain), dtype=np.int64)
        first, last = self.reach
        plain = (low > first) & (high < last)
        if self.zone.utcoffset(None) is None:  # nowhere are they set twice a day
            plain &= high - low <= DAY // UNITS[self.unit]
        offsets = [self._offsets(ends[plain]) for ends in (low, high)]
        alike = offsets[0] == offsets[1]
        plain[plain] = alike
        return plain, offsets[0][alike]

    def _offsets(self, instants: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return by what clocks are off at instants of the unit, in the unit."""
        utc = pd.DatetimeIndex(instants.view(f"M8[{self.unit}]")).tz_localize("UTC")
        walls = np.asarray(utc.tz_convert(self.zone).tz_localize(None), f"M8[{self.unit}]")
        return walls.view(np.int64) - instants

    def _roundest(self, low: NDArray[np.int64], high: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the midpoints of walls."""
        found = (low + high) // 2
        left = np.arange(len(low))
        for around in self._grids():
            one, two = low[left], high[left]
            below, above = around(found[left])
            is_below, is_above = one <= below, above < two
            nearer = is_below & (~is_above | (one + two - 2 * below <= 2 * above - one - two))
            inside = is_below | is_above
            found[left[inside]] = np.where(nearer, below, above)[inside]
            left = left[~inside]
        return found

    def _grids(self) -> Iterator[_Around]:
        """Yield the grids of `midpoint` for walls in the unit: what lies around each on a grid."""
        scale = UNITS[self.unit]
        for months in (12, 1):
            yield partial(_firsts_of, months, DAY // scale)
        for step in _STEPS:
            if step >= scale:
                yield partial(_around, step=step // scale)

    def text(self, value: int) -> str:
        """Return an instant as shown: no more of the time of day than it has, and the time zone."""
        return self.in_zone(self.plain(value))

    def in_zone(self, plain: str) -> str:
        """Return a plain text as shown: with the time zone, unless it has the offset."""
        named = self.zone is not None and "(" not in str(self.zone)  # else the repr of an object
        return f"{plain} {self.zone}" if named and not _has_offset(plain) else plain

    def plain(self, value: int) -> str:
        """Return the text that `parse` turns back into exactly this instant.

        It is what the clock of the time zone shows, with the offset where clocks show it twice.
        """
        instant = value * UNITS[self.unit]
        wall = self._wall(instant)
        text = _text(wall)
        return text if self._instants(wall) == [instant] else text + _offset_text(wall - instant)

    def epoch_ms(self, value: int) -> float:
        """Return milliseconds since 1970 in UTC, as a double."""
        return value * UNITS[self.unit] / UNITS["ms"]

    def parse(self, value: Any, place: str) -> int:
        """Return the last instant of the unit that is not after `value`.

        Without a time zone of its own a value is read in the column's. `place` is what the value
        was given for, as in "threshold for column 'when'".
        """
        wall, offset = self._read(value, place)
        if offset is None and self.zone is not None:
            instants = self._instants(wall)
            if not instants:
                raise InvalidValueError(
                    f"{shown(value)} is no {place}: clocks in {self.zone} skip that time"
                )
            instant = instants[0]
        elif offset is not None and self.zone is None:
            raise WrongTypeError(
                f"{shown(value)} is no {place}: it has a time zone, and the column has none; "
                "write it without one, such as '2024-03-01 09:30'"
            )
        else:
            instant = wall - (offset or 0)
        whole = instant // UNITS[self.unit]
        if not _INT64.min < whole <= _INT64.max:  # the least of int64 is NaT
            raise InvalidValueError(
                f"{shown(value)} is no {place}: its values are kept in {self.unit}, "
                "which do not reach that far"
            )
        return whole

    def _read(self, value: Any, place: str) -> tuple[int, int | None]:
        """Return what a clock shows, and the offset of the clock where `value` says it."""
        if isinstance(value, str):
            return self._read_text(value.strip(), place)
        if value is pd.NaT or (isinstance(value, np.datetime64) and np.isnat(value)):
            raise InvalidValueError(f"NaT is no {place}: give a date, such as '2024-03-01'")
        if isinstance(value, np.datetime64):
            return _nanoseconds(value), None
        if isinstance(value, dt.datetime):
            offset = value.utcoffset()
            wall = _nanoseconds(pd.Timestamp(value.replace(tzinfo=None)).asm8)
            return wall, None if offset is None else offset // dt.timedelta(microseconds=1) * 1000
        if isinstance(value, dt.date):
            return _nanoseconds(np.datetime64(value, "s")), None
        raise WrongTypeError(
            f"{shown(value)} ({type(value).__name__}) is no {place}, which holds dates and times: "
            "give a pandas.Timestamp, a datetime or a text such as '2024-03-01 09:30'"
        )

    def _read_text(self, text: str, place: str) -> tuple[int, int | None]:
        match = _FORM.fullmatch(text)
        zone = match and match["zone"]
        if match is None or (zone and zone != str(self.zone)):
            known = f" or '2024-03-01 09:30 {self.zone}'" if self.zone else ""
            raise InvalidValueError(
                f"{shown(text)} is no {place}: write a date and time as '2024-03-01 09:30'{known}"
            )
        try:
            # One by one: nanoseconds of numpy's own reach from 1677 to 2262, and wrap silently.
            day = _nanoseconds(np.datetime64(match["date"]))
            time = _nanoseconds(np.datetime64(f"1970-01-01T{match['time'] or '00:00'}"))
        except ValueError:
            raise InvalidValueError(
                f"{shown(text)} is no {place}: there is no such day or time"
            ) from None
        return day + time, _offset(match["offset"]) if match["offset"] else None

    def _wall(self, instant: int) -> int:
        return instant + self._offset_at(instant)

    def _offset_at(self, instant: int) -> int:
        if self.zone is None:
            return 0
        second = min(max(instant // SECOND, _FIRST_SECOND), _LAST_SECOND)
        utc = dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(seconds=second)
        offset = utc.astimezone(self.zone).utcoffset() or dt.timedelta()
        return offset // dt.timedelta(microseconds=1) * 1000

    def _instants(self, wall: int) -> list[int]:
        """Return the instants at which clocks show this: one, two (autumn), or none (spring)."""
        offsets = {self._offset_at(wall - DAY), self._offset_at(wall + DAY)}
        return sorted(wall - o for o in offsets if self._offset_at(wall - o) == o)


def _named(zone: dt.tzinfo) -> dt.tzinfo:
    """Return a zone of one offset as Python's own: pytz's and dateutil's only have a repr."""
    offset = zone.utcoffset(None)
    return zone if offset is None or "(" not in str(zone) else dt.timezone(offset)


def _around(wall: T, step: int) -> tuple[T, T]:
    """Return the last multiple of a step not after a wall (or each of some), and the next one."""
    below = wall // step * step
    return below, below + step


def _firsts_of(months: int, day: int, walls: NDArray[np.int64]) -> _Two:
    """Return `_first_of` of each wall, all of a unit of which a day has so many."""
    all_months = (walls // day).astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    below = all_months // months * months
    firsts = (below, below + months)
    one, two = (first.astype("datetime64[M]").astype("datetime64[D]") for first in firsts)
    return one.astype(np.int64) * day, two.astype(np.int64) * day


def _first_of(wall: int, months: int) -> tuple[int, int]:
    """Return the beginnings of a wall's month (or year, of 12 months) and of the next."""
    day = np.datetime64(wall // DAY, "D")
    month = int(day.astype("datetime64[M]").astype(np.int64)) // months * months
    below, above = (np.datetime64(m, "M") for m in (month, month + months))
    return _nanoseconds(below), _nanoseconds(above)


def _nanoseconds(moment: np.datetime64[Any]) -> int:
    """Return the last nanosecond that is not after a moment of any of numpy's units."""
    unit, many = np.datetime_data(moment.dtype)
    count = int(moment.astype(np.int64)) * many
    if unit in _FINER:
        return count // _FINER[unit]
    if unit in {"Y", "M"}:
        near = np.int64(min(max(count, -_BEYOND), _BEYOND)).astype(f"datetime64[{unit}]")
        count, unit = int(near.astype("datetime64[D]").astype(np.int64)), "D"
    return count * (_LONGER.get(unit) or UNITS[unit])


def _text(wall: int) -> str:
    days, rest = divmod(wall, DAY)
    day = str(np.datetime64(days, "D"))
    if day.startswith("-"):  # numpy counts the sign among a year's four digits
        day = f"-{day[1:].zfill(len('0000-00-00'))}"
    if not rest:
        return day
    seconds, decimals = divmod(rest, SECOND)
    minutes, seconds = divmod(seconds, 60)
    text = f"{day} {minutes // 60:02}:{minutes % 60:02}"
    if seconds or decimals:
        text += f":{seconds:02}"
    return f"{text}.{decimals:09}".rstrip("0") if decimals else text


def _offset(text: str) -> int:
    if text == "Z":
        return 0
    hours, minutes, seconds = ([int(pair) for pair in re.findall(r"\d\d", text)] + [0])[:3]
    return (-1 if text.startswith("-") else 1) * (3600 * hours + 60 * minutes + seconds) * SECOND


def _offset_text(offset: int) -> str:
    minutes, seconds = divmod(abs(offset) // SECOND, 60)
    text = f"{'-' if offset < 0 else '+'}{minutes // 60:02}:{minutes % 60:02}"
    return f"{text}:{seconds:02}" if seconds else text


def _has_offset(text: str) -> bool:
    match = _FORM.fullmatch(text)
    return match is not None and match["offset"] is not None
