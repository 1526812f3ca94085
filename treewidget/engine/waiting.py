"""Waiting for the kernel, which works on another thread: an interrupt is heard meanwhile."""

from __future__ import annotations

import atexit
import threading
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from ..locks import after_fork

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

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
    under_way: _Work[T] | None = None
    try:
        under_way = _Work(work)
        while under_way.wait(POLL):
            if look is not None:
                look()
    except BaseException:
        if stop is not None:
            stop()
            if under_way is not None:  # else the interrupt came while it was about to begin
                under_way.wait()
        raise
    return under_way.result()


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
    waiting = _Work(partial(make, items[0]))
    for item in items[1:]:
        made, waiting = waiting.result(), _Work(partial(make, item))
        yield made
    yield waiting.result()


class _Work(Generic[T]):
    """Work that a thread has begun, and what came of it.

    Not an executor: those refuse work as soon as Python leaves, which is before what asks for it
    hears that it is cancelled. What is under way then comes to its end first, so that the kernel is
    not at work when its module goes. Nor is a thread's `join` to be relied upon: where an interrupt
    ends one, Python takes a thread that goes on for one that ended (until 3.13).
    """

    def __init__(self, work: Callable[[], T]) -> None:
        self._made: list[T] = []
        self._failed: list[BaseException] = []
        self._ended = Event()
        run = Thread(target=self._run, args=(work,), name="treewidget-kernel", daemon=True)
        run.start()

    def _run(self, work: Callable[[], T]) -> None:
        _UNDER_WAY.add(self._ended)
        try:
            self._made.append(work())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            self._failed.append(error)
        finally:
            _UNDER_WAY.discard(self._ended)
            self._ended.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the end, or so long; return whether it is still under way."""
        return not self._ended.wait(seconds)

    def result(self) -> T:
        """Wait for the end, and return what was made or raise what failed."""
        self.wait()
        if self._failed:
            raise self._failed[0]
        return self._made[0]


_UNDER_WAY: Final[set[Event]] = set()
after_fork(_UNDER_WAY.clear)


@atexit.register
def _end() -> None:
    """Wait for what nobody waits for any more, after those who asked for it were cancelled."""
    for ended in list(_UNDER_WAY):
        ended.wait()
