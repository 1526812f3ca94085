"""Whole numbers, whoever's they are."""

from __future__ import annotations

import operator
from typing import SupportsIndex, cast


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
