"""The best split of each column at a node, from its tables alone.

A column is searched over *sides*: lines that say what lies on one side of a possible split among
the rows whose value is known, the last line being all of them. Each side is tried twice, with the
missing rows on the other side and with them on its own; the last line with them on the other side
is the split "known against missing". This is scikit-learn's order too, and the first wins a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..criteria import weight_of
from .places import NOISE, TIE, Beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from .places import Place, Places


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Possible sides of several columns, laid end to end as in `engine.contract.Tables`.

    `tried` are the sides that are tried at all (None: every one); also the first and the last
    admissible of each column where `ends` says so. `worth` and `worth_with` are what they
    gain, without and with the missing rows on the side, where statistics do not tell it.
    """

    starts: Ints
    rows: Ints
    stats: Floats
    missing_rows: Ints
    missing: Floats
    tried: NDArray[np.bool_] | None = None
    ends: bool = False
    worth: Floats | None = None
    worth_with: Floats | None = None

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which lines hold all that is known of their column: known against missing is no cut."""
        last = np.zeros(len(self.rows), dtype=bool)
        last[self.starts[1:][np.diff(self.starts) > 0] - 1] = True
        return last


@dataclass(frozen=True, slots=True)
class Pick:
    """The best of one column: which line, and whether missing rows go with it."""

    line: int
    missing_with: bool


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """The best of each of some columns, and what it gains: minus infinity without one."""

    gains: Floats
    lines: Ints
    missing_with: NDArray[np.bool_]

    def __getitem__(self, index: int) -> Pick:
        """Return the best of a column that has one."""
        return Pick(int(self.lines[index]), bool(self.missing_with[index]))


def picks(sides: Sides, places: Places) -> Picks:
    """Return the best of each column."""
    column = np.repeat(np.arange(len(sides.starts) - 1), np.diff(sides.starts))
    beside = places.beside(column)
    against = _picked(_gains(sides.rows, sides.stats, places, beside, sides.worth), sides, places)
    if not sides.missing_rows.any():
        return Picks(*against, np.zeros(len(sides.missing_rows), dtype=bool))
    gains, lines = _with_missing(sides, places, column)
    better = against[0] < places.floors(gains)
    return Picks(np.where(better, gains, against[0]), np.where(better, lines, against[1]), better)


def _with_missing(sides: Sides, places: Places, column: Ints) -> tuple[Floats, Ints]:
    """Try every side again with the missing rows on it, where there are any."""
    lines = np.flatnonzero(sides.missing_rows[column] > 0)
    column = column[lines]
    rows = sides.rows[lines] + sides.missing_rows[column]
    stats = sides.stats[lines] + sides.missing[column]
    gains = np.full(len(sides.rows), -np.inf)
    worth = None if sides.worth_with is None else sides.worth_with[lines]
    gains[lines] = _gains(rows, stats, places, places.beside(column), worth)
    return _picked(gains, sides, places)


def picks_of_known(sides: Sides, places: Places) -> Picks:
    """Return the best of each column among the rows that have it, as if the node held no others."""
    last = np.repeat(sides.starts[1:] - 1, np.diff(sides.starts))
    whole, one = sides.stats[last], places.any
    known = Beside(sides.rows[last], weight_of(whole, one.criterion), one.seen(whole))
    gains = _gains(sides.rows, sides.stats, places, known, None)
    return Picks(*_picked(gains, sides, places), np.zeros(len(sides.missing_rows), dtype=bool))


def _picked(gains: Floats, sides: Sides, places: Places) -> tuple[Floats, Ints]:
    """Return what the best of each column gains, minus infinity without one, and where it is."""
    _untry(gains, sides)
    index, lines = firsts(gains, sides.starts, places.impurities)
    best, at = np.full(len(sides.missing_rows), -np.inf), np.zeros(len(sides.missing_rows), int)
    best[index], at[index] = gains[lines], lines
    return best, at


def _gains(
    rows: Ints, stats: Floats, places: Places, beside: Beside, worth: Floats | None
) -> Floats:
    """Return the gain of each side; minus infinity where it is not admissible."""
    one = places.any
    allowed = _allowed(rows, stats, one, beside)
    gains = one.gains(stats, beside.stats) if worth is None else worth
    return np.where(allowed & (gains >= 0), gains, -np.inf)


def _allowed(rows: Ints, stats: Floats, place: Place, beside: Beside) -> NDArray[np.bool_]:
    """Return which sides, and what is left of all rows, are large enough."""
    limits = place.limits
    allowed: NDArray[np.bool_] = rows >= limits.leaf_rows
    allowed &= beside.rows - rows >= limits.leaf_rows
    if limits.leaf_weight > 0:
        weight = weight_of(stats, place.criterion)
        least = limits.leaf_weight * (1.0 - TIE)
        allowed &= (weight >= least) & (beside.weight - weight >= least)
    return allowed


def _untry(gains: Floats, sides: Sides) -> None:
    """Put the sides that are not tried out of reach, in place."""
    if sides.tried is None:
        return
    tried = sides.tried
    if sides.ends:
        column = np.repeat(np.arange(len(sides.starts) - 1), np.diff(sides.starts))
        tried = with_ends(tried, (gains > -np.inf) & ~sides.whole, column)
    gains[~tried] = -np.inf


def with_ends(tried: NDArray[np.bool_], cuts: NDArray[np.bool_], column: Ints) -> NDArray[np.bool_]:
    """Return what is tried, with the first and the last of the admissible cuts of each column."""
    tried = tried.copy()
    for order in (np.flatnonzero(cuts), np.flatnonzero(cuts)[::-1]):
        tried[order[np.unique(column[order], return_index=True)[1]]] = True
    return tried


def firsts(gains: Floats, starts: Ints, impurity: Floats) -> tuple[Ints, Ints]:
    """Return the columns that have a best line, and the first best line of each.

    `impurity` is that of each column's node.
    """
    filled = np.flatnonzero(np.diff(starts) > 0)
    if not len(filled):
        return filled, filled
    begins = starts[filled]
    best = np.maximum.reduceat(gains, begins)
    floors = best - TIE * np.maximum(best, NOISE * impurity[filled])
    floors[best == -np.inf] = np.inf
    reach = gains >= np.repeat(floors, np.diff(starts)[filled])
    lines = np.where(reach, np.arange(len(gains)), len(gains))
    first = np.minimum.reduceat(lines, begins)
    found = first < len(gains)
    return filled[found], first[found]
