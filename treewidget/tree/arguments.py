"""The one place where a gesture's arguments are checked and brought into their plain form.

Whoever asks (a cell, the canvas, a journal) and whatever they send, what comes out of `checked` has
known names, existing nodes, columns, levels and classes, and holds nothing JSON cannot.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..data.target import GREATEST
from ..data.words import shown
from ..errors import InvalidValueError, UnknownNameError, WrongTypeError, suggestion
from ..induction.methods import method
from ..induction.option_checks import CHECKS as OPTION_CHECKS
from ..pruning.risks import checked_risk
from ..pruning.rules import check_goal, checked_alpha, checked_method
from .gestures import Action

if TYPE_CHECKING:
    from ..data import Column, Dataset
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
Sent: TypeAlias = Any
"""Whatever somebody sent: checked here, and plain afterwards."""
LONGEST_NOTE: Final = 100_000


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a check may look at besides the value itself."""

    verb: str
    args: Mapping[str, Any]
    tree: Tree
    dataset: Dataset

    def column(self, what: str) -> Column:
        name = self.args.get("column")
        if name is None:
            raise InvalidValueError(f"{what} needs a column: name it with column=")
        return self.dataset.columns[self.dataset.column_index(name)]


def checked(action: Action, tree: Tree, dataset: Dataset) -> Action:
    """Return the action with its arguments checked, plain, and without those at their default.

    Raises
    ------
    TreeWidgetError
        Saying what is wrong, where, and what would be right.
    """
    verb = action.name
    if verb not in TAKES:
        raise UnknownNameError(f"no gesture is called {shown(verb)}{suggestion(verb, TAKES)}")
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
    asked = _Asked(verb, action.args, tree, dataset)
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


def _node(value: Sent, asked: _Asked) -> int:
    return asked.tree.node(value).id


def _column(value: Sent, asked: _Asked) -> str | int:
    return asked.dataset.columns[asked.dataset.column_index(value)].name


def _threshold(value: Sent, asked: _Asked) -> list[Any]:
    column = asked.column("threshold=")
    if asked.args.get("groups") is not None:
        raise InvalidValueError(
            f"split takes threshold= or groups=, not both (column {shown(column.name)})"
        )
    if not column.is_ordered:
        raise InvalidValueError(
            f"column {shown(column.name)} is {column.kind} and has no thresholds: "
            f"name the levels of each branch with groups="
        )
    values = list(value) if _is_many(value) else [value]  # none at all: known against missing
    return [column.plain_cut(column.parse_cut(item)) for item in values]


def _groups(value: Sent, asked: _Asked) -> list[list[Any]]:
    column = asked.column("groups=")
    if column.is_ordered:
        raise InvalidValueError(
            f"column {shown(column.name)} has an order: it is split by threshold=, not groups="
        )
    if not _is_many(value) or not list(value):
        raise WrongTypeError(
            f"groups= is a list of lists of levels of {shown(column.name)}, "
            f"like [['a', 'b'], ['c']], not {shown(value)}"
        )
    if not any(_is_many(group) for group in value):
        value = [value]  # one flat list is one group: its levels against the rest
    if not all(_is_many(group) for group in value):
        raise WrongTypeError(f"groups= mixes levels and lists of levels: {shown(value)}")
    return [[column.plain_level(column.level_code(level)) for level in group] for group in value]


def _missing(value: Sent, asked: _Asked) -> int | str:
    column = asked.column("missing=")
    if isinstance(value, str) and value == "own":
        return value
    where = f"missing= says where rows without {shown(column.name)} go"
    return _whole(value, f"{where}: a branch's index, 'own' or None")


def _whole(value: Sent, wanted: str) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise WrongTypeError(f"{wanted}, not {shown(value)}")
    return operator.index(value)


def _positive(name: str) -> Callable[[Any, _Asked], int]:
    def check(value: Sent, asked: _Asked) -> int:
        number = _whole(value, f"{asked.verb}: {name}= is a whole number")
        if number < 1:
            raise InvalidValueError(f"{asked.verb}: {name}= is at least 1, not {number}")
        return number

    return check


def _method(value: Sent, asked: _Asked) -> str:
    return checked_method(value) if asked.verb == "prune_to" else method(value).name


def _flag(name: str) -> Callable[[Any, _Asked], bool]:
    def check(value: Sent, asked: _Asked) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise WrongTypeError(f"{asked.verb}: {name}= is True or False, not {shown(value)}")
        return bool(value)

    return check


def _text(name: str) -> Callable[[Any, _Asked], str]:
    def check(value: Sent, asked: _Asked) -> str:
        if not isinstance(value, str):
            raise WrongTypeError(f"{asked.verb}: {name} is text, not {type(value).__name__}")
        if len(value) > LONGEST_NOTE:
            raise InvalidValueError(
                f"{asked.verb}: {name} has {len(value):,} characters; at most {LONGEST_NOTE:,}"
            )
        return str(value)

    return check


def _options(value: Sent, asked: _Asked) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise WrongTypeError(f"{asked.verb}: options is a mapping, not {shown(value)}")
    return {str(name): _plain_option(item) for name, item in value.items()}


def _plain_option(value: Sent) -> Sent:
    if isinstance(value, Mapping):
        return {_plain(key): _plain_option(item) for key, item in value.items()}
    return _plain(value)


def _value(value: Sent, asked: _Asked) -> Sent:
    """Return a label as plain: a class, a number, or None."""
    target = asked.dataset.target
    if value is None:
        return None
    if target.task == "classification":
        return _plain(target.classes[target.class_code(value)])
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.number):
        raise WrongTypeError(f"a label of {shown(target.name)} is a number, not {shown(value)}")
    number = float(value)
    if not math.isfinite(number):
        raise InvalidValueError(
            f"a label of {shown(target.name)} is a finite number, not {shown(value)}"
        )
    if abs(number) > GREATEST:
        raise InvalidValueError(
            f"a label of {shown(target.name)} is a number within {GREATEST:g} of 0, as its values "
            f"are, not {shown(value)}"
        )
    return number


def _to(value: Sent, asked: _Asked) -> int | str:
    if isinstance(value, str):
        return str(value)
    return _whole(value, f"{asked.verb} takes a step's number or a checkpoint's name")


def _name(value: Sent, asked: _Asked) -> str:
    name = _text("name")(value, asked)
    if not name.strip():
        raise InvalidValueError("a checkpoint's name has at least one letter")
    return name


CHECKS: Final[Mapping[str, Callable[[Any, _Asked], Any]]] = {
    "node": _node,
    "column": _column,
    "threshold": _threshold,
    "groups": _groups,
    "missing": _missing,
    "replace": _flag("replace"),
    "regrow": _flag("regrow"),
    "levels": _positive("levels"),
    "method": _method,
    "keep": _flag("keep"),
    "options": _options,
    "alpha": lambda value, _asked: checked_alpha(value),
    "leaves": _positive("leaves"),
    "risk": lambda value, _asked: checked_risk(value),
    "relative": _flag("relative"),
    "confidence": lambda value, _asked: OPTION_CHECKS["confidence"]("confidence", value),
    "subtree_raising": _flag("subtree_raising"),
    "value": _value,
    "on": _flag("on"),
    "text": _text("text"),
    "to": _to,
    "name": _name,
}


def _is_many(value: Sent) -> bool:
    return (
        isinstance(value, Iterable)
        and getattr(value, "ndim", 1) > 0
        and not isinstance(value, str | bytes | Mapping)
    )


def _plain(value: Sent) -> Sent:
    """Return what JSON can hold: numpy's scalars as Python's, the rest as its text."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return str(value)
