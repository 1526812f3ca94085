"""Many ids at once, as stretches of neighbours: what grew in one go has ids one after another."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    Numbers: TypeAlias = range | NDArray[np.integer[Any]]
    """The ids of what hangs below a node, in pre-order: neighbours where all of it was new."""


class Ids(Sequence[int]):
    """Ids in ascending order, as good as a tuple of them.

    Parameters
    ----------
    single : iterable of int
        One by one, in any order.
    runs : iterable of range or int array
        Some at once. No id is given twice.

    Examples
    --------
    >>> ids = Ids([7, 2], [range(3, 6)])
    >>> ids
    (2, 3, 4, 5, 7)
    >>> ids == (2, 3, 4, 5, 7), 4 in ids, 6 in ids, len(ids)
    (True, True, False, 5)
    """

    __slots__ = ("_ends", "_firsts", "runs")

    def __init__(self, single: Iterable[int] = (), runs: Iterable[Numbers] = ()) -> None:
        whole, mixed = list[range](), list[NDArray[np.integer[Any]]]()
        mixed.append(np.array(list(single), dtype=np.int64))
        for run in runs:
            if isinstance(run, range):
                whole.append(run)
            else:
                mixed.append(run)
        whole += _neighbours(np.sort(np.concatenate(mixed)))
        self.runs = list(_joined(sorted(whole, key=_first)))
        self._firsts = list(map(_first, self.runs))
        self._ends = list(accumulate(map(len, self.runs)))

    def __len__(self) -> int:
        """Return how many there are."""
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[int]:
        """Go through them."""
        return chain.from_iterable(self.runs)

    def __contains__(self, node_id: object) -> bool:
        """Return whether an id is among them."""
        if not isinstance(node_id, int):
            return False
        at = bisect_right(self._firsts, node_id) - 1
        return at >= 0 and node_id in self.runs[at]

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        """Return one of them, or several."""
        if isinstance(index, slice):
            return tuple(self)[index]
        place = range(len(self))[index]
        at = bisect_right(self._ends, place)
        return self.runs[at][place - self._ends[at]]

    def __eq__(self, other: object) -> bool:
        """Return whether other ids, or a tuple, are the same."""
        if isinstance(other, Ids):
            return self.runs == other.runs
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        """Return the hash of the tuple that it is as good as."""
        return hash(tuple(self))

    def __repr__(self) -> str:
        """Return the tuple that it is as good as."""
        return repr(tuple(self))


def _first(run: range) -> int:
    return run.start


def at_places(ids: Numbers, at: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Return those of some ids that stand at the places given.

    Examples
    --------
    >>> at_places(range(5, 9), np.array([3, 0])).tolist()
    [8, 5]
    """
    return ids.start + at if isinstance(ids, range) else ids[at]


def in_short(ids: Numbers) -> Numbers:
    """Return ids as a range where they are neighbours.

    Examples
    --------
    >>> in_short(np.array([4, 5, 6])), in_short(np.array([4, 6, 5]))
    (range(4, 7), array([4, 6, 5]))
    """
    first = int(ids[0])
    return range(first, first + len(ids)) if len(runs_of(ids)) == 1 else ids


def each(ids: Numbers) -> Sequence[int]:
    """Return all of some ids, as Python's own."""
    found: Sequence[int] = ids if isinstance(ids, range) else ids.tolist()
    return found


def runs_of(ids: Numbers) -> NDArray[np.intp]:
    """Return where each run of neighbours begins among ids.

    Examples
    --------
    >>> runs_of(np.array([3, 4, 9, 5, 6])).tolist()
    [0, 2, 3]
    """
    if isinstance(ids, range):
        return np.zeros(min(len(ids), 1), dtype=np.intp)
    return np.append(0, np.flatnonzero(np.diff(ids) != 1) + 1)[: len(ids)]


def _neighbours(ascending: NDArray[np.integer[Any]]) -> Iterator[range]:
    """Give ascending ids as runs."""
    begins = runs_of(ascending)
    sizes = np.diff(begins, append=len(ascending))
    firsts = ascending[begins]
    return map(range, firsts.tolist(), (firsts + sizes).tolist())


def _joined(runs: Iterable[range]) -> Iterator[range]:
    """Make one of those that follow each other."""
    last = range(0)
    for run in runs:
        if last and run.start == last.stop:
            last = range(last.start, run.stop)
            continue
        if last:
            yield last
        last = run
    if last:
        yield last
