"""What was found at the nodes looked at last: pruned, taken back or selected again, it stands.

What can split a node depends on its rows alone. The rows are known by their region, and as nothing
here holds a region, what leaves the tree and its history is free to go.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final
from weakref import ref

from ..locks import new_lock
from .search.surrogates import with_surrogates
from .splits import SubsetSplit
from .unfolding import Stage, together, unfold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .candidates import Candidate
    from .chooser import Chooser
    from .progress import Progress
    from .region import Region

MOST: Final = 20_000
"""Candidates that are kept, and levels in them: some ten megabytes."""


@dataclass(slots=True)
class _Seen:
    """What is known of one region: all candidates as they are listed, and some as they are made."""

    region: ref[Region]
    listed: tuple[Candidate, ...] = ()
    made: dict[int, Candidate] = field(default_factory=dict)
    size: int = 0


class Looked:
    """What was found at the nodes looked at last by one chooser. Threads may share it."""

    def __init__(self) -> None:
        self._seen: OrderedDict[int, _Seen] = OrderedDict()
        self._size = 0
        self._lock = new_lock()

    def candidates(self, chooser: Chooser, region: Region) -> tuple[Candidate, ...]:
        """Return the candidates of a region: `Inducer.candidates`."""
        return self._listed(region) or self._keep(region, chooser.candidates(region))

    def unfold(self, chooser: Chooser, region: Region, progress: Progress) -> Iterator[Stage]:
        """Give the candidates of a region bit by bit, or at once if they are known: `unfold`."""
        known = self._listed(region)
        if known:
            yield Stage(known, order=tuple(one.column for one in known))
            return
        stages: list[Stage] = []
        for stage in unfold(chooser, region, progress):
            stages.append(stage)
            if stage.order:
                self._keep(region, together(stages))
            yield stage

    def leader(self, chooser: Chooser, region: Region) -> Candidate | None:
        """Return the best split of a region as it is made: `Inducer.leader`."""
        if listed := self._listed(region):
            best = listed[0]
            return None if best.split is None else self.best_of(chooser, region, best.column)
        made = chooser.leader(region)
        return made and self._keep_made(region, made)

    def best_of(self, chooser: Chooser, region: Region, column: int) -> Candidate:
        """Return the best split of one column as it is made: `Inducer.sought`."""
        with self._lock:
            seen = self._known(region)
            made = seen.made.get(column)
        if made is not None:
            return made
        listed = next((one for one in seen.listed if one.column == column), None)
        made = _made(chooser, region, listed) if listed else chooser.sought(region, column)
        return self._keep_made(region, made)

    def _keep_made(self, region: Region, made: Candidate) -> Candidate:
        with self._lock:
            seen, column = self._known(region), made.column
            more = 0 if column in seen.made else _size(made)  # another thread may have been sooner
            seen.made[column] = made
            self._hold(region, seen, more)
        return made

    def _listed(self, region: Region) -> tuple[Candidate, ...]:
        with self._lock:
            return self._known(region).listed

    def _keep(self, region: Region, candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
        found = tuple(candidates)
        with self._lock:
            seen = self._known(region)
            more = sum(map(_size, found)) - sum(map(_size, seen.listed))
            seen.listed = found
            self._hold(region, seen, more)
        return found

    def _known(self, region: Region) -> _Seen:
        """Return what is known of a region: at first nothing."""
        seen = self._seen.get(id(region))
        if seen is None or seen.region() is not region:  # another had the same address
            return _Seen(ref(region))
        self._seen.move_to_end(id(region))
        return seen

    def _hold(self, region: Region, seen: _Seen, more: int) -> None:
        """Hold what is known of a region, `more` by so much, and forget the oldest look."""
        before = self._seen.pop(id(region), None)
        self._size -= before.size if before else 0
        seen.size += more
        self._seen[id(region)] = seen
        self._size += seen.size
        while self._size > MOST:
            self._size -= self._seen.popitem(last=False)[1].size


def _made(chooser: Chooser, region: Region, listed: Candidate) -> Candidate:
    """Return a candidate as it is made: with the surrogates that no list seeks."""
    split, options = listed.split, chooser.options
    if split is None or split.surrogates or options.missing != "surrogate":
        return listed
    return replace(listed, split=with_surrogates(chooser, region, split, options))


def _size(candidate: Candidate) -> int:
    split = candidate.split
    parts = [] if split is None else [split, *(one.split for one in split.surrogates)]
    groups = itertools.chain(*(one.groups for one in parts if isinstance(one, SubsetSplit)))
    return 1 + sum(map(len, groups))
