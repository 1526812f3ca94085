"""Numbers in runs, and the places of equal ones: what numpy has no single call for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


def alike(numbers: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[np.intp]]]:
    """Return the distinct ones among some numbers, ascending, and where each of them stands.

    Examples
    --------
    >>> distinct, places = alike(np.array([7, 5, 7]))
    >>> distinct.tolist(), [place.tolist() for place in places]
    ([5, 7], [[1], [0, 2]])
    """
    order = np.argsort(numbers, kind="stable")
    ascending = numbers[order]
    begins = np.flatnonzero(np.diff(ascending)) + 1
    if not len(order):
        return ascending, []
    return ascending[np.append(0, begins)], np.split(order, begins)
