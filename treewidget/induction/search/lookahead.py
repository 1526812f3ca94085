"""Looking ahead: a split is judged by the best tree of some levels that begins with it.

Greedy growth sees one level: each half of an exclusive or gains nothing alone, and both together
everything. Here the worth of a split T over d levels is

    worth(T, d) = gain(T) + sum N_i / N * worth(S_i, d - 1)
    worth(S, d) = max over T of worth(T, d), or 0 for a leaf

so that d = 1 is greedy growth. At the levels above the last every test is tried, but of very many
(`menu`); at the last one the method's own best split of each column is. The decrease of impurity is
what counts at every level, also for methods that rank by something else; what they forbid stays
forbidden. Two levels cost about as many searches as there are tests at a node, each more level that
many times as much.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...data.words import counted
from ..candidates import ranked
from ..criteria import impurity
from ..judging import gain_of
from ..missing_values import way_of
from .absolute import Targets, gain_of_parts
from .by_information import rules_of
from .found import Found
from .glance import leading
from .judge import Judge, too_few_lack
from .menu import BOTH_WAYS, FEWER, menus, spread, tests_tried
from .surrogates import with_surrogates
from .threshold_tests import tried_thresholds
from .thresholds import placed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Tables
    from ..contract import Search, Setting
    from ..options import Limits, Options
    from ..recipe import Method
    from ..region import Region
    from ..splits import Split
    from .menu import Menu
    from .places import Place


def ranked_ahead(found: Sequence[Found], place: Place) -> list[Found]:
    """Return splits by what they are worth, of equals first what gains most at once."""
    at_once = ranked([one._replace(score=None) for one in found], place)
    order = {one.column: number for number, one in enumerate(at_once)}
    return ranked(found, place, order.__getitem__)


def how_far(places: int, levels: int) -> str:
    """Return how much was looked at, in words."""
    return f"{counted(places, 'place')} searched, {counted(levels, 'level')} deep"


def search_of(recipe: Method, options: Options) -> Search:
    """Return a method's search, looking ahead as far as the options say."""
    search = recipe.search(options)
    if options.lookahead == 1 or recipe.looks_ahead:
        return search
    return Lookahead(search, options)


class Lookahead:
    """Another search, whose splits are judged by the best tree they begin."""

    def __init__(self, base: Search, options: Options) -> None:
        self.base = base
        self.options = options

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        return self.base.stop(region, options, limits)

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the split of each column that begins the best tree, in frame order."""
        ahead = _Ahead(setting, self.base, self.options)
        return ahead.best_of_columns(region, place, columns, self.options.lookahead)

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first; among equals what gains most at once, then by column."""
        return ranked_ahead(found, place)

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best tree gains too little."""
        return self.base.idle(chosen._replace(gain=chosen.worth, score=None), share, place, options)


def _is_better(worth: float, gain: float, held: Found, place: Place) -> bool:
    """Whether a test is worth more than another, or as much and gains more at once."""
    if held.worth < place.floor(worth):
        return True
    return worth >= place.floor(held.worth) and held.gain < place.floor(gain)


def _itself(split: Split) -> Split:
    return split


class _Ahead:
    """One look from a place."""

    def __init__(self, setting: Setting, base: Search, options: Options) -> None:
        self.setting = setting
        self.base = base
        self.options = options
        self.searched = 0
        self._greedy = copy(setting)  # as if nobody looked ahead
        self._greedy.search, self._greedy.options = base, replace(options, lookahead=1)

    def best_of_columns(
        self, region: Region, place: Place, columns: Sequence[int], depth: int
    ) -> list[Found]:
        """Return the best of each column, its `score` being what its best tree is worth."""
        bare = replace(region, validation_rows=None, validation=None)
        best: dict[int, Found] = {}
        tests = self._tests(bare, place, columns)
        named = [self.setting.dataset.columns[column] for column in columns]
        whole = tests_tried(named, rest=self.options.branching == "rest")
        for test in self.setting.progress.over(tests, whole, 1):
            held = best.get(test.column)
            least = -1.0 if held is None or held.score is None else place.floor(held.score)
            split = test.build()
            children = self.setting.children(bare, split)
            worth, gain = self._worth_of_test(bare, children, depth, least)
            if held is None or _is_better(worth, gain, held, place):
                build = partial(placed, self.setting, bare, partial(_itself, split))
                best[test.column] = test._replace(
                    gain=gain, score=worth, ratio=None, branches=None, build=build
                )
        said = how_far(self.searched, depth)
        return [
            best[column]._replace(remark="; ".join(filter(None, (best[column].remark, said))))
            for column in sorted(best)
        ]

    def _worth_of_place(self, region: Region, depth: int) -> float:
        """Return what the best tree of some levels below a place is worth."""
        self.setting.progress.heed()
        self.searched += 1
        if self.base.stop(region, self.options, self.setting.limits):
            return 0.0
        place, columns = self.setting.place(region), range(len(self.setting.dataset.columns))
        if depth == 1:
            gains = (one.gain for one in leading(self._greedy, [region], [place])[0])
            return max(gains, default=0.0)
        best, most = 0.0, place.floor(self._impurity(region))
        for test in self._tests(region, place, columns):
            children = self.setting.children(region, test.build())
            best = max(best, self._worth_of_test(region, children, depth, best)[0])
            if best >= most:
                break  # nothing is left to gain
        return best

    def _worth_of_test(
        self, region: Region, children: Sequence[Region], depth: int, least: float
    ) -> tuple[float, float]:
        """Return what the best tree that begins with a split is worth, and what the split gains.

        Of one that is worth less than `least` it may be said that it is worth less still.
        """
        shares = self._shares(region, children)
        worth = gain = self._own_gain(region, children, sum(shares))
        most = [
            share * self._impurity(child) if share > 0 else 0.0
            for share, child in zip(shares, children, strict=True)
        ]
        open_still = sum(most)
        for child, share, own in zip(children, shares, most, strict=True):
            if worth + open_still < least:
                break  # not even pure leaves would do
            if share > 0:
                worth += share * self._worth_of_place(child, depth - 1)
            open_still -= own
        return worth, gain

    def _own_gain(self, region: Region, children: Sequence[Region], share: float) -> float:
        """Return the decrease of impurity of a split alone, over all weight of the place.

        So large a `share` of it is in the children together.
        """
        setting = self.setting
        if self.options.measure == "absolute_error":  # which sums do not tell
            parts = [child.rows for child in children]
            return gain_of_parts(setting.dataset, setting.engine, region.rows, parts)
        branches = np.stack([child.train.stats for child in children])
        seen = setting.dataset.target.altered(branches)
        return share * gain_of(seen, self.options.measure)

    def _impurity(self, region: Region) -> float:
        """Return a place's impurity as the search has it, which need not be what is shown."""
        setting, measure = self.setting, self.options.measure
        if setting.shown == measure:
            return region.train.impurity
        if measure == "absolute_error":
            return Targets.of(setting.dataset, setting.engine, region.rows).error
        return float(impurity(setting.place(region).stats, measure))

    def _shares(self, region: Region, children: Sequence[Region]) -> list[float]:
        """Return the share of a place's weight in each child; 0 where its classes count nothing."""
        whole = self.setting.weight_of(region)
        return [self.setting.weight_of(child) / whole if whole else 0.0 for child in children]

    def _tests(self, region: Region, place: Place, columns: Sequence[int]) -> Iterator[Found]:
        """Give what may begin a tree: every two-way test, and the method's own best of columns."""
        named, options = self.setting.dataset.columns, self.options
        listed = [c for c in columns if named[c].is_ordered or options.branching != "multiway"]
        if options.branching == "grouped":
            listed = []
        listed = [c for c in listed if not too_few_lack(self.setting, options, region.rows, c)]
        whole = set()
        for menu in self._menus(region, place, listed):
            for tests in menu.of_columns():
                tried = spread(tests)
                said = menu.remark(int(tests[0]))
                if len(tried) < len(tests):
                    said = FEWER.format(len(tried), len(tests))
                else:
                    whole.add(menu.column(int(tests[0])))
                for test in tried.tolist():
                    yield self._on_menu(region, menu, test, said)
        # Of one known value nothing is on a menu, though rows that lack it may be a branch apart.
        own = [c for c in columns if c not in whole]
        yield from self.base.scan(self.setting, region, place, own)

    def _menus(self, region: Region, place: Place, columns: Sequence[int]) -> Iterator[Menu]:
        return menus(
            self.setting,
            region.rows,
            place,
            columns,
            rest=self.options.branching == "rest",
            both_ways=self.options.missing in BOTH_WAYS,
            tried=self._tried(place),
            cases=self.options.min_cases,
        )

    def _tried(self, place: Place) -> Callable[[Tables], NDArray[np.bool_]] | None:
        """Return what tells the cuts that the method itself tries, where it has its own rules."""
        rules = rules_of(self.base)
        if rules is None:
            return None
        judge = Judge(self.setting, [place], self.options, rules)
        return lambda tables: tried_thresholds(judge, tables).tried

    def _on_menu(self, region: Region, menu: Menu, test: int, said: str) -> Found:
        """Return a test of a menu, its missing rows' way as the strategy has it."""
        strategy, column = self.options.missing, menu.column(test)

        def build() -> Split:
            split = menu.split(test)
            if strategy in BOTH_WAYS:
                return split
            if strategy == "surrogate":
                return with_surrogates(self.setting, region, split, self.options)
            lacking = self.setting.engine.missing_rows(region.rows, column) > 0
            return replace(split, missing=way_of(strategy, 2, lacking=lacking))

        return Found(column, 0.0, said, build)
