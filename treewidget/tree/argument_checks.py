"""How each argument of a gesture is checked and brought into its plain form."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..data.levels import plain_value
from ..data.target import GREATEST
from ..data.whole import in_floats, real_number, whole_number
from ..data.words import shown
from ..errors import InvalidValueError, WrongTypeError
from ..induction.methods import method
from ..induction.option_checks import CHECKS as OPTION_CHECKS
from ..pruning.risks import checked_risk
from ..pruning.rules import checked_alpha, checked_method

if TYPE_CHECKING:
    from ..data import Column, Dataset
    from .tree import Tree

Sent: TypeAlias = Any
"""Whatever somebody sent: checked here, and plain afterwards."""
LONGEST_NOTE: Final = 100_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What a check may look at besides the value itself."""

    verb: str
    args: Mapping[str, Any]
    tree: Tree
    dataset: Dataset

    def column(self, what: str) -> Column:
        """Return the column that is named beside the argument `what`, which asks for one."""
        name = self.args.get("column")
        if name is None:
            raise InvalidValueError(f"{what} needs a column: name it with column=")
        return self.dataset.columns[self.dataset.column_index(name)]


def _node(value: Sent, asked: Asked) -> int:
    return asked.tree.node(value).id


def _column(value: Sent, asked: Asked) -> str | int:
    return asked.dataset.columns[asked.dataset.column_index(value)].name


def _threshold(value: Sent, asked: Asked) -> list[Any]:
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


def _groups(value: Sent, asked: Asked) -> list[list[Any]]:
    column = asked.column("groups=")
    if column.is_ordered:
        raise InvalidValueError(
            f"column {shown(column.name)} has an order: it is split by threshold=, not groups="
        )
    branches = list(value) if _is_many(value) else []  # an iterator is gone through once
    if not branches:
        raise WrongTypeError(
            f"groups= is a list of lists of levels of {shown(column.name)}, "
            f"like [['a', 'b'], ['c']], not {shown(value)}"
        )
    if not any(map(_is_many, branches)):
        branches = [branches]  # one flat list is one group: its levels against the rest
    if not all(map(_is_many, branches)):
        raise WrongTypeError(f"groups= mixes levels and lists of levels: {shown(branches)}")
    return [[column.plain_level(column.level_code(level)) for level in one] for one in branches]


def _missing(value: Sent, asked: Asked) -> int | str:
    column = asked.column("missing=")
    if isinstance(value, str) and value == "own":
        return value
    where = f"missing= says where rows without {shown(column.name)} go"
    return _whole(value, f"{where}: a branch's index, 'own' or None")


def _whole(value: Sent, wanted: str) -> int:
    number = whole_number(value)
    if number is None:
        raise WrongTypeError(f"{wanted}, not {shown(value)}")
    return number


def _positive(name: str) -> Callable[[Any, Asked], int]:
    def check(value: Sent, asked: Asked) -> int:
        number = _whole(value, f"{asked.verb}: {name}= is a whole number")
        if number < 1:
            raise InvalidValueError(f"{asked.verb}: {name}= is at least 1, not {number}")
        return number

    return check


def _method(value: Sent, asked: Asked) -> str:
    return checked_method(value) if asked.verb == "prune_to" else method(value).name


def _flag(name: str) -> Callable[[Any, Asked], bool]:
    def check(value: Sent, asked: Asked) -> bool:
        if not isinstance(value, bool | np.bool_):
            raise WrongTypeError(f"{asked.verb}: {name}= is True or False, not {shown(value)}")
        return bool(value)

    return check


def _text(name: str) -> Callable[[Any, Asked], str]:
    def check(value: Sent, asked: Asked) -> str:
        if not isinstance(value, str):
            raise WrongTypeError(f"{asked.verb}: {name} is text, not {type(value).__name__}")
        if len(value) > LONGEST_NOTE:
            raise InvalidValueError(
                f"{asked.verb}: {name} has {len(value):,} characters; at most {LONGEST_NOTE:,}"
            )
        return str(value)

    return check


def _options(value: Sent, asked: Asked) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise WrongTypeError(f"{asked.verb}: options is a mapping, not {shown(value)}")
    return {str(name): _plain_option(item) for name, item in value.items()}


def _plain_option(value: Sent) -> Sent:
    """Return an option as files may hold it; what none is stays, for its own check to refuse."""
    if isinstance(value, Mapping):
        return {_plain(key): _plain_option(item) for key, item in value.items()}
    return in_floats(plain_value(value))


def _value(value: Sent, asked: Asked) -> Sent:
    """Return a label as plain: a class, a number, or None."""
    target = asked.dataset.target
    if value is None:
        return None
    if target.task == "classification":
        return target.plain_class(value)
    number = real_number(value)
    if number is None:
        raise WrongTypeError(f"a label of {shown(target.name)} is a number, not {shown(value)}")
    if not math.isfinite(number):
        raise InvalidValueError(
            f"a label of {shown(target.name)} is a finite number, not {shown(value)}"
        )
    if abs(number) > GREATEST:
        raise InvalidValueError(
            f"a label of {shown(target.name)} is a number within {GREATEST:g} of 0, as its values "
            f"are, not {shown(value)}"
        )
    return number + 0.0  # of -0.0, which rounding makes, it makes 0.0


def _to(value: Sent, asked: Asked) -> int | str:
    if isinstance(value, str):
        return str(value)
    return _whole(value, f"{asked.verb} takes a step's number or a checkpoint's name")


def _name(value: Sent, asked: Asked) -> str:
    name = _text("name")(value, asked)
    if not name.strip():
        raise InvalidValueError("a checkpoint's name has at least one letter or sign")
    return name


CHECKS: Final[Mapping[str, Callable[[Any, Asked], Any]]] = {
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
