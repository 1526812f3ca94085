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
    from .contract import Floats, Rows

LARGE: Final = 1 << 17
"""So many rows take long enough for somebody to interrupt it."""


@dataclass(frozen=True, slots=True)
class ThresholdTask:
    """How thresholds are chosen, and of which columns.

    Attributes
    ----------
    criterion : {"gini", "entropy"}
        A gain is among the rows that have a value, and counts in their share of all.
    columns : sequence of int
        Ordered ones.
    least : sequence of int
        How many rows each of them leaves on either side at least.
    weights : sequence of float
        And of what weight, where rows do not just count.
    tolerance : float
        A later cut must gain more by this; 0: by more than rounding.
    resolution : float
        Numbers that are no further apart are not parted.
    """

    criterion: str
    columns: Sequence[int]
    least: Sequence[int]
    weights: Sequence[float]
    tolerance: float
    resolution: float


@dataclass(frozen=True, slots=True, eq=False)
class Threshold:
    """The best threshold of a column.

    Attributes
    ----------
    tried : int
        How many cuts are allowed.
    low, high : int
        The codes it lies between; -1 where none is.
    below, above, missing : float array, shape (S,)
        Statistics of the rows on either side, and of those without a value.
    """

    tried: int
    low: int
    high: int
    below: Floats
    above: Floats
    missing: Floats


class ThresholdEngine(Protocol):
    """An engine that finds thresholds by itself."""

    def thresholds(self, rows: Rows, task: ThresholdTask) -> list[Threshold]:
        """Return the best threshold of each column."""

    def lacking(self, rows: Rows, column: int) -> tuple[int, float]:
        """Return how many rows of a set lack a column, and what they weigh."""


def thresholds_of(
    find_in: Callable[..., list[Any]],
    columns: Sequence[Column],
    rows: NDArray[np.uint32],
    task: ThresholdTask,
    threads: int,
) -> list[Threshold]:
    """Return what the kernel finds, with all columns of the data set."""
    asked = [
        (column, least, weight, _numbers(columns[column]) if task.resolution else None)
        for column, least, weight in zip(task.columns, task.least, task.weights, strict=True)
    ]
    rules = CRITERIA[task.criterion], task.tolerance, task.resolution

    find = partial(find_in, rows, asked, *rules, threads)
    return [Threshold(*one) for one in (interruptible(find) if len(rows) >= LARGE else find())]


def _numbers(column: Column) -> NDArray[np.float64] | tuple[Any, ...] | None:
    """Return what the kernel reads a column's numbers from."""
    if column.kind != "number":
        return None
    keys = column.keys
    if isinstance(keys, CodedKeys):
        return keys.parts
    return np.ascontiguousarray(keys, dtype=np.float64)
