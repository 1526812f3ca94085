"""What the tree predicts: classes or numbers, and why the one or the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .levels import labels_of, level_code, lookup
from .ranking import Ranker
from .words import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .stakes import Stakes
    from .values import Values

Task: TypeAlias = Literal["classification", "regression"]
MOST_CLASSES = 20
"""Whole numbers with at most so many distinct values are taken as classes."""
BINS = 18
_LEAST, GREATEST = 1e-100, 1e100
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
        Regression: edges of the bins, from the least to the greatest training value.
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

    @property
    def altered_by(self) -> NDArray[np.float64] | None:
        """What `altered` multiplies each class by; None where classes and mistakes are alike."""
        return None if self.stakes is None else self.stakes.altered

    def altered(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return statistics as a growth sees them: priors and losses heeded."""
        return stats if self.stakes is None else stats * self.stakes.altered

    def class_code(self, value: object) -> int:
        """Return the code of a class, given by its value or its label."""
        place = f"class of target {shown(self.name)}"
        return level_code(self._known, self.classes, self.labels, value, place)

    @cached_property
    def _known(self) -> dict[tuple[str, Any], int]:
        return lookup(self.classes, self.labels)


def code_target(name: str, values: Sequence[Values], task: Task | None) -> Target:
    """Return the coded target over all frames, without what needs the training rows."""
    place = f"target {shown(name)}"
    first = values[0]
    if all(part.missing.all() for part in values):
        raise InvalidValueError(
            f"{place} is missing in every row: choose a column that is known where the tree learns"
        )
    if first.family == "datetime":
        raise WrongTypeError(
            f"{place} holds datetimes, which are not predicted: convert it to numbers, such as "
            "days since a date, or to categories"
        )
    inferred, reason = infer_task(first, name)
    chosen = _checked(task, inferred, first, place)
    if task is not None:
        reason = f"task={task!r} was asked for"
    if chosen == "regression":
        numbers = np.concatenate([_as_numbers(part, place) for part in values])
        _refuse_extremes(numbers, place)
        return Target(name, chosen, reason, values=numbers, dtype=_number_dtype(first.dtype))
    codes, classes = _classes(values, place)
    labels = labels_of(classes)
    declared = len(first.levels) if first.family == "category" else 0
    dtype = _class_dtype(first, classes)
    return Target(name, chosen, reason, classes, labels, codes, dtype=dtype, declared=declared)


def _refuse_extremes(numbers: NDArray[np.float64], place: str) -> None:
    low, high = float(np.nanmin(numbers)), float(np.nanmax(numbers))
    if max(-low, high) > GREATEST:
        raise InvalidValueError(
            f"{place} reaches beyond {GREATEST:g}, and squares of such values overflow: "
            "divide it by a power of ten"
        )
    if 0 < high - low < _LEAST:
        raise InvalidValueError(
            f"{place} varies by less than {_LEAST:g}, and squares of such differences vanish: "
            "multiply it by a power of ten"
        )


def infer_task(values: Values, name: str) -> tuple[Task, str]:
    """Return the task that a target's kind suggests, and the reason in words."""
    what = {"boolean": "booleans", "text": "texts", "category": "categories"}.get(values.family)
    if what:
        return "classification", f"{shown(name)} holds {what}"
    if values.family == "number":
        read = f" ({values.note})" if values.note else ""
        return "regression", f"{shown(name)} holds floats{read}"
    distinct = len(Ranker().rank(values.data, values.missing)[1])
    if distinct <= MOST_CLASSES:
        return "classification", f"{shown(name)} holds {distinct} distinct whole numbers"
    return "regression", (
        f"{shown(name)} holds {distinct:,} distinct whole numbers, more than {MOST_CLASSES}"
    )


def _checked(task: Task | None, inferred: Task, values: Values, place: str) -> Task:
    if task is None:
        return inferred
    if task not in ("classification", "regression"):
        raise InvalidValueError(
            f"task {shown(task)} is not known: give 'classification', 'regression' or None"
        )
    if task == "regression" and values.family in ("text", "category"):
        raise InvalidValueError(
            f"{place} holds {'texts' if values.family == 'text' else 'categories'}, so "
            "task='regression' has no numbers to predict: leave task out, or convert the target"
        )
    return task


def _as_numbers(values: Values, place: str) -> NDArray[np.float64]:
    if values.missing.all():
        return np.full(len(values.missing), np.nan)
    if values.family not in ("number", "integer", "boolean"):
        raise WrongTypeError(
            f"{place} does not hold numbers in every frame that was given: convert it"
        )
    return np.where(values.missing, np.nan, values.data.astype(np.float64))


def _classes(values: Sequence[Values], place: str) -> tuple[NDArray[np.int32], tuple[Any, ...]]:
    """Return codes and the classes that occur anywhere, in declared order."""
    if values[0].family in ("text", "category"):
        return _named_classes(values, place)
    known = [part for part in values if not part.missing.all()]
    if any(part.family in ("text", "category", "datetime") for part in known):
        raise _of_two_kinds(place)
    data = np.concatenate([_where_known(part, values[0].data.dtype, place) for part in values])
    missing = np.concatenate([part.missing for part in values])
    codes, keys = Ranker().rank(data, missing)
    return codes, tuple(keys[:].tolist())


def _where_known(values: Values, dtype: np.dtype[Any], place: str) -> NDArray[Any]:
    """Return the values as the first frame has them, 0 where missing."""
    data = np.where(values.missing, values.data.dtype.type(0), values.data)
    if values.missing.all():
        return data.astype(dtype)
    if (data.dtype.kind == "b") is not (dtype.kind == "b"):
        raise _of_two_kinds(place)
    if "f" in data.dtype.kind + dtype.kind:
        return data.astype(np.promote_types(data.dtype, dtype))
    if dtype.kind != "b" and not _holds(dtype, data):
        raise InvalidValueError(
            f"{place} holds whole numbers in one frame that are beyond those of the first "
            f"({dtype}): convert both to float or to text"
        )
    return data.astype(dtype)


def _holds(dtype: np.dtype[Any], whole: NDArray[Any]) -> bool:
    """Whether a type of whole numbers has room for all of some."""
    ends = np.iinfo(dtype)
    return ends.min <= int(whole.min()) and int(whole.max()) <= ends.max


def _of_two_kinds(place: str) -> WrongTypeError:
    return WrongTypeError(
        f"{place} holds different kinds of values in the frames given: convert it to the type it "
        "has in the first"
    )


def _named_classes(
    values: Sequence[Values], place: str
) -> tuple[NDArray[np.int32], tuple[Any, ...]]:
    declared = values[0].family == "category"
    names: dict[Any, int] = {level: i for i, level in enumerate(values[0].levels)}
    parts = []
    for part in values:
        if part.family not in ("text", "category") and not part.missing.all():
            raise _of_two_kinds(place)
        table = [names.setdefault(level, len(names)) for level in part.levels]
        parts.append(np.where(part.missing, -1, np.array([*table, -1])[part.data]))
    codes = np.concatenate(parts).astype(np.int32)
    levels = list(names)
    present = np.unique(codes[codes >= 0]).tolist()
    order = present if declared else sorted(present, key=lambda code: str(levels[code]))
    renumbered = np.full(len(levels) + 1, -1, dtype=np.int32)
    renumbered[order] = np.arange(len(order))
    return renumbered[codes], tuple(levels[code] for code in order)


def _class_dtype(values: Values, classes: tuple[Any, ...]) -> np.dtype[Any]:
    if values.family == "text":
        return np.dtype(object)
    if values.family == "category":
        return np.asarray(pd.Index(classes)).dtype
    if values.family == "boolean":
        return np.dtype(bool)
    return _number_dtype(values.dtype) if values.family == "number" else _whole_dtype(values.dtype)


def _whole_dtype(dtype: Any) -> np.dtype[Any]:
    own = np.dtype(getattr(dtype, "numpy_dtype", dtype))
    return own if own.kind in "iu" else np.dtype(np.int64)


def _number_dtype(dtype: Any) -> np.dtype[Any]:
    own = np.dtype(getattr(dtype, "numpy_dtype", dtype))
    return own if own.kind == "f" else np.dtype(np.float64)


def histogram(
    values: NDArray[np.float64], training: NDArray[np.intp]
) -> tuple[NDArray[np.int16], NDArray[np.float64]]:
    """Return the bin of each value and the edges of `BINS` bins over the training range."""
    low, high = float(values[training].min()), float(values[training].max())
    share = np.linspace(0.0, 1.0, BINS + 1)
    edges = low * (1.0 - share) + high * share  # the difference of two huge values overflows
    places = np.searchsorted(edges, values, side="right") - 1
    bins = np.clip(places, 0, BINS - 1).astype(np.int16)
    bins[np.isnan(values)] = -1
    return bins, edges
