"""Texts of cuts between doubles: short, close to the cut, and parting the same values."""

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from treewidget.data import Cut, cut_texts
from treewidget.data.cut import (
    FEW_DIGITS,
    TYPED,
    float_midpoint,
    named_decimal,
    number_text,
    short_decimal,
)

doubles = st.floats(allow_nan=False, allow_infinity=False)
decimals = st.builds(lambda n, p: n / 10.0**p, st.integers(-(10**7), 10**7), st.integers(0, 9))
near = st.builds(
    lambda low, steps: (low, float(np.float64(low) + steps * np.spacing(np.float64(low)))),
    st.floats(-1e17, 1e17),
    st.integers(1, 200),
)
beside = decimals.map(lambda high: (math.nextafter(high, -math.inf), high))
gaps = st.one_of(st.tuples(doubles, doubles), st.tuples(decimals, decimals), near, beside)


@given(st.lists(st.tuples(gaps, st.floats(0, 1)), max_size=40))
def test_texts_of_many_cuts_are_those_of_each(pairs):
    sides, cuts = [], []
    for (a, b), share in pairs:
        low, high = sorted((a, b))
        if low < high:
            last = math.nextafter(high, -math.inf)
            sides.append((low, high))
            cuts.append(
                Cut(min(max(low + (high / 2 - low / 2) * 2 * share, low), last), (low, high))
            )
            sides += [(low, high)] * 2
            cuts += [Cut(float_midpoint(low, high), (low, high)), Cut(low, (low, high))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cut_texts, "WORTH", 1)
        patch.setattr(cut_texts, "AT_ONCE", 7)
        cut_texts.write_texts(cuts)
    for cut, (low, high) in zip(cuts, sides, strict=True):
        assert cut.text == short_decimal(low, high, cut.value)


def test_a_text_across_the_end_of_plain_numbers_is_the_same_among_many():
    low, high = -0.00010065591606338416, -1.7890433184320772e-06
    cuts = [Cut(low, (low, high)) for _ in range(cut_texts.WORTH)]
    cut_texts.write_texts(cuts)
    assert {cut.text for cut in cuts} == {"-0.0001"}


@given(gaps)
def test_the_text_of_a_cut_parts_the_same_values(pair):
    low, high = sorted(pair)
    assume(low < high)
    for value in (low, float_midpoint(low, high), math.nextafter(high, -math.inf)):
        assert low <= float(Cut(value, (low, high)).text) < high
        assert low <= float(named_decimal(low, high, value)) < high


@given(st.floats(1e-3, 1e6), st.integers(FEW_DIGITS, TYPED), st.floats(0, 1))
def test_what_stands_for_a_cut_that_was_named_never_reaches_the_next_value(value, digits, off):
    """The next value is what the cut's own is rounded to."""
    near = float(f"{value:.{digits}g}")
    assume(near != value)
    low, high = (value - off, near) if near > value else (near, value + off + 1e-3)
    text = named_decimal(low, high, value)
    assert low <= float(text) < high
    fewer = (number_text(float(f"{value:.{some}g}")) for some in range(FEW_DIGITS, TYPED + 1))
    typed = sum(map(str.isdigit, number_text(value))) <= TYPED
    fit = [one for one in fewer if low <= float(one) < high]
    if not typed and fit:
        assert len(text) <= len(fit[0]) + 1


@given(doubles, doubles)
def test_the_text_of_a_cut_lies_close_to_it(a, b):
    low, high = sorted((a, b))
    assume(low < high)
    middle = float_midpoint(low, high)
    gap = high / 20 - low / 20
    assert abs(float(short_decimal(low, high, middle)) - middle) <= gap * 1.0000001


@given(st.integers(-3000, 3000), st.integers(1, 300), st.integers(0, 3), st.integers(0, 1))
def test_a_value_as_coarse_as_the_neighbours_goes_the_way_of_the_text(low, width, places, finer):
    """Between 17.7 and 17.9 lies 17.799999999999997, and 17.8 goes the upper way."""
    assume(low % 10 or width % 10 or finer)  # the neighbours tell how coarse values are
    scale = 10**places
    ends = low / scale, (low + width + finer / 10) / scale
    middle = float_midpoint(*ends)
    text = short_decimal(*ends, middle)
    assume(len(f"{middle:.15g}".strip("-").replace(".", "")) <= 6)
    for value in range(low * 10**finer, (low + width) * 10**finer + 1):
        number = value / (scale * 10**finer)
        assert (number <= middle) == (number <= float(text)), text


@given(gaps)
def test_a_cut_at_a_value_has_a_text_that_lies_just_above_it(gap):
    low, high = sorted(gap)
    assume(low < high)
    text = float(short_decimal(low, high, low))
    assert low <= text < high
    assert text - low <= (high / 20 - low / 20) * 1.0000001 + math.ulp(text)


@given(st.integers(10**8, 10**9), st.booleans(), st.integers(4, 8), st.data())
def test_no_decimal_with_fewer_places_would_do(high, negative, places, data):
    width = data.draw(st.integers(1, 10**places))  # a gap of at most 1: decimals are needed
    sign = -1 if negative else 1
    below, above = sorted((sign * high / 10**places, sign * (high - width) / 10**places))
    middle = float_midpoint(below, above)
    text = short_decimal(below, above, middle)
    assume(len(number_text(middle).strip("-").replace(".", "")) > 6)  # few digits stay whole
    assume(len(f"{middle:.15g}".strip("-").replace(".", "")) > 6)
    decimals = len(text.partition(".")[2])
    assume(decimals)
    step = Decimal(1).scaleb(1 - decimals)
    near = Decimal(above - below) * Decimal("0.0499999")
    lowest = max(Decimal(below), Decimal(middle) - near)
    assert math.ceil(lowest / step) * step > min(Decimal(above), Decimal(middle) + near)


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.40499, 0.4052, "0.4051"),
        (1.0, 7.9, "4.45"),
        (1.0, 2.0, "1.5"),
        (17.7, 17.9, "17.79"),
        (4.3, 4.4, "4.35"),
        (-0.3, 0.1, "-0.1"),
        (0.1 + 0.2, 0.7, "0.5"),
        (0.3, 0.40000001, "0.35"),
        (-0.3, 0.2, "-0.05"),
        (-1e300, 3e300, "1e+300"),
        (0.1, math.nextafter(0.1, 1), "0.1"),
        (0.12345678, 0.12355678, "0.12351"),
        (1e300, 2e300, "1.5e+300"),
        (5e-324, 1e-323, "5e-324"),
        (999999.5, 1000000.25, "999999.9"),
        (1e15 + 0.25, 1e15 + 0.5, "1000000000000000.4"),
    ],
)
def test_short_texts(low, high, text):
    assert short_decimal(low, high, float_midpoint(low, high)) == text


def test_a_text_does_not_hang_on_the_digits_that_the_user_keeps():
    """With three it was 17.8, which goes the upper way; threads have contexts of their own."""
    with localcontext(prec=3):
        assert short_decimal(17.7, 17.9, float_midpoint(17.7, 17.9)) == "17.79"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (50.00298269398159, 50.0036, "50.003"),
        (50.00298269398159, 50.00298269398161, "50.00298269398159"),
        (-0.12345678, 0.5, "-0.1"),
        (0.405, 9.0, "0.405"),
        (123456789.0, 123456790.0, "123456789"),
    ],
)
def test_short_texts_of_cuts_at_a_value(low, high, text):
    assert short_decimal(low, high, low) == text
