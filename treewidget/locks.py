"""Locks that a forked process finds free: the threads that held them are not in it."""

from __future__ import annotations

import os
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable

_LOCKS: WeakSet[RLock] = WeakSet()


def new_lock() -> RLock:
    """Return a re-entrant lock."""
    lock = RLock()
    _LOCKS.add(lock)
    return lock


def after_fork(call: Callable[[], object]) -> None:
    """Call something in every process that is forked from this one."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=call)


def _let_go() -> None:
    for lock in list(_LOCKS):
        if lock.acquire(blocking=False):  # free, or held by the thread that forked
            lock.release()
        else:
            lock._at_fork_reinit()  # type: ignore[attr-defined]  # noqa: SLF001 - as Python's own do


after_fork(_let_go)
