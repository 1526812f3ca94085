"""The search of ID3, ACLS and C4.5: tests of many branches, ranked by gain or gain ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..candidates import ranked
from ..stopping import idle_reason, stop_reason
from .column_tests import ColumnTests
from .halves import room_of
from .leaders import leaders
from .places import TIE
from .rules import Rules
from .shortlist import Shortlist, shortlists
from .thresholds_at_once import finds_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..contract import Setting
    from ..options import Limits, Options
    from ..region import Region
    from .found import Found
    from .places import Place

NO_GAIN: Final = 1e-6
"""A gain in bits up to this is none: Weka's Id3 and J48 both say so [run]."""
MORE: Final = 4
"""Still more rows would hardly be searched quicker, and would hear of a cancel late."""
BELOW_AVERAGE: Final = "its gain is below the average of all tests here"


def rules_of(search: object) -> Rules | None:
    """Return the rules of a search, or of the one that it wraps; None where it has none."""
    while search is not None and not isinstance(search, ByInformation):
        search = getattr(search, "base", None)
    return search.rules if search is not None else None


class ByInformation:
    """Tests by gain or gain ratio, the latter among those of at least average gain.

    The average-gain rule is that of Quinlan (1986), section 7, and (1993), chapter 2.
    """

    def __init__(self, options: Options, rules: Rules | None = None) -> None:
        self.options = options
        self.rules = rules or Rules()

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        reason = stop_reason(region, options, limits)
        if reason:
            return reason
        weight, tolerance = region.train.weight, self.rules.tolerance
        if weight - region.train.stats.max() < tolerance:
            return "all its rows have the same class"
        if weight < 2 * options.min_cases - tolerance:
            return (
                f"its weight is {weight:g}, too little for two branches of "
                f"min_cases={options.min_cases:g}"
            )
        return ""

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible test of every column that has one, in frame order."""
        tests = ColumnTests(setting, [place], self.options, self.rules)
        return tests.best([region.rows], columns)[0]

    def chooses(self, setting: Setting, region: Region, _place: Place) -> bool:
        """Whether the choice is sooner found than the best test of every column."""
        return shortlists(setting, self.options, region)

    def enough(self, setting: Setting, region: Region, place: Place) -> list[Found]:
        """Return the choice alone; or, where it takes all of them, the best of every column."""
        tests = ColumnTests(setting, [place], self.options, self.rules)
        return Shortlist(tests, place, region.rows, self.best_first).found()

    def room(self, setting: Setting) -> int:
        """Return how many rows places may have together: as many as a near cache holds.

        More where the engine finds thresholds, so that no tables of values are made.
        """
        room = room_of(setting.dataset)
        return MORE * room if finds_all(setting, self.options) else room

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return what leads at each of several regions."""
        tests = ColumnTests(setting, places, self.options, self.rules)
        return leaders(tests, [region.rows for region in regions], columns)

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first: those of at least average gain by their ratio, then the rest."""
        if self.options.criterion != "gain_ratio":
            return self.best_first(found, place)
        gains = [one.gain for one in found if one.counts]
        least = np.inf  # without an average there is no candidate: as J48 [run]
        if gains:
            average = sum(gains) / len(gains)
            least = average - (self.rules.slack or TIE * average)
        among = [one for one in found if one.gain >= least]
        below = ranked([one._replace(score=None) for one in found if one.gain < least], place)
        rest = [one._replace(score=-1.0, remark=BELOW_AVERAGE) for one in below]
        return self.best_first(among, place) + rest

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best is not made; empty if it is."""
        if chosen.score is not None and chosen.score < 0:
            return "no test that takes part in the average gain is allowed there"
        nothing = max(place.nothing, NO_GAIN)
        if not options.allow_zero_gain and min(chosen.gain, chosen.worth) <= nothing:
            return "no split gains anything"
        return idle_reason(chosen.gain, share, place, options)

    def unsplit(self, setting: Setting, region: Region, column: int) -> str:
        """Return why a column has no test here; empty where the usual reason holds."""
        tests = ColumnTests(setting, [setting.place(region)], self.options, self.rules)
        return tests.why_none(region.rows, column)

    def best_first(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first; a later column is better only by more than the tolerance."""
        order = ranked(found, place)
        if not self.rules.tolerance or not order:
            return order
        winner = min(order, key=lambda one: one.column)
        for one in sorted(order, key=lambda one: one.column):
            if one.worth > winner.worth + self.rules.tolerance:
                winner = one
        return [winner, *(one for one in order if one is not winner)]
