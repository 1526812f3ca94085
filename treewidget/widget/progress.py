"""Progress of long work: the first word after a moment, then a few a second."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from ..locks import new_lock
from .alarm import ALARM

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..workspace import Busy
    from .protocol import Progress

FIRST: Final = 0.15  # seconds of silence: what is done by then needs no spinner
EVERY: Final = 0.1  # seconds between words


@dataclass(slots=True)
class _Job:
    busy: Busy
    told: float | None = None


class Ticker:
    """Thins the progress of jobs out before it goes on the wire.

    The first message of a job is sent by an alarm, not by the computation: a view hears of it in
    time even when its first step takes seconds. Both tell under the lock: a word that came after
    the end's would begin the job anew.

    Parameters
    ----------
    tell : callable
        Sends one message to every view; called from any thread.
    """

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self._tell = tell
        self._jobs: dict[str, _Job] = {}
        self._lock = new_lock()

    def hear(self, busy: Busy) -> None:
        """Take note of how far a job is; tell it when it is time."""
        with self._lock:
            job = self._jobs.get(busy.job)
            if busy.end:
                due = self._end(busy.job)
            elif job is None:
                self._begin(busy)
                due = False
            else:
                job.busy = busy
                due = job.told is not None and monotonic() - job.told >= EVERY
                if due:
                    job.told = monotonic()
            if due:
                self._tell(_message(busy))

    def _begin(self, busy: Busy) -> None:
        job = self._jobs[busy.job] = _Job(busy)
        ALARM.after(FIRST, partial(self._first, busy.job, job))

    def _end(self, name: str) -> bool:
        """Forget a job; whether anybody ever heard of it."""
        job = self._jobs.pop(name, None)
        return job is not None and job.told is not None

    def _first(self, name: str, job: _Job) -> None:
        with self._lock:
            if self._jobs.get(name) is not job:
                return  # it is over
            job.told = monotonic()
            self._tell(_message(job.busy))


def _message(busy: Busy) -> Progress:
    return {
        "kind": "progress",
        "id": busy.job,
        "text": busy.text,
        "node": busy.node,
        "share": min(max(float(busy.share), 0.0), 1.0),
        "end": busy.end,
    }
