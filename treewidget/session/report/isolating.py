"""Names amid the words of a rule: the writing direction of one turns nothing beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...data.words import on_one_line

if TYPE_CHECKING:
    from ...data import Column

FIRST_STRONG, POP = "\u2068", "\u2069"
"""Unicode's isolates (UAX 9): what stands between them has a direction of its own."""


def isolated(column: Column) -> Column:
    """Return a column whose name and levels stand by themselves in a text."""
    labels = tuple(map(_apart, column.labels))
    return replace(column, name=_apart(column.label), labels=labels)


def _apart(name: str) -> str:
    if name.isascii():
        return name
    # A sign of direction in the name could end what it is put between.
    return f"{FIRST_STRONG}{on_one_line(name)}{POP}"
