"""Numbers and datetimes in at most ten bins of about as many training rows each: CHAID's.

The bins are those of *all* training rows, made once, so that every node speaks of the same ones: a
column of at most ten distinct values has a bin for each; of more, value ``x`` is in bin
``floor(10 r / (N + 1))``, ``r`` being the (mid-)rank of its rows and N their weight, as SPSS makes
them (IBM SPSS Statistics Algorithms, "CHAID", binning of continuous predictors). Equal values are
never parted.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from ..criteria import weight_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...data.column import Column
    from ...data.dataset import Dataset
    from ...engine.contract import Engine, Floats, Ints, Rows, Tables
    from ..inducer import Inducer

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


def bins_of(inducer: Inducer, column: int) -> tuple[Ints, Ints]:
    """Return the codes between which each two neighbouring bins of a column are cut.

    Returns
    -------
    low, high : int arrays, shape (bins - 1,)
        The greatest code of each bin but the last; the least code of each but the first, of those
        that some training row has.
    """
    known = _KNOWN.setdefault(inducer.dataset, _Bins()).edges
    if column not in known:
        inducer.progress.step(0.0)
        table = inducer.engine.tables(inducer.root().rows, [column])[0]
        last = _last_of_bins(weight_of(table.stats, inducer.options.measure))
        known[column] = table.codes[last], table.codes[last + 1]
    return known[column]


def binned_tables(inducer: Inducer, rows: Rows, columns: Sequence[int]) -> Tables:
    """Return the tables of columns; of one that has bins the codes are its bins' numbers.

    A row costs as much as one of a column of ten levels: the first call gives every row its bins,
    of four bytes each.
    """
    known = _KNOWN.setdefault(inducer.dataset, _Bins()).engines
    kind = type(inducer.engine)
    if kind not in known:
        columns_of = (_binned(inducer, at) for at in range(len(inducer.dataset.columns)))
        known[kind] = inducer.engine.over(replace(inducer.dataset, columns=tuple(columns_of)))
    return known[kind].tables(rows, columns)


def _binned(inducer: Inducer, at: int) -> Column:
    column = inducer.dataset.columns[at]
    if not has_bins(column):
        return column
    codes, edges = column.codes, bins_of(inducer, at)[0]
    bins = np.where(codes < 0, codes, np.int32(0))
    for edge in edges:
        bins += codes > edge
    return replace(column, codes=bins, keys=np.arange(len(edges) + 1))


def _last_of_bins(weights: Floats) -> NDArray[np.intp]:
    """Return the position of the last value of each bin but the last one's.

    Examples
    --------
    >>> _last_of_bins(np.ones(20)).tolist()
    [1, 3, 5, 7, 9, 11, 13, 15, 17]
    """
    if len(weights) <= BINS:
        return np.arange(max(len(weights) - 1, 0))
    upto = np.cumsum(weights)
    rank = upto - weights + (weights + 1.0) / 2.0
    number = np.floor(rank * BINS / (upto[-1] + 1.0))
    return np.flatnonzero(number[1:] != number[:-1])
