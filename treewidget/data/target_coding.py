"""From values to a target: classes or numbers, why the one or the other, and what each row has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .levels import labels_of
from .ranking import Ranker
from .target import GREATEST, Target
from .words import dtype_for, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .target import Task
    from .values import Values

MOST_CLASSES = 20
"""Whole numbers with at most so many distinct values are taken as classes."""
_LEAST = 1e-100
_GLANCE = 64  # values that mostly tell already whether all are whole


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
        _refuse_merged(values, numbers, place)
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


def _refuse_merged(values: Sequence[Values], numbers: NDArray[np.float64], place: str) -> None:
    """Refuse whole numbers that vary, and as floats are all one."""
    if np.nanmin(numbers) < np.nanmax(numbers) or any(one.family != "integer" for one in values):
        return
    known = [part.data[~part.missing] for part in values if not part.missing.all()]
    low, high = min(int(one.min()) for one in known), max(int(one.max()) for one in known)
    if low < high:
        raise InvalidValueError(
            f"{place} runs from {low} to {high}, which floats do not tell apart: subtract {low}"
        )


def infer_task(values: Values, name: str) -> tuple[Task, str]:
    """Return the task that a target's kind suggests, and the reason in words."""
    what = {"boolean": "booleans", "text": "texts", "category": "categories"}.get(values.family)
    if what:
        return "classification", f"{shown(name)} holds {what}"
    if values.family == "number":
        read = f" ({values.note})" if values.note else ""
        return "regression", f"{shown(name)} holds floats{read}{_perhaps_classes(values)}"
    distinct = len(Ranker().rank(values.data, values.missing)[1])
    if distinct <= MOST_CLASSES:
        return "classification", f"{shown(name)} holds {distinct} distinct whole numbers"
    return "regression", (
        f"{shown(name)} holds {distinct:,} distinct whole numbers, more than {MOST_CLASSES}"
    )


def _perhaps_classes(values: Values) -> str:
    """Return what to do where floats may be meant as classes: of 0, 1 and NaN pandas makes them."""
    known = values.data[~values.missing]
    if (known[:_GLANCE] != np.floor(known[:_GLANCE])).any():
        return ""
    distinct = np.unique(known)
    if len(distinct) > MOST_CLASSES or (distinct != np.floor(distinct)).any():
        return ""
    return f" of {len(distinct)} whole values; for classes say task='classification'"


def _checked(task: Task | None, inferred: Task, values: Values, place: str) -> Task:
    if task is None:
        return inferred
    if not isinstance(task, str) or task not in ("classification", "regression"):
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
    if data.dtype.kind == "f" and dtype.kind in "iu" and (data == np.floor(data)).all():
        return data.astype(dtype if _holds(dtype, data) else data.dtype)  # of a gap pandas made one
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
        if part.missing.all():
            parts.append(np.full(len(part.missing), -1))
            continue
        if part.family not in ("text", "category"):
            raise _of_two_kinds(place)
        table = [names.setdefault(level, len(names)) for level in part.levels]
        parts.append(np.array([*table, -1])[part.data])  # missing is -1: the last
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
        return np.asarray(pd.Index(classes, dtype=dtype_for(classes))).dtype
    if values.family == "boolean":
        return np.dtype(bool)
    return _number_dtype(values.dtype) if values.family == "number" else _whole_dtype(values.dtype)


def _whole_dtype(dtype: Any) -> np.dtype[Any]:
    own = np.dtype(getattr(dtype, "numpy_dtype", dtype))
    return own if own.kind in "iu" else np.dtype(np.int64)


def _number_dtype(dtype: Any) -> np.dtype[Any]:
    own = np.dtype(getattr(dtype, "numpy_dtype", dtype))
    return own if own.kind == "f" else np.dtype(np.float64)
