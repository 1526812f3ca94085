"""Every split there ever was, and the ids of its children: what a session's registries share."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..induction.line_columns import splits_at
from ..induction.line_pairs import same_splits
from ..induction.splits import Split
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
        return self.places.children(node_id, split) if ids is None else ids

    def finder(self) -> Callable[[NDArray[np.int32], Lines, Ints], NDArray[np.int32]]:
        """Return what finds the ids of the children that splits made of nodes.

        It is told some ids, and in which lines of a growth their splits stand, each in two. It
        returns two ids for each; 0 where that split never was there.
        """
        born = self.places.finder()

        def find(ids: NDArray[np.int32], lines: Lines, where: Ints) -> NDArray[np.int32]:
            found = np.zeros((len(ids), 2), dtype=np.int32)
            for old, of, line in born(ids):
                alike = same_splits(lines, where[of], old, line)
                same, at = of[alike], line[alike]
                shift = ids[same] - at  # that of all below, which were new together
                found[same, 0] = at + 1 + shift
                found[same, 1] = old.grown.other[at] + shift
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
