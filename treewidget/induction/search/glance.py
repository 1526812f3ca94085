"""The best split of every ordered column of a large node, where the engine can see it at once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np

from ..splits import ThresholdSplit
from ..swift import is_greedy, task_of
from .scan import Found, by_kind, scan
from .thresholds import split_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...data.column import Column
    from ...engine.contract import Floats
    from ...engine.growing import Best, GrowingEngine
    from ..inducer import Inducer
    from ..region import Region
    from .sides import Place

LEAST = 2048
"""Below so many rows the tables themselves are as quick."""


def glances(inducer: Inducer, region: Region) -> bool:
    """Whether the engine can look at a region as the options ask, and it is worth it."""
    if region.train.n < LEAST or not (is_greedy(inducer) and hasattr(inducer.engine, "inspect")):
        return False
    return inducer.engine.shares(region.rows) is None


def glance(inducer: Inducer, region: Region, columns: Sequence[int]) -> list[Found]:
    """Return what was found for each of these ordered columns that has an admissible split."""
    if not columns:
        return []
    engine = cast("GrowingEngine", inducer.engine)
    bests = engine.inspect(region.rows, task_of(inducer)).every(columns)
    return [_found(inducer, region, best) for best in bests]


def leading(inducer: Inducer, region: Region, place: Place) -> list[Found]:
    """Return enough for a choice: the best ordered column, and every nominal one.

    The other ordered columns are looked at only so closely as it takes to know that they are not
    the best.
    """
    dataset, engine = inducer.dataset, cast("GrowingEngine", inducer.engine)
    ordered, nominal = by_kind(range(len(dataset.columns)), dataset)
    found = scan(dataset, inducer.engine, region.rows, place, nominal)
    if ordered:
        best = engine.inspect(region.rows, task_of(inducer)).best()
        found += [] if best is None else [_found(inducer, region, best)]
    return sorted(found, key=lambda one: one.column)


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
