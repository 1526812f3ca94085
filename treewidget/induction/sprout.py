"""What grew from a region. Nobody changes it; of lines it is made when somebody asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .progress import COUNTED
from .stretch import Stretch
from .uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .lines import Lines
    from .progress import Progress
    from .region import Region
    from .splits import Split


class Sprout:
    """What grew from a region. Nobody changes it.

    Parameters
    ----------
    region : Region
    split : Split or None
        None: a leaf.
    gain : float or None
        Impurity decrease of the split.
    children : tuple of Sprout, or Stretch
        Lines of a growth: they are made when they are first asked for.

    Attributes
    ----------
    size : int
        Nodes from here down, this one included.
    """

    __slots__ = ("_below", "gain", "region", "size", "split")

    def __init__(
        self,
        region: Region,
        split: Split | None = None,
        gain: float | None = None,
        children: tuple[Sprout, ...] | Stretch = (),
    ) -> None:
        self.region = region
        self.split = split
        self.gain = gain
        self._below = children
        self.size = 1
        if isinstance(children, tuple):
            for child in children:
                self.size += child.size
        else:
            self.size = children.size

    @property
    def children(self) -> tuple[Sprout, ...]:
        """What grew in each branch."""
        if not isinstance(self._below, tuple):
            self._below = sprouts_below(self._below, self.region)
        return self._below

    @property
    def unmade(self) -> Stretch | None:
        """What grew below, while nobody has asked for it."""
        return None if isinstance(self._below, tuple) else self._below

    def walk(self) -> Iterator[Sprout]:
        """Go through what grew, in pre-order."""
        stack = [self]
        while stack:
            sprout = stack.pop()
            yield sprout
            stack += reversed(sprout.children)


@uncollected()
def sprouts_of(lines: Lines, regions: Sequence[Region], progress: Progress) -> list[Sprout]:
    """Return what grew from each region, where lines began."""
    starts = zip(lines.grown.starts.tolist(), regions, strict=True)
    return [_at(lines, line, at) for line, at in progress.over(starts, len(regions), COUNTED)]


def sprouts_below(stretch: Stretch, region: Region) -> tuple[Sprout, ...]:
    """Return what grew in each branch of a place, whose region is given."""
    lines = stretch.lines
    below = zip(lines.below(stretch.line), stretch.regions(region), strict=True)
    return tuple(_at(lines, line, at) for line, at in below)


def _at(lines: Lines, line: int, region: Region) -> Sprout:
    """Return what grew at a line, whose region is given."""
    split, gain = lines.line(line)[:2]
    if split is None:
        return Sprout(region)
    below = Stretch(lines, line)
    if not lines.in_columns:
        gain = lines.shown_gain(region, split, below.regions(region), gain)
    return Sprout(region, split, gain, below)
