"""From a column at a node to categories that may be merged, and from groups of them to a split.

Numbers and datetimes come in at most ten bins of about as many training rows each. The bins are
those of *all* training rows, made once, so that every node speaks of the same ones: a column of at
most ten distinct values has a bin for each; of more, value ``x`` is in bin
``floor(10 r / (N + 1))``, ``r`` being the (mid-)rank of its rows and N their weight, as SPSS makes
them (IBM SPSS Statistics Algorithms, "CHAID", binning of continuous predictors). Equal values are
never parted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import numpy as np

from ..criteria import weight_of
from ..splits import SHARE, STOP, SubsetSplit, ThresholdSplit
from .cuts import cut_at
from .merging import Categories

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...data.dataset import Dataset
    from ...engine.contract import Floats, Ints, Table
    from ..criteria import Criterion
    from ..inducer import Inducer
    from ..splits import Split
    from .bonferroni import Kind
    from .merging import Group

BINS: Final = 10

_BINS: WeakKeyDictionary[Dataset, dict[int, tuple[Ints, Ints]]]
_BINS = WeakKeyDictionary()


def bins_of(inducer: Inducer, column: int) -> tuple[Ints, Ints]:
    """Return the codes between which each two neighbouring bins of a column are cut.

    Returns
    -------
    low, high : int arrays, shape (bins - 1,)
        The greatest code of each bin but the last; the least code of each but the first, of those
        that some training row has.
    """
    known = _BINS.setdefault(inducer.dataset, {})
    if column not in known:
        table = inducer.engine.tables(inducer.root().rows, [column])[0]
        last = _last_of_bins(weight_of(table.stats, inducer.options.measure))
        known[column] = table.codes[last], table.codes[last + 1]
    return known[column]


def _last_of_bins(weights: Floats) -> Ints:
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


def categories_of(
    inducer: Inducer, column: int, table: Table, measure: Criterion, *, floats: bool
) -> tuple[Categories, Ints]:
    """Return the categories of a column at a node, and the number each known one goes by.

    A number is a level's code, or a bin's position. With `floats` the rows whose value is missing
    are a category too, the last.
    """
    named = inducer.dataset.columns[column]
    numbers, rows, stats = table.codes, table.rows, table.stats
    if named.is_ordered and named.kind != "ordered":
        bins = np.searchsorted(bins_of(inducer, column)[0], numbers, side="left")
        begins = np.flatnonzero(np.diff(bins, prepend=-1))
        numbers = bins[begins]
        rows = np.add.reduceat(rows, begins) if len(begins) else rows
        stats = np.add.reduceat(stats, begins, axis=0) if len(begins) else stats
    kind: Kind = "ordinal" if named.is_ordered else "nominal"
    if floats and table.missing_rows:
        rows = np.append(rows, table.missing_rows)
        stats = np.concatenate([stats, table.missing[None]])
        kind = "floating" if named.is_ordered else "nominal"
    return Categories(rows, weight_of(stats, measure), stats, kind), numbers


def split_of(inducer: Inducer, column: int, groups: Sequence[Group], numbers: Ints) -> Split:
    """Return the split that sends each group of categories to a branch of its own.

    Rows whose value is missing go with the group that their category is in; where the node has
    none of them, a new one stops at the node. With `missing="fractional"` they go in shares.
    """
    known = [tuple(at for at in group if at < len(numbers)) for group in groups]
    gone = [at for at, group in enumerate(groups) if len(numbers) in group]
    missing = gone[0] if gone else STOP
    if inducer.options.missing == "fractional":
        missing = SHARE
    filled = [group for group in known if group]
    if not inducer.dataset.columns[column].is_ordered:
        levels = tuple(tuple(numbers[list(group)].tolist()) for group in filled)
        return SubsetSplit(column, levels, missing)
    ends = numbers[[group[-1] for group in filled[:-1]]]
    cuts = tuple(
        cut_at(inducer.dataset, column, *_edge(inducer, column, end), inducer.options.cut)
        for end in ends.tolist()
    )
    return ThresholdSplit(column, cuts, missing)


def _edge(inducer: Inducer, column: int, number: int) -> tuple[int, int]:
    """Return the codes that lie on both sides of the upper end of a category."""
    if inducer.dataset.columns[column].kind == "ordered":
        return number, number + 1
    low, high = bins_of(inducer, column)
    return int(low[number]), int(high[number])
