"""A tree while it is pruned: what may be changed, wherever it came from.

Pruning that only cuts needs nothing but arrays. Subtree raising moves splits to other rows, so it
works on parts, which are made of a growth or of a tree and turned back into one afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from ..induction.progress import COUNTED
from ..induction.region import Region
from ..induction.sprout import Sprout

if TYPE_CHECKING:
    from ..induction.progress import Progress
    from ..induction.splits import Split

T = TypeVar("T")
Divide: TypeAlias = Callable[[Region, "Split"], Sequence[Region]]
"""Parts a region by a split."""


@dataclass(slots=True, eq=False)
class Part:
    """A node that may be cut or raised.

    Attributes
    ----------
    region : Region
    split : Split or None
        None: a leaf.
    children : list of Part
    origin : object
        What it was made of. A part that was raised has its place's own, `split_from` tells whose
        split it took.
    split_from : object
        The origin of the node whose split stands here.
    label : float or None
        What it predicts, where somebody set that by hand.
    kept : bool
        It is neither cut nor raised, and nothing above it is.
    estimate : float
        The errors that are predicted here.
    wrong : tuple of two floats, or None
        The weight of its rows, and how much of it is wrong as a leaf, where that is known.
    """

    region: Region
    split: Split | None
    children: list[Part]
    origin: Any
    split_from: Any
    label: float | None = None
    kept: bool = False
    estimate: float = field(default=0.0)
    wrong: tuple[float, float] | None = None

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is split here."""
        return self.split is None

    def cut(self) -> None:
        """Make it a leaf."""
        self.split, self.children = None, []

    def take(self, other: Part) -> None:
        """Let another part's split and children stand here: they are of the same rows."""
        self.split, self.children = other.split, other.children
        self.split_from = other.split_from

    def walk(self) -> Iterator[Part]:
        """Go through what hangs here, itself first, in pre-order."""
        stack = [self]
        while stack:
            part = stack.pop()
            yield part
            stack += reversed(part.children)

    def fold(self, make: Callable[[Part, tuple[T, ...]], T], heeding: Progress) -> T:
        """Compute a value from those of the children, bottom-up."""
        done: list[T] = []
        parts = list(self.walk())
        for part in heeding.over(reversed(parts), len(parts), COUNTED):
            done.append(make(part, tuple(done.pop() for _ in part.children)))
        return done[0]


def of_sprout(sprout: Sprout, heeding: Progress) -> Part:
    """Return a growth as parts."""
    done: list[Part] = []
    for here in heeding.over(reversed(list(sprout.walk())), sprout.size):
        children = [done.pop() for _ in here.children]
        done.append(Part(here.region, here.split, children, here, here))
    return done[0]


def sprout_of(
    part: Part, gain_at: Callable[[Region, Split], float | None], heeding: Progress
) -> Sprout:
    """Return parts of a growth as a growth; what nobody changed is the very same object.

    `gain_at` gives the gain of a split that was raised.
    """

    def made(here: Part, children: tuple[Sprout, ...]) -> Sprout:
        old: Sprout = here.origin
        if here.split is None:
            same = old.region is here.region and old.split is None
            return old if same else Sprout(here.region)
        if here.split_from is not old or here.region is not old.region:
            gain = gain_at(here.region, here.split)
            return Sprout(here.region, here.split, gain, children)
        same = all(new is was for new, was in zip(children, old.children, strict=True))
        return old if same else Sprout(old.region, old.split, old.gain, children)

    return part.fold(made, heeding)


def reapplied(part: Part, region: Region, divide: Divide, heeding: Progress) -> Part:
    """Return a part's splits applied to other rows."""
    top = replace(part, region=region, children=[], wrong=None)
    ahead = [(part, top)]
    for old, new in heeding.emptying(ahead, 1, 1):
        if old.split is None:
            continue
        regions = divide(new.region, old.split)
        new.children = [
            Part(there, child.split, [], child.origin, child.split_from, child.label, child.kept)
            for child, there in zip(old.children, regions, strict=True)
        ]
        ahead.extend(zip(old.children, new.children, strict=True))
    return top
