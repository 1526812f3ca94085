"""The search of CHAID: merge the categories of each column, then take the most significant column.

Kass (1980), and the exhaustive search of Biggs, de Ville and Suen (1991), with the F test where the
target is a number. Its parts: `bins` and `categories` (what is merged, and the split that comes of
it), `merger`, `wide_merger` and `line_merger` (groups), `merging` (which of them are merged;
`together`, of all columns at once; `side_by_side` and `pairs_side_by_side`, in arrays),
`chi_square` and `tails` (the tests), `bonferroni` (the multipliers).
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ...errors import InvalidValueError
from ..criteria import OF_NUMBERS, gain
from ..stopping import idle_reason, stop_reason
from .bins import binned_tables
from .bonferroni import adjusted, ways, ways_exhaustive
from .categories import categories_of, split_of
from .chi_square import TESTS, rough
from .component import component
from .found import Found
from .line_merger import LineMerger
from .merger import FewMerger, NominalMerger
from .merging import enlarged, merged, way_to_two
from .pairs_side_by_side import PAIRS, merge_pairs
from .scan import centred
from .side_by_side import merge_neighbours
from .ties import ties
from .together import together
from .wide_merger import WideMerger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...engine.contract import Floats, Table, Tables
    from ..contract import Setting
    from ..options import Limits, Options
    from ..region import Region
    from .chi_square import Significance
    from .merger import Categories, Merger
    from .places import Place
    from .together import Search

MOST: Final = 1000
"""More categories are not compared in pairs."""
FEW: Final = 24
"""Up to so many are sooner merged without arrays."""
CELLS: Final = 1 << 25
"""So many values are counted in some fifty milliseconds."""
ROOM: Final = 1 << 15
"""So many rows of places are searched together."""
STATISTICS: Final = {"chi2": "chi2", "g2": "g2", "f_test": "f"}
"""What a test's statistic is called among a candidate's measures."""
_PAIR: Final = 2


class Chaid:
    """The smallest adjusted p; a branch for each group of categories."""

    at_once = True
    """Whether columns are merged down to a level, and no further."""

    def __init__(self, options: Options) -> None:
        if options.column_costs is not None:
            raise InvalidValueError(
                f"column_costs has no meaning with method={options.method!r}, which takes the "
                "column of the smallest p-value: use a method that ranks by gain ('cart', 'c4.5'), "
                "or 'cls', which weighs costs against mistakes"
            )
        self.options = options
        self.test = TESTS[options.criterion]

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are."""
        return stop_reason(region, options, limits)

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the groups of every column that has at least two, in frame order."""
        return self.scan_together(setting, [region], [place], columns)[0]

    def room(self, setting: Setting) -> int:
        """Return how many rows places may have together."""
        del setting
        return ROOM

    def scan_together(
        self,
        setting: Setting,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return what `scan` does of each region: their categories are tested together."""
        found: list[list[Found]] = [[] for _ in regions]
        width = max(CELLS // max(sum(place.rows for place in places), 1), 1)
        for begin in range(0, len(columns), width):
            some: list[tuple[int, int, Merger]] = []
            for at, (region, place) in enumerate(zip(regions, places, strict=True)):
                setting.progress.heed()
                tables = binned_tables(setting, region.rows, columns[begin : begin + width])
                mergers = self._mergers(setting, centred(tables, place), place)
                some += [(at, column, merger) for column, merger in mergers]
            for run in _runs(some):
                for at, found_there in self._searched(setting, run, places):
                    found[at].append(found_there)
        return found

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first: by log p, then by the statistic, then in the columns' order."""
        del place
        name, order = STATISTICS[self.options.criterion], []
        for equals in ties([-(one.score or 0.0) for one in found]):
            for alike in ties([-found[at].measures[name] for at in equals]):
                order += sorted((found[equals[at]] for at in alike), key=lambda one: one.column)
        return order

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best is not significant enough."""
        level, p = options.alpha_split or 1.0, chosen.measures["adjusted_p"]
        if p > level:
            return (
                f"the least adjusted p-value of a column is {p:.3g}, and alpha_split is {level:g}"
            )
        return idle_reason(chosen.gain, share, place, options)

    def unsplit(self, setting: Setting, region: Region, column: int) -> str:
        """Return why a column has no split at a region; empty where the usual reason holds."""
        table = binned_tables(setting, region.rows, [column])[0]
        count = len(self._categories(setting, column, table, setting.place(region)))
        if count > MOST:
            return (
                f"it has {count:,} categories here, and at most {MOST:,} are compared in pairs: "
                "join them into larger ones beforehand"
            )
        return "all its categories were merged into one" if count > 1 else ""

    # ------------------------------------------------------------ some columns at once

    def _searched(
        self, setting: Setting, some: Sequence[tuple[int, int, Merger]], places: Sequence[Place]
    ) -> Iterator[tuple[int, Found]]:
        """Give what is found of columns, each of the place with a number."""
        heed = setting.progress.heed
        self._merge_at_once([merger for _, _, merger in some], heed)
        searches = [self._grouped(merger, places[at].limits) for at, _, merger in some]
        done = together(searches, self.test, heed)
        for (at, column, merger), result in zip(some, done, strict=True):
            if result is not None:
                yield at, self._told(setting, column, merger, result, places[at])

    def _categories(self, setting: Setting, at: int, table: Table, place: Place) -> Categories:
        floats = self.options.missing != "fractional"
        return categories_of(setting.dataset.columns[at], table, place.criterion, floats=floats)

    def _mergers(
        self, setting: Setting, tables: Tables, place: Place
    ) -> Iterator[tuple[int, Merger]]:
        """Give the columns that can be merged, and their categories each by itself."""
        scores = _means if place.criterion in OF_NUMBERS else component
        for column, table in zip(tables.columns, tables, strict=True):
            categories = self._categories(setting, column, table, place)
            if 1 < len(categories) <= MOST:
                yield column, _merger_of(categories)(categories, scores)

    def _merge_at_once(self, mergers: Sequence[Merger], heed: Callable[[], object]) -> None:
        """Settle the columns that are as well merged all at once."""
        if self.options.alpha_resplit is not None or not self.at_once:
            return
        log_alpha = math.log(self.options.alpha_merge)
        lines = [
            merger
            for merger in mergers
            if isinstance(merger, LineMerger)
            and merger.categories.kind == "ordinal"
            and len(merger.categories) <= FEW
        ]
        merge_neighbours(lines, self.test, log_alpha, heed)
        pairs = [merger for merger in mergers if isinstance(merger, NominalMerger)]
        merge_pairs(pairs, self.test, log_alpha, heed)

    def _grouped(self, merger: Merger, limits: Limits) -> Search[tuple[Significance, str] | None]:
        """Merge the categories of a column; return the test of what is left, and a remark."""
        remark = ""
        if not merger.settled:
            yield from merger.begin()
            remark = yield from self.merge(merger)
        yield from enlarged(merger, limits.leaf_rows, limits.leaf_weight)
        if len(merger) < _PAIR:
            return None
        tested = yield merger.sums[None]
        return tested.part(0), remark

    def _told(
        self,
        setting: Setting,
        column: int,
        merger: Merger,
        result: tuple[Significance, str],
        place: Place,
    ) -> Found:
        """Return the groups of a column as a search returns them."""
        (tested, remark), sums, groups = result, merger.sums, merger.groups
        multiplier = (
            self.multiplier(merger.categories, len(groups)) if self.options.bonferroni else 1
        )
        p = float(tested.p)
        adjusted_p, log_adjusted = adjusted(p, float(tested.log_p), multiplier)
        measures = {
            "p": p,
            "adjusted_p": adjusted_p,
            STATISTICS[self.options.criterion]: float(tested.statistic),
            "df": float(tested.df),
        }
        if tested.df_within is not None:
            measures["df_within"] = float(tested.df_within)
        few = "" if place.criterion in OF_NUMBERS else rough(sums)
        return Found(
            column=column,
            gain=float(gain(place.seen(sums), place.criterion)),
            remark="; ".join(filter(None, (remark, few))),
            build=partial(split_of, setting, column, groups, merger.categories.codes),
            branches=None if self.options.missing == "fractional" else sums,
            score=-log_adjusted,
            measures=measures,
        )

    def merge(self, merger: Merger) -> Search[str]:
        """Merge what is alike; return what was not tried, in words."""
        resplit = self.options.alpha_resplit
        return merged(
            merger,
            math.log(self.options.alpha_merge),
            None if resplit is None else math.log(resplit),
        )

    def multiplier(self, categories: Categories, groups: int) -> int:
        """Return how many groupings the one that was found was chosen from."""
        return ways(categories.kind, len(categories), groups)


class ExhaustiveChaid(Chaid):
    """Of all groupings on the way to two groups the one with the smallest adjusted p."""

    at_once = False

    def merge(self, merger: Merger) -> Search[str]:
        """Merge down to two groups, and go back to the best; nothing is left out."""
        steps = yield from way_to_two(merger)
        tests = []
        for _, sums in steps:
            tests.append((yield sums[None]).part(0))
        # Of one column all have the same multiplier.
        best = ties([float(one.log_p) for one in tests])[0]
        best = [best[at] for at in ties([-float(tests[at].statistic) for at in best])[0]]
        yield from merger.regroup(steps[best[0]][0])
        return ""

    def multiplier(self, categories: Categories, groups: int) -> int:
        """Return how many pairs were looked at."""
        del groups
        return ways_exhaustive(categories.kind, len(categories))


def _runs(some: Sequence[tuple[int, int, Merger]]) -> Iterator[list[tuple[int, int, Merger]]]:
    """Part columns, in order, so that few pairs of categories are held at once."""
    run: list[tuple[int, int, Merger]] = []
    room = PAIRS
    for one in some:
        count = len(one[-1].categories)
        pairs = count**2 if isinstance(one[-1], NominalMerger) else count
        if run and pairs > room:
            yield run
            run, room = [], PAIRS
        run.append(one)
        room -= pairs
    if run:
        yield run


def _merger_of(categories: Categories) -> type[Merger]:
    if categories.kind != "nominal":
        return LineMerger
    return FewMerger if len(categories) <= FEW else WideMerger


def _means(stats: Floats) -> Floats:
    """Return the mean of the target in each category."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(stats[:, 0] > 0, stats[:, 1] / stats[:, 0], np.inf)
