"""What journal and views hear of the tree, and how they are told."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from .tree.gestures import Action, Gesture

_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class Listener:
    """What journal and views are told. Subclass it and override what matters."""

    def ready(self) -> None:
        """Refuse a gesture before it is computed, where `before` would refuse any."""

    def before(self, action: Action, gesture: Gesture) -> None:
        """Persist the gesture, or veto it by raising: it then never happened.

        Nothing may change the tree meanwhile: what is to follow waits for `after`.
        """

    def dropped(self, gesture: Gesture) -> None:
        """Forget the gesture that `before` told of: it did not come into force after all."""

    def after(self, gesture: Gesture) -> None:
        """Show the new state: the workspace already has it."""

    def progress(self, busy: Busy) -> None:
        """Show how far a long computation is; may come from another thread."""

    def checked(self, node: int) -> None:
        """Show how stable a node's split is, which is known now; may come from another thread."""


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


def tell(hear: Callable[[T], None], news: T) -> None:
    """Tell one listener; what goes wrong there is its own affair, the gesture stands."""
    try:
        hear(news)
    except Exception:  # noqa: BLE001 - a view must not undo what is done
        _LOG.exception("a listener failed")
