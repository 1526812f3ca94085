"""What tells one frame from another: names, kinds and a digest of every column.

The digest is of the values and not of how they lie in memory: float32 and float64, a text column of
pandas 2 and of pandas 3, polars and pandas give the same one when they say the same.
"""

from __future__ import annotations

import re
import sys
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from ..data.calendar import Calendar
from ..data.columns import each_column
from ..data.levels import plain_value
from ..data.values import understand
from ..data.words import counted, named, shown
from ..errors import TreeWidgetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import pandas as pd
    from numpy.typing import NDArray

    from ..data import Dataset
    from ..data.kept import Kept
    from ..data.values import Values

Print: TypeAlias = dict[str, Any]
"""Of a frame: ``rows`` and ``columns``; of a column: name, kind, digest, missing, low, high."""

UNREAD: Final = "of no use"
"""The kind of a column that no tree can be built on: only its name counts."""


def of_kept(kept: Kept) -> Print:
    """Return the fingerprint of a frame as it was when a tree was built on it."""
    return _frame(len(kept), kept.names, kept.column)


def of_frame(frame: pd.DataFrame) -> Print:
    """Return the fingerprint of a frame in pandas."""
    return _frame(len(frame), frame.columns, frame.__getitem__)


def of_roles(dataset: Dataset) -> Print:
    """Return what was made of a frame: the target, the weights, and which rows are in which part.

    They may come from beside the frame, or be drawn.
    """
    target = dataset.target
    names = "\0".join(target.labels).encode("utf-8", "surrogatepass")
    values = target.codes if target.is_classification else target.values  # noqa: PD011
    weights = b"" if dataset.weights is None else dataset.weights.tobytes()
    parts = {part: _digest(rows.astype(np.int64)) for part, rows in dataset.parts.items()}
    return {"target": _digest(values, names), "weights": _digest(weights), "parts": parts}


def _frame(rows: int, names: Iterable[Any], of: Callable[[Any], pd.Series[Any]]) -> Print:
    columns = each_column(lambda name: _column(name, of(name)), names, rows=rows)
    return {"rows": rows, "columns": columns}


def _column(name: str | int, series: pd.Series[Any]) -> Print:
    name = name if isinstance(name, str) else int(name)
    try:
        values = understand(series, "")
    except TreeWidgetError:
        return {"name": name, "kind": UNREAD}
    kind = values.family
    zone = Calendar.of(values.dtype).zone if kind == "datetime" else None
    said = f"ordered {kind}" if getattr(values.dtype, "ordered", None) else kind
    found: Print = {"name": name, "kind": said if zone is None else f"{said} ({zone})"}
    found["missing"] = int(values.missing.sum())
    known = values.data[~values.missing] if found["missing"] else values.data
    if kind in ("number", "integer") and len(known):
        found["low"], found["high"] = known.min().item(), known.max().item()
    if kind == "category":
        found["levels"] = _digest(_levels(values))
    found["digest"] = _digest(values.missing, *_content(values))
    return found


def _content(values: Values) -> list[NDArray[Any] | bytes]:
    """Return what a column says, in one form for all the ways of saying it."""
    data = values.data
    if values.missing.any():
        data = np.where(values.missing, np.zeros((), data.dtype), data)
    if values.family in ("text", "category"):
        return [np.where(values.missing, -1, data).astype(np.int64), _levels(values)]
    if values.family == "datetime":
        ticks = _TICKS[Calendar.of(values.dtype).unit]
        return [data // ticks, (data % ticks) * (10**9 // ticks)]
    if data.dtype.kind == "u":
        return [data]
    return [data.astype(np.float64 if values.family == "number" else np.int64, copy=False)]


def _levels(values: Values) -> bytes:
    levels = map(plain_value, values.levels)  # numpy 2 writes 1 as np.int64(1)
    names = [str(one) if isinstance(one, str) else repr(one) for one in levels]
    return "\0".join(names).encode("utf-8", "surrogatepass")


_TICKS: Final = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}


def _digest(*parts: NDArray[Any] | bytes) -> str:
    found = blake2b(digest_size=12)
    for part in parts:
        content = memoryview(part) if isinstance(part, bytes) else np.ascontiguousarray(part).data
        found.update(content.nbytes.to_bytes(8, "little"))
        found.update(content)
    return found.hexdigest()


# ---------------------------------------------------------------- what differs


def differences(then: Print, now: Print, place: str = "data") -> list[str]:
    """Return what sets one frame apart from another, in sentences; nothing if nothing does."""
    _check(then)
    old = {column["name"]: column for column in then["columns"]}
    new = {column["name"]: column for column in now["columns"]}
    said = []
    gone = [name for name in old if name not in new]
    more = [name for name in new if name not in old]
    if gone:
        said.append(f"{place} lacks {named('column', gone)}")
    if more:
        said.append(
            f"{place} has {named('column', more)} that "
            f"{'was' if len(more) == 1 else 'were'} not there"
        )
    if then["rows"] != now["rows"]:
        said.append(f"{place} has {counted(now['rows'], 'row')} and had {then['rows']:,}")
    both = [name for name in old if name in new]
    if not gone and not more and list(old) != list(new):
        said.append(f"{place} has its columns in another order")
    others = [text for name in both if (text := _changed(old[name], new[name], place))]
    said += others[:MOST]
    if len(others) > MOST:
        said.append(f"{place} differs in {counted(len(others) - MOST, 'column')} more")
    return said


def _check(then: Print) -> None:
    """Refuse, with a ValueError, a fingerprint out of a file that nobody here has written."""
    numbers = [then["rows"]]
    for column in then["columns"]:
        if not isinstance(column["name"], str | int) or not _KIND.fullmatch(column["kind"]):
            raise ValueError
        numbers += [column[name] for name in ("missing", "low", "high") if name in column]
    if not all(isinstance(one, int | float) and abs(one) <= sys.float_info.max for one in numbers):
        raise ValueError


_KIND: Final = re.compile(r"[\w ()/+:.,'-]{1,80}")  # dateutil's zones show their repr
MOST: Final = 8
"""Columns of which it is said how they differ."""


def role_differences(then: Print, now: Print) -> list[str]:
    """Return what differs in target, weights and parts."""
    said = [f"{role} has other values" for role in ("target", "weights") if then[role] != now[role]]
    old, new = then["parts"], now["parts"]
    said += [
        f"{'the rows that train' if part == 'train' else f'the rows of {part}'} are others"
        for part in dict.fromkeys([*old, *new])
        if old.get(part) != new.get(part)
    ]
    return said


def _changed(old: Mapping[str, Any], new: Mapping[str, Any], place: str) -> str:
    """Return how a column differs; nothing if it does not."""
    name = f"column {shown(old['name'])}" + (f" of {place}" if place != "data" else "")
    if old["kind"] != new["kind"]:
        return f"{name} was {old['kind']} and is {new['kind']}"
    if old.get("digest") == new.get("digest"):
        return ""
    then, now = _span(old), _span(new)
    what = "values" if old.get("levels") == new.get("levels") else "categories"
    return f"{name} has other {what}" + (f" ({then} then, {now} now)" if then != now else "")


def _span(column: Mapping[str, Any]) -> str:
    low, high = column.get("low"), column.get("high")
    span = f"{low:g} to {high:g}, " if low is not None and high is not None else ""
    return f"{span}{column.get('missing', 0):,} missing"
