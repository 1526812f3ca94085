"""The choice of a large node among many columns, without the best threshold of each.

The rule of the average gain wants the gain of every column, and the best threshold of a column is
only found on a walk along its values. Counts in bins tell sooner between which two gains it lies,
and which gain ratio it has at most. That mostly tells which columns are of average gain, and which
of those may have the greatest ratio: no others are walked along. The choice is that among all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .outlooks import ROUNDING, Outlooks
from .scan import by_kind
from .thresholds_at_once import fits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...engine.contract import Rows
    from ..contract import Setting
    from ..options import Options
    from ..region import Region
    from .column_tests import ColumnTests
    from .found import Found
    from .outlooks import Outlook
    from .places import Place

LEAST: Final = 16_384
"""Fewer rows are as soon walked along in all columns."""
NEXT: Final = 2
"""So many columns are walked along at first, and twice as many each time after: of a thousand that
tell nothing none may be spared."""
LOOKS: Final = 16
"""So many columns have bins looked into at once, and more only where that spares half of them."""
WALKS: Final = 0.7
"""About what share of the time walks take,"""
REST: Final = 0.3
"""and what share of that is left after one, as none or a few may follow."""


def shortlists(setting: Setting, options: Options, region: Region) -> bool:
    """Whether a choice can be made that way, and it is worth it."""
    dataset, engine = setting.dataset, setting.engine
    if region.train.n < LEAST or not hasattr(engine, "inspect"):
        return False
    if sum(column.is_ordered for column in dataset.columns) <= NEXT:
        return False
    counts = dataset.weights is None and dataset.target.stakes is None
    apart = options.missing == "own" and setting.limits.bind  # a column may have no test for it
    plain = options.alpha_split is None and options.column_costs is None and not apart
    if not counts or not plain or options.measure != "entropy":
        return False
    return engine.shares(region.rows) is None and fits(setting, options)


class Shortlist:
    """What is known of the columns of one node while its choice is sought.

    Parameters
    ----------
    tests : ColumnTests
        Of the place.
    place : Place
        What the search knows of it.
    rows : Rows
    best_first : callable
        Ranks what was found there.
    """

    def __init__(
        self,
        tests: ColumnTests,
        place: Place,
        rows: Rows,
        best_first: Callable[[Sequence[Found], Place], list[Found]],
    ) -> None:
        self._tests = tests
        self._rules = tests.rules
        self._rows = rows
        self._place = place
        self._best_first = best_first
        self._outlooks = Outlooks(tests, place, rows)

    def found(self) -> list[Found]:
        """Return the choice alone; or, where it takes all of them, the best of every column."""
        columns = range(len(self._tests.dataset.columns))
        ordered, _ = by_kind(columns, self._tests.dataset)
        unseen = {one.column: one for one in self._outlooks.of(ordered)}
        found = self._walked([column for column in columns if column not in unseen])
        left = [one for one in unseen.values() if one.most >= self._rules.tolerance]
        to_do, width, looks, spared = WALKS, NEXT, 0, 0
        while left:
            self._tests.setting.progress.step(1.0 - to_do)
            following, least = self._following(found, left)
            if not following:
                return self._best_first(self._candidates(found, left)[0], self._place)[:1]
            shut = [one for one in following[:LOOKS] if not one.opened]
            if shut and least > -np.inf and spared * 2 >= looks:
                closer = {one.column: self._outlooks.opened(one, least) for one in shut}
                spared += sum(one.worth < least for one in closer.values())
                looks += len(closer)
                left = [closer.get(one.column, one) for one in left]
                continue
            walked = [one.column for one in following[:width]]
            found += self._walked(walked)
            left = [one for one in left if one.column not in walked]
            to_do, width = to_do * REST, 2 * width
        return sorted(found, key=lambda one: one.column)

    def _walked(self, columns: Sequence[int]) -> list[Found]:
        return self._tests.best([self._rows], columns)[0]

    # ------------------------------------------------------------ what to walk along

    def _following(
        self, found: Sequence[Found], left: Sequence[Outlook]
    ) -> tuple[list[Outlook], float]:
        """Return the columns to look closer at, and what one has to be ranked by to be chosen.

        None where the choice is certain.
        """
        certain, possible, bar = self._candidates(found, left)
        # One may keep the next from being better by the tolerance, that one the next ...
        margin = max(self._rules.tolerance, ROUNDING) * (len(found) + len(left) + 1)
        least = max((one.worth for one in certain), default=-np.inf) - margin
        rivals = [one for one in left if one.most >= bar and one.worth >= least]
        if rivals:
            return sorted(rivals, key=lambda one: -one.promise), least
        if certain and not any(one.worth >= least for one in possible):
            return [], least
        return sorted(left, key=lambda one: one.least - one.most), -np.inf

    def _candidates(
        self, found: Sequence[Found], left: Sequence[Outlook]
    ) -> tuple[list[Found], list[Found], float]:
        """Return what certainly takes part in the choice, what may, and the least gain that may."""
        if self._tests.options.criterion != "gain_ratio":
            return list(found), [], -np.inf
        low, high = _averages([one.gain for one in found if one.counts], left)
        low, high = (of - self._rules.slack for of in (low - ROUNDING, high + ROUNDING))
        certain = [one for one in found if one.gain >= high]
        return certain, [one for one in found if low <= one.gain < high], low


def _averages(gains: Sequence[float], left: Sequence[Outlook]) -> tuple[float, float]:
    """Return between which two the average gain lies, whichever uncertain columns take part."""
    certain = [one for one in left if one.certain]
    count = len(gains) + len(certain)
    if not count:
        return -np.inf, np.inf
    uncertain = [one for one in left if not one.certain]
    low = sum(gains) + sum(one.least for one in certain), sorted(one.least for one in uncertain)
    high = sum(gains) + sum(one.most for one in certain), sorted(-one.most for one in uncertain)
    return _least_average(*low, count), -_least_average(-high[0], high[1], count)


def _least_average(total: float, doubtful: Sequence[float], count: int) -> float:
    """Return the least average of so many numbers, where those that are doubtful may join them.

    Examples
    --------
    >>> round(_least_average(6.0, [1.0, 4.0], 2), 3)
    2.333
    """
    for number in doubtful:
        if number * count >= total:
            break
        total, count = total + number, count + 1
    return total / count
