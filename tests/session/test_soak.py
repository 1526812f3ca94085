"""The long forms of tests/soak, short: the same code, a fixed seed, seconds instead of hours."""

import os

import pytest

from tests.soak import crash, day, fuzz, replay


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forking beside threads
def test_killed_at_any_instant_a_session_comes_back():
    counts, wrong = crash.run(5, seed=7)
    assert wrong == []
    assert counts["acknowledged"] >= 3


def test_sessions_done_again_give_equal_trees_and_true_reports():
    wrong, counts = replay.run(2, 7, 25, seed=11)
    assert wrong == []
    assert min(counts[status] for status in ("figures", "changed", "refused")) > 0


def test_fuzzed_messages_are_refused_and_change_nothing():
    watch = fuzz.messages(600, seed=5)
    assert watch.wrong == []
    assert watch.longest < fuzz.SLOW
    assert watch.grown < 20


def test_changed_journals_load_to_what_was_or_are_refused():
    watch, counts = fuzz.journals(30, seed=5)
    assert watch.wrong == []
    assert min(counts.values()) > 3


def test_a_long_session_from_two_views_stays_as_quick_as_it_began():
    taken, weights, changed, _size, same = day.run(150, 0)
    assert same
    assert len(taken) == 150
    assert len(weights) == 2
    assert changed > 130
