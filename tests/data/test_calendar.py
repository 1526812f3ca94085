"""Datetime cuts: exact, round, and readable in the column's own time zone."""

import datetime as dt
import json
from zoneinfo import ZoneInfo

import dateutil.tz
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.data import Column
from treewidget.data.calendar import UNITS, Calendar
from treewidget.errors import InvalidValueError, WrongTypeError

ZONES = [
    None,
    dt.UTC,
    dt.timezone(dt.timedelta(hours=5, minutes=45)),
    *map(ZoneInfo, ["Europe/Berlin", "America/St_Johns", "Asia/Seoul", "Africa/Monrovia"]),
]


def column(*texts, unit="ns", tz=None):
    stamps = pd.DatetimeIndex([pd.Timestamp(text) for text in texts]).tz_localize(tz).as_unit(unit)
    return Column("when", "datetime", np.empty(0, np.int32), stamps.asi8, dtype=stamps.dtype)


calendars = st.builds(Calendar, st.sampled_from(sorted(UNITS)), st.sampled_from(ZONES))
seconds = st.integers(-3_000_000_000, 6_000_000_000)
widths = st.one_of(st.integers(1, 100), st.integers(1, 10**10), st.sampled_from([60, 3600, 86_400]))


@given(calendars, seconds, widths, st.booleans())
def test_a_midpoint_parts_its_neighbours_and_every_text_comes_back(calendar, second, width, fine):
    low = second * (10**9 // UNITS[calendar.unit]) + fine
    high = low + width
    middle = calendar.midpoint(low, high)
    assert low <= middle < high
    for value in (low, middle):
        assert calendar.parse(calendar.plain(value), "cut") == value
        assert calendar.parse(calendar.text(value), "cut") == value


@given(
    calendars,
    st.lists(st.tuples(seconds, widths, st.integers(0, 9)), max_size=12),
    st.sampled_from([0, 2**61, 2**62 - 2**57, -(2**62) + 2**57]),
)
def test_many_midpoints_are_those_of_each_pair(calendar, pairs, far):
    scale = 10**9 // UNITS[calendar.unit]
    lows = [second * scale + fine + far for second, _, fine in pairs]
    highs = [low + width for low, (_, width, _) in zip(lows, pairs, strict=True)]
    if far and calendar.unit != "ns":
        lows = highs = []  # beyond what days are counted for
    found = calendar.midpoints(np.array(lows, dtype=np.int64), np.array(highs, dtype=np.int64))
    assert found.dtype == np.int64
    assert found.tolist() == list(map(calendar.midpoint, lows, highs))


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("unit", ["s", "us"])
def test_many_midpoints_of_any_year_and_width_are_those_of_each_pair(zone, unit):
    calendar, rng, scale = Calendar(unit, zone), np.random.default_rng(1), 10**9 // UNITS[unit]
    for year in ("-0001", "0001", "1850", "1970", "9998", "9999", "10000"):
        for seconds in (3, 7200, 40 * 86_400, 3 * 365 * 86_400):
            first = np.datetime64(year, "s").astype(np.int64)
            lows = (first + rng.integers(-20_000_000, 40_000_000, 9)) * scale
            highs = lows + seconds * scale
            found = calendar.midpoints(lows, highs).tolist()
            assert found == list(map(calendar.midpoint, lows.tolist(), highs.tolist()))


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
@pytest.mark.parametrize("days", [1, 2, 40, 200, 365])
def test_a_summer_between_two_ends_of_one_offset_counts(zone, days):
    calendar = Calendar("s", ZoneInfo(zone))
    lows = 1_700_000_000 + 86_400 * np.arange(0, 400, 3) + 12_345
    highs = lows + 86_400 * days - 1_234
    found = calendar.midpoints(lows, highs)
    assert found.tolist() == list(map(calendar.midpoint, lows.tolist(), highs.tolist()))


@pytest.mark.parametrize("unit", UNITS)
def test_pairs_are_gone_through_one_by_one_only_where_clocks_are_set(unit, monkeypatch):
    """All after 2006 were, of nanoseconds: 50,000 took a second and a half."""
    asked = []
    alone = Calendar.midpoint
    monkeypatch.setattr(Calendar, "midpoint", lambda *of: asked.append(of[1]) or alone(*of))
    calendar, scale = Calendar(unit, ZoneInfo("Europe/Berlin")), 10**9 // UNITS[unit]
    first = 1_711_843_200  # the hour before summer time
    lows = (first + 3600 * np.arange(20)) * scale
    highs = lows + 7000 * scale
    assert calendar.midpoints(lows, highs).tolist() == [
        alone(calendar, *pair) for pair in zip(lows.tolist(), highs.tolist(), strict=True)
    ]
    assert asked == [first * scale]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("step", [86_400, 3600, 60])
def test_of_two_round_instants_as_near_the_earlier_one_is_chosen(unit, step):
    scale = 10**9 // UNITS[unit]
    begin = 19_876 * 86_400 + 2 * (step % 86_400)  # the 2nd of June 2024, or 2:00, or 0:02 that day
    low, high = (begin - 1) * scale, (begin + step + 1) * scale
    calendar = Calendar(unit)
    found = calendar.midpoints(np.array([low, low]), np.array([high, high]))
    assert found.tolist() == [calendar.midpoint(low, high)] * 2 == [begin * scale] * 2


@given(calendars, seconds)
def test_texts_agree_with_pandas(calendar, second):
    value = second * (10**9 // UNITS[calendar.unit])
    stamp = pd.Timestamp(second, unit="s", tz="UTC").tz_convert(calendar.zone or "UTC")
    text = calendar.plain(value)
    assert text.startswith(stamp.strftime("%Y-%m-%d"))
    if " " in text:
        assert text[11:16] == stamp.strftime("%H:%M")


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        ("2023-07-14", "2024-09-02", "2024-01-01"),
        ("2024-02-27 10:00", "2024-03-04", "2024-03-01"),
        ("2024-03-01", "2024-03-02", "2024-03-01"),
        ("2024-03-02 07:00", "2024-03-05 07:00", "2024-03-04"),
        ("2024-03-01 09:10", "2024-03-01 11:50", "2024-03-01 10:00"),
        ("2024-03-01 09:10", "2024-03-01 09:50", "2024-03-01 09:30"),
        ("2024-03-01 09:10:04", "2024-03-01 09:10:08", "2024-03-01 09:10:06"),
        ("2024-03-01 09:10:04.25", "2024-03-01 09:10:04.5", "2024-03-01 09:10:04.4"),
        ("2024-03-01 00:00:00.000000001", "2024-03-01 00:00:00.000000002",
         "2024-03-01 00:00:00.000000001"),
        ("1969-12-31 23:59", "1970-01-01 00:01", "1970-01-01"),
        ("1700-05-01", "1900-05-01", "1800-01-01"),
    ],
)  # fmt: skip
def test_the_roundest_instant_is_chosen(low, high, text):
    cut = column(low, high).midpoint(0, 1)
    assert cut.text == text
    assert pd.Timestamp(cut.value) == pd.Timestamp(text)


def test_texts_are_in_the_columns_time_zone():
    berlin = column("2024-02-27 10:00", "2024-03-04", tz="Europe/Berlin")
    cut = berlin.midpoint(0, 1)
    assert cut.text == "2024-03-01 Europe/Berlin"
    assert berlin.plain_cut(cut) == "2024-03-01"
    assert cut.value == pd.Timestamp("2024-03-01", tz="Europe/Berlin").value
    assert berlin.axis(cut.value) == pd.Timestamp("2024-03-01", tz="Europe/Berlin").value / 1e6


def test_a_fixed_offset_of_any_library_is_told_as_pythons_own():
    for zone in (dateutil.tz.tzoffset(None, 7200), dt.timezone(dt.timedelta(hours=2), "two (2)")):
        when = column("2024-02-27", "2024-03-04", tz=zone)
        assert when.midpoint(0, 1).text == "2024-03-01 UTC+02:00"
    assert column("2024-03-01", tz=dateutil.tz.tzutc()).calendar == Calendar("ns", dt.UTC)


def test_an_hour_that_clocks_show_twice_keeps_its_offset():
    autumn = pd.DatetimeIndex(["2024-10-27 00:30", "2024-10-27 01:30"], tz="UTC")
    keys = autumn.as_unit("s").tz_convert("Europe/Berlin")
    twice = Column("when", "datetime", np.empty(0, np.int32), keys.asi8, dtype=keys.dtype)
    assert [twice.text_of(key) for key in twice.keys.tolist()] == [
        "2024-10-27 02:30+02:00",
        "2024-10-27 02:30+01:00",
    ]
    for key in twice.keys.tolist():
        assert twice.parse_cut(twice.text_of(key)).value == key


@pytest.mark.parametrize(
    "value",
    [
        "2024-03-01",
        "2024-03-01 00:00",
        "2024-03-01T00:00:00.000000000",
        " 2024-03 ",
        dt.date(2024, 3, 1),
        dt.datetime(2024, 3, 1),  # noqa: DTZ001  without a zone on purpose
        pd.Timestamp("2024-03-01"),
        np.datetime64("2024-03-01"),
        np.datetime64("2024-03-01", "ns"),
    ],
)
@pytest.mark.parametrize("tz", [None, "Asia/Seoul"])
def test_dates_are_taken_in_every_form_in_the_columns_zone(value, tz):
    wanted = pd.Timestamp("2024-03-01", tz=tz).value
    assert column("2024-01-01", "2025-01-01", tz=tz).parse_cut(value).value == wanted


@pytest.mark.parametrize(
    "value",
    [
        "2024-02-29 15:00Z",
        "2024-02-29 15:00 +00:00",
        "2024-02-29T10:00-0500",
        "2024-03-01 00:00 Asia/Seoul",
        pd.Timestamp("2024-02-29 15:00", tz="UTC"),
        dt.datetime(2024, 2, 29, 16, tzinfo=ZoneInfo("Europe/Berlin")),
    ],
)
def test_a_zone_of_its_own_counts(value):
    wanted = pd.Timestamp("2024-03-01", tz="Asia/Seoul").value
    assert column("2024-01-01", "2025-01-01", tz="Asia/Seoul").parse_cut(value).value == wanted


def test_a_cut_finer_than_the_unit_is_rounded_down():
    days = column("2024-01-01", "2025-01-01", unit="s")
    assert days.parse_cut("2024-03-01 00:00:00.9") == days.parse_cut("2024-03-01")
    early = column("1960-01-01", "1965-01-01", unit="s")
    assert early.parse_cut("1961-01-01 00:00:00.9") == early.parse_cut("1961-01-01")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("9999-12-31 23:59:59.9999999", "9999-12-31 23:59:59"),  # the last of SQL Server's
        ("0001-01-01 00:00:00.000000001", "0001-01-01"),
        (np.datetime64("2024-01-01T00:00", "25s"), "2024-01-01"),
        (np.datetime64("1970-01-01T00:00:07.5", "ps"), "1970-01-01 00:00:07"),
        (np.datetime64("1969-12-31T23:59:59.5", "fs"), "1969-12-31 23:59:59"),
        (np.datetime64("2024-02", "M"), "2024-02-01"),
        (np.datetime64("2024-02-29T07", "h"), "2024-02-29 07:00"),
    ],
)
def test_dates_beyond_numpys_nanoseconds_and_of_its_other_units_are_exact(value, text):
    seconds = Calendar("s")
    assert seconds.text(seconds.parse(value, "cut")) == text


@pytest.mark.parametrize("far", [10**18, -(10**18)])
@pytest.mark.parametrize("unit", ["Y", "M", "D"])
def test_days_that_no_unit_reaches_are_refused(far, unit):
    with pytest.raises(InvalidValueError, match="kept in s, which do not reach that far"):
        Calendar("s").parse(np.datetime64(far, unit), "cut")


@pytest.mark.parametrize(
    ("value", "error", "words"),
    [
        ("now", InvalidValueError, "write a date and time as '2024-03-01 09:30'"),
        ("01/03/2024", InvalidValueError, "'01/03/2024'"),
        ("2024-02-30", InvalidValueError, "there is no such day"),
        ("2024-03-01 25:00", InvalidValueError, "there is no such day or time"),
        ("2024-03-01 09:00 Mars/Base", InvalidValueError, "Mars/Base"),
        ("2024-03-01 09:00+09:99", InvalidValueError, "write a date and time"),
        ("2024-03-01 09:00 -24:00", InvalidValueError, "write a date and time"),
        ("300000-01-01", InvalidValueError, "kept in ns"),
        ("1677-09-21 00:12:43.145224192", InvalidValueError, "kept in ns"),  # it is NaT
        (pd.NaT, InvalidValueError, "NaT"),
        (np.datetime64("NaT", "s"), InvalidValueError, "NaT"),
        (1709251200000, WrongTypeError, "1709251200000 (int)"),
        (True, WrongTypeError, "True (bool)"),
        (None, WrongTypeError, "None"),
        ("2024-03-01 09:00Z", WrongTypeError, "it has a time zone, and the column has none"),
        (pd.Timestamp("2024-03-01", tz="UTC"), WrongTypeError, "without one"),
    ],
)
def test_what_is_no_date_is_refused(value, error, words):
    with pytest.raises(error) as refused:
        column("2024-01-01", "2025-01-01").parse_cut(value)
    assert words in str(refused.value)
    assert "threshold for column 'when'" in str(refused.value)


def test_a_time_that_clocks_skip_is_refused():
    with pytest.raises(InvalidValueError, match="clocks in Europe/Berlin skip that time"):
        column("2024-01-01", "2025-01-01", tz="Europe/Berlin").parse_cut("2024-03-31 02:30")


def test_cuts_of_every_unit_come_back_from_json():
    for unit in UNITS:
        for tz in ("Europe/Berlin", None):
            keys = column("2024-01-01 10:01", "2024-01-03", "2024-05-01 12:00:01", unit=unit, tz=tz)
            for low, high in ((0, 1), (1, 2), (0, 2)):
                cut = keys.midpoint(low, high)
                assert keys.parse_cut(json.loads(json.dumps(keys.plain_cut(cut)))) == cut
                assert keys.rank_of(cut) in (low, high - 1)


def test_years_far_beyond_pythons_own():
    far = Calendar("s")
    for text in ("-2000-01-01", "-0035-12-20 23:21", "200000-01-01", "292277026596-12-04 15:30:07"):
        assert far.text(far.parse(text, "cut")) == text
    zoned = Calendar("s", ZoneInfo("Europe/Berlin"))
    instant = far.parse("12000-01-01", "cut")
    assert zoned.parse(zoned.plain(instant), "cut") == instant
