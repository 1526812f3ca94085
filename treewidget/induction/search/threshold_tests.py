"""Thresholds by gain or gain ratio: those that are tried, and the best of every column at once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..missing_values import way_of
from ..splits import ThresholdSplit
from .branch_counts import Test, gain_of_tests, information_of_tests, ratio_of
from .cuts import are_apart, class_changes, cut_at, quartiles
from .sides import TIE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from ..splits import Split
    from .column_tests import ColumnTests

PIECE = 1 << 16
"""So many cuts are weighed in some ten milliseconds."""
MOST: float = 25.0
"""C4.5 asks no more weight than this of a side of a threshold."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """The places between neighbouring values of several columns, laid end to end.

    Attributes
    ----------
    starts : int array, shape (d + 1,)
        Lines ``starts[i]:starts[i + 1]`` belong to the i-th column.
    halves : float array, shape (lines, 2, S)
        What lies up to each, and what lies above it.
    tried : bool array, shape (lines,)
    """

    starts: Ints
    halves: Floats
    tried: NDArray[np.bool_]


def best_thresholds(tests: ColumnTests, tables: Tables) -> list[Test]:
    """Return the best threshold of every column that has one that is allowed."""
    cuts, options, tolerance = tried_thresholds(tests, tables), tests.options, tests.rules.tolerance
    column = np.repeat(np.arange(len(tables)), np.diff(cuts.starts))[cuts.tried]
    counts = np.bincount(column, minlength=len(tables))
    made = [
        _known_against_missing(tests, tables, at) for at in np.flatnonzero(counts == 0).tolist()
    ]
    found = [one for one in made if one is not None]
    if not len(column):
        return found
    stats, missing = cuts.halves[cuts.tried], tests.place.seen(tables.missing)
    seen = tests.place.seen(stats)
    gains = _gains(tests, seen, missing[column])
    values = tests.values(seen, missing[column], gains)
    best = tests.firsts(values, np.append(0, np.cumsum(counts)))
    chosen = []
    for index, at in best:
        gain = float(gains[at])
        if options.mdl_correction and gain >= tolerance:
            gain -= float(np.log2(counts[index])) / tests.place.weight
        if gain >= tolerance:
            chosen.append((index, at, gain))
    if not chosen:
        return found
    lines = np.array([at for _, at, _ in chosen])
    information = information_of_tests(seen[lines], missing[column[lines]], options.missing)
    ratios = ratio_of(np.array([gain for _, _, gain in chosen]), information).tolist()
    cut_lines = np.flatnonzero(cuts.tried)[lines] - cuts.starts[column[lines]]
    for (index, at, gain), ratio, line in zip(chosen, ratios, cut_lines.tolist(), strict=True):
        build = partial(_split, tests, tables, index, line)
        named, value = tables.columns[index], float(values[at])
        found.append(Test(named, stats[at], tables.missing[index], gain, ratio, value, build))
    return found


def _gains(tests: ColumnTests, seen: Floats, missing: Floats) -> Floats:
    """Return the gain of each cut: of some at a time, as there may be a million."""
    strategy, measure = tests.options.missing, tests.options.measure
    heeding = tests.inducer.progress.stage(0.0)
    pieces = [
        gain_of_tests(seen[at : at + PIECE], missing[at : at + PIECE], strategy, measure)
        for at in heeding.over(range(0, len(seen), PIECE), len(seen), 1)
    ]
    return np.concatenate(pieces)


def tried_thresholds(tests: ColumnTests, tables: Tables) -> Cuts:
    """Return all places between neighbouring values, and where a threshold is tried."""
    lengths = np.maximum(np.diff(tables.starts) - 1, 0)
    starts = np.append(0, np.cumsum(lengths))
    halves = _halves(tables.stats, tables.starts, starts)
    least, tolerance = _least_sides(tests, tables), tests.rules.tolerance
    tried = halves.sum(axis=-1).min(axis=-1) >= np.repeat(least - tolerance, lengths)
    if tests.rules.tenth:  # J48 counts rows here, not their weight [run]
        upto = np.append(0, np.cumsum(tables.rows))[tables.starts]
        tried &= np.repeat(np.diff(upto) >= 2 * least - tolerance, lengths)
    if tests.place.limits.bind:
        tried &= tests.within_limits(_halves(tables.rows, tables.starts, starts), halves)
    for index, (low, high) in enumerate(itertools.pairwise(starts.tolist())):
        _tried_of(tests, tables, index, tried[low:high])
    return Cuts(starts, halves, tried)


def _tried_of(tests: ColumnTests, tables: Tables, index: int, tried: NDArray[np.bool_]) -> None:
    """Take away the cuts of one column that its values or the breakpoints forbid, in place."""
    at, breakpoints = tables.columns[index], tests.options.breakpoints
    resolution, named = tests.rules.resolution, tests.dataset.columns[at]
    if resolution and named.kind == "number" and not are_apart(tests.dataset, at, resolution):
        values = named.keys[tables[index].codes]
        tried &= values[:-1] + resolution < values[1:]
    if breakpoints == "class-change" and len(tried):
        changes, ends = class_changes(tables[index]), np.flatnonzero(tried)
        changes[ends[[0, -1]] if len(ends) else ends] = True
        tried &= changes
    if breakpoints == "quartiles":
        chosen = np.zeros(len(tried), dtype=bool)
        chosen[list(quartiles(named, tables[index]))] = True
        tried &= chosen


def _least_sides(tests: ColumnTests, tables: Tables) -> Floats:
    """Return the least weight of a side, for every column."""
    if not tests.rules.tenth:
        return np.full(len(tables), least_side(tests, 0.0))
    lines = itertools.pairwise(tables.starts.tolist())
    return np.array([least_side(tests, float(tables.stats[low:high].sum())) for low, high in lines])


def least_side(tests: ColumnTests, known: float) -> float:
    """Return the least weight of a side of a threshold, of a column with so much known weight.

    C4.5's: a tenth of the mean weight of a class, but no less than `min_cases` and no more
    than 25 (Quinlan 1993, chapter 3). J48 3.6.14 takes the mean over the classes that are
    declared, whether any row has them or not [run].
    """
    cases = tests.options.min_cases
    if not tests.rules.tenth:
        return max(cases, TIE)
    target = tests.dataset.target
    tenth = 0.1 * known / (target.declared or len(target.classes))
    return cases if tenth <= cases else min(tenth, MOST)


def _split(tests: ColumnTests, tables: Tables, index: int, line: int) -> Split:
    column, table = tables.columns[index], tables[index]
    low, high = table.codes[line : line + 2].tolist()
    value = None
    if tests.options.breakpoints == "quartiles":
        value = quartiles(tests.dataset.columns[column], table)[line]
    cut = cut_at(tests.dataset, column, low, high, tests.options.cut, value=value)
    way = way_of(tests.options.missing, 2, lacking=table.missing_rows > 0)
    return ThresholdSplit(column, (cut,), way)


def _known_against_missing(tests: ColumnTests, tables: Tables, index: int) -> Test | None:
    """Return the test whether a value is known, where a missing one is a value of its own."""
    options = tests.options
    if options.missing != "own":
        return None
    column, table = tables.columns[index], tables[index]
    if not table.missing_rows or not len(table.codes):
        return None
    rows, stats = table.rows.sum(keepdims=True), table.stats.sum(axis=0, keepdims=True)
    if not tests.parted(rows[None], stats[None], table.missing)[0]:
        return None
    known, missing = tests.place.seen(stats), tests.place.seen(table.missing)
    gain = gain_of_tests(known, missing, "own", options.measure)
    ratio = ratio_of(gain, information_of_tests(known, missing, "own"))
    value = float(tests.values(known, missing, gain))
    build = partial(ThresholdSplit, column, (), 1)
    return Test(column, stats, table.missing, float(gain), float(ratio), value, build)


def _halves(values: NDArray[Any], lines: Ints, starts: Ints) -> NDArray[Any]:
    """Return what lies up to each value but a column's last, and what lies above it.

    Both are sums: a difference would leave noise where nothing lies.
    """
    made = np.empty((starts[-1], 2, *values.shape[1:]), dtype=values.dtype)
    stretches = zip(*(itertools.pairwise(ends.tolist()) for ends in (lines, starts)), strict=True)
    for (begin, end), (low, high) in stretches:
        if low < high:
            values[begin : end - 1].cumsum(axis=0, out=made[low:high, 0])
            values[begin + 1 : end][::-1].cumsum(axis=0, out=made[low:high][::-1, 1])
    return made
