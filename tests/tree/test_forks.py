"""Lines that were left: where they leave the one in force, and where they end."""

from __future__ import annotations

import pytest

from treewidget.tree.forks import forks_of


def said(tree):
    return [(fork.at, fork.tip.step, fork.gestures) for fork in forks_of(tree.history)]


@pytest.fixture
def noted(tree):
    for text in "abc":
        tree.note(0, text)
    return tree


def test_a_history_without_undo_has_none(noted):
    assert said(noted) == []
    noted.undo()  # what redo would bring is no line that was left
    assert said(noted) == []


def test_a_gesture_after_an_undo_leaves_a_line(noted):
    noted.checkout(1)
    noted.note(0, "d")
    assert said(noted) == [(1, 3, 2)]
    noted.checkout(3)
    assert said(noted) == [(1, 4, 1)]


def test_a_line_left_by_a_left_line_leaves_the_one_in_force_where_both_do(noted):
    noted.undo()
    noted.note(0, "d")  # step 4, beside step 3
    noted.checkout(0)
    noted.note(0, "e")
    assert said(noted) == [(0, 3, 3), (0, 4, 3)]
