"""The public face: what outlives the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from .data.frame import look_at
from .ensembling import member_of
from .session import replay
from .session.construction import arguments

if TYPE_CHECKING:
    from os import PathLike
    from pathlib import Path

    from .session.replayed import Replay
    from .session.session import Session
    from .tree.look import Look


class Saving:
    """The journal, the replay on other data, the report."""

    _session: Session

    @property
    def _look(self) -> Look:  # `Looking` has it
        raise NotImplementedError

    @property
    def session(self) -> Session:
        """The session behind the tree: its journal and its looks at the test rows.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.session.journal is None
        True
        """
        return self._session

    def save(self, path: str | PathLike[str]) -> None:
        """Begin a journal: the session so far, and from now on every gesture, before it is shown.

        A gesture that cannot be written does not happen, and says why. Lines of JSON are only ever
        added, each flushed to the disk; whatever kills the process, ``tw.load(path, data)`` gives
        the tree as it was, with its history, notes, checkpoints and branches. The data itself is
        not in the file. A file that is there is never written over.

        Parameters
        ----------
        path : str or PathLike
            A new file; or the one this session is written to already, which changes nothing.

        Examples
        --------
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.save(f"{folder.name}/ward.journal")
        >>> tree.prune(2)
        tree.prune(2)  # node 2: pruned, 1 leaf fewer, error 12.5 %
        >>> again = tw.load(f"{folder.name}/ward.journal", patients)
        >>> again == tree, again.history
        (True, tree.prune(2)  # node 2: pruned, 1 leaf fewer, error 12.5 %)
        >>> folder.cleanup()
        """
        self._session.save(path)

    def replay(self, data: object, **again: Any) -> Self:  # noqa: ANN401 - construction's own
        """Return another tree: the same gestures on other data, as far as they make sense there.

        A gesture is done at the place with the same conditions, not at the node with the same
        number. Where that place is gone the gesture is refused; where the conditions on the way,
        or the split that it makes, are others now, it is done and called changed. Levels, or
        a branch of missing rows, that do not come up again are left out of a split. `replayed` of
        the new tree tells it all, step by step.

        Parameters
        ----------
        data : DataFrame
            With the columns that the tree splits on.
        **again
            Arguments of the construction given anew: `weights`, `validation` or `test` where they
            were arrays, masks or frames, which belong to the old data; and what names a class or a
            column that is gone, such as `losses`. A mask of as many rows as `data` has is taken
            over row by row if no other is given.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.note(2, "the older ones"), tree.prune(2)
        >>> later = tree.replay(patients.assign(age=patients["age"] + 1))
        >>> later.replayed
        3 steps: 0 the same, 0 with other figures, 3 changed, 0 refused
          step 0, changed: tree = tw.DecisionTree(data, target="ill")  # splits age <= 41.5 (was ...
          step 1, changed: tree.note(2, "the older ones")  # age > 41.5 was age > 40.5
          step 2, changed: tree.prune(2)  # age > 41.5 was age > 40.5
        """
        workspace = self._session.workspace
        written = self._session.construction.written(workspace.dataset)
        given = arguments(written, again, len(look_at(data, "data").frame))
        anew: Any = type(self)(data, **given)  # type: ignore[call-arg]  # the facade's constructor
        tree: Self = member_of(anew, self._session.construction.boosted)
        tree.session.replayed = replay.replay(tree.session, *self._session.in_force())
        return tree

    @property
    def replayed(self) -> Replay | None:
        """What became of each step, if this tree came of `replay` or of loading on other data.

        Examples
        --------
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> _ = tree.prune(2)
        >>> tree.replay(patients).replayed
        2 steps: 2 the same, 0 with other figures, 0 changed, 0 refused
        """
        return self._session.replayed

    def report(self, path: str | PathLike[str]) -> Path:
        """Write the session as one page of HTML, for people without Python; return its path.

        Each step with its figures, note and reason; the tree drawn and its final rules; what the
        validation rows say, and each look at the test rows, which the report does not look at
        itself. The page holds no script and asks for nothing from elsewhere.

        Parameters
        ----------
        path : str or PathLike
            Where to. Only an earlier report is written over.

        Examples
        --------
        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> tree = tw.DecisionTree(patients, target="ill")
        >>> tree.prune(2, reason="too few to tell").line
        'tree.prune(2, reason="too few to tell")'
        >>> tree.report(f"{folder.name}/ward.html").name
        'ward.html'
        >>> folder.cleanup()
        """
        with self._session.workspace.still() as state:
            look = self._look
        from .session.report import write  # noqa: PLC0415 - few need it

        return write(self._session, state, look, path)
