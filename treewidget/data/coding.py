"""From values to codes: ranks of distinct values, places on a grid, positions of levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import WrongTypeError
from .column import Column, Kind
from .levels import labels_of
from .narrow import narrowed
from .reading import Reading, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .keys import Keys
    from .ranking import Ranker
    from .values import Values


def code_column(
    name: str | int,
    values: Sequence[Values],
    places: Sequence[str],
    training: NDArray[np.intp],
    ranker: Ranker,
) -> Column:
    """Return a coded column.

    Parameters
    ----------
    name : str or int
    values : sequence of Values
        What the column holds in each frame; the first frame decides what kind it is.
    places : sequence of str
        How messages name the column in each frame.
    training : int array
        Positions of the training rows, which all lie in the first frame.
    ranker : Ranker
    """
    first = values[0]
    kind, levels = _kind(first), _levels(first, training)
    keys: Keys = np.arange(len(levels))
    nothing = np.empty(0, dtype=np.int32)
    plan = Column(name, kind, nothing, keys, levels, labels_of(levels), first.dtype)
    parts = [read_values(plan, part, place) for part, place in zip(values, places, strict=True)]
    if levels or kind in ("nominal", "boolean"):
        codes = _joined([part.codes for part in parts])
    else:
        missing = _joined([part.missing for part in parts])
        codes, keys = ranker.code(_together(kind, parts, places), missing)
    kept = narrowed(codes, len(keys))
    negative_zeros = any(part.negative_zeros for part in values)
    return Column(name, kind, kept, keys, levels, plan.labels, first.dtype, negative_zeros)


def _kind(values: Values) -> Kind:
    if values.family == "category":
        return "ordered" if values.ordered else "nominal"
    kinds: dict[str, Kind] = {
        "number": "number", "integer": "integer", "datetime": "datetime",
        "boolean": "boolean", "text": "nominal", "empty": "nominal",
    }  # fmt: skip
    return kinds[values.family]


def _levels(values: Values, training: NDArray[np.intp]) -> tuple[Any, ...]:
    """Return declared levels in their order, else those of the training rows, sorted."""
    if values.family == "boolean":
        return (False, True)
    if values.family == "text":
        present = np.zeros(len(values.levels) + 1, dtype=bool)
        present[values.data[training]] = True  # missing is -1: the last place, which is left out
        return tuple(sorted(values.levels[i] for i in np.flatnonzero(present[:-1])))
    return values.levels


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _together(kind: str, parts: Sequence[Reading], places: Sequence[str]) -> NDArray[Any]:
    if kind != "integer":
        key_type = np.dtype(np.float64 if kind == "number" else np.int64)
        return _joined([part.keys.astype(key_type, copy=False) for part in parts])
    for part, place in zip(parts, places, strict=True):
        if part.keys.dtype.kind == "f" and not part.missing.all():
            raise WrongTypeError(
                f"{place} holds fractions or floats from 2**63 on, and data has whole numbers "
                "there: convert the column to float in both"
            )
    unsigned = any(part.keys.dtype == np.uint64 for part in parts)
    if unsigned and any((part.keys[~part.missing] < 0).any() for part in parts):
        raise WrongTypeError(
            f"{places[-1]} and data together hold whole numbers from below 0 to above 2**63: "
            "convert the column to float in both"
        )
    return _joined([_whole(part, np.uint64 if unsigned else np.int64) for part in parts])


def _whole(part: Reading, wanted: type) -> NDArray[Any]:
    """Return whole numbers of one type; what stands where one is missing may not fit it."""
    if part.keys.dtype == wanted:
        return part.keys
    return np.where(part.missing, 0, part.keys).astype(wanted)
