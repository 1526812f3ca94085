"""The public face, part four: what outlives the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from .session.session import Session


class Saving:
    """The journal, the replay on other data, the report."""

    _session: Session

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
