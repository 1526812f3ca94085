"""Growing a whole subtree in one call: what an engine may offer beside the contract.

The plain way is one search and one partition a node (`induction.growth`); an engine that can do
better grows at once and hands back arrays, with the same splits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from .contract import Floats, Ints, Rows

CRITERIA: Final = {"gini": 0, "entropy": 1, "squared_error": 2, "absolute_error": 3}
MANY = 4096
"""So many items of an array are made Python's own in well under a millisecond."""


@dataclass(frozen=True, slots=True)
class GrowthTask:
    """The rules of a growth, complete and in rows and weights.

    Attributes
    ----------
    criterion : {"gini", "entropy", "squared_error", "absolute_error"}
    split_rows, leaf_rows : int
    leaf_weight : float
    min_decrease : float
        Least share of `root_weight` times gain.
    root_weight : float
    zero_gain : bool
    max_leaves : int
        Over all starts; 0 is no limit, and depth first.
    sorted_rows : int
        From which size on nodes are searched in sorted lists; 0: as suits. The tree is the same.
    sifted_rows : int
        From how many rows a class on a growth until the end sifts them by parts of bins; 0: as
        suits. The tree is the same.
    altered : tuple of float, optional
        What the rows of each class weigh where gains are made of them, all above 0 and such that
        sums of them are exact (`Stakes.altered`). Statistics that come back count rows.
    """

    criterion: str
    split_rows: int
    leaf_rows: int
    leaf_weight: float
    min_decrease: float
    root_weight: float
    zero_gain: bool
    max_leaves: int = 0
    sorted_rows: int = 0
    sifted_rows: int = 0
    altered: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Grown:
    """One line a node, in pre-order, one tree after the other.

    Attributes
    ----------
    starts : int array
        The line of each start.
    column : int array
        -1: a leaf.
    low, high : int array
        Ordered columns: the ranks a cut lies between, or twice that of the value it lies at; both
        -1 where known is against missing.
    missing : int array
        The branch of missing rows: 1 where known is against missing.
    group : int array, shape (m + 1,)
    levels : int array
        Nominal columns: ``levels[group[i]:group[i + 1]]`` go to branch 0. Both are as good as empty
        where no column is nominal.
    other : int array
        The line of branch 1; that of branch 0 is the next. -1 at a leaf.
    gain : float array
    stats : float array, shape (m, S)
    scatter : float array
        Regression: as `Engine.scatter`; else empty.
    rows : array
        Node i holds ``rows[begin[i]:end[i]]``, in no particular order.
    begin, end : int array
    """

    starts: Ints
    column: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    missing: NDArray[np.uint8]
    group: Ints
    levels: NDArray[np.int32]
    other: NDArray[np.int32]
    gain: Floats
    stats: Floats
    scatter: Floats
    rows: NDArray[np.uint32]
    begin: NDArray[np.integer[Any]]
    end: NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Forks:
    """What parts new rows at each line of a growth.

    Attributes
    ----------
    cut : int array
        Ordered columns: the rank of the highest value of branch 0.
    missing : int array
        The branch of missing rows, and of levels that no group names.
    ends : int array, shape (2m + 1,)
    levels : int array
        Nominal columns: ``levels[ends[2 * i]:ends[2 * i + 1]]`` go to branch 0, those up to the
        next end to branch 1.
    """

    cut: NDArray[np.int32]
    missing: NDArray[np.uint8]
    ends: Ints
    levels: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The best split of one ordered column.

    Attributes
    ----------
    column : int
    gain : float
    low, high : int
        The ranks the cut lies between; both -1 where known is against missing.
    missing : int
        The branch of missing rows.
    first : float array
        Statistics of branch 0: the classes' weights, or weight and weighted sum.
    """

    column: int
    gain: float
    low: int
    high: int
    missing: int
    first: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """An ordered column at a node, as far as its bins tell. Empty where it has no values there.

    Attributes
    ----------
    missing_rows : int
        They lie above every cut here.
    codes : int array, shape (bins,)
        The last one of each bin, whether a row has it or not.
    rows : int array, shape (bins,)
        How many rows there are up to it.
    edges : float array, shape (bins,)
        What a cut behind it gains; minus infinity where none is allowed.
    bounds : float array, shape (bins,)
        What no cut inside the bin gains more than; minus infinity where none is allowed.
    """

    missing_rows: int
    codes: NDArray[np.int32]
    rows: Ints
    edges: Floats
    bounds: Floats


class Inspection:
    """One look at a node's ordered columns: the best of all first, the others when asked for."""

    def __init__(self, native: Any, task: GrowthTask) -> None:  # noqa: ANN401
        self._native = native
        self._task = task

    def best(self) -> Best | None:
        """Return the best split of all ordered columns; None where there is none."""
        found = self._native.best()
        return self._told(found[0]) if found else None

    def every(self, columns: Sequence[int]) -> list[Best]:
        """Return the best split of each of these columns that has one."""
        return [self._told(found) for found in self._native.every(list(columns))]

    def _told(self, found: tuple[Any, ...]) -> Best:
        best = Best(*found)
        return replace(best, first=counted(best.first, self._task))

    def outline(self, column: int) -> Outline:
        """Return what an ordered column gains at the edges of its bins, and inside them at most."""
        return Outline(*self._native.outline(column))

    def inside(self, column: int, bins: Sequence[int]) -> Floats:
        """Return what the best cut inside each of these bins gains; minus infinity for none."""
        return cast("Floats", self._native.inside(column, list(bins)))

    def around(self, column: int, edge: int) -> tuple[int, int]:
        """Return the codes present on either side of a bin's edge; -1 for none above it."""
        low, high = self._native.around(column, edge)
        return low, high


class GrowingEngine(Protocol):
    """An engine that can grow at once."""

    def grow(
        self,
        starts: Sequence[Rows],
        levels: Sequence[int | None],
        task: GrowthTask,
        step: Callable[[float], None],
    ) -> Grown:
        """Grow from every set of rows, each by so many levels at most.

        `step` is called now and then with the share done; what it raises stops the growth.
        """

    def descend(self, starts: Sequence[Rows], grown: Grown, forks: Forks) -> Grown:
        """Send other rows down a growth, each set from its start.

        Returns the growth with their rows in the place of its own, and their statistics at every
        node but the starts.
        """

    def middles(self, grown: Grown) -> tuple[Floats, Floats]:
        """Return the median of the target at every node, and the mean absolute error about it.

        Both are 0 where there are no rows.
        """

    def slices_of(self, grown: Grown) -> Iterator[Rows]:
        """Give the rows of every node."""

    def inspect(self, rows: Rows, task: GrowthTask) -> Inspection:
        """Look at a node."""


def items_of(values: NDArray[Any]) -> Iterator[Any]:
    """Give the items of a long array as Python's own, some thousand at a time."""
    for begin in range(0, len(values), MANY):
        yield from values[begin : begin + MANY].tolist()


def together(starts: Sequence[NDArray[np.uint32]]) -> tuple[NDArray[np.uint32], list[int]]:
    """Return a copy of all rows, one start after the other, and the borders between them."""
    return np.concatenate(starts), [0, *np.cumsum([len(start) for start in starts]).tolist()]


def counted(stats: Floats, task: GrowthTask) -> Floats:
    """Return statistics of classes as numbers of rows, where the classes were altered."""
    return stats if task.altered is None else np.rint(stats / task.altered)
