"""Every named method, a recipe each, and the checking of what a user gives.

To add a method, write its `Method` in a file of `recipes` and list it there.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final, cast

from ..data.words import listed, shown
from ..errors import (
    InvalidValueError,
    TreeWidgetError,
    UnknownNameError,
    WrongTypeError,
    suggestion,
)
from .missing_values import STRATEGIES, refuse_undefined
from .option_checks import CHECKS, one_of, refuse_together
from .options import Options, meanings
from .recipe import CHOSEN, Method, Task
from .recipes import RECIPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd

    from ..data.dataset import Dataset

__all__ = ["Method", "Task", "checked", "method", "methods", "resolve"]

_RENAMED: Final = {
    "min_weight_fraction_leaf": "use min_weight_leaf, a weight",
    "random_state": "the tree has its own when it is built, and growing draws nothing",
    "splitter": "every split is the best one",
    "max_features": "every column is searched",
}
_SYNONYMS: Final = {"log_loss": "entropy", "error": "classification_error"}
_OWN: Final = ("method", "criterion")
_DEFAULTS: Final[dict[str, object]] = {
    item.name: item.default for item in fields(Options) if item.name not in _OWN
}


def method(name: str | Method) -> Method:
    """Return a method by its name; one that is listed stands for itself.

    Examples
    --------
    >>> method("cart").label
    'CART'
    """
    if isinstance(name, Method):
        if RECIPES.get(name.name) != name:
            raise InvalidValueError(
                f"method={name.name!r} is a recipe that is not listed, so a history could not "
                f"name it: change a listed one by its options; there is {_listed(RECIPES)}"
            )
        return name
    if not isinstance(name, str):
        raise WrongTypeError(f"method={shown(name)} is no name; there is {_listed(RECIPES)}")
    known = name.lower().replace("_", "-")
    if known in RECIPES:
        return RECIPES[known]
    raise UnknownNameError(
        f"there is no method {shown(name)}{suggestion(known, RECIPES)}; there is {_listed(RECIPES)}"
    )


def methods() -> pd.DataFrame:
    """Return every method, the options it takes, their defaults and sources.

    Returns
    -------
    DataFrame
        A line for each method and option: its default, what may be chosen where names may be, the
        tasks it is for, what it means, and where the method is published.

    Examples
    --------
    >>> methods().query("method == 'cart' and option == 'min_samples_leaf'")["default"].item()
    1
    """
    import pandas as pd  # noqa: PLC0415 - growing needs no pandas

    told = meanings()
    lines = [
        {
            "method": recipe.name,
            "option": option,
            "default": default_of(recipe, option, task),
            "choices": recipe.choices(option, task) if option in (*CHOSEN, "criterion") else None,
            "task": task,
            "meaning": told[option],
            "source": recipe.source,
        }
        for recipe in RECIPES.values()
        for task in recipe.criteria
        for option in recipe.options_for(task)
    ]
    table = pd.DataFrame(lines, dtype=object)
    return _one_line_for_both_tasks(table)


def _one_line_for_both_tasks(table: pd.DataFrame) -> pd.DataFrame:
    """Join lines that differ in nothing but the task."""
    import pandas as pd  # noqa: PLC0415 - growing needs no pandas

    lines: dict[Any, dict[str, Any]] = {}
    for line in table.to_dict("records"):
        key = (line["method"], line["option"], repr(line["default"]), line["choices"])
        if key in lines:
            lines[key]["task"] = "both"
        else:
            lines[key] = {str(name): value for name, value in line.items()}
    return pd.DataFrame(list(lines.values()), dtype=object)


def default_of(recipe: Method, option: str, task: Task) -> object:
    """Return what a method does when an option is not given."""
    if option in recipe.defaults:
        return recipe.defaults[option]
    if option == "criterion" or option in CHOSEN:
        return recipe.choices(option, task)[0]
    return _DEFAULTS[option]


def resolve(
    name: str | Method, task: Task, given: Mapping[str, object], beside: Iterable[str] = ()
) -> Options:
    """Return a method's options, complete and checked.

    Parameters
    ----------
    name : str
        The method.
    task : {"classification", "regression"}
    given : mapping
        What the user named.
    beside : iterable of str
        The call's own arguments, one of which may have been meant.

    Raises
    ------
    UnknownNameError, InvalidValueError, WrongTypeError
        Naming the option, its value, and what would be right.
    """
    recipe = method(name)
    if task not in recipe.criteria:
        known = " and ".join(recipe.criteria)
        can = ", ".join(repr(one.name) for one in RECIPES.values() if task in one.criteria)
        raise InvalidValueError(
            f"method={recipe.name!r} is for {known}, and the task here is {task}: use {can}"
        )
    values = {option: default_of(recipe, option, task) for option in recipe.options}
    return _made(recipe, task, values, given, beside)


def checked(
    base: Options, task: Task, changes: Mapping[str, object], beside: Iterable[str] = ()
) -> Options:
    """Return options with some of them changed, each one checked."""
    recipe = method(base.method)
    values = {option: getattr(base, option) for option in recipe.options}
    return _made(recipe, task, values, changes, beside)


def refuse_ordered(recipe: Method, dataset: Dataset) -> None:
    """Refuse columns that have an order where a method knows only levels."""
    ordered = [column.name for column in dataset.columns if column.is_ordered]
    if recipe.thresholds or not ordered:
        return
    task = dataset.target.task
    fit = [one for one in RECIPES.values() if one.thresholds and task in one.criteria]
    can = ", ".join(repr(one.name) for one in fit)
    raise InvalidValueError(
        f"method={recipe.name!r} splits by the levels of nominal columns, and {listed(ordered)} "
        f"{'has' if len(ordered) == 1 else 'have'} an order: use a method with thresholds ({can}), "
        "or make plain categories of them"
    )


def _made(
    recipe: Method,
    task: Task,
    values: dict[str, object],
    given: Mapping[str, object],
    beside: Iterable[str],
) -> Options:
    for option, value in given.items():
        if option not in values:
            raise _unknown(recipe, option, beside)
        values[option] = _check(recipe, task, option, value)
    if "missing" in given:
        follows = recipe.follows.get(str(values["missing"]), {})
        values |= {option: value for option, value in follows.items() if option not in given}
    if values["class_weight"] is not None and task == "regression":
        raise InvalidValueError("class_weight needs classes; the task here is regression")
    refuse_undefined(str(values["missing"]), str(values["branching"]), task, recipe.missing)
    refuse_together(values)
    if values["column_costs"] is not None and values["lookahead"] != 1 and not recipe.looks_ahead:
        raise InvalidValueError(
            f"column_costs is not possible with lookahead={values['lookahead']}: the gain of a "
            "tree of several columns is divided by no one's cost; leave one of them out, or use "
            "method='cls', which looks ahead with costs"
        )
    return Options(method=recipe.name, **cast("Any", values))


def _check(recipe: Method, task: Task, option: str, value: object) -> object:
    """Return one option's value in its plain type."""
    if option != "criterion" and option not in CHOSEN:
        return CHECKS[option](option, value)
    if option == "missing" and isinstance(value, str) and value in recipe.missing:
        return value  # `refuse_undefined` knows why one does not go with the task
    known = recipe.choices(option, task)
    if option == "criterion":
        if value is None:
            return known[0]
        value = _SYNONYMS.get(value, value) if isinstance(value, str) else value
    why = f" with method={recipe.name!r}"
    if option == "missing" and not (isinstance(value, str) and value in STRATEGIES):
        why = ""
    elif option in ("criterion", "breakpoints"):
        why = f" for {task}{why}"
    return one_of(option, value, known, why)


def _unknown(recipe: Method, option: str, beside: Iterable[str]) -> TreeWidgetError:
    if option in _RENAMED:
        return UnknownNameError(f"there is no option {option!r} here: {_RENAMED[option]}")
    takers = [repr(one.name) for one in RECIPES.values() if option in one.options]
    if takers:
        return UnknownNameError(
            f"{recipe.name} does not take {option!r}: it belongs to {', '.join(takers)}"
        )
    near = suggestion(option, (*recipe.options, *beside))
    return UnknownNameError(
        f"there is no option {option!r}{near}; {recipe.name} takes {', '.join(recipe.options)}"
    )


def _listed(names: Mapping[str, object]) -> str:
    return ", ".join(repr(name) for name in names)
