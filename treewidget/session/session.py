"""The session of one tree: its journal, its looks at the test rows, and when things were done."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..data.words import counted
from ..tree.gestures import EDITS
from ..tree.tree import Tree
from ..version import __version__
from ..workspace import Listener
from . import file, fingerprint, story
from .in_force import steps_in_force
from .journal import Journal
from .reader import FORMAT, NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..data import Dataset
    from ..tree.gestures import Action, Gesture
    from ..tree.version import Version
    from ..workspace import State, Workspace
    from .construction import Construction
    from .records import Record
    from .replayed import Replay


@dataclass(frozen=True, slots=True)
class LookAtTest:
    """One look at the sealed test rows.

    Attributes
    ----------
    step : int
        The version of the tree that was looked at.
    what : str
        "score", "confusion" or "expected_cost".
    figure : float or None
        The accuracy, or R2, whatever was asked for.
    at : str
        When.
    """

    step: int
    what: str
    figure: float | None
    at: str


class Session(Listener):
    """What is known of a session besides its tree; owns the journal, if there is one.

    Parameters
    ----------
    workspace : Workspace
    construction : Construction
        What the tree was built with.
    origin : Dataset, optional
        What that was made of, where a member of a committee weighs its rows otherwise.
    """

    def __init__(
        self, workspace: Workspace, construction: Construction, origin: Dataset | None = None
    ) -> None:
        self.workspace = workspace
        self.construction = construction
        self.origin = workspace.dataset if origin is None else origin
        self.identity = secrets.token_hex(16)
        self.looks: tuple[LookAtTest, ...] = ()
        self.times: dict[int, str] = {0: story.now()}
        self.journal: Journal | None = None
        self.replayed: Replay | None = None
        workspace.subscribe(self)

    def __repr__(self) -> str:
        """Return where the session is written down, and how far it came."""
        kept = "in no file" if self.journal is None else f"in {self.journal.path}"
        steps = counted(len(self.workspace.state.history.versions) - 1, "step")
        return f"session of {steps}, {kept}"

    # ------------------------------------------------------------ what happens to the tree

    def ready(self) -> None:
        """Refuse what the journal could not hold: a growth may take a minute."""
        if self.journal is not None:
            self.journal.ready()

    def before(self, action: Action, gesture: Gesture) -> None:
        """Have the gesture on the disk."""
        if self.journal is None:
            return
        upcoming = self.workspace.upcoming or self.workspace.state
        trees = self.workspace.tree, upcoming.tree
        record = story.told(action, gesture, *trees, self.workspace.dataset)
        self.journal.gesture({**record, "at": story.now()}, gesture.revision)

    def dropped(self, gesture: Gesture) -> None:
        """Take it away again."""
        if self.journal is not None:
            self.journal.dropped(gesture.revision)

    def after(self, gesture: Gesture) -> None:
        """Remember when it was."""
        if gesture.name in EDITS:
            self.times[gesture.step] = story.now()

    def looked(self, step: int, what: str, figure: float) -> None:
        """Count a look at the test rows: on the disk first, and only then may it be shown."""
        with self.workspace.still():
            look = LookAtTest(step, what, figure, story.now())
            if self.journal is not None:
                self.journal.look(_look_record(look))
            self.looks = (*self.looks, look)

    # ------------------------------------------------------------ the journal

    def save(self, path: object) -> None:
        """Begin a journal with everything so far in it; from then on each gesture goes there."""
        where = file.path_of(path)
        with self.workspace.still() as state:
            if self.journal is not None and self.journal.is_at(where):
                return
            file.check_free(where)
            begun = Journal.begin(where, self._records(state))
            old, self.journal = self.journal, begun
        if old is not None:
            old.close(f"is not written any more: the session went on in {where}")

    def go_on(self, journal: Journal) -> None:
        """Write each gesture from now on to a journal that has everything so far."""
        self.journal = journal

    def begun(self, header: Record) -> None:
        """Take the name and the beginning of a session that is gone on with."""
        name, at = header.get("session"), header.get("at")
        if isinstance(name, str) and isinstance(at, str):
            self.identity, self.times[0] = name[:64], at[:40]

    def renamed(self) -> None:
        """Be a session of its own: another file has the one it came from."""
        self.identity = secrets.token_hex(16)

    def _records(self, state: State) -> Iterator[Record]:
        """Yield what leads to a state."""
        dataset = self.workspace.dataset
        yield self.header(state)
        for look in self.looks:
            yield _look_record(look)
        for record in story.retold(state.history, self._trees(state), dataset):
            at = self.times.get(record["step"]) if record["do"] in EDITS else None
            yield {**record, "at": at} if at else record

    def in_force(self) -> tuple[Record, list[Record]]:
        """Return what the tree was as built, and the steps in force, as `replay` takes them."""
        with self.workspace.still() as state:
            dataset, first = self.workspace.dataset, state.history.versions[0]
            records = story.retold(state.history, self._trees(state), dataset)
            return story.built(first, dataset), steps_in_force(records)

    def _trees(self, state: State) -> Callable[[Version], Tree]:
        ways = state.registry.way
        return lambda version: Tree(version.root, ways)

    def header(self, state: State) -> Record:
        """Return a journal's first line."""
        dataset, first = self.workspace.dataset, state.history.versions[0]
        return {
            "journal": NAME,
            "format": FORMAT,
            "treewidget": __version__,
            "session": self.identity,
            "at": self.times[0],
            "construction": self.construction.written(dataset),
            "frames": [fingerprint.of_kept(kept) for kept in dataset.sources],
            "roles": fingerprint.of_roles(self.origin),
            "built": story.built(first, dataset),
        }


def _look_record(look: LookAtTest) -> Record:
    return {"look": look.what, "step": look.step, "figure": look.figure, "at": look.at}


__all__ = ["LookAtTest", "Session"]
