"""The lines of Python that build a tree, before any gesture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.whole import in_floats
from .lines import literal

if TYPE_CHECKING:
    from ..data import Target

DEFAULTS: Final[Mapping[str, Any]] = {
    "method": "cart",
    "task": None,
    "weights": None,
    "validation": None,
    "test": None,
    "grow": True,
    "random_state": 0,
    "require_reason": False,
}


BY_CLASS: Final = ("class_weight", "losses", "priors")


def plain_options(options: Mapping[str, Any], target: Target) -> dict[str, Any]:
    """Return a method's options as lines and files have words for them; they are checked."""
    plain = {name: in_floats(value) for name, value in options.items()}
    told = {name: target.plain_classes(plain[name]) for name in BY_CLASS if name in plain}
    return plain | told


def opening_lines(target: object, given: Mapping[str, Any]) -> str:
    """Return the import and the construction, arguments at their default left out.

    What cannot be written down (a frame, a mask, an array) goes by the name of its argument.

    Examples
    --------
    >>> print(opening_lines("species", {"max_depth": 3, "grow": True}))
    import treewidget as tw
    <BLANKLINE>
    tree = tw.DecisionTree(data, target="species", max_depth=3)
    """
    arguments = ["data", f"target={written(target, 'target')}"]
    for name, value in given.items():
        default = name in DEFAULTS and (value is DEFAULTS[name] or _equal(value, DEFAULTS[name]))
        if not default:
            arguments.append(f"{name}={written(value, name)}")
    return f"import treewidget as tw\n\ntree = tw.DecisionTree({', '.join(arguments)})"


def written(value: object, name: str) -> str:
    """Return a value as Python, or the name it goes by."""
    if isinstance(value, np.generic):
        value = value.item()
    plain = value is None or isinstance(value, bool | int | float | str)
    if plain or (isinstance(value, Mapping) and name not in DEFAULTS):
        return literal(value)
    return name


def _equal(value: object, default: object) -> bool:
    return isinstance(value, bool | int | str) and type(value) is type(default) and value == default
