"""Values that are equal but for rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SAME = 1e-12
_GREATEST = 1e300


def ties(values: Sequence[float]) -> list[list[int]]:
    """Return the positions of values in lists of equals, the least first.

    A value equals the least of its list if it lies within 1e-12 of it, relatively where they are
    larger than 1.

    Examples
    --------
    >>> ties([3.0, 1.0, 3.0 + 1e-15, 2.0])
    [[1], [3], [0, 2]]
    """
    order = sorted(range(len(values)), key=lambda at: values[at])
    lists: list[list[int]] = []
    most = 0.0
    for at in order:
        value = min(max(values[at], -_GREATEST), _GREATEST)
        if not lists or value > most:
            lists.append([])
            most = value + SAME * max(1.0, abs(value))
        lists[-1].append(at)
    return [sorted(equals) for equals in lists]
