"""Gestures as lines of Python: what is shown, copied and replayed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ..data.levels import plain_value

if TYPE_CHECKING:
    from .gestures import Action

POSITIONAL: Final[Mapping[str, tuple[str, ...]]] = {
    "split": ("node", "column"),
    "grow": ("node",),
    "prune": ("node",),
    "label": ("node", "value"),
    "lock": ("node",),
    "note": ("node", "text"),
    "checkout": ("to",),
    "checkpoint": ("name",),
}


def line_of(action: Action, tree: str = "tree") -> str:
    """Return the line of Python that does `action`.

    Examples
    --------
    >>> from treewidget import Action
    >>> line_of(Action("split", {"node": 3, "column": "petal_width", "threshold": [1.75]}))
    'tree.split(3, "petal_width", threshold=1.75)'
    """
    args = dict(action.args)
    options = args.pop("options", {})
    if action.name == "grow" and args.get("node") == 0:
        del args["node"]
    cuts = args.get("threshold")
    if isinstance(cuts, list) and len(cuts) == 1:
        args["threshold"] = cuts[0]
    given = [literal(args.pop(name)) for name in POSITIONAL.get(action.name, ()) if name in args]
    given += [f"{name}={literal(value)}" for name, value in {**args, **options}.items()]
    return f"{tree}.{action.name}({', '.join(given)})"


def literal(value: object) -> str:
    """Return plain Python for a plain value; floats exactly, strings in double quotes.

    Examples
    --------
    >>> literal(["a", 0.1, None])
    '["a", 0.1, None]'
    """
    value = plain_value(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        inside = (f"{_key(key)}: {literal(item)}" for key, item in value.items())
        return "{" + ", ".join(inside) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(literal(item) for item in value) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return repr(value)


def _key(value: object) -> str:
    """Return a class or a level as Python: what is no number goes by the text that shows it."""
    plain = plain_value(value)
    return literal(plain if isinstance(plain, bool | int | float) else str(plain))


def _quoted(text: str) -> str:
    said = repr(str(text))
    # repr uses single quotes unless the text holds one and no double quote
    return f'"{said[1:-1]}"' if said[0] == "'" and '"' not in said else said
