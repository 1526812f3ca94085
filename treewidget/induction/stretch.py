"""What grew at one place of a growth, as lines: its nodes one by one, or figures of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .line_columns import splits_at
from .region import Region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from .lines import Lines
    from .splits import Split


class Stretch:
    """What grew at one line of a growth: the lines below it, one after the other.

    Lines are counted from the place itself, which is 0.
    """

    __slots__ = ("line", "lines")

    def __init__(self, lines: Lines, line: int) -> None:
        self.lines = lines
        self.line = line

    @property
    def size(self) -> int:
        """Return the number of lines."""
        return int(self.lines.ends[self.line]) - self.line

    def regions(self, region: Region) -> tuple[Region, ...]:
        """Return the region of each branch of the place, whose own is given."""
        column = int(self.lines.grown.column[self.line])
        depth, measured = region.depth + 1, region.measured | 1 << column
        below = [self.lines.line(line) for line in self.lines.below(self.line)]
        return tuple(Region(depth, *made[2:], measured) for made in below)

    def place(self, number: int) -> tuple[int, int]:
        """Return what stands above one of them, and in which branch there it is."""
        above = int(self.lines.above[self.line + number])
        return above - self.line, int(above + 1 != self.line + number)

    def branches(self, number: int, split: Split) -> list[int]:
        """Return what stands in the branches of one of them; nothing if that is not its split."""
        line = self.line + number
        if self.lines.grown.column[line] != split.column:
            return []
        if splits_at(self.lines, slice(line, line + 1)) != [split]:  # its neighbours are not asked
            return []
        return [below - self.line for below in self.lines.below(line)]

    def same_as(self, other: Stretch) -> bool:
        """Whether at another place of the same rows the same grew, by the same splits."""
        return self.size == other.size and all(
            np.array_equal(one, two)
            for one, two in zip(self._decisions(), other._decisions(), strict=True)
        )

    def left(
        self, stays: NDArray[np.bool_], leaves: NDArray[np.bool_], *, by_hand: bool
    ) -> Stretch:
        """Return what is left of it where only some lines stay, of which some become leaves."""
        kept = np.flatnonzero(stays)
        return Stretch(self.lines.left(self.line + kept, leaves[kept], by_hand=by_hand), 0)

    def _decisions(self) -> Iterator[NDArray[Any]]:
        """Give what the splits from here down are made of, the place's own first."""
        grown, begin, end = self.lines.grown, self.line, int(self.lines.ends[self.line])
        for each in (grown.column, grown.low, grown.high, grown.missing, self.lines.pruned):
            yield each[begin:end]
        if len(grown.group) > 1:
            group = grown.group[begin : end + 1]
            yield np.diff(group)
            yield grown.levels[group[0] : group[-1]]
