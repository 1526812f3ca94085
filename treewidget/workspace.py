"""The one mutable object: the present tree, its history, its listeners, one lock.

It knows no file and no screen. Everything it holds is one immutable `State`, swapped in a single
assignment, so a reader sees a whole tree whatever happens on other threads.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from threading import local
from typing import TYPE_CHECKING, NoReturn

from .errors import RefusedError, StaleError, WrongTypeError
from .induction.cautions import cautions
from .induction.progress import Progress, Relay
from .induction.stability import stability
from .listener import Busy, Listener, tell
from .locks import new_lock
from .long_work import VALIDATING, long_work
from .tree.advance import advance, begin
from .tree.gestures import Action, Gesture
from .tree.growing import why_bare
from .tree.reasons import demand
from .tree.rebase import rebased
from .tree.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from .data import Dataset
    from .induction.inducer import Inducer
    from .induction.stability import Stability
    from .pruning import CrossValidation, Risk
    from .tree.editor import Editor
    from .tree.history import History
    from .tree.node import Node
    from .tree.tree import Tree

__all__ = ["Action", "Busy", "Gesture", "Listener", "Prepared", "State", "Workspace"]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A gesture computed but not yet in force."""

    action: Action
    gesture: Gesture
    base: State
    state: State


class Workspace:
    """The present tree and everything that may happen to it.

    All reading is free of locks. Everything but `state` stays as it is.

    Parameters
    ----------
    editor : Editor
        Knows the data set, the inducer and the method.
    opening : str
        The Python that builds the first tree.
    grow : bool
        Whether the method grows the first tree; else it is the root alone.
    require_reason : bool
        Whether an edit without a reason is refused, wherever it comes from.
    progress : Progress, optional
        Of the first growth.

    Attributes
    ----------
    bare : str
        Why the method made its root alone of the first tree; empty if it made more, or was not
        to grow.
    state : State
        What is in force.
    """

    def __init__(
        self,
        editor: Editor,
        opening: str,
        *,
        grow: bool = True,
        require_reason: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.editor = editor
        self.dataset: Dataset = editor.dataset
        self.inducer: Inducer = editor.inducer
        self.method = editor.method
        self.require_reason = require_reason
        self._lock = new_lock()
        self._listeners: tuple[Listener, ...] = ()
        self._jobs: dict[str, Progress] = {}
        self._stabilities: dict[int, Stability] = {}
        self._numbers = count(1)
        self._putting = local()  # a fork has none of what another thread was at
        self.state = begin(editor, opening, grow=grow, progress=progress or Progress())
        root = self.state.tree.root
        self.bare = why_bare(editor, root, self.inducer.options) if grow and root.is_leaf else ""

    def __reduce_ex__(self, _protocol: object) -> NoReturn:
        """Refuse to be copied or pickled, as its tree does."""
        raise WrongTypeError(
            "a workspace is not copied or pickled: tree.replay(data) makes a tree with another one"
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What was decided about the data, and what to heed of the options."""
        bare = (f"the root does not grow: {self.bare}",) if self.bare else ()
        return (*self.dataset.notes, *cautions(self.dataset, self.inducer.options), *bare)

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

    @property
    def upcoming(self) -> State | None:
        """What is about to come into force by this thread, while listeners are told `before`."""
        upcoming: State | None = getattr(self._putting, "state", None)
        return upcoming

    def perform(self, action: Action, progress: Progress | None = None, job: str = "") -> Gesture:
        """Check the revision, compute, tell `before`, swap, tell `after`: all under the lock.

        An exception on the way, an interrupt included, leaves everything as it was.
        """
        with self._lock:
            return self.commit(self.prepare(action, progress, job))

    def prepare(
        self, action: Action, progress: Progress | None = None, job: str = "", *, look: bool = False
    ) -> Prepared:
        """Compute a gesture from the present tree without the lock, for a worker thread.

        With `look` it is only to be looked at, and needs no reason.
        """
        base = self.state
        if not look:
            if self.require_reason:
                demand(action)
            for listener in self._listeners:
                listener.ready()
        with self._watched(*long_work(action, look=look), progress, job) as watched:
            state, action, gesture = advance(base, action, self.editor, watched)
        return Prepared(action, gesture, base, state)

    def cross_validate(
        self,
        folds: object,
        risk: Risk,
        seed: int | None,
        progress: Progress | None = None,
        job: str = "",
    ) -> CrossValidation:
        """Cross-validate the method's own growth; no tree is looked at, and none changes."""
        with self._watched(VALIDATING, None, progress, job) as watched:
            return self.editor.cross_validate(self.history, folds, risk, seed, watched)

    def check(self, nodes: Sequence[Node], progress: Progress | None = None, job: str = "") -> None:
        """Find out how stable some nodes' splits are; no tree changes, what is known stands."""
        new = [node for node in nodes if node.id not in self._stabilities]
        if not new:
            return
        text = f"checking node {new[0].id}" if len(new) == 1 else f"checking {len(new):,} splits"
        left = sum(node.region.train.n for node in new)
        with self._watched(text, new[0].id, progress, job) as watched:
            for node in new:
                n = node.region.train.n
                stage = watched.stage(n / max(left, 1))  # a branch may have no rows at all
                found = stability(self.inducer, node.region, stage, f"node {node.id}")
                self._stabilities[node.id] = found
                left -= n
                for listener in self._listeners:
                    tell(listener.checked, node.id)

    @property
    def stabilities(self) -> dict[int, Stability]:
        """What `check` has found so far, by node: an id is one place of the data for good."""
        return dict(self._stabilities)

    def commit(self, prepared: Prepared, progress: Progress | None = None) -> Gesture:
        """Put a prepared gesture in force; `StaleError` if the tree is another one meanwhile.

        With `progress`, one that was cancelled while this waited for the lock is not put in force.
        """
        with self._lock:
            if progress is not None:
                progress.step(1.0)
            if self.upcoming is not None:  # it may be written down already: no other comes before
                raise RefusedError(
                    f"{prepared.action.name} comes while another change is being put in force: a "
                    "listener changes the tree in after(), not in before()"
                )
            prepared = self._on_present(prepared)
            self._put_in_force(prepared)
            for listener in self._listeners:
                tell(listener.after, prepared.gesture)
        return prepared.gesture

    @contextmanager
    def still(self) -> Iterator[State]:
        """Let nothing happen to the tree for a moment."""
        with self._lock:
            yield self.state

    @property
    def is_free(self) -> bool:
        """Whether no other thread is changing the tree just now: an edit would not have to wait."""
        free = self._lock.acquire(blocking=False)
        if free:
            self._lock.release()
        return free

    def cancel(self, job: str) -> bool:
        """Ask the long computation of that name to stop; whether there is one."""
        progress = self._jobs.get(job)
        if progress is not None:
            progress.cancel()
        return progress is not None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of everything from now on; call what comes back to stop.

        Who subscribes twice hears all twice, and stops twice.
        """
        held = [listener]
        with self._lock:
            self._listeners = (*self._listeners, listener)

        def leave() -> None:
            with self._lock:
                if held:
                    held.clear()
                    at = [one is listener for one in self._listeners].index(True)
                    self._listeners = self._listeners[:at] + self._listeners[at + 1 :]

        return leave

    def _put_in_force(self, prepared: Prepared) -> None:
        told: list[Listener] = []
        self._putting.state = prepared.state
        try:
            for listener in self._listeners:
                told.append(listener)
                listener.before(prepared.action, prepared.gesture)
            self.state = prepared.state
        except BaseException:
            if self.state is not prepared.state:  # an interrupt may come right after it was put
                for listener in told:
                    tell(listener.dropped, prepared.gesture)
            raise
        finally:
            self._putting.state = None

    def _on_present(self, prepared: Prepared) -> Prepared:
        """Return a prepared gesture as one on the present tree: it outlives notes and names."""
        if self.state is prepared.base:
            return prepared
        found = rebased(prepared.base, prepared.state, self.state, self.editor)
        if found is None:
            raise StaleError(
                f"{prepared.action.name} was computed on revision {prepared.base.revision} of the "
                f"tree, which moved on to revision {self.revision} meanwhile: nothing was changed; "
                "do it again"
            )
        state, gesture = found
        return Prepared(prepared.action, gesture, self.state, state)

    def watched(self, text: str) -> AbstractContextManager[Progress]:
        """Give long work that changes nothing a progress listeners hear of and `cancel` reaches."""
        return self._watched(text, None, None, "")

    @contextmanager
    def _watched(
        self, text: str, seen: int | None, outer: Progress | None, job: str
    ) -> Iterator[Progress]:
        """Give long work a progress that listeners hear of and `cancel` reaches."""
        if not text:
            yield outer or Progress()
            return
        job = job or f"job-{next(self._numbers)}"

        def say(share: float, *, end: bool = False) -> None:
            for listener in self._listeners:
                tell(listener.progress, Busy(job, text, seen, share, end))

        progress = Relay(say, outer, lambda: say(1.0, end=True))
        try:  # an interrupt may come at any time
            self._jobs[job] = progress
            say(0.0)
            yield progress
        finally:
            self._jobs.pop(job, None)
            say(1.0, end=True)
