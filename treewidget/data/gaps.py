"""Many cuts of a column at once, each in the middle of a gap between two of its values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .cut import float_midpoints, largest_double

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .column import Column


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

    def highest(self) -> NDArray[Any]:
        """Return the highest number that is not above each cut, of the kind the column's keys are.

        Examples
        --------
        >>> from treewidget.data import Column
        >>> column = Column("x", "integer", np.empty(0, np.int32), np.array([1, 4, 5]))
        >>> Gaps(column, np.array([0, 1]), np.array([1, 2])).highest().tolist()
        [2, 4]
        """
        column = self.column
        one, two = column.keys[self.low], column.keys[self.high]
        if column.kind == "number":
            return float_midpoints(one, two)
        if column.kind == "integer":
            middle: NDArray[Any] = (one & two) + ((one ^ two) >> 1)  # their sum might overflow
            return middle
        if column.kind == "datetime":
            return column.calendar.midpoints(one, two)
        return one.astype(np.int64, copy=False)

    def highest_doubles(self) -> NDArray[np.float64]:
        """Return the same among doubles, whatever the column's keys are."""
        if self.column.kind == "number":
            return self.highest()
        cuts = self.column.midpoints(self.low, self.high)
        return np.array([largest_double(cut.value) for cut in cuts], dtype=np.float64)
