"""Every refusal a user can meet: one root, and the Python kind each one also is."""

from __future__ import annotations

import warnings
from difflib import get_close_matches
from inspect import currentframe
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

_LONGEST_COMPARED = 200  # comparing takes the square of the length: a name may be 10,000 long


class TreeWidgetError(Exception):
    """The root of every error this package raises on purpose.

    The text says what is wrong, where, with which value, and what would be right.
    """


class InvalidValueError(TreeWidgetError, ValueError):
    """A value that cannot be used: data, an option, a threshold, a group."""


class WrongTypeError(TreeWidgetError, TypeError):
    """A value of the wrong type."""


class UnknownNameError(TreeWidgetError, KeyError):
    """A node, column, option, class or checkpoint that does not exist."""

    def __str__(self) -> str:  # KeyError would show the repr of the text
        """Return the text as written."""
        return str(self.args[0]) if self.args else ""


class RefusedError(TreeWidgetError, ValueError):
    """A gesture that makes sense but not here and now: a lock, a leaf, nothing to undo."""


class StaleError(RefusedError):
    """A gesture made on a revision of the tree that is no longer the present one."""


class JournalError(RefusedError):
    """A journal that cannot be written, read, or gone on with.

    Attributes
    ----------
    line : int or None
        The line of the file that is wrong, from 1 on.
    """

    line: int | None = None


class DataChangedError(RefusedError):
    """A journal was made on other data.

    Attributes
    ----------
    differences : tuple of str
        What differs, one sentence each.
    """

    differences: tuple[str, ...] = ()


class JournalWarning(UserWarning):
    """Something about a journal that did not stop the work."""


class CancelledError(TreeWidgetError):
    """A long computation was cancelled; the tree is exactly as it was."""


def suggestion(wrong: object, known: Iterable[object]) -> str:
    """Return `` (did you mean 'x'?)`` with the nearest known name, or an empty string.

    Capitals are the same as small letters: they are what is mistaken most.

    Examples
    --------
    >>> suggestion("petal_widht", ["petal_width", "petal_length"])
    " (did you mean 'petal_width'?)"
    """
    by_text = {text: name for name in known if len(text := str(name)) <= _LONGEST_COMPARED}
    folded = {text.casefold(): text for text in by_text}
    try:
        text = str(wrong)[:_LONGEST_COMPARED]
    except ValueError:  # a whole number of thousands of digits has no text
        return ""
    near = get_close_matches(text, by_text, n=1, cutoff=0.6) or [
        folded[one] for one in get_close_matches(text.casefold(), folded, n=1, cutoff=0.6)
    ]
    return f" (did you mean {by_text[near[0]]!r}?)" if near else ""


def warn(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn of the user's own line that led here, however far inside the package this is."""
    level, frame = 1, currentframe()
    while frame is not None and _is_ours(frame):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, category, stacklevel=level)


def _is_ours(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).partition(".")[0] == __package__
