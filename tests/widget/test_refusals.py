"""What cannot be done, and what a view may not do: refused in words, nothing changed."""

import pytest

from treewidget.induction import Inducer
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget

from .conftest import error, late


@pytest.mark.parametrize(
    ("op", "args", "code"),
    [
        ("prune", {"node": 999}, "unknown"),
        ("split", {"node": 0, "column": 5}, "unknown"),  # one beyond the last
        ("split", {"node": 0, "column": 2, "groups": [[0], [99]]}, "unknown"),
        ("split", {"node": 0, "thresholds": [1]}, "invalid"),
        ("split", {"node": 0, "column": 2, "thresholds": [1]}, "invalid"),
        ("split", {"node": 0, "column": 0, "groups": [[0], [1]]}, "unknown"),
        ("split", {"node": 0, "column": 0, "thresholds": ["low"]}, "invalid"),
        ("split", {"node": 0, "column": 3, "thresholds": ["never"]}, "invalid"),
        ("split", {"node": 0, "column": 3, "thresholds": [1e300]}, "invalid"),
        ("split", {"node": 0, "column": 4, "thresholds": [7]}, "unknown"),
        ("split", {"node": 0, "column": 4, "thresholds": [-1]}, "unknown"),
        ("split", {"node": 0, "column": 4, "thresholds": ["'" + "\\" * 50 + "'"]}, "unknown"),
        ("label", {"node": 0, "value": 7}, "unknown"),
        ("label", {"node": 0, "value": 0.5}, "unknown"),
        ("profile", {"node": 0, "column": 0, "include": "nonsense"}, "invalid"),
        ("profile", {"node": 0, "column": 0, "include": 1e9}, "invalid"),
        ("profile", {"node": 0, "column": 2, "include": 1}, "invalid"),
        ("candidates", {"node": 999}, "unknown"),
        ("look", {"step": 5}, "unknown"),
        ("checkpoint", {"name": "  "}, "invalid"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(page, workspace, op, args, code):
    state = workspace.state
    reply = page.request(op, 0, **args)
    assert error(reply) == code, reply
    assert reply["error"]["message"]
    assert workspace.state is state


def test_a_stale_gesture_is_refused(widget, page, workspace):
    workspace.perform(Action("note", {"node": 0, "text": "from a cell"}))
    for op, args in (("prune", {"node": 1}), ("undo", {}), ("checkpoint", {"name": "x"})):
        reply = page.request(op, 0, **args)
        assert error(reply) == "stale"
        assert reply["revision"] == 1
    assert error(late(widget, "grow", 0)) == "stale"


def test_unexpected_errors_are_told_and_logged(page, monkeypatch, caplog):
    def broken(*_args, **_more):
        raise ZeroDivisionError("a\ud800" * 5000)

    monkeypatch.setattr(Inducer, "candidates", broken)
    reply = page.request("candidates", 0, node=0)
    assert error(reply) == "internal"
    assert "ZeroDivisionError" in reply["error"]["message"]
    assert len(reply["error"]["message"]) <= 2000
    assert "a request from a view failed" in caplog.text
    assert "in broken" in caplog.text  # where it did


def test_hello_is_answered(page):
    page.say({"kind": "hello", "id": "h"})
    assert page.reply("h") == {"kind": "reply", "id": "h", "ok": True, "revision": 0}


@pytest.fixture
def shut(workspace):
    widget = TreeWidget(workspace, editable=False)
    yield widget
    widget.close()


@pytest.mark.parametrize(
    ("op", "args"),
    [
        ("split", {"node": 0}),
        ("grow", {}),
        ("prune", {"node": 0}),
        ("label", {"node": 0, "value": 0}),
        ("lock", {"node": 0, "on": True}),
        ("note", {"node": 0, "text": "x"}),
        ("undo", {}),
        ("redo", {}),
        ("checkout", {"step": 0}),
        ("checkpoint", {"name": "x"}),
    ],
)
def test_a_widget_that_is_not_editable_refuses_every_change(shut, workspace, op, args):
    state = workspace.state
    page = shut.comm
    page.set(editable=True)
    page.deliver({"method": "update", "state": {"editable": True, "_state": {}, "height": 1}})
    assert error(page.request(op, 0, **args)) == "readonly"
    assert workspace.state is state
    assert shut.editable is False


def test_a_widget_that_is_not_editable_can_still_be_explored(shut):
    page = shut.comm
    assert page.request("candidates", 0, node=0)["ok"]
    page.set(selected=1, collapsed=[1], orientation="horizontal")
    assert (shut.selected, shut.collapsed, shut.orientation) == (1, [1], "horizontal")
