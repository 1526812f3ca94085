"""Waiting for the kernel, which works on another thread: an interrupt is heard meanwhile."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Future

T = TypeVar("T")
S = TypeVar("S")

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
    return beside(work)


def beside(
    work: Callable[[], T],
    look: Callable[[], None] | None = None,
    stop: Callable[[], None] | None = None,
) -> T:
    """Return what some work gives on another thread, and look now and then how far it is.

    What a look raises, or an interrupt, ends the waiting: with `stop` the work is stopped and its
    end waited for, without it goes on alone.
    """
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failed.append(error)

    thread = threading.Thread(target=run, name="treewidget-kernel")
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLL)
            if look is not None:
                look()
    except BaseException:
        if stop is not None:
            stop()
            thread.join()
        raise
    if failed:
        raise failed[0]
    return found[0]


def one_ahead(make: Callable[[S], T], items: Sequence[S]) -> Iterator[T]:
    """Give what is made of each item; the next one is made while the one before is used.

    Examples
    --------
    >>> list(one_ahead(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if len(items) <= 1:
        yield from map(make, items)
        return
    pool = ThreadPoolExecutor(1, thread_name_prefix="treewidget-ahead")
    try:
        waiting: Future[T] = pool.submit(make, items[0])
        for item in items[1:]:
            made, waiting = waiting.result(), pool.submit(make, item)
            yield made
        yield waiting.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
