"""The distinct values of a long column in less memory: exact, and found by rank when asked for.

A million doubles take 8 MB a column. In order they differ little from their neighbours, so blocks
of 64 hold their first value whole and of the others only what they add to it, in as many bits as
the block needs; zeros that all values end in (numbers that came as float32) are left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .keys import CodedKeys

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .keys import Bits

LEAST = 200_000
"""Fewer keys are little memory, and quicker to read as they are."""
_BLOCK = 64  # pack.hpp's
_HALVES = (32, 16, 8, 4, 2, 1)
_FEW = 8
"""So few are found sooner one by one: numpy's operations cost as much for one value as for many."""


class PackedKeys(CodedKeys):
    """Distinct values, ascending; codes are their ranks.

    Parameters
    ----------
    dtype : dtype
    size : int
    zeros : int
        How many zero bits all differences end in.
    bases : uint64 array
        The first value of each block, as a number in the order of the values.
    starts : uint32 array
        The first word of each block, and where the last block ends: the bits of a value there.
    words : uint64 array
    """

    __slots__ = ("_bases", "_starts", "_words", "_zeros")

    def __init__(  # noqa: PLR0917  the kernel's own order
        self,
        dtype: np.dtype[Any],
        size: int,
        zeros: int,
        bases: Bits,
        starts: NDArray[np.uint32],
        words: Bits,
    ) -> None:
        super().__init__(dtype, size)
        self._zeros = zeros
        self._bases, self._starts, self._words = bases, starts, words

    @property
    def parts(self) -> tuple[Any, ...]:
        """The zeros, bases, starts and words."""
        return self._zeros, self._bases, self._starts, self._words

    def _places_of(self, wanted: Bits, side: Literal["left", "right"]) -> NDArray[np.intp]:
        if len(wanted) <= _FEW:
            return np.array([self._place_of(one, side) for one in wanted.tolist()], dtype=np.intp)
        below = np.less if side == "left" else np.less_equal
        block = self._bases.searchsorted(wanted, side=side) - 1
        place = np.maximum(block, 0) * _BLOCK  # the last known to lie below
        for step in _HALVES:
            further = np.minimum(place + step, self._size - 1)
            place = np.where(below(self._at(further), wanted), further, place)
        return np.where(block < 0, 0, place + 1)

    def _place_of(self, wanted: int, side: Literal["left", "right"]) -> int:
        block = int(self._bases.searchsorted(np.uint64(wanted), side=side)) - 1
        if block < 0:
            return 0
        first = block * _BLOCK
        last = min(first + _BLOCK, self._size)
        bisect = bisect_left if side == "left" else bisect_right
        return bisect(range(self._size), wanted, first + 1, last, key=self._one)

    def _one(self, code: int) -> int:
        block, at = divmod(code, _BLOCK)
        start = int(self._starts[block])
        width = int(self._starts[block + 1]) - start
        word, shift = divmod(at * width, _BLOCK)
        pair = int(self._words[start + word]) | int(self._words[start + word + 1]) << _BLOCK
        return int(self._bases[block]) + ((pair >> shift & (1 << width) - 1) << self._zeros)

    def _at(self, codes: NDArray[np.intp]) -> Bits:
        block = codes >> 6
        start = self._starts[block].astype(np.int64)
        width = self._starts[block + 1] - start
        bit = (codes & (_BLOCK - 1)) * width
        word, shift = start + (bit >> 6), (bit & (_BLOCK - 1)).astype(np.uint64)
        # In two steps: no number may be moved by all of its 64 bits.
        upper = self._words[word + 1] << np.uint64(1) << (np.uint64(_BLOCK - 1) - shift)
        unused = ((_BLOCK - width) & (_BLOCK - 1)).astype(np.uint64)
        # A last block of one value takes no bits: what is read of it are the zeros behind them all.
        more = (upper | self._words[word] >> shift) << unused >> unused
        values: Bits = self._bases[block] + (more << np.uint64(self._zeros))
        return values
