"""A method as a recipe: which parts it is made of, and what may be chosen of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from .missing_values import OF_CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .contract import Search
    from .options import Options

Task: TypeAlias = Literal["classification", "regression"]

COMMON: Final = (
    "max_depth",
    "min_samples_split",
    "min_samples_leaf",
    "min_weight_leaf",
    "max_leaf_nodes",
    "min_impurity_decrease",
    "ccp_alpha",
    "class_weight",
    "allow_zero_gain",
    "losses",
    "column_costs",
    "lookahead",
    "log",
)
"""Options that every method takes, beside criterion, missing, breakpoints, cut and branching."""

FOR_CLASSES: Final = ("class_weight", "losses", "priors", "class-change", *OF_CLASSES)
"""Options, and choices of options, that mean nothing where there are no classes."""


@dataclass(frozen=True, slots=True)
class Method:
    """A named recipe.

    Attributes
    ----------
    name : str
        As in ``method=``.
    label : str
        As shown.
    source : str
        Where it is published.
    search : callable
        Makes its search from options.
    criteria : dict
        For each task it knows, what splits may be ranked by; the first is its own.
    missing : tuple of str
        The strategies it allows; the first is its own.
    branching : tuple of str
        How it splits nominal columns; the first is its own.
    breakpoints, cut : tuple of str
        Which thresholds it tries, and where it puts them; the first is its own.
    thresholds : bool
        Whether it splits columns that have an order at all.
    takes : tuple of str
        Options of its own, beside `COMMON`.
    refuses : tuple of str
        Options of `COMMON` that mean nothing to it: its search says why.
    defaults : dict
        Its own defaults, beside those of `Options`.
    looks_ahead : bool
        Whether its search itself looks `lookahead` levels ahead.
    follows : dict
        Defaults that a strategy for missing values brings along: those of the program it follows.
    """

    name: str
    label: str
    source: str
    search: Callable[[Options], Search]
    criteria: Mapping[Task, tuple[str, ...]]
    missing: tuple[str, ...]
    branching: tuple[str, ...] = ("subset",)
    breakpoints: tuple[str, ...] = ("every", "class-change", "quartiles")
    cut: tuple[str, ...] = ("midpoint", "data_value")
    thresholds: bool = True
    takes: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    defaults: Mapping[str, object] = field(default_factory=dict)
    looks_ahead: bool = False
    follows: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    @property
    def options(self) -> tuple[str, ...]:
        """The names of all options it takes."""
        return ("criterion", *CHOSEN, *COMMON, *self.takes)

    def options_for(self, task: Task) -> tuple[str, ...]:
        """Return the names of the options that mean something to it in a task."""
        return _for(task, [name for name in self.options if name not in self.refuses])

    def choices(self, option: str, task: Task) -> tuple[str, ...]:
        """Return what may be chosen for an option that is chosen by name."""
        if option == "criterion":
            return self.criteria[task]
        return _for(task, getattr(self, option))


def _for(task: Task, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if task != "regression" or name not in FOR_CLASSES)


CHOSEN: Final = ("missing", "branching", "breakpoints", "cut")


def later(module: str, name: str) -> Callable[[Options], Search]:
    """Return what makes a search whose room is opened only when a tree is grown by it."""
    return partial(_made, module, name)


def _made(module: str, name: str, options: Options) -> Search:
    room = import_module(f".search.{module}", __package__)
    made: Search = getattr(room, name)(options)
    return made
