"""What stands before the cards of the drawing: each branch in words, and the room that takes."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from ...induction.splits import Split, SubsetSplit
from ...tree.words import way_text
from .markup import spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...data import Column

NAMED: Final = 24
"""Signs of a set of levels that is told by their names; of a longer one it is said how many."""
LETTER, WIDE = 7.0, 11.0
"""Pixels of a letter beside a ribbon, and of one that is as wide as high, as in Chinese."""
MOST: Final = 170.0


def in_short(split: Split | None, branch: int, columns: Sequence[Column]) -> str:
    """Return a branch in few words: ``≤ 42.5``, ``{red, blue}``, ``18 of 40``."""
    if split is None:
        return ""
    said = way_text(split, branch, columns[split.column])
    many = levels_of(split, branch) if len(said) > NAMED else ""
    return many or spelled(f" {said}").strip()


def levels_of(split: Split | None, branch: int) -> str:
    """Return how many of the levels of all branches one has; nothing if that is one, or none."""
    groups = split.groups if isinstance(split, SubsetSplit) else ()
    if branch >= len(groups) or len(groups[branch]) == 1:
        return ""
    return f"{len(groups[branch]):,} of {sum(map(len, groups)):,}"


def room(said: str) -> float:
    """Return about how many pixels words take, at most as many as there may be.

    Examples
    --------
    >>> room("> 42.5") < room("(23.5, 42.5]") < room("x" * 99) == MOST
    True
    """
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in said)
    return min(LETTER * (len(said) - wide) + WIDE * wide, MOST)
