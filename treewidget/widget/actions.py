"""From the wire to a gesture: positions become names, axis values become cuts."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, UnknownNameError
from ..tree.gestures import Action

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..data import Column, Dataset
    from ..workspace import Workspace
    from .protocol import Request

QUOTED: Final = re.compile(r"""(["']).*\1""", re.DOTALL)
PAIR: Final = 2
AS_THEY_ARE: Final[tuple[str, ...]] = (
    *("node", "missing", "replace", "regrow", "levels", "on", "text", "name"),
    *("alpha", "leaves", "method", "risk", "keep", "options", "reason"),
    *("confidence", "subtree_raising"),
)


def action_of(workspace: Workspace, request: Request) -> Action:
    """Return the gesture a checked request asks for, in the names of the public methods.

    Raises
    ------
    TreeWidgetError
        If it names a column, level or class by a position that does not exist.
    """
    args = request["args"]
    plain: dict[str, Any] = {name: args[name] for name in AS_THEY_ARE if name in args}
    translate = TRANSLATIONS.get(request["op"])
    if translate is not None:
        plain |= translate(workspace.dataset, args)
    return Action(request["op"], plain, request["revision"])


def column_of(dataset: Dataset, position: int) -> Column:
    """Return the column at a position of the wire."""
    if position >= len(dataset.columns):
        raise UnknownNameError(
            f"no column has the position {position}: there are {len(dataset.columns)}"
        )
    return dataset.columns[position]


def threshold_of(column: Column, value: float | str) -> Any:  # noqa: ANN401 - what names a cut
    """Return the cut a view names, as `Column.parse_cut` takes it.

    A number is a position on the column's axis. A text is what somebody typed, or a cut's `exact`.
    """
    if not column.is_ordered:
        raise InvalidValueError(
            f"column {str(column.name)!r} is {column.kind} and has no thresholds: "
            "name the levels of each branch"
        )
    if not isinstance(value, str):
        return from_axis(column, value)
    text = value.strip()
    return _unquoted(text) if QUOTED.fullmatch(text) else text


def from_axis(column: Column, value: float) -> Any:  # noqa: ANN401 - what names a cut
    """Return what names the cut at a position of a column's axis."""
    if column.kind == "ordered":
        return _level(column, int(value))
    if column.kind != "datetime":
        return value
    try:
        instant = pd.Timestamp(np.datetime64(round(value * 1000), "us"))
        return instant if column.calendar.zone is None else instant.tz_localize("UTC")
    except (OverflowError, ValueError):
        raise InvalidValueError(f"{value} ms since 1970 is no date and time") from None


def _unquoted(text: str) -> str:
    try:
        inner = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text
    return inner if isinstance(inner, str) else text


def _split(dataset: Dataset, args: Mapping[str, Any]) -> dict[str, Any]:
    if "column" not in args:
        if {"thresholds", "groups", "missing"} & args.keys():
            raise InvalidValueError("a cut or a way for missing rows needs a column")
        return {}
    column = column_of(dataset, args["column"])
    plain: dict[str, Any] = {"column": column.name}
    if "thresholds" in args:
        plain["threshold"] = [threshold_of(column, value) for value in args["thresholds"]]
    if "groups" in args:
        plain["groups"] = [[_level(column, at) for at in group] for group in args["groups"]]
    return plain


def _level(column: Column, position: int) -> Any:  # noqa: ANN401 - a level as JSON holds it
    if not 0 <= position < len(column.levels):
        raise UnknownNameError(
            f"{str(column.name)!r} has no level at position {position}: "
            f"there are {len(column.levels)}"
        )
    return column.plain_level(position)


def _grow(dataset: Dataset, args: Mapping[str, Any]) -> dict[str, Any]:
    if "column_costs" not in args:
        return {}
    costs = {}
    for pair in args["column_costs"]:
        if len(pair) != PAIR or not isinstance(pair[0], int) or pair[0] < 0:
            raise InvalidValueError("a cost is a pair: a column's position, and what it costs")
        costs[column_of(dataset, pair[0]).name] = pair[1]
    return {"options": {**args.get("options", {}), "column_costs": costs or None}}


def _label(dataset: Dataset, args: Mapping[str, Any]) -> dict[str, Any]:
    value, target = args["value"], dataset.target
    if value is None or target.task == "regression":
        return {"value": value}
    if value not in range(len(target.classes)):
        raise UnknownNameError(
            f"no class has the position {value}: there are {len(target.classes)}"
        )
    return {"value": target.classes[int(value)]}


def _checkout(_dataset: Dataset, args: Mapping[str, Any]) -> dict[str, Any]:
    return {"to": args["step"]}


TRANSLATIONS: Final[dict[str, Callable[[Dataset, Mapping[str, Any]], dict[str, Any]]]] = {
    "split": _split,
    "grow": _grow,
    "label": _label,
    "checkout": _checkout,
}
