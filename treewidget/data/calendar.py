"""Datetimes as whole numbers of a unit: their texts, and the roundest instant between two."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .words import shown

_IN_NANOSECONDS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
# From the roundest on. A text never says less than the day: "up to 2024" would be read as all of
# 2024, where the cut is its first instant.
_GRIDS: tuple[tuple[str, int], ...] = (
    ("Y", 1), ("M", 1), ("D", 1), ("h", 1), ("m", 1), ("s", 1),
    ("ms", 100), ("ms", 10), ("ms", 1), ("us", 100), ("us", 10), ("us", 1),
    ("ns", 100), ("ns", 10), ("ns", 1),
)  # fmt: skip
_FORM = re.compile(
    r"(?P<wall>[+-]?\d{4,}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?)?)?)"
    r"(?: ?(?P<offset>Z|[+-]\d\d:?\d\d(?::?\d\d)?)| (?P<zone>\S.*))?",
    re.ASCII,
)
_INT64 = np.iinfo(np.int64)


@dataclass(frozen=True)
class Calendar:
    """The unit and time zone of a datetime column; its values are int64 in that unit, in UTC."""

    unit: str
    zone: dt.tzinfo | None = None

    @classmethod
    def of(cls, dtype: Any) -> Calendar:
        """Return the calendar of a pandas or numpy datetime dtype."""
        if isinstance(dtype, pd.DatetimeTZDtype):
            return cls(dtype.unit, dtype.tz)
        return cls(np.datetime_data(dtype)[0])

    def midpoint(self, low: int, high: int) -> int:
        """Return the roundest instant in ``[low, high)``, the nearest to the middle among those."""
        middle = (low + high) // 2
        wall = self._wall(middle)
        for unit, step in _GRIDS:
            near = [v for w in _neighbours(wall, unit, step) for v in self._instants(w)]
            inside = [value for value in near if low <= value < high]
            if inside:
                return min(inside, key=lambda value: (abs(2 * value - low - high), value))
        return middle

    def text(self, value: int) -> str:
        """Return an instant as shown: no more of the time of day than it has, and the time zone."""
        wall = _text(self._wall(value))
        if self.zone is None:
            return wall
        if self._instants(self._wall(value)) == [value] and "(" not in str(self.zone):
            return f"{wall} {self.zone}"
        return f"{wall}{self._offset(value)}"

    def plain(self, value: int) -> str:
        """Return the text that `parse` turns back into exactly this instant."""
        wall = self._wall(value)
        if self.zone is None or self._instants(wall) == [value]:
            return _text(wall)
        return f"{_text(wall)}{self._offset(value)}"

    def epoch_ms(self, value: int) -> float:
        """Return milliseconds since 1970 in UTC, as a double."""
        return value * _IN_NANOSECONDS[self.unit] / 10**6

    def parse(self, value: Any, place: str) -> int:
        """Return the last instant of the unit that is not after `value`.

        Without a time zone of its own a value is read in the column's. `place` is what the value
        was given for, as in "threshold for column 'when'".
        """
        if isinstance(value, str):
            return self._from_text(value.strip(), place)
        if value is pd.NaT:
            raise InvalidValueError(f"NaT is no {place}: give a date, such as '2024-03-01'")
        if isinstance(value, np.datetime64):
            return self._from_wall(value, value, place)
        if isinstance(value, dt.datetime):
            stamp = pd.Timestamp(value)
            if stamp.tzinfo is None:
                return self._from_wall(stamp.asm8, value, place)
            return self._from_instant(stamp.tz_convert("UTC").tz_localize(None).asm8, value, place)
        if isinstance(value, dt.date):
            return self._from_wall(np.datetime64(value, "s"), value, place)
        raise WrongTypeError(
            f"{shown(value)} ({type(value).__name__}) is no {place}, which holds dates and times: "
            "give a pandas.Timestamp, a datetime or a text such as '2024-03-01 09:30'"
        )

    def _from_text(self, text: str, place: str) -> int:
        match = _FORM.fullmatch(text)
        zone = match and match["zone"]
        if match is None or (zone and zone != str(self.zone)):
            known = f" or '2024-03-01 09:30 {self.zone}'" if self.zone else ""
            raise InvalidValueError(
                f"{shown(text)} is no {place}: write a date and time as '2024-03-01 09:30'{known}"
            )
        try:
            wall = np.datetime64(match["wall"].replace(" ", "T"))
        except ValueError:
            raise InvalidValueError(
                f"{shown(text)} is no {place}: there is no such day or time"
            ) from None
        if match["offset"]:
            seconds = _offset_seconds(match["offset"])
            return self._from_instant(_fine(wall) - np.timedelta64(seconds, "s"), text, place)
        return self._from_wall(wall, text, place)

    def _from_wall(self, wall: np.datetime64, value: Any, place: str) -> int:
        if self.zone is None:
            return self._whole(wall, value, place)
        instants = self._instants(_fine(wall))
        if not instants:
            raise InvalidValueError(
                f"{shown(value)} is no {place}: clocks in {self.zone} skip that time"
            )
        return instants[0]

    def _from_instant(self, instant: np.datetime64, value: Any, place: str) -> int:
        if self.zone is None:
            raise WrongTypeError(
                f"{shown(value)} has a time zone, and the values it is compared with have none: "
                f"a {place} is written without one, such as '2024-03-01 09:30'"
            )
        return self._whole(instant, value, place)

    def _whole(self, instant: np.datetime64, value: Any, place: str) -> int:
        nanoseconds = _nanoseconds(instant)
        whole = nanoseconds // _IN_NANOSECONDS[self.unit]
        if not _INT64.min < whole <= _INT64.max:
            raise InvalidValueError(
                f"{shown(value)} is no {place}: its values are kept in {self.unit}, "
                "which do not reach that far"
            )
        return whole

    def _wall(self, value: int) -> np.datetime64:
        """Return what a clock in the time zone shows."""
        instant = np.datetime64(value, self.unit)
        if self.zone is None:
            return instant
        stamp = pd.Timestamp(instant).tz_localize("UTC").tz_convert(self.zone)
        return stamp.tz_localize(None).asm8

    def _instants(self, wall: np.datetime64) -> list[int]:
        """Return the instants at which clocks show this: one, two (autumn), or none (spring)."""
        if self.zone is None:
            found = {wall}
        else:
            stamp = pd.Timestamp(wall)
            both = (
                stamp.tz_localize(self.zone, ambiguous=first, nonexistent="NaT")
                for first in (True, False)
            )
            found = {s.tz_convert("UTC").tz_localize(None).asm8 for s in both if s is not pd.NaT}
        scale = _IN_NANOSECONDS[self.unit]
        whole = (_nanoseconds(instant) // scale for instant in found)
        return sorted({value for value in whole if _INT64.min < value <= _INT64.max})

    def _offset(self, value: int) -> str:
        stamp = pd.Timestamp(np.datetime64(value, self.unit)).tz_localize("UTC")
        iso = stamp.tz_convert(self.zone).isoformat()
        return iso[max(iso.rfind("+"), iso.rfind("-")) :]


def _neighbours(wall: np.datetime64, unit: str, step: int) -> list[np.datetime64]:
    """Return the last point of a grid not after `wall` and the first not before it."""
    start = wall.astype(f"datetime64[{unit}]")  # numpy rounds down
    below = np.datetime64(int(start.astype(np.int64)) // step * step, unit)
    return [_fine(below), _fine(below + np.timedelta64(step, unit))]


def _fine(wall: np.datetime64) -> np.datetime64:
    unit = np.datetime_data(wall.dtype)[0]
    return wall if unit in _IN_NANOSECONDS else wall.astype("datetime64[s]")


def _nanoseconds(instant: np.datetime64) -> int:
    fine = _fine(instant)
    return int(fine.astype(np.int64)) * _IN_NANOSECONDS[np.datetime_data(fine.dtype)[0]]


def _text(wall: np.datetime64) -> str:
    day, _, time = str(wall).partition("T")
    hours_minutes, seconds = time[:5], time[6:]
    if "." in seconds:
        seconds = seconds.rstrip("0").rstrip(".")
    if seconds.strip("0"):
        return f"{day} {hours_minutes}:{seconds}"
    return f"{day} {hours_minutes}" if hours_minutes.strip("0:") else day


def _offset_seconds(offset: str) -> int:
    if offset == "Z":
        return 0
    hours, minutes, seconds = (*_pairs(offset), 0, 0)[:3]
    sign = -1 if offset.startswith("-") else 1
    return sign * (3600 * hours + 60 * minutes + seconds)


def _pairs(offset: str) -> tuple[int, ...]:
    return tuple(int(pair) for pair in re.findall(r"\d\d", offset))
