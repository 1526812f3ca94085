"""Numbers, whoever's they are."""

from __future__ import annotations

import math
import numbers
import operator
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, SupportsIndex, cast


def whole_number(value: object) -> int | None:
    """Return a whole number as Python's own; None of what is none: a boolean, a text, an array.

    Examples
    --------
    >>> import numpy as np
    >>> whole_number(np.int8(7)), whole_number(True), whole_number(np.arange(3))
    (7, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return operator.index(cast("SupportsIndex", value))
    except TypeError:
        return None


def real_number(value: object) -> float | None:
    """Return a number as a float, infinite beyond them; None of what is none: a boolean, a text.

    Examples
    --------
    >>> real_number(2), real_number(10**400), real_number(-(10**400))
    (2.0, inf, -inf)
    >>> real_number(True), real_number("2")
    (None, None)
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return None
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf  # type: ignore[operator]  # what has a float


def without_fractions(value: Any) -> Any:
    """Return an option's value without a `Fraction`, for which files and lines have no word.

    Examples
    --------
    >>> from fractions import Fraction
    >>> without_fractions({"no": Fraction(1, 4), "yes": 3}), without_fractions("gini")
    ({'no': 0.25, 'yes': 3}, 'gini')
    """
    if isinstance(value, Mapping):
        return {key: without_fractions(item) for key, item in value.items()}
    return float(value) if isinstance(value, Fraction) else value
