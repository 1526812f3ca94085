"""The plain engine: numpy over coded columns in memory, simple and exact.

A set of rows is the sorted array of their positions, with an array of shares where some are held in
part; weights are the data set's times the shares. The same rows always give the same bits: by
codes, sums run over the rows in frame order, one after the other, whichever way the codes are
grouped; over a whole set as `_summed` says. Without weights every count of whole rows is an integer
held exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from .contract import Floats, Ints, Route, Rows, Tables, end_to_end
from .weighted import Weighted, in_order, parted, stacked, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.dataset import Dataset
    from ..data.parts import Positions

_BITS = 64
_EIGHT = 8
DENSE = 4
"""Codes are counted in a full array while it has at most so many places for each cell to count;
beyond that (a small node of a column with many values) the cells are sorted instead."""


class NumpyEngine:
    """Counts and parts the rows of one data set. See `contract.Engine` for the methods.

    Parameters
    ----------
    dataset : Dataset
        Its columns, target and weights are read once; nothing is written.
    """

    name = "numpy"

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        columns, target = dataset.columns, dataset.target
        # Code 0 is "missing" here, so that every column's lines begin with its missing one.
        self._codes = np.array([column.codes for column in columns], dtype=np.int32)
        self._codes += 1
        self._sizes = np.array([len(column.keys) + 1 for column in columns], dtype=np.int64)
        self._weights = dataset.weights
        self._classes = len(target.classes) if target.task == "classification" else 0
        if self._classes:
            self._target_codes = target.codes.astype(np.int64)
        else:
            self._values = target.values - target.centre

    def rows(self, positions: Positions) -> Rows:
        """Return the set of the given positions."""
        return _handle(np.sort(np.asarray(positions, dtype=np.intp)))

    def weighted(self, positions: NDArray[np.intp], shares: Floats) -> Rows:
        """Return the set of the given positions, each held to its share."""
        return _handle(*in_order(positions, shares))

    def positions(self, rows: Rows) -> NDArray[np.intp]:
        """Return the positions, ascending (read-only)."""
        return _held(rows)[0]

    def shares(self, rows: Rows) -> Floats | None:
        """Return the share of each row (read-only); None: all are 1."""
        return _held(rows)[1]

    def size(self, rows: Rows) -> int:
        """Return the number of rows."""
        return len(_held(rows)[0])

    def total(self, rows: Rows) -> tuple[int, Floats]:
        """Return the number of rows and their statistics."""
        held, shares = _held(rows)
        weights = weights_of(self._weights, held, shares)
        if self._classes:
            one_line = np.zeros(len(held), dtype=np.intp)
            codes = self._target_codes[held]
            return len(held), _class_sums(one_line, codes, 1, self._classes, weights)[0]
        return len(held), np.array([_summed(term) for term in _terms(self._values[held], weights)])

    def totals(self, sets: Sequence[Rows]) -> tuple[Ints, Floats]:
        """Return the number of rows of several sets and their statistics."""
        return stacked([self.total(rows) for rows in sets])

    def scatter(self, rows: Rows) -> float:
        """Return the weighted sum of squares about the set's own mean."""
        held, shares = _held(rows)
        values, weights = self._values[held], weights_of(self._weights, held, shares)
        if not len(values) or values.min() == values.max():
            return 0.0
        counted, weighted, _ = _terms(values, weights)
        weight = _summed(counted)
        if not weight > 0:
            return 0.0
        return _summed(counted * np.square(values - _summed(weighted) / weight))

    def tables(self, rows: Rows, columns: Sequence[int], target: Ints | None = None) -> Tables:
        """Return the table of each column."""
        held, shares = _held(rows)
        chosen = np.asarray(columns, dtype=np.intp)
        offsets = np.concatenate(([0], np.cumsum(self._sizes[chosen], dtype=np.int64)))
        codes = self._codes[np.ix_(chosen, held)]
        keys = (codes.astype(np.int64) + offsets[:-1, None]).ravel()
        present, line, cell = _lines(keys, int(offsets[-1]))
        counts = np.bincount(line, minlength=len(present))
        row = cell % max(len(held), 1)
        part = None if shares is None else shares[row]
        if target is None:
            stats = self._sums(line, held[row], len(present), part)
        else:
            weights = weights_of(self._weights, held[row], part)
            stats = _class_sums(line, target[row], len(present), width_of(target), weights)
        return layout(tuple(int(c) for c in chosen), offsets, present, counts, stats)

    def tables_of(self, sets: Sequence[Rows], columns: Sequence[int]) -> Tables:
        """Return the tables of each set, end to end."""
        return end_to_end([self.tables(rows, columns) for rows in sets])

    def target_histogram(self, rows: Rows) -> Ints:
        """Return the rows in each bin of the target."""
        target = self._dataset.target
        bins = target.bins[self.positions(rows)]
        return np.bincount(bins, minlength=len(target.edges) - 1).astype(np.int64)

    def missing_rows(self, rows: Rows, column: int) -> int:
        """Return how many of the rows lack a column."""
        return int(np.count_nonzero(self._codes[column][self.positions(rows)] == 0))

    def partition(self, rows: Rows, route: Route) -> tuple[Rows, ...]:
        """Return the set of rows of each branch."""
        held, shares = _held(rows)
        parts = parted(self._dataset.columns, held, shares, route, self._dataset.weights)
        return tuple(_handle(*part) for part in parts)

    def partitions(self, sets: Sequence[Rows], routes: Sequence[Route]) -> list[tuple[Rows, ...]]:
        """Return the sets of rows of each set's branches."""
        return list(map(self.partition, sets, routes))

    def over(self, dataset: Dataset) -> NumpyEngine:
        """Return an engine over other columns of the same rows."""
        return NumpyEngine(dataset)

    def _sums(
        self, line: NDArray[np.intp], held: NDArray[np.intp], lines: int, shares: Floats | None
    ) -> Floats:
        """Return the target's statistics of each line, `held` being the row of each cell."""
        weights = weights_of(self._weights, held, shares)
        if self._classes:
            return _class_sums(line, self._target_codes[held], lines, self._classes, weights)
        terms = _terms(self._values[held], weights)
        sums = np.stack([np.bincount(line, term, lines) for term in terms], axis=1)
        return sums.astype(np.float64, copy=False)  # of no rows numpy counts


def width_of(target: Ints) -> int:
    """Return the number of statistics of a coded target that a caller brings."""
    return max(int(target.max(initial=1)) + 1, 2)


def _handle(held: NDArray[np.intp], shares: Floats | None = None) -> Rows:
    if shares is not None:
        return Rows(Weighted(held, shares))
    held.flags.writeable = False
    return Rows(held)


def _held(rows: Rows) -> tuple[NDArray[np.intp], Floats | None]:
    """Return what a handle holds."""
    if isinstance(rows, Weighted):
        return rows.positions, rows.shares
    return cast("NDArray[np.intp]", rows), None


def _terms(values: Floats, weights: Floats | None) -> tuple[Floats, Floats, Floats]:
    """Return what each row adds to a regression's statistics: weight, weighted value and square."""
    counted = np.ones_like(values) if weights is None else weights
    weighted = counted * values
    return counted, weighted, weighted * values


def _summed(terms: Floats) -> float:
    """Sum as the kernel does: eight sums, each of every eighth term, are added in pairs."""
    whole = len(terms) // _EIGHT * _EIGHT
    sums = np.zeros(_EIGHT)
    sums += terms[:whole].reshape(-1, _EIGHT).sum(axis=0)
    sums[: len(terms) - whole] += terms[whole:]
    while len(sums) > 1:
        half = len(sums) // 2
        sums = sums[:half] + sums[half:]
    return float(sums[0])


def _class_sums(
    line: NDArray[np.intp], codes: Ints, lines: int, classes: int, weights: Floats | None
) -> Floats:
    """Return the weight of each class in each line."""
    flat = np.bincount(line * classes + codes, weights=weights, minlength=lines * classes)
    return flat.reshape(lines, classes).astype(np.float64)


def _lines(keys: Ints, size: int) -> tuple[Ints, NDArray[np.intp], NDArray[np.intp]]:
    """Group equal keys: the keys present, and for each cell its line and where it came from.

    Within a line the cells keep their order, so that sums over a line do not depend on the way.
    """
    if size <= DENSE * len(keys):
        present = np.flatnonzero(np.bincount(keys, minlength=size))
        places = np.empty(size, dtype=np.intp)
        places[present] = np.arange(len(present))
        return present, places[keys], np.arange(len(keys))
    # Sorting plain integers is several times quicker than argsort: pack the cell under the key.
    bits = max(len(keys), 1).bit_length()
    if size.bit_length() + bits < _BITS:
        packed = np.sort((keys << bits) | np.arange(len(keys)))
        ordered, cell = packed >> bits, packed & ((1 << bits) - 1)
    else:
        cell = np.argsort(keys, kind="stable")
        ordered = keys[cell]
    first = np.empty(len(keys), dtype=bool)
    first[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first], np.cumsum(first) - 1, cell


def layout(
    columns: tuple[int, ...], offsets: Ints, present: Ints, counts: Ints, stats: Floats
) -> Tables:
    """Take the missing lines apart, the first of each column, and lay the rest out as `Tables`."""
    column = np.searchsorted(offsets, present, side="right") - 1
    codes = present - offsets[column] - 1
    known = codes >= 0
    missing_rows = np.zeros(len(columns), dtype=np.int64)
    missing = np.zeros((len(columns), stats.shape[1]))
    if not known.all():
        missing_rows[column[~known]] = counts[~known]
        missing[column[~known]] = stats[~known]
        column, codes, counts, stats = column[known], codes[known], counts[known], stats[known]
    starts = np.searchsorted(column, np.arange(len(columns) + 1))
    return Tables(columns, starts, codes, counts, stats, missing_rows, missing)
