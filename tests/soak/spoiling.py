"""Ways to spoil a message or the lines of a journal."""

from __future__ import annotations

import copy
import json
import math

from treewidget.session import records

DEEP = object()  # stands for lists in lists, too many to be copied
WORDS = ["node", "args", "x", "op", "id", "kind", "revision", "\ud800", "__class__", "text", ""]
JUNK = [
    *(None, True, False, -1, 0, 1, 7, 2**31, 2**53, -(2**70), 10**400, 0.5, -0.0, 1e308),
    *(math.nan, math.inf, -math.inf, "", "a", "own", "\ud800", "\x00", "x" * 30_000, "🌳"),
    *("__class__", "1e999", "0" * 5_000, "'" * 99, "2024-02-30", "nan", "../../etc/passwd"),
    *([], {}, [[]], [{}], {"a": {"b": {}}}, [None] * 3_000, {"kind": "request"}, DEEP),
    *(b"bytes", (1,), {1: 2}, {None: None}, set(), object()),
]


def junk(draw):
    """Return something of no use, made anew."""
    made = draw.choice(JUNK)
    if made is not DEEP:
        return copy.deepcopy(made)
    made = None
    for _ in range(2_000):
        made = [made]
    return made


def mutated(draw, message):
    """Return a message with one to three things wrong somewhere."""
    if draw.random() < 0.01:
        return junk(draw)
    message = copy.deepcopy(message)
    for _ in range(draw.randint(1, 3)):
        place = message
        while keys := list(place) if isinstance(place, dict) else list(range(len(place))):
            key = draw.choice(keys)
            if isinstance(place[key], dict | list) and draw.random() < 0.6:
                place = place[key]
                continue
            _spoil(draw, place, key)
            break
    return message


def _spoil(draw, place, key):
    what = draw.random()
    if what < 0.2:
        del place[key]
    elif what < 0.35 and isinstance(place, dict):
        place[draw.choice(WORDS)] = place.pop(key)
    elif what < 0.45 and isinstance(place, list):
        place.extend([place[key]] * draw.choice([1, 100]))
    else:
        place[key] = junk(draw)


def bytewise(draw, lines):
    """Return the file with bytes changed, lost, doubled, or cut off."""
    content = bytearray(b"".join(lines))
    for _ in range(draw.choice([1, 1, 2, 20])):
        at = draw.randrange(len(content))
        how = draw.random()
        if how < 0.4:
            content[at] = draw.randrange(256)
        elif how < 0.6:
            del content[at : at + draw.choice([1, 10, 1_000])]
        elif how < 0.8:
            content[at:at] = draw.randbytes(draw.choice([1, 30]))
        else:
            del content[at:]
        if not content:
            break
    return bytes(content)


def linewise(draw, lines):
    """Return the file with lines lost, doubled, moved, or of another kind."""
    lines = list(lines)
    at, to = draw.randrange(len(lines)), draw.randrange(len(lines))
    how = draw.random()
    if how < 0.25:
        del lines[at]
    elif how < 0.5:
        lines[at], lines[to] = lines[to], lines[at]
    elif how < 0.75:
        lines.insert(at, lines[to])
    else:
        lines.insert(at, draw.choice([b"\n", b"{}\n", b"\0" * 50, b"[" * 9_000 + b"\n"]))
    return b"".join(lines)


def valuewise(draw, lines):
    """Return the file with values changed and checksums that fit: somebody wants it to load."""
    found = [json.loads(line)["record"] for line in lines]
    at = draw.randrange(len(found))
    found[at] = mutated(draw, found[at])
    content, check = b"", records.START
    for record in found:
        try:
            body = json.dumps(record).encode()
        except (TypeError, ValueError, RecursionError):
            body = b'{"deep":' + b"[" * 5_000 + b"]" * 5_000 + b"}"
        check = records.checksum(check, body)
        content += b'{"check":"' + check.encode() + b'","record":' + body + b"}\n"
    return content
