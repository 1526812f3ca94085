"""Where each node there ever was hangs: some one by one, some as blocks of what grew together."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from .block import NOWHERE, Block, Grove, Stood

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ..induction.lines import Lines
    from .block import Place


class Places:
    """The places of ids from 1 on: some one by one, some as blocks. Only ever added to.

    Attributes
    ----------
    size : int
    groves : dict
        Of growths that gave new ids among old ones.
    """

    __slots__ = ("_born", "_grown", "_runs", "_starts", "groves", "size")

    def __init__(self) -> None:
        self._runs: list[list[Place] | Block] = []
        self._starts: list[int] = []  # how many ids come before each run
        self._grown: dict[Lines, int] = {}
        self._born: list[tuple[int, int]] = []  # of each run that is new: its growth, its line
        self.groves: dict[Lines, Grove] = {}
        self.size = 0

    def __getitem__(self, node_id: int) -> Place:
        run, before = self._run(node_id)
        return run[node_id - 1 - before]

    def _run(self, node_id: int) -> tuple[list[Place] | Block, int]:
        at = bisect_right(self._starts, node_id - 1) - 1
        return self._runs[at], self._starts[at]

    def block(self, node_id: int) -> Block | None:
        """Return the block of new ids that an id stands in."""
        run = self._run(node_id)[0] if 0 < node_id <= self.size else None
        return run if isinstance(run, Block) and run.is_plain else None

    def put(self, place: Place) -> None:
        """Add the place of one id."""
        last = self._runs[-1] if self._runs else None
        if isinstance(last, list):
            last.append(place)
        else:
            self._add([place], (NOWHERE, 0))
        self.size += 1

    def extend(self, run: list[Place] | Block) -> None:
        """Add the places of several ids."""
        if not isinstance(run, Block):
            for place in run:
                self.put(place)
        elif len(run):
            self._add(run, self._birth(run))
            self.size += len(run)

    def _add(self, run: list[Place] | Block, birth: tuple[int, int]) -> None:
        self._runs.append(run)
        self._starts.append(self.size)
        self._born.append(birth)

    def _birth(self, block: Block) -> tuple[int, int]:
        """Return where a block grew, if all of it is new; else take it up where it is found."""
        lines = block.stretch.lines
        if block.is_plain:
            return self._grown.setdefault(lines, len(self._grown)), block.stretch.line
        self.groves.setdefault(lines, Grove(lines)).add(block)
        return NOWHERE, 0

    def runs(self, size: int) -> list[list[Place] | Block]:
        """Return the first so many places."""
        within = zip(self._runs, self._starts, strict=True)
        return [
            run if isinstance(run, Block) else run[: size - start]
            for run, start in within
            if start < size
        ]

    def finder(self) -> Callable[[NDArray[np.int32]], Iterator[Stood]]:
        """Return what finds, growth by growth, where some ids stood that were all new there."""
        born = list(self._born)  # asked first: another thread may add to all of them
        starts = np.array([0, *self._starts[: len(born)]])
        growth, line = np.array([(NOWHERE, 0), *born]).T
        grown = list(self._grown)

        def find(ids: NDArray[np.int32]) -> Iterator[Stood]:
            run = np.searchsorted(starts[1:], ids - 1, side="right")
            shift, mine = starts[run] - line[run], growth[run]
            for number in np.unique(mine[mine >= 0]).tolist():
                of = np.flatnonzero(mine == number)
                yield Stood(grown[number], of, ids[of] - shift[of], shift=shift[of])

        return find
