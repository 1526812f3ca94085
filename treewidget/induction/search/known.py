"""The search over known rows: a column is judged by the rows that have it.

What the rows that lack it do is another question, which a split's `missing` and its surrogates
answer once it is chosen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import weight_of
from ..splits import SHARE
from ..task import finds_best
from .found import Found
from .glance import Glance, inspects
from .greedy import Greedy
from .known_groups import known_sides
from .known_thresholds import finds_thresholds, known_thresholds
from .midway import split_below
from .scan import Look, by_kind
from .sides import picks_of_known
from .subsets import SubsetSides
from .surrogates import with_surrogates
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...data import Dataset
    from ...data.column import Column
    from ...engine.contract import Tables
    from ..contract import Setting
    from ..options import Options
    from ..region import Region
    from ..splits import Split
    from .places import Place, Places
    from .sides import Pick

JUDGED_BY_KNOWN: Final = ("surrogate", "fractional")


class KnownRows(Greedy):
    """The split of largest gain among the rows that have its column, weighed by their weight."""

    def scan(
        self, setting: Setting, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every column that has one, in frame order."""
        dataset = setting.dataset
        left, cuts = list(columns), list[tuple[int, float, int, int]]()
        if inspects(setting, region) and finds_best(setting):
            whole = [at for at in by_kind(left, dataset)[0] if not dataset.columns[at].has_gaps]
            left = sorted({*left} - {*whole})
            cuts += _looked_at(setting, region, whole)
        if finds_thresholds(setting, region, place):
            ordered, left = by_kind(left, dataset)
            cuts += known_thresholds(setting, region, place, ordered)
        found = self._search(setting, [region], [place], left)[0]
        for at, gain, low, high in cuts:
            bare = partial(split_below, dataset, at, low, high)
            found.append(self._found(setting, region, at, gain, bare))
        return self._finished(sorted(found, key=lambda one: one.column), setting, region)

    def _look(
        self,
        setting: Setting,
        regions: Sequence[Region],
        tables: Tables,
        here: Places,
        ordered: bool,
    ) -> Look:
        searched = _sides(tables, here.any, setting.dataset.columns, ordered=ordered)
        best, one = picks_of_known(searched.sides, here), here.any
        gains, have = best.gains.copy(), np.flatnonzero(best.gains > -np.inf)
        whole = one.seen(searched.sides.stats[searched.sides.starts[have + 1] - 1])
        nodes = np.array([weight_of(each.stats, each.criterion) for each in here.each])
        gains[have] *= weight_of(whole, one.criterion)
        gains[have] /= nodes[here.owner[have]]

        def found(index: int) -> Found:
            bare = _builder(setting.dataset, searched, index, best[index])
            region, column = regions[int(here.owner[index])], tables.columns[index]
            remark = searched.remark(index)
            return self._found(setting, region, column, float(gains[index]), bare, remark=remark)

        return Look(here, tables.columns, gains, found)

    def _found(
        self,
        setting: Setting,
        region: Region,
        column: int,
        gain: float,
        bare: Callable[[], Split],
        *,
        remark: str = "",
    ) -> Found:
        build = partial(self._built, setting, region, bare)
        return Found(column, gain, remark, build, listed=partial(build, listed=True))

    def _built(
        self, setting: Setting, region: Region, build: Callable[[], Split], *, listed: bool = False
    ) -> Split:
        """Return a split with the way of the rows that lack its column.

        In a list its surrogates are not sought: it is judged by the rows that have its column.
        """
        split = build()
        if self.options.missing == "surrogate":
            return with_surrogates(setting, region, split, self.options, sought=not listed)
        return replace(split, missing=SHARE)


def _looked_at(
    setting: Setting, region: Region, columns: Sequence[int]
) -> Iterator[tuple[int, float, int, int]]:
    """Give what `known_thresholds` does, of columns that no row lacks."""
    for best in Glance(setting, region).bests(columns) if columns else ():
        yield best.column, best.gain, best.low, best.high


def _sides(
    tables: Tables, place: Place, columns: tuple[Column, ...], *, ordered: bool
) -> ThresholdSides | SubsetSides:
    """Return the sides of columns that are all ordered, or all nominal."""
    if ordered:
        return threshold_sides(tables, columns, place.breakpoints)
    return known_sides(tables, place)


def _builder(
    dataset: Dataset, searched: ThresholdSides | SubsetSides, index: int, pick: Pick
) -> Callable[[], Split]:
    """Return what makes a pick's split."""
    if isinstance(searched, SubsetSides):
        return searched.build(index, pick, 0)
    at = searched.tables.columns[index]
    low, high = searched.tables.codes[pick.line : pick.line + 2].tolist()
    return partial(split_below, dataset, at, low, high)


def searching(options: Options) -> Greedy:
    """Return the search that goes with a strategy for missing values."""
    return KnownRows(options) if options.missing in JUDGED_BY_KNOWN else Greedy(options)
