"""Arguments as JSON holds them, and back: a few tags for what JSON has no word for.

Nothing here names a class to be made or a function to be called: what a file says can only ever
become None, a boolean, a number, a text, an instant, a list or a dict.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypeAlias

import numpy as np
import pandas as pd

from ..data.words import a_type
from ..errors import InvalidValueError, WrongTypeError

Plain: TypeAlias = Any
"""None, bool, int, float (finite), str, or lists and string-keyed dicts of them."""

FLOATS: Final = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}
DEEPEST: Final = 5


def to_plain(value: object, depth: int = 0) -> Plain:
    """Return a value as JSON holds it, so that `from_plain` gives an equal one.

    Examples
    --------
    >>> to_plain({1: "a", 2: float("inf")})
    {'map': [[1, 'a'], [2, {'float': 'inf'}]]}

    Raises
    ------
    WrongTypeError
        If it is nothing that can be written down.
    """
    if isinstance(value, np.generic | np.ndarray):
        value = value.tolist()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else {"float": str(float(value))}
    if isinstance(value, datetime) and not pd.isna(value):
        return {"time": pd.Timestamp(value).isoformat()}
    return _nested(value, depth + 1)


def _nested(value: object, depth: int) -> Plain:
    if depth > DEEPEST:
        raise WrongTypeError(f"a value nested deeper than {DEEPEST} cannot be written down")
    if isinstance(value, Mapping):
        pairs = value.items()
        return {"map": [[to_plain(key, depth), to_plain(item, depth)] for key, item in pairs]}
    if isinstance(value, list | tuple):
        items = [to_plain(item, depth) for item in value]
        return items if isinstance(value, list) else {"tuple": items}
    raise WrongTypeError(f"{a_type(value)} cannot be written down")


def from_plain(value: Plain) -> Any:  # noqa: ANN401 - whatever was written down
    """Return what `to_plain` wrote down; refuses anything else.

    Examples
    --------
    >>> from_plain({"map": [[1, "a"], [2, {"float": "inf"}]]})
    {1: 'a', 2: inf}
    """
    if isinstance(value, list):
        return [from_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1:
        (tag, inner), *_ = value.items()
        reader = READERS.get(tag)
        if reader is not None:
            return reader(inner)
    raise InvalidValueError(f"no value is written like this: {sorted(map(str, value))[:5]}")


def _tuple(inner: Plain) -> tuple[Any, ...]:
    return tuple(from_plain(item) for item in _list(inner))


def _map(inner: Plain) -> dict[Any, Any]:
    made = {}
    for pair in _list(inner):
        key, item = _list(pair, 2)
        key = from_plain(key)
        try:
            made[key] = from_plain(item)
        except TypeError:
            raise InvalidValueError("the key of a mapping is a single value") from None
    return made


def _float(inner: Plain) -> float:
    if isinstance(inner, str) and inner in FLOATS:
        return FLOATS[inner]
    raise InvalidValueError("a number that is no number is inf, -inf or nan")


def _time(inner: Plain) -> pd.Timestamp:
    try:
        instant = pd.Timestamp(inner) if isinstance(inner, str) and len(inner) < 50 else None  # noqa: PLR2004
    except (ValueError, OverflowError):
        instant = None
    if not isinstance(instant, pd.Timestamp):
        raise InvalidValueError("an instant is a date and time as ISO 8601 writes it")
    return instant


def _list(inner: Plain, length: int | None = None) -> list[Any]:
    if not isinstance(inner, list) or (length is not None and len(inner) != length):
        raise InvalidValueError("a list is wanted here")
    return inner


READERS: Final = {"tuple": _tuple, "map": _map, "float": _float, "time": _time}
