"""Thresholds of whole columns in one call: what an engine may offer beside the contract.

They are chosen as Quinlan's methods do (`induction.search.threshold_tests`), by the same rules and
with the same figures; an engine that can spares making tables of as many lines as there are values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..data.keys import CodedKeys
from .growing import CRITERIA
from .waiting import interruptible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from .contract import Floats, Ints, Rows
    from .frames import Seen

LARGE: Final = 1 << 17
"""So many rows take long enough for somebody to interrupt it."""


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdTask:
    """How thresholds are chosen, and of which columns.

    Attributes
    ----------
    criterion : {"gini", "entropy"}
        A gain is among the rows that have a value, and counts in their share of all.
    columns : sequence of int
        Ordered ones.
    apart : sequence of bool
        Whether all numbers of each are further apart than the resolution.
    least : int array, shape (sets, columns)
        How many rows a cut leaves on either side at least.
    weights : float array, shape (sets, columns)
        And of what weight, where rows do not just count.
    tolerance : float
        A later cut must gain more by this; 0: by more than rounding.
    resolution : float
        Numbers that are no further apart are not parted.
    """

    criterion: str
    columns: Sequence[int]
    apart: Sequence[bool]
    least: Ints
    weights: Floats
    tolerance: float = 0.0
    resolution: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Thresholds:
    """The best threshold of each column of each set, one set after the other.

    Attributes
    ----------
    tried : int array, shape (m,)
        How many cuts are allowed.
    low, high : int array, shape (m,)
        The codes it lies between; -1 where none is.
    stats : float array, shape (m, 3, S)
        Statistics of the rows below and above it, and of those without a value.
    """

    tried: Ints
    low: Ints
    high: Ints
    stats: Floats


class ThresholdEngine(Protocol):
    """An engine that finds thresholds by itself."""

    def thresholds(self, sets: Sequence[Rows], task: ThresholdTask) -> Thresholds:
        """Return the best threshold of each column in each set."""

    def lacking(self, sets: Sequence[Rows], columns: Sequence[int]) -> tuple[Ints, Floats]:
        """Return how many rows of each set lack each column, and what they weigh."""


def thresholds_of(
    find_in: Callable[..., tuple[NDArray[Any], ...]],
    columns: Sequence[Column],
    seen: Seen,
    task: ThresholdTask,
    threads: int,
) -> Thresholds:
    """Return what the kernel finds, with all columns of the data set."""
    borders = np.cumsum([0, *map(len, seen.sets)])
    asked = [
        (there, None if apart or not task.resolution else _numbers(columns[column]))
        for there, column, apart in zip(seen.columns, task.columns, task.apart, strict=True)
    ]
    limits = np.ascontiguousarray(task.least).ravel(), np.ascontiguousarray(task.weights).ravel()
    rules = CRITERIA[task.criterion], task.tolerance, task.resolution
    rows = seen.sets[0] if len(seen.sets) == 1 else np.concatenate(seen.sets)
    find = partial(find_in, seen.frame, rows, borders, asked, *limits, *rules, threads)
    tried, low, high, stats = interruptible(find) if len(rows) >= LARGE else find()
    return Thresholds(tried, low, high, stats.reshape(len(tried), 3, -1))


def _numbers(column: Column) -> NDArray[np.float64] | tuple[Any, ...] | None:
    """Return what the kernel reads a column's numbers from."""
    if column.kind != "number":
        return None
    keys = column.keys
    if isinstance(keys, CodedKeys):
        return keys.parts
    return np.ascontiguousarray(keys, dtype=np.float64)
