"""The plain search: two branches, the largest decrease of impurity, as CART does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..candidates import ranked
from ..stopping import idle_reason, stop_reason
from ..worth import column_costs, costed
from .ceilings import has_ceilings, leading_found
from .glance import Glance, glances
from .halves import room_of
from .scan import Look, by_kind, look_at, scan
from .thresholds import placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Tables
    from ..contract import Setting
    from ..options import Limits, Options
    from ..region import Region
    from .found import Found
    from .places import Place, Places


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
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every column that has one, in frame order."""
        if not glances(setting, region):
            found = self._search(setting, [region], [place], columns)[0]
            return self._finished(found, setting, region)
        ordered, nominal = by_kind(columns, setting.dataset)
        found = Glance(setting, region).every(ordered) if ordered else []
        found += self._search(setting, [region], [place], nominal)[0]
        return costed(sorted(found, key=lambda one: one.column), setting.dataset, self.options)

    def chooses(self, setting: Setting, region: Region, _place: Place) -> bool:
        """Whether the best of all is found sooner than the best of every column."""
        return type(self) is Greedy and has_ceilings(setting, region)

    def enough(self, setting: Setting, region: Region, place: Place) -> list[Found]:
        """Return the best of as many columns as it takes to know the best of all."""
        columns = range(len(setting.dataset.columns))
        search = partial(self.scan, setting, region, place)
        return leading_found(setting, region, place, columns, search)

    def room(self, setting: Setting) -> int:
        """Return how many rows places may have together: as many as a near cache holds."""
        return room_of(setting.dataset)

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return the best of each region."""
        found = self._search(setting, regions, places, columns, leading=True)
        return [
            self._finished(those, setting, region)
            for those, region in zip(found, regions, strict=True)
        ]

    def _search(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
        *,
        leading: bool = False,
    ) -> list[list[Found]]:
        """Return what was found in each region; with `leading` the best of each alone."""
        look = partial(self._look, setting, regions)
        costs = column_costs(setting.dataset, self.options) if leading else None
        return scan(setting, regions, places, columns, look, leading=leading, costs=costs)

    def _look(
        self,
        setting: Setting,
        regions: Sequence[Region],
        tables: Tables,
        here: Places,
        ordered: bool,
    ) -> Look:
        """Return the best of each column of some tables."""
        return look_at(setting, regions, tables, here, ordered)

    def _finished(self, found: list[Found], setting: Setting, region: Region) -> list[Found]:
        """Return what was found, its cuts where the options put them, ranked by column costs."""
        if self.options.breakpoints == "quartiles" or self.options.cut != "midpoint":
            put = partial(partial, placed, setting, region)
            found = [
                one._replace(build=put(one.build), listed=one.listed and put(one.listed))
                for one in found
            ]
        return costed(found, setting.dataset, self.options)

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first; equals in the order of the columns."""
        return ranked(found, place)

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best gains too little."""
        return idle_reason(chosen.gain, share, place, options)
