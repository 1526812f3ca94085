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

from ..criteria import Criterion, chi2_of_two, gain_of_two, twoing_of_two, weight_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from ..options import Limits

TIE = 1e-12
"""Gains this near to the best (relatively) equal it: float noise must not choose a split."""
NOISE = 1e-2
"""Gains below this share of the node's impurity are compared as if they had that size: what is
left of a gain of 0 after rounding is not a gain."""


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """Possible sides of several columns, laid end to end as in `engine.contract.Tables`.

    `tried` are the sides that are tried at all (None: every one); under limits also the first and
    the last admissible of each column where `ends` says so. `worth` and `worth_with` are what they
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


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """What a search knows of a node.

    `whole` are its statistics as they come; `stats` the same as a search sees them: centred on its
    own mean, or with every class weighed by `altered` (altered priors; None: all alike). `classes`
    is how many classes training rows have, whether any is here or not.
    """

    rows: int
    whole: Floats
    stats: Floats
    impurity: float
    criterion: Criterion
    limits: Limits
    altered: Floats | None = None
    ranking: str = ""
    breakpoints: str = "every"
    classes: int = 0

    @property
    def weight(self) -> float:
        """Total weight of the rows."""
        return float(weight_of(self.whole, self.criterion))

    def floor(self, best: float) -> float:
        """Return the least gain that equals `best`."""
        return best - TIE * max(best, NOISE * self.impurity)

    def seen(self, stats: Floats) -> Floats:
        """Return centred statistics as a search sees them."""
        return stats if self.altered is None else stats * self.altered

    def gains(self, one: Floats, whole: Floats | None = None) -> Floats:
        """Return what two-way splits are worth, from the (centred) statistics of a side of each.

        `whole` are those of all rows that are split, where these are not the node's.
        """
        both = self.stats if whole is None else self.seen(whole)
        if self.ranking == "twoing":
            return twoing_of_two(self.seen(one), both)
        if self.ranking == "chi2":
            return chi2_of_two(self.seen(one), both)
        return gain_of_two(self.seen(one), both, self.criterion)

    @property
    def nothing(self) -> float:
        """The largest gain that is no more than rounding."""
        return TIE * NOISE * self.impurity


@dataclass(frozen=True, slots=True)
class Pick:
    """The best of one column: which line, and whether missing rows go with it."""

    gain: float
    line: int
    missing_with: bool


def picks(sides: Sides, place: Place) -> list[Pick | None]:
    """Return the best of each column; None where no side is admissible."""
    found: list[Pick | None] = [None] * (len(sides.starts) - 1)
    against = _gains(sides.rows, sides.stats, place, sides.worth)
    _untry(against, sides, place)
    for at, pick in _picked(against, sides, place, missing_with=False):
        found[at] = pick
    if sides.missing_rows.any():
        _with_missing(sides, place, found)
    return found


def _with_missing(sides: Sides, place: Place, found: list[Pick | None]) -> None:
    """Try every side again with the missing rows on it, where there are any."""
    column = np.repeat(np.arange(len(found)), np.diff(sides.starts))
    lines = np.flatnonzero(sides.missing_rows[column] > 0)
    column = column[lines]
    rows = sides.rows[lines] + sides.missing_rows[column]
    gains = np.full(len(sides.rows), -np.inf)
    worth = None if sides.worth_with is None else sides.worth_with[lines]
    gains[lines] = _gains(rows, sides.stats[lines] + sides.missing[column], place, worth)
    _untry(gains, sides, place)
    for at, pick in _picked(gains, sides, place, missing_with=True):
        before = found[at]
        if before is None or before.gain < place.floor(pick.gain):
            found[at] = pick


def picks_of_known(sides: Sides, place: Place) -> list[Pick | None]:
    """Return the best of each column among the rows that have it, as if the node held no others."""
    found: list[Pick | None] = [None] * (len(sides.starts) - 1)
    last = np.repeat(sides.starts[1:] - 1, np.diff(sides.starts))
    whole = sides.stats[last]
    weight = weight_of(whole, place.criterion)
    allowed = _allowed(sides.rows, sides.stats, place, sides.rows[last], weight)
    gains = place.gains(sides.stats, whole)
    gains = np.where(allowed & (gains >= 0), gains, -np.inf)
    _untry(gains, sides, place)
    for at, pick in _picked(gains, sides, place, missing_with=False):
        found[at] = pick
    return found


def _picked(
    gains: Floats, sides: Sides, place: Place, *, missing_with: bool
) -> Iterator[tuple[int, Pick]]:
    """Give the first best of each column that has one."""
    index, lines = firsts(gains, sides.starts, place.impurity)
    for at, gain, line in zip(index.tolist(), gains[lines].tolist(), lines.tolist(), strict=True):
        yield at, Pick(gain, line, missing_with)


def _gains(rows: Ints, stats: Floats, place: Place, worth: Floats | None) -> Floats:
    """Return the gain of each side; minus infinity where it is not admissible."""
    allowed = _allowed(rows, stats, place, place.rows, place.weight)
    gains = place.gains(stats) if worth is None else worth
    return np.where(allowed & (gains >= 0), gains, -np.inf)


def _allowed(
    rows: Ints, stats: Floats, place: Place, all_rows: Ints | int, all_weight: Floats | float
) -> NDArray[np.bool_]:
    """Return which sides, and what is left of all rows, are large enough."""
    limits = place.limits
    allowed: NDArray[np.bool_] = (rows >= limits.leaf_rows) & (all_rows - rows >= limits.leaf_rows)
    if limits.leaf_weight > 0:
        weight = weight_of(stats, place.criterion)
        least = limits.leaf_weight * (1.0 - TIE)
        allowed &= (weight >= least) & (all_weight - weight >= least)
    return allowed


def _untry(gains: Floats, sides: Sides, place: Place) -> None:
    """Put the sides that are not tried out of reach, in place."""
    if sides.tried is None:
        return
    tried = sides.tried
    if sides.ends and place.limits.bind:
        tried = tried.copy()
        column = np.repeat(np.arange(len(sides.starts) - 1), np.diff(sides.starts))
        cuts = gains > -np.inf
        cuts[sides.starts[1:] - 1] = False  # known against missing is no cut
        for order in (np.flatnonzero(cuts), np.flatnonzero(cuts)[::-1]):
            tried[order[np.unique(column[order], return_index=True)[1]]] = True
    gains[~tried] = -np.inf


def firsts(gains: Floats, starts: Ints, impurity: Floats | float) -> tuple[Ints, Ints]:
    """Return the columns that have a best line, and the first best line of each.

    `impurity` is that of the node, or of each column's node.
    """
    filled = np.flatnonzero(np.diff(starts) > 0)
    if not len(filled):
        return filled, filled
    begins = starts[filled]
    best = np.maximum.reduceat(gains, begins)
    impurity = np.broadcast_to(impurity, len(starts) - 1)[filled]
    floors = best - TIE * np.maximum(best, NOISE * impurity)
    floors[best == -np.inf] = np.inf
    reach = gains >= np.repeat(floors, np.diff(starts)[filled])
    lines = np.where(reach, np.arange(len(gains)), len(gains))
    first = np.minimum.reduceat(lines, begins)
    found = first < len(gains)
    return filled[found], first[found]
