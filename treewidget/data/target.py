"""What the tree predicts: classes or numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from .levels import level_code, lookup, plain_level
from .words import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .stakes import Stakes

Task: TypeAlias = Literal["classification", "regression"]
GREATEST = 1e100
"""How far from 0 a value of the target may lie: squares of larger ones overflow."""
BINS = 18
TAIL = 50
"""One row of so many at each end may be in a tail."""
LONG = 0.8
"""A tail is longer than this part of what lies between: that of a bell is not."""
SAMPLE = 100_000
"""About so many rows tell where tails begin."""
_NO_ROWS = np.empty(0)


@dataclass(frozen=True, eq=False)
class Target:
    """The coded target.

    Attributes
    ----------
    name : str
        As shown.
    task : str
        "classification" or "regression".
    reason : str
        Why this task: "'species' holds texts".
    classes : tuple
        Classification: the classes that occur, in the user's type; categories in the order of
        their dtype, everything else sorted.
    labels : tuple of str
        How each class is shown (unique).
    codes : int32 array, shape (n,)
        Classification: class of each row; -1 where missing.
    values : float64 array, shape (n,)
        Regression: NaN where missing.
    centre : float
        Regression: what values are summed about, near the training rows' median.
    bins : int16 array, shape (n,)
        Regression: histogram bin of each row, -1 where missing; rows outside the training range
        are in the first or the last bin.
    edges : float64 array, shape (bins + 1,)
        Regression: edges of the bins, from the least to the greatest training value; a long tail
        has one bin, so that the others show what most rows are.
    dtype : numpy dtype
        What predictions are given in.
    declared : int
        Classification: how many classes the target's type names, whether any row has them or not;
        0 where it names none.
    trained : int
        Classification: how many classes training rows have; 0 where nobody counted.
    stakes : Stakes or None
        Classification: priors and losses; None where all classes and mistakes are alike.
    """

    name: str
    task: Task
    reason: str
    classes: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    codes: NDArray[np.int32] = field(default_factory=lambda: _NO_ROWS.astype(np.int32))
    values: NDArray[np.float64] = field(default_factory=lambda: _NO_ROWS)
    centre: float = 0.0
    bins: NDArray[np.int16] = field(default_factory=lambda: _NO_ROWS.astype(np.int16))
    edges: NDArray[np.float64] = field(default_factory=lambda: _NO_ROWS)
    dtype: np.dtype[Any] = field(default_factory=lambda: np.dtype(np.float64))
    declared: int = 0
    trained: int = 0
    stakes: Stakes | None = None

    @property
    def is_classification(self) -> bool:
        """Whether the tree predicts classes."""
        return self.task == "classification"

    @property
    def missing(self) -> NDArray[np.bool_]:
        """Rows without a target."""
        return self.codes < 0 if self.is_classification else np.isnan(self.values)

    def decode(self, codes: NDArray[Any]) -> NDArray[Any]:
        """Return class codes (or, for regression, values) in the target's own dtype."""
        if not self.is_classification:
            return np.asarray(codes, dtype=self.dtype)
        classes = np.empty(len(self.classes), dtype=self.dtype)
        classes[:] = self.classes
        return np.take(classes, np.asarray(codes))

    def likely(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return class weights in proportion to the classes' probabilities: priors heeded."""
        return stats if self.stakes is None else stats * self.stakes.shares

    def votes(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return class weights that come to 1 by the probabilities; 0 if all of those are."""
        whole = self.likely(stats).sum(axis=1, keepdims=True)
        return stats / np.where(whole > 0, whole, np.inf)

    @property
    def altered_by(self) -> NDArray[np.float64] | None:
        """What `altered` multiplies each class by; None where classes and mistakes are alike."""
        return None if self.stakes is None else self.stakes.altered

    def altered(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return statistics as a growth sees them: priors and losses heeded."""
        return stats if self.stakes is None else stats * self.stakes.altered

    def lost(self, told: NDArray[Any], codes: NDArray[Any]) -> NDArray[np.float64]:
        """Return what telling rows of some classes others costs: 0 or 1, or by the stakes."""
        if self.stakes is not None:
            return self.stakes.lost(told, codes)
        wrong: NDArray[np.float64] = (told != codes).astype(np.float64)
        return wrong

    def class_code(self, value: object) -> int:
        """Return the code of a class, given by its value or its label."""
        place = f"class of target {shown(self.name)}"
        return level_code(self._known, self.classes, self.labels, value, place)

    def plain_class(self, value: object) -> str | int | float | bool:
        """Return what names a class in JSON and in a line of Python; `class_code` takes it back."""
        code = self.class_code(value)
        return plain_level(self.classes[code], self.labels[code])

    def plain_classes(self, value: Any) -> Any:
        """Return what an option says of classes with each class named so."""
        if not isinstance(value, Mapping):
            return value
        return {self.plain_class(key): self.plain_classes(item) for key, item in value.items()}

    @cached_property
    def _known(self) -> dict[tuple[str, Any], int]:
        return lookup(self.classes, self.labels)


def histogram(
    values: NDArray[np.float64], training: NDArray[np.intp]
) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Return the bin of each value and the edges of `BINS` bins over the training range.

    A tail of few rows that is about as long as what all others fill has one bin, and the others
    part what those fill.

    >>> values = np.append(np.arange(99.0), 10_000.0)
    >>> histogram(values, np.arange(100))[1][[0, 1, -2, -1]].tolist()
    [0.0, 5.705882352941177, 97.0, 10000.0]
    """
    edges = _edges(values[training])
    places = np.searchsorted(edges, values, side="right") - 1
    bins = np.clip(places, 0, BINS - 1).astype(np.int16)
    bins[np.isnan(values)] = -1
    return bins, edges


def _edges(known: NDArray[np.float64]) -> NDArray[np.float64]:
    some = known[:: len(known) // SAMPLE + 1]
    ends = [len(some) // TAIL, len(some) - 1 - len(some) // TAIL]
    low, high = float(known.min()), float(known.max())
    least, most = np.partition(some, ends)[ends].tolist()
    far = LONG * (most - least)
    if far == 0:
        return _even(low, high, BINS)
    before, after = least - low > far, high - most > far
    inner = _even(least if before else low, most if after else high, BINS - before - after)
    return np.concatenate([[low] * before, inner, [high] * after])


def _even(low: float, high: float, bins: int) -> NDArray[np.float64]:
    share = np.linspace(0.0, 1.0, bins + 1)
    return low * (1.0 - share) + high * share  # the difference of two huge values overflows
