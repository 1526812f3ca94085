"""Ids that were given together, to all that was new in what grew below a node."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ..induction.line_pairs import same_splits
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

    def _id(self, number: int) -> int:
        return int(self.ids[number - 1]) if number else self.top

    def children(self, node_id: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a node when all this grew."""
        (number,) = self._numbers(np.array([node_id])).tolist()
        below = self.stretch.branches(number, split) if number >= 0 else []
        return [self._id(number) for number in below] or None

    def below(self, ids: NDArray[np.int32], lines: Lines, where: Ints) -> NDArray[np.int32]:
        """Return the ids of the children that splits made of nodes when all this grew.

        See `Ledger.below`.
        """
        found = np.zeros((len(ids), 2), dtype=np.int32)
        numbers, mine = self._numbers(ids), self.stretch.lines
        here = np.flatnonzero(numbers >= 0)
        there = self.stretch.line + numbers[here]
        alike = same_splits(lines, where[here], mine, there)
        here, there = here[alike], there[alike]
        behind = self.stretch.line + 1
        found[here, 0] = at_places(self.ids, there + 1 - behind)
        found[here, 1] = at_places(self.ids, mine.grown.other[there] - behind)
        return found

    def _numbers(self, ids: NDArray[np.integer]) -> Ints:
        """Return which line each of some ids has, counted from the node's own; -1 of others."""
        if isinstance(self.ids, range):
            number = ids.astype(np.int64) - self.ids.start + 1
            inside = (number > 0) & (number <= len(self.ids))
        else:
            order, ascending = self._ascending
            at = np.minimum(np.searchsorted(ascending, ids), len(order) - 1)
            number, inside = order[at] + 1, ascending[at] == ids
        return np.where(ids == self.top, 0, np.where(inside, number, -1))

    @cached_property
    def _ascending(self) -> tuple[Ints, NDArray[np.int32]]:
        order = np.argsort(np.asarray(self.ids))
        return order, np.asarray(self.ids)[order]
