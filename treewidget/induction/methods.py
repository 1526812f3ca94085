"""Every named method, the options it takes, and the checking of what a user gives."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, cast

from ..errors import (
    InvalidValueError,
    TreeWidgetError,
    UnknownNameError,
    WrongTypeError,
    suggestion,
)
from .options import Options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd

Task = Literal["classification", "regression"]


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
    defaults : dict
        Its own defaults, beside those of `Options`.
    """

    name: str
    label: str
    source: str
    defaults: Mapping[str, object]


CART = Method(
    "cart",
    "CART",
    "Breiman, Friedman, Olshen and Stone 1984; as scikit-learn 1.9 grows it",
    {"missing": "learned", "allow_zero_gain": True},
)

_METHODS = {"cart": CART}
_LATER_METHODS = (
    "id3", "c4.5", "c5.0", "chaid", "exhaustive-chaid", "assistant", "acls", "cls",
)  # fmt: skip
_LATER_OPTIONS = (
    "breakpoints", "cut", "branching", "priors", "losses", "column_costs", "max_surrogates",
    "confidence", "min_cases", "subtree_raising", "collapse", "mdl_correction", "alpha_merge",
    "alpha_split", "lookahead", "winnow",
)  # fmt: skip
_LATER_MISSING = (
    "most_common", "bayes", "shapiro", "own", "proportional", "fractional", "surrogate",
)  # fmt: skip
_RENAMED = {
    "min_weight_fraction_leaf": "min_weight_leaf, a weight",
    "random_state": "random_state= of the tree; a greedy tree has no other use for it",
    "splitter": "nothing: every split is the best one",
    "max_features": "nothing: every column is searched",
}
_CRITERIA: dict[str, dict[str, str]] = {
    "classification": {"gini": "gini", "entropy": "entropy", "log_loss": "entropy"},
    "regression": {"squared_error": "squared_error"},
}


def method(name: str) -> Method:
    """Return a method by its name.

    Examples
    --------
    >>> method("cart").label
    'CART'
    """
    if not isinstance(name, str):
        raise WrongTypeError(f"method={name!r} is no name of a method; this version has 'cart'")
    known = name.lower()
    if known in _METHODS:
        return _METHODS[known]
    if known in _LATER_METHODS:
        raise InvalidValueError(
            f"method={name!r} is not available yet; this version has {_listed(_METHODS)}"
        )
    raise UnknownNameError(
        f"there is no method {name!r}{suggestion(known, (*_METHODS, *_LATER_METHODS))}; "
        f"this version has {_listed(_METHODS)}"
    )


def methods() -> pd.DataFrame:
    """Return every method, the options it takes, their defaults and sources.

    Examples
    --------
    >>> methods().query("option == 'min_samples_leaf'")["default"].item()
    1
    """
    import pandas as pd  # noqa: PLC0415 - growing needs no pandas

    lines = [
        {
            "method": recipe.name,
            "option": option,
            "default": recipe.defaults.get(option, default),
            "source": recipe.source,
        }
        for recipe in _METHODS.values()
        for option, default in _defaults().items()
    ]
    return pd.DataFrame(lines, dtype=object)


def resolve(name: str, task: Task, given: Mapping[str, object]) -> Options:
    """Return a method's options, complete and checked.

    Parameters
    ----------
    name : str
        The method.
    task : {"classification", "regression"}
    given : mapping
        What the user named.

    Raises
    ------
    UnknownNameError, InvalidValueError, WrongTypeError
        Naming the option, its value, and what would be right.
    """
    recipe = method(name)
    values = {**recipe.defaults, **given}
    values["criterion"] = _criterion(task, given.get("criterion"))
    return checked(Options(criterion=cast("Any", values.pop("criterion"))), task, values)


def checked(base: Options, task: Task, changes: Mapping[str, object]) -> Options:
    """Return options with some of them changed, each one checked."""
    known = _defaults()
    values = {option: getattr(base, option) for option in known}
    for option, value in changes.items():
        if option not in known:
            raise _unknown(option)
        values[option] = _criterion(task, value) if option == "criterion" else _check(option, value)
    if values["class_weight"] is not None and task == "regression":
        raise InvalidValueError("class_weight needs classes; the task here is regression")
    return Options(**cast("Any", values))


def _defaults() -> dict[str, object]:
    defaults: dict[str, object] = {item.name: item.default for item in fields(Options)}
    return {**defaults, "criterion": None}


def _unknown(option: str) -> TreeWidgetError:
    if option in _RENAMED:
        return UnknownNameError(f"there is no option {option!r} here: use {_RENAMED[option]}")
    if option in _LATER_OPTIONS:
        return UnknownNameError(f"option {option!r} is not available yet in this version")
    known = list(_defaults())
    return UnknownNameError(
        f"there is no option {option!r}{suggestion(option, known)}; cart takes {', '.join(known)}"
    )


def _criterion(task: Task, value: object) -> str:
    known = _CRITERIA[task]
    if value is None:
        return next(iter(known))
    if isinstance(value, str) and value in known:
        return known[value]
    raise InvalidValueError(
        f"criterion={value!r} is none for {task}{suggestion(value, known)}; "
        f"there is {_listed(known)}"
    )


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(repr(name) for name in names)


# ------------------------------------------------------------ one check an option


def _check(option: str, value: object) -> object:
    """Return one option's value in its plain type."""
    return _CHECKS[option](option, value)


def _whole(least: int) -> Callable[[str, object], int]:
    def check(option: str, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise WrongTypeError(f"{option}={value!r} must be a whole number from {least} on")
        if int(value) < least:
            raise InvalidValueError(f"{option}={value} must be at least {least}")
        return int(value)

    return check


def _optional(check: Callable[[str, object], int]) -> Callable[[str, object], int | None]:
    return lambda option, value: None if value is None else check(option, value)


def _rows(least: int) -> Callable[[str, object], float]:
    def check(option: str, value: object) -> float:
        if isinstance(value, numbers.Real) and not isinstance(value, bool | numbers.Integral):
            share = float(value)
            if 0.0 < share < 1.0 or (share == 1.0 and option == "min_samples_split"):
                return share
            raise InvalidValueError(
                f"{option}={value} must be a whole number of rows from {least} on, or a fraction "
                "of the training rows between 0 and 1"
            )
        return _whole(least)(option, value)

    return check


def _amount(option: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise WrongTypeError(f"{option}={value!r} must be a number from 0 on")
    amount = float(value)
    if not (math.isfinite(amount) and amount >= 0):
        raise InvalidValueError(f"{option}={value} must be a finite number from 0 on")
    return amount


def _flag(option: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongTypeError(f"{option}={value!r} must be True or False")
    return value


def _missing(option: str, value: object) -> str:
    if value == "learned":
        return "learned"
    if value in _LATER_MISSING:
        raise InvalidValueError(
            f"{option}={value!r} is not available yet; this version has 'learned'"
        )
    near = suggestion(value, ("learned", *_LATER_MISSING))
    raise InvalidValueError(f"{option}={value!r} is no strategy{near}; this version has 'learned'")


def _class_weight(option: str, value: object) -> object:
    if value is None or value == "balanced" or isinstance(value, dict):
        return value
    raise WrongTypeError(f"{option}={value!r} must be a dict of class to weight, or 'balanced'")


_CHECKS: dict[str, Callable[[str, object], object]] = {
    "max_depth": _optional(_whole(0)),
    "min_samples_split": _rows(2),
    "min_samples_leaf": _rows(1),
    "min_weight_leaf": _amount,
    "max_leaf_nodes": _optional(_whole(2)),
    "min_impurity_decrease": _amount,
    "ccp_alpha": _amount,
    "class_weight": _class_weight,
    "missing": _missing,
    "allow_zero_gain": _flag,
}
