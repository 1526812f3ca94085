"""A fingerprint tells values apart, and not how they lie in memory; a file keeps it for years."""

import json
import struct
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from treewidget.session.fingerprint import differences, of_frame

NAN_OF_OTHER_BITS = struct.unpack("<d", struct.pack("<Q", 0xFFF8_0000_0000_0007))[0]
LARGEST = float(np.finfo(float).max)
STAMPS = pd.Series(pd.to_datetime(["1969-12-31 23:59:59.25", None, "2024-02-29 12:00:00.125"]))


def printed(values):
    """Return the print of a column as a file gives it back."""
    return json.loads(json.dumps(of_frame(pd.DataFrame({"x": values})), allow_nan=False))


def shows(values):
    (column,) = printed(values)["columns"]
    return column


@pytest.mark.parametrize(
    "guises",
    [
        [pd.Series([1.5, None], dtype=dtype) for dtype in ("f8", "f4", "f2", "Float32", object)],
        [pd.Series([1.5, gap, -2.0]) for gap in (np.nan, -np.nan, NAN_OF_OTHER_BITS)],
        [pd.Series([0.0, None]), pd.Series([-0.0, None]), pd.Series([Decimal(0), None])],
        [pd.Series([3, 0, 9], dtype=dtype) for dtype in ("i8", "u1", "UInt64", "Int16", object)],
        [pd.Series([3, None, 9], dtype=dtype) for dtype in ("UInt64", "Int16", object)],
        [pd.Series([2**64 - 1, 0], dtype=dtype) for dtype in ("u8", "UInt64", object)],
        [pd.Series([LARGEST, -LARGEST]), pd.Series([LARGEST, -LARGEST], dtype=object)],
        [pd.Series([True, None, False], dtype=dtype) for dtype in ("boolean", object)],
        [pd.Series(["b", None, "a"], dtype=dtype) for dtype in (object, "string", "str")],
        [STAMPS.dt.as_unit(unit) for unit in ("ms", "us", "ns")],
        [STAMPS.dt.floor("s").dt.as_unit(unit) for unit in ("s", "ms", "us", "ns")],
    ],
)  # fmt: skip
def test_what_says_the_same_has_the_same_print(guises):
    first, *others = map(printed, guises)
    assert [differences(first, other) for other in others] == [[]] * len(others)
    assert all(other == first for other in others)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (pd.Series([1.5, None, 2.0]), pd.Series([1.5, 2.0, None])),
        (pd.Series([1, None, 2], dtype="Int64"), pd.Series([1, 0, 2], dtype="Int64")),
        (pd.Series([2**53, 0]), pd.Series([2**53 + 1, 0])),
        (pd.Series([2**64 - 1, 0], dtype="u8"), pd.Series([2**64 - 2, 0], dtype="u8")),
        (pd.Series([1.0, 2.0]), pd.Series([1, 2])),
        (pd.Series([True, None]), pd.Series([True, False])),
        (pd.Series(["a", "b", "a"]), pd.Series(["b", "a", "b"])),
        (pd.Series(["a", "b", None]), pd.Series(["a", "b", "b"])),
        (pd.Series(["a", "b"]), pd.Series(["a", "b"], dtype="category")),
        (pd.Categorical(["a", "b"], ["a", "b"]), pd.Categorical(["a", "b"], ["a", "b", "c"])),
        (pd.Categorical(["a", "b"]), pd.Categorical(["a", "b"], ordered=True)),
        (pd.Categorical([1, 2]), pd.Categorical([1.0, 2.0])),
        (STAMPS, STAMPS + pd.Timedelta(1, "ns")),
        (STAMPS, STAMPS + pd.Timedelta(1, "s")),
        (STAMPS.dt.tz_localize("UTC"), STAMPS.dt.tz_localize("Asia/Seoul")),
    ],
)
def test_what_says_something_else_has_another_print(then, now):
    assert len(differences(printed(then), printed(now))) == 1
    assert len(differences(printed(now), printed(then))) == 1


def test_only_numbers_have_ends_and_only_where_there_are_some():
    assert (shows([2.5, None, -1.0])["low"], shows([2.5, None, -1.0])["high"]) == (-1.0, 2.5)
    assert shows([2.5, None, -1.0])["missing"] == 1
    for other in ([np.nan, np.nan], ["a", "b"], [True, False], list(STAMPS)):
        assert not {"low", "high"} & shows(other).keys()
    assert differences(printed([np.nan] * 2), printed([1.0, 2.0])) == [
        "column 'x' has other values (2 missing then, 1 to 2, 0 missing now)"
    ]


def test_of_many_columns_that_differ_eight_are_told_whole():
    then = of_frame(pd.DataFrame({at: [0, 1] for at in range(10)}))
    for differing, more in ((8, []), (9, ["data differs in 1 column more"])):
        now = of_frame(pd.DataFrame({at: [0, 1 + (at < differing)] for at in range(10)}))
        told = "has other values (0 to 1, 0 missing then, 0 to 2, 0 missing now)"
        assert differences(then, now) == [*(f"column {at} {told}" for at in range(8)), *more]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ["x"]}, {"name": None}, {"kind": "<b>"}, {"kind": "x" * 81}, {"kind": 7},
        {"low": "0"}, {"low": None}, {"high": 10**400}, {"missing": []},
    ],
)  # fmt: skip
def test_a_print_of_a_file_is_checked_before_anything_of_it_is_told(changes):
    now = printed([0, 1])
    then = {**now, "columns": [now["columns"][0] | changes]}
    with pytest.raises((ValueError, TypeError)):
        differences(then, now)
    with pytest.raises((ValueError, TypeError)):
        differences({**now, "rows": None}, now)


def test_prints_are_those_that_files_hold():
    columns = {
        "number": [1.5, None, -2.0],
        "integer": pd.array([3, None, 2**60 + 1], dtype="Int64"),
        "natural": np.array([1, 2, 2**64 - 1], dtype=np.uint64),
        "boolean": pd.array([True, None, False], dtype="boolean"),
        "text": ["b", None, "\u00e9"],
        "category": pd.Categorical([1, None, 2.5], [2.5, 1], ordered=True),
        "datetime": STAMPS.dt.tz_localize("UTC"),
    }
    found = of_frame(pd.DataFrame(columns))["columns"]
    assert {each["name"]: each["digest"] for each in found} == {
        "number": "0819e9ec520111f1aecd7e8e",
        "integer": "d046973eb063d4dee1878d19",
        "natural": "fbf0ab54d358897ff7c97582",
        "boolean": "eb977b99f10d5fe84cf6c242",
        "text": "8429d15c622366bf92db659f",
        "category": "8ef17ff2413b574d6e590801",
        "datetime": "7b7b6dc9179bf4a0f49960b1",
    }
