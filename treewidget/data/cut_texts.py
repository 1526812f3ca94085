"""The texts of many cuts between floats at once: those that `Cut.text` finds one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .cut import CLOSE, FEW_DIGITS, MOST_PLACES, PLAIN_FROM, PLAIN_TO, shortest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from .cut import Cut

    Floats = NDArray[np.float64]

WORTH: Final = 32
"""From so many cuts on arrays pay."""
EXACT: Final = 1e15
"""Up to here a double's place between two whole numbers is known to a few digits."""


def write_texts(cuts: Iterable[Cut]) -> None:
    """Have some cuts know their texts.

    Most of what a text costs are the numbers of decimals that are tried in vain. Arithmetic tells
    which of them cannot do; the first that may is where the search for the text begins.
    """
    waiting = [(cut, cut.shown) for cut in cuts if isinstance(cut.shown, tuple)]
    if len(waiting) < WORTH:
        return
    values = np.array([(cut.value, *sides) for cut, sides in waiting], dtype=np.float64)
    middle, low, high = values.T
    limits = np.stack(_limits(low, high, middle))
    sizes = np.abs([middle, limits[2]])
    plain = np.flatnonzero((sizes >= PLAIN_FROM).all(axis=0) & (sizes < PLAIN_TO).all(axis=0))
    plain = plain[~_may_be_short(sizes[0, plain])]
    columns = (*limits[:, plain], _least_places(*limits[:, plain]))
    lines = zip(plain.tolist(), *(column.tolist() for column in columns), strict=True)
    for at, *found in lines:
        waiting[at][0].write(shortest(*found))


def _limits(low: Floats, high: Floats, middle: Floats) -> tuple[Floats, Floats, Floats]:
    """Return between which values each text may lie, and near which: see `short_decimal`."""
    with np.errstate(over="ignore"):
        slack = (high / 2 - low / 2) * (2 * CLOSE)
        least = np.maximum(low, middle - slack)
        most = np.minimum(high, np.nextafter(middle + slack, np.inf))
        return least, most, np.where(middle == low, middle + slack / 2, middle)


def _may_be_short(size: Floats) -> NDArray[np.bool_]:
    """Return which numbers may have few digits: those are written as they are."""
    scaled = size * 10.0 ** (FEW_DIGITS - 1 - np.floor(np.log10(size)))
    return np.asarray(np.abs(scaled - np.rint(scaled)) < 1e-3)  # noqa: PLR2004 - of a digit


def _least_places(low: Floats, high: Floats, middle: Floats) -> NDArray[np.int64]:
    """Return how many decimals a number needs at least to be rounded into ``[low, high]``."""
    least = np.zeros(len(middle), dtype=np.int64)
    left = np.arange(len(middle))
    for places in range(MOST_PLACES):
        value, scale = middle[left], 10.0**places
        scaled = value * scale
        near = np.rint(scaled)
        slack = 1e-15 * np.abs(value)
        out = (near / scale < low[left] - slack) | (near / scale > high[left] + slack)
        half = np.abs(np.abs(scaled - near) - 0.5) < 1e-6  # noqa: PLR2004 - either way, perhaps
        left = left[out & ~half & (np.abs(scaled) < EXACT)]
        if not len(left):
            break
        least[left] = places + 1
    return least
