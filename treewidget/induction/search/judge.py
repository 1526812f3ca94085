"""What the tests of a place have in common: which are allowed, and by what they are compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .branch_counts import counted
from .chi_square import pearson
from .places import TIE
from .sides import firsts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Rows, Tables
    from ..contract import Setting
    from ..options import Limits, Options
    from .places import Place
    from .rules import Rules

FEW: Final = 64
"""So few values are compared sooner one by one."""
SOME: Final = float(np.finfo(np.float64).tiny)
"""Rows weigh more than this, whatever they weigh: of weights only the proportions count."""


class Judge:
    """Says which tests are allowed at one place, or at several small ones, and compares them.

    Tables of several places lie end to end, the same columns of each, in the order of the places.

    Parameters
    ----------
    setting : Setting
    places : sequence of Place
    options : Options
    rules : Rules
        What the method asks beyond its options.
    """

    def __init__(
        self, setting: Setting, places: Sequence[Place], options: Options, rules: Rules
    ) -> None:
        self.setting = setting
        self.dataset = setting.dataset
        self.options = options
        self.rules = rules
        self.limits = setting.limits
        self._places = places
        self.seen = places[0].seen
        """Weighs classes as the search sees them: everywhere alike."""
        self.weights = np.array([place.weight for place in places])
        self._impurities = np.array([place.impurity for place in places])

    def owner(self, tables: Tables) -> Ints:
        """Return the number of the place that each column of tables is of."""
        each = len(tables) // len(self.weights)
        return np.arange(len(tables)) // each

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


def within_limits(limits: Limits, rows: Ints, stats: Floats) -> NDArray[np.bool_]:
    """Return which tests keep to the limits of every method in each branch with rows."""
    heavy = stats.sum(axis=-1) >= limits.leaf_weight * (1.0 - TIE)
    return np.asarray(((rows <= 0) | ((rows >= limits.leaf_rows) & heavy)).all(axis=-1))


def too_few_lack(setting: Setting, options: Options, rows: Rows, column: int) -> bool:
    """Whether the rows that lack a column would be a branch of their own that is too small."""
    engine, limits = setting.engine, setting.limits
    if options.missing != "own" or not limits.bind:
        return False
    count = engine.missing_rows(rows, column)
    if not count or not limits.leaf_weight:
        return 0 < count < limits.leaf_rows
    missing = engine.tables(rows, [column]).missing
    return not within_limits(limits, np.array([count]), missing)
