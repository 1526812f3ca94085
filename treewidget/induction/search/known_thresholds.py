"""Thresholds among the known rows of a large node, where the engine finds them by itself.

They are those that a search of tables finds, which have as many lines as there are values.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

import numpy as np

from ...engine.growing import CRITERIA
from ...engine.thresholds import ThresholdTask
from ..criteria import weight_of
from ..options import EVERY
from ..task import as_gini, sought
from .places import OWN, TIE
from .thresholds_at_once import LEAST, in_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...engine.thresholds import ThresholdEngine
    from ..contract import Setting
    from ..region import Region
    from .places import Place


def finds_thresholds(setting: Setting, region: Region, place: Place) -> bool:
    """Whether the engine finds them as a search of tables does, to the last digit: rows count."""
    return (
        hasattr(setting.engine, "thresholds")
        and place.rows >= LEAST
        and place.criterion in CRITERIA
        and setting.dataset.target.is_classification
        and place.altered is None
        and (place.ranking not in OWN or as_gini(setting))
        and place.breakpoints in EVERY
        and setting.dataset.weights is None
        and setting.engine.shares(region.rows) is None
    )


def known_thresholds(
    setting: Setting, region: Region, place: Place, columns: Sequence[int]
) -> Iterator[tuple[int, float, int, int]]:
    """Give each ordered column that has a threshold, what that gains, and the codes beside it."""
    engine, limits = cast("ThresholdEngine", setting.engine), place.limits
    least = max(limits.leaf_rows, math.ceil(limits.leaf_weight * (1.0 - TIE)), 1)
    for block in in_blocks(setting, place.rows, columns):
        few, apart = np.full((1, len(block)), least), [True] * len(block)
        task = ThresholdTask(sought(setting), block, apart, few, np.zeros(few.shape))
        found = engine.thresholds([region.rows], task)
        below, whole = found.stats[:, 0], found.stats[:, :2].sum(axis=1)
        gains = place.gains(below, whole) * weight_of(whole, place.criterion)
        gains /= weight_of(place.stats, place.criterion)
        lines = block, gains.tolist(), found.low.tolist(), found.high.tolist()
        yield from (line for line in zip(*lines, strict=True) if line[2] >= 0)
