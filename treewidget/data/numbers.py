"""Numbers that a user names: as numbers of any type, or as their text."""

from __future__ import annotations

import math
import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from ..errors import InvalidValueError, WrongTypeError
from .cut import largest_double
from .words import shown

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_INTEGER = re.compile(r"[+-]?\d{1,40}", re.ASCII)


def parse_number(given: Any, place: str, span: str = "", *, whole: bool = False) -> float | int:
    """Return the number that a user named.

    Parameters
    ----------
    given : object
    place : str
        How messages name what it is for: "threshold for column 'age'".
    span : str
        What they say of the numbers there are.
    whole : bool
        Whether it is set against whole numbers: it parts them exactly, beyond doubles too.

    Raises
    ------
    WrongTypeError, InvalidValueError

    Examples
    --------
    >>> parse_number(" 4.50 ", "threshold"), parse_number(2**60 + 1, "threshold", whole=True)
    (4.5, 1152921504606846977)
    """
    value = given
    if isinstance(given, str) and _DECIMAL.fullmatch(text := given.strip()):
        value = int(text) if _INTEGER.fullmatch(text) else _fraction(text, exact=whole)
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | Fraction):
        kind = "" if isinstance(given, str) else f" ({type(given).__name__})"
        raise WrongTypeError(f"{shown(given)}{kind} is no {place}: give a number{span}")
    try:
        number = float(value) + 0.0  # of -0.0, which rounding makes, it makes 0.0
    except (OverflowError, ValueError):  # a signalling NaN of Decimal is a ValueError
        number = math.inf
    if not math.isfinite(number):
        raise InvalidValueError(f"{shown(given)} is no {place}: give a finite number{span}")
    if whole:
        below = math.floor(value)  # where no double lies above it, it is the same cut
        return number if below < number < below + 1 else below
    return largest_double(value) if isinstance(value, int) else number


def _fraction(text: str, *, exact: bool) -> float | Decimal:
    """Return a decimal number; exactly, unless its exponent is beyond any."""
    try:
        return Decimal(text) if exact else float(text)
    except InvalidOperation:
        return float(text)
