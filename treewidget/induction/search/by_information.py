"""The search of ID3, ACLS and C4.5: tests of many branches, ranked by gain or gain ratio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..candidates import ranked
from ..stopping import idle_reason, stop_reason
from .column_tests import ColumnTests
from .halves import room_of
from .places import TIE
from .shortlist import Shortlist, shortlists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..inducer import Inducer
    from ..options import Limits, Options
    from ..region import Region
    from .places import Place
    from .scan import Found

NO_GAIN: Final = 1e-6
"""A gain in bits up to this is none: Weka's Id3 and J48 both say so [run]."""
BELOW_AVERAGE: Final = "its gain is below the average of all tests here"


@dataclass(frozen=True, slots=True)
class Rules:
    """Where the methods of this family differ beyond their options.

    Attributes
    ----------
    tolerance : float
        A later test or cut must be better by more than this; 0: by more than rounding.
    slack : float
        How far below the average a gain may lie under the average-gain rule.
    many : float or None
        A nominal column with at least this share of the training rows as levels takes no part in
        the average (unless every column is such a one).
    tenth : bool
        Whether both sides of a threshold need a tenth of the mean weight of a class, up to 25.
    resolution : float
        Numbers that are no further apart are not parted.
    """

    tolerance: float = 0.0
    slack: float = 0.0
    many: float | None = None
    tenth: bool = False
    resolution: float = 0.0


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
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible test of every column that has one, in frame order."""
        return self.scan_together(inducer, [region], [place], columns)[0]

    def chooses(self, inducer: Inducer, region: Region, place: Place) -> bool:
        """Whether the choice is sooner found than the best test of every column."""
        return shortlists(self, inducer, region, place)

    def enough(self, inducer: Inducer, region: Region, place: Place) -> list[Found]:
        """Return the choice alone; or, where it takes all of them, the best of every column."""
        return Shortlist(self, inducer, region, place).found()

    def room(self, inducer: Inducer) -> int:
        """Return how many rows places may have together: as many as a near cache holds."""
        return room_of(inducer.dataset)

    def scan_together(
        self,
        inducer: Inducer,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return what `scan` does of each of several regions."""
        tests = ColumnTests(inducer, places, self.options, self.rules)
        return tests.best([region.rows for region in regions], columns)

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

    def unsplit(self, inducer: Inducer, region: Region, column: int) -> str:
        """Return why a column has no test here; empty where the usual reason holds."""
        tests = ColumnTests(inducer, [inducer.place(region)], self.options, self.rules)
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
