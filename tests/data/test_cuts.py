"""Cuts part exactly the values they lie between, whatever the kind, and come back from JSON."""

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from treewidget.data import Column, Cut, build_dataset, cut_texts
from treewidget.data.cut import float_midpoint, integer_midpoint, largest_double
from treewidget.errors import InvalidValueError, TreeWidgetError, UnknownNameError, WrongTypeError

NOTHING = np.empty(0, np.int32)
doubles = st.floats(allow_nan=False, allow_infinity=False)


def numbers(*keys):
    return Column("x", "number", NOTHING, np.array(sorted(keys), dtype=np.float64))


def integers(*keys, dtype=np.int64):
    return Column("x", "integer", NOTHING, np.array(sorted(keys), dtype=dtype))


def ordered(*levels):
    labels = tuple(map(str, levels))
    return Column("x", "ordered", NOTHING, np.arange(len(levels)), levels, labels)


@given(doubles, doubles)
def test_a_midpoint_lies_between(a, b):
    low, high = sorted((a, b))
    assume(low < high)
    assert low <= float_midpoint(low, high) < high


@given(doubles)
def test_a_midpoint_parts_adjacent_doubles(low):
    high = math.nextafter(low, math.inf)
    assume(math.isfinite(high))
    cut = numbers(low, high).midpoint(0, 1)
    assert low <= cut.value < high
    assert low <= float(cut.text) < high


def test_texts_are_written_where_many_are_wanted():
    keys = np.unique(np.random.default_rng(0).normal(size=1000))
    cuts = numbers(*keys).midpoints(np.arange(999), np.arange(1, 1000))
    cut_texts.write_texts(cuts)
    assert all(isinstance(cut.shown, str) for cut in cuts)
    few = numbers(*keys).midpoints(np.arange(9), np.arange(1, 10))
    cut_texts.write_texts([*few, *cuts[:99]])
    assert not any(isinstance(cut.shown, str) for cut in few)


def test_a_text_is_written_once_for_all_equal_cuts_of_whole_numbers_and_dates():
    days = Column("x", "datetime", NOTHING, np.arange(4) * 86_400, dtype=np.dtype("M8[s]"))
    for column in (integers(1, 2, 5, 9), ordered("a", "b", "c", "d"), days):
        first, other, again = column.midpoints(np.array([0, 1, 0]), np.array([1, 3, 1]))
        assert first is again
        assert first != other


@pytest.mark.parametrize(
    ("low", "high", "middle"),
    [
        (1.0, 2.0, 1.5),
        (-1.7e308, 1.7e308, 0.0),
        (1.5e308, 1.75e308, 1.5e308 / 2 + 1.75e308 / 2),
        (0.0, 5e-324, 0.0),
        (5e-324, 1e-323, 5e-324),
        (-5e-324, 0.0, -5e-324),
    ],
)
def test_midpoints_at_the_edges_of_doubles(low, high, middle):
    assert float_midpoint(low, high) == middle


def test_the_midpoint_is_scikit_learns():
    generator = np.random.default_rng(3)
    for low, high in np.sort(generator.normal(size=(500, 2)).astype(np.float32), axis=1).tolist():
        assert float_midpoint(low, high) == low / 2.0 + high / 2.0


@given(st.integers(0, 2**64 - 2), st.integers(1, 1000))
def test_integers_of_any_size_are_parted_exactly(low, width):
    column = integers(low, min(low + width, 2**64 - 1), dtype=np.uint64)
    cut = column.midpoint(0, 1)
    assert low <= cut.value < low + width
    assert column.rank_of(cut) == 0
    assert column.parse_cut(json.loads(json.dumps(column.plain_cut(cut)))) == cut


@pytest.mark.parametrize(
    ("low", "high", "middle", "text"),
    [
        (1, 2, 1.5, "1.5"),
        (30, 31, 30.5, "30.5"),
        (23, 43, 33, "33"),
        (-2, -1, -1.5, "-1.5"),
        (2**53, 2**53 + 1, 2**53, "9007199254740992"),
        (-(2**63), 2**63 - 1, -0.5, "-0.5"),
        (-(2**60) - 1, -(2**60), -(2**60) - 1, "-1152921504606846977"),
    ],
)
def test_integer_midpoints(low, high, middle, text):
    assert integer_midpoint(low, high) == middle
    assert integers(low, high).midpoint(0, 1).text == text


@given(st.lists(doubles, min_size=2, max_size=30, unique=True), st.data())
def test_a_cut_comes_back_from_json_and_knows_its_rank(keys, data):
    column = numbers(*(key + 0.0 for key in keys))
    low = data.draw(st.integers(0, len(column.keys) - 2))
    high = data.draw(st.integers(low + 1, len(column.keys) - 1))
    assume(column.keys[low] < column.keys[high])
    cut = column.midpoint(low, high)
    assert column.parse_cut(json.loads(json.dumps(column.plain_cut(cut)))) == cut
    assert column.rank_of(cut) == int((column.keys <= cut.value).sum()) - 1


@given(doubles)
def test_a_rank_counts_the_keys_at_or_below(value):
    for dtype in (np.int64, np.uint64):
        column = integers(0, 3, 2**53 + 1, 2**62, dtype=dtype)
        expected = sum(Fraction(int(key)) <= Fraction(value) for key in column.keys) - 1
        assert column.rank_of(column.parse_cut(value)) == expected


@pytest.mark.parametrize(
    ("given_value", "value"),
    [(7, 7.0), (7.25, 7.25), ("7.25", 7.25), (" -1e-3 ", -0.001), (np.float32(0.5), 0.5),
     (np.int16(3), 3.0), (Decimal("0.1"), 0.1), (Fraction(1, 4), 0.25), (2**53 + 1, 2.0**53)],
)  # fmt: skip
def test_numbers_are_taken_in_every_form(given_value, value):
    assert numbers(0.0, 10.0).parse_cut(given_value).value == value


@pytest.mark.parametrize("zero", [-0.0, "-0", "-0.0", np.float32(-0.0), Decimal("-0.0")])
def test_a_zero_has_no_sign(zero):
    """As ``round(-0.04, 1)`` has one: cards said "<= -0"."""
    for column in (numbers(-1.0, 1.0), integers(-1, 1)):
        cut = column.parse_cut(zero)
        assert (repr(abs(cut.value)), cut.text) == (repr(cut.value), "0")


def test_digits_name_integers_exactly():
    column = integers(2**60, 2**60 + 1)
    assert column.parse_cut(str(2**60 + 1)).value == 2**60 + 1
    assert column.parse_cut("30.5").value == 30.5
    assert column.parse_cut(7.0).value == 7
    assert isinstance(column.parse_cut(7.0).value, int)


@pytest.mark.parametrize(
    ("given_value", "value"),
    [(f"{2**60 + 1}.5", 2**60 + 1), (Decimal(2**60 + 1) + Decimal("0.5"), 2**60 + 1),
     (Fraction(2**61 + 3, 2), 2**60 + 1), (f"-{2**60}.5", -(2**60) - 1),
     ("3.99999999999999999999", 3), (Decimal("3.99999999999999999999"), 3),
     ("1e-9999999999999999999", 0), (f"{2**60}.0", 2**60)],
)  # fmt: skip
def test_between_whole_numbers_that_doubles_do_not_tell_apart_a_cut_is_the_lower_one(
    given_value, value
):
    column = integers(2**60, 2**60 + 1)
    assert column.parse_cut(given_value).value == value


@pytest.mark.parametrize("column", [numbers(1.0, 6.9), integers(1, 7)])
@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        (math.nan, InvalidValueError, "nan"),
        (math.inf, InvalidValueError, "inf"),
        pytest.param(10**400, InvalidValueError, "finite", id="beyond doubles"),
        pytest.param(10**5000, InvalidValueError, "finite", id="endless"),
        (Decimal("NaN"), InvalidValueError, "NaN"),
        (Decimal("sNaN"), InvalidValueError, "sNaN"),
        ("1e999", InvalidValueError, "1e999"),
        (True, WrongTypeError, "True (bool)"),
        (np.True_, WrongTypeError, "True (bool)"),
        (None, WrongTypeError, "None"),
        ("nan", WrongTypeError, "'nan'"),
        ("1_000", WrongTypeError, "'1_000'"),
        ("\u0661", WrongTypeError, "'\u0661'"),
        ("", WrongTypeError, "''"),
        ([1], WrongTypeError, "[1] (list)"),
        (1j, WrongTypeError, "1j"),
    ],
)
def test_a_threshold_that_is_no_number_is_refused(column, value, error, words):
    with pytest.raises(error) as refused:
        column.parse_cut(value)
    assert words in str(refused.value)
    assert "threshold for column 'x'" in str(refused.value)
    assert "(its values run from 1 to" in str(refused.value)
    assert "(str)" not in str(refused.value)  # the quotes say it


def test_ordered_categories_are_cut_after_the_lower_level():
    column = ordered("low", "middle", "high")
    cut = column.midpoint(0, 2)
    assert cut == Cut(0, "low")
    assert cut.text == "low"
    assert column.parse_cut("middle") == Cut(1, "middle")
    assert column.plain_cut(cut) == "low"
    assert column.rank_of(cut) == 0
    with pytest.raises(UnknownNameError, match=r"'midle' is no category of column 'x'.*'middle'"):
        column.parse_cut("midle")


def test_levels_that_are_numbers_are_named_by_their_value():
    column = ordered(10, 2.5, 30)
    assert [column.plain_cut(Cut(i, "")) for i in range(3)] == [10, 2.5, 30]
    assert column.parse_cut(30.0) == Cut(2, "30")
    assert column.parse_cut("2.5") == Cut(1, "2.5")
    with pytest.raises(UnknownNameError):
        column.parse_cut(value=True)


@pytest.mark.parametrize("kind", ["nominal", "boolean"])
def test_no_order_no_threshold(kind):
    column = Column("port", kind, NOTHING, np.arange(2), ("C", "S"), ("C", "S"))
    with pytest.raises(WrongTypeError, match=r"column 'port' has no order.*groups=\[\['C'\]\]"):
        column.parse_cut("C")


def test_a_typed_cut_is_shown_as_typed_and_a_found_one_short():
    column = numbers(7.0, 7.90000001)
    middle = column.midpoint(0, 1)
    assert column.cut_between(middle.value, 0, 1).text == middle.text == "7.45"
    assert column.cut_between(7.2, 0, 1).text == "7.2"
    assert column.cut_between(7.2000000001, 0, 1).text == "7.2"


def test_equal_cuts_may_be_written_differently():
    assert Cut(1.5, "1") == Cut(1.5, "1.5")
    assert hash(Cut(2.0, "2")) == hash(Cut(2, "two"))


def test_every_refusal_is_one_of_ours():
    for value in (object(), b"1", {}, pd.NaT, pd.NA, "x" * 10_000):
        for column in (numbers(1.0, 2.0), integers(1, 2), ordered("a", "b")):
            with pytest.raises(TreeWidgetError) as refused:
                column.parse_cut(value)
            assert len(str(refused.value)) < 500


@given(
    st.sampled_from(["i8", "u8"]),
    st.lists(st.integers(-(2**63), 2**64 - 1), min_size=1, max_size=6),
    st.lists(st.integers(-(2**66), 2**66) | st.floats(-1e20, 1e20), max_size=6),
)
def test_ranks_of_many_cuts_are_each_ones_own(dtype, keys, values):
    info = np.iinfo(dtype)
    column = integers(*{min(max(key, info.min), info.max) for key in keys}, dtype=dtype)
    cuts = [Cut(value, "") for value in [*values, info.min, info.max, info.min - 1, *keys]]
    ranks = column.ranks_of(cuts)
    assert ranks.dtype == np.int64
    assert ranks.tolist() == [column.rank_of(cut) for cut in cuts]


def test_cuts_of_many_whole_numbers_are_found_together(monkeypatch):
    """Each asked for its neighbours' values by itself: a million took twenty seconds."""
    column = integers(*range(0, 3000, 3))
    monkeypatch.setattr(Column, "midpoint", None)
    monkeypatch.setattr(Column, "rank_of", None)
    cuts = column.midpoints(np.arange(999), np.arange(1, 1000))
    assert [cut.text for cut in cuts[:2]] == ["1.5", "4.5"]
    assert column.ranks_of(cuts).tolist() == list(range(999))


def test_many_midpoints_are_each_ones_own():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "float": np.append(rng.normal(size=38), [1e308, -1e308]),
            "near": 1.0 + np.spacing(1.0) * np.arange(40),
            "integer": rng.permutation(40) * 3,
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.permutation(40), "h"),
            "size": pd.Categorical.from_codes(np.arange(40) % 3, ["S", "M", "L"], ordered=True),
            "y": list("ab") * 20,
        }
    )
    for column in build_dataset(frame, "y").columns:
        pairs = np.triu_indices(len(column.keys), 1)
        cuts = column.midpoints(*pairs)
        alone = [column.midpoint(low, high) for low, high in zip(*pairs, strict=True)]
        assert cuts == alone
        assert [cut.text for cut in cuts] == [cut.text for cut in alone]
        assert all(cut.text == cut.shown for cut in cuts), "worked out once"


@given(st.integers(-(2**66), 2**66))
def test_the_largest_double_not_above_a_whole_number_is_just_that(value):
    found = largest_double(value)
    assert int(found) <= value < int(math.nextafter(found, math.inf)) or found == value
