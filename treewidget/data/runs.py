"""Whole numbers in runs and in order, and the places of equal ones: what numpy has no call for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

T = TypeVar("T", bound=np.integer[Any])
_SHORT = 2  # bytes
_BITS = 32
_CLOSE = 4
"""Whole numbers up to so many times as many as there are of them are sooner ticked than sorted."""


def in_runs(first: NDArray[Any], sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Return runs of neighbouring numbers, one run behind the other.

    Examples
    --------
    >>> in_runs(np.array([7, 3]), np.array([2, 3])).tolist()
    [7, 8, 3, 4, 5]
    """
    ends = np.cumsum(sizes, dtype=np.int64)
    found: NDArray[np.int64] = np.repeat(first - (ends - sizes), sizes) + np.arange(sizes.sum())
    return found


def stable_order(numbers: NDArray[Any]) -> NDArray[np.intp]:
    """Return the places of whole numbers in their order; equal ones stay in theirs.

    They are sorted with their places below them, several times sooner than places alone, where 32
    bits hold either; short ones numpy sorts by their digits.

    Examples
    --------
    >>> stable_order(np.array([7, -5, 7, 0], dtype=np.int32)).tolist()
    [1, 3, 0, 2]
    """
    short = numbers.dtype.itemsize <= _SHORT or not len(numbers)
    if short or max(len(numbers), -int(numbers.min()), int(numbers.max()) + 1) > 1 << _BITS - 1:
        return np.argsort(numbers, kind="stable")
    packed = numbers.astype(np.int64)
    packed <<= _BITS
    packed |= np.arange(len(packed))
    packed.sort()
    packed &= (1 << _BITS) - 1
    return packed


def each_once(numbers: NDArray[T]) -> NDArray[T]:
    """Return whole numbers from 0 on ascending, each once: sooner than by numpy's own hashing.

    Examples
    --------
    >>> each_once(np.array([7, 0, 7])).tolist(), each_once(np.array([700, 0, 700])).tolist()
    ([0, 7], [0, 700])
    """
    if are_close(numbers):
        there = np.zeros(int(numbers.max()) + 1, dtype=bool)
        there[numbers] = True
        return np.flatnonzero(there).astype(numbers.dtype)
    ascending = np.sort(numbers)
    first = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=first[1:])
    return ascending[first]


def are_close(numbers: NDArray[Any]) -> bool:
    """Whether whole numbers from 0 on are so close that a place for each up to them is worth it.

    Examples
    --------
    >>> are_close(np.array([7, 0, 7])), are_close(np.array([700, 0, 700]))
    (True, False)
    """
    return len(numbers) > 0 and int(numbers.max()) < _CLOSE * len(numbers)


def alike(numbers: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[np.intp]]]:
    """Return the distinct ones among some numbers, ascending, and where each of them stands.

    Examples
    --------
    >>> distinct, places = alike(np.array([7, 5, 7]))
    >>> distinct.tolist(), [place.tolist() for place in places]
    ([5, 7], [[1], [0, 2]])
    """
    order = stable_order(numbers)
    ascending = numbers[order]
    begins = np.flatnonzero(np.diff(ascending)) + 1
    if not len(order):
        return ascending, []
    return ascending[np.append(0, begins)], np.split(order, begins)


def each_of(where: slice | NDArray[Any]) -> NDArray[Any]:
    """Return the places that a slice names from its start to its stop; a list of them is one.

    Examples
    --------
    >>> each_of(slice(3, 6)), each_of(np.array([1, 8]))
    (array([3, 4, 5]), array([1, 8]))
    """
    return np.arange(where.start, where.stop) if isinstance(where, slice) else where
