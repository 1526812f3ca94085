"""What grew at one place of a growth, as lines: its nodes one by one, or figures of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from .line_splits import part_of, splits_of
from .region import Region

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints
    from ..engine.growing import Grown
    from .growth import Sprout
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

    def sprouts(self, region: Region) -> tuple[Sprout, ...]:
        """Return what grew in each branch of the place, whose region is given."""
        return tuple(map(self.lines.sprout, self.lines.below(self.line), self.regions(region)))

    def place(self, number: int) -> tuple[int, int]:
        """Return what stands above one of them, and in which branch there it is."""
        above = int(self.lines.above[self.line + number])
        return above - self.line, int(above + 1 != self.line + number)

    def branches(self, number: int, split: Split) -> list[int]:
        """Return what stands in the branches of one of them; nothing if that is not its split."""
        line = self.line + number
        if self.lines.grown.column[line] != split.column or self.lines.line(line).split != split:
            return []  # most are of other columns: their lines need not be made
        return [below - self.line for below in self.lines.below(line)]

    def same_as(self, other: Stretch) -> bool:
        """Whether at another place of the same rows the same grew, by the same splits."""
        return self.size == other.size and all(
            np.array_equal(one, two)
            for one, two in zip(self._decisions(), other._decisions(), strict=True)
        )

    def _decisions(self) -> Iterator[NDArray[Any]]:
        """Give what the splits from here down are made of, the place's own first."""
        grown, begin, end = self.lines.grown, self.line, int(self.lines.ends[self.line])
        for each in (grown.column, grown.low, grown.high, grown.missing):
            yield each[begin:end]
        if len(grown.group) > 1:
            group = grown.group[begin : end + 1]
            yield np.diff(group)
            yield grown.levels[group[0] : group[-1]]

    # ------------------------------------------------------------ of all that is below

    def _below(self, *, held: bool = False) -> Grown:
        """Return the lines behind the first."""
        end = int(self.lines.ends[self.line])
        return part_of(self._grown(held=held), slice(self.line + 1, end))

    def _grown(self, *, held: bool) -> Grown:
        """Return the growth, or where the validation rows went in it."""
        return cast("Grown", self.lines.held) if held else self.lines.grown

    @property
    def stats(self) -> Floats:
        """The statistics of each line below."""
        return self._below().stats

    @property
    def depths(self) -> NDArray[np.int32]:
        """The depth of each line below."""
        return self.lines.depth[self.line + 1 : int(self.lines.ends[self.line])]

    @property
    def columns(self) -> NDArray[np.int32]:
        """The column that splits each line below; -1 at a leaf."""
        return self._below().column

    def splits(self) -> list[Split | None]:
        """Return the split of each line below."""
        return splits_of(self._below(), self.lines.dataset)

    def gains(self) -> list[float | None]:
        """Return the gain of each line below."""
        grown = self._below()
        gains = zip(grown.gain.tolist(), grown.column.tolist(), strict=True)
        return [gain if column >= 0 else None for gain, column in gains]

    def missing(self) -> Ints:
        """Return how many rows of each line below lack what splits them."""
        column = self._below().column
        lacking = np.zeros(len(column), dtype=np.int64)
        for number in np.unique(column[column >= 0]).tolist():
            gaps = self.lines.dataset.columns[number].codes[self._rows()] < 0
            if gaps.any():
                here = column == number
                lacking[here] = self._counted(gaps)[here]
        return lacking

    def histograms(self, *, held: bool = False) -> NDArray[np.int64]:
        """Return the rows in each bin of the target, shape (lines below, bins)."""
        target = self.lines.dataset.target
        bins = target.bins[self._rows(held=held)]
        marks = (bins == number for number in range(len(target.edges) - 1))
        return np.stack([self._counted(marked, held=held) for marked in marks], axis=1)

    def _rows(self, *, held: bool = False) -> NDArray[np.uint32]:
        """Return the rows of the place."""
        grown = self._grown(held=held)
        return grown.rows[grown.begin[self.line] : grown.end[self.line]]

    def _counted(self, marked: NDArray[np.bool_], *, held: bool = False) -> NDArray[np.int64]:
        """Return how many of its rows are marked, for each line below."""
        grown, first = self._below(held=held), self._grown(held=held).begin[self.line]
        upto = np.append(0, np.cumsum(marked))
        found: NDArray[np.int64] = upto[grown.end - first] - upto[grown.begin - first]
        return found
