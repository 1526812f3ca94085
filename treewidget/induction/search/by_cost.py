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

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import folded, summed
from ..judging import gain_of
from ..routes import route_of
from ..stopping import stop_reason
from .found import Found
from .lookahead import how_far, ranked_ahead
from .menu import CUTS, FEWER, menus, spread, tests_tried

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.contract import Floats, Rows
    from ..contract import Setting
    from ..options import Limits, Options
    from ..region import Region
    from .menu import Menu
    from .places import Place

EVEN: Final = 1e-9
"""Costs no further apart than this share of what a leaf costs are equal."""


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
        cheapest = ledger.cheapest_of_columns(here, columns, self._levels(region))
        own, weight = float(ledger.leaf(place.whole)), place.weight
        said = how_far(ledger.searched, self._levels(region))
        found = []
        for one in cheapest:
            remark = f"cost {one.cost / weight:.6g} a row, as a leaf {own / weight:.6g}; {said}"
            cuts = int((one.menu.columns == one.column).sum())
            if cuts > CUTS and self._levels(region) > 1:
                remark += f"; {FEWER.format(CUTS, cuts)}"
            # The worth of a test is what it saves: above 0 where it is made.
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


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Some rows on a path, and a bit for each column that was asked for on it."""

    rows: Rows
    place: Place
    measured: int


@dataclass(frozen=True, slots=True, eq=False)
class Cheap:
    """A test, what the cheapest tree that begins with it costs, and what it costs alone."""

    column: int
    cost: float
    once: float
    menu: Menu
    test: int

    def before(self, other: Cheap, slack: float) -> bool:
        """Whether it is cheaper, or as cheap and cheaper alone."""
        if abs(self.cost - other.cost) <= slack:
            return self.once < other.once - slack
        return self.cost < other.cost


class Ledger:
    """Reckons costs over one data set.

    Attributes
    ----------
    searched : int
        How many places were looked at so far.
    """

    def __init__(self, setting: Setting, options: Options) -> None:
        target, dataset = setting.dataset.target, setting.dataset
        self.setting = setting
        self.rest = options.branching == "rest"
        self.searched = 0
        self._stakes = target.stakes
        self._prices = np.zeros(len(dataset.columns))
        for name, price in (options.column_costs or {}).items():
            self._prices[dataset.column_index(name)] = price

    def leaf(self, stats: Floats) -> Floats:
        """Return C(S, 0) of statistics, shape (...)."""
        if self._stakes is not None:
            return folded(np.minimum, self._stakes.costs(stats))
        return summed(stats) - folded(np.maximum, stats)

    def cheapest_of_columns(self, here: Spot, columns: Sequence[int], depth: int) -> list[Cheap]:
        """Return the cheapest test of each column, in frame order.

        Of two that begin equally cheap trees it is the one that saves most at once, then the first.
        """
        best: dict[int, Cheap] = {}
        slack = EVEN * float(self.leaf(here.place.whole))
        for alone in self._alone(here, columns, depth, slack):
            held = best.get(alone.column)
            most = np.inf if held is None else held.cost + slack
            new = alone
            if depth > 1:
                cost = self._beyond(here, alone.menu, alone.test, depth, most)
                new = replace(alone, cost=cost)
            if held is None or new.before(held, slack):
                best[alone.column] = new
        return [best[column] for column in sorted(best)]

    def _alone(
        self, here: Spot, columns: Sequence[int], depth: int, slack: float
    ) -> Iterator[Cheap]:
        """Give the tests that are tried, with two leaves below; of several levels it is told."""
        named, progress = self.setting.dataset.columns, self.setting.progress
        heeding = progress if depth > 1 else progress.stage(0.0)
        whole = tests_tried([named[column] for column in columns], rest=self.rest)

        def tried() -> Iterator[Cheap]:
            for menu in self._menus(here, columns, depth):
                once = self._once(here, menu)
                for test in _tried(menu, once, depth, slack):
                    cost = float(once[test])
                    yield Cheap(menu.column(test), cost, cost, menu, test)

        return heeding.over(tried(), whole, 1)

    def _least(self, here: Spot, depth: int) -> float:
        """Return C(S, d)."""
        self.setting.progress.step(0.0)
        self.searched += 1
        best = float(self.leaf(here.place.whole))
        if depth == 0 or best == 0.0 or here.place.rows < here.place.limits.split_rows:
            return best
        listed = list(self._menus(here, range(len(self._prices)), depth))
        once = [self._once(here, menu) for menu in listed]
        best = min([best, *(float(costs.min()) for costs in once if len(costs))])
        if depth == 1:
            return best
        for menu, costs in zip(listed, once, strict=True):
            for test in sorted(_tried(menu, costs, depth, 0.0), key=costs.__getitem__):
                best = min(best, self._beyond(here, menu, test, depth, best))
        return best

    def _beyond(self, here: Spot, menu: Menu, test: int, depth: int, most: float) -> float:
        """Return what a test and the cheapest trees below it cost, if that is under `most`."""
        column = menu.column(test)
        cost = self._price(here, column)
        if cost >= most:
            return cost
        route = route_of(self.setting.dataset, menu.split(test))
        parts = self.setting.engine.partition(here.rows, route)
        for part in parts:
            if cost >= most:
                break
            n, stats = self.setting.engine.total(part)
            place = replace(here.place, rows=n, whole=stats, stats=stats)
            below = Spot(part, place, here.measured | 1 << column)
            cost += self._least(below, depth - 1)
        return cost

    def _price(self, here: Spot, column: int) -> float:
        paid = here.measured >> column & 1
        return 0.0 if paid else float(self._prices[column]) * here.place.weight

    def _once(self, here: Spot, menu: Menu) -> Floats:
        """Return what each test and two leaves below it cost."""
        self.setting.progress.step(0.0)
        costs = np.asarray(self.leaf(menu.stats) + self.leaf(menu.whole - menu.stats))
        if self._prices.any():
            prices = [self._price(here, column) for column in range(len(self._prices))]
            costs += np.array(prices)[menu.columns]
        return costs

    def _menus(self, here: Spot, columns: Sequence[int], depth: int) -> Iterator[Menu]:
        rest, every = self.rest, depth > 1
        return menus(self.setting, here.rows, here.place, columns, rest=rest, every=every)


def _tried(menu: Menu, once: Floats, depth: int, slack: float) -> list[int]:
    """Return the tests that are looked at more closely: of many cuts some, and the best alone.

    That is the first of those as cheap as the cheapest; of a last level there is no other.
    """
    tried: list[int] = []
    for tests in menu.of_columns():
        costs = once[tests]
        best = int(tests[np.argmax(costs <= costs.min() + slack)])
        tried += [best] if depth == 1 else np.union1d(spread(tests), [best]).tolist()
    return tried
