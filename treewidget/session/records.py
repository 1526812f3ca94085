"""Lines of a journal: JSON with a checksum that covers all lines before it.

A line is ``{"check":"<32 hexadecimal digits>","record":{...}}``. The check is a BLAKE2b digest over
the check of the line before and the bytes of the record: a line that is changed, taken out, put in
or moved no longer fits. It guards against accidents; it is no signature, for there is no secret.

Whatever a line holds, reading it costs no more than the limits here allow, and its checksum is
looked at before anything in it is.
"""

from __future__ import annotations

import json
import math
import re
from hashlib import blake2b
from typing import Any, Final, NoReturn, TypeAlias

from ..errors import InvalidValueError

Record: TypeAlias = dict[str, Any]

LINE_LIMIT: Final = 8 * 2**20
"""Bytes of a line."""
LINES_LIMIT: Final = 1_000_000
"""Lines of a journal: more are neither written nor read."""
VALUES_LIMIT: Final = 400_000
"""Values in a line."""
DEPTH_LIMIT: Final = 24
"""Lists and objects inside one another."""
DIGITS_LIMIT: Final = 400
"""Digits of a number."""

START: Final = "0" * 32
"""What the first line's checksum covers in place of one before it."""
_HEAD: Final = b'{"check":"'
_MIDDLE: Final = b'","record":'
_BODY: Final = len(_HEAD) + len(START) + len(_MIDDLE)


class BadLineError(InvalidValueError):
    """A line that is not as it was written; the text says what is wrong with it."""


def checksum(before: str, body: bytes) -> str:
    """Return the checksum of a line, given that of the line before."""
    return blake2b(before.encode() + body, digest_size=16).hexdigest()


def encode(record: Record, before: str) -> tuple[bytes, str]:
    """Return a record as a line, with its end, and the line's checksum.

    Examples
    --------
    >>> line, check = encode({"do": "undo"}, START)
    >>> decode(line, START) == ({"do": "undo"}, check)
    True
    """
    body = json.dumps(record, allow_nan=False, separators=(",", ":")).encode()
    problem = _too_much(body)
    if problem or len(body) + _BODY + 2 > LINE_LIMIT:
        limit = problem or f"it is longer than {LINE_LIMIT:,} bytes"
        raise InvalidValueError(f"a journal's line cannot hold this: {limit}")
    check = checksum(before, body)
    return _HEAD + check.encode() + _MIDDLE + body + b"}\n", check


def decode(line: bytes, before: str) -> tuple[Record, str]:
    """Return the record in a line (its end may be missing), and the line's checksum.

    Raises
    ------
    BadLineError
        If the line is not what was written after the line before it.
    """
    line = line.removesuffix(b"\n")
    head, middle = line[: len(_HEAD)], line[_BODY - len(_MIDDLE) : _BODY]
    if head != _HEAD or middle != _MIDDLE or not line.endswith(b"}}"):
        raise BadLineError("it is no line of a journal")
    check, body = line[len(_HEAD) : _BODY - len(_MIDDLE)], line[_BODY:-1]
    if checksum(before, body).encode() != check:
        raise BadLineError("its checksum does not fit: it, or a line before it, was changed")
    problem = _too_much(body)
    if problem:
        raise BadLineError(problem)
    try:
        record = json.loads(
            body.decode("ascii"),
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=_constant,
        )
    except BadLineError:
        raise
    except (ValueError, RecursionError):
        raise BadLineError("it is no JSON of ours") from None
    return record, check.decode()


def _too_much(body: bytes) -> str:
    """Return what is too much in a line, looking at its bytes alone; nothing if it is all right."""
    if body.count(b",") + body.count(b"[") + body.count(b"{") > VALUES_LIMIT:
        return f"it has more than {VALUES_LIMIT:,} values"
    bare = _TEXTS.sub(b"", body.replace(b"\\\\", b"").replace(b'\\"', b""))
    depth = deepest = 0
    for byte in bare.translate(None, _NOT_BRACKETS):
        depth += 1 if byte in b"[{" else -1
        deepest = max(deepest, depth)
    return f"it is nested deeper than {DEPTH_LIMIT}" if deepest > DEPTH_LIMIT else ""


_TEXTS: Final = re.compile(rb'"[^"]*"')
_NOT_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")


def _object(pairs: list[tuple[str, Any]]) -> Record:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise BadLineError("it names one thing twice")
    return made


def _integer(text: str) -> int:
    if len(text) > DIGITS_LIMIT:
        raise BadLineError(f"it has a number of more than {DIGITS_LIMIT} digits")
    return int(text)


def _float(text: str) -> float:
    number = float(text) if len(text) <= DIGITS_LIMIT else math.inf
    if not math.isfinite(number):
        raise BadLineError("it has a number too large to be one")
    return number


def _constant(text: str) -> NoReturn:
    raise BadLineError(f"it has {text}, which is no number")
