"""Which of the steps of a journal lead to where it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import JournalError
from ..tree.gestures import EDITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .records import Record


def steps_in_force(records: Iterable[Record]) -> list[Record]:
    """Return the edits that lead to where a journal ends, and the names given on the way.

    Only the moves are followed: no tree is needed.
    """
    made: list[Record] = [{}]
    parents, ahead, at = [-1], {}, 0
    names: dict[str, int] = {}
    for record in records:
        verb = record.get("do")
        if verb in EDITS:
            parents.append(at)
            ahead[at] = len(made)
            at = len(made)
            made.append(record)
        elif verb == "checkpoint":
            names[str(_argument(record, "name"))] = at
        elif verb == "undo":
            at = max(parents[at], 0)
        elif verb == "redo":
            at = ahead.get(at, at)
        elif verb == "checkout":
            at = _found(_argument(record, "to"), names, len(made))
            _point(at, parents, ahead)
    return _named(_way(at, parents), made, names)


def _argument(record: Record, name: str) -> object:
    args = record.get("args")
    return args.get(name) if isinstance(args, dict) else None


def _found(to: object, names: Mapping[str, int], steps: int) -> int:
    step = names.get(to) if isinstance(to, str) else to
    if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step < steps:
        raise JournalError(f"the journal goes to {to!r}, which it does not have")
    return step


def _point(step: int, parents: Sequence[int], ahead: dict[int, int]) -> None:
    while parents[step] >= 0:
        ahead[parents[step]] = step
        step = parents[step]


def _way(step: int, parents: Sequence[int]) -> list[int]:
    way = [step]
    while parents[way[-1]] >= 0:
        way.append(parents[way[-1]])
    return way[::-1]


def _named(way: list[int], made: list[Record], names: Mapping[str, int]) -> list[Record]:
    """Return the edits on a way, each told its step and the names given after it."""
    given: dict[int, list[str]] = {}
    for name, step in names.items():
        given.setdefault(step, []).append(name)
    return [{**made[step], "step": step, "names": given.get(step, [])} for step in way]
