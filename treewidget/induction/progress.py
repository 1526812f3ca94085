"""How long work tells how far it is, and hears that it should stop."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ..errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable


class Progress:
    """Checked by long work at every step; may be cancelled from any thread.

    Parameters
    ----------
    listener : callable, optional
        Called with the share done (0 to 1, never going back), on the working thread.

    Examples
    --------
    >>> shares = []
    >>> progress = Progress(shares.append)
    >>> progress.step(0.5)
    >>> progress.step(0.2)
    >>> shares
    [0.5]
    """

    def __init__(self, listener: Callable[[float], None] | None = None) -> None:
        self._listener = listener
        self._cancelled = threading.Event()
        self._share = -1.0

    @property
    def cancelled(self) -> bool:
        """Whether it was asked to stop."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self._cancelled.set()

    def step(self, share: float) -> None:
        """Say how far the work is; raises `CancelledError` when it should stop."""
        if self._cancelled.is_set():
            raise CancelledError("cancelled: the tree is exactly as it was")
        if share > self._share:
            self._share = min(share, 1.0)
            if self._listener is not None:
                self._listener(self._share)


class Heeding(Progress):
    """A progress that is cancelled when another one is, and tells nobody how far it is."""

    def __init__(self, outer: Progress) -> None:
        super().__init__()
        self._outer = outer

    def step(self, share: float) -> None:
        """Stop where the other one does."""
        del share
        self._outer.step(0.0)
