"""Thresholds by gain or gain ratio: those that are tried, and the best of every column at once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...data.runs import in_runs
from ..criteria import summed
from ..splits import ThresholdSplit
from .branch_counts import Tests, gain_of_tests, information_of_tests, ratio_of
from .cuts import after_quartiles, apart, are_apart, class_changes, last_lines, quartiles
from .halves import cut_starts, halves_at, pieces, sums_of
from .judge import SOME
from .places import TIE
from .threshold_picks import Picks, tests_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Tables
    from .halves import Piece
    from .judge import Judge

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
    whole : bool
        Whether the rows just count: then all statistics are whole numbers.
    """

    starts: Ints
    tried: NDArray[np.bool_]
    whole: bool


def best_thresholds(judge: Judge, tables: Tables) -> list[Tests]:
    """Return the best threshold of every column that has one that is allowed."""
    cuts = tried_thresholds(judge, tables)
    owner, ends = judge.owner(tables), np.append(0, np.cumsum(cuts.tried))[cuts.starts]
    counts = np.diff(ends)
    found = _known_against_missing(judge, tables, np.flatnonzero(counts == 0))
    if not counts.any():
        return found
    index, at = judge.firsts(_values(judge, tables, cuts), ends, owner)
    begins, lines = tables.starts[index], np.flatnonzero(cuts.tried)[at] - cuts.starts[index]
    lines += begins
    picks = Picks(
        np.array(tables.columns)[index],
        owner[index],
        counts[index],
        tables.codes[lines],
        tables.codes[lines + 1],
        halves_at(tables.stats, begins, lines, tables.starts[index + 1]),
        tables.missing[index],
        _quartiles(judge, tables, index, lines - begins),
    )
    return [*found, tests_of(judge, picks)]


def _quartiles(
    judge: Judge, tables: Tables, index: Ints, lines: Ints
) -> Callable[[int], float] | None:
    """Return what says where thresholds are put that lie at quartiles, after these lines."""
    if judge.options.breakpoints != "quartiles":
        return None

    def value(at: int) -> float:
        column = judge.dataset.columns[tables.columns[index[at]]]
        return quartiles(column, tables[index[at]])[int(lines[at])]

    return value


def _values(judge: Judge, tables: Tables, cuts: Cuts) -> Floats:
    """Return what each cut that is tried is compared by."""
    strategy, measure = judge.options.missing, judge.options.measure
    missing, owner = judge.seen(tables.missing), judge.owner(tables)
    values = []
    for piece in _heeding(judge, pieces(tables.stats, tables.starts, whole=cuts.whole)):
        held = piece.only(cuts.tried[piece.cuts])
        seen, gone = judge.seen(held.halves), missing[held.column]
        gains = gain_of_tests(seen, gone, strategy, measure)
        values.append(judge.values(seen, gone, gains, owner[held.column]))
    return np.concatenate(values)


def _heeding(judge: Judge, items: Iterator[Piece]) -> Iterator[Piece]:
    """Go through pieces of what may be a million cuts, and hear of a Cancel between them."""
    for item in items:
        judge.setting.progress.heed()
        yield item


def tried_thresholds(judge: Judge, tables: Tables) -> Cuts:
    """Return all places between neighbouring values, and where a threshold is tried."""
    starts, weights = cut_starts(tables.starts), summed(tables.stats)
    tolerance = judge.rules.tolerance
    whole = judge.dataset.weights is None and np.array_equal(weights, tables.rows)
    known = sums_of(weights, tables.starts)
    least, rows = least_weight(judge, known), least_rows(judge)
    if whole:
        tried = _with_rows(tables, starts, np.maximum(least, rows))
    else:
        tried = _with_weight(judge, tables, weights, least, rows)
    if judge.rules.tenth:  # J48 counts rows here, not their weight [run]
        many = sums_of(tables.rows, tables.starts) >= 2 * least_side(judge, known) - tolerance
        tried &= np.repeat(many, np.diff(starts))
    if judge.rules.resolution:
        _part_apart(judge, tables, starts, tried)
    if judge.options.breakpoints == "class-change":
        for index, (low, high) in enumerate(itertools.pairwise(starts.tolist())):
            _tried_of_changes(tables, index, tried[low:high])
    elif judge.options.breakpoints == "quartiles":
        tried &= after_quartiles(tables, judge.dataset.columns)[~last_lines(tables)]
    return Cuts(starts, tried, whole)


def _with_rows(tables: Tables, starts: Ints, least: Floats) -> NDArray[np.bool_]:
    """Return the cuts that leave so many rows on either side, of each column."""
    upto = np.append(0, np.cumsum(tables.rows))
    begins, ends = tables.starts[:-1], tables.starts[1:]
    least = np.ceil(np.minimum(least, upto[ends] - upto[begins] + 1)).astype(np.int64)
    first = np.maximum(upto.searchsorted(upto[begins] + least), begins + 1)
    behind = np.minimum(upto.searchsorted(upto[ends] - least, side="right"), ends)
    tried = np.zeros(starts[-1], dtype=bool)
    shift = starts[:-1] - begins - 1
    for low, high in zip((first + shift).tolist(), (behind + shift).tolist(), strict=True):
        tried[low : max(low, high)] = True
    return tried


def _with_weight(
    judge: Judge, tables: Tables, weights: Floats, least: Floats, rows: int
) -> NDArray[np.bool_]:
    """Return the cuts that leave so much weight on either side, and so many rows."""
    tried = np.empty(cut_starts(tables.starts)[-1], dtype=bool)
    for piece in _heeding(judge, pieces(weights, tables.starts)):
        tried[piece.cuts] = np.minimum(*piece.planes) >= least[piece.column]
    for piece in _heeding(judge, pieces(tables.rows, tables.starts)) if rows else ():
        tried[piece.cuts] &= np.minimum(*piece.planes) >= rows
    return tried


def _part_apart(judge: Judge, tables: Tables, starts: Ints, tried: NDArray[np.bool_]) -> None:
    """Take away the cuts between numbers that the method does not tell apart, in place."""
    columns, resolution = np.array(tables.columns), judge.rules.resolution
    for at in np.unique(columns).tolist():
        named = judge.dataset.columns[at]
        if are_apart(judge.dataset, at, resolution):
            continue
        of = np.flatnonzero((columns == at) & (starts[1:] > starts[:-1]))
        if len(of) == 1:  # of a large node: to pick its lines takes half as long again
            lines = slice(*tables.starts[of[0] : of[0] + 2])
            cuts = slice(*starts[of[0] : of[0] + 2])
            tried[cuts] &= apart(named, tables.codes[lines], resolution)
            continue
        sizes = np.diff(starts)[of]
        found = apart(named, tables.codes[in_runs(tables.starts[of], sizes + 1)], resolution)
        begins = np.append(0, np.cumsum(sizes + 1))[:-1]
        tried[in_runs(starts[of], sizes)] &= found[in_runs(begins, sizes)]


def _tried_of_changes(tables: Tables, index: int, tried: NDArray[np.bool_]) -> None:
    """Take away the cuts of one column where no class changes, in place, but the outermost."""
    if len(tried):
        changes, ends = class_changes(tables[index].stats), np.flatnonzero(tried)
        changes[ends[[0, -1]] if len(ends) else ends] = True
        tried &= changes


def least_rows(judge: Judge) -> int:
    """Return how many rows the limits of every method ask of a side."""
    return judge.limits.leaf_rows if judge.limits.bind else 0


def least_weight(judge: Judge, known: Floats) -> Floats:
    """Return the least weight of a side by all rules, of columns with so much known weight."""
    least = least_side(judge, known) - judge.rules.tolerance
    return np.maximum(least, judge.limits.leaf_weight * (1.0 - TIE))


def least_side(judge: Judge, known: Floats) -> Floats:
    """Return the least weight of a side of a threshold, of columns with so much known weight.

    C4.5's: a tenth of the mean weight of a class, but no less than `min_cases` and no more
    than 25 (Quinlan 1993, chapter 3). J48 3.6.14 takes the mean over the classes that are
    declared, whether any row has them or not [run].
    """
    cases = judge.options.min_cases
    if not judge.rules.tenth:
        return np.full(known.shape, max(cases, SOME))
    target = judge.dataset.target
    tenth = 0.1 * known / (target.declared or target.trained or len(target.classes))
    return np.where(tenth <= cases, cases, np.minimum(tenth, MOST))


def _known_against_missing(judge: Judge, tables: Tables, which: Ints) -> list[Tests]:
    """Return the tests whether a value is known, where a missing one is a value of its own."""
    if judge.options.missing != "own":
        return []
    owner = judge.owner(tables)
    made = [_whether_known(judge, tables, at, int(owner[at])) for at in which.tolist()]
    return [one for one in made if one is not None]


def _whether_known(judge: Judge, tables: Tables, index: int, place: int) -> Tests | None:
    options, column, table = judge.options, tables.columns[index], tables[index]
    if not table.missing_rows or not len(table.codes):
        return None
    rows, stats = table.rows.sum(keepdims=True)[None], table.stats.sum(axis=0)[None, None]
    missing = table.missing[None]
    if not judge.parted(rows, stats, missing)[0]:
        return None
    known, gone, places = judge.seen(stats), judge.seen(missing), np.array([place])
    gains = gain_of_tests(known, gone, "own", options.measure)
    ratios = ratio_of(gains, information_of_tests(known, gone, "own"))
    values = judge.values(known, gone, gains, places)
    split = partial(ThresholdSplit, column, (), 1)
    worth = gains, ratios, values
    return Tests(places, np.array([column]), stats, missing, *worth, lambda _: split)
