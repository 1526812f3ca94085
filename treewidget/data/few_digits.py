"""Factors of so few digits that sums of them are exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DIGITS = 53
"""Binary ones of a double."""


def short(values: Floats, most: int) -> Floats:
    """Return values with so few binary digits that up to so many times one of them is exact.

    So are sums then, in whatever order they are taken.

    Examples
    --------
    >>> short(np.array([1 / 3, 5.0]), 2**48).tolist()
    [0.34375, 5.0]
    """
    digits = DIGITS - most.bit_length()
    part, exponent = np.frexp(values)
    made: Floats = np.ldexp(np.rint(np.ldexp(part, digits)), exponent - digits)
    return made
