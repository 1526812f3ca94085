"""Codes by arithmetic: where values lie on a grid, a value's code is its place on it.

Whole numbers lie on one, and so do doubles that came as float32 or that have few digits in binary.
Nothing is sorted for such codes and nothing kept beside them; most of them no row has. Doubles of
many digits have no grid of less than 2**31 places: they are ranked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .keys import SIGN, CodedKeys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .keys import Bits

LEAST = 200_000
"""Shorter columns are ranked quickly enough."""


class SpacedKeys(CodedKeys):
    """The places of a grid; codes are their numbers. The first and the last are values of a row.

    Parameters
    ----------
    dtype : dtype
    low : int
        The first value below zero, as a number in the order of the values.
    above : int
        The first value above zero, likewise.
    zeros : int
        Neighbours on the grid are ``2**zeros`` apart.
    negatives, zero, positives : int
        How many places there are below, at and above zero. Between there are none.
    """

    __slots__ = ("_above", "_low", "_negatives", "_positives", "_zero", "_zeros")

    def __init__(  # noqa: PLR0917  the kernel's own order
        self,
        dtype: np.dtype[Any],
        low: int,
        above: int,
        zeros: int,
        negatives: int,
        zero: int,
        positives: int,
    ) -> None:
        super().__init__(dtype, negatives + zero + positives)
        self._low, self._above, self._zeros = low, above, zeros
        self._negatives, self._zero, self._positives = negatives, zero, positives

    @property
    def parts(self) -> tuple[Any, ...]:
        """The grid."""
        places = self._negatives, self._zero, self._positives
        return self._low, self._above, self._zeros, *places

    def _one(self, code: int) -> int:
        if code < self._negatives:
            return self._low + (code << self._zeros)
        over = code - self._negatives - self._zero
        return int(SIGN) if over < 0 else self._above + (over << self._zeros)

    def _at(self, codes: NDArray[np.intp]) -> Bits:
        zeros, places = np.uint64(self._zeros), codes.astype(np.uint64)
        over = np.uint64(self._negatives + self._zero)
        found = np.where(
            places < over,
            np.uint64(self._low) + (places << zeros),
            np.uint64(self._above) + (places - over << zeros),
        )
        if self._zero:
            found[places == self._negatives] = SIGN
        return found

    def _places_of(self, wanted: Bits, side: Literal["left", "right"]) -> NDArray[np.intp]:
        if side == "right":
            return self._upto(wanted)
        return np.where(wanted > 0, self._upto(wanted - np.uint64(1)), 0)

    def _upto(self, wanted: Bits) -> NDArray[np.intp]:
        """Return how many places are at most some numbers."""
        under = self._stretch(wanted, self._low, self._negatives)
        over = self._stretch(wanted, self._above, self._positives)
        return under + (wanted >= SIGN) * self._zero + over

    def _stretch(self, wanted: Bits, first: int, size: int) -> NDArray[np.intp]:
        if not size:
            return np.zeros(len(wanted), dtype=np.intp)
        begin = np.uint64(first)
        behind = np.maximum(wanted, begin) - begin >> np.uint64(self._zeros)
        places = np.minimum(behind, np.uint64(size - 1)).astype(np.intp) + 1
        return np.where(wanted < begin, 0, places)
