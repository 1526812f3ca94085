"""How long work tells how far it is, and hears that it should stop."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, TypeVar

from ..errors import CancelledError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")

OFTEN: Final = 4096
"""After so many small things, a few milliseconds' work, a loop tells how far it is."""
COUNTED: Final = 64
"""The same of a loop over nodes, of which each may have its rows parted or counted again."""


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

    def heed(self) -> None:
        """Stop where the work should, as `step` does; tell no more than that it began."""
        self.step(0.0)

    def stage(self, part: float) -> Progress:
        """Return the progress of a stage that takes such a part of the time that is left.

        Examples
        --------
        >>> shares = []
        >>> progress = Progress(shares.append)
        >>> progress.stage(0.5).step(1.0)
        >>> progress.stage(0.5).step(1.0)
        >>> shares
        [0.5, 0.75]
        """
        return _Stage(self, max(self._share, 0.0), part)

    @property
    def quiet(self) -> Progress:
        """The progress of what tells nobody how far it is, and stops where the whole does."""
        return self.stage(0.0)

    def over(self, items: Iterable[T], whole: int, often: int = OFTEN) -> Iterator[T]:
        """Go through items, of which there are so many, and tell now and then how far it is."""
        for done, item in enumerate(items):
            if not done % often:
                self.step(done / whole)
            yield item
        self.step(1.0)

    def emptying(self, stack: list[T], whole: int, often: int = OFTEN) -> Iterator[T]:
        """Take items off a stack until none is left, as `over`; more may be put on it meanwhile."""

        def taken() -> Iterator[T]:
            while stack:
                yield stack.pop()

        return self.over(taken(), whole, often)


class _Stage(Progress):
    """The progress of a stage of something longer."""

    def __init__(self, outer: Progress, begin: float, part: float) -> None:
        super().__init__()
        self._outer = outer
        self._begin = begin
        self._part = part * (1.0 - begin)

    def step(self, share: float) -> None:
        """Say how far the stage is."""
        share = min(share, 1.0)  # of a whole that was guessed
        self._share = max(self._share, share)
        self._outer.step(self._begin + self._part * share)


class Relay(Progress):
    """A progress that passes every step on to another one, which may cancel too.

    When it is cancelled listeners hear at once that it is over, before the work does.
    """

    def __init__(
        self, listener: Callable[[float], None], outer: Progress | None, over: Callable[[], None]
    ) -> None:
        super().__init__(listener)
        self._outer = outer
        self._over = over

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        super().cancel()
        self._over()

    def step(self, share: float) -> None:
        """Say how far the work is; raises `CancelledError` when either should stop."""
        if self._outer is not None:
            self._outer.step(share)
        super().step(share)
