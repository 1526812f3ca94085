"""A method as a recipe: which parts it is made of, and what may be chosen of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias, runtime_checkable

from .missing_values import OF_CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .inducer import Inducer
    from .options import Limits, Options
    from .region import Region
    from .search.places import Place
    from .search.scan import Found

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


class Search(Protocol):
    """How a method looks for its split at a place: the part that differs most between methods.

    One is made of an inducer's options, and keeps nothing but what those say.
    """

    def stop(self, region: Region, options: Options, limits: Limits) -> str:
        """Return why a region is a leaf whatever its columns are; empty when nothing forbids it."""

    def scan(
        self, inducer: Inducer, region: Region, place: Place, columns: Sequence[int]
    ) -> list[Found]:
        """Return the best admissible split of every column that has one, in frame order."""

    def ranked(self, found: Sequence[Found], place: Place) -> list[Found]:
        """Return them best first: the first is the method's choice."""

    def idle(self, chosen: Found, share: float, place: Place, options: Options) -> str:
        """Return why even the best is not made; empty if it is.

        `share` is the node's part of all training weight.
        """


@runtime_checkable
class Explaining(Protocol):
    """A search that says in its own words why a column has no split."""

    def unsplit(self, inducer: Inducer, region: Region, column: int) -> str:
        """Return why; empty where the usual reason holds."""


@runtime_checkable
class Together(Protocol):
    """A search that looks at several small places in little more time than at one."""

    def room(self, inducer: Inducer) -> int:
        """Return how many rows those places may have together."""

    def scan_together(
        self,
        inducer: Inducer,
        regions: Sequence[Region],
        places: Sequence[Place],
        columns: Sequence[int],
    ) -> list[list[Found]]:
        """Return what `scan` does of each of several regions."""


@runtime_checkable
class Choosing(Protocol):
    """A search that may find its choice without the best split of every column."""

    def chooses(self, inducer: Inducer, region: Region, place: Place) -> bool:
        """Whether it does at a region, and is sooner done so."""

    def enough(self, inducer: Inducer, region: Region, place: Place) -> list[Found]:
        """Return what has the same first one when it is ranked as what `scan` returns has."""


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
