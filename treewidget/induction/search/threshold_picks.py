"""The best thresholds of several columns, and the tests that are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..missing_values import way_of
from ..splits import ThresholdSplit
from .branch_counts import Tests, gain_of_tests, information_of_tests, ratio_of
from .cuts import cut_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...engine.contract import Floats, Ints
    from ..splits import Split
    from .judge import Judge


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """A threshold of each of some columns: the best by gain, or by what else it is compared by.

    Attributes
    ----------
    columns : int array, shape (d,)
    places : int array, shape (d,)
        Which of the places that are searched together.
    tried : int array, shape (d,)
        How many thresholds were allowed.
    low, high : int array, shape (d,)
        The codes on either side.
    stats : float array, shape (d, 2, S)
        Statistics of the rows on either side.
    missing : float array, shape (d, S)
        Those of the rows that lack the column.
    quartile : callable or None
        Where each is put that lies at a quartile, by its number here.
    """

    columns: Ints
    places: Ints
    tried: Ints
    low: Ints
    high: Ints
    stats: Floats
    missing: Floats
    quartile: Callable[[int], float] | None = None


def tests_of(judge: Judge, picks: Picks) -> Tests:
    """Return the tests of those thresholds that gain enough."""
    options, tolerance = judge.options, judge.rules.tolerance
    seen, missing = judge.seen(picks.stats), judge.seen(picks.missing)
    gains = decreases = gain_of_tests(seen, missing, options.missing, options.measure)
    values = judge.values(seen, missing, gains, picks.places)
    if options.mdl_correction:
        cost = np.log2(picks.tried) / judge.weights[picks.places]
        gains = np.where(gains >= tolerance, gains - cost, gains)
    ratios = ratio_of(gains, information_of_tests(seen, missing, options.missing))
    which = np.flatnonzero(gains >= tolerance)
    return Tests(
        picks.places[which],
        picks.columns[which],
        picks.stats[which],
        picks.missing[which],
        gains[which],
        ratios[which],
        values[which],
        lambda at: partial(_split, judge, picks, int(which[at])),
        decreases[which] if options.mdl_correction else None,
    )


def _split(judge: Judge, picks: Picks, at: int) -> Split:
    column, low, high = (int(of[at]) for of in (picks.columns, picks.low, picks.high))
    value = None if picks.quartile is None else picks.quartile(at)
    cut = cut_at(judge.dataset, column, low, high, judge.options.cut, value=value)
    way = way_of(judge.options.missing, 2, lacking=bool(picks.missing[at].any()))
    return ThresholdSplit(column, (cut,), way)
