"""Levels of categories, classes and booleans: how they are shown, named and found again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import UnknownNameError, suggestion
from .cut import number_text
from .words import shown, unique_texts

if TYPE_CHECKING:
    from collections.abc import Sequence


def plain_value(value: Any) -> Any:
    """Return numpy's scalars as Python's; everything else as it is."""
    return value.item() if isinstance(value, np.bool_ | np.integer | np.floating) else value


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
    return str(value)


def plain_level(level: Any, label: str) -> str | int | float | bool:
    """Return what names a level in JSON and in a line of Python: itself, if it is plain."""
    value = plain_value(level)
    if isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return label


def level_code(levels: Sequence[Any], labels: Sequence[str], value: Any, place: str) -> int:
    """Return the position of a level, found by its value or else by its label.

    `place` is what the levels belong to, as in "category of column 'port'".
    """
    wanted = plain_value(value)
    by_kind = [i for i, level in enumerate(levels) if _same(plain_value(level), wanted)]
    if by_kind:
        return by_kind[0]
    if isinstance(wanted, str) and wanted in labels:
        return labels.index(wanted)
    known = ", ".join(shown(label, 40) for label in labels[:10]) or "none"
    more = f" and {len(labels) - 10} more" if len(labels) > 10 else ""  # noqa: PLR2004
    raise UnknownNameError(
        f"{shown(wanted)} is no {place}{suggestion(shown(wanted), labels)}; there are {known}{more}"
    )


def _same(level: Any, wanted: Any) -> bool:
    if isinstance(level, bool) is not isinstance(wanted, bool):
        return False  # True == 1 in Python, but a level 1 is not a level True
    try:
        return bool(level == wanted)
    except (TypeError, ValueError):
        return False
