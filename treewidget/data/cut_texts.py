"""The texts of many cuts between floats at once: those that `Cut.text` finds one by one."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from .cut import CLOSE, FEW_DIGITS, MOST_PLACES, PLAIN_FROM, PLAIN_TO, short_decimal, shortest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from .cut import Cut

    Floats = NDArray[np.float64]

AT_ONCE: Final = 1 << 16
"""So many are worked out together: arrays that stay in a cache."""
WORTH: Final = 32
"""From so many cuts on arrays pay."""
KNOWN: Final = 1 << 12
"""So many texts of other numbers are remembered: of few digits there are few."""
EXACT: Final = 1e15
"""Up to here a double's place between two whole numbers is known to a few digits."""


def write_texts(cuts: Iterable[Cut]) -> None:
    """Have some cuts know their texts."""
    waiting = [(cut, cut.shown) for cut in cuts if isinstance(cut.shown, tuple)]
    if len(waiting) < WORTH:
        return
    middle = np.array([float(cut.value) for cut, _ in waiting])
    low, high = np.array([sides for _, sides in waiting]).T.copy()
    for (cut, _), text in zip(waiting, texts_of(middle, low, high), strict=True):
        cut.write(text)


def texts_of(middle: Floats, low: Floats, high: Floats) -> list[str]:
    """Return `short_decimal` of many cuts, each between two neighbours.

    Most of what a text costs are the numbers of decimals that are tried in vain. Arithmetic tells
    which of them cannot do; those of the first that may are written all together.
    """
    known = lru_cache(KNOWN)(short_decimal)  # but for zeros: those of either sign are one to it
    texts: list[str] = []
    for begin in range(0, len(middle), AT_ONCE):
        some = slice(begin, begin + AT_ONCE)
        texts += _some_texts(middle[some], low[some], high[some], known)
    return texts


def _some_texts(
    middle: Floats, low: Floats, high: Floats, known: Callable[[float, float, float], str]
) -> list[str]:
    limits = np.stack(_limits(low, high, middle))
    sizes = np.abs([middle, limits[2]])
    plain = np.flatnonzero((sizes >= PLAIN_FROM).all(axis=0) & (sizes < PLAIN_TO).all(axis=0))
    plain = plain[~_may_be_short(sizes[0, plain])]
    texts = np.empty(len(middle), dtype=object)
    texts[plain] = _plain_texts(*limits[:, plain])
    others = np.delete(np.arange(len(middle)), plain)
    columns = (column[others].tolist() for column in (low, high, middle))
    for at, below, above, value in zip(others.tolist(), *columns, strict=True):
        texts[at] = (known if value else short_decimal)(below, above, value)
    found: list[str] = texts.tolist()
    return found


def _plain_texts(low: Floats, high: Floats, middle: Floats) -> list[str]:
    """Return `shortest` of many, none of which has an exponent."""
    texts = np.empty(len(middle), dtype=object)
    least = _least_places(low, high, middle)
    for places in range(MOST_PLACES + 1):
        here = np.flatnonzero(least == places)
        written = (f"%.{places}f\n" * len(here) % tuple(middle[here].tolist())).split()
        texts[here] = written
        values = np.fromiter(map(float, written), np.float64, len(here))
        odd = (values == high[here]) | (values == 0) | (places == MOST_PLACES)
        least[here[~odd & ((values < low[here]) | (values > high[here]))]] += 1
        for at in here[odd]:
            texts[at] = shortest(float(low[at]), float(high[at]), float(middle[at]), places)
    found: list[str] = texts.tolist()
    return found


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
