"""Waiting for the kernel so that an interrupt need not."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

POLL = 0.02
"""Seconds between two looks at what is under way."""


def interruptible(work: Callable[[], T]) -> T:
    """Return what some work gives, which changes nothing but takes long.

    In a cell, that is on the main thread, Python hears of an interrupt only between two steps of
    its own. There the work is done on another thread, and an interrupt leaves it to come to its
    end with nobody waiting.

    Examples
    --------
    >>> interruptible(lambda: 6 * 7)
    42
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failed.append(error)

    thread = threading.Thread(target=run, name="treewidget-counting")
    thread.start()
    while thread.is_alive():
        thread.join(POLL)
    if failed:
        raise failed[0]
    return found[0]
