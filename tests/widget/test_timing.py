"""When progress is told, and when a message may have waited behind a cell."""

import heapq
import itertools
import threading
import time

import pytest

from treewidget.widget import busy, progress
from treewidget.widget.alarm import Alarm
from treewidget.widget.busy import Cells
from treewidget.widget.progress import EVERY, FIRST, Ticker
from treewidget.workspace import Busy


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until it is set."""
    now = [100.0]
    monkeypatch.setattr(busy, "monotonic", lambda: now[0])
    return now


def run(cells, clock, begin, end):
    clock[0] = begin
    cells.begin()
    clock[0] = end
    cells.end()


def test_a_long_cell_that_ended_a_moment_ago_may_have_kept_messages_waiting(clock):
    cells = Cells()
    run(cells, clock, 110.0, 113.0)
    assert cells.just_ended()
    clock[0] = 114.0
    assert not cells.just_ended()


def test_short_cells_keep_nobody_waiting_unless_they_come_without_a_break(clock):
    cells = Cells()
    run(cells, clock, 110.0, 110.1)
    assert not cells.just_ended()
    run(cells, clock, 120.0, 122.0)
    run(cells, clock, 122.01, 122.02)
    assert cells.just_ended(), "the short cell stood in line behind the long one"


def test_where_there_are_no_cells_nothing_is_watched():
    cells = Cells()
    cells.watch()
    assert not cells.just_ended()


def threads():
    return sum(thread.name == "treewidget-alarm" for thread in threading.enumerate())


def test_an_alarm_calls_in_order_of_time_and_waits_on_one_thread(caplog):
    called, done, alarm = [], threading.Event(), Alarm()
    before = threads()
    alarm.after(0.05, lambda: (called.append("late"), done.set()))
    alarm.after(0.01, lambda: called.append("early"))
    assert done.wait(5)
    assert called == ["early", "late"]
    assert threads() == before + 1
    time.sleep(0.02)
    assert not caplog.records


def test_an_alarm_goes_on_after_a_call_that_fails(caplog):
    done, alarm = threading.Event(), Alarm()
    alarm.after(0.0, lambda: {}["a comm that is gone"])
    alarm.after(0.01, done.set)
    assert done.wait(5)
    assert "a comm that is gone" in caplog.text


class Hand:
    """A clock that is moved by hand, and calls what is due on its way."""

    def __init__(self):
        self.now = 100.0
        self._due, self._numbers = [], itertools.count()

    def after(self, seconds, call):
        heapq.heappush(self._due, (self.now + seconds, next(self._numbers), call))

    def wait(self, seconds):
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, call = heapq.heappop(self._due)
            call()
        self.now = end


@pytest.fixture
def hand(monkeypatch):
    hand = Hand()
    monkeypatch.setattr(progress, "ALARM", hand)
    monkeypatch.setattr(progress, "monotonic", lambda: hand.now)
    return hand


def said(ticker, share, *, end=False):
    ticker.hear(Busy("j", "growing node 3", 3, share, end))


def test_progress_is_told_after_a_moment_then_a_few_times_a_second_then_once_at_the_end(hand):
    told = []
    ticker = Ticker(told.append)
    said(ticker, 0.0)
    hand.wait(FIRST - 0.01)
    assert not told
    hand.wait(0.02)
    assert [message["share"] for message in told] == [0.0], "though the work said nothing since"
    for share in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6):
        hand.wait(EVERY / 4)
        said(ticker, share)
    hand.wait(EVERY)
    said(ticker, 0.9)
    said(ticker, 1.0, end=True)
    assert [(message["share"], message["end"]) for message in told[1:]] == [
        (0.4, False),
        (0.9, False),
        (1.0, True),
    ]


def test_nothing_is_told_of_a_job_after_its_end(hand):
    told = []

    def tell(message):
        if not message["end"]:  # the job ends while its first word is being sent
            ending.start()
            ending.join(0.1)
        told.append(message["end"])

    ticker = Ticker(tell)
    ending = threading.Thread(target=said, args=(ticker, 1.0), kwargs={"end": True})
    said(ticker, 0.0)
    hand.wait(FIRST)
    ending.join(5)
    assert told == [False, True]


def test_what_is_quick_is_never_told(hand):
    told = []
    ticker = Ticker(told.append)
    said(ticker, 0.0)
    said(ticker, 1.0, end=True)
    said(ticker, 0.0)  # another job of the same name begins: the first one's alarm is not its
    hand.wait(FIRST / 2)
    said(ticker, 1.0, end=True)
    hand.wait(FIRST)
    assert not told


def test_the_alarm_of_a_job_that_is_over_is_not_another_ones(hand):
    told = []
    ticker = Ticker(told.append)
    said(ticker, 0.0)
    hand.wait(FIRST / 2)
    said(ticker, 1.0, end=True)
    said(ticker, 0.5)
    hand.wait(FIRST * 0.9)
    assert not told
    hand.wait(FIRST * 0.2)
    assert [message["share"] for message in told] == [0.5]
