"""Codes of a long column in as few bytes as hold them: exact, and found by row when asked for.

A million rows take 4 MB a column as int32. Codes below 2**24 fit three bytes, those of few levels
one. They lie one behind the other after a margin, so that the four bytes that end where a code ends
are a number whose upper bytes are the code: it is read at once, and what is too much shifted out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

import numpy as np

from .. import kernels

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

LEAST = 200_000
"""Shorter columns are little memory, and quicker to read as they are."""
_WHOLE = 4
_BITS = 8
_MANY = 4
"""Of one row in so many, all are read: numpy is slow to pick what is not aligned."""


class NarrowCodes:
    """Codes of rows, read like an array of int32: by rows, or all with ``codes[:]``.

    Parameters
    ----------
    held : uint8 array
        So many bytes a code, which are the code and one more (0 where missing), the lowest first,
        behind a margin of what is left of four.
    width : int
        1, 2 or 3.
    """

    __slots__ = ("_shift", "_words", "held", "width")

    dtype = np.dtype(np.int32)

    def __init__(self, held: NDArray[np.uint8], width: int) -> None:
        self.held, self.width = held, width
        self._shift = np.uint32(_BITS * (_WHOLE - width))
        size = (len(held) - (_WHOLE - width)) // width
        self._words = np.ndarray((size,), np.dtype("<u4"), held, 0, (width,))

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._words)

    @overload
    def __getitem__(self, rows: int | np.integer[Any]) -> np.int32: ...
    @overload
    def __getitem__(self, rows: slice | NDArray[Any]) -> NDArray[np.int32]: ...
    def __getitem__(self, rows: int | np.integer[Any] | slice | NDArray[Any]) -> Any:
        """Return the code of a row, or those of several, as numpy does."""
        if isinstance(rows, np.ndarray) and len(rows) > len(self) // _MANY:
            return self[:][rows]
        codes = (self._words[rows] >> self._shift).view(np.int32)
        codes -= 1
        return codes

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return all of them, as numpy asks for them."""
        if copy is False:
            raise ValueError("narrow codes are no array before they are read")
        return self[:].astype(dtype or np.int32, copy=False)


def held_bytes(values: NDArray[Any] | NarrowCodes) -> tuple[NDArray[Any], int]:
    """Return what holds codes or other numbers, as the kernel reads it, and the bytes of each."""
    if isinstance(values, NarrowCodes):
        return values.held, values.width
    return values, values.itemsize


def narrowed(codes: NDArray[np.int32], keys: int) -> NDArray[np.int32] | NarrowCodes:
    """Return the codes of a column that has so many, in less memory where that is worth it."""
    width = next((width for width in (1, 2, 3) if keys < 1 << _BITS * width), _WHOLE)
    if len(codes) < LEAST or width == _WHOLE or len(codes) * width > kernels.MOST_ROWS - _WHOLE:
        return codes
    held = np.empty(len(codes) * width + _WHOLE - width, dtype=np.uint8)
    native = kernels.native()
    (_narrow if native is None else native.narrow)(codes, width, held)
    return NarrowCodes(held, width)


def _narrow(codes: NDArray[np.int32], width: int, held: NDArray[np.uint8]) -> None:
    held[: _WHOLE - width] = 0
    whole = (codes + np.int32(1)).astype("<i4").view(np.uint8).reshape(-1, _WHOLE)
    held[_WHOLE - width :].reshape(-1, width)[:] = whole[:, :width]
