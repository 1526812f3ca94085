"""The distinct values of a long column in less memory: exact, and found by rank when asked for.

A million doubles take 8 MB a column. In order they differ little from their neighbours, so blocks
of 64 hold their first value whole and of the others only what they add to it, in as many bits as
the block needs; zeros that all values end in (numbers that came as float32) are left out.
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

    Keys: TypeAlias = "NDArray[Any] | PackedKeys"
    Bits: TypeAlias = NDArray[np.uint64]

LEAST = 200_000
"""Fewer keys are little memory, and quicker to read as they are."""
_BLOCK = 64  # pack.hpp's
_HALVES = (32, 16, 8, 4, 2, 1)
_SIGN = np.uint64(1 << 63)


class PackedKeys:
    """Ascending numbers that are read like an array: by rank, by ranks, by slice, and searched.

    Parameters
    ----------
    dtype : dtype
        float64, int64 or uint64.
    size : int
    zeros : int
        How many zero bits all differences end in.
    bases : uint64 array
        The first value of each block, as a number in the order of the values.
    starts : uint32 array
        The first word of each block, and where the last block ends: the bits of a value there.
    words : uint64 array
    """

    __slots__ = ("_bases", "_size", "_starts", "_words", "_zeros", "dtype")

    def __init__(  # noqa: PLR0917  the kernel's own order
        self,
        dtype: np.dtype[Any],
        size: int,
        zeros: int,
        bases: Bits,
        starts: NDArray[np.uint32],
        words: Bits,
    ) -> None:
        self.dtype = dtype
        self._size, self._zeros = size, zeros
        self._bases, self._starts, self._words = bases, starts, words

    def __len__(self) -> int:
        """Return how many there are."""
        return self._size

    @property
    def nbytes(self) -> int:
        """Bytes of memory."""
        return self._bases.nbytes + self._starts.nbytes + self._words.nbytes

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return all of them, as numpy asks for them."""
        if copy is False:
            raise ValueError("packed keys are no array before they are read")
        return self[:].astype(dtype or self.dtype, copy=False)

    @overload
    def __getitem__(self, rank: int | np.integer[Any]) -> Any: ...
    @overload
    def __getitem__(self, rank: slice | NDArray[Any]) -> NDArray[Any]: ...
    def __getitem__(self, rank: int | np.integer[Any] | slice | NDArray[Any]) -> Any:
        """Return the value of a rank, or those of several; from -1 on they count from the end."""
        if isinstance(rank, slice):
            return self._plain(self._at(np.arange(self._size)[rank]))
        if not isinstance(rank, np.ndarray) or rank.ndim == 0:
            return self._plain(np.array([self._one(operator.index(rank))], dtype=np.uint64))[0]
        if rank.dtype == bool:
            rank = np.flatnonzero(rank)
        if len(rank) and not (-self._size <= rank.min() and rank.max() < self._size):
            raise IndexError(f"ranks from {rank.min()} to {rank.max()} of {self._size}")
        return self._plain(self._at(np.where(rank < 0, rank + self._size, rank)))

    def searchsorted(self, values: ArrayLike, side: Literal["left", "right"] = "left") -> Any:
        """Return where values would be put in, as numpy does."""
        wanted = _ordered(np.asarray(values).astype(self.dtype).ravel())
        if np.ndim(values) == 0:
            return self._place_of(wanted[0], side)
        below = np.less if side == "left" else np.less_equal
        block = self._bases.searchsorted(wanted, side=side) - 1
        place = np.maximum(block, 0) * _BLOCK  # the last known to lie below
        for step in _HALVES:
            further = np.minimum(place + step, self._size - 1)
            place = np.where(below(self._at(further), wanted), further, place)
        return np.where(block < 0, 0, place + 1).reshape(np.shape(values))

    def _place_of(self, wanted: np.uint64, side: Literal["left", "right"]) -> int:
        block = int(self._bases.searchsorted(wanted, side=side)) - 1
        if block < 0:
            return 0
        first = block * _BLOCK
        last = min(first + _BLOCK, self._size)
        bisect = bisect_left if side == "left" else bisect_right
        return bisect(range(self._size), int(wanted), first + 1, last, key=self._one)

    def _one(self, rank: int) -> int:
        if not -self._size <= rank < self._size:
            raise IndexError(f"rank {rank} of {self._size}")
        block, at = divmod(rank % self._size, _BLOCK)
        start = int(self._starts[block])
        width = int(self._starts[block + 1]) - start
        word, shift = divmod(at * width, _BLOCK)
        pair = int(self._words[start + word]) | int(self._words[start + word + 1]) << _BLOCK
        return int(self._bases[block]) + ((pair >> shift & (1 << width) - 1) << self._zeros)

    def _at(self, ranks: NDArray[np.intp]) -> Bits:
        block = ranks >> 6
        start = self._starts[block].astype(np.int64)
        width = self._starts[block + 1] - start
        bit = (ranks & (_BLOCK - 1)) * width
        word, shift = start + (bit >> 6), (bit & (_BLOCK - 1)).astype(np.uint64)
        # In two steps: no number may be moved by all of its 64 bits.
        upper = self._words[word + 1] << np.uint64(1) << (np.uint64(_BLOCK - 1) - shift)
        unused = ((_BLOCK - width) & (_BLOCK - 1)).astype(np.uint64)
        more = (upper | self._words[word] >> shift) << unused >> unused
        more = np.where(width > 0, more << np.uint64(self._zeros), np.uint64(0))
        values: Bits = self._bases[block] + more
        return values

    def _plain(self, ordered: Bits) -> NDArray[Any]:
        """Return what `_ordered` was given."""
        if self.dtype == np.uint64:
            return ordered
        if self.dtype.kind == "i":
            return (ordered ^ _SIGN).view(self.dtype)
        upward = (ordered & _SIGN) > 0
        return np.where(upward, ordered - _SIGN, _SIGN | (_SIGN - ordered)).view(self.dtype)


def _ordered(keys: NDArray[Any]) -> Bits:
    """Return numbers in the order of the values, which end in the zeros that those end in."""
    bits = np.ascontiguousarray(keys).view(np.uint64)
    if keys.dtype == np.uint64:
        return bits
    if keys.dtype.kind == "i":
        return bits ^ _SIGN
    magnitude = bits & ~_SIGN
    return np.where(bits & _SIGN, _SIGN - magnitude, _SIGN + magnitude)
