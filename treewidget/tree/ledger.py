"""Every split there ever was, and the ids of its children: what a session's registries share."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..induction.line_columns import splits_at
from ..induction.splits import Split
from ..locks import new_lock
from .block import Block

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from .block import Place

Key: TypeAlias = tuple[int, Split]
"""A node's id and its split: what its children are known by, branch by branch."""


class Places:
    """The places of ids from 1 on: some one by one, some as blocks. Only ever added to."""

    __slots__ = ("_mixed", "_runs", "_starts", "size")

    def __init__(self) -> None:
        self._runs: list[list[Place] | Block] = []
        self._starts: list[int] = []  # how many ids come before each run
        self._mixed: list[Block] = []
        self.size = 0

    def __getitem__(self, node_id: int) -> Place:
        run, before = self._run(node_id)
        return run[node_id - 1 - before]

    def _run(self, node_id: int) -> tuple[list[Place] | Block, int]:
        at = bisect_right(self._starts, node_id - 1) - 1
        return self._runs[at], self._starts[at]

    def blocks(self, node_id: int) -> Iterator[Block]:
        """Give the blocks that an id may stand in, its own first."""
        run = self._run(node_id)[0] if 0 < node_id <= self.size else None
        if isinstance(run, Block):
            yield run
        yield from (block for block in self._mixed if block is not run)

    def blocks_of(self, ids: NDArray[np.int32]) -> Iterator[Block]:
        """Give the blocks that any of some ids may stand in, each once."""
        runs = np.searchsorted(np.array(self._starts), np.unique(ids) - 1, side="right") - 1
        own = (self._runs[at] for at in np.unique(runs[runs >= 0]).tolist())
        yield from (run for run in own if isinstance(run, Block) and run.is_plain)
        yield from self._mixed

    def put(self, place: Place) -> None:
        """Add the place of one id."""
        last = self._runs[-1] if self._runs else None
        if isinstance(last, list):
            last.append(place)
        else:
            self._add([place])
        self.size += 1

    def extend(self, run: list[Place] | Block) -> None:
        """Add the places of several ids."""
        if isinstance(run, Block):
            if len(run):
                self._add(run)
                self.size += len(run)
        else:
            for place in run:
                self.put(place)

    def _add(self, run: list[Place] | Block) -> None:
        self._runs.append(run)
        self._starts.append(self.size)
        if isinstance(run, Block) and not run.is_plain:
            self._mixed.append(run)

    def runs(self, size: int) -> list[list[Place] | Block]:
        """Return the first so many places."""
        within = zip(self._runs, self._starts, strict=True)
        return [
            run if isinstance(run, Block) else run[: size - start]
            for run, start in within
            if start < size
        ]


class Ledger:
    """Every split there ever was, and the ids of its children. Only ever added to."""

    __slots__ = ("_lock", "parents", "places", "splits")

    def __init__(self) -> None:
        self.splits: dict[Key, list[int]] = {}
        self.parents: set[int] = set()  # the nodes of those
        self._lock = new_lock()
        self.places = Places()

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node; None where it never did."""
        ids = self.splits.get((node_id, split))
        if ids is not None:
            return ids
        found = (block.children(node_id, split) for block in self.places.blocks(node_id))
        return next(filter(None, found), None)

    def below(self, ids: NDArray[np.int32], lines: Lines, where: Ints) -> NDArray[np.int32]:
        """Return the ids of the children that splits made of nodes; 0 where they never did.

        Parameters
        ----------
        ids : int array, shape (n,)
            The nodes.
        lines : Lines
        where : int array, shape (n,)
            Where in them the split of each stands: one in two.

        Returns
        -------
        int array, shape (n, 2)
        """
        found = np.zeros((len(ids), 2), dtype=np.int32)
        for block in self.places.blocks_of(ids):
            left = np.flatnonzero(found[:, 0] == 0)
            found[left] = block.below(ids[left], lines, where[left])
        unknown = np.flatnonzero(found[:, 0] == 0).tolist()
        single = [at for at in unknown if int(ids[at]) in self.parents]
        for at, split in zip(single, splits_at(lines, where[single]), strict=True):
            known = split and self.splits.get((int(ids[at]), split))
            found[at] = known or 0
        return found

    def add(self, after: int, made: Mapping[Key, list[int]], places: Places) -> Ledger:
        """Return a ledger with more behind its first `after` ids: itself, if it has no others.

        It has others when a gesture was numbered and then did not come to pass.
        """
        with self._lock:
            ledger = self if self.places.size == after else self._first(after)
            ledger.splits.update(made)
            ledger.parents.update(node_id for node_id, _ in made)
            for run in places.runs(places.size):
                ledger.places.extend(run)
            return ledger

    def _first(self, size: int) -> Ledger:
        """Return a copy that ends with an id."""
        copy = Ledger()
        for run in self.places.runs(size):
            copy.places.extend(run)
        copy.splits = {key: ids for key, ids in self.splits.items() if ids[0] <= size}
        copy.parents = {node_id for node_id, _ in copy.splits}
        return copy
