"""Frames of polars, pyarrow and whatever else speaks the Arrow C stream."""

import datetime as dt
import sys
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from treewidget.data import build_dataset
from treewidget.data.arrow import frame_of
from treewidget.data.kept import with_column
from treewidget.errors import TreeWidgetError, WrongTypeError

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
compute = pytest.importorskip("pyarrow.compute")

KINDS = {
    "number": "number",
    "whole": "integer",
    "huge": "integer",
    "flag": "boolean",
    "text": "nominal",
    "category": "nominal",
    "day": "datetime",
    "moment": "datetime",
    "price": "number",
}


def table():
    return pa.table(
        {
            "number": pa.array([1.5, None, 2.5, 3.5]),
            "whole": pa.array([1, None, 3, 4], pa.int32()),
            "huge": pa.array([2**60 + 1, 2**60, None, 2**60], pa.int64()),
            "flag": pa.array([True, None, False, True]),
            "text": pa.array(["한글", None, "b", "</script>"]),
            "category": pa.array(["z", "a", None, "z"]).dictionary_encode(),
            "day": pa.array([dt.date(2024, 1, d) for d in (1, 2, 3)] + [None]),
            "moment": pa.array([dt.datetime(2024, 1, d) for d in (1, 2, 3)] + [None],  # noqa: DTZ001
                               pa.timestamp("us", "Asia/Seoul")),
            "price": pa.array([Decimal("1.50"), None, Decimal("2.50"), Decimal("3.50")]),
            "y": pa.array(["no", "yes", "no", "yes"]),
        }
    )  # fmt: skip


class Stream:
    """Something that speaks Arrow and nothing else, as duckdb's relations do."""

    columns = ("x", "y")

    def __init__(self, frame):
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema=None):
        return self.frame.__arrow_c_stream__(requested_schema)


def polars_frame():
    frame = pl.from_arrow(table())
    return frame.with_columns(pl.col("category").cast(pl.Categorical))


@pytest.mark.parametrize("make", [table, polars_frame, lambda: Stream(table())])
def test_frames_that_speak_arrow_are_coded_as_pandas_is(make):
    data = make()
    dataset = build_dataset(data, "y")
    assert {column.name: column.kind for column in dataset.columns} == KINDS
    columns = {column.name: column for column in dataset.columns}
    assert columns["huge"].keys.tolist() == [2**60, 2**60 + 1]
    assert columns["whole"].codes.tolist() == [0, -1, 1, 2]
    assert columns["text"].levels == ("</script>", "b", "한글")
    assert columns["flag"].codes.tolist() == [1, -1, 0, 1]
    assert columns["moment"].text_of(columns["moment"].keys[0].item()).endswith("Asia/Seoul")
    assert dataset.target.classes == ("no", "yes")
    for column, reading in zip(dataset.columns, dataset.read(data), strict=True):
        assert reading.missing.tolist() == (column.codes < 0).tolist()
    nothing = dataset.read(polars_frame().clear())
    assert [len(reading.keys) for reading in nothing] == [0] * len(KINDS)


def test_rows_come_back_in_the_type_that_came_in():
    dataset = build_dataset(polars_frame(), "y")
    rows = dataset.rows_native(np.array([2, 0]))
    assert isinstance(rows, pl.DataFrame)
    assert rows.equals(polars_frame()[[2, 0]])
    arrow = build_dataset(table(), "y").rows_native(np.array([2, 0]))
    assert arrow.equals(table().take([2, 0]))
    pandas = build_dataset(table().to_pandas(date_as_object=False).set_index("price"), "y")
    assert pandas.rows_native([1]).index.isna().tolist() == [True]
    parts = build_dataset(polars_frame(), "y", validation=polars_frame())
    assert isinstance(parts.rows_native([5]), pl.DataFrame)
    assert isinstance(parts.rows_native([1, 5]), pd.DataFrame)


@pytest.mark.parametrize("make", [polars_frame, table, lambda: table().to_pandas()])
def test_rows_get_a_last_column_in_the_type_that_came_in(make):
    rows, share = make(), [1.0, 0.5, 0.25, 0.0]
    wider = with_column(with_column(rows, "share", np.array(share)), "share", np.array(share[::-1]))
    assert type(wider) is type(rows)
    names = list(getattr(rows, "column_names", rows.columns))
    assert list(getattr(wider, "column_names", wider.columns)) == [*names, "share", "share_"]
    assert np.asarray(wider["share"]).tolist() == share
    assert np.asarray(wider["share_"]).tolist() == share[::-1]
    assert rows.shape[1] == len(names) == wider.shape[1] - 2


def test_rows_come_back_of_types_that_pyarrow_takes_none_of():
    runs = compute.run_end_encode(pa.array([1.5, 1.5, 2.5]))
    views = pa.array(["u", None, "w"]).cast(pa.string_view())
    data = pa.table({"runs": runs, "views": views, "y": [1, 2, 3]}, metadata={"made": "by hand"})
    rows = build_dataset(data, "y").rows_native(np.array([2, 0, 1]))
    assert rows.schema.equals(data.schema, check_metadata=True)
    assert [rows[name].to_pylist() for name in ("runs", "views", "y")] == [
        [2.5, 1.5, 1.5],
        ["w", "u", None],
        [3, 1, 2],
    ]


def test_masks_weights_and_targets_may_be_arrow_too():
    frame = pl.DataFrame({"x": [1, 2, 3, 4]})
    mask = pl.Series("held out", [False, False, False, True])
    dataset = build_dataset(
        frame,
        pl.Series("answer", [*"abab"]),
        validation=mask,
        weights=pa.array([1.0, 2.0, 3.0, 4.0]),
    )
    assert dataset.target.name == "answer"
    assert dataset.parts["validation"].tolist() == [3]
    assert dataset.weights.tolist() == [1, 2, 3, 4]
    other = build_dataset(frame, pa.chunked_array([["a", "b"], ["a", "b"]]))
    assert other.target.codes.tolist() == [0, 1, 0, 1]


def test_a_frame_changed_later_is_not_listened_to():
    frame = pl.DataFrame({"x": [1.0, 2.0, 3.0], "y": [*"aba"]})
    dataset = build_dataset(frame, "y")
    frame[0, "x"] = 99.0
    assert dataset.rows_native([0])["x"].to_list() == [1.0]
    assert dataset.frames[0]["x"].tolist() == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (pa.array([[1], [2], None]), "mixed or unknown"),
        (pa.array([{"a": 1}, {"a": 2}, None]), "mixed or unknown"),
        (pa.array([dt.timedelta(1), dt.timedelta(2), None]), "timedelta"),
        (pa.array([b"a", b"b", None]), "bytes"),
        (pa.array([dt.time(1), dt.time(2), None]), "(time)"),
    ],
)
def test_types_that_are_not_taken_are_refused_by_name(values, words):
    data = pa.table({"odd": values, "y": ["a", "b", "a"]})
    with pytest.raises(WrongTypeError) as refused:
        build_dataset(data, "y")
    assert "column 'odd' holds" in str(refused.value)
    assert words in str(refused.value)


@pytest.mark.parametrize("entries", [["b", "a", "b"], ["b", "a", None]])
def test_a_dictionary_that_repeats_an_entry_or_holds_a_null_is_read(entries):
    chunks = [
        pa.DictionaryArray.from_arrays(pa.array(places), pa.array(entries))
        for places in ([0, 1, 2], [2, None, 0])
    ]
    frame = frame_of(pa.table({"c": pa.chunked_array(chunks)}))

    last = entries[2]
    assert frame["c"].cat.categories.tolist() == ["b", "a"]
    assert [None if pd.isna(one) else one for one in frame["c"]] == [
        "b",
        "a",
        last,
        last,
        None,
        "b",
    ]


def test_names_that_come_twice_are_refused():
    data = pa.Table.from_arrays([pa.array([1, 2]), pa.array([1, 2])], names=["x", "x"])
    with pytest.raises(TreeWidgetError, match="several columns of the same name: 'x'"):
        build_dataset(data, "x")


def test_a_name_that_ends_the_process_in_polars_is_refused():
    frame = pl.DataFrame({"a\0b": [1, 2], "y": ["u", "v"]})
    with pytest.raises(TreeWidgetError, match=r"column 'a\\x00b' has a NUL in its name"):
        build_dataset(frame, "y")


def test_a_lazy_frame_is_told_to_collect():
    with pytest.raises(WrongTypeError, match=r"data is a LazyFrame.*call .collect\(\)"):
        build_dataset(pl.DataFrame({"x": [1]}).lazy(), "x")


def test_a_frame_that_only_makes_arrow_is_told_to():
    class Old:  # polars before 1.3
        def to_arrow(self):
            raise NotImplementedError

    with pytest.raises(WrongTypeError, match=r"data is an Old.*call .to_arrow\(\)"):
        build_dataset(Old(), "x")


def test_a_frame_is_no_column():
    frame = pl.DataFrame({"x": [1, 2], "y": [*"ab"]})
    with pytest.raises(WrongTypeError, match="target is a DataFrame"):
        build_dataset(frame, frame)


def test_without_pyarrow_the_way_out_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        TreeWidgetError, match=r"DataFrame needs pyarrow.*treewidget\[arrow\]"
    ) as refused:
        build_dataset(pl.DataFrame({"x": [1, 2], "y": [*"ab"]}), "y")
    assert isinstance(refused.value, ImportError)


def test_what_cannot_be_handed_over_is_refused():
    class Broken(Stream):
        def __arrow_c_stream__(self, requested_schema=None):
            raise RuntimeError("the connection is closed")

    with pytest.raises(WrongTypeError, match=r"Broken could not be read.*connection is closed"):
        build_dataset(Broken(None), "y")


def test_a_column_that_cannot_be_handed_over_is_named():
    """As polars' integers of 128 bits."""

    class Halves(Stream):
        columns = ("x", "a 'b'", "y")

        def __arrow_c_stream__(self, requested_schema=None):
            raise RuntimeError("no such format")

        def __getitem__(self, name):
            if name == "a 'b'":
                raise RuntimeError("no such format")
            return pa.array([1, 2])

    with pytest.raises(WrongTypeError, match=r"^column \"a 'b'\" of a Halves could .* drop it$"):
        build_dataset(Halves(None), "y")


def _union():
    """Return a column of a type that pandas does not know."""
    kinds, places = pa.array([0, 0], pa.int8()), pa.array([0, 1], pa.int32())
    return pa.UnionArray.from_dense(kinds, places, [pa.array([1, 2])])


def test_a_column_that_pandas_does_not_know_is_named():
    """It was the first column whose values were told as its name."""
    with pytest.raises(WrongTypeError, match=r"^column 'odd' of a Table could not .* drop it$"):
        build_dataset(pa.table({"x": [1, 2], "odd": _union(), "y": [*"ab"]}), "y")
    frame = pd.DataFrame({"x": [1, 2], "y": [*"ab"]})
    with pytest.raises(WrongTypeError, match=r"^column 'odd' could not be read as Arrow data"):
        build_dataset(frame.assign(odd=pd.arrays.ArrowExtensionArray(_union())), "y")
    with pytest.raises(WrongTypeError, match=r"^weights could not be read as Arrow data"):
        build_dataset(frame, "y", weights=_union())


def test_texts_that_are_no_utf8_are_refused_with_their_row():
    """As in a file that was written in another encoding, which Arrow reads unlooked at."""
    ends = pa.py_buffer(np.arange(5, dtype=np.int32).tobytes())
    texts = pa.Array.from_buffers(pa.string(), 4, [None, ends, pa.py_buffer(b"ab\xe9b")])
    data = pa.table({"x": [1, 2, 3, 4], "port": texts, "y": [*"abab"]})
    backed = pd.DataFrame({"port": pd.arrays.ArrowExtensionArray(texts), "y": [*"abab"]})
    for frame in (data, backed, pl.from_arrow(data)):
        with pytest.raises(TreeWidgetError, match=r"^column 'port' .*(UTF-8 .*row 2\)|utf-8)"):
            build_dataset(frame, "y")
    sound = build_dataset(data.set_column(1, "port", pa.array([*"abab"])), "y")
    with pytest.raises(TreeWidgetError, match=r"^column 'port' of .*(UTF-8 .*row 2\)|utf-8)"):
        sound.read(data)


@pytest.mark.skipif(not hasattr(pa, "bool8"), reason="pyarrow before 18 has no such type")
def test_booleans_of_a_byte_each_are_booleans():
    bytes_ = pa.array([1, 0, None, 3], pa.int8())
    table = pa.table({"flag": pa.ExtensionArray.from_storage(pa.bool8(), bytes_), "y": [*"abab"]})
    backed = table.to_pandas(types_mapper=pd.ArrowDtype)
    for data in (table, backed):
        (flag,) = build_dataset(data, "y").columns
        assert flag.kind == "boolean"
        assert flag.codes.tolist() == [1, 0, -1, 1]
    again = build_dataset(table, "y").rows_frame([0, 3])
    assert again["flag"].tolist() == [True, True]


def test_whole_numbers_in_run_ends_are_exact_beside_missing_ones():
    """Pandas makes floats of them, of which these two are one."""
    ends = pa.array([1, 2, 3, 4], pa.int32())
    runs = pa.RunEndEncodedArray.from_arrays(ends, pa.array([2**60 + 1, 2**60, None, 2**60 + 1]))
    flags = pa.RunEndEncodedArray.from_arrays(ends, pa.array([True, None, False, True]))
    dataset = build_dataset(pa.table({"runs": runs, "flags": flags, "y": [*"abab"]}), "y")
    column, other = dataset.columns
    assert (column.kind, column.keys.tolist()) == ("integer", [2**60, 2**60 + 1])
    assert column.codes.tolist() == [1, 0, -1, 1]
    assert (other.kind, other.codes.tolist()) == ("boolean", [1, -1, 0, 1])
