"""Levels of categories, classes and booleans: how they are shown, named and found again."""

from __future__ import annotations

import math
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from enum import IntEnum, IntFlag
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import UnknownNameError, suggestion
from .cut import number_text
from .words import shown, unique_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MOST_LISTED = 10


def plain_value(value: Any) -> Any:
    """Return numpy's scalars as Python's, its times as pandas'; everything else as it is.

    Of an enumeration of numbers the number: its member is written in no line of Python.
    """
    if isinstance(value, np.datetime64 | np.timedelta64):
        return pd.Timestamp(value) if isinstance(value, np.datetime64) else pd.Timedelta(value)
    if isinstance(value, IntEnum | IntFlag):
        return int(value)
    return value.item() if isinstance(value, np.bool_ | np.integer | np.floating) else value


def plain_text(text: str) -> str:
    """Return a text of whatever kind as Python's own: of an enumeration its value, not its name."""
    return str.__str__(text)


def labels_of(levels: Sequence[Any]) -> tuple[str, ...]:
    """Return one unique text for each level; levels that are texts have the first right to theirs.

    Examples
    --------
    >>> labels_of([1, "1", 2.0])
    ('1 (int)', '1', '2')
    """
    order = sorted(range(len(levels)), key=lambda i: not isinstance(levels[i], str))
    texts = [_level_text(levels[i]) for i in order]
    kinds = [type(plain_value(levels[i])).__name__ for i in order]
    labels = dict(zip(order, unique_texts(texts, kinds), strict=True))
    return tuple(labels[i] for i in range(len(levels)))


def _level_text(level: Any) -> str:
    value = plain_value(level)
    if isinstance(value, float) and math.isfinite(value):
        return number_text(value)
    return plain_text(value) if isinstance(value, str) else str(value)


def plain_level(level: Any, label: str) -> str | int | float | bool:
    """Return what names a level in JSON and in a line of Python: itself, if it is plain."""
    value = plain_value(level)
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return label


def level_key(level: Any) -> tuple[str, Any]:
    """Return what a level is found by: 1, 1.0 and Decimal(1) are one level, 1 and True are not."""
    value = plain_value(level)
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, str):
        return "text", plain_text(value)
    return ("number" if isinstance(value, Real | Decimal) else _kind_of(value)), value


def _kind_of(value: object) -> str:
    """Return what a level of another type is: those of one kind may be the same level."""
    if isinstance(value, datetime):
        return "datetime" if value.tzinfo is None else "datetime with a zone"
    return type(value).__name__


def by_key(levels: Sequence[Any]) -> dict[tuple[str, Any], int]:
    """Return the code of each level by its key."""
    return {level_key(level): code for code, level in enumerate(levels)}


def lookup(levels: Sequence[Any], labels: Sequence[str]) -> dict[tuple[str, Any], int]:
    """Return the code of each level by its key, and of each label that is no other level."""
    known = by_key(levels)
    for code, label in enumerate(labels):
        known.setdefault(level_key(label), code)
    return known


def level_code(
    known: Mapping[tuple[str, Any], int],
    levels: Sequence[Any],
    labels: Sequence[str],
    value: Any,
    place: str,
) -> int:
    """Return the code of a level, found by its value or else by its label.

    `place` is what the levels belong to, as in "category of column 'port'". The error names them
    as code does: 1 for a number, '1' for a text.
    """
    code = None
    with suppress(TypeError):  # what has no hash is no level
        code = known.get(level_key(value))
    if code is not None:
        return code
    wanted = plain_value(value)
    named = [plain_level(*both) for both in zip(levels, labels, strict=True)]
    near = suggestion(wanted if isinstance(wanted, str) else shown(wanted), named)
    first = ", ".join(shown(name, 40) for name in named[:_MOST_LISTED]) or "none"
    more = len(named) - _MOST_LISTED
    raise UnknownNameError(
        f"{shown(wanted)} is no {place}{near}; there are {first}"
        f"{f' and {more:,} more' if more > 0 else ''}"
    )


def asked_by(find: Callable[[Any], int], name: object, option: str) -> int:
    """Return where a class or a column is, and say which option names one that is not there.

    In a replay nobody sees the options.
    """
    try:
        return find(name)
    except UnknownNameError as error:
        raise UnknownNameError(f"{option}: {error}") from None
