"""A line gives its record back, and costs no more than its limits allow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.errors import InvalidValueError
from treewidget.session import records
from treewidget.session.records import (
    DEPTH_LIMIT,
    DIGITS_LIMIT,
    START,
    BadLineError,
    checksum,
    decode,
    encode,
)

single = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text() | st.text(alphabet='[]{}",\\:')
)  # fmt: skip
nested = st.recursive(
    single,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def line_of(body):
    return b'{"check":"' + checksum(START, body).encode() + b'","record":' + body + b"}\n"


def depth(value):
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth, inner), default=0)


@given(st.dictionaries(st.text(alphabet='ab[{"\\'), nested, max_size=4), st.integers(1, 5))
def test_a_record_comes_back_if_it_is_no_deeper_than_the_limit(record, limit):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "DEPTH_LIMIT", limit)
        if depth(record) > limit:
            with pytest.raises(InvalidValueError, match=f"nested deeper than {limit}"):
                encode(record, START)
        else:
            line, check = encode(record, START)
            assert line == line_of(line[len(line_of(b"")) - 2 : -2])
            assert decode(line, START) == decode(line[:-1], START) == (record, check)


def test_so_much_and_no_more_is_written_and_read(monkeypatch):
    inside = b"[" * (DEPTH_LIMIT - 1) + b"]" * (DEPTH_LIMIT - 1)
    digits = b"9" * DIGITS_LIMIT
    fraction = b"0." + b"1" * (DIGITS_LIMIT - 2)
    for body in (inside, digits, fraction):
        assert decode(line_of(b'{"a":' + body + b"}"), START)
    for body in (b"[" + inside + b"]", digits + b"9", fraction + b"1"):
        with pytest.raises(BadLineError):
            decode(line_of(b'{"a":' + body + b"}"), START)
    record = {"a": [1, 2, {"b": 3}, []]}
    line, _ = encode(record, START)
    for name, just in (("LINE_LIMIT", len(line)), ("VALUES_LIMIT", 7)):  # 3 commas, 2 of each else
        monkeypatch.setattr(records, name, just)
        assert decode(encode(record, START)[0], START)[0] == record
        monkeypatch.setattr(records, name, just - 1)
        with pytest.raises(InvalidValueError, match="cannot hold this"):
            encode(record, START)
        monkeypatch.undo()
    monkeypatch.setattr(records, "VALUES_LIMIT", 6)
    with pytest.raises(BadLineError, match="more than 6 values"):
        decode(line, START)
