"""Where lines that are no longer in force left the one that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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


def forks_of(history: History, line: Sequence[Version]) -> Iterator[Fork]:
    """Yield the lines that leave a stretch of the line in force (or its redo), the latest first.

    No more versions are looked at than came after the stretch began and lead to what is asked for.
    """
    first = line[0].step
    left: dict[int, Version | None] = {version.step: version for version in line}
    beyond = history.following(line[-1])
    if beyond is not None:
        left[beyond.step] = None
    for tip in reversed(history.versions[first:]):
        way: list[int] = []
        version: Version | None = tip
        while version is not None and version.step > first and version.step not in left:
            way.append(version.step)
            version = version.parent
        at = None if version is None else left.get(version.step)
        left.update(dict.fromkeys(way, at))
        if way and at is not None:
            yield Fork(at.step, tip, tip.length - at.length)
