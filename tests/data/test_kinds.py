"""Every kind of column is coded by its own type, and says what it is."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.data import Column, build_dataset

WITH_MISSING = [3, 1, None, 2]


def code(values, **frame):
    """Return the coded column "x" of a frame with these values and a target."""
    series = values if isinstance(values, pd.Series) else pd.Series(values)
    y = [i % 2 for i in range(len(series))]
    frame = pd.DataFrame({"x": series.reset_index(drop=True), "y": y, **frame})
    return build_dataset(frame, "y").columns[0]


@pytest.mark.parametrize(
    ("values", "kind", "codes", "keys"),
    [
        (pd.Series([0.5, -1.0, np.nan, 0.5]), "number", [1, 0, -1, 1], [-1.0, 0.5]),
        (pd.Series([0.5, 1, 2, 0.5], dtype="float32"), "number", [0, 1, 2, 0], [0.5, 1, 2]),
        (pd.Series([0.5, None, 2, 0.5], dtype="Float64"), "number", [0, -1, 1, 0], [0.5, 2]),
        (pd.Series([3, 1, 2, 1]), "integer", [2, 0, 1, 0], [1, 2, 3]),
        (pd.Series([3, 1, 2, 1], dtype="int8"), "integer", [2, 0, 1, 0], [1, 2, 3]),
        (pd.Series(WITH_MISSING, dtype="Int64"), "integer", [2, 0, -1, 1], [1, 2, 3]),
        (pd.Series(WITH_MISSING, dtype="UInt8"), "integer", [2, 0, -1, 1], [1, 2, 3]),
        (pd.Series([2**64 - 1, 0, 2**63, 0], dtype="uint64"), "integer", [2, 0, 1, 0],
         [0, 2**63, 2**64 - 1]),
        (pd.Series([True, False, True, True]), "boolean", [1, 0, 1, 1], [0, 1]),
        (pd.Series([True, None, False, True], dtype="boolean"), "boolean", [1, -1, 0, 1], [0, 1]),
        (pd.Series([True, None, False, True], dtype=object), "boolean", [1, -1, 0, 1], [0, 1]),
        (pd.Series([3, 1, None, 2**70 - 2**70 + 2], dtype=object), "integer", [2, 0, -1, 1],
         [1, 2, 3]),
        (pd.Series([3, 1.5, None, 2], dtype=object), "number", [2, 0, -1, 1], [1.5, 2, 3]),
        (pd.Series([2**64 - 1, 5, None, 5], dtype=object), "integer", [1, 0, -1, 0],
         [5, 2**64 - 1]),
        (pd.Series([2**63 - 1, -(2**63), None, 0], dtype=object), "integer", [2, 0, -1, 1],
         [-(2**63), 0, 2**63 - 1]),
        (pd.Series(pd.arrays.SparseArray([0.0, 1.0, np.nan, 1.0])), "number", [0, 1, -1, 1],
         [0, 1]),
    ],
)  # fmt: skip
def test_numbers_and_booleans(values, kind, codes, keys):
    column = code(values)
    assert column.kind == kind
    assert column.codes.tolist() == codes
    assert column.codes.dtype == np.int32
    assert column.has_gaps == (-1 in codes)
    assert [int(k) if kind == "integer" else k for k in column.keys.tolist()] == keys


def test_integers_beyond_doubles_stay_apart():
    column = code(pd.Series([2**60 + 1, 2**60, None, 2**60 + 1], dtype="Int64"))
    assert column.keys.tolist() == [2**60, 2**60 + 1]
    assert column.keys.dtype == np.int64


@pytest.mark.parametrize("dtype", [object, "string", "str", "category"])
def test_texts_are_nominal_and_sorted(dtype):
    column = code(pd.Series(["b", "a", None, "c"], dtype=dtype))
    assert (column.kind, column.levels, column.labels) == ("nominal", ("a", "b", "c"), (*"abc",))
    assert column.codes.tolist() == [1, 0, -1, 2]


def test_categories_keep_their_order_and_the_unused():
    dtype = pd.CategoricalDtype(["z", "a", "never"])
    column = code(pd.Series(["a", "z", None, "a"], dtype=dtype))
    assert (column.kind, column.levels) == ("nominal", ("z", "a", "never"))
    assert column.codes.tolist() == [1, 0, -1, 1]
    ordered = code(
        pd.Series(["a", "z", None, "a"], dtype=pd.CategoricalDtype(dtype.categories, ordered=True))
    )
    assert (ordered.kind, ordered.keys.tolist()) == ("ordered", [0, 1, 2])
    assert ordered.is_ordered
    assert not column.is_ordered


def test_binned_numbers_are_ordered_categories():
    column = code(pd.cut(pd.Series([1.0, 5.0, np.nan, 9.0]), [0, 2, 6, 10]))
    assert (column.kind, column.labels) == ("ordered", ("(0, 2]", "(2, 6]", "(6, 10]"))
    cut = column.midpoint(0, 2)
    assert (cut.text, column.plain_cut(cut)) == ("(0, 2]", "(0, 2]")
    assert column.parse_cut("(0, 2]") == cut
    assert column.parse_cut(pd.Interval(0, 2)) == cut


def test_levels_alike_as_texts_stay_apart():
    column = code(pd.Series(["1", 1, 1.5, ""], dtype=pd.CategoricalDtype([1, "1", 1.5, "", False])))
    assert column.labels == ("1 (int)", "1", "1.5", "''", "False")
    for position in range(5):
        assert column.level_code(column.plain_level(position)) == position


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("tz", [None, "UTC", "Asia/Seoul"])
def test_datetimes_keep_unit_and_zone(unit, tz):
    stamps = pd.Series(pd.to_datetime(["2024-03-01", "2023-01-01", None, "2024-03-01"]))
    column = code(stamps.dt.tz_localize(tz).dt.as_unit(unit))
    assert column.kind == "datetime"
    assert column.codes.tolist() == [1, 0, -1, 1]
    assert column.text_of(column.keys[0]) == f"2023-01-01{f' {tz}' if tz else ''}"
    assert (
        column.axis(column.keys[0].item()) == pd.Timestamp("2023-01-01", tz=tz).timestamp() * 1000
    )


def test_decimals_are_read_as_floats_and_it_is_said():
    frame = pd.DataFrame(
        {"price": [Decimal("1.5"), Decimal("NaN"), None, Decimal(2)], "y": [*"abab"]}
    )
    dataset = build_dataset(frame, "y")
    assert dataset.columns[0].kind == "number"
    assert dataset.columns[0].codes.tolist() == [0, -1, -1, 1]
    assert "column 'price': Decimal values read as float" in dataset.notes


@pytest.mark.parametrize(
    ("arrow", "kind"),
    [
        ("double", "number"), ("float", "number"), ("int64", "integer"), ("uint64", "integer"),
        ("bool", "boolean"), ("string", "nominal"), ("large_string", "nominal"),
        ("timestamp[us]", "datetime"), ("timestamp[s, tz=Asia/Seoul]", "datetime"),
        ("date32[day]", "datetime"), ("decimal128(10, 2)", "number"),
    ],
)  # fmt: skip
def test_columns_backed_by_pyarrow(arrow, kind):
    pa = pytest.importorskip("pyarrow")
    raw = {
        "boolean": [True, None, False, True],
        "nominal": ["b", None, "a", "b"],
        "datetime": [pd.Timestamp("2024-02-01"), None, pd.Timestamp("2024-01-01")] * 2,
    }.get(kind, [2, None, 1, 2])[:4]
    if kind == "datetime":
        raw[3] = raw[0]
        raw = [stamp if stamp is None else stamp.to_pydatetime() for stamp in raw]
    if "decimal" in arrow:
        raw = [value if value is None else Decimal(value) for value in raw]
    types = {
        "timestamp[us]": pa.timestamp("us"), "date32[day]": pa.date32(),
        "timestamp[s, tz=Asia/Seoul]": pa.timestamp("s", "Asia/Seoul"),
        "decimal128(10, 2)": pa.decimal128(10, 2), "double": pa.float64(), "float": pa.float32(),
    }  # fmt: skip
    kind_of = (
        types.get(arrow) or getattr(pa, arrow.removesuffix("_") if arrow != "bool" else "bool_")()
    )
    column = code(pd.Series(pd.arrays.ArrowExtensionArray(pa.array(raw, kind_of))))
    assert column.kind == kind
    assert column.codes.tolist() == [1, -1, 0, 1]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(1, 4)), min_size=1, max_size=12))
def test_what_stands_for_a_column_is_its_mode_or_its_lower_median(rows):
    codes = np.array([code for code, _ in rows], dtype=np.int32)
    each = sorted(code for code, times in rows for _ in range(times))
    weights = np.array([times for _, times in rows]) * 0.1  # of which halves are not exact
    for kind, expected in (
        ("integer", each[(len(each) - 1) // 2]),
        ("nominal", max(range(5), key=lambda code: (each.count(code), -code))),
    ):
        column = Column("x", kind, codes, np.arange(5))
        assert column.usual(codes, weights) == expected
        assert column.usual(np.array(each, dtype=np.int32)) == expected
    for spread in (1, 100):  # so many values are looked at in turn, or those that are there sorted
        column = Column("x", "integer", codes * spread, np.arange(5 * spread))
        assert column.usual(codes * spread, weights) == each[(len(each) - 1) // 2] * spread
        assert column.usual(codes * spread, weights * 0) == each[0] * spread


def test_minus_zero_is_zero():
    column = code(pd.Series([0.0, -0.0, 1.0, -0.0]))
    assert column.codes.tolist() == [0, 0, 1, 0]
    assert not np.signbit(column.keys[0])


def test_constant_and_missing_columns_stay_and_are_noted():
    frame = pd.DataFrame({"a": [1, 1, 1, 1], "b": [np.nan] * 4, "c": [1, 2, 3, 4], "d": [None] * 4})
    dataset = build_dataset(frame.assign(y=[0, 1, 0, 1]), "y")
    assert [column.name for column in dataset.columns] == ["a", "b", "c", "d"]
    assert "column 'a': constant in training, so never split on" in dataset.notes
    assert "columns 'b', 'd': missing in every training row, so never split on" in dataset.notes


def test_names_that_hardly_come_twice_are_noted():
    rows = np.arange(50)
    frame = pd.DataFrame(
        {
            "who": [f"p{row}" for row in rows],
            "ticket": pd.Series([f"t{row // 2 if row < 20 else row}" for row in rows]),
            "pair": [f"q{row // 2}" for row in rows],
            "number": rows,
            "y": [*"ab"] * 25,
        }
    )
    said = [note for note in build_dataset(frame, "y").notes if "identifier" in note]
    assert len(said) == 1
    assert said[0].startswith("columns 'who', 'ticket': less than two rows to a category")
    assert not any("identifier" in note for note in build_dataset(frame[30:], "y").notes)


def test_texts_that_read_like_numbers_or_dates_are_noted():
    rows = np.arange(60)
    frame = pd.DataFrame(
        {
            "charge": [f"{row * 1.5}" if row % 20 else " " for row in rows],
            "day": pd.date_range("2024-01-01", periods=60).astype(str),
            "american": pd.date_range("2024-01-01", periods=60).strftime("%m/%d/%Y"),
            "german": pd.date_range("2024-01-01", periods=60).strftime("%d.%m.%Y"),
            "half": [f" {row},5" if row % 20 else "-" for row in rows],
            "paid": [f"{row * 1000:,}.25" for row in rows],
            "due": [f"-{row + 1}.000,75" for row in rows],
            "zip": [f"0{row:04}" for row in rows],
            "few": (rows % 5).astype(str),
            "y": rows % 2,
        }
    )
    said = "as texts, so each is a category by itself: "
    notes = [note.replace(said, "") for note in build_dataset(frame, "y").notes]
    assert "column 'charge': numbers convert it with pd.to_numeric(..., errors='coerce')" in notes
    assert "column 'day': dates convert it with pd.to_datetime(...)" in notes
    cure = "convert it with pd.to_datetime(..., dayfirst=True), or False where months come first"
    assert f"columns 'american', 'german': dates {cure}" in notes
    cure = "read the file with decimal=',' or with thousands=',', whichever they are"
    assert f"columns 'half', 'paid', 'due': numbers with commas {cure}" in notes
    assert len([note for note in notes if "'zip'" in note or "'few'" in note]) == 1  # identifiers


@pytest.mark.parametrize(("form", "what"), [("{}.5", "numbers"), ("2024-01-{}", "dates")])
@pytest.mark.parametrize(
    ("levels", "alike", "noted"),
    [(30, 28, True), (30, 27, False), (30, 1, False), (21, 21, True), (20, 20, False)],
)
def test_texts_are_noted_that_nearly_all_read_like_numbers_or_dates(
    form, what, levels, alike, noted
):
    texts = [form.format(10 + at) if at < alike else f"x{at}" for at in range(levels)]
    frame = pd.DataFrame({"t": texts * 3, "y": [0, 1] * (levels * 3 // 2) + [0] * (levels * 3 % 2)})
    said = [
        note for note in build_dataset(frame, "y").notes if f"column 't': {what} as texts" in note
    ]
    assert len(said) == noted


def test_levels_of_texts_are_those_of_the_training_rows():
    frame = pd.DataFrame({"x": [*"abcd"], "y": [0, 1, 0, 1], "v": [False, False, True, False]})
    column = build_dataset(frame, "y", validation="v").columns[0]
    assert column.levels == ("a", "b", "d")
    assert column.codes.tolist() == [0, 1, -1, 2]


def test_the_frame_is_neither_changed_nor_listened_to():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "s": [*"abab"], "y": [0, 1, 0, 1]})
    before = frame.copy(deep=True)
    dataset = build_dataset(frame, "y", validation=0.5)
    pd.testing.assert_frame_equal(frame, before)
    frame.loc[:, "x"] = 0.0
    frame["s"].array[0] = "changed"
    frame.columns = ["p", "q", "r"]
    pd.testing.assert_frame_equal(dataset.frames[0], before)


def test_many_rows_are_coded_as_few_are():
    generator = np.random.default_rng(0)
    frame = pd.DataFrame(generator.normal(size=(60_000, 3)).round(3)).rename(columns=str)
    frame["y"] = generator.integers(0, 2, len(frame))
    dataset = build_dataset(frame, "y")
    for column in dataset.columns:
        keys, codes = np.unique(frame[column.name], return_inverse=True)
        assert np.array_equal(column.keys, keys)
        assert np.array_equal(column.codes, codes)
