"""A node: an immutable value. Edits copy the path to the root and share everything else."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..induction.region import Region
    from ..induction.splits import Split
    from .sums import Sums

T = TypeVar("T")

UNNUMBERED: Final = -1
"""The id of a node that the registry has not seen yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One place of the tree, with what was decided there.

    Attributes
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
    children : tuple of Node
        One for each branch.
    forced, locked, pruned : bool
        As defined in the public face: made by hand, not to be changed, a leaf by hand.
    label : int, float or None
        The prediction set by hand: a class position, or a value; None when there is none.
    note : str
    size : int
        Nodes from here down, this one included.
    sums : Sums or None
        Where `sums.figures_of` remembers what it computed.
    """

    id: int
    region: Region = field(repr=False)
    split: Split | None = None
    gain: float | None = None
    missing_n: int = 0
    children: tuple[Node, ...] = field(default=(), repr=False)
    forced: bool = False
    locked: bool = False
    label: int | float | None = None
    pruned: bool = False
    note: str = ""
    size: int = field(default=1, init=False, repr=False)
    sums: Sums | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        """Count the nodes."""
        if self.children:
            size = 1
            for child in self.children:
                size += child.size
            object.__setattr__(self, "size", size)

    def remember(self, sums: Sums | None) -> None:
        """Keep what was computed from this node and what hangs below it; None: keep it no more.

        The one thing of a node that changes. What is forgotten is computed anew where it is needed.
        """
        object.__setattr__(self, "sums", sums)

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is split here."""
        return self.split is None

    def but(self, **changes: Any) -> Node:  # noqa: ANN401 - the fields' own types
        """Return a copy with some fields changed."""
        return replace(self, **changes)

    def unsplit(self, **changes: Any) -> Node:  # noqa: ANN401 - the fields' own types
        """Return a copy that is a leaf; label, lock and note stay."""
        bare = replace(self, split=None, gain=None, missing_n=0, children=(), forced=False)
        return replace(bare, **changes) if changes else bare


def walk(root: Node) -> Iterator[Node]:
    """Yield the nodes under `root`, itself first, in pre-order; chains of any depth."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(node.children))


def fold(root: Node, make: Callable[[Node, tuple[T, ...]], T]) -> T:
    """Compute a value for `root` from its children's values, bottom-up, without recursion.

    Children are made before their parents; among siblings the last comes first.
    """
    done: list[T] = []
    for node in reversed(list(walk(root))):
        done.append(make(node, tuple(done.pop() for _ in node.children)))
    return done[0]


def with_children(node: Node, children: tuple[Node, ...]) -> Node:
    """Return the node with these children: itself when they are the ones it has."""
    same = len(children) == len(node.children) and all(
        new is old for new, old in zip(children, node.children, strict=True)
    )
    return node if same else replace(node, children=children)
