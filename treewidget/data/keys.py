"""The values of a column where no array holds them one by one, read like one all the same.

Inside they are unsigned numbers in the order of the values (as order.hpp has them), so that doubles
and whole numbers are one.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Bits: TypeAlias = NDArray[np.uint64]
    Keys: TypeAlias = "NDArray[Any] | CodedKeys"

SIGN = np.uint64(1 << 63)
_AT_ONCE = 1 << 15


class CodedKeys(ABC):
    """Ascending numbers that are read like an array: by code, by codes, by slice, and searched.

    Parameters
    ----------
    dtype : dtype
        float64, int64 or uint64.
    size : int
        How many codes there are.
    """

    __slots__ = ("_size", "dtype")

    def __init__(self, dtype: np.dtype[Any], size: int) -> None:
        self.dtype = dtype
        self._size = size

    def __len__(self) -> int:
        """Return how many codes there are."""
        return self._size

    @property
    @abstractmethod
    def parts(self) -> tuple[Any, ...]:
        """What the kernel reads them from; see numbers.hpp."""

    @abstractmethod
    def _one(self, code: int) -> int:
        """Return the ordered number of a code from 0 on."""

    @abstractmethod
    def _at(self, codes: NDArray[np.intp]) -> Bits:
        """Return the ordered numbers of codes from 0 on."""

    @abstractmethod
    def _places_of(self, wanted: Bits, side: Literal["left", "right"]) -> NDArray[np.intp]:
        """Return where ordered numbers would be put in."""

    @overload
    def __getitem__(self, code: int | np.integer[Any]) -> Any: ...
    @overload
    def __getitem__(self, code: slice | NDArray[Any]) -> NDArray[Any]: ...
    def __getitem__(self, code: int | np.integer[Any] | slice | NDArray[Any]) -> Any:
        """Return the value of a code, or those of several; from -1 on they count from the end."""
        if isinstance(code, slice):
            return self._read(np.arange(*code.indices(self._size)))
        if not isinstance(code, np.ndarray) or code.ndim == 0:
            at = operator.index(code)
            if not -self._size <= at < self._size:
                raise IndexError(f"code {at} of {self._size}")
            return self._plain(np.array([self._one(at % self._size)], dtype=np.uint64))[0]
        if code.dtype == bool:
            code = np.flatnonzero(code)
        if len(code) and not (-self._size <= code.min() and code.max() < self._size):
            raise IndexError(f"codes from {code.min()} to {code.max()} of {self._size}")
        return self._read(code)

    def _read(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Return the values of codes, so many at a time that what is reckoned stays in a cache."""
        values = np.empty(len(codes), dtype=self.dtype)
        for begin in range(0, len(codes), _AT_ONCE):
            some = codes[begin : begin + _AT_ONCE].astype(np.int64)
            some[some < 0] += self._size
            values[begin : begin + _AT_ONCE] = self._plain(self._at(some))
        return values

    def searchsorted(self, values: ArrayLike, side: Literal["left", "right"] = "left") -> Any:
        """Return where values would be put in, as numpy does."""
        wanted = ordered(np.asarray(values).astype(self.dtype).ravel())
        return self._places_of(wanted, side).reshape(np.shape(values))[()]

    def _plain(self, numbers: Bits) -> NDArray[Any]:
        """Return what `ordered` was given."""
        if self.dtype == np.uint64:
            return numbers
        if self.dtype.kind == "i":
            return (numbers ^ SIGN).view(self.dtype)
        upward = (numbers & SIGN) > 0
        return np.where(upward, numbers - SIGN, SIGN | (SIGN - numbers)).view(self.dtype)


def above(keys: NDArray[Any], least: Any) -> NDArray[np.float64]:
    """Return how far keys lie above the least one; whole numbers may be 64 bits apart.

    Examples
    --------
    >>> above(np.array([-(2**63), 0, 2**63 - 1]), np.int64(-(2**63))).tolist()
    [0.0, 9.223372036854776e+18, 1.8446744073709552e+19]
    """
    far = np.asarray(keys - least)
    if far.dtype == np.int64:
        far = far.view(np.uint64)
    return far.astype(np.float64)


def ordered(keys: NDArray[Any]) -> Bits:
    """Return numbers in the order of the values, which end in the zeros that those end in."""
    bits = np.ascontiguousarray(keys).view(np.uint64)
    if keys.dtype == np.uint64:
        return bits
    if keys.dtype.kind == "i":
        return bits ^ SIGN
    magnitude = bits & ~SIGN
    return np.where(bits & SIGN, SIGN - magnitude, SIGN + magnitude)
