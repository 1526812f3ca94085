"""Where each node there ever was hangs: some one by one, some as blocks of what grew together."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from .block import Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from ..induction.splits import Split
    from .block import Place

NONE: Final = -1


class Born(NamedTuple):
    """Where in a growth some ids were new.

    Attributes
    ----------
    lines : Lines
    of : int array
        Which of the ids that were asked for.
    line : int array
        The line of each.
    """

    lines: Lines
    of: Ints
    line: Ints


class Places:
    """The places of ids from 1 on: some one by one, some as blocks. Only ever added to."""

    __slots__ = ("_grew", "_growths", "_runs", "_starts", "size")

    def __init__(self) -> None:
        self._runs: list[list[Place] | Block] = []
        self._starts: list[int] = []  # how many ids come before each run
        self._growths: dict[Lines, int] = {}
        self._grew: list[tuple[int, int]] = []  # of each run its growth, and its line if all is new
        self.size = 0

    def way(self, node_id: int) -> list[Place]:
        """Return the nodes from the root to one, and the branch taken at each."""
        way: list[Place] = []
        run: list[Place] | Block = []
        before = size = 0
        while node_id:
            if not 0 < node_id - before <= size:  # a chain by hand has its ids in one run
                run, before = self._run(node_id)
                size = len(run)
            node_id, _ = place = run[node_id - 1 - before]
            way.append(place)
        return way[::-1]

    def _run(self, node_id: int) -> tuple[list[Place] | Block, int]:
        at = bisect_right(self._starts, node_id - 1) - 1
        return self._runs[at], self._starts[at]

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node where that was new."""
        if not 0 < node_id <= self.size:
            return None
        run, before = self._run(node_id)
        return run.children(node_id - 1 - before, split) if isinstance(run, Block) else None

    def put(self, place: Place) -> None:
        """Add the place of one id."""
        last = self._runs[-1] if self._runs else None
        if isinstance(last, list):
            last.append(place)
        else:
            self._add([place], (NONE, NONE))
        self.size += 1

    def extend(self, run: list[Place] | Block) -> None:
        """Add the places of several ids."""
        if not isinstance(run, Block):
            for place in run:
                self.put(place)
        elif len(run):
            growth = self._growths.setdefault(run.stretch.lines, len(self._growths))
            self._add(run, (growth, NONE if run.fresh is not None else run.stretch.line + 1))
            self.size += len(run)

    def _add(self, run: list[Place] | Block, grew: tuple[int, int]) -> None:
        self._runs.append(run)
        self._starts.append(self.size)
        self._grew.append(grew)

    def runs(self, size: int) -> list[list[Place] | Block]:
        """Return the first so many places."""
        within = zip(self._runs, self._starts, strict=True)
        return [
            run if isinstance(run, Block) else run[: size - start]
            for run, start in within
            if start < size
        ]

    def finder(self) -> Callable[[NDArray[np.int32]], Iterator[Born]]:
        """Return what finds, growth by growth, where some ids were new."""
        grew = [(NONE, NONE), *self._grew]  # asked first: another thread may add to all of them
        growth, first = np.array(grew).T
        starts, runs = np.array([0, *self._starts[: len(grew) - 1]]), self._runs
        growths = list(self._growths)

        def find(ids: NDArray[np.int32]) -> Iterator[Born]:
            run = np.searchsorted(starts[1:], ids - 1, side="right")
            at = ids - 1 - starts[run]
            line, grown = first[run] + at, growth[run]
            for number in np.unique(run[(grown != NONE) & (first[run] == NONE)]).tolist():
                block, mine = runs[number - 1], np.flatnonzero(run == number)
                if isinstance(block, Block) and block.fresh is not None:
                    line[mine] = block.stretch.line + 1 + block.fresh[at[mine]]
            for number in np.unique(grown[grown != NONE]).tolist():
                of = np.flatnonzero(grown == number)
                yield Born(growths[number], of, line[of])

        return find
