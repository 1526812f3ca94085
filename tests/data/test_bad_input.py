"""Every refusal says what is wrong, where, with which value, and what would be right."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from tests.data.bad import GOOD, refuse
from treewidget.data import build_dataset
from treewidget.errors import InvalidValueError, UnknownNameError, WrongTypeError

# ---------------------------------------------------------------- the frame


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"a": [1]}, ["data is a dict", "pandas.DataFrame(data)"]),
        ([[1, 2]], ["data is a list", "pandas.DataFrame(data)"]),
        (np.eye(3), ["data is an ndarray", "pandas.DataFrame(data)"]),
        (pd.Series([1, 2]), ["data is a Series", "pandas.DataFrame(data)"]),
        ("titanic.csv", ["data is a str", "give a pandas DataFrame"]),
        (None, ["data is a NoneType"]),
    ],
)
def test_what_is_no_frame(data, words):
    refuse(WrongTypeError, [*words, "Arrow C stream"], data=data)


def test_empty_frames():
    refuse(InvalidValueError, ["data has no rows", "at least two"], data=GOOD.iloc[:0])
    refuse(InvalidValueError, ["data has no columns"], data=GOOD[[]])


def test_column_names():
    twice = GOOD.set_axis(["age", "age", "when", "ok", "y"], axis=1)
    refuse(InvalidValueError, ["several columns of the same name: 'age'", "rename"], data=twice)
    alike = GOOD.set_axis([1, "1", "when", "ok", "y"], axis=1)
    refuse(InvalidValueError, ["several columns of the same name: '1'"], data=alike)
    none = GOOD.set_axis(["age", None, "when", "ok", "y"], axis=1)
    refuse(WrongTypeError, ["neither texts nor whole numbers", "rename"], data=none)
    floats = GOOD.set_axis(pd.Index([0.5, True, (1, 2), b"b", "y"], dtype=object), axis=1)
    refuse(WrongTypeError, ["0.5, True, (1, 2), b'b'", "astype(str)"], data=floats)
    nested = pd.concat({"a": GOOD}, axis=1)
    refuse(InvalidValueError, ["several levels", "join them"], data=nested)


# ---------------------------------------------------------------- the target


def test_targets_that_are_not_there():
    refuse(
        UnknownNameError,
        ["target 'agee' is no column of data", "did you mean 'age'"],
        target="agee",
    )
    refuse(UnknownNameError, ["target 3 is no column", "'age', 'port'"], target=3)
    refuse(WrongTypeError, ["target is None", "name a column of data", "'age'"], target=None)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ([1, 0], ["target has 2 values", "data has 4 rows", "one value for each row"]),
        (np.eye(4), ["target is an ndarray of shape (4, 4)", "one-dimensional"]),
        (GOOD[["y"]], ["target is a DataFrame of shape (4, 1)", "name of a column"]),
        (1.5, ["target is a float", "name of a column"]),
        ({"y": 1}, ["target is a dict"]),
        (pd.Series(pd.date_range("2024", periods=4), name="day"), ["'day' holds datetimes"]),
        (pd.Series([1.0, np.inf, 2.0, 3.0], name="z"), ["target 'z' holds inf", "row 1"]),
        (pd.Series([[1], [2], [1], [2]], name="z"), ["target 'z' holds", "no tree can use"]),
        (
            pd.Series([Decimal(1), None, Decimal("sNaN"), 2.0], name="z"),
            ["target 'z' holds a signalling NaN (first in row 2)", "put Decimal('NaN') or None"],
        ),
    ],
)
def test_targets_that_cannot_be_used(target, words):
    of_values = any(word in words[0] for word in ("holds inf", "values", "NaN"))
    error = InvalidValueError if of_values else WrongTypeError
    refuse(error, words, target=target)


def test_tasks():
    refuse(InvalidValueError, ["task 'cluster' is not known", "'regression'"], task="cluster")
    refuse(InvalidValueError, ["target 'y' holds texts", "leave task out"], task="regression")


def test_targets_with_nothing_to_learn():
    constant = GOOD.assign(y="only")
    refuse(InvalidValueError, ["target 'y' is constant", "'only'", "choose"], data=constant)
    missing = GOOD.assign(y=None)
    refuse(InvalidValueError, ["target 'y' is missing in every row", "choose"], data=missing)
    held_out = GOOD.assign(y=[*"aaab"])
    refuse(
        InvalidValueError,
        ["target 'y' is constant", "all 3 training rows"],
        data=held_out,
        validation=[False, False, False, True],
    )
    ids = pd.DataFrame({"x": range(30), "id": [f"p{i}" for i in range(30)]})
    refuse(InvalidValueError, ["as many classes as training rows (30)"], data=ids, target="id")


# ---------------------------------------------------------------- columns


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([[1], [2], [3], [4]], ["mixed or unknown", "convert it to numbers"]),
        ([{}, {}, {}, {}], ["convert it to numbers"]),
        ([1, "a", 2, "b"], ["(int and str)", "texts (in pandas .astype('string'))"]),
        ([1, True, 2, 3], ["mixed", "convert"]),
        ([1.5, "a", None, "b"], ["(float and str)", "convert"]),
        ([Decimal(1), 2.5, None, 3], ["mixed", "convert"]),
        ([b"a", b"b", b"c", b"d"], ["bytes values", ".str.decode"]),
        ([dt.date(2024, 1, d) for d in range(1, 5)], ["dates as Python objects", "pd.to_datetime"]),
        ([dt.time(1), dt.time(2), None, dt.time(3)], ["times of day (time)", "since midnight"]),
        (pd.to_timedelta([1, 2, 3, 4], unit="D"), ["timedelta", "as .dt.total_seconds()"]),
        ([dt.timedelta(d) for d in range(4)], ["timedelta values", "pd.to_timedelta(...).dt.tot"]),
        (pd.period_range("2024", periods=4, freq="M"), ["period", ".dt.to_timestamp()"]),
        (pd.interval_range(0, 4), ["interval", ".array.left", ".astype('category')"]),
        (np.array([1j, 2, 3, 4]), ["complex", "real and imaginary"]),
        ([2**64, 1, 2, 3], ["64 bits", "18446744073709551616", ".astype(float)"]),
        ([2**63, -1, 2, 3], ["64 bits", "from -1", ".astype(float)"]),
    ],
)
def test_kinds_of_columns_that_are_not_taken(values, words):
    bad = GOOD.assign(odd=pd.Series(list(values) if isinstance(values, list) else values,
                                    index=GOOD.index, dtype=object if isinstance(values, list)
                                    else None))  # fmt: skip
    refuse(WrongTypeError, ["column 'odd' holds", *words], data=bad)


@pytest.mark.parametrize("other", [None, dt.UTC, dt.timezone(dt.timedelta(hours=9))])
def test_what_is_said_of_instants_in_several_zones_makes_a_column_of_them(other):
    zone = dt.timezone(dt.timedelta(hours=1))
    mixed = [dt.datetime(2024, 1, day, tzinfo=zone if day % 2 else other) for day in range(1, 5)]
    odd = pd.Series(mixed, index=GOOD.index, dtype=object)
    words = ["dates and times as Python objects", "with utc=True where zones differ"]
    refuse(WrongTypeError, words, data=GOOD.assign(odd=odd))
    cured = build_dataset(GOOD.assign(odd=pd.to_datetime(odd, utc=True)), "y")
    assert cured.columns[-1].kind == "datetime"


def test_all_columns_that_cannot_be_used_are_named_at_once():
    bad = GOOD.assign(
        late=pd.Timedelta(1, "D"), early=pd.Timedelta(2, "D"), huge=np.inf, week=pd.Period("2024")
    )
    words = ["column 'late' holds timedelta", ".dt.total_seconds() (likewise 'early'); column"]
    refuse(WrongTypeError, [*words, "column 'huge' holds inf", "column 'week' holds"], data=bad)
    more = bad.assign(odd=1j, two=[1, "a", 2, "b"])
    refuse(WrongTypeError, ["; columns 'odd', 'two' cannot be used either"], data=more)


def test_infinite_values():
    bad = GOOD.assign(age=[1.0, -np.inf, np.inf, np.nan])
    refuse(InvalidValueError, ["column 'age' holds -inf", "row 'q'", "NaN"], data=bad)
    nullable = GOOD.assign(age=pd.array([1.0, None, np.inf, 2.0], dtype="Float64"))
    refuse(InvalidValueError, ["column 'age' holds inf", "row 'r'"], data=nullable)
    objects = GOOD.assign(age=[Decimal("Infinity"), Decimal(1), Decimal(2), None])
    refuse(InvalidValueError, ["column 'age' holds inf", "row 'p'"], data=objects)


def test_no_column_to_split_on():
    refuse(InvalidValueError, ["no column to split on beside the target"], data=GOOD[["y"]])
    stuck = pd.DataFrame({"a": [1, 1, 1], "b": [None] * 3, "y": [0, 1, 0]})
    refuse(InvalidValueError, ["no column can split: 'a', 'b' are constant or missing"], data=stuck)
    one = pd.DataFrame({"a": [1, 2, 2, 2], "y": [0, 0, 1, 0]})
    refuse(
        InvalidValueError,
        ["no column can split: 'a' is constant"],
        data=one,
        validation=[True, False, False, False],
    )


# ---------------------------------------------------------------- parts


@pytest.mark.parametrize("part", ["validation", "test"])
@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        (0, InvalidValueError, ["=0 is no share", "between 0 and 1"]),
        (1.0, InvalidValueError, ["=1.0 is no share"]),
        (-0.1, InvalidValueError, ["=-0.1 is no share"]),
        (np.nan, InvalidValueError, ["=nan is no share"]),
        (True, InvalidValueError, ["=True is no share"]),
        (0.01, InvalidValueError, ["=0.01 of 4 rows is none", "larger"]),
        ("hold", UnknownNameError, ["'hold' is no column of data"]),
        ("age", WrongTypeError, ["column 'age' holds number", "True for the rows"]),
        ([0, 1, 0, 1], WrongTypeError, ["mask holds integer", "booleans"]),
        ([True, False], InvalidValueError, ["mask has 2 values", "4 rows"]),
        ([True, None, False, True], InvalidValueError, ["missing in 1 row", "row 1"]),
        ([False] * 4, InvalidValueError, ["mask is False in every row"]),
        ([True] * 4, InvalidValueError, ["takes every row", "leave some"]),
        (object(), WrongTypeError, ["mask is an object"]),
        (GOOD.drop(columns="y"), UnknownNameError, ["target 'y' is no column of"]),
        (GOOD.drop(columns=["age", "ok"]), UnknownNameError, ["lacks 'age', 'ok'"]),
        (GOOD.iloc[:0], InvalidValueError, ["has no rows"]),
        (GOOD.assign(y=None), InvalidValueError, ["has no rows with a target"]),
        (
            GOOD.assign(age=[*"abcd"]),
            WrongTypeError,
            ["column 'age' of", "holds texts ('a'), and the tree was built on numbers: convert"],
        ),
        (GOOD.assign(age=np.inf), InvalidValueError, ["column 'age' of", "holds inf"]),
        (GOOD.assign(y=1), WrongTypeError, ["target 'y' holds different kinds"]),
    ],
)
def test_parts_that_cannot_be_used(part, value, error, words):
    words = [part, *words] if "target" not in words[0] else words
    refuse(error, words, **{part: value})


def test_parts_that_overlap_or_take_too_much():
    left, right = [True, True, False, False], [False, True, True, False]
    refuse(InvalidValueError, ["share 1 row", "position 1"], validation=left, test=right)
    refuse(InvalidValueError, ["together take 1.1"], validation=0.5, test=0.6)


@pytest.mark.parametrize(
    ("seed", "error"), [(-1, InvalidValueError), (1.5, WrongTypeError), (True, WrongTypeError)]
)
def test_seeds(seed, error):
    refuse(error, [f"random_state {seed}"], random_state=seed)


def test_a_second_frame_in_other_numbers():
    data = GOOD.assign(n=[1, 2, 3, 4])
    for other in (0.5, 2.0**63):
        refuse(
            WrongTypeError,
            ["column 'n' of validation holds fractions or floats from 2**63 on", "float in both"],
            data=data,
            validation=data.assign(n=[other, 1, 2, 3]),
        )
    huge = GOOD.assign(n=np.array([2**63, 2, 3, 4], dtype=np.uint64))
    refuse(
        WrongTypeError,
        ["column 'n' of test", "below 0"],
        data=huge,
        test=GOOD.assign(n=[-1, 2, 3, 4]),
    )
