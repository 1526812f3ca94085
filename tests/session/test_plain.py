"""What is written down comes back as it was, and nothing else is read."""

import datetime as dt
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.errors import InvalidValueError, WrongTypeError
from treewidget.session.plain import DEEPEST, from_plain, to_plain

single = (
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False)
    | st.datetimes() | st.datetimes(timezones=st.just(dt.timezone(dt.timedelta(hours=9))))
)  # fmt: skip
nested = st.recursive(
    single,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(single, inner, max_size=3)
    ),
    max_leaves=8,
)


def depth(value):
    if isinstance(value, dict):
        return 1 + max((depth(one) for pair in value.items() for one in pair), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list | tuple) else 0


def same(one, other):
    """Whether values are equal, and of one type: True is not 1, and a tuple no list."""
    if isinstance(one, dict):
        pairs = zip(one.items(), other.items(), strict=True)
        return isinstance(other, dict) and all(same(*pair) for pair in pairs)
    if isinstance(one, list | tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dt.datetime):
        return pd.Timestamp(one) == other and one.utcoffset() == other.utcoffset()
    return type(one) is type(other) and one == other


def there_and_back(value):
    return from_plain(json.loads(json.dumps(to_plain(value), allow_nan=False)))


@given(nested)
def test_a_value_comes_back_from_json_as_it_was(value):
    if depth(value) > DEEPEST:
        with pytest.raises(WrongTypeError, match="nested deeper than 5"):
            to_plain(value)
    else:
        assert same(value, there_and_back(value))


def test_so_many_values_may_lie_in_one_another():
    deep = 1
    for _ in range(DEEPEST):
        deep = [deep]
    assert there_and_back(deep) == deep
    for deeper in ([deep], (deep,), {1: deep}, [[deep]]):
        with pytest.raises(WrongTypeError, match="nested deeper"):
            to_plain(deeper)


SECOND = pd.Timestamp("2024-02-29 12:00:00.123456789", tz="Asia/Seoul")


@pytest.mark.parametrize(
    ("value", "back"),
    [
        (np.float32(0.5), 0.5), (np.int8(3), 3), (np.bool_(1), True), (np.str_("a"), "a"),
        (np.array([[1, 2], [3, 4]]), [[1, 2], [3, 4]]), (np.float64("inf"), math.inf),
        (-math.inf, -math.inf), (SECOND, SECOND),
        (np.datetime64("2024-02-29T12:00", "s"), pd.Timestamp("2024-02-29 12:00")),
    ],
)  # fmt: skip
def test_what_numpy_and_pandas_have_comes_back_as_pythons(value, back):
    assert same(back, there_and_back(value))
    assert math.isnan(there_and_back(np.float32("nan")))


@pytest.mark.parametrize("value", [pd.NaT, object(), {1}, b"a", dt.date(2024, 1, 1), 1j, [print]])
def test_what_json_has_no_word_for_is_refused(value):
    with pytest.raises(WrongTypeError, match="cannot be written down"):
        to_plain(value)


@pytest.mark.parametrize(
    "written",
    [
        {}, {"eval": "1"}, {"float": "1.5"}, {"float": ["inf"]}, {"float": 1},
        {"float": "inf", "time": ""}, {"time": 7}, {"time": "NaT"}, {"time": "soon"},
        {"time": "2024-01-01" + " " * 50}, {"time": "9" * 40}, {"tuple": 1}, {"tuple": {"0": 1}},
        {"map": {}}, {"map": [1]}, {"map": [[1]]}, {"map": [[1, 2, 3]]}, {"map": [[[], 1]]},
        {"map": [[1, {"eval": 1}]]}, [{}],
    ],
)  # fmt: skip
def test_what_was_not_written_here_is_not_read(written):
    with pytest.raises(InvalidValueError):
        from_plain(written)
