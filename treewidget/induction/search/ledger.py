"""What trees of some levels cost: what is measured on the way, and mistakes (see `by_cost`)."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import folded, summed
from ..routes import route_of
from .menu import menus, spread, tests_of, tests_tried
from .scan import by_kind, tables_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.contract import Floats, Rows
    from ..contract import Setting
    from ..options import Options
    from .menu import Menu
    from .places import Place

EVEN: Final = 1e-9
"""Costs no further apart than this share of what a leaf costs are equal."""


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
    setting : Setting
        Its progress hears of a cancel; of all that is reckoned the places say nothing.
    told : Progress
        Who asked is told here.
    searched : int
        How many places were looked at so far.
    """

    def __init__(self, setting: Setting, options: Options) -> None:
        target, dataset = setting.dataset.target, setting.dataset
        self.setting = copy(setting)
        self.setting.progress = setting.progress.quiet
        self.told = setting.progress
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
        named = self.setting.dataset.columns
        heeding = self.told if depth > 1 else self.setting.progress
        whole = tests_tried([named[column] for column in columns], rest=self.rest)

        def each() -> Iterator[Cheap]:
            for menu in self.menus(here, columns, depth):
                once = self.once(here, menu)
                for test in chain.from_iterable(tried(menu, once, depth, slack)):
                    cost = float(once[test])
                    yield Cheap(menu.column(test), cost, cost, menu, test)

        return heeding.over(each(), whole, 1)

    def least(self, here: Spot, depth: int) -> float:
        """Return C(S, d)."""
        self.setting.progress.heed()
        self.searched += 1
        best = float(self.leaf(here.place.whole))
        if depth == 0 or best == 0.0 or here.place.rows < here.place.limits.split_rows:
            return best
        listed = list(self.menus(here, range(len(self._prices)), depth))
        once = [self.once(here, menu) for menu in listed]
        best = min([best, *(float(costs.min()) for costs in once if len(costs))])
        if depth == 1:
            return best
        for menu, costs in zip(listed, once, strict=True):
            for test in sorted(chain(*tried(menu, costs, depth, 0.0)), key=costs.__getitem__):
                best = min(best, self._beyond(here, menu, test, depth, best))
        return best

    def least_of(self, spots: Sequence[Spot]) -> list[float]:
        """Return C(S, 1) of several small places, searched together; no limits may bind."""
        self.setting.progress.heed()
        self.searched += len(spots)
        dataset, places = self.setting.dataset, [spot.place for spot in spots]
        whole, prices = np.stack([place.whole for place in places]), self._prices_at(spots)
        least: Floats = np.array(self.leaf(whole))
        kinds = by_kind(range(len(dataset.columns)), dataset)
        for ordered, alike in zip((True, False), kinds, strict=True):
            for tables, here in tables_at(self.setting, [s.rows for s in spots], alike, places):
                sides = tests_of(
                    tables, here, dataset.columns, None, ordered=ordered, rest=self.rest, every=0
                ).sides
                sizes = np.diff(sides.starts)
                owner, columns = here.owner.repeat(sizes), np.repeat(tables.columns, sizes)
                price, missing = prices[owner, columns], sides.missing.repeat(sizes, axis=0)
                for side in (sides.stats, sides.stats + missing)[: 1 + missing.any()]:
                    costs = self.leaf(side) + self.leaf(whole[owner] - side)
                    np.minimum.at(least, owner, costs + price)
        found: list[float] = least.tolist()
        return found

    def _prices_at(self, spots: Sequence[Spot]) -> Floats:
        """Return what a test of each column costs at each place."""
        if not self._prices.any():
            return np.zeros((len(spots), len(self._prices)))
        columns = range(len(self._prices))
        return np.array([[self.price(spot, column) for column in columns] for spot in spots])

    def _beyond(self, here: Spot, menu: Menu, test: int, depth: int, most: float) -> float:
        """Return what a test and the cheapest trees below it cost, if that is under `most`."""
        column = menu.column(test)
        cost = self.price(here, column)
        if cost >= most:
            return cost
        for below in self.below(here, menu, test):
            if cost >= most:
                break
            cost += self.least(below, depth - 1)
        return cost

    def below(self, here: Spot, menu: Menu, test: int) -> Iterator[Spot]:
        """Give what lies on either side of a test."""
        route = route_of(self.setting.dataset, menu.split(test))
        for part in self.setting.engine.partition(here.rows, route):
            n, stats = self.setting.engine.total(part)
            place = replace(here.place, rows=n, whole=stats, stats=stats)
            yield Spot(part, place, here.measured | 1 << menu.column(test))

    def price(self, here: Spot, column: int) -> float:
        """Return what a test of a column costs, where it was not asked for on the way already."""
        paid = here.measured >> column & 1
        return 0.0 if paid else float(self._prices[column]) * here.place.weight

    def once(self, here: Spot, menu: Menu) -> Floats:
        """Return what each test and two leaves below it cost."""
        self.setting.progress.heed()
        costs: Floats = self.leaf(menu.stats) + self.leaf(menu.whole - menu.stats)
        costs += self._prices_at([here])[0][menu.columns]
        return costs

    def menus(self, here: Spot, columns: Sequence[int], depth: int) -> Iterator[Menu]:
        """Give the tests of columns, with so many levels ahead."""
        rest, every = self.rest, depth > 1
        return menus(self.setting, here.rows, here.place, columns, rest=rest, every=every)


def tried(menu: Menu, once: Floats, depth: int, slack: float) -> Iterator[list[int]]:
    """Give the tests of each column that are looked at more closely.

    Of many cuts those are some, and the best alone: the first of those as cheap as the cheapest. Of
    a last level there is no other.
    """
    for tests in menu.of_columns():
        costs = once[tests]
        best = int(tests[np.argmax(costs <= costs.min() + slack)])
        yield [best] if depth == 1 else np.union1d(spread(tests), [best]).tolist()
