"""Every split there ever was, and the ids of its children: what a session's registries share."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ..induction.splits import Split
from ..locks import new_lock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..induction.stretch import Stretch

Key: TypeAlias = tuple[int, Split]
"""A node's id and its split: what its children are known by, branch by branch."""
Place: TypeAlias = tuple[int, int]
"""A node's parent and its branch there."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Ids that were given one after another, in pre-order, to all that grew below a node.

    Attributes
    ----------
    top : int
        The node's id.
    first : int
        The least of theirs.
    stretch : Stretch
        What grew.
    """

    top: int
    first: int
    stretch: Stretch

    def __len__(self) -> int:
        return self.stretch.size - 1

    def __getitem__(self, at: int) -> Place:
        above, branch = self.stretch.place(at + 1)
        return self._id(above), branch

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node when all this grew."""
        number = 0 if node_id == self.top else node_id - self.first + 1
        below = self.stretch.branches(number, split)
        return [self._id(number) for number in below] or None

    def _id(self, number: int) -> int:
        return self.first + number - 1 if number else self.top


class Places:
    """The places of ids from 1 on: some one by one, some as blocks. Only ever added to."""

    __slots__ = ("_runs", "_starts", "size")

    def __init__(self) -> None:
        self._runs: list[list[Place] | Block] = []
        self._starts: list[int] = []  # how many ids come before each run
        self.size = 0

    def __getitem__(self, node_id: int) -> Place:
        run, before = self._run(node_id)
        return run[node_id - 1 - before]

    def _run(self, node_id: int) -> tuple[list[Place] | Block, int]:
        at = bisect_right(self._starts, node_id - 1) - 1
        return self._runs[at], self._starts[at]

    def block(self, node_id: int) -> Block | None:
        """Return the block that an id stands in."""
        run = self._run(node_id)[0] if 0 < node_id <= self.size else None
        return run if isinstance(run, Block) else None

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
            self._add(run)
            self.size += len(run)
        else:
            for place in run:
                self.put(place)

    def _add(self, run: list[Place] | Block) -> None:
        self._runs.append(run)
        self._starts.append(self.size)

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

    __slots__ = ("_lock", "places", "splits")

    def __init__(self) -> None:
        self.splits: dict[Key, list[int]] = {}
        self._lock = new_lock()
        self.places = Places()

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node; None where it never did."""
        ids = self.splits.get((node_id, split))
        if ids is not None:
            return ids
        block = self.places.block(node_id)
        return None if block is None else block.children(node_id, split)

    def add(self, after: int, made: Mapping[Key, list[int]], places: Places) -> Ledger:
        """Return a ledger with more behind its first `after` ids: itself, if it has no others.

        It has others when a gesture was numbered and then did not come to pass.
        """
        with self._lock:
            ledger = self if self.places.size == after else self._first(after)
            ledger.splits.update(made)
            for run in places.runs(places.size):
                ledger.places.extend(run)
            return ledger

    def _first(self, size: int) -> Ledger:
        """Return a copy that ends with an id."""
        copy = Ledger()
        for run in self.places.runs(size):
            copy.places.extend(run)
        copy.splits = {key: ids for key, ids in self.splits.items() if ids[0] <= size}
        return copy
