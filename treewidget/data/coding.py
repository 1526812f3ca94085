"""From values to codes: ranks of distinct values, positions of levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import WrongTypeError
from .column import Column, Kind
from .levels import labels_of
from .reading import Reading, read_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .values import Values

_SAMPLE = 1024  # rows looked at to guess whether a column repeats its values
_FEW = 0.5  # share of distinct values in the sample up to which hashing beats sorting


def code_column(
    name: str | int, values: Sequence[Values], places: Sequence[str], training: NDArray[np.intp]
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
    """
    first = values[0]
    kind, levels = _kind(first), _levels(first, training)
    nothing = np.empty(0, dtype=np.int32)
    keys = np.arange(len(levels)) if levels or kind in ("nominal", "boolean") else nothing
    plan = Column(name, kind, nothing, keys, levels, labels_of(levels), first.dtype)
    parts = [read_values(plan, part, place) for part, place in zip(values, places, strict=True)]
    if levels or kind in ("nominal", "boolean"):
        codes = np.concatenate([part.codes for part in parts])
    else:
        missing = np.concatenate([part.missing for part in parts])
        codes, keys = rank(_together(kind, parts, places), missing)
    return Column(name, kind, codes, keys, levels, plan.labels, first.dtype)


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


def _together(kind: str, parts: Sequence[Reading], places: Sequence[str]) -> NDArray[Any]:
    if kind != "integer":
        key_type = np.dtype(np.float64 if kind == "number" else np.int64)
        return np.concatenate([part.keys.astype(key_type, copy=False) for part in parts])
    for part, place in zip(parts, places, strict=True):
        if part.keys.dtype.kind == "f" and not part.missing.all():
            raise WrongTypeError(
                f"{place} holds fractions, and data has whole numbers there: "
                "convert the column to float in both"
            )
    unsigned = any(part.keys.dtype == np.uint64 for part in parts)
    below_zero = any((part.keys[~part.missing] < 0).any() for part in parts)
    if unsigned and below_zero:
        raise WrongTypeError(
            f"{places[-1]} and data together hold whole numbers from below 0 to above 2**63: "
            "convert the column to float in both"
        )
    wanted = np.uint64 if unsigned else np.int64
    return np.concatenate([np.where(part.missing, 0, part.keys).astype(wanted) for part in parts])


def rank(data: NDArray[Any], missing: NDArray[np.bool_]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    """Return the rank of each value among the distinct values (-1 where missing), and those.

    O(n log n); O(n) for columns of few distinct values.
    """
    some_missing = bool(missing.any())
    present = data[~missing] if some_missing else data
    ranks, keys = _rank_by_hash(present) if _repeats(present) else _rank_by_sort(present)
    if not some_missing:
        return ranks, keys
    codes = np.full(len(data), -1, dtype=np.int32)
    codes[~missing] = ranks
    return codes, keys


def _repeats(present: NDArray[Any]) -> bool:
    sample = present[:: max(1, len(present) // _SAMPLE)]
    return len(sample) > 0 and len(np.unique(sample)) < _FEW * len(sample)


def _rank_by_hash(present: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    inverse, uniques = pd.factorize(present)
    order = np.argsort(uniques)
    ranks = np.empty(len(uniques), dtype=np.int32)
    ranks[order] = np.arange(len(uniques), dtype=np.int32)
    return ranks[inverse], uniques[order]


def _rank_by_sort(present: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    order = np.argsort(present)
    ascending = present[order]
    is_new = np.ones(len(present), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    ranks = np.empty(len(present), dtype=np.int32)
    ranks[order] = np.cumsum(is_new, dtype=np.int32) - 1
    return ranks, ascending[is_new]
