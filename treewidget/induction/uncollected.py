"""Making very many objects at once."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ..locks import new_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 100_000
"""From so many new objects on, the collector is told that they are here to stay."""
_LOCK: Final = new_lock()
"""Held by who looks whether it collects and stops it, lest it begin again in between for good."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage while objects are made that all live: half of the time goes there.

    Whoever began it ends it, so blocks may stand in one another and overlap on several threads.

    Examples
    --------
    >>> with uncollected():
    ...     nodes = [[] for _ in range(1000)]
    >>> import gc
    >>> gc.isenabled()
    True
    """
    began = False
    try:
        with _LOCK:
            began = gc.isenabled()
            gc.disable()
        yield
    finally:
        if began:
            _settle()
            with _LOCK:
                gc.enable()


def _settle() -> None:
    """Count very many new objects among the old ones, which are seldom looked through.

    The collector would go through them twice more: at once, and in the middle of a later gesture.
    """
    many = gc.get_count()[0] > MANY
    if many and hasattr(gc, "freeze") and not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
