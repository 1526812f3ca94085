"""The texts of many datetimes at once: those that `Calendar.plain` writes one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .calendar import DAY, SECOND, UNITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .calendar import Calendar

AT_ONCE: Final = 1 << 16
"""So many are written together: numpy's own texts take a hundred bytes each."""
_GRAINS: Final = (("D", DAY), ("m", 60 * SECOND), ("s", SECOND))
"""What a text ends with, where nothing is left of it; else it ends with decimals of a second."""


def plain_texts(calendar: Calendar, instants: NDArray[np.int64]) -> list[str]:
    """Return `calendar.plain` of each instant of the unit."""
    texts: list[str] = []
    for begin in range(0, len(instants), AT_ONCE):
        texts += _some_texts(calendar, instants[begin : begin + AT_ONCE])
    return texts


def _some_texts(calendar: Calendar, instants: NDArray[np.int64]) -> list[str]:
    scale = UNITS[calendar.unit]
    once, walls = _walls(calendar, instants)
    texts = np.empty(len(instants), dtype=object)
    texts[~once] = list(map(calendar.plain, instants[~once].tolist()))
    left = np.flatnonzero(once)
    for grain, size in _GRAINS:
        there = walls % max(size // scale, 1) == 0
        texts[left[there]] = _written(walls[there], calendar.unit, grain)
        left, walls = left[~there], walls[~there]
    texts[left] = [text.rstrip("0") for text in _written(walls, calendar.unit, calendar.unit)]
    found: list[str] = texts.tolist()
    return found


def _written(walls: NDArray[np.int64], unit: str, grain: Any) -> list[str]:
    written = np.datetime_as_string(walls.view(f"M8[{unit}]"), unit=grain)
    return [text.replace("T", " ") for text in written.tolist()]


def _walls(
    calendar: Calendar, instants: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Return which instants clocks show at no other, in years of four digits, and what they show.

    They are those with a day of one offset before them and one after them: no clock was ever set
    by more.
    """
    day = DAY // UNITS[calendar.unit]
    first, last = calendar.reach
    once = (instants > first + day) & (instants < last - day)
    for begin in (-day, 0):
        inside = instants[once] + begin
        alike, offsets = calendar.of_one_offset(inside, inside + day)
        once[once] = alike
    return once, instants[once] + offsets
