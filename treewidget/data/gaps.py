"""Many cuts of a column at once, each in the middle of a gap between two of its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .cut import float_midpoints
from .reading import at_or_below
from .runs import alike

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .column import Column


_RANK = 32  # bits


class Gaps(NamedTuple):
    """Gaps between values of an ordered column, in which cuts lie.

    Attributes
    ----------
    column : Column
    low, high : int array
        The ranks of the two values of each.
    """

    column: Column
    low: NDArray[np.int32]
    high: NDArray[np.int32]

    def at_or_below(self, keys: NDArray[Any]) -> NDArray[np.bool_]:
        """Return which keys, one for each gap, are at most its cut; see `reading.at_or_below`."""
        column, low, high = self
        if column.kind == "number":
            return np.asarray(keys <= float_midpoints(column.keys[low], column.keys[high]))
        pairs, places = alike(low.astype(np.int64) << _RANK | high)
        cuts = column.midpoints(pairs >> _RANK, pairs & (1 << _RANK) - 1)
        below = np.zeros(len(keys), dtype=bool)
        for cut, here in zip(cuts, places, strict=True):
            below[here] = at_or_below(keys[here], cut.value)
        return below
