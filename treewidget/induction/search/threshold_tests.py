"""Thresholds by gain or gain ratio: those that are tried, and the best of every column at once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..criteria import summed
from ..missing_values import way_of
from ..splits import ThresholdSplit
from .branch_counts import Test, gain_of_tests, information_of_tests, ratio_of
from .cuts import apart, are_apart, class_changes, cut_at, quartiles
from .halves import cut_starts, halves_at, pieces
from .sides import TIE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from ..splits import Split
    from .column_tests import ColumnTests
    from .halves import Piece

MOST: float = 25.0
"""C4.5 asks no more weight than this of a side of a threshold."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """The places between neighbouring values of several columns, laid end to end.

    Attributes
    ----------
    starts : int array, shape (d + 1,)
        Cuts ``starts[i]:starts[i + 1]`` belong to the i-th column.
    tried : bool array, shape (cuts,)
    """

    starts: Ints
    tried: NDArray[np.bool_]


def best_thresholds(tests: ColumnTests, tables: Tables) -> list[Test]:
    """Return the best threshold of every column that has one that is allowed."""
    cuts, options, tolerance = tried_thresholds(tests, tables), tests.options, tests.rules.tolerance
    counts = [np.count_nonzero(cuts.tried[at:end]) for at, end in itertools.pairwise(cuts.starts)]
    made = [
        _known_against_missing(tests, tables, at) for at, count in enumerate(counts) if not count
    ]
    found = [one for one in made if one is not None]
    if not any(counts):
        return found
    gains, values = _worth(tests, tables, cuts)
    chosen = []
    for index, at in tests.firsts(values, np.append(0, np.cumsum(counts))):
        gain = float(gains[at])
        if options.mdl_correction and gain >= tolerance:
            gain -= float(np.log2(counts[index])) / tests.place.weight
        if gain >= tolerance:
            chosen.append((index, at, gain))
    if not chosen:
        return found
    columns, which, lessened = (np.array(each) for each in zip(*chosen, strict=True))
    lines = np.flatnonzero(cuts.tried)[which] - cuts.starts[columns]
    places = list(zip(columns.tolist(), lines.tolist(), strict=True))
    stats = np.stack([halves_at(tables[index].stats, line) for index, line in places])
    seen, missing = tests.place.seen(stats), tests.place.seen(tables.missing[columns])
    ratios = ratio_of(lessened, information_of_tests(seen, missing, options.missing))
    worth = np.column_stack([lessened, ratios, values[which]]).tolist()
    for (index, line), held, (gain, ratio, value) in zip(places, stats, worth, strict=True):
        named, build = tables.columns[index], partial(_split, tests, tables, index, line)
        found.append(Test(named, held, tables.missing[index], gain, ratio, value, build))
    return found


def _worth(tests: ColumnTests, tables: Tables, cuts: Cuts) -> tuple[Floats, Floats]:
    """Return the gain of each cut that is tried, and what it is compared by."""
    strategy, measure = tests.options.missing, tests.options.measure
    missing = tests.place.seen(tables.missing)
    gains, values = [], []
    for piece in _heeding(tests, pieces(tables.stats, tables.starts)):
        held = piece.only(cuts.tried[piece.cuts])
        seen, gone = tests.place.seen(held.halves), missing[held.column]
        gains.append(gain_of_tests(seen, gone, strategy, measure))
        values.append(tests.values(seen, gone, gains[-1]))
    return np.concatenate(gains), np.concatenate(values)


def _heeding(tests: ColumnTests, items: Iterator[Piece]) -> Iterator[Piece]:
    """Go through pieces of what may be a million cuts, and hear of a Cancel between them."""
    for item in items:
        tests.inducer.progress.step(0.0)
        yield item


def tried_thresholds(tests: ColumnTests, tables: Tables) -> Cuts:
    """Return all places between neighbouring values, and where a threshold is tried."""
    starts = cut_starts(tables.starts)
    tried = np.empty(starts[-1], dtype=bool)
    least, tolerance = _least_sides(tests, tables), tests.rules.tolerance
    limits = tests.place.limits
    enough = np.maximum(least - tolerance, limits.leaf_weight * (1.0 - TIE))
    for piece in _heeding(tests, pieces(summed(tables.stats), tables.starts)):
        tried[piece.cuts] = np.minimum(*piece.planes) >= enough[piece.column]
    for piece in _heeding(tests, pieces(tables.rows, tables.starts)) if limits.bind else ():
        tried[piece.cuts] &= np.minimum(*piece.planes) >= limits.leaf_rows
    known = np.diff(np.append(0, np.cumsum(tables.rows))[tables.starts])
    for index, (low, high) in enumerate(itertools.pairwise(starts.tolist())):
        if tests.rules.tenth and known[index] < 2 * least[index] - tolerance:
            tried[low:high] = False  # J48 counts rows here, not their weight [run]
        _tried_of(tests, tables, index, tried[low:high])
    return Cuts(starts, tried)


def _tried_of(tests: ColumnTests, tables: Tables, index: int, tried: NDArray[np.bool_]) -> None:
    """Take away the cuts of one column that its values or the breakpoints forbid, in place."""
    at, breakpoints = tables.columns[index], tests.options.breakpoints
    resolution, named = tests.rules.resolution, tests.dataset.columns[at]
    if resolution and named.kind == "number" and not are_apart(tests.dataset, at, resolution):
        tried &= apart(named, tables[index].codes, resolution)
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
    tenth = 0.1 * known / (target.declared or target.trained or len(target.classes))
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
