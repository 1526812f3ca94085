"""The same gestures on other data: what still makes sense is done, and every change is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ..data.words import counted, elided, shown
from ..errors import RefusedError, TreeWidgetError
from ..tree.advance import error_text
from ..tree.gestures import Action
from ..tree.words import branch_text
from . import story
from .fitting import fit
from .replayed import Replay, ReplayedStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data import Column
    from ..tree.tree import Tree
    from .records import Record
    from .replayed import Status
    from .session import Session

WIDTH: Final = 5
"""Figures of a tree in a record."""
LONGEST: Final = 120
"""Characters of a split that is told: one of hundreds of levels has thousands."""


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
                f"there is no such place now: the way there was {elided(condition, LONGEST)}, and "
                f"node {node.id} {is_now}"
            )
        now = branch_text(node.split, branch, columns, plain=True)
        if now != condition:
            changes.append(f"{elided(now, LONGEST)} was {elided(condition, LONGEST)}")
        node = node.children[branch]
    return node.id, changes


def _is_step(step: object) -> bool:
    return isinstance(step, list) and [*map(type, step[1:])] == [str, int]


def _compared(then: Record, now: Record, moved: Sequence[str]) -> tuple[Status, str]:
    """Return whether a step means the same, and what is different."""
    why = list(moved)
    if now.get("split") != then.get("split"):
        new, old = (elided(str(one.get("split") or "nothing"), LONGEST) for one in (now, then))
        why.append(f"splits {new} (was {old})")
    elif any(now.get(name) != then.get(name) for name in story.DIGESTS.values()):
        why.append("other splits or classes below")
    if now.get("says") != then.get("says"):
        why.append(_told(now.get("says"), then.get("says")))
    if why:
        return "changed", "; ".join(why)
    if any(then.get(name) != now.get(name) for name in ("after", "rows", "holds")):
        return "figures", "other counts, errors or values"
    return "same", ""


def _told(now: object, then: object) -> str:
    """Return which class rows say now and said before; of numbers they have a mean."""
    if now is None:
        return f"its rows have a mean (said {shown(then)})"
    return f"its rows say {shown(now)} ({'had a mean' if then is None else f'was {shown(then)}'})"


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
