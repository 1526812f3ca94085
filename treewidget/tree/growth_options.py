"""By which options a gesture grows, and by which the present tree was grown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..errors import RefusedError
from ..induction.methods import checked, method, resolve
from ..induction.missing_values import FILLED, refuse_refilling
from ..induction.worth import WHOLE
from .identity import ROOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..induction.inducer import Inducer
    from ..induction.options import Options
    from .history import History

BEGINNINGS: Final = ("grow", "split", "prune")
"""What makes another tree where it is done to the root."""
ARGUMENTS: Final = ("node", "levels", "method", "keep", "reason")
"""What `grow` takes beside options."""


def options_of(inducer: Inducer, args: Mapping[str, Any]) -> Options:
    """Return the options of a growth: the tree's own, or a named method's, with changes."""
    given, task = args.get("options", {}), inducer.dataset.target.task
    for option in WHOLE:
        if option in given:
            raise RefusedError(
                f"grow cannot change {option}: it belongs to the whole tree; build another with "
                f"DecisionTree(..., {option}=...)"
            )
    own = inducer.options.missing
    if "missing" in given:
        refuse_refilling(own, given["missing"])
    if args.get("method") is not None:
        return resolve(args["method"], task, _fitting(args["method"], given, own), ARGUMENTS)
    return checked(inducer.options, task, given, ARGUMENTS)


def _fitting(name: str, given: Mapping[str, Any], own: str) -> Mapping[str, Any]:
    """Return a named method's options with a strategy for missing values that fits the tree's data.

    Filled data stay filled, and a method that would fill them takes another strategy of its own.
    """
    allowed = method(name).missing
    if "missing" in given or (own in FILLED) is (allowed[0] in FILLED):
        return given
    fits = [one for one in (own, *allowed) if one in allowed and (one in FILLED) is (own in FILLED)]
    return {**given, "missing": fits[0]} if fits else given


def options_in_force(inducer: Inducer, history: History) -> Options:
    """Return the options by which the method last grew the tree from its root.

    They are the tree's own where it began otherwise: by levels, or with a split by hand.
    """
    version = history.now
    while version.parent is not None and version.action is not None:
        name, args = version.action.name, version.action.args
        if name in BEGINNINGS and args.get("node", ROOT) == ROOT:
            whole = name == "grow" and args.get("levels") is None
            return options_of(inducer, args) if whole else inducer.options
        version = version.parent
    return inducer.options
