"""Everything that changes, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .past import Past

if TYPE_CHECKING:
    from .history import History
    from .identity import Registry
    from .tree import Tree


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """Everything that changes, as one immutable value.

    Attributes
    ----------
    revision : int
        Goes up by one with every change, undo and checkpoint included.
    tree : Tree
    history : History
    registry : Registry
        The ids of all nodes there ever were.
    """

    revision: int
    tree: Tree
    history: History
    registry: Registry

    @property
    def past(self) -> Past:
        """What is known of the nodes there ever were."""
        return Past(self.history.versions, self.registry)
