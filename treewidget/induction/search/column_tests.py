"""The best test of one column by gain or gain ratio, and which tests are allowed at all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..missing_values import way_of
from ..splits import SubsetSplit, ThresholdSplit
from ..worth import column_costs
from .branch_counts import counted, gain_of_tests, information_of_tests, ratio_of
from .chi_square import is_rejected, pearson, rough
from .cuts import class_changes, cut_at, quartiles
from .levels import LevelTests, every_level, grouped, one_against_rest
from .scan import Found
from .sides import TIE

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Table
    from ..inducer import Inducer
    from ..options import Options
    from ..splits import Split
    from .by_information import Rules
    from .sides import Place

MOST: float = 25.0
"""C4.5 asks no more weight than this of a side of a threshold."""


@dataclass(frozen=True, slots=True, eq=False)
class Test:
    """A test of a column: its branches' statistics over known rows, and how to make it."""

    column: int
    stats: Floats
    build: Callable[[], Split]


class ColumnTests:
    """The tests of a method at one place.

    Parameters
    ----------
    inducer, place, options
    rules : Rules
        What the method asks beyond its options.
    """

    def __init__(self, inducer: Inducer, place: Place, options: Options, rules: Rules) -> None:
        self.dataset = inducer.dataset
        self.place = place
        self.options = options
        self.rules = rules
        self.costs = column_costs(self.dataset, options)

    def best(self, column: int, table: Table) -> Found | None:
        """Return the best test of a column, if any is allowed."""
        named = self.dataset.columns[column]
        if named.is_ordered:
            found = self._threshold(column, table)
        else:
            found = self._levels(column, table, len(named.labels))
        return found

    def why_none(self, column: int, table: Table) -> str:
        """Return why a column has no test that is allowed; empty where it is plain to see."""
        if len(table.codes) < 1 + (self.options.missing != "own" or not table.missing_rows):
            return ""
        if self.dataset.columns[column].is_ordered:
            return self._why_no_threshold(column, table)
        tests = self._level_tests(table, len(self.dataset.columns[column].labels))
        if self._parted(tests.rows, tests.stats, table).any():
            return self._unrejected
        if self.options.min_cases:
            return f"fewer than two branches of it have min_cases={self.options.min_cases:g}"
        return ""

    def _why_no_threshold(self, column: int, table: Table) -> str:
        if not self._tried(column, table, _halves(table.stats)).any():
            least = self._least_side(float(table.stats.sum()))
            return (
                f"no threshold leaves a weight of {least:.4g} on both sides" if least >= 1 else ""
            )
        if self.options.mdl_correction:
            return "no threshold gains more than choosing it costs (mdl_correction)"
        return self._unrejected

    @property
    def _unrejected(self) -> str:
        alpha = self.options.alpha_split
        return "" if alpha is None else f"the classes do not depend on it at alpha_split={alpha:g}"

    # ------------------------------------------------------------ nominal columns

    def _levels(self, column: int, table: Table, levels: int) -> Found | None:
        options, missing = self.options, self.place.seen(table.missing)
        if not len(table.codes):
            return None
        tests = self._level_tests(table, levels)
        seen = self.place.seen(tests.stats)
        gains = gain_of_tests(seen, missing, options.missing, options.measure)
        ratios = ratio_of(gains, information_of_tests(seen, missing, options.missing))
        allowed = self._parted(tests.rows, tests.stats, table)
        values = ratios if options.criterion == "gain_ratio" else self._values(seen, missing, gains)
        at = self._first_best(np.where(allowed, values, -np.inf))
        if at is None:
            return None
        way = way_of(options.missing, len(tests.groups[at]), lacking=table.missing_rows > 0)
        build = partial(SubsetSplit, column, tests.groups[at], way)
        worth = (float(gains[at]), float(ratios[at]), float(values[at]))
        found = self._found(Test(column, tests.stats[at], build), table, worth)
        return found and replace(found, counts=self._few_levels(column))

    def _level_tests(self, table: Table, levels: int) -> LevelTests:
        options = self.options
        if options.branching == "multiway":
            return every_level(table, levels)
        if options.branching == "rest":
            return one_against_rest(table, levels)
        return grouped(
            table, table.missing, options.missing, options.measure, self.rules.tolerance or TIE
        )

    def _few_levels(self, column: int) -> bool:
        """Whether a nominal column takes part in the average gain."""
        return self._all_have_many or not self._has_many(column)

    @cached_property
    def _all_have_many(self) -> bool:
        return all(self._has_many(column) for column in range(len(self.dataset.columns)))

    def _has_many(self, column: int) -> bool:
        named = self.dataset.columns[column]
        if self.rules.many is None or named.is_ordered:
            return False
        return len(named.labels) >= self.rules.many * len(self.dataset.parts["train"])

    def _parted(self, rows: Ints, stats: Floats, table: Table) -> NDArray[np.bool_]:
        """Return which tests part the rows, and leave enough of them in their branches.

        Two branches need `min_cases`; the limits of every method hold for each branch that is not
        empty.
        """
        weights = counted(stats, table.missing, self._apart).sum(axis=-1)
        # J48 with min_cases=0 counts branches without rows [run]; elsewhere two need to hold some.
        cases, tolerance = self.options.min_cases, self.rules.tolerance
        least = cases - tolerance if tolerance else max(cases, TIE)
        allowed = (weights >= least).sum(axis=-1) >= 2  # noqa: PLR2004 - two branches
        return np.asarray(allowed & self._within_limits(rows, stats))

    @property
    def _apart(self) -> str:
        """How branches are weighed: by known rows, the missing ones apart if they are a branch."""
        return "own" if self.options.missing == "own" else "fractional"

    def _within_limits(self, rows: Ints, stats: Floats) -> NDArray[np.bool_]:
        limits, filled = self.place.limits, rows > 0
        if not limits.bind:
            return np.ones(rows.shape[:-1], dtype=bool)
        heavy = stats.sum(axis=-1) >= limits.leaf_weight * (1.0 - TIE)
        return np.asarray((~filled | ((rows >= limits.leaf_rows) & heavy)).all(axis=-1))

    # ------------------------------------------------------------ ordered columns

    def _threshold(self, column: int, table: Table) -> Found | None:
        options, tolerance = self.options, self.rules.tolerance
        halves = _halves(table.stats)
        tried = self._tried(column, table, halves)
        q = int(np.count_nonzero(tried))
        if not q:
            return self._known_against_missing(column, table)
        stats = halves[tried]
        missing = self.place.seen(table.missing)
        seen = self.place.seen(stats)
        gains = gain_of_tests(seen, missing, options.missing, options.measure)
        values = self._values(seen, missing, gains)
        at = self._first_best(values)
        if at is None or gains[at] < tolerance:
            return None
        gain = float(gains[at])
        if options.mdl_correction:
            gain -= float(np.log2(q)) / self.place.weight
            if gain < tolerance:
                return None
        ratio = float(ratio_of(gain, information_of_tests(seen[at], missing, options.missing)))
        line = int(np.flatnonzero(tried)[at])
        build = partial(self._split, column, table, line)
        worth = (gain, ratio, float(values[at]))
        return self._found(Test(column, stats[at], build), table, worth)

    def _tried(self, column: int, table: Table, halves: Floats) -> NDArray[np.bool_]:
        """Return after which values a threshold is tried, shape (m - 1,)."""
        named = self.dataset.columns[column]
        least = self._least_side(float(table.stats.sum()))
        if self.rules.tenth and table.rows.sum() < 2 * least - self.rules.tolerance:
            return np.zeros(len(halves), dtype=bool)  # J48 counts rows here, not their weight [run]
        admissible = halves.sum(axis=-1).min(axis=-1) >= least - self.rules.tolerance
        if self.place.limits.bind:
            admissible &= self._within_limits(_halves(table.rows), halves)
        if self.rules.resolution and named.kind == "number":
            values = named.keys[table.codes]
            admissible &= values[:-1] + self.rules.resolution < values[1:]
        if self.options.breakpoints == "class-change" and len(table.codes):
            changes, ends = class_changes(table), np.flatnonzero(admissible)
            changes[ends[[0, -1]] if len(ends) else ends] = True
            return np.asarray(admissible & changes)
        if self.options.breakpoints == "quartiles":
            chosen = np.zeros(len(admissible), dtype=bool)
            chosen[list(quartiles(named, table))] = True
            return np.asarray(admissible & chosen)
        return np.asarray(admissible)

    def _least_side(self, known: float) -> float:
        """Return the least weight of a side of a threshold.

        C4.5's: a tenth of the mean weight of a class, but no less than `min_cases` and no more
        than 25 (Quinlan 1993, chapter 3). J48 3.6.14 takes the mean over the classes that are
        declared, whether any row has them or not [run].
        """
        cases = self.options.min_cases
        if not self.rules.tenth:
            return max(cases, TIE)
        target = self.dataset.target
        tenth = 0.1 * known / (target.declared or len(target.classes))
        return cases if tenth <= cases else min(tenth, MOST)

    def _split(self, column: int, table: Table, line: int) -> Split:
        low, high = table.codes[line : line + 2].tolist()
        value = None
        if self.options.breakpoints == "quartiles":
            value = quartiles(self.dataset.columns[column], table)[line]
        cut = cut_at(self.dataset, column, low, high, self.options.cut, value=value)
        way = way_of(self.options.missing, 2, lacking=table.missing_rows > 0)
        return ThresholdSplit(column, (cut,), way)

    def _known_against_missing(self, column: int, table: Table) -> Found | None:
        """Return the test whether a value is known, where a missing one is a value of its own."""
        options = self.options
        if options.missing != "own" or not table.missing_rows or not len(table.codes):
            return None
        rows, stats = table.rows.sum(keepdims=True), table.stats.sum(axis=0, keepdims=True)
        if not self._parted(rows[None], stats[None], table)[0]:
            return None
        known, missing = self.place.seen(stats), self.place.seen(table.missing)
        gain = gain_of_tests(known, missing, "own", options.measure)
        ratio = ratio_of(gain, information_of_tests(known, missing, "own"))
        build = partial(ThresholdSplit, column, (), 1)
        worth = (float(gain), float(ratio), float(self._values(known, missing, gain)))
        return self._found(Test(column, stats, build), table, worth)

    # ------------------------------------------------------------ both

    def _first_best(self, values: Floats) -> int | None:
        """Return the first of the best: a later one must be better by more than the tolerance."""
        best = float(values.max(initial=-np.inf))
        if best == -np.inf:
            return None
        if not self.rules.tolerance:
            return int(np.flatnonzero(values >= self.place.floor(best))[0])
        records = np.flatnonzero(values >= np.maximum.accumulate(values))
        at = int(records[0]) if values[records[0]] > -np.inf else int(np.argmax(values > -np.inf))
        for record in records.tolist():
            if values[record] > values[at] + self.rules.tolerance:
                at = record
        return at

    def _values(self, seen: Floats, missing: Floats, gains: Floats) -> Floats:
        """Return what the cuts of a column, or its tests, are compared by: gain or chi-square."""
        if self.options.criterion != "chi2":
            return gains
        return pearson(counted(seen, missing, self.options.missing)).statistic / self.place.weight

    def _found(self, test: Test, table: Table, worth: tuple[float, float, float]) -> Found | None:
        """Return a test of some gain, ratio and value, if the chi-square test lets it through."""
        options, remark = self.options, ""
        gain, ratio, value = worth
        if options.alpha_split is not None:
            branches = counted(test.stats, table.missing, options.missing)
            if not is_rejected(branches, options.alpha_split):
                return None
            remark = rough(branches)
        score = {"gain_ratio": ratio, "chi2": value}.get(options.criterion)
        if self.costs is not None:
            score = (gain if score is None else score) / self.costs[test.column]
        shown = ratio if options.measure == "entropy" else None  # else it is no information ratio
        return Found(test.column, gain, remark, test.build, score=score, ratio=shown)


def _halves(values: NDArray[Any]) -> NDArray[Any]:
    """Return what lies up to each value but the last, and what lies above it: (m - 1, 2, ...).

    Both are sums: a difference would leave noise where nothing lies.
    """
    made = np.empty((max(len(values) - 1, 0), 2, *values.shape[1:]), dtype=values.dtype)
    if len(made):
        values[:-1].cumsum(axis=0, out=made[:, 0])
        values[:0:-1].cumsum(axis=0, out=made[::-1, 1])
    return made
