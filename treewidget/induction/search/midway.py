"""The cut that ``x < middle`` makes, as rpart writes it, for splits that send ``x <= cut`` left."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ...data.cut import Cut
from ..splits import ThresholdSplit

if TYPE_CHECKING:
    from ...data import Dataset


def split_below(dataset: Dataset, at: int, low: int, high: int) -> ThresholdSplit:
    """Return the split of a column between two of its distinct values, given by rank."""
    return ThresholdSplit(at, (cut_below(dataset, at, low, high),), 0)


def cut_below(dataset: Dataset, at: int, low: int, high: int) -> Cut:
    """Return the cut half-way between two values; a value that lies exactly there goes right.

    Only where some training row has that value does it differ from `Column.midpoint`: by one unit
    in the last place. In a fold those rows count that it holds out, which rpart sends right too.
    Ordered categories are cut half-way too, the level there going left.
    """
    column = dataset.columns[at]
    if column.kind == "ordered":
        level = (low + high) // 2
        return Cut(level, column.text_of(level))
    middle = column.midpoint(low, high)
    if column.kind == "datetime" or high - low == 1:
        return middle
    rank = column.rank_of(middle)
    if rank <= low or column.keys[rank].item() != middle.value:
        return middle
    known = dataset.parts["train"] if dataset.folds is None else dataset.folds
    if not column.holds(rank, known):
        return middle
    below = math.nextafter(float(middle.value), -math.inf)
    if column.kind == "integer" and below <= middle.value - 1:  # doubles lie a whole apart there
        return Cut(middle.value - 1, column.text_of)
    ends = (float(column.keys[low]), float(middle.value))
    return Cut(below, ends) if np.isfinite(below) and ends[0] <= below < ends[1] else middle
