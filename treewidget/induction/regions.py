"""Regions: the rows of a place with their figures, and their children by a split."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Final, cast

import numpy as np

from ..engine.growing import items_of
from .criteria import OF_NUMBERS, impurity, weight_of
from .region import Figures, Histogram, Region
from .routes import for_new_rows, routes_of
from .search.absolute import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine, Floats, Ints, Route, Rows
    from ..engine.growing import GrowingEngine, Grown
    from .criteria import Criterion
    from .splits import Split

NO_ROWS: Final = (None, None)
"""The validation rows of a branch, and their figures, where there are none."""


class Regions:
    """Makes the regions of one data set, with impurities in one criterion."""

    def __init__(self, dataset: Dataset, engine: Engine, criterion: Criterion) -> None:
        self.dataset = dataset
        self.engine = engine
        self.criterion = criterion

    @cached_property
    def root(self) -> Region:
        """All training rows, and the validation rows if there are any."""
        parts = self.dataset.parts
        validation = self.engine.rows(parts["validation"]) if "validation" in parts else None
        return self.region(0, self.engine.rows(parts["train"]), validation)

    def children(self, region: Region, split: Split) -> tuple[Region, ...]:
        """Return the region of each branch.

        Validation rows go as new rows do, by what is known of the training rows.
        """
        return self.children_of([region], [split])[0]

    def children_of(
        self, regions: Sequence[Region], splits: Sequence[Split]
    ) -> list[tuple[Region, ...]]:
        """Return what `children` does of each of several regions, by the split given for it."""
        routes = routes_of(self.dataset, splits)
        train = self._with_figures(
            self.engine.partitions([region.rows for region in regions], routes)
        )
        held = self._with_figures(
            [
                self._held_out(region, route, below)
                for region, route, below in zip(regions, routes, train, strict=True)
            ]
        )
        return [
            tuple(
                Region(region.depth + 1, *one, rows, seen, region.measured | 1 << split.column)
                for one, (rows, seen) in zip(mine, others or repeat(NO_ROWS), strict=False)
            )
            for region, split, mine, others in zip(regions, splits, train, held, strict=True)
        ]

    def _held_out(
        self, region: Region, route: Route, below: Sequence[tuple[Rows, Figures]]
    ) -> tuple[Rows, ...]:
        """Return the validation rows of each branch; none where a region has none."""
        if region.validation_rows is None:
            return ()
        weights, rows = zip(*((one.weight, one.n) for _, one in below), strict=True)
        route = for_new_rows(route, np.array(weights), np.array(rows))
        return self.engine.partition(region.validation_rows, route)

    def _with_figures(self, sets: Sequence[Sequence[Rows]]) -> list[list[tuple[Rows, Figures]]]:
        """Return each set of rows with its figures."""
        figures = iter(self._all_figures([*chain.from_iterable(sets)]))
        return [[(rows, next(figures)) for rows in some] for some in sets]

    def figures_of(self, grown: Grown, held: Iterable[Rows]) -> Iterator[Figures]:
        """Give the figures of every line of a growth, each given with its rows."""
        rows, weights, spread = self.columns_of(grown)
        items = (items_of(rows), items_of(weights), grown.stats, items_of(spread))
        if self.criterion not in OF_NUMBERS:
            return map(Figures, *items)
        return map(Figures, *items, map(Histogram, repeat(self.engine.target_histogram), held))

    def completed(self, grown: Grown) -> Grown:
        """Return a growth whose lines have all statistics of their figures.

        By absolute errors an engine does not give all; those errors stand in place of `scatter`.
        """
        if self.criterion != "absolute_error":
            return grown
        medians, errors = cast("GrowingEngine", self.engine).middles(grown)
        weights = grown.stats[:, 0]
        variances = grown.scatter / np.where(weights > 0, weights, 1.0)
        middles = np.where(grown.end > grown.begin, medians - self.dataset.target.centre, 0.0)
        stats = np.column_stack([grown.stats, middles, variances])
        return replace(grown, stats=stats, scatter=errors)

    def columns_of(self, grown: Grown) -> tuple[Ints, Floats, Floats]:
        """Return rows, weight and impurity of every line of a growth that is `completed`."""
        rows, weights = grown.end - grown.begin, weight_of(grown.stats, self.criterion)
        if self.criterion not in OF_NUMBERS:
            altered = self.dataset.target.altered(grown.stats)
            return rows, weights, impurity(altered, self.criterion)
        if self.criterion == "absolute_error":
            return rows, weights, grown.scatter
        return rows, weights, grown.scatter / np.where(weights > 0, weights, 1.0)

    def region(self, depth: int, rows: Rows, validation: Rows | None = None) -> Region:
        """Return any rows as a region, with their figures."""
        train = self._figures(rows)
        if validation is None:
            return Region(depth, rows, train)
        return Region(depth, rows, train, validation, self._figures(validation))

    def _all_figures(self, parts: Sequence[Rows]) -> list[Figures]:
        """Return the figures of several sets of rows: all in as many operations as one takes."""
        if self.criterion in OF_NUMBERS or not parts:
            return [self._figures(rows) for rows in parts]
        rows, stats = self.engine.totals(parts)
        weights = weight_of(stats, self.criterion).tolist()
        spread = impurity(self.dataset.target.altered(stats), self.criterion).tolist()
        return list(map(Figures, rows.tolist(), weights, stats, spread))

    def _figures(self, rows: Rows) -> Figures:
        if self.criterion not in OF_NUMBERS:
            return self._all_figures([rows])[0]
        n, stats = self.engine.total(rows)
        weight = float(weight_of(stats, self.criterion))
        spread = variance = self.engine.scatter(rows) / weight if weight > 0 else 0.0
        if self.criterion == "absolute_error":
            targets = Targets.of(self.dataset, self.engine, rows)
            middle = targets.centre - self.dataset.target.centre if n else 0.0
            stats, spread = np.append(stats, [middle, variance]), targets.error
        return Figures(n, weight, stats, spread, Histogram(self.engine.target_histogram, rows))
