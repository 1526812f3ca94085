"""The inducer: everything a method decides at a place of the data."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..errors import RefusedError
from .candidates import Candidate, choose, ranked
from .criteria import branch_information, gain, impurity, recentred, weight_of
from .growth import Sprout, grow, sprouts
from .options import Options, limits_of
from .progress import Progress
from .region import Figures, Region
from .routes import route_of
from .scan import Found, scan
from .search import Place
from .stopping import EPS, stop_reason, unsplit_reason

if TYPE_CHECKING:
    from ..engine.contract import Floats, Rows
    from .splits import Split
    from collections.abc import Sequence
    from ..data.dataset import Dataset
    from ..engine.contract import Engine
    from .criteria import Criterion

__all__ = ["Candidate", "Inducer", "Progress", "Sprout"]


class Inducer:
    """Splits, candidates and growths over one data set by one method's options. Immutable.

    Parameters
    ----------
    dataset : Dataset
    engine : Engine
        An engine over that data set.
    options : Options
        From `methods.resolve`.
    shown : str, optional
        The criterion of the figures it hands out, when that is not the one it searches by.
    """

    def __init__(
        self, dataset: Dataset, engine: Engine, options: Options, shown: Criterion | None = None
    ) -> None:
        self.dataset = dataset
        self.engine = engine
        self.options = options
        self.shown: Criterion = shown or options.criterion
        self.limits = limits_of(options, len(dataset.parts["train"]))

    # ------------------------------------------------------------ regions

    def root(self) -> Region:
        """Return all training rows, and the validation rows if there are any."""
        return self._root

    @cached_property
    def _root(self) -> Region:
        parts = self.dataset.parts
        validation = self.engine.rows(parts["validation"]) if "validation" in parts else None
        return self._region(0, self.engine.rows(parts["train"]), validation)

    def children(self, region: Region, split: Split) -> tuple[Region, ...]:
        """Return the region of each branch."""
        route = route_of(self.dataset, split)
        train = self.engine.partition(region.rows, route)
        if region.validation_rows is None:
            return tuple(self._region(region.depth + 1, rows, None) for rows in train)
        validation = self.engine.partition(region.validation_rows, route)
        return tuple(
            self._region(region.depth + 1, rows, held)
            for rows, held in zip(train, validation, strict=True)
        )

    def _region(self, depth: int, rows: Rows, validation: Rows | None) -> Region:
        train = self._figures(rows)
        if validation is None:
            return Region(depth, rows, train)
        return Region(depth, rows, train, validation, self._figures(validation))

    def _figures(self, rows: Rows) -> Figures:
        n, stats = self.engine.total(rows)
        weight = float(weight_of(stats, self.shown))
        if self.shown != "squared_error":
            return Figures(n, weight, stats, float(impurity(stats, self.shown)))
        variance = self.engine.scatter(rows) / weight if weight > 0 else 0.0
        return Figures(n, weight, stats, variance, self.engine.target_histogram(rows))

    # ------------------------------------------------------------ splits

    def choice(self, region: Region) -> Found | None:
        """Return the split the method makes here and its gain; None where it stops."""
        if stop_reason(region, self.options, self.limits):
            return None
        place = self._place(region)
        chosen = choose(self._scan(region, place), place)
        return None if chosen is None or self._idle(region, chosen.gain) else chosen

    def best(self, region: Region) -> Candidate | None:
        """Return the split the method makes here; None where it stops (see `why_leaf`)."""
        chosen = self.choice(region)
        return None if chosen is None else self.candidate(region, chosen.build(), chosen.remark)

    def why_leaf(self, region: Region) -> str:
        """Return why the method stops here, to follow "it is a leaf because"; empty if it splits."""
        reason = stop_reason(region, self.options, self.limits)
        if reason:
            return reason
        place = self._place(region)
        chosen = choose(self._scan(region, place), place)
        if chosen is None:
            return "no column has a split here that is allowed"
        return self._idle(region, chosen.gain)

    def _idle(self, region: Region, gained: float) -> str:
        """Return why the best split gains too little; empty if it gains enough."""
        if not self.options.allow_zero_gain and gained <= self._place(region).nothing:
            return "no split lowers the impurity"
        decrease = region.train.weight / self._root.train.weight * gained
        least = self.options.min_impurity_decrease
        if decrease + EPS < least:
            return f"the best split lowers the impurity by {decrease:.4g} of the least {least:g}"
        return ""

    def _place(self, region: Region) -> Place:
        train, criterion = region.train, self.options.criterion
        stats = recentred(train.stats, train.stats, criterion)
        return Place(train.n, train.stats, stats, train.impurity, criterion, self.limits)

    def _scan(
        self, region: Region, place: Place, columns: Sequence[int] | None = None
    ) -> list[Found]:
        among = range(len(self.dataset.columns)) if columns is None else columns
        return scan(self.dataset, self.engine, region.rows, place, among)

    # ------------------------------------------------------------ candidates

    def candidates(self, region: Region) -> list[Candidate]:
        """Return the best split of every column, best first, then the columns without one."""
        place = self._place(region)
        found = ranked(self._scan(region, place), place)
        have = {one.column for one in found}
        without = [c for c in range(len(self.dataset.columns)) if c not in have]
        return [self.candidate(region, one.build(), one.remark) for one in found] + [
            Candidate(c, None, None, None, None, None, *self._without(region, c)) for c in without
        ]

    def best_of(self, region: Region, column: int, where: str = "here") -> Candidate:
        """Return the best split of one column; raises `RefusedError` when it has none."""
        for one in self._scan(region, self._place(region), [column]):
            return self.candidate(region, one.build(), one.remark)
        name = self.dataset.columns[column].name
        raise RefusedError(f"{name} cannot split {where}: {self._without(region, column)[1]}")

    def _without(self, region: Region, column: int) -> tuple[int, str]:
        """Return the missing rows of a column without a split, and the reason."""
        table = self.engine.tables(region.rows, [column])[0]
        known, values = int(table.rows.sum()), len(table.codes)
        return table.missing_rows, unsplit_reason(known, table.missing_rows, values, self.limits)

    def candidate(self, region: Region, split: Split, reason: str = "") -> Candidate:
        """Return any split with its figures."""
        route = route_of(self.dataset, split)
        parts = self.engine.partition(region.rows, route)
        branches = np.stack([self.engine.total(part)[1] for part in parts])
        weights = weight_of(branches, self.shown)
        codes = self.dataset.columns[split.column].codes[self.engine.positions(region.rows)]
        return Candidate(
            column=split.column,
            split=split,
            gain=self._gain(branches),
            gain_ratio=self._ratio(branches, weights),
            validation_gain=self._validation_gain(region, split),
            balance=float(weights.min() / weights.sum()) if weights.sum() > 0 else None,
            missing_n=int((codes < 0).sum()),
            reason=reason,
        )

    def _gain(self, branches: Floats) -> float:
        whole = branches.sum(axis=0)
        return float(gain(recentred(branches, whole, self.shown), self.shown))

    def _ratio(self, branches: Floats, weights: Floats) -> float | None:
        information = float(branch_information(weights))
        if self.shown == "squared_error" or information <= 0:
            return None
        return float(gain(branches, "entropy")) / information

    def _validation_gain(self, region: Region, split: Split) -> float | None:
        held = region.validation
        if region.validation_rows is None or held is None or held.weight <= 0:
            return None
        parts = self.engine.partition(region.validation_rows, route_of(self.dataset, split))
        return self._gain(np.stack([self.engine.total(part)[1] for part in parts]))

    # ------------------------------------------------------------ growth

    def grow(
        self,
        regions: Sequence[Region],
        options: Options | None = None,
        *,
        leaves_taken: int = 0,
        levels: int | None = None,
        progress: Progress | None = None,
    ) -> list[Sprout]:
        """Grow from every region until the method stops.

        Parameters
        ----------
        regions : sequence of Region
        options : Options, optional
            For this growth only; figures stay in this inducer's criterion.
        leaves_taken : int
            Leaves elsewhere in the tree, which count towards `max_leaf_nodes`.
        levels : int, optional
            At most so many levels under each region.
        progress : Progress, optional

        Returns
        -------
        list of Sprout
            One for each region.

        Raises
        ------
        CancelledError
        """
        other = options is not None and options != self.options
        inducer = Inducer(self.dataset, self.engine, options, self.shown) if other else self  # type: ignore[arg-type]
        drafts = grow(
            inducer,
            regions,
            leaves_taken=leaves_taken,
            levels=levels,
            progress=progress or Progress(),
        )
        return sprouts(drafts)

    def shown_gain(self, children: Sequence[Region], found: float) -> float:
        """Return the gain in the criterion that is shown."""
        if self.shown == self.options.criterion:
            return found
        return self._gain(np.stack([child.train.stats for child in children]))
