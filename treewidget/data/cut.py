"""A cut between two neighbouring values, and where to put it.

Everything here is about single numbers: which value separates two neighbours, and the shortest
text that still does.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

HALVES_UP_TO = 2**52
"""Below this a half-integer is a double; from here on an integer cut is a whole number."""

PLAIN_FROM, PLAIN_TO = 1e-4, 1e16  # between them numbers are written without an exponent
FEW_DIGITS, TYPED = 6, 12
_UP, _DOWN = (Context(prec=FEW_DIGITS, rounding=way) for way in (ROUND_CEILING, ROUND_FLOOR))
_EXACT = Context(prec=64)  # of any text made here; the user's own may keep a few digits
CLOSE = 0.05  # of the gap between the neighbours
MOST_PLACES = 24  # 17 significant digits after at most four zeros name any double


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut between two neighbouring values: ``x <= value`` goes to the lower side.

    Attributes
    ----------
    value : float or int
        In the column's key space: float64 for floats, exact int for integers and datetimes
        (integers small enough may be cut at a half), level position for ordered categories.
    shown : str or (float, float) or callable
        How it is shown; or what that is worked out from when first it is asked for, as most cuts of
        a large tree are never looked at: the neighbours of a cut between floats, or what makes a
        text of the value.
    """

    value: float | int
    shown: str | tuple[float, float] | Callable[[Any], str] = field(compare=False, repr=False)

    @property
    def text(self) -> str:
        """How it is shown: a short decimal, calendar text or level name between the neighbours."""
        shown = self.shown
        if isinstance(shown, str):
            return shown
        if isinstance(shown, tuple):
            text = short_decimal(*shown, float(self.value))
        else:
            text = shown(self.value)
        return self.write(text)

    def write(self, text: str) -> str:
        """Remember the text, which is worked out once."""
        object.__setattr__(self, "shown", text)  # two threads may: either says the same
        return text


def float_midpoint(low: float, high: float) -> float:
    """Return a double ``t`` with ``low <= t < high``, as near to the middle as can be.

    Examples
    --------
    >>> float_midpoint(1.0, 2.0)
    1.5
    >>> float_midpoint(1.0, 1.0000000000000002)  # adjacent doubles: nothing lies between
    1.0
    """
    middle = low / 2.0 + high / 2.0  # halved first: the sum of two huge values overflows
    return middle if low <= middle < high else low


def float_midpoints(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return `float_midpoint` of each pair."""
    middle = low / 2.0 + high / 2.0
    return np.where((low <= middle) & (middle < high), middle, low)


def integer_midpoint(low: int, high: int) -> float | int:
    """Return the middle of two integers: whole, a half, or (where halves end) rounded down.

    Examples
    --------
    >>> integer_midpoint(30, 31), integer_midpoint(30, 32), integer_midpoint(2**60, 2**60 + 1)
    (30.5, 31, 1152921504606846976)
    """
    whole, odd = divmod(low + high, 2)
    return whole + 0.5 if odd and abs(whole) < HALVES_UP_TO else whole


def integer_middles(low: NDArray[Any], high: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the middle of each pair of integers rounded down, and whether a half is left (0 or 1).

    Their sum may be beyond 64 bits.
    """
    return (low >> 1) + (high >> 1) + (low & high & 1), (low ^ high) & 1


def number_text(value: float) -> str:
    """Return a number as people write it: the fewest digits that give the same double back.

    Examples
    --------
    >>> number_text(7.0), number_text(0.405), number_text(1e300)
    ('7', '0.405', '1e+300')
    """
    return f"{value:.0f}" if value.is_integer() and abs(value) < PLAIN_TO else repr(value)


def rough_pair(low: float, high: float) -> tuple[str, str]:
    """Return two numbers to six digits, or in full where these do not tell them apart.

    They are rounded towards each other: who types an end that was read off must not be told that
    it lies outside.

    Examples
    --------
    >>> rough_pair(0.00053629724201, 23.894478025281177)
    ('0.000536298', '23.8944')
    >>> rough_pair(1.0000000001, 1.0000000002)
    ('1.0000000001', '1.0000000002')
    """
    full = number_text(low), number_text(high)
    ends = float(_UP.create_decimal(full[0])), float(_DOWN.create_decimal(full[1]))
    return full if ends[0] >= ends[1] else (number_text(ends[0]), number_text(ends[1]))


def short_decimal(low: float, high: float, middle: float) -> str:
    """Return a short decimal in ``[low, high)`` that stands for the cut at `middle`.

    It sends everything up to `low` and nothing from `high` on the lower way, as `middle` does, and
    lies within a twentieth of the gap of it: rows that come later may lie anywhere in the gap, and
    a rule read off the screen must send them the way the tree does. A middle of few digits is
    written as it is. So it is with a cut at `low` itself, whose text lies just above it.

    Examples
    --------
    >>> short_decimal(0.40499, 0.4052, 0.405095)
    '0.4051'
    >>> short_decimal(2.1, 2.2, 2.1500000000000004)
    '2.15'
    >>> short_decimal(1.9, 3.3, 2.5999999999999996)  # a row of 2.6 goes the upper way
    '2.59'
    >>> short_decimal(1.0, 1000.0, 500.5)
    '500.5'
    >>> short_decimal(50.00298269398159, 50.0036, 50.00298269398159)
    '50.003'
    """
    few = _few_digits(low, high, middle)
    if few is not None:
        return few
    slack = (high / 2 - low / 2) * (2 * CLOSE)  # halved first: the gap may be beyond a double
    least, most = max(low, middle - slack), min(high, math.nextafter(middle + slack, math.inf))
    return shortest(least, most, middle + slack / 2 if middle == low else middle)


def named_decimal(low: float, high: float, value: float) -> str:
    """Return what stands for a cut that was named: what a person typed, or few of many digits.

    More digits than people type are those of a middle that was pointed at. Of them there are as
    many as send the rows from `low` and from `high` on the same way; the same ones over other rows,
    if these leave it room, as it is the same cut.

    Examples
    --------
    >>> named_decimal(0.897, 0.92, 0.9085000000000001), named_decimal(0.897, 0.92, 0.9084001)
    ('0.9085', '0.9084001')
    >>> named_decimal(50.8439, 50.8444, 50.844151926073046)
    '50.8442'
    """
    whole = number_text(value)
    if sum(map(str.isdigit, whole)) <= TYPED:
        return whole
    short = (_rounded(value, digits) for digits in range(FEW_DIGITS, TYPED + 1))
    few = _few_digits(low, high, value)
    return few or next((text for text in short if low <= float(text) < high), whole)


def _few_digits(low: float, high: float, middle: float) -> str | None:
    """Return the text of a middle of few digits, or of one that rounding moved off few digits.

    Where it moved below a decimal that is no finer than the neighbours are, rows may well come that
    have just this value, and go the upper way: the text is one in the place after theirs less.
    """
    text = _rounded(middle)
    if sum(map(str.isdigit, text)) > FEW_DIGITS:
        return None
    moved = float(text) > middle
    if moved and _places(text) <= (places := max(_places(_rounded(low)), _places(_rounded(high)))):
        text = f"{_EXACT.subtract(Decimal(text), Decimal((0, (1,), -places - 1))):f}"
    return text if low <= float(text) < high else None


def _rounded(value: float, digits: int = 15) -> str:
    return number_text(float(f"{value:.{digits}g}"))  # 15 survive in any double


def _places(text: str) -> int:
    return len(text.partition(".")[2])


def shortest(low: float, high: float, middle: float, places: int = 0) -> str:
    """Return the decimal in ``[low, high)`` of the fewest places, the nearest to `middle`.

    Fewer than `places` are known not to do.
    """
    if low <= 0 < high and not PLAIN_FROM <= abs(middle) < PLAIN_TO:
        return "0"
    notation = "f" if PLAIN_FROM <= abs(middle) < PLAIN_TO else "e"
    for tried in range(places, MOST_PLACES):
        text = f"{middle:.{tried}{notation}}"
        value = float(text)
        if value == high:  # half-way between two decimals: the lower one may do
            text = _one_less(text)
            value = float(text)
        if low <= value < high:
            return number_text(value) if notation == "e" else text.removeprefix("-" * (not value))
    return number_text(middle)


def _one_less(text: str) -> str:
    value = Decimal(text)
    return str(_EXACT.subtract(value, Decimal((0, (1,), int(value.as_tuple().exponent)))))


def largest_double(value: float) -> float:
    """Return the largest double that is not above a number, so that ``x <= value`` still holds.

    Only an integer may lie between two of them.

    Examples
    --------
    >>> largest_double(2**53 + 1) == 2.0**53
    True
    """
    near = float(value)
    above = isinstance(value, int) and int(near) > value
    return math.nextafter(near, -math.inf) if above else near
