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
from .greedy import Greedy
from .known_groups import known_sides
from .midway import split_below
from .scan import Found, by_kind, tables_at
from .sides import picks_of_known
from .subsets import SubsetSides
from .surrogates import with_surrogates
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...data import Dataset
    from ...data.column import Column
    from ...engine.contract import Tables
    from ..inducer import Inducer
    from ..options import Options
    from ..region import Region
    from ..splits import Split
    from .places import Place, Places
    from .sides import Pick

JUDGED_BY_KNOWN: Final = ("surrogate", "fractional")


class KnownRows(Greedy):
    """The split of largest gain among the rows that have its column, weighed by their weight."""

    def _search(
        self,
        inducer: Inducer,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
        *,
        leading: bool = False,
    ) -> list[list[Found]]:
        named, sets = inducer.dataset.columns, [region.rows for region in regions]
        found: list[list[Found]] = [[] for _ in regions]
        for ordered, alike in zip((True, False), by_kind(columns, inducer.dataset), strict=True):
            for tables, here in tables_at(inducer, sets, alike, places):
                sides = _sides(tables, here.any, named, ordered=ordered)
                for index, one in self._found(sides, inducer, regions, here, leading=leading):
                    found[here.owner[index]].append(one)
        return [sorted(those, key=lambda one: one.column) for those in found]

    def _found(
        self,
        searched: ThresholdSides | SubsetSides,
        inducer: Inducer,
        regions: Sequence[Region],
        places: Places,
        *,
        leading: bool,
    ) -> Iterator[tuple[int, Found]]:
        """Give what was found, each with its place among the columns of the tables."""
        sides, one = searched.sides, places.any
        found = picks_of_known(sides, places)
        known = np.zeros(len(found.gains))
        filled = np.flatnonzero(np.diff(sides.starts))
        whole = one.seen(sides.stats[sides.starts[filled + 1] - 1])
        known[filled] = weight_of(whole, one.criterion)
        nodes = np.array([weight_of(each.stats, each.criterion) for each in places.each])
        gains = np.full(len(known), -np.inf)
        have = places.wanted(found.gains, leading=False)
        gains[have] = found.gains[have] * known[have] / nodes[places.owner[have]]
        own = one.ranking == one.criterion
        for index in places.wanted(gains, leading=leading):
            region = regions[int(places.owner[index])]
            bare = _builder(inducer.dataset, searched, index, found[index])
            build = partial(self._built, inducer, region, bare)
            column, gain = searched.tables.columns[index], float(gains[index])
            yield index, Found(column, gain, searched.remark(index), build, of_known=own)

    def _built(self, inducer: Inducer, region: Region, build: Callable[[], Split]) -> Split:
        """Return a split with the way of the rows that lack its column."""
        split = build()
        if self.options.missing == "surrogate":
            return with_surrogates(inducer, region, split, self.options)
        return replace(split, missing=SHARE)


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
