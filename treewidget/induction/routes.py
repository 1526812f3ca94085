"""From a split to the engine's route, and the missing rows' way when nobody chose one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..engine.contract import Route
from .splits import Split, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.dataset import Dataset


def route_of(dataset: Dataset, split: Split) -> Route:
    """Return the branch of every code of the split's column."""
    column = dataset.columns[split.column]
    if isinstance(split, ThresholdSplit):
        cuts = np.array([column.rank_of(cut) for cut in split.cuts], dtype=np.int64)
        return Route(split.column, split.branches, split.missing, cuts=cuts)
    levels = np.full(len(column.keys), -1, dtype=np.int64)
    for branch, group in enumerate(split.groups):
        levels[list(group)] = branch
    return Route(split.column, split.branches, split.missing, levels=levels)


def larger_branch(rows: Sequence[int]) -> int:
    """Return the branch with most rows; the last of them on a tie, as scikit-learn does.

    Examples
    --------
    >>> larger_branch([3, 5]), larger_branch([5, 5]), larger_branch([6, 5])
    (1, 1, 0)
    """
    most = max(rows)
    return max(branch for branch, count in enumerate(rows) if count == most)
