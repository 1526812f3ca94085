"""Every split there ever was, and the ids of its children: what a session's registries share."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..induction.line_columns import splits_at
from ..induction.line_pairs import same_splits
from ..induction.splits import Split
from ..induction.stretch import Stretch
from ..locks import new_lock
from .places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines

Key: TypeAlias = tuple[int, Split]
"""A node's id and its split: what its children are known by, branch by branch."""


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
        block = self.places.block(node_id)
        found = None if block is None else block.children(node_id, split)
        return found or self._among_others(node_id, split)

    def _among_others(self, node_id: int, split: Split) -> list[int] | None:
        """Return the same where a growth gave new ids among old ones."""
        for grove in list(self.places.groves.values()):  # another thread may add to them
            (line,) = grove.lines_of(np.array([node_id], dtype=np.int32)).tolist()
            below = Stretch(grove.lines, line).branches(0, split) if line >= 0 else []
            if below:
                return [int(grove.ids[line + number]) for number in below]
        return None

    def finder(self) -> Callable[[NDArray[np.int32], Lines, Ints], NDArray[np.int32]]:
        """Return what finds the ids of the children that splits made of nodes.

        It is told some ids, and in which lines of a growth their splits stand, each in two. It
        returns two ids for each; 0 where that split never was there.
        """
        born, groves = self.places.finder(), list(self.places.groves.values())

        def find(ids: NDArray[np.int32], lines: Lines, where: Ints) -> NDArray[np.int32]:
            found = np.zeros((len(ids), 2), dtype=np.int32)
            for stood in chain(born(ids), (grove.find(ids) for grove in groves)):
                new = np.flatnonzero(found[stood.of, 0] == 0)
                of, line = stood.of[new], stood.line[new]
                alike = same_splits(lines, where[of], stood.lines, line)
                found[of[alike]] = stood.below(new[alike])
            self._add_single(found, ids, lines, where)
            return found

        return find

    def _add_single(
        self, found: NDArray[np.int32], ids: NDArray[np.int32], lines: Lines, where: Ints
    ) -> None:
        """Add what is known of single splits."""
        unknown = np.flatnonzero(found[:, 0] == 0).tolist()
        single = [at for at in unknown if int(ids[at]) in self.parents]
        splits = splits_at(lines, where[single]) if single else []
        for at, split in zip(single, splits, strict=True):
            known = split and self.splits.get((int(ids[at]), split))
            found[at] = known or 0

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
