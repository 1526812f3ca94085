"""What one series holds: its kind found out, its values in plain arrays, its missing marked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
import pandas as pd

from ..errors import InvalidValueError, WrongTypeError
from .arrow import from_arrow_dtype
from .levels import plain_text
from .ranking import look
from .words import row_shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Family: TypeAlias = Literal["number", "integer", "boolean", "datetime", "text", "category", "empty"]


INFINITE: Final = "put numbers in the place of infinite values, or NaN to make them missing"


@dataclass(frozen=True, eq=False)
class Values:
    """The values of one series.

    Attributes
    ----------
    family : str
        "empty" is an object series with nothing but missing values.
    data : array, shape (n,)
        float64 ("number"), int64 or uint64 ("integer"), bool, int64 in the unit of `dtype`
        ("datetime"), positions among `levels` ("text", "category"). Whatever where missing.
    missing : bool array, shape (n,)
    dtype : object
        The pandas or numpy dtype.
    levels : tuple
        "text": the distinct texts, in order of appearance; "category": the dtype's categories.
    ordered : bool
        Whether the categories have an order.
    note : str
        What was done to read it.
    negative_zeros : bool
        Whether -0.0 came among the numbers: `data` has 0.0 for it.
    """

    family: Family
    data: NDArray[Any]
    missing: NDArray[np.bool_]
    dtype: Any
    levels: tuple[Any, ...] = ()
    ordered: bool = False
    note: str = ""
    negative_zeros: bool = False

    def first(self) -> int:
        """Return the position of the first value that is not missing."""
        return int(np.argmin(self.missing))


def understand(series: pd.Series[Any], place: str, infinite: str = INFINITE) -> Values:
    """Return what a series holds, or refuse it by name.

    `place` names it, as in "column 'age'"; `infinite` says what to do about infinite numbers.

    Raises
    ------
    WrongTypeError
        When it holds anything but numbers, booleans, texts, categories or datetimes.
    InvalidValueError
        When it holds an infinite number, or a NaN that signals.
    """
    series = _without_wrapping(series, place)
    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _category(series)
    if isinstance(dtype, pd.DatetimeTZDtype) or dtype.kind == "M":
        return _datetime(series)
    if isinstance(dtype, pd.StringDtype):
        return _text(series, place)
    if dtype.kind == "O":
        return _objects(series, place, infinite)
    if dtype.kind == "f":
        return _floats(series, place, infinite)
    reader = _READERS.get(dtype.kind)
    if reader is None:
        raise _refusal(str(dtype), place)
    return reader(series, place)


def as_categories(series: pd.Series[Any]) -> pd.Series[Any]:
    """Return values of any kind as categories; as they are where they cannot be that."""
    if isinstance(series.dtype, pd.CategoricalDtype):
        return series
    try:
        return series.astype("category")
    except TypeError:  # lists
        return series


def _without_wrapping(series: pd.Series[Any], place: str) -> pd.Series[Any]:
    if isinstance(series.dtype, pd.SparseDtype):
        dense: pd.Series[Any] = getattr(series, "sparse").to_dense()  # noqa: B009  a plug-in
        return dense
    if isinstance(series.dtype, pd.ArrowDtype):
        return from_arrow_dtype(series, place)
    return series


# ---------------------------------------------------------------- one reader a kind


def _floats(series: pd.Series[Any], place: str, infinite: str) -> Values:
    data = _numpy_of(series, np.float64, np.nan)
    some_missing, some_infinite, negative_zeros = look(data)
    if some_infinite:
        at = int(np.argmax(np.isinf(data)))
        raise InvalidValueError(
            f"{place} holds {data[at]} (first in row {row_shown(series.index, at)}): {infinite}"
        )
    if negative_zeros:
        data = data + 0.0  # -0.0 becomes 0.0
    missing = np.isnan(data) if some_missing else np.zeros(len(data), dtype=bool)
    return Values("number", data, missing, series.dtype, negative_zeros=negative_zeros)


def _numpy_of(series: pd.Series[Any], dtype: type, absent: float) -> NDArray[Any]:
    """Return values in numpy, `absent` where an extension array has none; shared if possible."""
    if isinstance(series.dtype, np.dtype):
        return series.to_numpy(dtype=dtype)  # with na_value it would copy
    return series.to_numpy(dtype=dtype, na_value=absent)


def _integers(series: pd.Series[Any], place: str) -> Values:
    del place
    whole = np.uint64 if str(series.dtype).lower() == "uint64" else np.int64
    missing = series.isna().to_numpy()
    return Values("integer", _numpy_of(series, whole, 0), missing, series.dtype)


def _booleans(series: pd.Series[Any], place: str) -> Values:
    del place
    missing = series.isna().to_numpy()
    return Values("boolean", series.to_numpy(dtype=bool, na_value=False), missing, series.dtype)


def _datetime(series: pd.Series[Any]) -> Values:
    missing = series.isna().to_numpy()
    data = np.asarray(series.dt.tz_convert("UTC").dt.tz_localize(None)
                      if isinstance(series.dtype, pd.DatetimeTZDtype) else series)  # fmt: skip
    return Values("datetime", data.view(np.int64), missing, series.dtype)


def _text(series: pd.Series[Any], place: str) -> Values:
    codes, uniques = pd.factorize(series)
    levels: list[str] = []
    try:
        levels.extend(map(plain_text, uniques))
    except UnicodeDecodeError:  # Arrow's texts are bytes, which nobody may have looked at yet
        row = row_shown(series.index, int(np.argmax(codes == len(levels))))
        raise InvalidValueError(
            f"{place} holds a text that is no UTF-8 (first in row {row}): read it with the "
            "encoding that it was written in"
        ) from None
    return Values("text", codes.astype(np.int32), codes < 0, series.dtype, tuple(levels))


def _category(series: pd.Series[Any]) -> Values:
    codes = series.cat.codes.to_numpy().astype(np.int32)
    levels = tuple(series.cat.categories)
    ordered = bool(series.cat.ordered)
    return Values("category", codes, codes < 0, series.dtype, levels, ordered)


_READERS: dict[str, Callable[[pd.Series[Any], str], Values]] = {
    "i": _integers,
    "u": _integers,
    "b": _booleans,
}


# ---------------------------------------------------------------- columns of Python objects


def _objects(series: pd.Series[Any], place: str, infinite: str) -> Values:
    missing = _missing_of(series, place)
    if missing.all():
        return Values("empty", np.zeros(len(series), np.int32), missing, series.dtype)
    found = pd.api.types.infer_dtype(series, skipna=True)
    if found.startswith("mixed") and missing.any():  # pandas takes NaT for a value here
        found = pd.api.types.infer_dtype(series[~missing])
    if found == "string":
        return _text(series, place)
    if found == "boolean":
        data = np.zeros(len(series), dtype=bool)
        data[~missing] = series.to_numpy()[~missing].astype(bool)
        return Values("boolean", data, missing, series.dtype)
    if found in ("floating", "mixed-integer-float", "decimal"):
        note = "Decimal values read as float" if found == "decimal" else ""
        data = np.full(len(series), np.nan)
        data[~missing] = series.to_numpy()[~missing].astype(np.float64)
        values = _floats(pd.Series(data, index=series.index), place, infinite)
        return replace(values, dtype=series.dtype, note=note)
    if found == "integer":
        return _object_integers(series, missing, place)
    raise _refusal(_types_of(series[~missing]) if found.startswith("mixed") else found, place)


def _types_of(present: pd.Series[Any]) -> str:
    """Return the types of values of which pandas only says that they are mixed."""
    return " and ".join(sorted({type(value).__name__ for value in present})[:_MOST_TYPES])


def _missing_of(series: pd.Series[Any], place: str) -> NDArray[np.bool_]:
    try:
        return series.isna().to_numpy()
    except InvalidOperation:  # Python compares no NaN that signals
        signals = [isinstance(value, Decimal) and value.is_snan() for value in series]
        row = row_shown(series.index, signals.index(True))
        raise InvalidValueError(
            f"{place} holds a signalling NaN (first in row {row}): put Decimal('NaN') or None in "
            "its place to make it missing"
        ) from None


def _object_integers(series: pd.Series[Any], missing: NDArray[np.bool_], place: str) -> Values:
    present = series.to_numpy()[~missing]
    low, high = int(present.min()), int(present.max())
    whole = np.int64 if high <= np.iinfo(np.int64).max else np.uint64
    if low < np.iinfo(whole).min or high > np.iinfo(whole).max:
        raise WrongTypeError(
            f"{place} holds whole numbers that 64 bits cannot hold (they run from {low} to "
            f"{high}): convert it with .astype(float)"
        )
    data = np.zeros(len(series), dtype=whole)
    data[~missing] = present.astype(whole)
    return Values("integer", data, missing, series.dtype)


_MOST_TYPES = 3  # named of a column that mixes them
_CURES = {
    "timedelta64": "convert it to a number, such as .dt.total_seconds()",
    "timedelta": "convert it to a number, such as pd.to_timedelta(...).dt.total_seconds()",
    "time": "convert it to a number, such as the seconds since midnight",
    "interval": "use its ends, such as .array.left, or make it categories with .astype('category')",
    "period": "convert it with .dt.to_timestamp()",
    "complex": "use its real and imaginary parts as two columns",
    "datetime": "convert it with pd.to_datetime(...), with utc=True where zones differ",
    "date": "convert it with pd.to_datetime(...)",
    "bytes": "decode it, in pandas with .str.decode('utf-8')",
}
_ANY_CURE = (  # of pandas 2, .astype(str) makes a text of what is missing
    "convert it to numbers, booleans, texts (in pandas .astype('string')), categories or datetimes"
)


def _refusal(found: str, place: str) -> WrongTypeError:
    name = next((name for name in _CURES if found.startswith(name)), "")
    holds = {
        "datetime": "dates and times as Python objects",
        "date": "dates as Python objects",
        "time": "times of day",
        "timedelta64": "timedelta values",
        "": "values of mixed or unknown types",
    }
    what = holds.get(name, f"{name} values")
    cure = _CURES.get(name, _ANY_CURE)
    return WrongTypeError(f"{place} holds {what} ({found}), which no tree can use: {cure}")
