"""Growth in one call of the engine, where it offers that: the same trees, sooner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..engine.growing import GrowthTask
from .growth import Sprout
from .region import Region
from .splits import Split, SubsetSplit, ThresholdSplit
from .subsets import EXHAUSTIVE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..data.column import Column
    from ..engine.growing import GrowingEngine, Grown
    from .inducer import Inducer
    from .progress import Progress
    from .region import Figures

TWO = 2
SEARCHING = 0.5
"""About what share of the time the engine takes; making the sprouts takes the rest."""
STEPS = 64
"""How often the making of sprouts tells how far it is, at the least."""


def fits(inducer: Inducer) -> bool:
    """Whether the engine can grow what this inducer would."""
    if not hasattr(inducer.engine, "grow"):
        return False
    target = inducer.dataset.target
    if target.task == "regression" or len(target.classes) <= TWO:
        return True
    # Levels in the order of a principal component are numpy's affair.
    return all(c.is_ordered or len(c.keys) <= EXHAUSTIVE for c in inducer.dataset.columns)


def grow_at_once(
    inducer: Inducer,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region; one sprout for each."""
    if not regions:
        return []
    grown = lines_of(
        inducer,
        regions,
        lambda share: progress.step(SEARCHING * share),
        leaves_taken=leaves_taken,
        levels=levels,
    )
    return _Maker(inducer, grown).sprouts(regions, progress)


def lines_of(
    inducer: Inducer,
    regions: Sequence[Region],
    step: Callable[[float], None],
    *,
    leaves_taken: int = 0,
    levels: int | None = None,
) -> Grown:
    """Grow from every region, and return the lines as the engine hands them back.

    `step` is called now and then with the share done; what it raises stops the growth.
    """
    engine = cast("GrowingEngine", inducer.engine)
    options, limits = inducer.options, inducer.limits
    most = options.max_leaf_nodes
    task = GrowthTask(
        criterion=options.criterion,
        split_rows=limits.split_rows,
        leaf_rows=limits.leaf_rows,
        leaf_weight=limits.leaf_weight,
        min_decrease=options.min_impurity_decrease,
        root_weight=inducer.root().train.weight,
        zero_gain=options.allow_zero_gain,
        max_leaves=0 if most is None else max(most - leaves_taken, 1),
    )
    depths = [_levels(region, options.max_depth, levels) for region in regions]
    return engine.grow([region.rows for region in regions], depths, task, step)


def _levels(region: Region, max_depth: int | None, levels: int | None) -> int | None:
    if max_depth is None:
        return levels
    below = max(max_depth - region.depth, 0)
    return below if levels is None else min(below, levels)


class _Maker:
    """Makes sprouts of the lines of a growth."""

    def __init__(self, inducer: Inducer, grown: Grown) -> None:
        self._inducer = inducer
        self._grown = grown
        self._columns = inducer.dataset.columns
        self._splits = self._all_splits()

    def sprouts(self, regions: Sequence[Region], progress: Progress) -> list[Sprout]:
        """Return what grew from each region, the regions' own objects at the top."""
        grown = self._grown
        top = dict(zip(grown.starts.tolist(), regions, strict=True))
        lines, gains = len(grown.column), grown.gain.tolist()
        places: list[Region] = [None] * lines  # type: ignore[list-item]
        left, right = grown.left.tolist(), grown.right.tolist()
        figures = self._inducer.regions.figures_of(grown)
        every = lines // STEPS + 1
        for line in range(lines):
            if line % every == 0:
                progress.step(SEARCHING + (1.0 - SEARCHING) * line / lines)
            if line in top:
                places[line] = top[line]
            split = self._splits[line]
            if split is not None:
                self._below(places, line, (left[line], right[line]), figures)
        made: list[Sprout] = [None] * lines  # type: ignore[list-item]
        for line in range(lines - 1, -1, -1):
            split = self._splits[line]
            if split is None:
                made[line] = Sprout(places[line])
                continue
            children = (made[left[line]], made[right[line]])
            gain = self._inducer.shown_gain([child.region for child in children], gains[line])
            made[line] = Sprout(places[line], split, gain, children)
        progress.step(1.0)
        return [made[line] for line in grown.starts.tolist()]

    def _below(
        self, places: list[Region], line: int, below: tuple[int, int], figures: list[Figures]
    ) -> None:
        """Make the regions under a split; validation rows are parted with the training rows."""
        here, engine = places[line], cast("Any", self._inducer.engine)
        depth = here.depth + 1
        rows = [engine.slice_of(self._grown, child) for child in below]
        if here.validation_rows is None:
            for child, held in zip(below, rows, strict=True):
                places[child] = Region(depth, held, figures[child])
            return
        parts = self._inducer.regions.validation_parts(here, cast("Split", self._splits[line]))
        for child, held, (other, seen) in zip(below, rows, parts, strict=True):
            places[child] = Region(depth, held, figures[child], other, seen)

    def _all_splits(self) -> list[Split | None]:
        grown = self._grown
        low, high, missing = grown.low.tolist(), grown.high.tolist(), grown.missing.tolist()
        splits: list[Split | None] = []
        for line, column in enumerate(grown.column.tolist()):
            if column < 0:
                splits.append(None)
            elif not self._columns[column].is_ordered:
                splits.append(subset_of(grown, line, self._columns[column]))
            elif high[line] < 0:
                splits.append(ThresholdSplit(column, (), 1))
            else:
                cut = self._columns[column].midpoint(low[line], high[line])
                splits.append(ThresholdSplit(column, (cut,), missing[line]))
        return splits


def subset_of(grown: Grown, line: int, column: Column) -> SubsetSplit:
    """Return a line's split of levels: those present there, the first group's named."""
    number = int(grown.column[line])
    first = tuple(grown.levels[grown.group[line] : grown.group[line + 1]].tolist())
    codes = column.codes[grown.rows[grown.begin[line] : grown.end[line]]]
    present = np.flatnonzero(np.bincount(codes[codes >= 0])).tolist()
    rest = tuple(code for code in present if code not in first)
    if not rest:
        return SubsetSplit(number, (first,), 1)
    return SubsetSplit(number, (first, rest), int(grown.missing[line]))
