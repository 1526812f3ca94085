"""What a target of numbers is centred on, so that sums of its squares keep their digits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SAMPLE: Final = 1 << 16
"""Of so many values the median is as good as that of all."""
BITS: Final = 4
"""A centre is rounded to a power of two so many times halved below what values differ by."""


def centre_of(values: Floats, weights: Floats) -> float:
    """Return a round number in the middle of some values.

    It is near their median: a few values far away take no digits of the others, once a tree has
    parted them, and the mean is never further from it than the standard deviation. It is round, so
    that zeros, whole numbers and the like stay as exact as they came, and so do their sums.

    Parameters
    ----------
    values : float array, shape (n,)
        None is missing; at least one.
    weights : float array, shape (n,)
        Not all 0.

    Examples
    --------
    >>> centre_of(np.array([0.0, 0.0, 0.0, 50.3]), np.ones(4))
    0.0
    >>> centre_of(np.array([3.1, 4.2, 4.9, 7.7]), np.ones(4))
    4.5625
    """
    share = weights / weights.sum()
    mean = float(np.sum(share * values))
    some = values[:: len(values) // SAMPLE + 1]
    middle = float(np.median(some))
    differ = float(np.median(np.abs(some - middle)))
    if abs(middle - mean) > np.sqrt(np.sum(share * np.square(values - mean))):
        return mean  # most values weigh next to nothing
    if differ == 0:
        return middle  # one of the values, and most are the same
    grid = 2.0 ** (np.floor(np.log2(differ)) - BITS)
    return float(np.rint(middle / grid) * grid)
