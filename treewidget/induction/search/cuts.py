"""Which thresholds of an ordered column are tried, and the value each is put at."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from ...data.column import present
from ...data.cut import (
    HALVES_UP_TO,
    Cut,
    float_midpoints,
    integer_middles,
    integer_midpoint,
)
from ...data.ranks import rank_at_or_below
from .halves import PIECE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...data.column import Column
    from ...data.dataset import Dataset
    from ...engine.contract import Floats, Ints, Table, Tables

NEAR = 1e-6
"""J48 takes a value that lies no further above the middle as the middle: the middle of -7.4 and
-7.2 is -7.3 in its trees, whichever way the sum is rounded [run]."""
EXACT = 2**50
"""Quarters between smaller integers are exact as doubles."""
SOME = 4096
"""Among so many rows of a large set some numbers lie near each other, if they do anywhere."""
QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


def class_changes(stats: Floats) -> NDArray[np.bool_]:
    """Return after which values a class changes, shape (m - 1,), from the classes of each.

    Between two neighbouring *values* there is no change only where both hold one and the same
    single class: the best cut by entropy or Gini is never there (Fayyad and Irani 1992). Rows are
    taken together by value first, so that ties of several classes are a change.

    Examples
    --------
    >>> class_changes(np.array([[2.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 3.0]]))
    array([False,  True,  True])
    """
    present = stats > 0
    single = present.sum(axis=1) == 1
    which = present.argmax(axis=1)
    return np.asarray(~(single[:-1] & single[1:] & (which[:-1] == which[1:])))


def quartiles(column: Column, table: Table) -> dict[int, float | int]:
    """Return the quartiles of a table's rows, by the line after which each of them cuts.

    They are those of type 7 (Hyndman and Fan 1996), numpy's own; of several that part the rows
    alike the least is kept, and those that leave a side empty are left out. A column whose values
    have no places between them (datetimes, ordered categories) is cut at the value below.
    """
    upto = np.cumsum(table.rows)
    found: dict[int, float | int] = {}
    for share in QUARTERS if len(upto) else ():
        place = (int(upto[-1]) - 1) * share
        whole = place.numerator // place.denominator
        low, high = (
            int(np.searchsorted(upto, at, side="right"))
            for at in (whole, min(whole + 1, upto[-1] - 1))
        )
        value = _between(column, table.codes[[low, high]], place - whole)
        line = low if low == high or value < column.keys[table.codes[high]] else high
        if line < len(upto) - 1:
            found.setdefault(line, value)
    return found


def after_quartiles(tables: Tables, columns: tuple[Column, ...]) -> NDArray[np.bool_]:
    """Return after which lines of tables a quartile of their column cuts: all `quartiles` at once.

    `columns` are all those of the data set.
    """
    found, upto = np.zeros(len(tables.rows), dtype=bool), np.cumsum(tables.rows)
    filled = np.flatnonzero(np.diff(tables.starts))
    last, named = tables.starts[filled + 1] - 1, np.array(tables.columns, dtype=np.int64)[filled]
    before = np.append(0, upto)[tables.starts[filled]]
    size = upto[last] - before
    for share in QUARTERS:
        whole, part = np.divmod((size - 1) * share.numerator, share.denominator)
        low = upto.searchsorted(before + whole, side="right")
        high = upto.searchsorted(before + np.minimum(whole + 1, size - 1), side="right")
        between = np.flatnonzero((part > 0) & (low < high))
        for at in np.unique(named[between]).tolist():
            of = between[named[between] == at]
            share_of_it = part[of] / share.denominator
            up = _is_upper(columns[at], tables.codes[low[of]], tables.codes[high[of]], share_of_it)
            low[of] = np.where(up, high[of], low[of])
        found[low] = True
    found[last] = False  # it leaves a side empty
    return found


def last_lines(tables: Tables) -> NDArray[np.bool_]:
    """Return which lines of tables are the last of their column: no value stands behind them."""
    last = np.zeros(len(tables.codes), dtype=bool)
    last[tables.starts[1:][np.diff(tables.starts) > 0] - 1] = True
    return last


def _is_upper(column: Column, low: Ints, high: Ints, part: Floats) -> NDArray[np.bool_]:
    """Return whether what lies so far on the way between two keys is the upper one, rounded."""
    if column.kind == "number":
        lower, upper = column.keys[low], column.keys[high]
        return np.asarray(lower * (1.0 - part) + upper * part >= upper)
    if column.kind != "integer":
        return np.zeros(len(low), dtype=bool)
    ranks, parts = np.column_stack([low, high]), map(Fraction, part.tolist())
    ends = column.keys[high].tolist()
    return np.array(
        [
            abs(end) >= EXACT and _between(column, pair, share) >= end
            for pair, share, end in zip(ranks, parts, ends, strict=True)
        ],
        dtype=bool,
    )


def _between(column: Column, ranks: Ints, part: Fraction) -> float | int:
    """Return the value so far on the way between two keys, in the column's key space."""
    low, high = (column.keys[rank].item() for rank in ranks)
    if part == 0 or low == high:
        return cast("float", low)
    if column.kind == "number":
        return float(low * float(1 - part) + high * float(part))
    exact = low + (high - low) * part
    if column.kind == "integer" and abs(exact) < HALVES_UP_TO and exact.denominator > 1:
        return float(exact)
    return int(exact.numerator // exact.denominator)


def cut_at(
    dataset: Dataset, column: int, low: int, high: int, cut: str, *, value: float | None = None
) -> Cut:
    """Return the cut between two distinct values, given by rank.

    Parameters
    ----------
    dataset : Dataset
    column : int
    low, high : int
        Ranks of the neighbours that are present.
    cut : {"midpoint", "data_value"}
        ``data_value`` is C4.5's (R8, and J48): the largest value of *all* training rows that does
        not lie above the place, so that a threshold always occurs in the data.
    value : float or int, optional
        Where it lies, if not in the middle: a quartile.
    """
    named = dataset.columns[column]
    if cut == "midpoint":
        return named.midpoint(low, high) if value is None else named.cut_between(value, low, high)
    if value is None:
        value = _middle(named, low, high)
    if named.kind == "number":
        value = min(value + NEAR, math.nextafter(named.keys[high].item(), -math.inf))
    return cut_at_value(dataset, column, rank_at_or_below(named.keys, value))


def cut_at_value(dataset: Dataset, column: int, rank: int) -> Cut:
    """Return the cut at the largest training value whose rank is not above `rank`."""
    named, ranks = dataset.columns[column], training_ranks(dataset, column)
    # Of another type all are copied.
    below = int(ranks.searchsorted(ranks.dtype.type(rank), side="right")) - 1
    key, above = named.keys[ranks[below : below + 2]].tolist()
    return Cut(key, (key, above) if named.kind == "number" else named.text_of)


def data_values(
    dataset: Dataset, column: int, low: NDArray[np.int32], high: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the rank of the value at which `cut_at` puts a "data_value" between each two."""
    named, ranks = dataset.columns[column], training_ranks(dataset, column)
    one, two = named.keys[low], named.keys[high]
    if named.kind == "number":
        values = np.minimum(float_midpoints(one, two) + NEAR, np.nextafter(two, -np.inf))
    else:
        values = integer_middles(one, two)[0]
    upto = named.keys.searchsorted(values, side="right") - 1
    below = ranks.searchsorted(upto.astype(ranks.dtype), side="right") - 1
    return np.asarray(ranks[below], dtype=np.int32)


def _middle(named: Column, low: int, high: int) -> float | int:
    if named.kind == "number":
        return named.midpoint(low, high).value
    return integer_midpoint(named.keys[low].item(), named.keys[high].item())


def apart(
    column: Column, codes: NDArray[np.signedinteger[Any]], resolution: float
) -> NDArray[np.bool_]:
    """Return whether neighbouring values are further apart: of each but the last one."""
    found = np.empty(max(len(codes) - 1, 0), dtype=bool)
    for at in range(0, len(found), PIECE):
        values = column.keys[codes[at : at + PIECE + 1]]
        found[at : at + PIECE] = values[:-1] + resolution < values[1:]
    return found


_APART: WeakKeyDictionary[Dataset, dict[tuple[int, float], bool]] = WeakKeyDictionary()


def are_apart(dataset: Dataset, column: int, resolution: float) -> bool:
    """Whether training values of a column are further apart than so much; but numbers all are."""
    if not resolution or dataset.columns[column].kind != "number":
        return True
    known, asked = _APART.setdefault(dataset, {}), (column, resolution)
    if asked not in known:
        named = dataset.columns[column]
        some = present(named.codes[dataset.parts["train"][:SOME]])
        known[asked] = bool(
            apart(named, some, resolution).all()
            and apart(named, training_ranks(dataset, column), resolution).all()
        )
    return known[asked]


_SEEN: WeakKeyDictionary[Dataset, dict[int, NDArray[Any]]] = WeakKeyDictionary()


def training_ranks(dataset: Dataset, column: int) -> NDArray[Any]:
    """Return the ranks of a column that some training row has, ascending."""
    known = _SEEN.setdefault(dataset, {})
    if column not in known:
        codes = dataset.columns[column].codes[dataset.parts["train"]]
        known[column] = present(codes)
    return known[column]
