"""Numbers, whoever's they are."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, SupportsIndex, cast

_LONGEST: Final = 14_000
"""Bits of 4,200 digits; Python writes out 4,300."""


def whole_number(value: object) -> int | None:
    """Return a whole number as Python's own; None of what is none: a boolean, a text, an array.

    Nor is one so long that Python does not write it out: no message or file could hold it.

    Examples
    --------
    >>> import numpy as np
    >>> whole_number(np.int8(7)), whole_number(True), whole_number(np.arange(3))
    (7, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        number = operator.index(cast("SupportsIndex", value))
    except TypeError:
        return None
    return number if number.bit_length() <= _LONGEST else None


def real_number(value: object) -> float | None:
    """Return a number as a float, infinite beyond them; None of what is none: a boolean, a text.

    Examples
    --------
    >>> real_number(2), real_number(10**400), real_number(-(10**400))
    (2.0, inf, -inf)
    >>> real_number(True), real_number("2")
    (None, None)
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real | Decimal):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]  # what has a float
    except ValueError:  # a signalling NaN of Decimal
        return math.nan


def in_floats(value: Any) -> Any:
    """Return an option's value without a `Fraction` or `Decimal`: files have no word for them.

    Examples
    --------
    >>> from fractions import Fraction
    >>> in_floats({"no": Fraction(1, 4), "yes": 3}), in_floats("gini")
    ({'no': 0.25, 'yes': 3}, 'gini')
    """
    if isinstance(value, Mapping):
        return {key: in_floats(item) for key, item in value.items()}
    return real_number(value) if isinstance(value, Fraction | Decimal) else value
