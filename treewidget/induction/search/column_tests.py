"""What the tests of a place have in common: which are allowed, and what of a column is best."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...engine.contract import end_to_end
from ..stopping import leaf_rule
from ..worth import column_costs
from .branch_counts import counted
from .chi_square import is_rejected, pearson, rough
from .level_tests import best_level_tests, level_tests
from .places import TIE
from .scan import Found, by_kind, tables_of
from .sides import firsts
from .threshold_tests import SOME, best_thresholds, least_side, tried_thresholds
from .thresholds_at_once import has_thresholds, thresholds_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Rows, Tables
    from ..inducer import Inducer
    from ..options import Limits, Options
    from .branch_counts import Test
    from .by_information import Rules
    from .places import Place

FEW = 64
"""So few values are compared sooner one by one."""


class ColumnTests:
    """The tests of a method at one place, or at several small ones that are searched together.

    Tables of several places lie end to end, the same columns of each, in the order of the places.

    Parameters
    ----------
    inducer
    places : sequence of Place
    options
    rules : Rules
        What the method asks beyond its options.
    """

    def __init__(
        self, inducer: Inducer, places: Sequence[Place], options: Options, rules: Rules
    ) -> None:
        self.inducer = inducer
        self.dataset = inducer.dataset
        self.options = options
        self.rules = rules
        self.limits = inducer.limits
        self._places = places
        self.seen = places[0].seen
        """Weighs classes as the search sees them: everywhere alike."""
        self.plain = places[0].altered is None
        """Whether it sees them as they are."""
        self.weights = np.array([place.weight for place in places])
        self._impurities = np.array([place.impurity for place in places])

    def best(self, sets: Sequence[Rows], columns: Sequence[int]) -> list[list[Found]]:
        """Return the best test of every column that has one that is allowed, in frame order.

        `sets` are the rows of each place.
        """
        ordered, nominal = by_kind(columns, self.dataset)
        tests, ordered = thresholds_at_once(self, sets, ordered)
        for kind, best_of in ((ordered, best_thresholds), (nominal, best_level_tests)):
            for tables in self._tables(sets, kind):
                tests += best_of(self, tables)
        found: list[list[Found]] = [[] for _ in sets]
        for test in sorted(tests, key=lambda one: one.column):
            if too_few_lack(self.inducer, self.options, sets[test.place], test.column):
                continue
            if (one := self._found(test)) is not None:
                found[test.place].append(one)
        return found

    def _tables(self, sets: Sequence[Rows], columns: Sequence[int]) -> Iterator[Tables]:
        if len(sets) == 1:
            yield from tables_of(self.inducer, sets[0], columns, self._places[0])
        elif columns:
            self.inducer.progress.step(0.0)
            yield end_to_end([self.inducer.engine.tables(rows, columns) for rows in sets])

    def owner(self, tables: Tables) -> Ints:
        """Return the number of the place that each column of tables is of."""
        each = len(tables) // len(self.weights)
        return np.arange(len(tables)) // each

    def why_none(self, rows: Rows, column: int) -> str:
        """Return why a column has no test that is allowed; empty where it is plain to see."""
        ordered = self.dataset.columns[column].is_ordered
        if too_few_lack(self.inducer, self.options, rows, column):
            return f"too few rows lack it here for a branch of {leaf_rule(self.limits)}"
        if ordered and has_thresholds(self, rows, column):
            return self._why_no_threshold
        tables = self.inducer.engine.tables(rows, [column])
        table = tables[0]
        if len(table.codes) < 1 + (self.options.missing != "own" or not table.missing_rows):
            return ""
        if not ordered:
            return self._why_no_levels(tables)
        if tried_thresholds(self, tables).tried.any():
            return self._why_no_threshold
        least = float(least_side(self, table.stats.sum()))
        return f"no threshold leaves a weight of {least:.4g} on both sides" if least >= 1 else ""

    def _why_no_levels(self, tables: Tables) -> str:
        for tests in level_tests(self, tables):
            if self.parted(tests.rows, tests.stats, tables.missing).any():
                return self._unrejected
        if self.options.min_cases:
            return f"fewer than two branches of it have min_cases={self.options.min_cases:g}"
        return ""

    @property
    def _why_no_threshold(self) -> str:
        if self.options.mdl_correction:
            return "no threshold gains more than choosing it costs (mdl_correction)"
        return self._unrejected or "no threshold of it gains anything"

    @property
    def _unrejected(self) -> str:
        alpha = self.options.alpha_split
        return "" if alpha is None else f"the classes do not depend on it at alpha_split={alpha:g}"

    # ------------------------------------------------------------ which are allowed

    def parted(self, rows: Ints, stats: Floats, missing: Floats) -> NDArray[np.bool_]:
        """Return which tests part the rows, and leave enough of them in their branches.

        Two branches need `min_cases`; the limits of every method hold for each branch that is not
        empty.
        """
        # Branches are weighed by known rows; the missing ones apart where they are a branch.
        apart = "own" if self.options.missing == "own" else "fractional"
        weights = counted(stats, missing, apart).sum(axis=-1)
        # J48 with min_cases=0 counts branches without rows [run]; elsewhere two need to hold some.
        cases, tolerance = self.options.min_cases, self.rules.tolerance
        least = cases - tolerance if tolerance else max(cases, SOME)
        allowed: NDArray[np.bool_] = (weights >= least).sum(axis=-1) >= 2  # noqa: PLR2004 - two branches
        return allowed & within_limits(self.limits, rows, stats) if self.limits.bind else allowed

    # ------------------------------------------------------------ which is best

    def firsts(self, values: Floats, starts: Ints, owner: Ints) -> tuple[Ints, Ints]:
        """Return the stretches of values that have any, and where each one's first best is.

        A later one must be better by more than the tolerance. `owner` is the place of each.
        """
        if not self.rules.tolerance:
            return firsts(values, starts, self._impurities[owner])
        index = np.flatnonzero(np.diff(starts))
        if not len(index):
            return index, index
        begins, ends = starts[index], starts[index + 1]
        most = np.maximum.reduceat(values, begins)
        near = most - 2 * self.rules.tolerance
        places = np.flatnonzero(values >= np.repeat(near, ends - begins))
        at = places[np.searchsorted(places, begins)]
        # Where nothing before the greatest is near it, it is the best; else each has to be better.
        for number in np.flatnonzero(values[at] < most).tolist():
            begin = begins[number]
            at[number] = begin + self._first_best(values[begin : ends[number]])
        return index, at

    def _first_best(self, values: Floats) -> int:
        tolerance, at = self.rules.tolerance, 0
        records: Sequence[int] = range(len(values))
        if len(values) > FEW:  # what lies below an earlier one is not better than it
            records = np.flatnonzero(values >= np.maximum.accumulate(values)).tolist()
            values = values[records]
        least = -np.inf
        for record, value in zip(records, values.tolist(), strict=True):
            if value > least:
                at, least = record, value + tolerance
        return at

    def values(self, seen: Floats, missing: Floats, gains: Floats, place: Ints | int) -> Floats:
        """Return what cuts or tests are compared by, gain or chi-square; `place` is each one's."""
        if self.options.criterion != "chi2":
            return gains
        found = pearson(counted(seen, missing, self.options.missing))
        return np.asarray(found.statistic / self.weights[place])

    # ------------------------------------------------------------ what is made of it

    def _found(self, test: Test) -> Found | None:
        """Return a test with its score, if the chi-square test lets it through."""
        options, remark = self.options, ""
        if options.alpha_split is not None:
            branches = counted(test.stats, test.missing, options.missing)
            if not is_rejected(branches, options.alpha_split):
                return None
            remark = rough(branches)
        score = {"gain_ratio": test.ratio, "chi2": test.value}.get(options.criterion)
        if self._costs is not None:
            score = (test.gain if score is None else score) / self._costs[test.column]
        return Found(
            column=test.column,
            gain=test.gain,
            remark=remark,
            build=test.build,
            score=score,
            decrease=test.decrease,
            ratio=test.ratio if options.measure == "entropy" else None,  # else it is no information
            counts=not self._has_many(test.column) or self._all_have_many,
        )

    @cached_property
    def _costs(self) -> Floats | None:
        """In the greatest of them: what is nothing, and a tolerance, have no currency."""
        costs = column_costs(self.dataset, self.options)
        return None if costs is None else costs / costs.max()

    @cached_property
    def _all_have_many(self) -> bool:
        return all(self._has_many(column) for column in range(len(self.dataset.columns)))

    def _has_many(self, column: int) -> bool:
        """Whether a nominal column takes no part in the average gain, if others do."""
        named = self.dataset.columns[column]
        if self.rules.many is None or named.is_ordered:
            return False
        return len(named.labels) >= self.rules.many * len(self.dataset.parts["train"])


def within_limits(limits: Limits, rows: Ints, stats: Floats) -> NDArray[np.bool_]:
    """Return which tests keep to the limits of every method in each branch with rows."""
    heavy = stats.sum(axis=-1) >= limits.leaf_weight * (1.0 - TIE)
    return np.asarray(((rows <= 0) | ((rows >= limits.leaf_rows) & heavy)).all(axis=-1))


def too_few_lack(inducer: Inducer, options: Options, rows: Rows, column: int) -> bool:
    """Whether the rows that lack a column would be a branch of their own that is too small."""
    engine, limits = inducer.engine, inducer.limits
    if options.missing != "own" or not limits.bind:
        return False
    count = engine.missing_rows(rows, column)
    if not count or not limits.leaf_weight:
        return 0 < count < limits.leaf_rows
    missing = engine.tables(rows, [column]).missing
    return not within_limits(limits, np.array([count]), missing)
