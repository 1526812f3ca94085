"""A gesture that took long, while somebody wrote notes: they are no reason to lose it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..induction.progress import Progress
from .advance import BESIDE, advance
from .state import State

if TYPE_CHECKING:
    from .editor import Editor
    from .gestures import Action, Gesture
    from .history import History


def rebased(
    base: State, made: State, present: State, editor: Editor
) -> tuple[State, Gesture] | None:
    """Return what an edit made of a state as made of the present one.

    Parameters
    ----------
    base, made : State
        What the edit was begun on, and what it made of that.
    present : State
        What `base` has become meanwhile.
    editor : Editor

    Returns
    -------
    (State, Gesture) or None
        None where more than notes and names of steps have come, or a note is on a node that the
        edit takes away.
    """
    version, notes = made.history.now, _notes(base.history, present.history)
    if notes is None or version.gesture is None or version.action is None:
        return None
    if version.step < len(base.history.versions):  # a move: it would lead elsewhere now
        return None
    if version.action.name in BESIDE:  # the note itself: a later one would be put in its place
        return None
    for note in notes:
        if note.args["node"] not in made.tree:
            return None
        made, _, _ = advance(made, replace(note, revision=None), editor, Progress())
    step, revision = len(present.history.versions), present.revision + 1
    gesture = replace(version.gesture, step=step, revision=revision)
    tree, subtree = made.tree, made.tree.node(version.subtree.id)
    history = present.history.recorded(tree.root, subtree, version.figures, version.action, gesture)
    return State(revision, tree, history, made.registry), gesture


def _notes(before: History, now: History) -> list[Action] | None:
    """Return the notes that lead from one history to another; None if anything else does."""
    last, notes = before.now, []
    for version in now.versions[len(before.versions) :]:
        if version.parent is not last or version.action is None or version.action.name != "note":
            return None
        last = version
        notes.append(version.action)
    return notes if now.now is last else None
