"""Whether a message may have waited behind a cell, so that its Cancel may wait behind it too."""

from __future__ import annotations

from time import monotonic
from typing import Final

from IPython.core.getipython import get_ipython

LONG: Final = 1.0  # seconds of cells without a break from which on somebody may have cancelled
BREAK: Final = 0.05  # seconds between two cells that were queued
SOON: Final = 0.5  # seconds within which what waited comes


class Cells:
    """Remembers when cells ran without a break."""

    def __init__(self) -> None:
        self._began = self._ended = monotonic()
        self._watches: object = None

    def watch(self) -> None:
        """Hear of cells from now on, where there are any."""
        shell = get_ipython()
        if shell is None or shell is self._watches:
            return
        self._watches = shell
        self._began = monotonic()  # the cell we are in began at least now
        shell.events.register("pre_run_cell", self.begin)
        shell.events.register("post_run_cell", self.end)

    def begin(self, _info: object = None) -> None:
        """Take note that a cell begins."""
        if monotonic() - self._ended > BREAK:
            self._began = monotonic()

    def end(self, _result: object = None) -> None:
        """Take note that a cell ended."""
        self._ended = monotonic()

    def just_ended(self) -> bool:
        """Whether cells ran for long until a moment ago."""
        return monotonic() - self._ended < SOON and self._ended - self._began > LONG


CELLS: Final = Cells()
