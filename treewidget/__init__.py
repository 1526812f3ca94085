"""treewidget: a decision tree you work on by hand, in Jupyter and in Python."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .decision_tree import DecisionTree
from .engine import engine_info
from .errors import (
    CancelledError,
    DataChangedError,
    InvalidValueError,
    JournalError,
    JournalWarning,
    RefusedError,
    StaleError,
    TreeWidgetError,
    UnknownNameError,
    WrongTypeError,
)
from .induction.methods import Method, methods
from .tree.gestures import Action, Gesture
from .tree.look import NodeView as Node
from .version import __version__

if TYPE_CHECKING:
    from .ensembles import Committee, Rule, Ruleset
    from .loading import load
    from .widget import TreeWidget

__all__ = [
    "Action",
    "CancelledError",
    "Committee",
    "DataChangedError",
    "DecisionTree",
    "Gesture",
    "InvalidValueError",
    "JournalError",
    "JournalWarning",
    "Method",
    "Node",
    "RefusedError",
    "Rule",
    "Ruleset",
    "StaleError",
    "TreeWidget",
    "TreeWidgetError",
    "UnknownNameError",
    "WrongTypeError",
    "__version__",
    "engine_info",
    "load",
    "methods",
]


_LATER = {
    "Committee": "ensembles",
    "Rule": "ensembles",
    "Ruleset": "ensembles",
    "TreeWidget": "widget",
    "load": "loading",
}
"""What few need at first, and where it is; the widget brings Jupyter."""


def __getattr__(name: str) -> object:
    """Import some rooms only when they are asked for."""
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, those that come later too."""
    return sorted(__all__)
