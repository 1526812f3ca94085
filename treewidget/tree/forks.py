"""Where lines that are no longer in force left the one that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .history import History
    from .version import Version


@dataclass(frozen=True, slots=True)
class Fork:
    """A line that was left.

    Attributes
    ----------
    at : int
        The step of the line in force that it leaves from.
    tip : Version
        Its end.
    gestures : int
        How many it has of its own.
    """

    at: int
    tip: Version
    gestures: int


def forks_of(history: History) -> list[Fork]:
    """Return the lines that leave the line in force (or its redo), oldest first."""
    lengths = {version.step: version.length for version in history.line()}
    left: dict[int, int] = {step: step for step in lengths}
    inner = set()
    for version in history.versions:  # a parent comes before its children
        if version.parent is not None and version.step not in lengths:
            left[version.step] = left[version.parent.step]
            inner.add(version.parent.step)
    return [
        Fork(left[tip.step], tip, tip.length - lengths[left[tip.step]])
        for tip in history.versions
        if tip.step not in lengths and tip.step not in inner
    ]
