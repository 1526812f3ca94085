"""The one place where a gesture's arguments are checked and brought into their plain form.

Whoever asks (a cell, the canvas, a journal) and whatever they send, what comes out of `checked` has
known names, existing nodes, columns, levels and classes, and holds nothing JSON cannot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..data.words import shown
from ..errors import InvalidValueError, UnknownNameError, suggestion
from ..pruning.rules import check_goal
from .argument_checks import CHECKS, Asked
from .gestures import Action

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..data import Dataset
    from .argument_checks import Sent
    from .tree import Tree

TAKES: Final[Mapping[str, tuple[str, ...]]] = {
    "split": ("node", "column", "threshold", "groups", "missing", "replace", "regrow"),
    "grow": ("node", "levels", "method", "keep", "options"),
    "prune": ("node",),
    "prune_to": (
        *("alpha", "leaves", "method", "risk", "relative", "keep"),
        *("confidence", "subtree_raising"),
    ),
    "label": ("node", "value"),
    "lock": ("node", "on"),
    "note": ("node", "text"),
    "undo": (),
    "redo": (),
    "checkout": ("to",),
    "checkpoint": ("name",),
}
DEFAULTS: Final[Mapping[str, Any]] = {
    "column": None,
    "threshold": None,
    "groups": None,
    "missing": None,
    "replace": False,
    "regrow": False,
    "levels": None,
    "method": None,
    "keep": True,
    "options": {},
    "alpha": None,
    "leaves": None,
    "risk": "error",
    "relative": False,
    "confidence": None,
    "subtree_raising": None,
    "on": True,
}
"""Of arguments that may be left out; `node` too, where all of the tree is grown."""


def checked(action: Action, tree: Tree, dataset: Dataset) -> Action:
    """Return the action with its arguments checked, plain, and without those at their default.

    Raises
    ------
    TreeWidgetError
        Saying what is wrong, where, and what would be right.
    """
    verb = action.name
    for name in action.args:
        if name not in TAKES[verb]:
            takes = ", ".join(TAKES[verb]) or "nothing"
            near = suggestion(name, TAKES[verb])
            raise UnknownNameError(f"{verb} has no argument {shown(name)}{near}: it takes {takes}")
    for name in TAKES[verb]:
        if name not in action.args and name not in DEFAULTS and verb != "grow":
            raise InvalidValueError(f"{verb} needs {name}=")
    if verb == "prune_to":
        check_goal(action.args)
    asked = Asked(verb, action.args, tree, dataset)
    plain: dict[str, Any] = {"node": 0} if verb == "grow" else {}
    for name in TAKES[verb]:  # the order of the signature, whoever sent it
        value = action.args.get(name)
        if name == "node" and value is None and verb == "grow":
            continue
        if name in action.args and not _is_default(name, value):
            plain[name] = CHECKS[name](value, asked)
    return Action(verb, plain, action.revision)


def _is_default(name: str, value: Sent) -> bool:
    if name not in DEFAULTS:
        return False
    default = DEFAULTS[name]
    if name in ("options", "risk"):
        return bool(isinstance(value, type(default)) and value == default)
    return value is default
