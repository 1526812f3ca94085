"""The compiled engine's sets of rows, which many share one permutation for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class RowSet:
    """A stretch of row numbers; its order is nobody's business but the engine's.

    Parameters
    ----------
    held : uint32 array, or such an array, a begin and an end
        Not to be changed by anyone any more. A stretch is cut out when it is looked at: few of a
        large growth's ever are.
    ascending : bool
        Whether they are in frame order already.
    """

    __slots__ = ("_ascending", "_held")

    def __init__(
        self, held: NDArray[np.uint32] | tuple[NDArray[np.uint32], int, int], *, ascending: bool
    ) -> None:
        self._held = held
        self._ascending = ascending

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.held)

    @property
    def held(self) -> NDArray[np.uint32]:
        """The rows in whatever order they lie."""
        held = self._held
        if isinstance(held, tuple):
            rows, begin, end = held
            held = rows[begin:end]  # not kept: another thread may have sorted it meanwhile
        held.flags.writeable = False
        return held

    @property
    def ascending(self) -> NDArray[np.uint32]:
        """The rows in frame order."""
        if not self._ascending:
            self._held = np.sort(self.held)  # two threads may both do this: either's array is right
            self._ascending = True
        return self.held
