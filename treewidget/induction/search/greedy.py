"""The plain search: two branches, the largest decrease of impurity, as CART does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ..candidates import ranked
from ..stopping import idle_reason, stop_reason
from ..worth import costed
from .glance import Glance, glances
from .scan import Found, by_kind, scan
from .thresholds import placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..inducer import Inducer
    from ..options import Limits, Options
    from ..region import Region
    from .sides import Place


class Greedy:
    """The split of largest gain; the first column of those that tie."""

    at_once = True
    """An engine that grows whole trees by itself does what this does."""
    at_a_look = True
    """The best splits that an engine finds by looking at a node are this search's."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        return stop_reason(region, options, limits)

    def scan(
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every column that has one, in frame order."""
        found = self._scan(inducer, region, place, columns)
        if self.options.breakpoints == "quartiles" or self.options.cut != "midpoint":
            found = [
                replace(one, build=partial(placed, inducer, region, one.build)) for one in found
            ]
        return costed(found, inducer.dataset, self.options)

    def _scan(
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        if not glances(inducer, region):
            return scan(inducer, region.rows, place, columns)
        ordered, nominal = by_kind(columns, inducer.dataset)
        found = Glance(inducer, region).every(ordered) if ordered else []
        found += scan(inducer, region.rows, place, nominal)
        return sorted(found, key=lambda one: one.column)

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first; equals in the order of the columns."""
        return ranked(found, place)

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best gains too little."""
        return idle_reason(chosen.gain, share, place, options)
