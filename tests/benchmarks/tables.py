"""Tables in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def head(words: Sequence[str], figures: Sequence[str]) -> Iterator[str]:
    """Return how a table begins: columns of words, then columns of figures."""
    yield line(*words, *figures)
    yield "|" + "---|" * len(words) + "--:|" * len(figures)


def line(*cells: object) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"
