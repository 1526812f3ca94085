"""Work on threads of its own, which ends before Python does."""

from __future__ import annotations

import atexit
from threading import Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..induction.progress import Progress

PATIENCE: Final = 10.0  # seconds for work to hear that it was cancelled; a busy machine is slow to
_RUNNING: Final[dict[Thread, Progress]] = {}


def start(work: Callable[[], None], progress: Progress) -> None:
    """Begin work on a thread.

    Raises
    ------
    MemoryError
        A thread wants memory, and that is what it lacked.
    """

    def run() -> None:
        try:
            work()
        finally:
            _RUNNING.pop(thread, None)

    thread = Thread(target=run, name="treewidget-work", daemon=True)
    _RUNNING[thread] = progress
    try:
        thread.start()
    except (RuntimeError, MemoryError):
        _RUNNING.pop(thread, None)
        raise MemoryError from None


@atexit.register
def _end() -> None:
    """Stop what still runs: the compiled kernel must not be at work when its module goes."""
    running = list(_RUNNING.items())
    for _, progress in running:
        progress.cancel()
    for thread, _ in running:
        thread.join(PATIENCE)
