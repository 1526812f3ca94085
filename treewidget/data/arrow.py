"""Data that comes as Arrow: polars, pyarrow and duckdb, and pandas columns backed by pyarrow."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..errors import InvalidValueError, TreeWidgetError, WrongTypeError
from .words import a_type, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray


def speaks_arrow(data: object) -> bool:
    """Whether an object offers the Arrow C stream."""
    return hasattr(data, "__arrow_c_stream__")


def arrow_table(data: Any) -> Any:
    """Return a `pyarrow.Table` of whatever offers the Arrow C stream."""
    pa = _pyarrow(a_type(data))
    if isinstance(data, pa.Table):
        return data
    for name in map(str, getattr(data, "columns", ())):
        if "\0" in name:  # polars ends the process
            raise InvalidValueError(
                f"column {shown(name)} has a NUL in its name, which the Arrow stream cannot carry: "
                "rename it"
            )
    with _foreign(data):
        return pa.table(data)


def frame_of(table: Any) -> pd.DataFrame:
    """Return an Arrow table in pandas, whole numbers and booleans with missing values exact.

    What pandas noted in it is not heeded: a column that was an index there is a column here.
    """
    with _foreign(table):
        return _to_pandas(table)


def _to_pandas(table: Any) -> pd.DataFrame:
    pa = _pyarrow("table")
    for at, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            table = table.set_column(at, field.name, _signed(pa, table.column(at)))
        elif getattr(field.type, "extension_name", "") == "arrow.bool8":  # a byte for each
            flags = [chunk.storage.cast(pa.bool_()) for chunk in table.column(at).chunks]
            table = table.set_column(at, field.name, pa.chunked_array(flags, pa.bool_()))
        elif pa.types.is_run_end_encoded(field.type):  # pandas makes floats of it where one is null
            table = table.set_column(at, field.name, _decoded(table.column(at)))
    frame: pd.DataFrame = table.to_pandas(
        types_mapper=_mapper(pa), date_as_object=False, ignore_metadata=True
    )
    return frame


def _signed(pa: Any, column: Any) -> Any:
    """Return categories with signed positions: older pyarrow does not read polars' unsigned."""
    ordered = column.type.ordered
    chunks = [
        pa.DictionaryArray.from_arrays(
            *_as_categories(chunk.indices.cast(pa.int64()), chunk.dictionary), ordered=ordered
        )
        for chunk in column.chunks
    ]
    kind = pa.dictionary(pa.int64(), column.type.value_type, ordered)
    return pa.chunked_array(chunks, type=kind).unify_dictionaries()


def _decoded(column: Any) -> Any:
    import pyarrow.compute as pc  # noqa: PLC0415  as `_pyarrow`

    return pc.run_end_decode(column)


def _as_categories(places: Any, entries: Any) -> tuple[Any, Any]:
    """Return places in a dictionary without nulls and repetitions, which pandas does not take."""
    once = entries.drop_null().unique()
    if len(once) == len(entries):
        return places, entries
    import pyarrow.compute as pc  # noqa: PLC0415  as `_pyarrow`

    return pc.index_in(entries, value_set=once).cast(places.type).take(places), once


def rows_of(table: Any, positions: NDArray[np.intp]) -> Any:
    """Return rows of an Arrow table by position; pyarrow itself takes none of some types."""
    pa = _pyarrow("table")
    try:
        return table.take(positions)
    except pa.ArrowNotImplementedError:
        columns = [_taken(pa, column, positions) for column in table.columns]
        return pa.table(columns, schema=table.schema)


def _taken(pa: Any, column: Any, positions: NDArray[np.intp]) -> Any:
    import pyarrow.compute as pc  # noqa: PLC0415  as `_pyarrow`

    kind = column.type
    if pa.types.is_run_end_encoded(kind):
        plain = _decoded(column).take(positions)
        return pc.run_end_encode(plain, run_end_type=kind.run_end_type)
    plain = {"string_view": pa.large_string(), "binary_view": pa.large_binary()}.get(
        str(kind), kind
    )
    return column.cast(plain).take(positions).cast(kind)


def series_of(data: Any, place: str) -> pd.Series[Any]:
    """Return an Arrow array, or a column that offers the Arrow C stream, in pandas.

    `place` names it, as in "column 'age'".
    """
    pa = _pyarrow(a_type(data))
    with _foreign(data, place):
        series: pd.Series[Any] = _to_pandas(pa.table({"values": _array_of(data)}))["values"]
    series.name = getattr(data, "name", None)
    return series


def _array_of(data: Any) -> Any:
    """Return a column as pyarrow has it."""
    pa = _pyarrow("column")
    if isinstance(data, pa.Array | pa.ChunkedArray):
        return data
    return pa.chunked_array(data) if speaks_arrow(data) else pa.array(data)


def from_arrow_dtype(series: pd.Series[Any], place: str) -> pd.Series[Any]:
    """Return a pandas series backed by pyarrow as one of pandas' own types, index and all."""
    plain = series_of(series.array.__arrow_array__(), place)
    plain.index = series.index
    return plain


@contextmanager
def _foreign(data: object, place: str = "") -> Iterator[None]:
    """Turn whatever another library raises while it hands its data over into a refusal."""
    try:
        yield
    except TreeWidgetError:
        raise
    except Exception as error:
        name = None if place else _unreadable(data)
        what = place or a_type(data) if name is None else f"column {shown(name)} of {a_type(data)}"
        cure = "convert or drop it" if name or place else "convert it to a pandas DataFrame first"
        raise WrongTypeError(
            f"{what} could not be read as Arrow data ({shown(str(error), 200)}): {cure}"
        ) from error


def _unreadable(data: Any) -> str | None:
    """Return the first column of a frame that cannot be read by itself; None if all can."""
    pa = _pyarrow("data")
    is_table = isinstance(data, pa.Table)  # whose `columns` are no names
    for at, name in enumerate(data.column_names if is_table else getattr(data, "columns", ())):
        try:
            column = data.column(at) if is_table else data[name]
            _to_pandas(pa.table({"values": _array_of(column)}))
        except Exception:  # noqa: BLE001  whatever the other library raises
            return str(name)
    return None


def _pyarrow(given: str) -> Any:
    try:
        import pyarrow as pa  # noqa: PLC0415  an optional dependency, and slow to import
    except ImportError:
        raise _NoArrowError(
            f"reading {given} needs pyarrow, which is not installed: "
            'pip install "treewidget[arrow]", or give a pandas DataFrame'
        ) from None
    return pa


class _NoArrowError(TreeWidgetError, ImportError):
    """pyarrow is needed and not there."""


def _mapper(pa: Any) -> Any:
    known = {
        pa.int8(): pd.Int8Dtype(),
        pa.int16(): pd.Int16Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
        pa.uint8(): pd.UInt8Dtype(),
        pa.uint16(): pd.UInt16Dtype(),
        pa.uint32(): pd.UInt32Dtype(),
        pa.uint64(): pd.UInt64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
    }
    return known.get
