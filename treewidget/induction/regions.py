"""Regions: the rows of a place with their figures, and their children by a split."""

from __future__ import annotations

from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING

import numpy as np

from ..engine.growing import items_of
from .criteria import OF_NUMBERS, impurity, weight_of
from .region import Figures, Histogram, Region
from .routes import for_new_rows, parted, route_of
from .search.absolute import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine, Floats, Ints, Rows
    from ..engine.growing import Grown
    from .criteria import Criterion
    from .splits import Split


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

    def branches(self, rows: Rows, split: Split) -> tuple[Rows, ...]:
        """Return the training rows of each branch: what `children` makes regions of."""
        return parted(self.engine, rows, route_of(self.dataset, split), self.criterion)[0]

    def children(self, region: Region, split: Split) -> tuple[Region, ...]:
        """Return the region of each branch.

        Validation rows go as new rows do, by what is known of the training rows.
        """
        depth, route = region.depth + 1, route_of(self.dataset, split)
        parts, route = parted(self.engine, region.rows, route, self.criterion)
        figures = self._all_figures(parts)
        measured = region.measured | 1 << split.column
        if region.validation_rows is None:
            return tuple(
                Region(depth, rows, train, measured=measured)
                for rows, train in zip(parts, figures, strict=True)
            )
        route = for_new_rows(
            route,
            np.array([one.weight for one in figures]),
            np.array([one.n for one in figures]),
        )
        held = self.engine.partition(region.validation_rows, route)
        seen = self._all_figures(held)
        return tuple(
            Region(depth, *branch, measured)
            for branch in zip(parts, figures, held, seen, strict=True)
        )

    def figures_of(self, grown: Grown, held: Iterable[Rows]) -> Iterator[Figures]:
        """Give the figures of every line of a growth, each given with its rows."""
        if not self.in_columns:
            return map(self._figures, held)
        rows, weights, spread = self.columns_of(grown)
        items = (items_of(rows), items_of(weights), grown.stats, items_of(spread))
        if self.criterion != "squared_error":
            return map(Figures, *items)
        return map(Figures, *items, map(Histogram, repeat(self.engine.target_histogram), held))

    @property
    def in_columns(self) -> bool:
        """Whether the figures of lines follow from their statistics."""
        return self.criterion != "absolute_error"

    def columns_of(self, grown: Grown) -> tuple[Ints, Floats, Floats]:
        """Return rows, weight and impurity of every line, where they are `in_columns`."""
        rows, weights = grown.end - grown.begin, weight_of(grown.stats, self.criterion)
        if self.criterion != "squared_error":
            return rows, weights, impurity(grown.stats, self.criterion)
        return rows, weights, grown.scatter / np.where(weights > 0, weights, 1.0)

    def region(self, depth: int, rows: Rows, validation: Rows | None = None) -> Region:
        """Return any rows as a region, with their figures."""
        train = self._figures(rows)
        if validation is None:
            return Region(depth, rows, train)
        return Region(depth, rows, train, validation, self._figures(validation))

    def _all_figures(self, parts: Sequence[Rows]) -> list[Figures]:
        """Return the figures of several sets of rows: all in as many operations as one takes."""
        if self.criterion in OF_NUMBERS:
            return [self._figures(rows) for rows in parts]
        totals = [self.engine.total(rows) for rows in parts]
        stats = np.stack([one for _, one in totals])
        weights = weight_of(stats, self.criterion).tolist()
        spread = impurity(self.dataset.target.altered(stats), self.criterion).tolist()
        rows = [n for n, _ in totals]
        return list(map(Figures, rows, weights, stats, spread))

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
