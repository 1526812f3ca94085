"""The candidates of the nodes looked at last: pruned, taken back or selected again, they stand.

What can split a node depends on its rows alone. The rows are known by their region, and as nothing
here holds a region, what leaves the tree and its history is free to go.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import ref

from ..induction.splits import SubsetSplit
from ..induction.unfolding import Stage, together, unfold

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..induction.candidates import Candidate
    from ..induction.inducer import Inducer
    from ..induction.progress import Progress
    from ..induction.region import Region

MOST: Final = 20_000
"""Candidates that are kept, and levels in them: some ten megabytes."""


class Looked:
    """What was found at the nodes looked at last by one inducer. Threads may share it."""

    def __init__(self) -> None:
        self._found: OrderedDict[int, tuple[ref[Region], tuple[Candidate, ...]]] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def candidates(self, inducer: Inducer, region: Region) -> tuple[Candidate, ...]:
        """Return the candidates of a region: `Inducer.candidates`."""
        known = self._known(region)
        return known or self._keep(region, inducer.candidates(region))

    def unfold(self, inducer: Inducer, region: Region, progress: Progress) -> Iterator[Stage]:
        """Give the candidates of a region bit by bit, or at once if they are known: `unfold`."""
        known = self._known(region)
        if known:
            yield Stage(known, order=tuple(one.column for one in known))
            return
        stages: list[Stage] = []
        for stage in unfold(inducer, region, progress):
            stages.append(stage)
            if stage.order:
                self._keep(region, together(stages))
            yield stage

    def _known(self, region: Region) -> tuple[Candidate, ...]:
        with self._lock:
            held, found = self._found.get(id(region), (None, ()))
            if held is None or held() is not region:  # another had the same address
                return ()
            self._found.move_to_end(id(region))
            return found

    def _keep(self, region: Region, candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
        found = tuple(candidates)
        with self._lock:
            self._forget(id(region))
            self._found[id(region)] = (ref(region), found)
            self._size += sum(map(_size, found))
            while self._size > MOST:
                self._forget(next(iter(self._found)))
        return found

    def _forget(self, key: int) -> None:
        if key in self._found:
            self._size -= sum(map(_size, self._found.pop(key)[1]))


def _size(candidate: Candidate) -> int:
    split = candidate.split
    return 1 + (sum(map(len, split.groups)) if isinstance(split, SubsetSplit) else 0)
