"""The seam everything hangs on: sets of rows, tables of counts, routes.

An engine does two things: it counts (`tables`) and it parts rows (`partition`). Whatever stands
above it (criteria, ranking, stopping rules, previews) works on the tables and never sees a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..data.dataset import Dataset
    from ..data.parts import Positions

Rows = NewType("Rows", object)
"""An opaque handle to a weighted set of rows. Handles are values: making or dropping one changes
no other, and how rows lie in memory is the engine's secret."""

SHARE, DROP, STOP, WAIT = -1, -2, -3, -4
"""Ways of missing rows that are no branch: in shares to every branch; out of all counts below; no
further than this node; no further in training, but new rows with most others, where there is a
branch of most."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Sufficient statistics of the target for each distinct value of one column in a set of rows.

    Attributes
    ----------
    codes : int array, shape (m,)
        Codes present among the rows, ascending: ranks of distinct values of an ordered column,
        levels of a nominal one. The missing code is never in it.
    rows : int array, shape (m,)
        Number of rows of each code.
    stats : float array, shape (m, S)
        Classification: the weight of each class (S = number of classes).
        Regression (S = 3): weight, weighted sum of the centred target, and weighted sum of its
        squares, the target being centred near the training rows' median.
    missing_rows : int
        Number of rows in which the column is missing.
    missing : float array, shape (S,)
        Their statistics.
    """

    codes: Ints
    rows: Ints
    stats: Floats
    missing_rows: int
    missing: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The tables of several columns, laid end to end so that a search is one array operation.

    ``tables[i]`` is the i-th column's own `Table`, a view.

    Attributes
    ----------
    columns : tuple of int
        The columns, as asked for.
    starts : int array, shape (d + 1,)
        Lines ``starts[i]:starts[i + 1]`` belong to the i-th column.
    codes, rows, stats
        As in `Table`, for all lines.
    missing_rows : int array, shape (d,)
    missing : float array, shape (d, S)
    """

    columns: tuple[int, ...]
    starts: Ints
    codes: Ints
    rows: Ints
    stats: Floats
    missing_rows: Ints
    missing: Floats

    def __len__(self) -> int:
        """Return the number of columns."""
        return len(self.columns)

    def __getitem__(self, index: int) -> Table:
        """Return one column's table."""
        lines = slice(self.starts[index], self.starts[index + 1])
        return Table(
            codes=self.codes[lines],
            rows=self.rows[lines],
            stats=self.stats[lines],
            missing_rows=int(self.missing_rows[index]),
            missing=self.missing[index],
        )

    def __iter__(self) -> Iterator[Table]:
        """Go through the columns."""
        return (self[index] for index in range(len(self)))


def end_to_end(tables: Sequence[Tables]) -> Tables:
    """Return the tables of several sets of rows as those of one, whose columns come again."""
    columns = tuple(column for one in tables for column in one.columns)
    lines = np.concatenate([np.diff(one.starts) for one in tables])
    parts = {
        part: np.concatenate([getattr(one, part) for one in tables])
        for part in ("codes", "rows", "stats", "missing_rows", "missing")
    }
    return Tables(columns, np.append(0, np.cumsum(lines)), **parts)


@dataclass(frozen=True, slots=True, eq=False)
class Route:
    """Which branch each code of a column goes to: all an engine needs to know of a split.

    Attributes
    ----------
    column : int
        Position of the column in the data set.
    branches : int
        Number of branches.
    missing : int
        Branch of missing rows and of codes that no branch names; or `SHARE`, `DROP`, `STOP`.
    cuts : int array or None
        For an ordered column: ascending ranks; code ``c`` goes to branch ``sum(c > cuts)``.
        May be empty: every known row goes to branch 0.
    levels : int array or None
        For a nominal column: ``levels[code]`` is the branch, -1 meaning "as missing".
    surrogates : tuple of Route
        Of two branches each, over other columns; asked in their order where a code is missing, and
        only what they do not know either goes by `missing`. Their own `missing` means nothing.
    shares : float array, shape (branches,), or None
        With `SHARE`: how much of a missing row goes to each branch; they add up to 1. None: as
        large as the branches' known weights, ``N_i / N_known`` (Quinlan 1993, chapter 3).
    flipped : bool
        Of a surrogate: its branches 0 and 1 trade places.
    """

    column: int
    branches: int
    missing: int
    cuts: Ints | None = None
    levels: Ints | None = None
    surrogates: tuple[Route, ...] = ()
    shares: Floats | None = None
    flipped: bool = False


class Engine(Protocol):
    """What an engine offers. All methods are pure and safe to call from several threads."""

    name: str

    def rows(self, positions: Positions) -> Rows:
        """Return the set of the given row positions of the data set, in that order."""

    def weighted(self, positions: NDArray[np.intp], shares: Floats) -> Rows:
        """Return a set that holds each row with a share of its weight, above 0 and up to 1."""

    def positions(self, rows: Rows) -> NDArray[np.intp]:
        """Return the positions a set holds, in the order of the frame."""

    def shares(self, rows: Rows) -> Floats | None:
        """Return the share of each row of a set, in the order of `positions`; None: all are 1."""

    def size(self, rows: Rows) -> int:
        """Return the number of rows of a set."""

    def total(self, rows: Rows) -> tuple[int, Floats]:
        """Return the number of rows and the target statistics (S,) of a set."""

    def totals(self, sets: Sequence[Rows]) -> tuple[Ints, Floats]:
        """Return the same of several sets, at least one: shapes (m,) and (m, S)."""

    def scatter(self, rows: Rows) -> float:
        """Return the weighted sum of squares about the set's own mean (regression).

        Taken in a second pass over the rows: the statistics alone would lose it to cancellation
        where a set lies far from the training mean. Exactly 0 when the target is constant.
        """

    def tables(self, rows: Rows, columns: Sequence[int], target: Ints | None = None) -> Tables:
        """Return the table of each column. O(n log n) a column in the numpy engine.

        With `target`, a code from 0 on for each row of the set (in the order of `positions`), the
        statistics are the weights of those codes instead of the data set's own target: S is one
        more than the largest code, and at least 2.
        """

    def tables_of(self, sets: Sequence[Rows], columns: Sequence[int]) -> Tables:
        """Return the tables of several sets, end to end: one set's columns after the other's."""

    def target_histogram(self, rows: Rows) -> Ints:
        """Return counts of rows of the target's bins (regression), shape (bins,)."""

    def missing_rows(self, rows: Rows, column: int) -> int:
        """Return how many rows of a set lack a column."""

    def partition(self, rows: Rows, route: Route) -> tuple[Rows, ...]:
        """Return the set of rows of each branch; a row may come in several, in shares. O(n)."""

    def partitions(self, sets: Sequence[Rows], routes: Sequence[Route]) -> list[tuple[Rows, ...]]:
        """Return what `partition` does of each of several sets, by the route given for it."""

    def over(self, dataset: Dataset) -> Engine:
        """Return an engine of the same kind over other columns of the same rows.

        It takes this one's sets of rows as its own.
        """
