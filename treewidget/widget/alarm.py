"""Call something a little later, on one thread for all: one for each would cost milliseconds."""

from __future__ import annotations

import heapq
import logging
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


log = logging.getLogger(__name__)


class Alarm:
    """Calls functions when their time has come. They must be quick."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._changed = Condition()
        self._thread: Thread | None = None

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function in so many seconds."""
        with self._changed:
            heapq.heappush(self._due, (monotonic() + seconds, next(self._numbers), call))
            if self._thread is None:
                self._thread = Thread(target=self._run, name="treewidget-alarm", daemon=True)
                self._thread.start()
            self._changed.notify()

    def _run(self) -> None:
        while True:
            try:
                self._next()()  # no name for it: it would keep a tree alive until the next alarm
            except Exception:
                log.exception("what an alarm called failed")

    def _next(self) -> Callable[[], None]:
        """Wait for the next call that is due."""
        with self._changed:
            while True:
                wait = self._due[0][0] - monotonic() if self._due else None
                if wait is not None and wait <= 0:
                    return heapq.heappop(self._due)[2]
                self._changed.wait(wait)


ALARM = Alarm()
