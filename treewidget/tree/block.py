"""Ids that were given together, to all that was new in what grew below a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from .ids import at_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from ..induction.splits import Split
    from ..induction.stretch import Stretch
    from .ids import Numbers

    Place: TypeAlias = tuple[int, int]
    """A node's parent and its branch there."""

NOWHERE: Final = -1


class Block:
    """The ids of all that grew below a node, in pre-order, of which some were new.

    Parameters
    ----------
    top : int
        The node's id.
    ids : range or int array
        Of those below. All of a range are new.
    stretch : Stretch
        What grew.
    fresh : int array, optional
        Where the new ones stand among `ids`: they are neighbours, and ascend.
    """

    __slots__ = ("_fresh", "ids", "stretch", "top")

    def __init__(self, top: int, ids: Numbers, stretch: Stretch, fresh: Ints | None = None) -> None:
        self.top = top
        self.ids = ids
        self.stretch = stretch
        self._fresh = range(len(ids)) if fresh is None else fresh

    @property
    def is_plain(self) -> bool:
        """Whether all of them were new."""
        return isinstance(self.ids, range)

    def __len__(self) -> int:
        """Return how many were new."""
        return len(self._fresh)

    def __getitem__(self, at: int) -> Place:
        """Return the place of a new one."""
        above, branch = self.stretch.place(int(self._fresh[at]) + 1)
        return self._id(above), branch

    def children(self, node_id: int, split: Split) -> list[int]:
        """Return the ids of the children that a split made of a node, if all were new then."""
        number = 0 if node_id == self.top else node_id - self.ids[0] + 1
        return [self._id(below) for below in self.stretch.branches(number, split)]

    def _id(self, number: int) -> int:
        return int(self.ids[number - 1]) if number else self.top


@dataclass(frozen=True, slots=True, eq=False)
class Stood:
    """Where some ids stood in a growth.

    Attributes
    ----------
    lines : Lines
    of : int array
        Which of the ids that were asked for.
    line : int array
        The line of each.
    shift : int array, optional
        What leads from lines near each one to their ids, where they are neighbours;
    ids : int array, optional
        or the ids of all lines.
    """

    lines: Lines
    of: Ints
    line: Ints
    shift: Ints | None = None
    ids: NDArray[np.int32] | None = None

    def below(self, which: Ints) -> NDArray[np.integer[Any]]:
        """Return the ids of the children of some of them, all being split in two."""
        line = self.line[which]
        below: Ints = np.column_stack((line + 1, self.lines.grown.other[line]))
        if self.ids is not None:
            return self.ids[below]
        return below if self.shift is None else below + self.shift[which, None]


class Grove:
    """All blocks of one growth in which ids are new and old: which of its lines each id has.

    Parameters
    ----------
    lines : Lines
    """

    __slots__ = ("_blocks", "_sorted", "ids", "lines")

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.ids = np.full(len(lines.grown.column), NOWHERE, dtype=np.int32)
        self._blocks = 0
        self._sorted: tuple[int, NDArray[np.int32], Ints] = 0, self.ids[:0], np.zeros(0, np.int64)

    def add(self, block: Block) -> None:
        """Take up a block."""
        line, size = block.stretch.line, block.stretch.size
        self.ids[line] = block.top
        self.ids[line + 1 : line + size] = at_places(block.ids, np.arange(size - 1))
        self._blocks += 1

    def find(self, ids: NDArray[np.int32]) -> Stood:
        """Return where some ids stood."""
        line = self.lines_of(ids)
        of = np.flatnonzero(line >= 0)
        return Stood(self.lines, of, line[of], ids=self.ids)

    def lines_of(self, ids: NDArray[np.int32]) -> Ints:
        """Return the line of each of some ids; -1 of others."""
        blocks, ascending, line = self._sorted
        if blocks != self._blocks:
            blocks = self._blocks  # asked before the ids: more may come meanwhile
            known = np.flatnonzero(self.ids != NOWHERE)
            line = known[np.argsort(self.ids[known])]
            ascending = self.ids[line]
            self._sorted = blocks, ascending, line
        at = np.minimum(np.searchsorted(ascending, ids), len(ascending) - 1)
        found: Ints = np.where(ascending[at] == ids, line[at], NOWHERE)
        return found
