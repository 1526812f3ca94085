"""The long forms of tests/soak, short: the same code, a fixed seed, seconds instead of hours."""

import os

import pytest

from tests.soak import crash, replay


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forking beside threads
def test_killed_at_any_instant_a_session_comes_back():
    counts, wrong = crash.run(10, seed=7)
    assert wrong == []
    assert counts["acknowledged"] >= 5


def test_sessions_done_again_give_equal_trees_and_true_reports():
    wrong, counts = replay.run(5, 10, 30, seed=11)
    assert wrong == []
    assert min(counts[status] for status in ("figures", "changed", "refused")) > 0
