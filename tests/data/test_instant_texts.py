"""Texts of many instants: those that the calendar writes one by one."""

import datetime as dt
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from treewidget.data import instant_texts
from treewidget.data.calendar import UNITS, Calendar
from treewidget.data.instant_texts import plain_texts

ZONES = [
    None,
    dt.timezone(dt.timedelta(hours=5, minutes=45)),
    # Clocks of the last two were set by a day, so that they showed a day twice, or never.
    *map(ZoneInfo, ["Europe/Berlin", "Africa/Monrovia", "America/Sitka", "Pacific/Apia"]),
]
SET = [1_711_843_200, 1_698_541_200, 1_325_239_200, -3_225_223_727, -2_445_378_600]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("unit", UNITS)
def test_texts_of_many_instants_are_those_of_each(unit, zone, monkeypatch):
    monkeypatch.setattr(instant_texts, "AT_ONCE", 500)
    rng, calendar = np.random.default_rng(0), Calendar(unit, zone)
    second = 10**9 // UNITS[unit]
    anywhere = rng.integers(-(9 * 10**9), 9 * 10**9, 200)
    near = rng.choice(SET, 400) + rng.integers(-4 * 86_400, 4 * 86_400, 400)
    years = 365 * 86_400 * rng.integers(-4000, 12_000, 50) if unit != "ns" else []
    instants = np.concatenate([anywhere, near, years]).astype(np.int64) * second
    round_ones = [instants // size * size for size in (second, 60 * second, 86_400 * second)]
    fine = instants + rng.choice([0, 1, second // 2, second // 10], len(instants))
    ends = [-(2**63) + 1, 2**63 - 1]
    every = np.concatenate([*round_ones, fine, ends])
    assert plain_texts(calendar, every) == list(map(calendar.plain, every.tolist()))


def test_they_are_written_together_where_clocks_show_them_once(monkeypatch):
    """A profile of a million went through them one by one, twice: nine seconds."""
    calendar, asked = Calendar("s", ZoneInfo("Europe/Berlin")), []
    monkeypatch.setattr(Calendar, "plain", lambda _, value: asked.append(value) or "")
    autumn = 1_698_541_200  # at three it was two again
    hours = autumn + 3600 * np.arange(-100, 100)
    texts = plain_texts(calendar, hours)
    assert max(abs(value - autumn) for value in asked) <= 86_400
    assert texts[0] == "2023-10-24 23:00"
