"""What to do with missing values: the strategies, and where each is defined.

======================  ===========================  ====================  =========================
strategy                in training                  for new rows          defined for
======================  ===========================  ====================  =========================
learned                 the branch that gains most   the same branch       two branches
surrogate               by another column's split    the same              two branches
fractional              to every branch, in shares   the same              any split
proportional            dropped below the node       tokens, in shares     any split of classes
own                     as one more value            its branch            any split
most_common             filled: mode or median       the same fill         any split
bayes                   filled: mode of the class    the mode              any split of classes
shapiro                 filled by a tree             by a tree             any split
======================  ===========================  ====================  =========================

A threshold, two groups of levels and one level against the rest have two branches; a branch for
each level and grouped levels have any number. Surrogates imitate a left and a right side, and a
learned direction is one of two, so neither has a meaning for more branches. Proportional counts and
class-conditional modes are defined over class counts, so not for regression.
Known rows' sums do not tell absolute errors, so ``criterion="absolute_error"`` goes with learned
directions and fills alone.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ..engine.contract import DROP, SHARE, STOP
from ..errors import InvalidValueError, RefusedError

Missing: TypeAlias = Literal[
    "learned", "surrogate", "fractional", "proportional", "own", "most_common", "bayes", "shapiro"
]

STRATEGIES: Final[tuple[str, ...]] = (
    *("learned", "surrogate", "fractional", "proportional"),
    *("own", "most_common", "bayes", "shapiro"),
)
FILLED: Final = frozenset({"most_common", "bayes", "shapiro"})
"""Strategies that fill the whole data set once, before anything grows."""
_TWO_BRANCHES: Final = {
    "learned": "it is the better of two branches",
    "surrogate": "surrogates imitate a left and a right side",
}
OF_CLASSES: Final = {
    "proportional": "it adds to class counts",
    "bayes": "it takes the mode of a row's class",
}
"""Strategies that ask for classes, and why."""
_MANYWAY: Final = ("multiway", "grouped")


def refuse_undefined(strategy: str, branching: str, task: str, allowed: tuple[str, ...]) -> None:
    """Refuse a strategy where the table above does not define it; `allowed` are the method's."""
    use = ", ".join(repr(name) for name in defined(branching, task) if name in allowed)
    if strategy in _TWO_BRANCHES and branching in _MANYWAY:
        raise InvalidValueError(
            f"missing={strategy!r} is not defined for branching={branching!r}: "
            f"{_TWO_BRANCHES[strategy]}; use {use}, or branching='subset'"
        )
    if strategy in OF_CLASSES and task == "regression":
        raise InvalidValueError(
            f"missing={strategy!r} is not defined for regression: {OF_CLASSES[strategy]}; use {use}"
        )


def defined(branching: str, task: str) -> tuple[str, ...]:
    """Return the strategies that are defined for a kind of split and a task.

    Examples
    --------
    >>> defined("multiway", "regression")
    ('fractional', 'own', 'most_common', 'shapiro')
    """
    return tuple(
        name
        for name in STRATEGIES
        if not (name in _TWO_BRANCHES and branching in _MANYWAY)
        and not (name in OF_CLASSES and task == "regression")
    )


def way_of(strategy: str, branches: int, *, lacking: bool) -> int:
    """Return where a new split sends missing rows, by a strategy that searches no direction.

    Parameters
    ----------
    strategy : str
    branches : int
        Branches of known values.
    lacking : bool
        Whether any training row of the node is missing: a branch of their own holds some.

    Examples
    --------
    >>> way_of("fractional", 3, lacking=True), way_of("own", 3, lacking=True)
    (-1, 3)
    """
    if strategy == "own" and lacking:
        return branches
    return {"fractional": SHARE, "proportional": DROP}.get(strategy, STOP)


def refuse_refilling(present: str, wanted: str) -> None:
    """Refuse to change to or from a strategy that fills the data: that belongs to a whole tree."""
    if isinstance(wanted, str) and present != wanted and FILLED & {present, wanted}:
        how = "fills" if wanted in FILLED else "does not fill"
        raise RefusedError(
            f"grow cannot change missing={present!r} to {wanted!r}: {wanted!r} {how} the data, "
            "which is done once, before anything grows; build another tree with "
            f"DecisionTree(..., missing={wanted!r})"
        )
