"""What the tests of a place have in common: which are allowed, and what of a column is best."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

import numpy as np

from ..stopping import leaf_rule
from ..worth import column_costs
from .branch_counts import counted
from .chi_square import is_rejected, rough
from .cuts import apart
from .found import Found
from .judge import Judge, too_few_lack
from .level_tests import best_level_tests, level_tests
from .scan import by_kind, tables_of
from .threshold_tests import best_thresholds, least_side, tried_thresholds
from .thresholds_at_once import has_thresholds, thresholds_at_once

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Rows, Table, Tables
    from .branch_counts import Tests


class ColumnTests(Judge):
    """The tests of a method: which of each column is best, and why there is none."""

    def best(self, sets: Sequence[Rows], columns: Sequence[int]) -> list[list[Found]]:
        """Return the best test of every column that has one that is allowed, in frame order.

        `sets` are the rows of each place.
        """
        found: list[list[Found]] = [[] for _ in sets]
        tests = self.tests(sets, columns)
        every = [(int(column), one, at) for one in tests for at, column in enumerate(one.columns)]
        for column, one, at in sorted(every, key=itemgetter(0)):
            place = int(one.places[at])
            if too_few_lack(self.setting, self.options, sets[place], column):
                continue
            remark = self._remark(one, at)
            if remark is not None:
                found[place].append(self.found(one, at, remark))
        return found

    def tests(self, sets: Sequence[Rows], columns: Sequence[int]) -> list[Tests]:
        """Return the best test of every column, whatever else options ask of one."""
        ordered, nominal = by_kind(columns, self.dataset)
        tests, ordered = thresholds_at_once(self, sets, ordered)
        for kind, best_of in ((ordered, best_thresholds), (nominal, best_level_tests)):
            for tables in self._tables(sets, kind):
                tests += best_of(self, tables)
        return tests

    def _tables(self, sets: Sequence[Rows], columns: Sequence[int]) -> Iterator[Tables]:
        if len(sets) == 1:
            yield from tables_of(self.setting, sets[0], columns, self._places[0])
        elif columns:
            self.setting.progress.heed()
            yield self.setting.engine.tables_of(sets, columns)

    def why_none(self, rows: Rows, column: int) -> str:
        """Return why a column has no test that is allowed; empty where it is plain to see."""
        ordered = self.dataset.columns[column].is_ordered
        if too_few_lack(self.setting, self.options, rows, column):
            return f"too few rows lack it here for a branch of {leaf_rule(self.limits)}"
        if ordered and has_thresholds(self, rows, column):
            return self._why_no_threshold
        tables = self.setting.engine.tables(rows, [column])
        table = tables[0]
        if len(table.codes) < 1 + (self.options.missing != "own" or not table.missing_rows):
            return ""
        if not ordered:
            return self._why_no_levels(tables)
        if tried_thresholds(self, tables).tried.any():
            return self._why_no_threshold
        return self._why_none_tried(table, column)

    def _why_none_tried(self, table: Table, column: int) -> str:
        least = max(float(least_side(self, table.stats.sum())), self.limits.leaf_weight)
        rule = leaf_rule(replace(self.limits, leaf_weight=least))
        named, far = self.dataset.columns[column], self.rules.resolution
        if named.kind == "number" and not apart(named, table.codes, far).all():
            return (
                f"no threshold between values more than {far:g} apart leaves {rule} on both sides"
            )
        return f"no threshold leaves {rule} on both sides" if least >= 1 else ""

    def _why_no_levels(self, tables: Tables) -> str:
        for tests in level_tests(self, tables):
            if self.parted(tests.rows, tests.stats, tables.missing).any():
                return self._unrejected
        if self.options.min_cases:
            short = f", or not all have {leaf_rule(self.limits)}" if self.limits.bind else ""
            return f"fewer than two branches of it have min_cases={self.options.min_cases:g}{short}"
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

    # ------------------------------------------------------------ what is made of it

    def _remark(self, tests: Tests, at: int) -> str | None:
        """Return what is said of a test; None where the chi-square test lets it not through."""
        alpha = self.options.alpha_split
        if alpha is None:
            return ""
        branches = counted(tests.stats[at], tests.missing[at], self.options.missing)
        return rough(branches) if is_rejected(branches, alpha) else None

    def found(self, tests: Tests, at: int, remark: str = "") -> Found:
        """Return a test with its score."""
        column, worth = int(tests.columns[at]), self.worth(tests)
        return Found(
            column=column,
            gain=float(tests.gains[at]),
            remark=remark,
            build=tests.build(at),
            score=None if worth is tests.gains else float(worth[at]),
            decrease=None if tests.decreases is None else float(tests.decreases[at]),
            # Else it is no information.
            ratio=float(tests.ratios[at]) if self.options.measure == "entropy" else None,
            counts=bool(self.counts[column]),
        )

    def worth(self, tests: Tests) -> Floats:
        """Return what tests are ranked by: their gains themselves, or their scores."""
        worth = {"gain_ratio": tests.ratios, "chi2": tests.values}.get(self.options.criterion)
        worth = tests.gains if worth is None else worth
        return worth if self._costs is None else worth / self._costs[tests.columns]

    @cached_property
    def _costs(self) -> Floats | None:
        """In the greatest of them: what is nothing, and a tolerance, have no currency."""
        costs = column_costs(self.dataset, self.options)
        return None if costs is None else costs / costs.max()

    @cached_property
    def counts(self) -> NDArray[np.bool_]:
        """Which columns take part in the average gain: nominal ones of many levels if all have."""
        many = np.array([self._has_many(column) for column in range(len(self.dataset.columns))])
        return ~many | many.all()

    def _has_many(self, column: int) -> bool:
        named = self.dataset.columns[column]
        if self.rules.many is None or named.is_ordered:
            return False
        return len(named.labels) >= self.rules.many * len(self.dataset.parts["train"])
