"""Pruning by minimum description length (Quinlan and Rivest 1989; Mehta, Rissanen, Agrawal 1995).

A tree is a message that tells the classes of its training rows to somebody who knows the columns.
A leaf of `N` rows with `E` errors among `K` classes takes ``1 + log2(N + 1) + log2 C(N, E) +
E log2(K - 1)`` bits: that it is a leaf, how many rows are exceptions, which, and what they are. A
split takes ``1 + log2(columns usable there) + log2(ways to split the column)`` and what its
branches take. A node becomes a leaf where that is no dearer. Weights are rounded to whole rows.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb, factorial, log2
from typing import TYPE_CHECKING

import numpy as np

from ..induction.progress import Progress
from ..induction.search.bins import binned_tables
from ..induction.search.by_information import rules_of
from ..induction.search.judge import Judge
from ..induction.search.rules import Rules
from ..induction.search.scan import blocks_of
from ..induction.search.threshold_tests import tried_thresholds
from ..induction.splits import ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..engine.contract import Floats
    from ..induction.inducer import Inducer
    from ..induction.region import Region
    from ..induction.splits import Split

LN2 = float(np.log(2.0))


def leaf_bits(weight: Floats, errors: Floats, classes: int) -> Floats:
    """Return the length of leaves.

    Examples
    --------
    >>> leaf_bits(np.array([3.0]), np.array([1.0]), 2).round(6).tolist()
    [4.584963]
    """
    return 1.0 + exception_bits(weight, errors, classes)


def exception_bits(weight: Floats, errors: Floats, classes: int) -> Floats:
    """Return the length of saying which of some rows are exceptions, and of what class."""
    from scipy.special import gammaln  # noqa: PLC0415 - takes a while to import

    n = np.floor(weight + 0.5)
    e = np.minimum(np.floor(errors + 0.5), n)
    which = (gammaln(n + 1) - gammaln(e + 1) - gammaln(n - e + 1)) / LN2
    return np.asarray(np.log2(n + 1) + which + e * log2(max(classes - 1, 1)))


def split_bits(inducer: Inducer, region: Region, split: Split, usable: int) -> float:
    """Return the length of a split where so many columns are usable, its branches apart.

    The ways to split a column are the cuts that the method admits, or how many of them can be
    chosen; for levels the partitions of those present into so many groups, or one of them against
    the rest.
    """
    if isinstance(split, ThresholdSplit):
        cuts = admissible_cuts(inducer, region, split.column)
        ways = comb(max(cuts, len(split.cuts)), len(split.cuts))
    else:
        alone = inducer.options.branching == "rest"
        present = inducer.engine.tables(region.rows, [split.column]).codes
        ways = _groupings(split.groups, set(present.tolist()), alone=alone)
    return shortest_split(usable) + log2(max(ways, 1))


def usable_at(inducer: Inducer, region: Region, heeding: Progress | None = None) -> int:
    """Return how many columns have two values or more."""
    blocks = blocks_of(range(len(inducer.dataset.columns)), inducer.place(region))
    tables = (
        inducer.engine.tables(region.rows, block)
        for block in (heeding or Progress()).over(blocks, len(blocks), 1)
    )
    return sum(int(np.count_nonzero(np.diff(one.starts) > 1)) for one in tables)


def shortest_split(usable: int) -> float:
    """Return the length of a split where so many columns are usable, if there is but one way."""
    return 1.0 + log2(max(usable, 1))


def admissible_cuts(inducer: Inducer, region: Region, column: int) -> int:
    """Return how many cuts of an ordered column the method admits, whatever the classes are.

    Who reads the message knows the columns and works out by himself where quartiles and bins lie,
    and which cuts leave a side too small; but not where a class changes.
    """
    options, rules = inducer.options, rules_of(inducer.search) or Rules()
    if options.breakpoints == "bins":
        tables = binned_tables(inducer, region.rows, [column])
    else:
        tables = inducer.engine.tables(region.rows, [column])
    if options.breakpoints == "class-change":
        options = replace(options, breakpoints="every")
    judge = Judge(inducer, [inducer.place(region)], options, rules)
    return int(np.count_nonzero(tried_thresholds(judge, tables).tried))


def _groupings(groups: Sequence[Sequence[int]], present: set[int], *, alone: bool) -> int:
    filled = [size for size in (len(present.intersection(group)) for group in groups) if size]
    if alone and 1 in filled and len(present) > 2:  # noqa: PLR2004 - of two each is the other's rest
        return len(present)
    return partitions(len(present), len(filled))


def partitions(items: int, groups: int) -> int:
    """Return the number of partitions into so many groups: Stirling's, of the second kind.

    Examples
    --------
    >>> partitions(4, 2), partitions(5, 5), partitions(5, 3)
    (7, 1, 25)
    """
    signs = ((-1) ** (groups - k) * comb(groups, k) * k**items for k in range(groups + 1))
    return int(sum(signs)) // factorial(groups)
