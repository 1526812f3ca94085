"""New rows are read as the columns understand them, or refused by name."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.data import Column, Cut, build_dataset
from treewidget.data.calendar import UNITS
from treewidget.data.ranks import at_or_below, rank_at_or_below
from treewidget.data.reading import read_column
from treewidget.errors import InvalidValueError, UnknownNameError, WrongTypeError

FRAME = pd.DataFrame(
    {
        "age": [1.5, 2.0, 3.0, 4.0],
        "rooms": [1, 2, 3, 2**60 + 1],
        "port": [*"CSCS"],
        "size": pd.Categorical([*"lmhl"], [*"lmh"], ordered=True),
        "when": pd.to_datetime(["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"]).as_unit(
            "s"
        ),
        "seen": pd.to_datetime(["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"], utc=True),
        "ok": [True, False, True, False],
        "y": [*"abab"],
    }
)
DATASET = build_dataset(FRAME, "y")


def read(name, values):
    column = DATASET.column_index(name)
    series = values if isinstance(values, pd.Series) else pd.Series(values)
    frame = FRAME.iloc[:1].loc[[0] * len(series)].reset_index(drop=True)
    return DATASET.columns[column], DATASET.read(frame.assign(**{name: series}))[column]


def test_the_frame_itself_is_read_as_it_was_coded():
    for column, reading in zip(DATASET.columns, DATASET.read(FRAME), strict=True):
        assert not reading.missing.any()
        expected = column.keys[column.codes] if column.is_ordered else column.codes
        assert reading.keys.tolist() == expected.tolist()


def test_other_columns_and_the_order_of_columns_do_not_matter():
    turned = FRAME[FRAME.columns[::-1]].assign(more=[[1]] * 4)
    for one, other in zip(DATASET.read(FRAME), DATASET.read(turned), strict=True):
        assert one.keys.tolist() == other.keys.tolist()


def test_no_rows_are_read_too():
    assert [len(reading.keys) for reading in DATASET.read(FRAME.iloc[:0])] == [0] * 7


@pytest.mark.parametrize(
    "types",
    [{}, {"age": "f4"}, {"age": object}, {"age": "Float64"}, {"rooms": "f8"}, {"rooms": "Int64"},
     {"rooms": "u8"}, {"rooms": object}, {"age": object, "rooms": "f8"}],
    ids=str,
)  # fmt: skip
def test_few_rows_of_numbers_are_read_together_as_each_column_is_alone(monkeypatch, types):
    some = FRAME.assign(age=[np.nan, -0.0, 3.0, 4.0]).astype(types)
    monkeypatch.setattr("treewidget.data.together.MANY", 1)
    together = DATASET.read(some)
    monkeypatch.undo()
    for one, other in zip(together, DATASET.read(some), strict=True):
        assert one.missing.tolist() == other.missing.tolist()
        assert np.array_equal(one.keys, other.keys, equal_nan=True)
        assert one.keys.dtype == other.keys.dtype
        assert np.signbit(one.keys).tolist() == np.signbit(other.keys).tolist()


def test_an_infinite_number_among_many_is_refused_by_name(monkeypatch):
    monkeypatch.setattr("treewidget.data.together.MANY", 1)
    with pytest.raises(InvalidValueError, match=r"'age' of the frame holds inf \(first in row 0"):
        DATASET.read(FRAME.assign(age=np.inf))


def test_pandas_is_asked_for_no_column_of_plain_numbers_alone(monkeypatch):
    asked = []
    monkeypatch.setattr("treewidget.data.together.MANY", 1)
    read = "treewidget.data.dataset.read_column"
    monkeypatch.setattr(read, lambda column, *_: asked.append(column.name))
    DATASET.read(FRAME)
    assert asked == ["port", "size", "when", "seen", "ok"]


@pytest.mark.parametrize(
    ("name", "values", "keys"),
    [
        ("age", [1, 2], [1.0, 2.0]),
        ("age", pd.Series([1, 2], dtype="float32"), [1.0, 2.0]),
        ("rooms", [1.0, 2.0], [1, 2]),
        ("rooms", pd.Series([2**60 + 1], dtype="Int64"), [2**60 + 1]),
        ("rooms", [1.25, 2.0], [1.25, 2.0]),
        ("port", ["S", "C"], [1, 0]),
        ("port", pd.Series(["S", "C"], dtype="category"), [1, 0]),
        ("port", ["S", "unseen"], [1, -1]),
        ("size", ["h", "l"], [2, 0]),
        ("size", pd.Series([*"hl"], dtype="category"), [2, 0]),
        ("ok", pd.Series([True, False], dtype="boolean"), [1, 0]),
        ("ok", pd.Series([True, False], dtype=object), [1, 0]),
    ],
)
def test_kinds_that_go_together(name, values, keys):
    _, reading = read(name, values)
    assert reading.keys.tolist() == keys
    assert reading.missing.tolist() == [key == -1 for key in keys]


@pytest.mark.parametrize("name", list(FRAME.columns[:-1]))
@pytest.mark.parametrize("dtype", [object, float, "category"])
def test_all_missing_is_missing_whatever_the_type(name, dtype):
    column, reading = read(name, pd.Series([None, None], dtype=dtype))
    assert reading.missing.all()
    assert len(reading.keys) == 2
    assert column.is_ordered or reading.codes.tolist() == [-1, -1]


def test_missing_and_unknown_levels_of_an_order_are_missing():
    _, reading = read("size", ["h", None, "giant"])
    assert reading.missing.tolist() == [False, True, True]


def test_an_integer_column_with_missing_values_comes_as_floats():
    _, reading = read("rooms", [1.0, np.nan, 3.0])
    assert reading.keys.dtype == np.int64
    assert reading.missing.tolist() == [False, True, False]


@pytest.mark.parametrize("far", [2.0**63, 2.0**64, -(2.0**63), 1e300])
def test_floats_beyond_whole_numbers_lie_beyond_those_of_a_column(far):
    column, reading = read("rooms", [far, 2.0])
    cut = column.parse_cut(2)
    assert reading.at_or_below(cut).tolist() == [far < 0, True]


def test_datetimes_of_finer_units_stay_on_their_side_of_a_cut():
    texts = ["2024-02-01", "2024-02-01 00:00:00.5", "2024-01-31 23:59:59.5"]
    column, reading = read("when", pd.Series(pd.to_datetime(texts, format="ISO8601")))
    cut = column.parse_cut("2024-02-01")
    assert reading.at_or_below(cut).tolist() == [True, False, True]


ENDS = [
    end // unit + near
    for end in (-(2**63) + 4, 0, 2**63 - 4)
    for unit in UNITS.values()
    for near in (-2, -1, 0, 1, 2)
]


@pytest.mark.parametrize("theirs", UNITS)
@pytest.mark.parametrize("ours", UNITS)
def test_datetimes_of_any_unit_are_on_their_side_of_a_cut(ours, theirs):
    dtype = np.dtype(f"M8[{ours}]")
    column = Column("when", "datetime", np.empty(0, np.int32), np.empty(0, np.int64), dtype=dtype)
    reading = read_column(column, pd.Series(np.array(ENDS).view(f"M8[{theirs}]")))
    for cut in ENDS:
        expected = [value * UNITS[theirs] <= cut * UNITS[ours] for value in ENDS]
        assert reading.at_or_below(Cut(cut, "")).tolist() == expected


def test_datetimes_of_coarser_units_and_other_zones_are_the_same_instants():
    column, reading = read("seen", pd.Series(
        pd.to_datetime(["2024-02-01 09:00", "2024-02-01 09:01"])
    ).dt.tz_localize("Asia/Seoul").dt.as_unit("s"))  # fmt: skip
    assert reading.at_or_below(column.parse_cut("2024-02-01")).tolist() == [True, False]


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("age", ["a", "b"], ["holds texts ('a')", "numbers (such as 1.5)"]),
        ("age", [True, False], ["holds booleans (True)"]),
        ("age", pd.to_datetime(["2024-01-01"]), ["holds datetimes ('2024-01-01')"]),
        ("rooms", ["1", "2"], ["holds texts ('1')", "whole numbers (such as 1)"]),
        ("port", [1, 2], ["holds whole numbers (1)", "texts or categories (such as 'C')"]),
        ("port", [True, False], ["holds booleans"]),
        ("size", [1.5], ["holds numbers (1.5)", "ordered categories (such as 'l')"]),
        ("when", ["2024-01-01"], ["holds texts ('2024-01-01')", "datetimes (such as 2024-01-01)"]),
        ("when", [1, 2], ["holds whole numbers (1)"]),
        ("ok", [0, 1], ["holds whole numbers (0)", "booleans (such as False)"]),
        ("ok", ["yes"], ["holds texts ('yes')"]),
        ("when", pd.to_datetime(["2024-01-01"], utc=True), ["has a time zone", "localize(None)"]),
        ("seen", pd.to_datetime(["2024-01-01"]), ["has no time zone", "tz_localize(...)"]),
        ("age", [[1]], ["holds values of mixed"]),
    ],
)  # fmt: skip
def test_a_column_of_another_kind_is_refused_by_name(name, values, words):
    with pytest.raises(WrongTypeError) as refused:
        read(name, values)
    for word in (f"column '{name}' of the frame", *words):
        assert word in str(refused.value)


@pytest.mark.parametrize(
    ("built", "given", "words"),
    [
        ([1, 2], [*"12"], "holds texts ('1'), and the tree was built on categories of numbers "),
        ([*"12"], pd.Categorical([1, 2]), "holds categories of numbers (1), and the tree was"),
        (
            pd.to_datetime(["2024-01-01", "2024-02-01"]),
            pd.to_datetime(["2024-01-01", "2024-02-01"], utc=True),
            "the tree was built on categories of datetimes (such as ",
        ),
        (pd.interval_range(0, 2), [*"ab"], "built on categories of Interval (such as "),
    ],
)
def test_it_is_said_of_what_categories_are(built, given, words):
    """Texts were refused as the tree was built on "texts or categories"."""
    dataset = build_dataset(pd.DataFrame({"x": pd.Categorical(built), "y": [*"ab"]}), "y")
    with pytest.raises(WrongTypeError) as refused:
        dataset.read(pd.DataFrame({"x": given}))
    assert words in str(refused.value)


def test_missing_columns_are_all_named():
    with pytest.raises(UnknownNameError) as refused:
        DATASET.read(FRAME.drop(columns=["age", "port"]).rename(columns={"rooms": "room"}))
    assert "the frame lacks 'age', 'rooms', 'port'" in str(refused.value)
    with pytest.raises(UnknownNameError, match="did you mean 'ages'"):
        DATASET.read(FRAME.rename(columns={"age": "ages"}))


def test_infinite_values_are_refused():
    with pytest.raises(InvalidValueError, match=r"column 'age' of the frame holds inf.*row 1"):
        read("age", [1.0, np.inf])


def test_what_is_no_frame_is_refused():
    with pytest.raises(WrongTypeError, match="the frame is a list"):
        DATASET.read([1, 2])
    with pytest.raises(InvalidValueError, match="several columns of the same name"):
        DATASET.read(pd.concat([FRAME, FRAME], axis=1))


def test_unknown_columns_suggest():
    with pytest.raises(UnknownNameError, match=r"no column 'prot'.*did you mean 'port'"):
        DATASET.column_index("prot")
    with pytest.raises(UnknownNameError, match="no column 'y'; it is the target"):
        DATASET.column_index("y")
    for wrong in (True, 1.0, None, ["age"]):
        with pytest.raises(UnknownNameError, match="the columns are 'age'"):
            DATASET.column_index(wrong)


def test_columns_are_named_by_number_too():
    numbered = build_dataset(pd.DataFrame({1: [1, 2, 3], 0: [3, 2, 1], 2: [*"aba"]}), 2)
    assert numbered.column_index(0) == 1
    with pytest.raises(UnknownNameError):
        numbered.column_index("0")


whole = st.integers(-(2**63), 2**64 - 1)


@given(
    st.lists(whole, min_size=1, max_size=20),
    st.one_of(whole, st.floats(allow_nan=False, allow_infinity=False)),
)
def test_no_integer_is_ever_rounded(keys, value):
    unsigned = min(keys) >= 0
    keys = sorted(key for key in keys if unsigned or key < 2**63) or [0]
    column = np.array(keys, dtype=np.uint64 if unsigned else np.int64)
    expected = [key <= value for key in keys]  # Python compares int and float exactly
    assert at_or_below(column, value).tolist() == expected
    assert rank_at_or_below(column, value) == sum(expected) - 1


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1), whole)
def test_no_integer_cut_is_rounded_for_floats(keys, value):
    assert at_or_below(np.array(keys), value).tolist() == [key <= value for key in keys]


def test_missing_rows_are_on_no_side():
    column, reading = read("age", [1.0, np.nan, 9.0])
    assert reading.at_or_below(Cut(2.0, "2")).tolist() == [True, False, False]
    assert read_column(column, pd.Series([1.0])).keys.tolist() == [1.0]
