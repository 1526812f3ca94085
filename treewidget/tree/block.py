"""Ids that were given one after another, to all that was new in what grew below a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from ..engine.contract import Ints
    from ..induction.splits import Split
    from ..induction.stretch import Stretch
    from .ids import Numbers

    Place: TypeAlias = tuple[int, int]
    """A node's parent and its branch there."""


class Block:
    """The ids of all that grew below a node, in pre-order, of which some were new.

    What hangs below a new one is new as well, so that the ids of its branch are neighbours.

    Parameters
    ----------
    top : int
        The node's id.
    ids : range or int array
        Of those below.
    stretch : Stretch
        What grew.
    fresh : int array, optional
        Where the new ones stand among `ids`: they are neighbours, and ascend. Else all are new.
    """

    __slots__ = ("fresh", "ids", "stretch", "top")

    def __init__(self, top: int, ids: Numbers, stretch: Stretch, fresh: Ints | None = None) -> None:
        self.top = top
        self.ids = ids
        self.stretch = stretch
        self.fresh = fresh

    def __len__(self) -> int:
        """Return how many were new."""
        return len(self.ids if self.fresh is None else self.fresh)

    def __getitem__(self, at: int) -> Place:
        """Return the place of a new one."""
        above, branch = self.stretch.place(self._number(at))
        return int(self.ids[above - 1]) if above else self.top, branch

    def children(self, at: int, split: Split) -> list[int] | None:
        """Return the ids of the children that a split made of a new one when all this grew."""
        number = self._number(at)
        shift = int(self.ids[number - 1]) - number
        return [below + shift for below in self.stretch.branches(number, split)] or None

    def _number(self, at: int) -> int:
        """Return which line a new one has, counted from the node's own."""
        return 1 + (at if self.fresh is None else int(self.fresh[at]))
