"""One version of the tree: what the history is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .tree import Tree

if TYPE_CHECKING:
    from .gestures import Action, Gesture
    from .node import Node
    from .totals import TreeFigures


@dataclass(frozen=True, slots=True, eq=False)
class Version:
    """One version of the tree.

    Attributes
    ----------
    step : int
        Its number: unique, never used again; 0 is the construction.
    parent : Version or None
        What it was made from.
    length : int
        Gestures from the construction to here.
    root, subtree : Node
        The tree, and what is new of it; all else is shared with `parent`, but for the nodes above.
    figures : TreeFigures
    action : Action or None
        What made it; None for the construction.
    gesture : Gesture or None
        What that did.
    """

    step: int
    parent: Version | None = field(repr=False)
    length: int
    root: Node = field(repr=False)
    subtree: Node = field(repr=False)
    figures: TreeFigures
    action: Action | None = None
    gesture: Gesture | None = None

    @property
    def tree(self) -> Tree:
        """The tree of this version (indexed anew at each call: keep it)."""
        return Tree(self.root)
