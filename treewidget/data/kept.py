"""What stays of a frame: its rows can be given back, and no change to it reaches them.

Numbers are held once: a coded column gives its values back. The rest is a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .arrow import rows_of
from .ranking import look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from .column import Column
    from .frame import Source

_WIDEST = 8  # bytes: longer floats lose digits in their codes


@dataclass(frozen=True, eq=False)
class Kept:
    """The rows of a frame.

    Attributes
    ----------
    rest : DataFrame
        A copy of the columns that codes do not give back, with the frame's index.
    names : Index
        All columns.
    coded : dict
        The other columns by name, and the types they came in.
    start : int
        Where the frame's rows begin among the codes.
    native : object
        The polars frame or Arrow table it came in; None for pandas.
    """

    rest: pd.DataFrame
    names: pd.Index[Any]
    coded: Mapping[str | int, tuple[Column, Any]]
    start: int
    native: Any = None

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rest)

    @property
    def index(self) -> pd.Index[Any]:
        """The labels of the rows."""
        return self.rest.index

    def frame(self, positions: NDArray[np.intp]) -> pd.DataFrame:
        """Return rows in pandas, by position."""
        rest = self.rest.iloc[positions]
        at = np.asarray(positions, dtype=np.intp) + self.start
        columns = {
            name: _values(*self.coded[name], at) if name in self.coded else rest[name]
            for name in self.names
        }
        made = pd.DataFrame(columns, index=rest.index)
        made.columns = self.names
        return made

    def column(self, name: Any) -> pd.Series[Any]:
        """Return one column, whole."""
        if name not in self.coded:
            found: pd.Series[Any] = self.rest[name]
            return found
        values = _values(*self.coded[name], np.arange(len(self), dtype=np.intp) + self.start)
        return pd.Series(values, index=self.index, name=name)

    def rows(self, positions: NDArray[np.intp]) -> Any:
        """Return rows, by position, in the type that came in."""
        if self.native is None:
            return self.frame(positions)
        if hasattr(self.native, "take"):
            return rows_of(self.native, positions)
        return self.native[positions]


def keep(source: Source, columns: Sequence[Column], start: int) -> Kept:
    """Return what stays of a frame that is coded from row `start` on."""
    frame = source.frame
    coded = {
        column.name: (column, frame[column.name].dtype)
        for column in columns
        if _gives_back(column, frame[column.name])
    }
    # A deep copy even where pandas copies on write: `series.array[0] = 1` writes through.
    rest = frame[[name for name in frame.columns if name not in coded]].copy(deep=True)
    rest.index = frame.index.copy(deep=True)  # a frame's copy shares it: `ids += 1000` of an array
    return Kept(rest, frame.columns.copy(), coded, start, source.native)


def _gives_back(column: Column, series: pd.Series[Any]) -> bool:
    """Whether codes and keys say all there is to know of the values."""
    dtype = series.dtype
    if column.kind not in ("number", "integer") or not len(column.keys):
        return False
    if not (isinstance(dtype, np.dtype) and dtype.kind in "fiu" and dtype.itemsize <= _WIDEST):
        return False
    if dtype.kind != "f":
        return column.kind == "integer"
    if column.negative_zeros is not None:
        return not column.negative_zeros
    _missing, _infinite, negative_zeros = look(series.to_numpy(dtype=np.float64))
    return not negative_zeros


def _values(column: Column, dtype: np.dtype[Any], at: NDArray[np.intp]) -> NDArray[Any]:
    codes = column.codes[at]
    values = column.keys[codes].astype(dtype, copy=False)  # whole ones may have come as floats
    if dtype.kind == "f":
        values[codes < 0] = np.nan
    return values


def with_column(rows: Any, name: str, values: NDArray[Any]) -> Any:
    """Return rows of any type of frame with a last column more; "_" makes its name its own.

    Examples
    --------
    >>> with_column(pd.DataFrame({"share": [1]}), "share", np.array([0.5])).columns.tolist()
    ['share', 'share_']
    """
    taken = set(getattr(rows, "column_names", rows.columns))
    while name in taken:
        name += "_"
    if isinstance(rows, pd.DataFrame):
        wider = rows.copy(deep=False)
        wider[name] = values
        return wider
    if hasattr(rows, "append_column"):
        return rows.append_column(name, [values])
    return rows.hstack([type(rows)({name: values}).to_series()])
