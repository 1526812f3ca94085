"""Messages from a browser, checked like any request from outside.

The shapes are `protocol.py`'s own types: what a `TypedDict` says is what is let through, no key
more. On top of the types stand limits: size, depth, length, range. Nothing here knows the tree.
"""

from __future__ import annotations

import math
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ..errors import InvalidValueError, UnknownNameError, suggestion
from . import protocol
from .protocol import OPERATIONS, Cancel, Hello, Request

Message: TypeAlias = Request | Cancel | Hello

DEPTH_LIMIT: Final = 8
SAFE_INTEGER: Final = 2**53 - 1
KINDS: Final[dict[str, type]] = {"request": Request, "cancel": Cancel, "hello": Hello}

TEXT_LIMITS: Final = {
    "text": protocol.NOTE_LIMIT,
    "reason": protocol.NOTE_LIMIT,
    # a level of an ordered column is named by its label, however long that is
    "thresholds[]": protocol.LABEL_LIMIT,
    "include": protocol.LABEL_LIMIT,
}
LENGTH_LIMITS: Final = {
    "thresholds": protocol.THRESHOLDS_LIMIT,
    "groups": protocol.LEVELS_LIMIT,
    "groups[]": protocol.LEVELS_LIMIT,
}
RANGES: Final = {
    "levels": (1, SAFE_INTEGER),
    "leaves": (1, SAFE_INTEGER),
    "limit": (1, protocol.ROWS_LIMIT),
    "folds": (2, SAFE_INTEGER),
}


class MalformedError(InvalidValueError):
    """A message that no view of ours would send."""


def parse(content: object) -> Message:
    """Return a message with every part of it checked.

    Parameters
    ----------
    content : object
        What arrived: whatever JSON can hold, and perhaps more.

    Raises
    ------
    MalformedError
        If it is too large, too deep, or not of the form `protocol` describes.
    UnknownNameError
        If it asks for an operation there is not.
    """
    _measure(content)
    if not isinstance(content, dict):
        raise MalformedError(f"a message is an object, not {_name(content)}")
    kind = content.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise MalformedError(f"a message's kind is one of {', '.join(KINDS)}, not {_short(kind)}")
    if kind == "request":
        operation = content.get("op")
        if isinstance(operation, str) and operation not in OPERATIONS:
            raise UnknownNameError(
                f"no operation is called {_short(operation)}{suggestion(operation, OPERATIONS)}"
            )
    _check(content, KINDS[kind], kind)
    if kind == "request":
        _check(content["args"], OPERATIONS[content["op"]][0], "args")
    return cast("Message", content)


def message_id(content: object) -> str:
    """Return the id to answer under: the message's own if it has one fit to be sent back."""
    identity = content.get("id") if isinstance(content, dict) else None
    if isinstance(identity, str) and len(identity) <= protocol.NAME_LIMIT and is_text(identity):
        return identity
    return ""


def is_text(value: str) -> bool:
    """Return whether a string can be sent on: half a surrogate pair cannot be encoded."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_integer(value: object) -> bool:
    """Return whether a value is a whole number of JSON's (and no boolean) that JavaScript holds."""
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and -SAFE_INTEGER <= value <= SAFE_INTEGER
    )


def _measure(content: object) -> None:
    """Refuse what is too large or too deep, without recursion and before anything else is read."""
    size = 0
    stack: list[tuple[object, int]] = [(content, 0)]
    while stack:
        value, depth = stack.pop()
        if depth > DEPTH_LIMIT:
            raise MalformedError(f"the message is nested deeper than {DEPTH_LIMIT}")
        size += len(value) + 2 if isinstance(value, str) else 2
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                raise MalformedError("an object's names are texts")
            size += sum(map(len, value))
            stack.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            stack.extend((item, depth + 1) for item in value)
        if size + 2 * len(stack) > protocol.MESSAGE_LIMIT:
            raise MalformedError(
                f"the message is longer than {protocol.MESSAGE_LIMIT:,} characters"
            )


@cache
def _fields(shape: type) -> dict[str, tuple[bool, Any]]:
    """Return the fields of a TypedDict: whether each must be there, and its type."""
    fields = {}
    for name, annotation in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(annotation) is NotRequired
        fields[name] = (not optional, get_args(annotation)[0] if optional else annotation)
    return fields


def _check(value: object, annotation: Any, name: str) -> None:  # noqa: ANN401 - a type of any form
    """Refuse a value that is not what the annotation says; `name` is the field it stands in."""
    origin = get_origin(annotation)
    if is_typeddict(annotation):
        _check_fields(value, annotation, name)
    elif origin is list:
        _check_list(value, get_args(annotation)[0], name)
    elif origin is dict:
        _check_dict(value, get_args(annotation)[1], name)
    elif annotation is object:
        pass  # it is looked at by those who know what it is
    elif origin is Literal:
        if not isinstance(value, str) or value not in get_args(annotation):
            raise MalformedError(f"{name} is one of {get_args(annotation)}, not {_short(value)}")
    else:
        members = get_args(annotation) if origin in {Union, UnionType} else (annotation,)
        _check_scalar(value, members, name)


def _check_fields(value: object, shape: type, name: str) -> None:
    if not isinstance(value, dict):
        raise MalformedError(f"{name} is an object, not {_name(value)}")
    fields = _fields(shape)
    for key in value:
        if key not in fields:
            raise MalformedError(f"{name} has no field {_short(key)}{suggestion(key, fields)}")
    for key, (required, annotation) in fields.items():
        if key in value:
            _check(value[key], annotation, key)
        elif required:
            raise MalformedError(f"{name} needs the field {key!r}")


def _check_list(value: object, item: Any, name: str) -> None:  # noqa: ANN401 - a type of any form
    if not isinstance(value, list):
        raise MalformedError(f"{name} is a list, not {_name(value)}")
    limit = LENGTH_LIMITS.get(name, protocol.LEVELS_LIMIT)
    if len(value) > limit:
        raise MalformedError(f"{name} has {len(value):,} items; at most {limit:,} are taken")
    for entry in value:
        _check(entry, item, f"{name}[]")


def _check_dict(value: object, item: Any, name: str) -> None:  # noqa: ANN401 - a type of any form
    if not isinstance(value, dict):
        raise MalformedError(f"{name} is an object, not {_name(value)}")
    for key, entry in value.items():
        _check_text(key, f"a name in {name}")
        _check(entry, item, f"{name}[]")


def _check_scalar(value: object, members: tuple[Any, ...], name: str) -> None:
    """Check a value against a union of scalars and literals."""
    if isinstance(value, str):
        words = [word for member in members for word in get_args(member)]
        if value not in words:
            if str not in members:
                raise MalformedError(f"{name} is no text: {_short(value)}")
            _check_text(value, name)
    elif isinstance(value, bool) or value is None:
        if type(value) not in members and not (value is None and NoneType in members):
            raise MalformedError(f"{name} cannot be {_name(value)}")
    elif is_integer(value) and (int in members or float in members):
        low, high = RANGES.get(name, (0, SAFE_INTEGER))
        if float not in members and not low <= cast("int", value) <= high:
            raise MalformedError(f"{name} is {value}; it lies between {low} and {high}")
    elif not (isinstance(value, float) and float in members and math.isfinite(value)):
        raise MalformedError(f"{name} cannot be {_short(value)}")


def _check_text(value: str, name: str) -> None:
    limit = TEXT_LIMITS.get(name, protocol.NAME_LIMIT)
    if len(value) > limit:
        raise MalformedError(f"{name} has {len(value):,} characters; at most {limit:,} are taken")
    if not is_text(value):
        raise MalformedError(f"{name} holds half a character (a lone surrogate)")


def _name(value: object) -> str:
    """Return what a value is, in JSON's words."""
    names = {dict: "an object", list: "a list", str: "text", bool: "a boolean", NoneType: "null"}
    return names.get(type(value), "a number")


def _short(value: object) -> str:
    """Return a value as it may stand in an error: short, and safe to send on."""
    if isinstance(value, dict | list):
        return _name(value)
    if isinstance(value, int) and not is_integer(value) and not isinstance(value, bool):
        return "a number this large"
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004
