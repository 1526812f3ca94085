"""The search of CLS: the tree of least total cost to a fixed depth (Hunt, Marin & Stone 1966).

A tree costs what measuring its columns costs, each once on a path and averaged over the rows, and
what its mistakes cost:

    C(S, 0) = min over c of sum_k n_k L(k, c)
    C(S, d) = min(C(S, 0), min over T of N m_T + sum_i C(S_i, d - 1))

with m_T = 0 where the column was asked for on the way already. The split made is the T of least
C(S, d), after which its branches look as deep again; where C(S, 0) is no dearer, it is a leaf.
Losses that nobody gave are 1, costs of columns 0.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..judging import gain_of
from ..stopping import stop_reason
from .found import Found
from .ledger import EVEN, Cheap, Ledger, Spot
from .lookahead import how_far, ranked_ahead
from .menu import CUTS, FEWER
from .nested import LEVELS, bounds_hold, cheapest_of_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..contract import Setting
    from ..options import Limits, Options
    from ..region import Region
    from .places import Place


class ByCost:
    """The split that begins the cheapest tree of `lookahead` levels."""

    def __init__(self, options: Options) -> None:
        self.options = options

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        return stop_reason(region, options, limits)

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the test of each column that begins the cheapest tree, in frame order."""
        ledger = Ledger(setting, self.options)
        here = Spot(region.rows, place, region.measured)
        levels = self._levels(region)
        if self.chooses(setting, region, place):
            cheapest = cheapest_of_columns(ledger, here, columns)
        else:
            cheapest = ledger.cheapest_of_columns(here, columns, levels)
        return self._found(cheapest, ledger, place, levels)

    def chooses(self, setting: Setting, region: Region, place: Place) -> bool:
        """Whether the cheapest test is found without a look below all others."""
        del place
        return self._levels(region) == LEVELS and bounds_hold(setting, self.options)

    def enough(self, setting: Setting, region: Region, place: Place) -> list[Found]:
        """Return the cheapest test, and others; the best of every column where none saves."""
        ledger = Ledger(setting, self.options)
        here = Spot(region.rows, place, region.measured)
        columns = range(len(setting.dataset.columns))
        cheapest = cheapest_of_columns(ledger, here, columns, of_all=True)
        found = self._found(cheapest, ledger, place, LEVELS)
        if any(one.score for one in found):
            return found
        return self.scan(setting, region, place, columns)

    def _found(
        self, cheapest: Sequence[Cheap], ledger: Ledger, place: Place, levels: int
    ) -> list[Found]:
        """Return what was found with its score: the worth of a test is what it saves."""
        own, weight = float(ledger.leaf(place.whole)), place.weight
        said = how_far(ledger.searched, levels)
        found = []
        for one in cheapest:
            remark = f"cost {one.cost / weight:.6g} a row, as a leaf {own / weight:.6g}; {said}"
            cuts = int((one.menu.columns == one.column).sum())
            if cuts > CUTS and levels > 1:
                remark += f"; {FEWER.format(CUTS, cuts)}"
            saved = max(own - one.cost, 0.0) if own - one.cost > EVEN * own else 0.0
            gain = gain_of(one.menu.branches(one.test), place.criterion)
            build = partial(one.menu.split, one.test)
            found.append(Found(one.column, gain, remark, build, score=saved / weight))
        return found

    def _levels(self, region: Region) -> int:
        """Return how far to look: no further than the tree may grow."""
        ahead, deepest = self.options.lookahead, self.options.max_depth
        return ahead if deepest is None else max(min(ahead, deepest - region.depth), 1)

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them cheapest first; of equals what gains most at once, then by column."""
        return ranked_ahead(found, place)

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the cheapest test is not made; empty if it is."""
        del share, place, options
        if chosen.score is not None and chosen.score > 0:
            return ""
        return "no test saves more in mistakes than it costs to measure"
