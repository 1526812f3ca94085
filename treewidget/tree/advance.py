"""The one function that applies a gesture: for cells, canvas and replay alike.

A state is a value; `advance` gives the next one and says what was done. It has no side effects, so
a gesture that is refused, cancelled, interrupted or vetoed has changed nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..data.words import brief, counted, percent
from ..errors import StaleError
from ..induction.uncollected import uncollected
from . import reasons
from .arguments import checked
from .compare import compare, unshared
from .edit import edited
from .gestures import MOVES, Action, Gesture
from .history import History
from .identity import Registry
from .lines import line_of
from .state import State
from .tree import Tree

if TYPE_CHECKING:
    from ..data import Target
    from ..induction.progress import Progress
    from .editor import Change, Editor
    from .totals import TreeFigures


BESIDE: Final = frozenset({"lock", "note"})
"""What changes neither a split nor a label leaves the tree's figures as they are."""
NUMBERING, COMPARING = 0.1, 0.1
"""About what shares of the time that is left they take of a large growth."""


def begin(editor: Editor, opening: str, *, grow: bool, progress: Progress) -> State:
    """Return the first state: the root alone, or the tree the method grows."""
    start = editor.start(grow=grow, progress=progress)
    with uncollected():
        root, registry = Registry().number(start, progress=progress.stage(NUMBERING))
        tree = Tree(root, registry.way)
        history = History.begin(opening, root, editor.figures(tree, progress.stage(1.0)))
    return State(0, tree, history, registry)


def advance(
    state: State, action: Action, editor: Editor, progress: Progress
) -> tuple[State, Action, Gesture]:
    """Return the next state, the action as it was checked, and what it did."""
    if action.revision is not None and action.revision != state.revision:
        raise StaleError(
            f"{action.name} was meant for the tree as it was before its last change: look at it "
            "again"
        )
    action, reason = reasons.taken(action)
    action = checked(action, state.tree, editor.dataset)
    if action.name in MOVES:
        with uncollected():
            new, gesture = _moved(state, action)
        return new, action, gesture
    return _edited(state, reasons.given(action, reason), editor, progress)


def _edited(
    state: State, action: Action, editor: Editor, progress: Progress
) -> tuple[State, Action, Gesture]:
    change = edited(editor, state, action, progress)
    if change.args is not None:
        action = reasons.given(replace(action, args=change.args), action.args.get(reasons.REASON))
    with uncollected():
        done = _recorded(state, action, change, editor, progress)
    progress.step(1.0)
    return done


def _recorded(
    state: State, action: Action, change: Change, editor: Editor, progress: Progress
) -> tuple[State, Action, Gesture]:
    """Return the state with a change put in force, and what it did."""
    old = state.tree.node(change.subtree.id)
    subtree, registry = state.registry.number(change.subtree, old, progress.stage(NUMBERING))
    tree, history = state.tree.replaced(subtree, registry.way), state.history
    difference = compare(old, subtree, progress.stage(COMPARING))
    before = after = history.now.figures
    if action.name not in BESIDE:
        after = editor.figures(tree, progress.stage(1.0))
    gesture = Gesture(
        name=action.name,
        args=action.args,
        line=line_of(action),
        text=change.text + _difference(before, after, editor.dataset.target),
        made=difference.made,
        removed=difference.removed,
        before=before,
        after=after,
        select=action.args.get("node"),
        step=len(history.versions),
        revision=state.revision + 1,
    )
    history = history.recorded(tree.root, subtree, after, action, gesture)
    return State(state.revision + 1, tree, history, registry), action, gesture


def _moved(state: State, action: Action) -> tuple[State, Gesture]:
    old = state.history
    if action.name == "undo":
        history = old.undone()
    elif action.name == "redo":
        history = old.redone()
    elif action.name == "checkout":
        history = old.moved(action.args["to"])
    else:
        history = old.named(action.args["name"])
    same = history.now is old.now
    tree = state.tree if same else Tree(history.now.root, state.registry.way)
    difference = compare(state.tree.root, tree.root)
    for node in unshared(state.tree.root, tree.root):
        node.remember(None)  # as `Tree.replaced` does: the version that is left is history now
    gesture = Gesture(
        name=action.name,
        args=action.args,
        line=line_of(action),
        text=_move_text(action, old, history),
        made=difference.made,
        removed=difference.removed,
        before=old.now.figures,
        after=history.now.figures,
        select=_seen(old if action.name == "undo" else history, tree),
        step=history.at,
        revision=state.revision + 1,
    )
    return State(state.revision + 1, tree, history, state.registry), gesture


def _seen(history: History, tree: Tree) -> int | None:
    """Return the node that the last gesture was made on, if it is there."""
    action = history.now.action
    node = action.args.get("node") if action else None
    return node if node in tree else None


def _move_text(action: Action, old: History, new: History) -> str:
    if action.name == "undo" and old.now.gesture:
        return f"took back {old.now.gesture.line}"
    if action.name == "redo" and new.now.gesture:
        return f"did again {new.now.gesture.line}"
    if action.name == "checkout":
        return f"at step {new.at}: {new.now.gesture.line if new.now.gesture else 'as built'}"
    name = action.args["name"]
    before = old.names.get(name, new.at)
    moved = f", no longer step {before}" if before != new.at else ""
    return f"step {new.at} is called {name!r}{moved}"


def _difference(before: TreeFigures, after: TreeFigures, target: Target) -> str:
    """Return what a gesture changed in figures: ``: 2 leaves fewer, error 23.8 %``."""
    parts = []
    leaves = after.leaves - before.leaves
    if leaves:
        parts.append(f"{counted(abs(leaves), 'leaf')} {'more' if leaves > 0 else 'fewer'}")
    if (before.error, before.validation_error) != (after.error, after.validation_error):
        parts.append(error_text(after.error, after.validation_error, target))
    return ", " + ", ".join(parts) if parts else ""


def error_name(target: Target) -> str:
    """Return what an error is called.

    Beside costs, which priors and losses make, it is a share of mistakes, and called so.
    """
    if not target.is_classification:
        return "rmse"
    return "error" if target.stakes is None else "mistakes"


def error_text(error: float, held: float | None, target: Target) -> str:
    """Return errors as shown: a share for classes, else to four significant digits."""
    figure = percent if target.is_classification else brief
    return f"{error_name(target)} {figure(error)}" + (
        "" if held is None else f", validation {figure(held)}"
    )
