"""The search over known rows: a column is judged by the rows that have it.

What the rows that lack it do is another question, which a split's `missing` and its surrogates
answer once it is chosen.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ..criteria import recentred, weight_of
from ..splits import SHARE
from .greedy import Greedy
from .known_groups import known_sides
from .midway import split_below
from .scan import Found, blocks_of
from .sides import Sides, picks
from .subsets import SubsetSides
from .surrogates import with_surrogates
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    at_once = False

    def _scan(
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        named = inducer.dataset.columns
        found = []
        for kind in (True, False):
            alike = [column for column in columns if named[column].is_ordered is kind]
            for block in blocks_of(alike, place):
                tables = inducer.engine.tables(region.rows, block)
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
        found = []
        node = float(weight_of(place.stats, place.criterion))
        for index, column in enumerate(searched.tables.columns):
            known = _known(searched.sides, index)
            if not len(known.rows):
                continue
            stats = known.stats[-1]
            here = replace(
                place, rows=int(known.rows[-1]), whole=stats, stats=place.seen(stats)
            )  # the last line is all of them
            pick = picks(known, here)[0]
            if pick is None:
                continue
            gain = pick.gain * float(weight_of(here.stats, place.criterion)) / node
            build = partial(self._built, inducer, region, _builder(searched, index, pick))
            own = place.ranking == place.criterion
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
    centred = replace(tables, stats=recentred(tables.stats, place.whole, place.criterion))
    if ordered:
        return threshold_sides(centred, columns, place.breakpoints)
    return known_sides(centred, place)


def _builder(searched: ThresholdSides | SubsetSides, index: int, pick: Pick) -> Callable[[], Split]:
    """Return what makes a pick's split; its line counts from the column's own first."""
    line = pick.line + int(searched.sides.starts[index])
    if isinstance(searched, SubsetSides):
        return searched.build(index, replace(pick, line=line), 0)
    at = searched.tables.columns[index]
    low, high = searched.tables.codes[line : line + 2].tolist()
    return partial(split_below, searched.columns[at], at, low, high)


def _known(sides: Sides, index: int) -> Sides:
    """Return the sides of one column, as if no row lacked it."""
    lines = slice(sides.starts[index], sides.starts[index + 1])
    rows, stats = sides.rows[lines], sides.stats[lines]
    none = np.zeros(1, dtype=np.int64)
    return replace(
        sides,
        starts=np.array([0, len(rows)]),
        rows=rows,
        stats=stats,
        missing_rows=none,
        missing=np.zeros((1, stats.shape[1])),
        tried=None if sides.tried is None else sides.tried[lines],
    )


def searching(options: Options) -> Greedy:
    """Return the search that goes with a strategy for missing values."""
    return KnownRows(options) if options.missing in JUDGED_BY_KNOWN else Greedy(options)
