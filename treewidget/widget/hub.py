"""One workspace's widgets: told of every change and of long work once, all of them in step."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Final, Protocol

from ..locks import new_lock
from ..workspace import Listener
from .alarm import ALARM
from .patches import WHOLE, make_patch, make_unfolding, make_whole
from .portion import ends_on, exceeds_page
from .progress import Ticker
from .snapshot import make_meta
from .stabilities import make_stabilities

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..data import Dataset
    from ..tree.gestures import Gesture
    from ..workspace import Busy, Workspace
    from ..workspace import State as TreeState
    from .protocol import Meta, Patch, Progress, StabilityWire

OPENED: Final = 100
"""So many branches stay open beyond the top of a tree that no page can hold: the latest."""
GATHER: Final = 0.1  # seconds in which what was found of several nodes is gathered


class Shown(Protocol):
    """A widget, as far as a hub knows it."""

    def show(self, state: TreeState) -> None:
        """Show a state of the workspace."""

    def tell(self, message: Progress) -> None:
        """Send every page a message."""

    def set_trait(self, name: str, value: object) -> None:
        """Set what pages read."""


class Hub(Listener):
    """The widgets that show one workspace.

    The workspace holds the hub as its listener; the hub holds workspace and widgets weakly, so that
    neither is kept alive by having been shown.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = weakref.ref(workspace)
        self._widgets: weakref.WeakSet[Shown] = weakref.WeakSet()
        self._default: weakref.ref[Shown] | None = None
        self._lock = new_lock()
        self._snapshot: tuple[TreeState, dict[int, None], dict[str, Any]] | None = None
        self._patch: tuple[TreeState, TreeState, Patch | None] | None = None
        self._leave: Callable[[], None] | None = None
        self._ticker = Ticker(self._tell)
        self._dataset: Dataset = workspace.dataset
        self._opened: dict[int, None] = {}
        self._forgot = False  # a branch that pages still hold open
        self._gathering = False  # what is known of splits that were checked
        self.meta: Meta = make_meta(workspace)

    def join(self, widget: Shown) -> None:
        """Keep a widget in step from now on."""
        workspace = self._workspace()
        with self._lock:
            self._widgets.add(widget)
            if self._leave is None and workspace is not None:
                self._leave = workspace.subscribe(self)

    def leave(self, widget: Shown) -> None:
        """Let a widget go; with the last one the workspace is let go too."""
        with self._lock:
            self._widgets.discard(widget)
            leave = None
            if not self._widgets:
                leave, self._leave = self._leave, None
        if leave is not None:  # not under the lock: who checks a split has the workspace's before
            leave()

    @property
    def default(self) -> Shown | None:
        """The widget that a tree shows of itself, while anybody holds it."""
        return self._default() if self._default is not None else None

    @default.setter
    def default(self, widget: Shown) -> None:
        self._default = weakref.ref(widget)

    def state(self, current: TreeState) -> dict[str, Any]:
        """Return a state as the trait holds it, computed once for all widgets."""
        snapshot, opened = self._snapshot, self._opened
        if snapshot is not None and snapshot[0] is current and snapshot[1] is opened:
            return snapshot[2]
        made = make_whole(self._dataset, current, opened)
        self._snapshot = (current, opened, made)
        return made

    def patch(self, base: TreeState, current: TreeState) -> Patch | None:
        """Return what leads from one state to another, computed once for all widgets."""
        patch = self._patch
        if patch is not None and patch[0] is base and patch[1] is current:
            return patch[2]
        forgot, self._forgot = self._forgot, False
        made = None if forgot else make_patch(self._dataset, base, current, self._opened)
        self._patch = (base, current, made)
        return made

    @property
    def opened(self) -> frozenset[int]:
        """The branches that pages opened in a tree that none of them can hold."""
        return frozenset(self._opened)

    def unfold(self, current: TreeState, node: int) -> None:
        """Send what hangs below a node and the way to it, where a page has a portion."""
        tree = current.tree
        if not exceeds_page(tree):
            return
        ends = ends_on(tree.way(node))
        with self._lock:
            before = self._opened
            opened = [*(end for end in before if end not in ends), *ends]
            self._forgot |= len(opened) > OPENED
            self._opened = dict.fromkeys(opened[-OPENED:])  # a new one: see `state`
        if ends:
            top = next((end for end in ends if end not in before), ends[0])
            self._tell(make_unfolding(self._dataset, current, top, self.opened))

    def after(self, gesture: Gesture) -> None:  # noqa: ARG002 - the state says it all
        """Show the workspace's new state in every widget."""
        workspace = self._workspace()
        if self._snapshot is not None and len(self._snapshot[0].tree) > WHOLE:
            self._snapshot = None  # of a large tree it is large, and made for few
        for widget in list(self._widgets):
            if workspace is None:
                return
            # read each time: an observer of the one before may have changed the tree
            widget.show(workspace.state)
        self._patch = None

    def progress(self, busy: Busy) -> None:
        """Pass on how far a long computation is, not too often."""
        self._ticker.hear(busy)

    def checked(self, node: int) -> None:  # noqa: ARG002 - all that is known is told
        """Show how stable splits are, a moment later: more may be found by then."""
        with self._lock:
            gathering, self._gathering = self._gathering, True
        if not gathering:
            ALARM.after(GATHER, self._tell_checked)

    def _tell_checked(self) -> None:
        self._gathering = False
        for widget in list(self._widgets):
            widget.set_trait("_stability", self.stabilities())

    def stabilities(self) -> list[StabilityWire]:
        """Return what is known of the splits that were checked last."""
        workspace = self._workspace()
        return [] if workspace is None else make_stabilities(workspace)

    def _tell(self, message: Any) -> None:  # noqa: ANN401 - a wire message
        for widget in list(self._widgets):
            widget.tell(message)


_HUBS: weakref.WeakKeyDictionary[Workspace, Hub] = weakref.WeakKeyDictionary()
_HUBS_LOCK = new_lock()


def hub_of(workspace: Workspace) -> Hub:
    """Return the one hub of a workspace."""
    with _HUBS_LOCK:
        hub = _HUBS.get(workspace)
        if hub is None:
            hub = _HUBS[workspace] = Hub(workspace)
        return hub
