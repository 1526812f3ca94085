"""Reading a journal: what holds up to where, and what is wrong behind that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..errors import JournalError
from . import file
from .journal import Mark
from .records import LINE_LIMIT, LINES_LIMIT, START, BadLineError, decode

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .records import Record

NAME: Final = "treewidget"
FORMAT: Final = 2
READ: Final = (1, FORMAT)
"""Those that can be read: in the first, digests are over texts (`shapes.in_words`)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds.

    Attributes
    ----------
    header : dict
        The first line.
    end : Mark
        Where what holds comes to its end.
    torn : int
        Bytes of a last line that was never finished.
    open_ended : bool
        Whether the last good line lacks only its end.
    damage : str
        What is wrong with the line behind the end; empty if nothing is.
    """

    header: Record
    end: Mark
    torn: int = 0
    open_ended: bool = False
    damage: str = ""


def header_of(number: int, path: Path) -> Record:
    """Return the first line of a journal, and look at no other."""
    for line in file.lines(number, path, LINE_LIMIT):
        try:
            header, _check = decode(line, START)
        except BadLineError as error:
            raise _no_journal(path, str(error)) from None
        _check_header(header, path)
        return header
    raise _no_journal(path, "it is empty")


def _no_journal(path: Path, why: str) -> JournalError:
    return at_line(JournalError(f"{path} is no journal of treewidget: in line 1, {why}"), 1)


def scan(number: int, path: Path) -> Found:
    """Go through a file once and check every line of it.

    Raises
    ------
    JournalError
        If it is no journal, or not one this version can read.
    """
    end, header, damage, torn, ended = Mark(0, START, 0), None, "", 0, True
    for line in file.lines(number, path, LINE_LIMIT):
        problem = ""
        ended = line.endswith(b"\n")
        if len(line) > LINE_LIMIT:
            problem, ended = f"it is longer than {LINE_LIMIT:,} bytes", True
        elif end.line >= LINES_LIMIT:
            problem = f"a journal has at most {LINES_LIMIT:,} lines"
        else:
            try:
                record, check = decode(line, end.check)
            except BadLineError as error:
                problem = str(error)
        if problem:
            damage, torn = (problem, 0) if ended else ("", len(line))
            break
        header = record if header is None else header
        end = Mark(end.size + len(line), check, end.line + 1)
    if header is None:
        raise JournalError(
            f"{path} is no journal of treewidget: {damage or 'it has no whole line'}"
        )
    _check_header(header, path)
    return Found(header, end, torn, not ended and not torn, damage)


def _check_header(header: Record, path: Path) -> None:
    version = header.get("format")
    if header.get("journal") != NAME or isinstance(version, bool) or not isinstance(version, int):
        raise JournalError(f"{path} is no journal of treewidget: its first line does not say so")
    if version not in READ:
        raise JournalError(
            f"{path} has format {version}, and this version of treewidget reads up to {FORMAT}: "
            "load it with the version that wrote it, or a later one"
        )


def records(number: int, path: Path, end: Mark) -> Iterator[tuple[int, Record]]:
    """Yield the records behind the header, each with its line's number, up to a place."""
    check = START
    for at, line in enumerate(file.lines(number, path, LINE_LIMIT), start=1):
        if at > end.line:
            return
        record, check = decode(line, check)
        if at > 1:
            yield at, record


def at_line(error: JournalError, line: int) -> JournalError:
    """Return an error that knows its line."""
    error.line = line
    return error
