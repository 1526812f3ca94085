"""One check for each option: its value in its plain type, or what would be right."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np

from ..data.weights import HEAVIEST, LIGHTEST
from ..data.whole import real_number, whole_number
from ..data.words import shown
from ..errors import InvalidValueError, WrongTypeError, suggestion

SHARING: Final = ("surrogate", "fractional", "proportional")
Check: TypeAlias = Callable[[str, object], object]


def _whole(least: int, most: int | None = None) -> Callable[[str, object], int]:
    def check(option: str, value: object) -> int:
        number = whole_number(value) if isinstance(value, numbers.Integral) else None
        if number is None:
            span = f"from {least} on" if most is None else f"from {least} to {most}"
            raise WrongTypeError(f"{option}={shown(value)} must be a whole number {span}")
        if number < least:
            raise InvalidValueError(f"{option}={shown(value)} must be at least {least}")
        if most is not None and number > most:
            raise InvalidValueError(f"{option}={shown(value)} must be at most {most}")
        return number

    return check


def _optional(check: Check) -> Check:
    return lambda option, value: None if value is None else check(option, value)


def _rows(least: int) -> Callable[[str, object], float]:
    def check(option: str, value: object) -> float:
        share = real_number(value)
        if share is not None and not isinstance(value, numbers.Integral):
            if 0.0 < share < 1.0 or (share == 1.0 and option == "min_samples_split"):
                return share
            raise InvalidValueError(
                f"{option}={shown(value)} must be a whole number of rows from {least} on, or a "
                "fraction of the training rows between 0 and 1"
            )
        return _whole(least)(option, value)

    return check


def _amount(option: str, value: object) -> float:
    amount = real_number(value)
    if amount is None:
        raise WrongTypeError(f"{option}={shown(value)} must be a number from 0 on")
    if not (math.isfinite(amount) and amount >= 0):
        raise InvalidValueError(f"{option}={shown(value)} must be a finite number from 0 on")
    return amount


def _cost(option: str, value: object) -> float:
    amount = _amount(option, value)
    if amount and not LIGHTEST <= amount <= HEAVIEST:
        raise InvalidValueError(
            f"{option}={shown(value)} must be 0 or lie between {LIGHTEST:g} and {HEAVIEST:g}: only "
            "proportions count"
        )
    return amount


def _share(least: float, most: float) -> Check:
    """Accept a number above `least`, up to `most`."""

    def check(option: str, value: object) -> float:
        amount = real_number(value)
        if amount is None or not least < amount <= most:
            kind = WrongTypeError if amount is None else InvalidValueError
            what = "be a number" if amount is None else "lie"
            raise kind(f"{option}={shown(value)} must {what} above {least:g}, up to {most:g}")
        return amount

    return check


def checked_flag(option: str, value: object) -> bool:
    """Return a value that says yes or no; refuse any other, truthy or not."""
    if not isinstance(value, bool | np.bool_):
        raise WrongTypeError(f"{option}={shown(value)} must be True or False")
    return bool(value)


def _base(option: str, value: object) -> object:
    if isinstance(value, str) and value == "e":
        return "e"
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or value != 2:  # noqa: PLR2004
        raise InvalidValueError(
            f"{option}={shown(value)} must be 2 (entropy is shown in bits) or 'e' (in nats)"
        )
    return 2


def _class_weight(option: str, value: object) -> object:
    named = isinstance(value, str) and value == "balanced"
    if value is None or named or isinstance(value, dict):
        return value
    raise WrongTypeError(
        f"{option}={shown(value)} must be a dict of class to weight, or 'balanced'"
    )


def _amounts(what: str, each: Callable[[str, object], float]) -> Check:
    def check(option: str, value: object) -> dict[Any, float]:
        if not isinstance(value, Mapping):
            raise WrongTypeError(f"{option}={shown(value)} must be a dict of {what}")
        return _each(option, value, each)

    return check


def _each(
    option: str, given: Mapping[Any, Any], check: Callable[[str, object], float]
) -> dict[Any, float]:
    return {key: check(f"{option}[{shown(key)}]", amount) for key, amount in given.items()}


def _losses(option: str, value: object) -> dict[Any, dict[Any, float]]:
    if not isinstance(value, Mapping) or not all(
        isinstance(row, Mapping) for row in value.values()
    ):
        raise WrongTypeError(
            f"{option}={shown(value)} must be a dict of true class to a dict of predicted class "
            "to cost"
        )
    return {true: _each(f"{option}[{shown(true)}]", row, _cost) for true, row in value.items()}


def one_of(option: str, value: object, known: tuple[str, ...], why: str = "") -> str:
    """Return a name that is among those known, or refuse it with the nearest."""
    if isinstance(value, str) and value in known:
        return value
    there = ", ".join(repr(name) for name in known)
    raise InvalidValueError(
        f"{option}={shown(value)} is not possible{why}{suggestion(value, known)}; there is {there}"
    )


CHECKS: Final[dict[str, Check]] = {
    "max_depth": _optional(_whole(0)),
    "min_samples_split": _rows(2),
    "min_samples_leaf": _rows(1),
    "min_weight_leaf": _amount,
    "max_leaf_nodes": _optional(_whole(2)),
    "min_impurity_decrease": _amount,
    "ccp_alpha": _amount,
    "class_weight": _class_weight,
    "allow_zero_gain": checked_flag,
    "priors": _optional(_amounts("class to prior probability", _amount)),
    "losses": _optional(_losses),
    "column_costs": _optional(_amounts("column to cost", _cost)),
    "max_surrogates": _whole(0),
    "use_surrogate": _whole(0, 2),
    "surrogate_style": _whole(0, 1),
    "confidence": _optional(_share(0.0, 0.5)),
    "min_cases": _amount,
    "subtree_raising": checked_flag,
    "collapse": checked_flag,
    "mdl_correction": checked_flag,
    "alpha_merge": _share(0.0, 1.0),
    "alpha_split": _optional(_share(0.0, 1.0)),
    "alpha_resplit": _optional(_share(0.0, 1.0)),
    "bonferroni": checked_flag,
    "lookahead": _whole(1, 4),
    "winnow": checked_flag,
    "global_pruning": checked_flag,
    "window": _optional(_share(0.0, 1.0)),
    "window_seed": _whole(0),
    "log": _base,
}
"""Options that are chosen by name (criterion, missing, breakpoints, cut, branching) are checked
against what the method allows, in `methods`."""


def refuse_together(values: Mapping[str, object]) -> None:
    """Refuse values that have a meaning each, but not together."""
    missing = values.get("missing")
    if values.get("criterion") == "absolute_error" and missing in SHARING:
        raise InvalidValueError(
            f"missing={missing!r} is not possible with criterion='absolute_error': it judges a "
            "split by the known rows' sums, and sums do not tell absolute errors; use 'learned', "
            "'most_common' or 'shapiro', or criterion='squared_error'"
        )
    resplit, merge = values.get("alpha_resplit"), values.get("alpha_merge")
    if isinstance(resplit, float) and isinstance(merge, float) and resplit >= merge:
        raise InvalidValueError(
            f"alpha_resplit={resplit:g} must lie below alpha_merge={merge:g}: categories that are "
            "parted again at that level would be merged again at once"
        )
