"""A node: an immutable value. Edits copy the path to the root and share everything else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from ..locks import new_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..induction.region import Region
    from ..induction.splits import Split
    from .bud import Bud, Seed
    from .totals import Sums
    from .way import Way


UNNUMBERED: Final = -1
"""The id of a node that the registry has not seen yet."""
MAKING: Final = new_lock()
"""Held while children are made: they are the same for all who ask."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What a split found, and what somebody decided by hand: see `Node`."""

    gain: float | None = None
    missing_n: int = 0
    forced: bool = False
    locked: bool = False
    label: int | float | None = None
    pruned: bool = False
    note: str = ""


UNDECIDED: Final = Decided()
PRUNED: Final = Decided(pruned=True)


@dataclass(frozen=True, slots=True, eq=False, init=False)
class Node:
    """One place of the tree, with what was decided there.

    An edit copies all nodes above it, and the history keeps the copies: what is seldom changed is
    therefore an object of its own, which they share.

    Parameters
    ----------
    id : int
        Stable through every edit; `UNNUMBERED` until the registry gave it one.
    region : Region
        The rows that reach it and their figures: whether or not the node is split.
    split : Split or None
        None: a leaf.
    gain : float or None
        Weighted decrease of impurity by the split.
    missing_n : int
        Training rows here in which the split's column is missing.
    below : tuple of Node, or Bud
        The children; or what makes them when somebody first asks for them, and has them then.
    way : Way, optional
        How it grew, with all that is below it. A copy, which somebody had a hand in, has none.
    **decided
        `forced`, `locked`, `pruned` (as defined in the public face: made by hand, not to be
        changed, a leaf by hand), `label` (the prediction set by hand: a class position, or a value;
        None when there is none), `note`.

    Attributes
    ----------
    size : int
        Nodes from here down, this one included.
    sums : Sums or None
        Where `sums.figures_of` remembers what it computed.
    """

    id: int
    region: Region = field(repr=False)
    split: Split | None
    below: tuple[Node, ...] | Bud = field(repr=False)
    decided: Decided
    size: int = field(repr=False)
    way: Way | None = field(repr=False)
    sums: Sums | None = field(repr=False)

    def __init__(
        self,
        id: int,  # noqa: A002 - the attribute's name
        region: Region,
        split: Split | None = None,
        gain: float | None = None,
        *,
        missing_n: int = 0,
        below: tuple[Node, ...] | Bud = (),
        way: Way | None = None,
        **decided: Any,  # noqa: ANN401 - checked by `Decided`
    ) -> None:
        found = UNDECIDED
        if decided or gain is not None or missing_n:
            found = Decided(gain, missing_n, **decided)
        self._set(id, region, split, below, found, way=way)

    def _set(
        self,
        number: int,
        region: Region,
        split: Split | None,
        below: tuple[Node, ...] | Bud,
        decided: Decided,
        *,
        way: Way | None,
    ) -> None:
        size = 1
        if isinstance(below, tuple):
            for child in below:
                size += child.size
        else:
            size += below.size
        put = object.__setattr__
        put(self, "id", number)
        put(self, "region", region)
        put(self, "split", split)
        put(self, "below", below)
        put(self, "decided", decided)
        put(self, "size", size)
        put(self, "way", way)
        put(self, "sums", None)

    @property
    def children(self) -> tuple[Node, ...]:
        """One for each branch; made when they are first asked for, and kept."""
        below = self.below
        if isinstance(below, tuple):
            return below
        with MAKING:
            if below.made is None:  # nobody else was first
                below.made = tuple(map(_made_of, below.seeds()))
                if not below.stays:
                    object.__setattr__(self, "below", below.made)
            made: tuple[Node, ...] = below.made
        return made

    @property
    def bud(self) -> Bud | None:
        """What grew below, as lines, whether or not it was looked at.

        Nobody had a hand in it, but that some of it may have been made leaves.
        """
        below = self.below
        return None if isinstance(below, tuple) else below

    @property
    def gain(self) -> float | None:
        """Weighted decrease of impurity by the split."""
        return self.decided.gain

    @property
    def missing_n(self) -> int:
        """Training rows here in which the split's column is missing."""
        return self.decided.missing_n

    @property
    def forced(self) -> bool:
        """Whether the split was named by hand."""
        return self.decided.forced

    @property
    def locked(self) -> bool:
        """Whether no gesture may change split and label."""
        return self.decided.locked

    @property
    def label(self) -> int | float | None:
        """The prediction set by hand."""
        return self.decided.label

    @property
    def pruned(self) -> bool:
        """Whether it is a leaf by hand."""
        return self.decided.pruned

    @property
    def note(self) -> str:
        """What somebody wrote here."""
        return self.decided.note

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is split here."""
        return self.split is None

    def name(self, number: int) -> None:
        """Give a node its id, before anybody has seen it."""
        if self.id == UNNUMBERED:
            object.__setattr__(self, "id", number)
        elif self.id != number:
            raise RuntimeError(f"node {self.id} stands in the place of node {number}")

    def remember(self, sums: Sums | None) -> None:
        """Keep what was computed from this node and what hangs below it; None: keep it no more.

        The one thing of a node that changes later. What is forgotten is computed anew where it is
        needed.
        """
        object.__setattr__(self, "sums", sums)

    def but(self, **changes: Any) -> Node:  # noqa: ANN401 - the fields' own types
        """Return a copy with some fields changed."""
        copy, way = object.__new__(Node), changes.pop("way", None)
        copy._set(
            changes.pop("id", self.id),
            changes.pop("region", self.region),
            changes.pop("split", self.split),
            changes.pop("below") if "below" in changes else self.children,
            replace(self.decided, **changes) if changes else self.decided,
            way=way,
        )
        return copy

    def unsplit(self, **changes: Any) -> Node:  # noqa: ANN401 - the fields' own types
        """Return a copy that is a leaf; label, lock and note stay."""
        bare = {"split": None, "gain": None, "missing_n": 0, "below": (), "forced": False}
        return self.but(**{**bare, **changes})


def _made_of(seed: Seed) -> Node:
    number = UNNUMBERED if seed.number is None else seed.number
    if seed.below is None:
        return Node(number, seed.region, pruned=True) if seed.pruned else Node(number, seed.region)
    return Node(
        *(number, seed.region, seed.split, seed.gain),
        missing_n=seed.missing_n,
        below=seed.below,
        way=seed.way,
    )


def walk(root: Node, *, seen: bool = False) -> Iterator[Node]:
    """Yield the nodes under `root`, itself first, in pre-order; chains of any depth.

    Without what grew, if only what was decided by hand is to be `seen`: all but leaves made of it.
    """
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if not (seen and node.bud):
            stack.extend(reversed(node.children))


def with_children(node: Node, children: tuple[Node, ...]) -> Node:
    """Return the node with these children: itself when they are the ones it has."""
    same = len(children) == len(node.children) and all(
        new is old for new, old in zip(children, node.children, strict=True)
    )
    return node if same else node.but(below=children)
