"""The public face: a tree out of a journal."""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from .data.frame import look_at
from .data.words import counted
from .decision_tree import DecisionTree
from .ensembling import member_of
from .errors import (
    DataChangedError,
    InvalidValueError,
    JournalError,
    JournalWarning,
    TreeWidgetError,
    warn,
)
from .induction.option_checks import one_of
from .session import file, reader, replay, resume
from .session.construction import arguments, boosted_of, given_otherwise
from .session.in_force import steps_in_force
from .session.journal import OPEN, Journal
from .session.reader import at_line
from .session.resume import UnlikeError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from .session.reader import Found


def load(
    path: str | os.PathLike[str],
    data: object,
    *,
    on_change: Literal["refuse", "replay"] = "refuse",
    recover: bool | str | os.PathLike[str] = False,
    **again: Any,  # noqa: ANN401 - what the tree was built with
) -> DecisionTree:
    """Return the tree of a journal as it was at its last gesture, and go on writing there.

    Nothing in the file is ever executed. A last line that was not finished when the process was
    killed is dropped, with a warning: its gesture had not happened yet.

    Parameters
    ----------
    path : str or PathLike
        What ``tree.save(path)`` or ``DecisionTree(journal=path)`` began.
    data : DataFrame
        The same data. Where it differs, the error says in what.
    on_change : {"refuse", "replay"}, default "refuse"
        "replay" does on other data what still makes sense; `tree.replayed` tells what became of
        each step. The tree is then not written to the journal: it is another one.
    recover : bool or path, default False
        Of a file with a damaged line give what stands before it, and go on in a new file: the one
        named here, or one beside it whose name is said in a warning.
    **again
        What the journal has no place for: arrays and frames that were given as `target`,
        `weights`, `validation` or `test`. What was written down may be given anew, too.

    Raises
    ------
    JournalError
        If the file is no journal, is damaged (`line` says where), or is in use elsewhere.
    DataChangedError
        If the data is not what the tree was built on; `differences` lists in what.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = f"{folder.name}/ward.journal"
    >>> tree = tw.DecisionTree(patients, target="ill", journal=path)
    >>> _ = tree.checkpoint("as grown"), tree.prune(2)
    >>> tw.load(path, patients).history.code() == tree.history.code()
    True
    >>> tw.load(path, patients.assign(age=patients["age"] + 1))
    Traceback (most recent call last):
    ...
    treewidget.errors.DataChangedError: ... column 'age' has other values (25 to 64, ...
    >>> folder.cleanup()
    """
    changed = one_of("on_change", on_change, ("refuse", "replay"))
    loading = _Loading(file.path_of(path), data, again)
    with loading.opened():
        try:
            return loading.same(recover)
        except (DataChangedError, UnlikeError):
            if changed == "refuse":
                raise
        return loading.replayed(recover)


class _Loading:
    """One call of `load`.

    Parameters
    ----------
    path : Path
    data : object
        The frame, as it was given.
    again : mapping
        Arguments given anew.
    """

    def __init__(self, path: Path, data: object, again: Mapping[str, Any]) -> None:
        self.path = path
        self.data = data
        self.again = again
        self.number = -1
        self.writable = False
        self.kept_open = False

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the file, and close it at the end unless a journal has it by then."""
        self.number, self.writable = file.open_file(self.path)
        try:
            yield
        finally:
            if not self.kept_open:
                file.close(self.number)

    def same(self, recover: object) -> DecisionTree:
        """Return the tree on the data it was built on, and go on writing."""
        header = reader.header_of(self.number, self.path)
        self._refuse_changes(resume.changes_of_frame(header, look_at(self.data, "data").frame))
        if recover is False and not self.writable:
            raise JournalError(
                f"{self.path} cannot be written, and a session goes on in its journal: "
                'recover="another path" goes on there'
            )
        with self._alone() as old:
            found = reader.scan(self.number, self.path)
            tree = self._built(header)
            otherwise = given_otherwise(header.get("construction"), self.again)
            changes = resume.changes_of_roles(header, tree.session.workspace.dataset)
            self._refuse_changes([*changes, *otherwise] if changes else [])
            tree = self._member(tree, header)
            why = f"{', '.join(otherwise)} (leave that out)" if otherwise else resume.UNKNOWN
            resume.check_built(header, tree.session, why)
            tree.session.begun(header)
            lines = reader.records(self.number, self.path, found.end)
            done, problem = resume.perform(tree.session, lines, why)
            problem = problem or _damage(found)
            if problem is not None and recover is False:
                raise self._hinted(problem, done)
            _warn_of_tear(found, self.path)
            self._go_on(tree, found, problem, recover)
            if self.kept_open and old is not None:
                old.close(
                    "was taken over by a later tw.load: work on that tree, or tree.save(path)"
                )
        return tree

    @contextmanager
    def _alone(self) -> Iterator[Journal | None]:
        """Lock the file; a tree of this process that has it waits, and keeps it if this fails."""
        old = OPEN.get(file.identity(self.number))
        if old is None or not old.is_open:
            file.lock(self.number, self.path)
            yield None
            return
        with old.held() as number:
            own, self.number = self.number, number  # an interrupt finds each with one owner
            file.close(own)
            yield old

    def replayed(self, recover: object) -> DecisionTree:
        """Return the tree that the same gestures make of other data."""
        found = reader.scan(self.number, self.path)
        problem = _damage(found)
        if problem is not None and recover is False:
            raise self._hinted(problem, found.end.line)
        _warn_of_tear(found, self.path)
        if problem is not None:
            text = f"{self.path}: {problem}; what stands before it was replayed"
            warn(text, JournalWarning)
        records = reader.records(self.number, self.path, found.end)
        steps = steps_in_force(record for _line, record in records)
        tree = self._member(self._built(found.header), found.header)
        tree.session.replayed = replay.replay(tree.session, found.header.get("built"), steps)
        return tree

    def _built(self, header: Mapping[str, Any]) -> DecisionTree:
        rows = len(look_at(self.data, "data").frame)
        try:
            given = arguments(header.get("construction"), self.again, rows)
        except InvalidValueError as error:
            raise at_line(JournalError(f"line 1 of {self.path}: {error}"), 1) from error
        try:
            return DecisionTree(self.data, **given)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
            if isinstance(error, TreeWidgetError):
                raise
            said = f"line 1 of {self.path} builds no tree: {error}"
            raise at_line(JournalError(said), 1) from error

    def _member(self, tree: DecisionTree, header: Mapping[str, Any]) -> DecisionTree:
        """Return the member of the tree's committee that a session is of, if it is of one."""
        try:
            made: DecisionTree = member_of(tree, boosted_of(header.get("construction")))
        except InvalidValueError as error:
            raise at_line(JournalError(f"line 1 of {self.path}: {error}"), 1) from error
        return made

    def _refuse_changes(self, changes: Sequence[str]) -> None:
        if not changes:
            return
        error = DataChangedError(
            f"{self.path} was made on other data: {'; '.join(changes)}. Load it with the data it "
            'was made on; on_change="replay" does what still makes sense on these, and reports'
        )
        error.differences = tuple(changes)
        raise error

    def _hinted(self, problem: JournalError, done: int) -> JournalError:
        before = counted(done - 1, "gesture")
        told = type(problem)(
            f"{self.path}: {problem}; recover=True gives the {before} before it, and goes on in a "
            "new file"
        )
        told.line = problem.line
        return told

    def _go_on(
        self, tree: DecisionTree, found: Found, problem: JournalError | None, recover: object
    ) -> None:
        """Write on in the same file, or in a new one where this one is damaged."""
        if problem is None and self.writable and not _is_path(recover):
            ended = {"open_ended": found.open_ended}
            tree.session.go_on(Journal.resume(self.path, self.number, found.end, **ended))
            self.kept_open = True
            return
        beside = file.path_of(recover) if _is_path(recover) else _beside(self.path)
        tree.session.renamed()
        tree.session.save(beside)
        if problem is not None:
            warn(
                f"{self.path}: {problem}; what stands before it is here, and goes on in {beside}",
                JournalWarning,
            )


def _damage(found: Found) -> JournalError | None:
    """Return what is wrong with the line behind the last that holds; None if all lines do."""
    if not found.damage:
        return None
    line = found.end.line + 1
    return at_line(JournalError(f"line {line} is damaged: {found.damage}"), line)


def _is_path(recover: object) -> bool:
    return not isinstance(recover, bool)


def _beside(path: Path) -> Path:
    """Return a free name beside a file's own."""
    ends = (f".recovered{number if number > 1 else ''}{path.suffix}" for number in count(1))
    names = (path.with_name(path.stem + end) for end in ends)
    return next(name for name in names if not os.path.lexists(name))


def _warn_of_tear(found: Found, path: Path) -> None:
    if found.torn:
        warn(
            f"the last line of {path} was never finished ({counted(found.torn, 'byte')}): it is "
            "dropped, and its gesture had not happened yet",
            JournalWarning,
        )
