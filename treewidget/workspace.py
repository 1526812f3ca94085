"""The one mutable object: the present tree, its history, its listeners, one lock.

It knows no file and no screen. Everything it holds is one immutable `State`, swapped in a single
assignment, so a reader sees a whole tree whatever happens on other threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .data import Dataset
    from .induction.inducer import Inducer, Progress
    from .tree.gestures import Action, Gesture
    from .tree.history import History
    from .tree.identity import Registry
    from .tree.tree import Tree


@dataclass(frozen=True, slots=True)
class State:
    """Everything that changes, as one immutable value."""

    revision: int
    tree: Tree
    history: History
    registry: Registry


@dataclass(frozen=True, slots=True)
class Busy:
    """A long computation under way, as told to listeners.

    Attributes
    ----------
    job : str
        Its name: the one given to `prepare` or `perform`, or one made up. `Workspace.cancel` takes
        it.
    text : str
        "growing node 3".
    node : int or None
    share : float
        0 to 1, never going back.
    end : bool
        The last word on this job, however it ended.
    """

    job: str
    text: str
    node: int | None
    share: float
    end: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """A gesture computed but not yet in force."""

    action: Action
    gesture: Gesture
    base: State
    state: State


class Listener:
    """What journal and views are told. Subclass it and override what matters."""

    def before(self, action: Action, gesture: Gesture) -> None:
        """Persist the gesture, or veto it by raising: it then never happened."""

    def after(self, gesture: Gesture) -> None:
        """Show the new state: the workspace already has it."""

    def progress(self, busy: Busy) -> None:
        """Show how far a long computation is; may come from another thread."""


class Workspace:
    """The present tree and everything that may happen to it.

    All reading is free of locks. `dataset` and `inducer` never change.
    """

    dataset: Dataset
    inducer: Inducer
    state: State

    @property
    def tree(self) -> Tree:
        """The present tree (immutable)."""
        return self.state.tree

    @property
    def history(self) -> History:
        """The present history (immutable)."""
        return self.state.history

    @property
    def revision(self) -> int:
        """Goes up by one with every change, undo and checkpoint included."""
        return self.state.revision

    def perform(self, action: Action, progress: Progress | None = None, job: str = "") -> Gesture:
        """Check the revision, compute, tell `before`, swap, tell `after`: all under the lock."""
        raise NotImplementedError

    def prepare(self, action: Action, progress: Progress | None = None, job: str = "") -> Prepared:
        """Compute a gesture from the present tree without the lock, for a worker thread."""
        raise NotImplementedError

    def commit(self, prepared: Prepared) -> Gesture:
        """Put a prepared gesture in force; `StaleError` if the tree moved on meanwhile."""
        raise NotImplementedError

    def cancel(self, job: str) -> bool:
        """Ask the long computation of that name to stop; whether there is one."""
        raise NotImplementedError

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of everything from now on; call what comes back to stop."""
        raise NotImplementedError
