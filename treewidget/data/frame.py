"""What a user may give as data: frames, and columns of their own; everything else is refused."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, UnknownNameError, WrongTypeError, suggestion
from .arrow import arrow_table, frame_of, series_of, speaks_arrow
from .whole import whole_number
from .words import a_type, counted, listed, sendable, shown

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, eq=False)
class Source:
    """A frame as it came in, while it is being coded; `kept` has what stays of it."""

    frame: pd.DataFrame
    native: Any = None  # a polars frame or an Arrow table; None for pandas


def accept(data: object, place: str = "data") -> Source:
    """Return a frame that can be coded; `place` names it in messages."""
    source = look_at(data, place)
    if not len(source.frame.columns):
        raise InvalidValueError(f"{place} has no columns: give a target and something to split on")
    if not len(source.frame):
        raise InvalidValueError(f"{place} has no rows: give at least two")
    return source


def look_at(data: object, place: str, wanted: Sequence[str | int] | None = None) -> Source:
    """Return a frame that is only looked at now: it may share memory with `data`.

    With `wanted`, other columns are passed over, whatever they are called.
    """
    if isinstance(data, pd.DataFrame):
        source = Source(_plainly_named(data if wanted is None else _only(data, wanted)))
    elif speaks_arrow(data) and is_frame(data):
        table = arrow_table(data)
        is_polars = type(data).__module__.split(".")[0] == "polars"
        native = data.clone() if is_polars and hasattr(data, "clone") else table
        source = Source(frame_of(table), native)
    else:
        raise WrongTypeError(
            f"{place} is {a_type(data)}; give a pandas DataFrame, or a frame that speaks "
            f"the Arrow C stream (polars, pyarrow, duckdb){_hint(data)}"
        )
    _check_names(source.frame.columns, place)
    return source


def _only(data: pd.DataFrame, wanted: Sequence[str | int]) -> pd.DataFrame:
    """Return the columns that are wanted, if they are all there."""
    if isinstance(data.columns, pd.MultiIndex):
        return data
    names = set(wanted)
    here = [is_name(name) and name in names for name in data.columns]
    return data.loc[:, here] if sum(here) >= len(names) else data


def _plainly_named(data: pd.DataFrame) -> pd.DataFrame:
    """Return a frame that shares its values with another, numpy's whole numbers in names Python's.

    They come of renaming by an array of numbers.
    """
    frame = pd.DataFrame(data)
    if any(isinstance(name, np.integer) for name in frame.columns):
        plain = [int(name) if isinstance(name, np.integer) else name for name in frame.columns]
        frame.columns = pd.Index(plain, dtype=object, name=frame.columns.name)
    return frame


def is_frame(data: object) -> bool:
    """Whether an object is a whole frame, not a single column."""
    return isinstance(data, pd.DataFrame) or (
        speaks_arrow(data) and (hasattr(data, "columns") or hasattr(data, "schema"))
    )


def _hint(data: object) -> str:
    if hasattr(data, "collect"):
        return "; call .collect() on it first"
    if hasattr(data, "to_arrow"):  # polars before 1.3
        return "; call .to_arrow() on it first"
    if isinstance(data, np.ndarray | dict | list | tuple | pd.Series):
        return ", such as pandas.DataFrame(data)"
    return ""


def _check_names(names: Sequence[Any] | pd.Index[Any], place: str) -> None:
    if isinstance(names, pd.MultiIndex):
        raise InvalidValueError(
            f"{place} has column names of several levels: join them to one text each, such as "
            "frame.columns = ['_'.join(map(str, name)) for name in frame.columns]"
        )
    wrong = [name for name in names if not is_name(name)]
    if wrong:
        raise WrongTypeError(
            f"{place} has columns whose names are neither texts nor whole numbers: "
            f"{listed(wrong)}; rename them, such as frame.columns = frame.columns.astype(str)"
        )
    halved = [name for name in names if isinstance(name, str) and sendable(name) != name]
    if halved:
        raise InvalidValueError(
            f"{place} has half a surrogate pair in the names of columns: {listed(halved)}; "
            "rename them"
        )
    twice = [text for text, times in Counter(str(name) for name in names).items() if times > 1]
    if twice:
        raise InvalidValueError(
            f"{place} has several columns of the same name: {listed(twice)}; "
            "rename or drop all but one of each"
        )


def named_column(frame: pd.DataFrame, name: object, role: str, place: str) -> str | int:
    """Return the name of a column of the frame, given for a role such as "target"."""
    named = plain_name(name)
    if named is not None and named in frame.columns:
        return named
    raise UnknownNameError(
        f"{role} {shown(name)} is no column of {place}{suggestion(name, frame.columns)}; "
        f"its columns are {listed(frame.columns)}"
    )


def is_name(value: object) -> bool:
    """Whether a value can only be meant as the name of a column."""
    whole = isinstance(value, int | np.integer) and whole_number(value) is not None
    return whole or isinstance(value, str)


def plain_name(value: object) -> str | int | None:
    """Return the name of a column, numpy's whole numbers as Python's; None of what is no name."""
    if not is_name(value):
        return None
    return value if isinstance(value, str) else whole_number(value)


def own_column(value: Any, rows: int, role: str, place: str = "data") -> pd.Series[Any]:
    """Return a Series or array given beside the frame, matched by position, never by label."""
    if speaks_arrow(value) and not isinstance(value, pd.Series):
        if is_frame(value):
            raise _not_a_column(value, role)
        series = series_of(value, role)
    elif isinstance(value, pd.Series):
        series = value
    elif isinstance(value, list | tuple | np.ndarray | pd.Index | pd.api.extensions.ExtensionArray):
        if getattr(value, "ndim", 1) != 1 or getattr(getattr(value, "dtype", None), "names", None):
            raise _not_a_column(value, role)
        try:
            series = pd.Series(value)
        except UnicodeEncodeError:  # pandas' own texts have no half surrogates
            series = pd.Series(value, dtype=object)
    elif hasattr(value, "__arrow_c_array__"):
        series = series_of(value, role)
    else:
        raise _not_a_column(value, role)
    if len(series) != rows:
        raise InvalidValueError(
            f"{role} has {counted(len(series), 'value')} and {place} has {counted(rows, 'row')}: "
            "give one value for each row"
        )
    return series


def _not_a_column(value: object, role: str) -> WrongTypeError:
    shape = f" of shape {value.shape}" if hasattr(value, "shape") else ""
    return WrongTypeError(
        f"{role} is {a_type(value)}{shape}; give the name of a column, or a Series or "
        "one-dimensional array with one value for each row"
    )
