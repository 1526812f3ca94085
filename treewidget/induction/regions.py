"""Regions: the rows of a place with their figures, and their children by a split."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .criteria import OF_NUMBERS, impurity, weight_of
from .region import Figures, Region
from .routes import for_new_rows, parted, route_of
from .search.absolute import Targets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset
    from ..engine.contract import Engine, Rows
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

    def children(self, region: Region, split: Split) -> tuple[Region, ...]:
        """Return the region of each branch.

        Validation rows go as new rows do, by what is known of the training rows.
        """
        depth, route = region.depth + 1, route_of(self.dataset, split)
        parts, route = parted(self.engine, region.rows, route, self.criterion)
        figures = [self._figures(part) for part in parts]
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
        return tuple(
            Region(depth, rows, train, held, self._figures(held), measured)
            for rows, train, held in zip(
                parts,
                figures,
                self.engine.partition(region.validation_rows, route),
                strict=True,
            )
        )

    def figures_of(self, grown: Grown, held: Sequence[Rows]) -> list[Figures]:
        """Return the figures of every line of a growth, each given with its rows."""
        if self.criterion == "absolute_error":
            return [self._figures(rows) for rows in held]
        rows, weights = grown.end - grown.begin, weight_of(grown.stats, self.criterion)
        if self.criterion != "squared_error":
            spread = impurity(grown.stats, self.criterion)
        else:
            spread = grown.scatter / np.where(weights > 0, weights, 1.0)
        columns = (rows.tolist(), weights.tolist(), grown.stats, spread.tolist())
        if self.criterion != "squared_error":
            return list(map(Figures, *columns))
        return list(map(Figures, *columns, map(self.engine.target_histogram, held)))

    def region(self, depth: int, rows: Rows, validation: Rows | None = None) -> Region:
        """Return any rows as a region, with their figures."""
        train = self._figures(rows)
        if validation is None:
            return Region(depth, rows, train)
        return Region(depth, rows, train, validation, self._figures(validation))

    def _figures(self, rows: Rows) -> Figures:
        n, stats = self.engine.total(rows)
        weight = float(weight_of(stats, self.criterion))
        if self.criterion not in OF_NUMBERS:
            seen = self.dataset.target.altered(stats)
            return Figures(n, weight, stats, float(impurity(seen, self.criterion)))
        spread = variance = self.engine.scatter(rows) / weight if weight > 0 else 0.0
        if self.criterion == "absolute_error":
            targets = Targets.of(self.dataset, self.engine, rows)
            middle = targets.centre - self.dataset.target.centre if n else 0.0
            stats, spread = np.append(stats, [middle, variance]), targets.error
        return Figures(n, weight, stats, spread, self.engine.target_histogram(rows))
