"""Numbers and datetimes in at most ten bins of about as many training rows each: CHAID's.

The bins are those of *all* training rows, made once, so that every node speaks of the same ones: a
column of at most ten distinct values has a bin for each; of more, value ``x`` is in bin
``floor(10 r / (N + 1))``, ``r`` being the (mid-)rank of its rows and N their weight, as SPSS makes
them (IBM SPSS Statistics Algorithms, "CHAID", binning of continuous predictors). Equal values are
never parted.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from ...data.runs import stable_order
from .halves import PIECE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...data.column import Column
    from ...data.dataset import Dataset
    from ...engine.contract import Engine, Floats, Ints, Rows, Tables
    from ..contract import Setting

BINS: Final = 10


@dataclass(slots=True, eq=False)
class _Bins:
    """What is known of a data set's bins: each column's edges, and an engine that counts by bin."""

    edges: dict[int, tuple[Ints, Ints]] = field(default_factory=dict)
    engines: dict[type[Engine], Engine] = field(default_factory=dict)


_KNOWN: WeakKeyDictionary[Dataset, _Bins] = WeakKeyDictionary()


def has_bins(column: Column) -> bool:
    """Whether a column's values are binned: ordered categories are categories already."""
    return column.is_ordered and column.kind != "ordered"


def bins_of(setting: Setting, column: int) -> tuple[Ints, Ints]:
    """Return the codes between which each two neighbouring bins of a column are cut.

    Returns
    -------
    low, high : int arrays, shape (bins - 1,)
        The greatest code of each bin but the last; the least code of each but the first, of those
        that some training row has.
    """
    dataset = setting.dataset
    known = _KNOWN.setdefault(dataset, _Bins()).edges
    if column not in known:
        setting.progress.heed()
        train = dataset.parts["train"]
        weights = None if dataset.weights is None else dataset.weights[train]
        known[column] = _edges(dataset.columns[column].codes[train], weights)
    return known[column]


def binned_tables(setting: Setting, rows: Rows, columns: Sequence[int]) -> Tables:
    """Return the tables of columns; of one that has bins the codes are its bins' numbers.

    A row costs as much as one of a column of ten levels: the first call gives every row its bins,
    of four bytes each.
    """
    known = _KNOWN.setdefault(setting.dataset, _Bins()).engines
    kind = type(setting.engine)
    if kind not in known:
        columns_of = (_binned(setting, at) for at in range(len(setting.dataset.columns)))
        known[kind] = setting.engine.over(replace(setting.dataset, columns=tuple(columns_of)))
    return known[kind].tables(rows, columns)


def _binned(setting: Setting, at: int) -> Column:
    """Return a column with its bins for codes; a missing value stays missing."""
    column = setting.dataset.columns[at]
    if not has_bins(column):
        return column
    codes, edges = column.codes[:], bins_of(setting, at)[0]
    bins = np.minimum(codes, np.int32(0))
    for begin in range(0, len(codes), PIECE):
        for edge in edges.tolist():
            bins[begin : begin + PIECE] += codes[begin : begin + PIECE] > edge
    return replace(column, codes=bins, keys=np.arange(len(edges) + 1))


def _edges(codes: NDArray[np.int32], weights: Floats | None) -> tuple[Ints, Ints]:
    """Return the last code of each bin but the last one's, and the first of each but the first's.

    Examples
    --------
    >>> low, high = _edges(np.arange(0, 40, 2, dtype=np.int32), None)
    >>> low.tolist(), high.tolist()
    ([2, 6, 10, 14, 18, 22, 26, 30, 34], [4, 8, 12, 16, 20, 24, 28, 32, 36])
    """
    order = None if weights is None else stable_order(codes)
    held = np.sort(codes) if order is None else codes[order]
    known = int(np.searchsorted(held, 0))
    held = held[known:]
    upto = np.arange(len(held) + 1.0)  # the weight before each, and that of all
    if weights is not None:
        upto = np.append(0.0, np.cumsum(weights[order][known:]))

    def number(at: int) -> int:
        ends = (np.searchsorted(held, held[at], side) for side in ("left", "right"))
        below, above = (float(upto[end]) for end in ends)
        rank = below + (above - below + 1.0) / 2.0
        return math.floor(rank * BINS / (float(upto[-1]) + 1.0))

    begins = _few(held)
    if begins is None:  # bins ascend with the values: where each begins is found by halving
        places = {bisect_left(range(len(held)), one, key=number) for one in range(1, BINS)}
        begins = sorted(places - {0, len(held)})
    at = np.array(begins, dtype=np.intp)
    return held[at - 1].astype(np.int64), held[at].astype(np.int64)


def _few(held: NDArray[np.int32]) -> list[int] | None:
    """Return where each value but the first begins, if there are at most `BINS` of them."""
    begins, at = list[int](), 0
    while at < len(held) and len(begins) <= BINS:
        begins.append(at)
        at = int(np.searchsorted(held, held[at], "right"))
    return begins[1:] if at == len(held) and len(begins) <= BINS else None
