"""What grew below a node, as lines: a large growth makes those nodes that are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..induction.sprout import sprouts_below
from .ids import at_places, in_short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.region import Region
    from ..induction.splits import Split
    from ..induction.sprout import Sprout
    from ..induction.stretch import Stretch
    from .ids import Numbers
    from .way import Way

    CountMissing = Callable[[Region, Split], int]

WORTH: Final = 32
"""From so many nodes on lines are asked instead of them."""
MANY: Final = 200
"""More nodes than that which grow where others stood are held against those as lines; fewer are
gone through, as what comes out as it was is shared then."""
WIDE: Final = 2
"""And more than that to a level."""
OFTEN: Final = 512
"""After so many nodes, which may have to be made, a loop tells how far it is."""


class Seed(NamedTuple):
    """What a node is made of that is first asked for.

    Attributes
    ----------
    number : int or None
        Its id, if the registry gave it one.
    region : Region
    split : Split or None
    gain : float or None
    missing_n : int
        Training rows here in which the split's column is missing.
    below : Bud or None
        What grew below it.
    way : Way or None
        How it grew.
    pruned : bool
        Whether it was made a leaf by hand.
    """

    number: int | None
    region: Region
    split: Split | None = None
    gain: float | None = None
    missing_n: int = 0
    below: Bud | None = None
    way: Way | None = None
    pruned: bool = False


class Bud:
    """All that grew below a node: by hand nothing was decided there but where it ends.

    Parameters
    ----------
    region : Region
        The node's.
    stretch : Stretch
        What grew there, as lines.
    missing : callable
        Counts the training rows of a region that lack a split's column.
    way : Way or None
        How each part of it grew.
    ids : range or int array, optional
        Those of all nodes below, in pre-order; None until the registry gave them.

    Attributes
    ----------
    made : tuple of Node or None
        The children, once somebody has looked at them.
    """

    __slots__ = ("_missing", "_region", "_way", "ids", "made", "stretch")

    def __init__(
        self,
        region: Region,
        stretch: Stretch,
        missing: CountMissing,
        way: Way | None,
        ids: Numbers | None = None,
    ) -> None:
        self._region = region
        self._missing = missing
        self._way = way
        self.stretch = stretch
        self.ids = ids
        self.made: tuple[Any, ...] | None = None

    @property
    def size(self) -> int:
        """Nodes below."""
        return self.stretch.size - 1

    @property
    def stays(self) -> bool:
        """Whether lines tell all that the nodes made of them do, and sooner."""
        return are_many(self.size) and self.ids is not None and self.stretch.lines.in_columns

    @property
    def tops(self) -> list[int]:
        """The ids of the children."""
        stretch = self.stretch
        return self.ids_at(np.array(stretch.lines.below(stretch.line)))

    @property
    def known(self) -> Numbers:
        """The ids of all nodes below, which the registry has given."""
        if self.ids is None:
            raise RuntimeError("what grew is asked for its ids before it has them")
        return self.ids

    @property
    def pruned(self) -> int:
        """How many leaves of it were made by hand."""
        stretch = self.stretch
        return int(stretch.lines.pruned[stretch.line : stretch.line + stretch.size].sum())

    def left(self, stays: NDArray[np.bool_], leaves: NDArray[np.bool_]) -> Bud:
        """Return what is left where only some nodes below stay, of which some become leaves."""
        ids = in_short(at_places(self.known, np.flatnonzero(stays)))
        lines = (np.append(own, marks) for own, marks in ((True, stays), (False, leaves)))
        stretch = self.stretch.left(*lines, by_hand=True)
        return Bud(self._region, stretch, self._missing, None, ids)

    def ids_at(self, lines: Ints) -> list[int]:
        """Return the ids of nodes below, given by their lines."""
        found: list[int] = at_places(self.known, lines - (self.stretch.line + 1)).tolist()
        return found

    def seeds(self) -> Iterator[Seed]:
        """Give what the children are made of."""
        at, lines = 0, self.stretch.lines
        below = zip(
            lines.below(self.stretch.line), sprouts_below(self.stretch, self._region), strict=True
        )
        for line, sprout in below:
            ids = None if self.ids is None else self.ids[at : at + sprout.size]
            yield self._seed(sprout, ids, pruned=bool(lines.pruned[line]))
            at += sprout.size

    def _seed(self, sprout: Sprout, ids: Numbers | None, *, pruned: bool) -> Seed:
        """Return what makes a child, given the ids of it and of all below it."""
        number = None if ids is None else int(ids[0])
        region, split = sprout.region, sprout.split
        if split is None or sprout.unmade is None:
            return Seed(number, region, pruned=pruned)
        ids = None if ids is None else ids[1:]
        below = Bud(region, sprout.unmade, self._missing, self._way, ids)
        missing = self._missing(region, split)
        return Seed(number, region, split, sprout.gain, missing, below, self._way)

    @property
    def is_wide(self) -> bool:
        """Whether it is soonest held against what grew there before line by line, all at once."""
        return is_wide(self.stretch)


def is_wide(stretch: Stretch) -> bool:
    """Whether what grew is soonest held against what grew there before level by level."""
    lines = stretch.lines
    return stretch.size > max(MANY, WIDE * len(lines.levels)) and lines.in_columns


def are_many(nodes: int) -> bool:
    """Whether so many nodes are worth arrays: a few are made sooner."""
    return nodes >= WORTH
