"""Methods and their options, for a form: what may be chosen, and what is in force."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ..errors import TreeWidgetError
from ..induction.methods import default_of, method
from ..induction.missing_values import FILLED, defined
from ..induction.option_checks import CHECKS
from ..induction.options import Options, meanings
from ..induction.recipe import CHOSEN
from ..induction.recipes import RECIPES
from ..induction.worth import WHOLE
from ..pruning.limits import CONFIDENCE

if TYPE_CHECKING:
    from ..data import Dataset
    from ..induction.recipe import Method, Task
    from ..workspace import Workspace
    from .protocol import MethodsResult, MethodWire, OptionWire

NAMED: Final = ("criterion", *CHOSEN)
GROUPS: Final = {
    "splits": re.compile(
        "criterion|branching|breakpoints|cut$|lookahead|mdl_|alpha_(merge|resplit)|bonferroni"
    ),
    "missing": re.compile("missing|.*surrogate"),
    "prune": re.compile("ccp_alpha|confidence|subtree_raising|collapse|global_pruning"),
    "stop": re.compile("max_|min_|alpha_split|allow_zero_gain"),
}
WHOLES: Final = (1, 2, 5)  # numbers that some option or other takes
HELP: Final = meanings()


def make_methods(workspace: Workspace) -> MethodsResult:
    """Return every method that knows the tree's task, with what a growth may choose of it."""
    dataset = workspace.dataset
    task, stakes = dataset.target.task, dataset.target.stakes
    own, present = method(workspace.editor.method).name, workspace.inducer.options
    costs = present.column_costs or {}
    return {
        "method": own,
        "methods": [
            _method(recipe, task, present if recipe.name == own else None, present.missing)
            for recipe in RECIPES.values()
            if task in recipe.criteria
        ],
        "priors": _priors(dataset) if present.priors else [],
        "losses": [] if stakes is None or present.losses is None else stakes.losses.tolist(),
        "column_costs": [[dataset.column_index(name), cost] for name, cost in costs.items()],
        "confidence": CONFIDENCE if present.confidence is None else present.confidence,
        "subtree_raising": present.subtree_raising,
    }


def _priors(dataset: Dataset) -> list[float]:
    """Return the priors in the classes' order: classes are no keys of JSON's."""
    stakes, rows = dataset.target.stakes, dataset.parts["train"]
    weights = None if dataset.weights is None else dataset.weights[rows]
    counts = np.bincount(dataset.target.codes[rows], weights, len(dataset.target.classes))
    shares = counts if stakes is None else counts * stakes.shares
    priors: list[float] = (shares / shares.sum()).tolist()
    return priors


def _method(recipe: Method, task: Task, present: Options | None, filled: str) -> MethodWire:
    options = (_option(recipe, task, name, present) for name in recipe.options)
    return {
        "name": recipe.name,
        "label": recipe.label,
        "source": recipe.source,
        "options": [option for option in options if option is not None],
        "missing": {
            branching: _strategies(recipe, branching, task, filled)
            for branching in recipe.branching
        },
        "costed": "column_costs" not in recipe.refuses,
    }


def _strategies(recipe: Method, branching: str, task: Task, filled: str) -> list[str]:
    """Return the strategies that a growth of this tree may choose beside a kind of split.

    What fills the data is done once, before anything grows: no growth changes to it or from it.
    """
    known = [name for name in recipe.missing if name in defined(branching, task)]
    return [name for name in known if name == filled or not {name, filled} & FILLED]


def _option(recipe: Method, task: Task, name: str, present: Options | None) -> OptionWire | None:
    """Return an option as a form asks for it; None where a form cannot: tables of numbers."""
    kind = _kind(name)
    if kind is None or name in WHOLE:  # no growth may change it
        return None
    default = cast("Any", default_of(recipe, name, task))
    wire: OptionWire = {
        "name": name,
        "group": _group(name),
        "kind": kind,
        "optional": name in CHECKS and _takes(name, None),
        "default": default,
        "value": default if present is None else getattr(present, name),
        "help": HELP[name],
    }
    if kind == "choice":
        wire["choices"] = list(recipe.choices(name, task))
    return wire


def _group(name: str) -> Any:  # noqa: ANN401 - one of the protocol's literals
    """Return what an option stands with; one that nobody has sorted yet stands with the rest."""
    return next((group for group, pattern in GROUPS.items() if pattern.match(name)), "more")


def _kind(name: str) -> Any:  # noqa: ANN401 - one of the protocol's literals, or None
    """Return what an option holds: what its own check lets through."""
    if name in NAMED:
        return "choice"
    if name not in CHECKS or _takes(name, {}):
        return None
    if _takes(name, True):  # noqa: FBT003 - the value in question
        return "flag"
    if _takes(name, 0.25):
        return "number"
    return "whole" if any(_takes(name, number) for number in WHOLES) else None


def _takes(name: str, value: object) -> bool:
    try:
        CHECKS[name](name, value)
    except TreeWidgetError:
        return False
    return True
