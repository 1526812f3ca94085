"""The same gestures on other data: what still makes sense is done, and every change is told."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import pandas as pd

from ..data.words import counted, on_one_line, shown
from ..errors import JournalError, RefusedError, TreeWidgetError
from ..tree.advance import error_text
from ..tree.gestures import EDITS, Action
from ..tree.words import branch_text
from . import story
from .fitting import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..data import Column
    from ..tree.tree import Tree
    from .records import Record
    from .session import Session

Status: TypeAlias = Literal["same", "figures", "changed", "refused"]
WIDTH: Final = 5
"""Figures of a tree in a record."""


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """What became of one step.

    Attributes
    ----------
    step : int
        Its number then; 0 is the construction.
    status : {"same", "figures", "changed", "refused"}
        "same": the same place, splits and figures. "figures": the same place and splits, other
        counts, errors or values. "changed": done, but it means something else now: another place,
        another split, another class. "refused": not done.
    line : str
        Its line of Python now; what it was, where it was refused.
    then, now : str
        What it did, in words.
    why : str
        What changed, or the reason of the refusal.
    """

    step: int
    status: Status
    line: str
    then: str
    now: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Replay:
    """A session done again, step by step.

    Attributes
    ----------
    steps : tuple of ReplayedStep
    """

    steps: tuple[ReplayedStep, ...]

    @property
    def changed(self) -> tuple[ReplayedStep, ...]:
        """The steps that mean something else now, or were refused."""
        return tuple(step for step in self.steps if step.status in {"changed", "refused"})

    def frame(self) -> pd.DataFrame:
        """Return a line for each step."""
        names = ("status", "line", "then", "now", "why")
        rows = [[getattr(step, name) for name in names] for step in self.steps]
        index = pd.Index([step.step for step in self.steps], name="step")
        return pd.DataFrame(rows, columns=list(names), index=index)

    def __repr__(self) -> str:
        """Return how many steps there are of each kind, and what became of those that changed."""
        many = {name: sum(s.status == name for s in self.steps) for name in story.STATUSES}
        counts = ", ".join(f"{number} {story.STATUSES[name]}" for name, number in many.items())
        told = [
            f"  step {one.step}, {one.status}: {one.line}  # {on_one_line(one.why)}"
            for one in self.changed
        ]
        return "\n".join([f"{counted(len(self.steps), 'step')}: {counts}", *told])


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


# ---------------------------------------------------------------- doing it


def replay(session: Session, built: object, steps: Sequence[Record]) -> Replay:
    """Do the steps on a tree just built, and return what became of each.

    Parameters
    ----------
    session : Session
        Of the new tree.
    built : object
        What the header says of the tree as it was built then.
    steps : sequence of dict
        As `steps_in_force` gives them: the first is the construction.
    """
    done = [_built(session, built)]
    for record in steps:
        if record["step"]:
            done.append(_again(session, record))
        for name in record["names"]:
            session.workspace.perform(Action("checkpoint", {"name": name}))
    return Replay(tuple(done))


def _built(session: Session, built: object) -> ReplayedStep:
    workspace = session.workspace
    found = story.built(workspace.history.versions[0], workspace.dataset, built)
    then: Record = built if isinstance(built, dict) else {}
    line = workspace.history.opening.splitlines()[-1]
    status, why = _compared(then, found, [])
    return ReplayedStep(0, status, line, _figures(session, then), _figures(session, found), why)


def _again(session: Session, record: Record) -> ReplayedStep:
    """Do one step where it belongs now, and compare."""
    workspace = session.workspace
    then, line = _text(record, "text"), _text(record, "line")
    step, columns = record["step"], workspace.dataset.columns
    try:
        action = story.action_of(record)
        args = dict(action.args)
        moved: list[str] = []
        if "node" in args:
            args["node"], moved = located(workspace.tree, record.get("where"), columns)
            moved += fit(args, workspace)
        gesture = workspace.perform(Action(action.name, args))
    except (TreeWidgetError, TypeError, ValueError, OverflowError) as error:
        return ReplayedStep(step, "refused", line, then, why=str(error))
    found = {"after": story.figures(gesture.after)}
    found |= story.came_of(Action(action.name, args), workspace.tree, workspace.dataset, record)
    status, why = _compared(record, found, moved)
    return ReplayedStep(step, status, gesture.line, then, gesture.text, why)


def located(tree: Tree, where: object, columns: Sequence[Column]) -> tuple[int, list[str]]:
    """Return the node at a place, and the conditions on the way that are others now.

    Each step has to lead along the same branch of a split on the same column.
    """
    if not isinstance(where, list):
        raise RefusedError("the journal does not say where this was done")
    node, changes = tree.root, []
    for step in where:
        name, condition, branch = step if _is_step(step) else (None, "", -1)
        column = None if node.split is None else columns[node.split.column].name
        if node.split is None or column != name or not 0 <= branch < len(node.children):
            is_now = "is a leaf" if node.split is None else f"is split on {shown(column)}"
            raise RefusedError(
                f"there is no such place now: the way there was {condition}, and node {node.id} "
                f"{is_now}"
            )
        now = branch_text(node.split, branch, columns, plain=True)
        if now != condition:
            changes.append(f"{now} was {condition}")
        node = node.children[branch]
    return node.id, changes


def _is_step(step: object) -> bool:
    return isinstance(step, list) and [*map(type, step[1:])] == [str, int]


def _compared(then: Record, now: Record, moved: Sequence[str]) -> tuple[Status, str]:
    """Return whether a step means the same, and what is different."""
    why = list(moved)
    if now.get("split") != then.get("split"):
        why.append(f"splits {now.get('split') or 'nothing'} (was {then.get('split') or 'nothing'})")
    elif any(now.get(name) != then.get(name) for name in story.DIGESTS.values()):
        why.append("other splits or classes below")
    if now.get("says") != then.get("says"):
        says = [shown(one.get("says")) for one in (now, then)]
        why.append(f"its rows say {says[0]} (was {says[1]})")
    if why:
        return "changed", "; ".join(why)
    if any(then.get(name) != now.get(name) for name in ("after", "rows", "holds")):
        return "figures", "other counts, errors or values"
    return "same", ""


def _figures(session: Session, record: Record) -> str:
    after = record.get("after")
    if not isinstance(after, list) or len(after) != WIDTH:
        return ""
    _nodes, leaves, _depth, error, held = after
    if not isinstance(leaves, int):
        return ""
    if not isinstance(error, int | float):
        return counted(leaves, "leaf")
    there = held if isinstance(held, int | float) else None
    said = error_text(error, there, session.workspace.dataset.target)
    return f"{counted(leaves, 'leaf')}, {said}"


def _text(record: Record, name: str) -> str:
    value: Any = record.get(name)
    return _CONTROL.sub("\ufffd", value) if isinstance(value, str) else ""


_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")  # of a file: it may be printed
