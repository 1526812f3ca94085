"""The file under a journal: opened with suspicion, locked, written whole or not at all.

Only regular files, never through a symbolic link; nothing is ever written over.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..data.words import a_type, shown
from ..errors import JournalError, WrongTypeError

if TYPE_CHECKING:
    from collections.abc import Iterator

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_PLAIN: Final = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_WARY: Final = _PLAIN | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_UNWRITABLE: Final = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_FAR: Final = 2**40  # where Windows locks a byte: beyond what is ever written


def path_of(given: object) -> Path:
    """Return a path somebody gave, absolute and with "~" for home; anything else is refused."""
    text = os.fspath(given) if isinstance(given, str | os.PathLike) else None
    if not isinstance(text, str):
        raise WrongTypeError(f"a file is named by its path, not by {a_type(given)}")
    if not text.strip() or "\0" in text:
        raise JournalError(f"{text!r} is no path of a file")
    try:
        text = os.path.expanduser(text)  # noqa: PTH111 - Path's fails of a user who is not there
        where = Path(os.path.abspath(text))  # noqa: PTH100 - resolve() would follow links
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            os.lstat(where)  # says what no path can be
    except UnicodeEncodeError:
        raise JournalError(f"{text!r} is no path of a file: no file can be called so") from None
    except OSError as error:
        raise JournalError(f"{shown(text)} is no path of a file: {error.strerror}") from error
    return where


def check_free(given: object) -> Path:
    """Return the path of a journal to be made; refuse one that something has."""
    path = path_of(given)
    if os.path.isdir(path):  # noqa: PTH112 - raises nothing
        raise JournalError(f"{path} is a folder: name a file in it, as {path / 'tree.journal'}")
    if os.path.lexists(path):
        raise JournalError(
            f"there is a file {path} already, and nothing is written over: tw.load goes on with a "
            "journal; a new one needs another path"
        )
    return path


def open_file(path: Path) -> tuple[int, bool]:
    """Open a regular file that is there; return its descriptor, and whether it can be written."""
    try:
        try:
            number, writable = os.open(path, os.O_RDWR | _WARY), True
        except OSError as error:
            if error.errno not in _UNWRITABLE:
                raise
            number, writable = os.open(path, os.O_RDONLY | _WARY), False
    except OSError as error:
        raise JournalError(f"{path} cannot be opened: {_why(error, path)}") from error
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise JournalError(f"{path} is no regular file, and nothing else is written to or read")
    return number, writable


def lock(number: int, path: Path) -> None:
    """Take a file for this tree alone; the lock ends with the descriptor, or the process."""
    try:
        if sys.platform == "win32":
            os.lseek(number, _FAR, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
            os.lseek(number, 0, os.SEEK_SET)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(
            f"{path} is being written by another process: two would spoil it. Shut the other "
            "kernel down, or save to another path"
        ) from None
    except OSError as error:
        raise JournalError(
            f"{path} cannot be locked: {_why(error, path)}. Some network file systems cannot: "
            "a folder on a local disk can"
        ) from error


def create(path: Path, content: bytes) -> int:
    """Make a file with all of its content or not at all; return its descriptor, locked.

    What is there already is never written over.
    """
    draft = draft_of(path)
    try:
        number = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | _PLAIN, 0o666)
    except OSError as error:
        raise JournalError(f"{path} cannot be made: {_why(error, path)}") from error
    try:
        lock(number, path)
        append(number, content)
        _put_in_place(draft, path)
    except BaseException as error:
        os.close(number)
        with contextlib.suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            raise JournalError(f"{path} cannot be made: {_why(error, path)}") from error
        raise
    return number


def draft_of(path: Path) -> Path:
    """Return where a file is written before it gets its name, short enough for any name."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.draft")


def _put_in_place(draft: Path, path: Path) -> None:
    """Give a finished draft its name, unless something has that already."""
    try:
        os.link(draft, path)  # refuses, in one step, what is there
        draft.unlink()
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, "File exists") from None
        draft.rename(path)
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Have a folder's new entry on disk, where the system can."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def append(number: int, content: bytes) -> None:
    """Write at the end and wait until it is on the disk; raises OSError if it is not."""
    os.lseek(number, 0, os.SEEK_END)
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(number, rest) :]
    os.fsync(number)


def cut(number: int, size: int) -> None:
    """Take away what lies behind the first `size` bytes."""
    os.ftruncate(number, size)
    os.fsync(number)


def close(number: int) -> None:
    """Let go of a file, and of its lock."""
    os.close(number)


def identity(number: int) -> tuple[int, int]:
    """Return what tells a file from every other."""
    found = os.fstat(number)
    return found.st_dev, found.st_ino


def is_at(number: int, path: Path) -> bool:
    """Whether an open file is still what its path leads to."""
    try:
        found = os.lstat(path)
    except OSError:
        return False
    return (found.st_dev, found.st_ino) == identity(number)


def lines(number: int, path: Path, longest: int) -> Iterator[bytes]:
    """Yield a file's lines from its beginning.

    A line longer than `longest` comes cut off behind that and one byte; it is the last.
    """
    held, begin, at = b"", 0, 0
    while True:
        end = held.find(b"\n", begin) + 1
        if not end and len(held) - begin <= longest:
            chunk = _read(number, path, at)
            at += len(chunk)
            held, begin = held[begin:] + chunk, 0
            if chunk:
                continue
            if held:
                yield held
            return
        if not end or end - begin > longest + 1:
            yield held[begin : begin + longest + 1]
            return
        yield held[begin:end]
        begin = end


def _read(number: int, path: Path, at: int) -> bytes:
    try:
        os.lseek(number, at, os.SEEK_SET)
        return os.read(number, CHUNK)
    except OSError as error:
        raise JournalError(f"{path} cannot be read: {_why(error, path)}") from error


CHUNK: Final = 2**18
"""Bytes read at once."""


def _why(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError):
        missing = "" if path.parent.is_dir() else f" (nor a folder {path.parent})"
        return f"there is no such file{missing}"
    if isinstance(error, FileExistsError):
        return "there is a file of that name, which is never written over"
    if os.path.islink(path):  # noqa: PTH114 - raises nothing
        return "it is a symbolic link; give the path of the file itself"
    return error.strerror or type(error).__name__
