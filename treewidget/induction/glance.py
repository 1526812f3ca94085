"""The best split of every ordered column of a large node, where the engine can see it at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from .scan import Found
from .splits import ThresholdSplit
from .swift import task_of
from .thresholds import split_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.column import Column
    from ..engine.contract import Floats
    from ..engine.growing import Best, GrowingEngine
    from .inducer import Inducer
    from .region import Region

LEAST = 2048
"""Below so many rows the tables themselves are as quick."""


def glances(inducer: Inducer, region: Region) -> bool:
    """Whether the engine's look at a region is worth it."""
    return region.train.n >= LEAST and hasattr(inducer.engine, "inspect")


def glance(inducer: Inducer, region: Region, columns: Sequence[int]) -> list[Found]:
    """Return what was found for each of these ordered columns that has an admissible split."""
    if not columns:
        return []
    engine = cast("GrowingEngine", inducer.engine)
    bests = engine.inspect(region.rows, task_of(inducer)).every(columns)
    return [_found(inducer, region, best) for best in bests]


def _found(inducer: Inducer, region: Region, best: Best) -> Found:
    build = partial(_split, inducer.dataset.columns[best.column], best)
    return Found(best.column, best.gain, "", build, _branches(region.train.stats, best.first))


def _split(column: Column, best: Best) -> ThresholdSplit:
    if best.high < 0:
        return ThresholdSplit(best.column, (), 1)  # known against missing
    return split_between(column, best.column, best.low, best.high, best.missing)


def _branches(whole: Floats, first: Floats) -> Floats:
    """Return the statistics of both branches; the squares of a regression are nobody's business."""
    one = np.zeros_like(whole)
    one[: len(first)] = first
    branches = np.stack([one, whole - one])
    branches[:, len(first) :] = 0.0
    return branches
