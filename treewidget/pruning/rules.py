"""The ways of pruning that name no step: what each is for, and what may be given with it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.whole import real_number
from ..data.words import shown
from ..errors import (
    InvalidValueError,
    RefusedError,
    UnknownNameError,
    WrongTypeError,
    suggestion,
)
from .cross import CHOICES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..data import Dataset


@dataclass(frozen=True, slots=True)
class Rule:
    """A way of pruning a tree as it stands.

    Attributes
    ----------
    name : str
        As in ``method=``.
    source : str
        Where it is published.
    counts : bool
        Whether it counts misclassified rows: it has no meaning for regression then.
    held_out : bool
        Whether it judges by the validation rows.
    takes : tuple of str
        What may be given with it.
    letters : str
        Its name in a sentence, where that is an abbreviation.
    """

    name: str
    source: str
    counts: bool = True
    held_out: bool = False
    takes: tuple[str, ...] = ()
    letters: str = ""


RULES: Final[dict[str, Rule]] = {
    rule.name: rule
    for rule in (
        Rule("error-based", "Quinlan 1993", takes=("confidence", "subtree_raising")),
        Rule("pessimistic", "Quinlan 1987"),
        Rule("reduced-error", "Quinlan 1987", counts=False, held_out=True),
        Rule("mdl", "Quinlan and Rivest 1989", letters="MDL"),
    )
}
METHODS: Final = (*CHOICES, *RULES)


def checked_method(value: object) -> str:
    """Return the name of a way of pruning, or refuse what is none.

    Raises
    ------
    UnknownNameError
        Naming the nearest there is.
    """
    known = next((name for name in METHODS if isinstance(value, str) and name == value), None)
    if known is not None:
        return known
    there = ", ".join(repr(name) for name in METHODS)
    raise UnknownNameError(
        f"there is no pruning method {shown(value)}{suggestion(value, METHODS)}; there is {there}"
    )


def checked_alpha(value: object) -> float:
    """Return the cost of a leaf, or refuse what is none."""
    alpha = real_number(value)
    if alpha is None:
        raise WrongTypeError(f"prune_to: alpha= is a number from 0 on, not {shown(value)}")
    if not (math.isfinite(alpha) and alpha >= 0):
        raise InvalidValueError(
            f"prune_to: alpha= is a finite number from 0 on, not {shown(value)}"
        )
    return alpha


def check_goal(args: Mapping[str, Any]) -> None:
    """Refuse arguments of `prune_to` that name no goal, two, or what belongs to another one."""
    given = [name for name in ("alpha", "leaves", "method") if args.get(name) is not None]
    if len(given) != 1:
        said = f"not {' and '.join(f'{name}=' for name in given)}" if given else "and none is given"
        raise InvalidValueError(f"prune_to takes one of alpha=, leaves= and method=, {said}")
    relative = args.get("relative")  # what is neither True nor False is refused with the values
    if isinstance(relative, bool | np.bool_) and relative and "alpha" not in given:
        raise InvalidValueError("prune_to: relative= says what alpha= is in: give alpha= with it")
    rule = RULES.get(str(args.get("method")))
    for name in ("confidence", "subtree_raising"):
        if args.get(name) is not None and (rule is None or name not in rule.takes):
            raise InvalidValueError(f"prune_to: {name}= belongs to method='error-based'")
    if rule is not None and str(args.get("risk", "error")) != "error":
        raise InvalidValueError(
            f"prune_to: risk= says what alpha is in, and method={rule.name!r} has no alpha"
        )


def meaningful(dataset: Dataset) -> list[str]:
    """Return the names of the rules that have a meaning for a data set."""
    counts, held_out = dataset.target.is_classification, "validation" in dataset.parts
    return [
        rule.name
        for rule in RULES.values()
        if (counts or not rule.counts) and (held_out or not rule.held_out)
    ]


def refuse_meaningless(rule: Rule, dataset: Dataset) -> None:
    """Refuse a way of pruning that has no meaning for a data set, naming those that have."""
    if rule.counts and not dataset.target.is_classification:
        others = " or ".join(map(repr, (*CHOICES, *meaningful(dataset))))
        raise InvalidValueError(
            f"method={rule.name!r} counts misclassified rows, and the task here is regression: "
            f"use {others}"
        )
    if rule.held_out and "validation" not in dataset.parts:
        raise RefusedError(
            f"method={rule.name!r} judges by the validation rows, and there are none: build the "
            "tree with DecisionTree(..., validation=0.25), or use method='1se', which "
            "cross-validates"
        )
