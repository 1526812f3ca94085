"""treewidget: a decision tree you work on by hand, in Jupyter and in Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decision_tree import DecisionTree
from .engine import engine_info
from .ensembles import Committee, Rule, Ruleset
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
from .induction.methods import methods
from .loading import load
from .tree.gestures import Action, Gesture
from .tree.look import NodeView as Node

if TYPE_CHECKING:
    from .widget import TreeWidget

__version__ = "0.1.0"

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
    "Node",
    "RefusedError",
    "Rule",
    "Ruleset",
    "StaleError",
    "TreeWidget",
    "TreeWidgetError",
    "UnknownNameError",
    "WrongTypeError",
    "engine_info",
    "load",
    "methods",
]


def __getattr__(name: str) -> object:
    """Import the widget, and with it Jupyter, only when it is asked for."""
    if name == "TreeWidget":
        from .widget import TreeWidget  # noqa: PLC0415 - it brings Jupyter

        return TreeWidget
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
