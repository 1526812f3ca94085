"""Going on with a session: its records done again on the same data, each checked on the way."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..errors import JournalError, TreeWidgetError
from ..tree.gestures import EDITS
from ..tree.pruning import tells_the_choice
from . import fingerprint, story
from .reader import at_line
from .session import LookAtTest

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from ..data import Dataset
    from ..tree.state import State
    from .records import Record
    from .session import Session

UNLIKE: Final = (
    'is another one now: {}; on_change="replay" goes on and reports what became of each step'
)
LOOKS: Final = ("score", "confusion", "expected_cost")
UNKNOWN: Final = "another version of treewidget, numpy or pandas, or an edited file"
"""Why something comes out otherwise, where nothing was given that says why."""


class UnlikeError(JournalError):
    """A gesture that does not give what it gave then."""


def changes_of_frame(header: Record, frame: pd.DataFrame) -> list[str]:
    """Return what sets a frame apart from the one a journal was begun with."""
    now = fingerprint.of_frame(frame)
    try:
        return fingerprint.differences(header["frames"][0], now)
    except (TypeError, LookupError, AttributeError, ValueError):
        raise _odd_header("does not describe its data") from None


def changes_of_roles(header: Record, dataset: Dataset) -> list[str]:
    """Return what sets a data set apart from the one a journal was begun with."""
    now = fingerprint.of_roles(dataset)
    try:
        said = fingerprint.role_differences(header["roles"], now)
        if not said and len(dataset.sources) > 1:
            for then, kept in zip(header["frames"][1:], dataset.sources[1:], strict=True):
                said += fingerprint.differences(then, fingerprint.of_kept(kept), "the second frame")
    except (TypeError, KeyError, AttributeError, ValueError):
        raise _odd_header("does not describe its data") from None
    return said


def check_built(header: Record, session: Session, why: str = UNKNOWN) -> None:
    """Refuse a construction that gave another tree than it gave then; `why` is what may be said."""
    first = session.workspace.history.versions[0]
    built = header.get("built")
    found = story.built(first, session.workspace.dataset, built)
    if not isinstance(built, dict) or not _same(built, found):
        raise at_line(UnlikeError(f"the tree as it was built {UNLIKE.format(why)}"), 1)


def perform(
    session: Session, records: Iterable[tuple[int, Record]], why: str = UNKNOWN
) -> tuple[int, JournalError | None]:
    """Do everything again, in order; `why` is said of what comes out otherwise.

    Returns
    -------
    int, JournalError or None
        The last line that was done; and what is wrong with the one behind it, if there is one.
    """
    done = 1
    for line, record in records:
        try:
            _perform(session, record, why)
        except (TreeWidgetError, TypeError, ValueError, OverflowError) as error:
            kind = UnlikeError if isinstance(error, UnlikeError) else JournalError
            return done, at_line(kind(f"line {line} cannot be done again: {error}"), line)
        done = line
    return done, None


def _perform(session: Session, record: Record, why: str) -> None:
    if "look" in record:
        session.looks = (*session.looks, look_of(record))
        return
    action = story.action_of(record)
    before = session.workspace.state
    gesture = session.workspace.perform(action)
    state = session.workspace.state
    found: dict[str, Any] = {"step": gesture.step, "after": story.figures(gesture.after)}
    if action.name in EDITS:
        found |= story.came_of(action, state.tree, session.workspace.dataset, record)
    if not _same(record, found):
        session.workspace.state = before  # nobody else has the tree yet
        raise UnlikeError(f"what came of {gesture.line} {UNLIKE.format(why)}")
    at, text = record.get("at"), record.get("text")
    if isinstance(text, str) and tells_the_choice(text, gesture.text):
        session.workspace.state = _retold(state, text)  # an alpha alone does not say how it came
    if action.name in EDITS:
        session.times[gesture.step] = at[:40] if isinstance(at, str) else ""


def _retold(state: State, text: str) -> State:
    """Return a state whose last gesture says of itself what it said when it was made."""
    *others, last = state.history.versions
    gesture = None if last.gesture is None else replace(last.gesture, text=text)
    versions = (*others, replace(last, gesture=gesture))
    return replace(state, history=replace(state.history, versions=versions))


def look_of(record: Record) -> LookAtTest:
    """Return the look at the test rows in a record."""
    step, what, figure, at = (record.get(name) for name in ("step", "look", "figure", "at"))
    number = isinstance(figure, int | float) and not isinstance(figure, bool)
    if not isinstance(step, int) or what not in LOOKS or not isinstance(at, str):
        raise JournalError("a look at the test rows is not told as it should be")
    return LookAtTest(step, str(what), float(figure) if number else None, at[:40])  # type: ignore[arg-type]


def _same(written: Record, found: dict[str, Any]) -> bool:
    """Whether a record says what was found; of errors and weights, to nine digits."""
    return all(
        _equal(written.get(name), value)
        for name, value in found.items()
        if name != "holds"  # the last digit of a mean, or of a weight, is for replay alone
    )


def _equal(then: object, now: object) -> bool:
    if isinstance(then, list) and isinstance(now, list):
        return len(then) == len(now) and all(map(_equal, then, now))
    if isinstance(then, int | float) and isinstance(now, float):
        most = sys.float_info.max  # a whole number of a file may lie beyond
        return abs(then) <= most and math.isclose(then, now, rel_tol=1e-9, abs_tol=1e-12)
    return then == now


def _odd_header(what: str) -> JournalError:
    return at_line(JournalError(f"the journal's first line {what}"), 1)
