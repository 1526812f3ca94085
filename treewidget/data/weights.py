"""Case weights and class weights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidValueError, WrongTypeError
from .few_digits import short
from .frame import Source, is_name, named_column, own_column, plain_name
from .levels import asked_by
from .values import understand
from .whole import real_number
from .words import counted, row_shown, shown

if TYPE_CHECKING:
    import pandas as pd

    from .parts import Part
    from .target import Target

LIGHTEST, HEAVIEST = 1e-60, 1e60
"""Between which the greatest weight lies: squares of sums are neither zero nor infinite then."""

TIE: Final = 1e-12
"""Weights that differ by less than this share are equal: sums of them round."""

SILENT: Final = "0 for one that is to say nothing"

Floats = NDArray[np.float64]


def heaviest(weights: Floats | NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of most weight of each line; the first of those that tie.

    Examples
    --------
    >>> heaviest(np.array([[1.0, 3.0], [2.0, 2.0], [0.3, 0.1 + 0.2]]))
    array([1, 0, 0])
    """
    most = weights.max(axis=-1, keepdims=True)
    first: NDArray[np.int64] = np.argmax(weights >= most * (1.0 - TIE), axis=-1).astype(np.int64)
    return first


def cheapest(costs: Floats) -> NDArray[np.int64]:
    """Return the place that costs least of each line; the first of those that tie.

    Examples
    --------
    >>> cheapest(np.array([[1.0, 3.0], [2.0, 2.0], [0.1 + 0.2, 0.3]]))
    array([0, 0, 0])
    """
    slack = TIE * costs.max(axis=-1, keepdims=True)
    least = costs.min(axis=-1, keepdims=True)
    first: NDArray[np.int64] = np.argmax(costs <= least + slack, axis=-1).astype(np.int64)
    return first


def case_weights(
    weights: Any, sources: Sequence[Source], places: Sequence[str]
) -> tuple[Floats | None, str | int | None]:
    """Return the weight of every row of every frame, and the column they come from.

    An array weighs the rows of the first frame; rows of a second frame then weigh 1.
    """
    if weights is None:
        return None, None
    first = sources[0].frame
    if not is_name(weights):
        given = own_column(weights, len(first), "weights")
        own = _checked(given, "weights")
        rest = sum(len(source.frame) for source in sources[1:])
        return np.concatenate([own, np.ones(rest)]), _column_of(given.name, own, first)
    name = named_column(first, weights, "weights", places[0])
    parts = []
    for source, place in zip(sources, places, strict=True):
        column = source.frame[named_column(source.frame, name, "weights", place)]
        parts.append(_checked(column, f"weights {shown(name)} of {place}"))
    return np.concatenate(parts), name


def _column_of(given: object, own: Floats, frame: pd.DataFrame) -> str | int | None:
    """Return the column of that name, if it is the weights that were given; else None."""
    name = plain_name(given)
    if name is None or name not in frame.columns or frame[name].dtype.kind not in "biuf":
        return None
    values = frame[name].to_numpy(dtype=np.float64, na_value=np.nan)
    return name if np.array_equal(own, values) else None


def _checked(series: pd.Series[Any], place: str) -> Floats:
    values = understand(series, place, f"give every row a finite weight, {SILENT}")
    if values.family not in ("number", "integer", "boolean"):
        raise WrongTypeError(
            f"{place} holds {values.family} values: weights are numbers, 0 or above"
        )
    if values.missing.any():
        row = row_shown(series.index, int(np.argmax(values.missing)))
        raise InvalidValueError(
            f"{place} is missing in {counted(int(values.missing.sum()), 'row')} (first in row "
            f"{row}): give every row a weight, {SILENT}"
        )
    numbers = values.data.astype(np.float64)
    if (numbers < 0).any():
        at = int(np.argmax(numbers < 0))
        raise InvalidValueError(
            f"{place} is negative ({numbers[at]:g}, first in row {row_shown(series.index, at)}): "
            "weights are 0 or above"
        )
    if not (numbers > 0).any():
        raise InvalidValueError(f"{place} is 0 in every row: rows that count need more")
    _refuse_extremes(numbers, place)
    return numbers


def check_parts(weights: Floats | None, parts: Mapping[Part, NDArray[np.intp]]) -> None:
    """Refuse a part of the rows that are all too light, though others are not."""
    if weights is None:
        return
    for part, rows in parts.items():
        _refuse_extremes(weights[rows], f"the weight of the {part} rows")


def _refuse_extremes(weights: Floats, place: str) -> None:
    most = float(weights.max(initial=0.0))
    if most and not LIGHTEST <= most <= HEAVIEST:
        raise InvalidValueError(
            f"{place} runs up to {most:g}, and squares of such weights are lost: only the "
            f"proportions count, so {'divide' if most > 1 else 'multiply'} them all by a power of "
            "ten"
        )


def class_weights(
    class_weight: Any, target: Target, training: NDArray[np.intp], weights: Floats | None
) -> Floats | None:
    """Return each row's weight times scikit-learn's `class_weight`; None where that is not given.

    "balanced": rows / (classes * rows of the class), over the training rows. A dict names the
    weight of each class; classes it leaves out weigh 1. They are `short` where rows just count: so
    many of the same add up to more and more that is wrong, and equal splits would gain otherwise.
    """
    if class_weight is None:
        return None
    if not target.is_classification:
        raise InvalidValueError(
            f"class_weight needs classes, and target {shown(target.name)} is a number: leave it "
            "out, or weigh rows with weights="
        )
    factors = np.ones(len(target.classes) + 1)  # the last is for rows without a target
    if isinstance(class_weight, str) and class_weight == "balanced":
        counts = np.bincount(target.codes[training], minlength=len(target.classes))
        present = counts > 0
        factors[:-1][present] = len(training) / (present.sum() * counts[present])
    elif isinstance(class_weight, Mapping):
        for value, weight in class_weight.items():
            code = asked_by(target.class_code, value, "class_weight")
            factors[code] = _class_factor(value, weight)
    else:
        raise WrongTypeError(
            f"class_weight {shown(class_weight)} is not known: give 'balanced', or a dict from "
            "class to weight"
        )
    if weights is None:
        factors = short(factors, len(target.codes))
    with np.errstate(over="ignore"):  # refused in words
        product = factors[target.codes] * (1.0 if weights is None else weights)
    _refuse_extremes(
        product, "weights times class_weight" if weights is not None else "class_weight"
    )
    return product


def _class_factor(value: object, weight: object) -> float:
    factor = real_number(weight)
    if factor is None or not (math.isfinite(factor) and factor >= 0):
        kind = WrongTypeError if factor is None else InvalidValueError
        raise kind(
            f"class_weight of class {shown(value)} is {shown(weight)}: give a number, 0 or above"
        )
    return factor
