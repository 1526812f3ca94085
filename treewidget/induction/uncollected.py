"""Making very many objects at once."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    began = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if began:
            gc.enable()
