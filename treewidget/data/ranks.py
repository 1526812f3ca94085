"""Where a value stands among the keys of a column, exact for any number that can be asked for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .cut import largest_double

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .keys import Keys


def at_or_below(keys: NDArray[Any], value: float) -> NDArray[np.bool_]:
    """Return ``keys <= value`` without ever rounding an integer key or an integer value."""
    bound = _bound(keys.dtype, value)
    if bound is None:
        return np.full(keys.shape, fill_value=value > 0)
    return np.asarray(keys <= bound)


def rank_at_or_below(keys: Keys, value: float) -> int:
    """Return the rank of the last of ascending keys with ``key <= value``, or -1."""
    bound = _bound(keys.dtype, value)
    if bound is None:
        return len(keys) - 1 if value > 0 else -1
    return int(keys.searchsorted(bound, side="right")) - 1


def ranks_at_or_below(keys: Keys, values: Sequence[float]) -> NDArray[np.int64]:
    """Return the same of many values and keys that are whole numbers."""
    info, whole = np.iinfo(keys.dtype), list(map(math.floor, values))
    bounds = [min(max(one, info.min), info.max) for one in whole]
    found = keys.searchsorted(np.array(bounds, dtype=keys.dtype), side="right") - 1
    ranks = np.asarray(found, dtype=np.int64)
    ranks[[one < info.min for one in whole]] = -1
    return ranks


def _bound(dtype: np.dtype[Any], value: float) -> Any:
    """Return the largest value of a key type that is not above `value`; None outside its range."""
    if dtype.kind == "f":
        return largest_double(value)
    whole, info = math.floor(value), np.iinfo(dtype)
    return dtype.type(whole) if info.min <= whole <= info.max else None
