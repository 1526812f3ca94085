"""The search over known rows: a column is judged by the rows that have it.

What the rows that lack it do is another question, which a split's `missing` and its surrogates
answer once it is chosen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from ..criteria import weight_of
from ..splits import SHARE
from .greedy import Greedy
from .known_groups import known_sides
from .midway import split_below
from .scan import Found, by_kind, tables_of
from .sides import picks_of_known
from .subsets import SubsetSides
from .surrogates import with_surrogates
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...data import Dataset
    from ...data.column import Column
    from ...engine.contract import Tables
    from ..inducer import Inducer
    from ..options import Options
    from ..region import Region
    from ..splits import Split
    from .sides import Pick, Place

JUDGED_BY_KNOWN: Final = ("surrogate", "fractional")


class KnownRows(Greedy):
    """The split of largest gain among the rows that have its column, weighed by their weight."""

    def _scan(
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        named = inducer.dataset.columns
        found = []
        for kind, alike in zip((True, False), by_kind(columns, inducer.dataset), strict=True):
            for tables in tables_of(inducer, region.rows, alike, place):
                sides = _sides(tables, place, named, ordered=kind)
                found += self._found(sides, inducer, region, place)
        return sorted(found, key=lambda one: one.column)

    def _found(
        self,
        searched: ThresholdSides | SubsetSides,
        inducer: Inducer,
        region: Region,
        place: Place,
    ) -> list[Found]:
        found, sides = [], searched.sides
        node = float(weight_of(place.stats, place.criterion))
        for index, pick in enumerate(picks_of_known(sides, place)):
            if pick is None:
                continue
            known = place.seen(sides.stats[sides.starts[index + 1] - 1])
            gain = pick.gain * float(weight_of(known, place.criterion)) / node
            build = partial(
                self._built, inducer, region, _builder(inducer.dataset, searched, index, pick)
            )
            column, own = searched.tables.columns[index], place.ranking == place.criterion
            found.append(Found(column, gain, searched.remark(index), build, of_known=own))
        return found

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
