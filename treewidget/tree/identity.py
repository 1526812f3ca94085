"""Stable ids: a node is its parent's id, its parent's split and its branch, for a whole session."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

import numpy as np

from ..induction.line_columns import splits_at
from ..induction.progress import Progress
from .block import Block
from .bud import OFTEN
from .compare import unshared
from .ids import in_short
from .ledger import Ledger
from .met import Met
from .node import UNNUMBERED
from .places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeAlias

    from ..induction.splits import Split
    from ..induction.stretch import Stretch
    from .block import Place
    from .ledger import Key
    from .node import Node

    Ways: TypeAlias = Callable[[int], list[Place] | None]
    """What tells the way from the root to a node: the nodes passed and the branch at each."""

ROOT: Final = 0
SOME: Final = 4096
"""So many splits are made between two looks at whether to go on."""


class Registry:
    """Which id each (parent id, split, branch) has. Immutable: numbering gives a new registry.

    Because nothing is ever forgotten, undo, redo and the same split again give the same ids, and
    no id is ever used for another node. Because it is a value, a gesture that is vetoed or refused
    leaves no trace in it. Registries share one ledger, of which each sees the first `size` ids: a
    new one costs what is new in it.
    """

    __slots__ = ("_ledger", "size")

    def __init__(self, ledger: Ledger | None = None, size: int = 0) -> None:
        self._ledger = ledger or Ledger()
        self.size = size

    def way(self, node_id: int) -> list[Place] | None:
        """Return the nodes from the root to one and the branch at each; None for unknown ids."""
        return self._ledger.places.way(node_id) if self.ever(node_id) else None

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node; None where it never did."""
        ids = self._ledger.children(node_id, split) if self.ever(node_id) else None
        return None if ids is None or ids[0] > self.size else ids

    def number(
        self, subtree: Node, old: Node | None = None, progress: Progress | None = None
    ) -> tuple[Node, Registry]:
        """Give every node under `subtree` its id; the subtree's own root has one already.

        Nodes never seen before get the next free numbers in pre-order. Nodes without an id, which
        nobody else has seen yet, get theirs where they are; the others have the right one. What is
        shared with `old`, which stands in the subtree's place now, is not looked at, and what is
        not made yet gets all its ids at once: in a row where no split like its first was ever
        there, else line by line.
        """
        made: dict[Key, list[int]] = {}
        places = Places()
        ahead: list[tuple[Node, Node | None, list[int], int, int]] = []
        node, was = subtree, old
        told = progress or Progress()
        met = Met(self._ledger, self.size, told)
        met.look(_tops(subtree, old))
        for _ in told.over(count(), subtree.size, OFTEN):
            if (
                node is not was
                and node.split is not None
                and not self._is_met(node, made, places, met)
            ):
                olds: tuple[Node | None, ...] = (None,) * len(node.children)
                ids = [child.id for child in node.children]
                if was is not None and was.split == node.split:
                    olds, ids = was.children, [child.id for child in was.children]
                elif UNNUMBERED in ids:
                    ids = self._children((node.id, node.split), len(ids), made)
                ahead.extend(
                    (node.children[branch], olds[branch], ids, branch, node.id)
                    for branch in range(len(ids) - 1, -1, -1)
                )
            if not ahead:
                break
            node, was, ids, branch, parent = ahead.pop()
            if not ids[branch]:
                places.put((parent, branch))
                ids[branch] = self.size + places.size
            node.name(ids[branch])
        told.step(1.0)
        if not places.size:
            return subtree, self
        ledger = self._ledger.add(self.size, made, places)
        return subtree, Registry(ledger, self.size + places.size)

    def _is_met(self, node: Node, made: dict[Key, list[int]], places: Places, met: Met) -> bool:
        """Whether all that is in a node's bud has its ids: it gets them if need be."""
        bud, split = node.bud, node.split
        if bud is None or split is None:
            return False
        if bud.ids is not None:
            return True
        first = self.size + places.size + 1
        known = met.below(node.id, bud.stretch) if self.ever(node.id) else None
        if known is None or not known[0]:
            block = Block(node.id, range(first, first + bud.size), bud.stretch)
            bud.ids = block.ids
            made[node.id, split] = bud.tops
        else:
            fresh = np.flatnonzero(known == 0)
            known[fresh] = np.arange(first, first + len(fresh))
            block = Block(node.id, known, bud.stretch, fresh)
            made.update(_first_splits(block, met.heeding))
            bud.ids = in_short(known)
        places.extend(block)
        return True

    def _children(self, key: Key, branches: int, made: dict[Key, list[int]]) -> list[int]:
        """Return the ids of a node's children; 0 where there is none yet."""
        ids = self.children(*key)
        if ids is None:
            ids = made[key] = [0] * branches
        return ids

    def ever(self, node_id: int) -> bool:
        """Whether the session has had a node of that id."""
        return 0 <= node_id <= self.size


def _tops(subtree: Node, old: Node | None) -> Iterator[tuple[int, Stretch]]:
    """Give the nodes of a subtree that had their ids before anything grew below them."""
    for node in unshared(subtree, old):
        bud = node.bud
        if bud is not None and bud.ids is None and node.id != UNNUMBERED:
            yield node.id, bud.stretch


def _first_splits(block: Block, heeding: Progress) -> Iterator[tuple[Key, list[int]]]:
    """Give the splits of old nodes that made new ones, and the ids of their children."""
    if not len(block):
        return
    lines, line = block.stretch.lines, block.stretch.line
    ids = np.append(block.top, block.ids)
    new = np.zeros(len(ids) + 1, dtype=bool)
    new[1 + np.asarray(block.fresh)] = True
    inner = np.flatnonzero(lines.grown.column[line : line + len(ids)] >= 0)
    old = inner[new[inner + 1] & ~new[inner]]
    for at in range(0, len(old), SOME):
        heeding.heed()
        some = old[at : at + SOME]
        below = ids[np.column_stack((some + 1, lines.grown.other[line + some] - line))]
        splits = splits_at(lines, line + some)
        for node_id, split, both in zip(ids[some].tolist(), splits, below.tolist(), strict=True):
            if split is not None:
                yield (node_id, split), both


def ways_of(root: Node) -> Ways:
    """Return what tells the way to each node of a tree, as `Registry.way` does: it has none."""
    places: dict[int, Place] = {}
    ahead = [root]
    while ahead:
        node = ahead.pop()
        for branch, child in enumerate(node.children):
            places[child.id] = (node.id, branch)
            ahead.append(child)

    def way(node_id: int) -> list[Place] | None:
        passed: list[Place] = []
        while node_id in places:
            node_id, _ = place = places[node_id]
            passed.append(place)
        return passed[::-1] if node_id == root.id else None

    return way
