"""Lines that were left: where they leave the one in force, and where they end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from treewidget.tree.forks import forks_of


def said(tree):
    history = tree.workspace.history
    forks = list(forks_of(history, history.line()))
    return [(fork.at, fork.tip.step, fork.gestures) for fork in reversed(forks)]


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


def test_a_stretch_has_those_that_leave_it_and_nothing_older_is_looked_at(noted):
    """Each gesture went through the whole history for what the page is shown of it."""
    noted.checkout(1)
    for text in "de":  # steps 4 and 5, beside 2 and 3
        noted.note(0, text)
    noted.undo()
    noted.note(0, "f")  # step 6, beside 5
    noted.undo()
    history = noted.workspace.history
    assert [version.step for version in history.line()] == [0, 1, 4, 6]
    stretch = history.line()[2:3]
    later = replace(history, versions=(*[None] * 4, *history.versions[4:]))
    assert [(fork.at, fork.tip.step) for fork in forks_of(later, stretch)] == [(4, 5)]
    assert said(noted) == [(1, 3, 2), (4, 5, 1)]
