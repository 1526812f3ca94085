"""Why an edit was made: an argument that every edit takes, kept with it and changing nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ..data.words import shown
from ..errors import InvalidValueError, RefusedError, WrongTypeError
from .gestures import EDITS

if TYPE_CHECKING:
    from .gestures import Action

REASON: Final = "reason"
LONGEST: Final = 10_000
"""Characters of a reason."""
FREE: Final = frozenset({"note"})
"""Edits that say themselves why they are made."""


def taken(action: Action) -> tuple[Action, str | None]:
    """Return an action without its reason, and the reason.

    Raises
    ------
    TreeWidgetError
        If the reason is no text, or endless.
    """
    if REASON not in action.args or action.name not in EDITS:
        return action, None
    args = dict(action.args)
    reason = args.pop(REASON)
    if reason is not None and not isinstance(reason, str):
        raise WrongTypeError(f"{action.name}: reason= is text, not {shown(reason)}")
    if reason is not None and len(reason) > LONGEST:
        raise InvalidValueError(
            f"{action.name}: reason= has {len(reason):,} characters; at most {LONGEST:,}"
        )
    return replace(action, args=args), str(reason) if reason and reason.strip() else None


def given(action: Action, reason: str | None) -> Action:
    """Return an action with its reason, if it has one."""
    return action if reason is None else replace(action, args={**action.args, REASON: reason})


def demand(action: Action) -> None:
    """Refuse an edit without a reason, where every edit needs one."""
    if action.name in EDITS - FREE and taken(action)[1] is None:
        raise RefusedError(
            f"this session asks for a reason with each edit: tree.{action.name}(..., "
            'reason="...") says why, and nothing was changed'
        )
