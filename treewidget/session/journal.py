"""The journal: every gesture is on the disk before it is on the screen."""

from __future__ import annotations

import contextlib
import os
import weakref
from typing import TYPE_CHECKING, Final, NamedTuple

from ..errors import InvalidValueError, JournalError
from ..locks import after_fork, new_lock
from . import file
from .records import LINES_LIMIT, START, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from .records import Record


class Mark(NamedTuple):
    """A place between two lines: its byte, the checksum up to there, and the lines before it."""

    size: int
    check: str
    line: int


class Journal:
    """One file, open for this tree alone.

    Parameters
    ----------
    path : Path
    number : int
        The file's descriptor, locked.
    end : Mark
        Where it ends.
    """

    def __init__(self, path: Path, number: int, end: Mark) -> None:
        self.path = path
        self.end = end
        self._number = number
        self._lock = new_lock()
        self._process = os.getpid()
        self._why_not = ""
        self._torn = False  # something may lie behind the end, and it is ours
        # the last gesture: its revision, and what was before it
        self._last: tuple[int, Mark] | None = None
        self._close = weakref.finalize(self, _close, number, os.getpid())
        OPEN[file.identity(number)] = self

    @classmethod
    def begin(cls, path: Path, records: Iterable[Record]) -> Journal:
        """Make a journal with these records in it, all of them or none."""
        content = bytearray()
        check, line = START, 0
        for record in records:
            text, check = _encoded(record, check, path, line)
            content += text
            line += 1
        return cls(path, file.create(path, bytes(content)), Mark(len(content), check, line))

    @classmethod
    def resume(cls, path: Path, number: int, end: Mark, *, open_ended: bool) -> Journal:
        """Go on behind a place of a file that is open and locked; what lies there is taken away."""
        try:
            file.cut(number, end.size)
            if open_ended:
                file.append(number, b"\n")
                end = end._replace(size=end.size + 1)
        except OSError as error:
            raise JournalError(f"{path} cannot be written: {error.strerror}") from error
        return cls(path, number, end)

    @property
    def is_open(self) -> bool:
        """Whether it can be written."""
        return not self._why_not and self._close.alive and self._process == os.getpid()

    def is_at(self, path: Path) -> bool:
        """Whether it is open and its file is the one of that path."""
        return self.is_open and file.is_at(self._number, path)

    def gesture(self, record: Record, revision: int) -> None:
        """Write a gesture that leads to a revision of the tree, and wait until it is on the disk.

        The one before it that never came into force, if any, is taken away: the tree then reaches
        the same revision twice.
        """
        with self._lock:
            if self._last is not None and self._last[0] >= revision:
                self._back()
            mark = self.end
            self._last = revision, mark  # before it is written: an interrupt may come at any time
            self._write(record)

    def look(self, record: Record) -> None:
        """Write what is no gesture."""
        with self._lock:
            self._last = None
            self._write(record)

    def ready(self) -> None:
        """Refuse where nothing can be written any more."""
        with self._lock:
            self._expect_file()

    def dropped(self, revision: int) -> None:
        """Take the gesture away that was to lead to that revision: it did not come into force."""
        with self._lock:
            if self._last is not None and self._last[0] == revision:
                self._back()

    @contextlib.contextmanager
    def held(self) -> Iterator[int]:
        """Write nothing for a moment; yields a second descriptor of the file, and of its lock."""
        with self._lock:
            yield os.dup(self._number)

    def close(self, why: str = "was closed") -> None:
        """Write no more, and let go of the file."""
        with self._lock:
            self._why_not = self._why_not or why
            self._close()

    def _write(self, record: Record) -> None:
        self._check()
        line, check = _encoded(record, self.end.check, self.path, self.end.line)
        self._torn = True
        try:
            file.append(self._number, line)
        except OSError as error:
            self._undo_write()
            raise JournalError(
                f"nothing was changed, because {self.path} cannot be written: "
                f"{error.strerror or type(error).__name__}"
            ) from error
        self.end = Mark(self.end.size + len(line), check, self.end.line + 1)
        self._torn = False

    def _expect_file(self) -> None:
        """Refuse where the file is another's, closed or gone."""
        if self._process != os.getpid():
            raise JournalError(
                f"{self.path} belongs to the process that opened it, not to its fork"
            )
        if not self.is_open:
            raise JournalError(f"nothing was changed: the journal {self.path} {self._why_not}")
        if not file.is_at(self._number, self.path):
            raise JournalError(
                f"nothing was changed: {self.path} was moved or deleted, and a gesture would be "
                "lost there. Put it back, or tree.save(path) begins another journal"
            )

    def _check(self) -> None:
        """Refuse to write where it would be lost."""
        self._expect_file()
        if self._torn:
            self._undo_write()
            if self._torn:
                raise JournalError(f"nothing was changed: the journal {self.path} {self._why_not}")
        elif os.fstat(self._number).st_size != self.end.size:
            raise JournalError(
                f"nothing was changed: {self.path} was changed by another program; "
                "tree.save(path) begins another journal"
            )

    def _back(self) -> None:
        """Go back to before the last gesture."""
        if self._last is not None and self.is_open:
            self.end, self._torn = self._last[1], True
            self._last = None
            self._undo_write()

    def _undo_write(self) -> None:
        """Take away what lies behind the end; a journal where that fails is written no more."""
        try:
            file.cut(self._number, self.end.size)
            self._torn = False
        except OSError as error:
            self._why_not = (
                f"cannot be written any more ({error.strerror}): tree.save(path) begins another"
            )


OPEN: Final[weakref.WeakValueDictionary[tuple[int, int], Journal]] = weakref.WeakValueDictionary()
"""The journals this process has open, by their files."""


def _encoded(record: Record, check: str, path: Path, lines: int) -> tuple[bytes, str]:
    if lines >= LINES_LIMIT:
        raise JournalError(
            f"nothing was changed: {path} has {lines:,} lines, and no journal has more; "
            "tree.save(path) begins another, without the moves that lead nowhere"
        )
    try:
        return encode(record, check)
    except (InvalidValueError, ValueError, RecursionError) as error:
        raise JournalError(f"nothing was changed: {path} cannot hold this: {error}") from error


def _close(number: int, process: int) -> None:
    if os.getpid() == process:
        with contextlib.suppress(OSError):
            os.close(number)


def _let_go() -> None:
    """Close what belongs to the parent of a process just forked: the lock would outlive it."""
    for journal in list(OPEN.values()):
        if journal._close.alive:  # noqa: SLF001 - of this module; else the number is another file's
            with contextlib.suppress(OSError):
                os.close(journal._number)  # noqa: SLF001


after_fork(_let_go)

__all__ = ["OPEN", "Journal", "Mark"]
