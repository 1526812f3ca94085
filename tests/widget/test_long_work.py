"""Long work: beside the kernel, seen by every view, stopped by Cancel."""

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from treewidget.errors import CancelledError, InvalidValueError
from treewidget.induction import Inducer
from treewidget.tree import past
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget, progress, requests

from .conftest import error, late, settled, wait_for
from .following import seen

ROOT = Path(__file__).resolve().parents[2]


class Gate:
    """A growth that waits until it is let on, and can be cancelled meanwhile."""

    def __init__(self, monkeypatch):
        self.begun, self.go = threading.Event(), threading.Event()
        real = Inducer.grow

        def grow(inducer, regions, *args, progress, **more):
            self.begun.set()
            share = 0.0
            while not self.go.wait(0.005):
                progress.step(share := min(share + 0.001, 0.9))
            return real(inducer, regions, *args, progress=progress, **more)

        monkeypatch.setattr(Inducer, "grow", grow)
        monkeypatch.setattr(past, "BACK", 0)  # what grew before grows again


@pytest.fixture
def gate(monkeypatch):
    return Gate(monkeypatch)


def grow(page, identity="g", revision=0):
    page.say({"kind": "request", "id": identity, "op": "grow", "revision": revision, "args": {}})


def told(page, times=1):
    """Return what a page was told of how far something is, when it was told so often."""
    wait_for(lambda: len(page.messages("progress")) >= times)
    return page.messages("progress")


def test_growing_returns_at_once_shows_progress_everywhere_and_can_be_cancelled(
    widget, page, workspace, gate
):
    other = TreeWidget(workspace, editable=False)
    state = workspace.state
    began = time.monotonic()
    grow(page)
    assert page.reply("g") is None, "the handler came back before the work was done"
    assert gate.begun.wait(5)
    for heard in (page, other.comm):
        messages = told(heard, 2)
        assert len(messages) <= 1 + (time.monotonic() - began) / progress.EVERY
        assert all(message["id"] == "g" and message["node"] == 0 for message in messages)
        shares = [message["share"] for message in messages]
        assert shares == sorted(shares)
    other.comm.say({"kind": "cancel", "id": "g"})  # cannot edit: cannot stop it either
    time.sleep(0.05)
    assert page.reply("g") is None
    assert other.comm.reply("g") is None, "nor is it told of an error"
    page.say({"kind": "cancel", "id": "g"})
    settled(widget)
    assert error(page.reply("g")) == "cancelled"
    assert workspace.state is state
    for heard in (page, other.comm):
        assert heard.messages("progress")[-1]["end"] is True
    other.close()


def test_a_short_growth_says_nothing_on_the_way(widget, page, monkeypatch):
    monkeypatch.setattr(progress, "FIRST", 60.0)  # short, however busy the machine is
    assert late(widget, "grow")["ok"] is False  # it is grown already
    assert not page.messages("progress")


def test_nobody_waits_for_a_search_that_is_deaf(widget, page, workspace, monkeypatch):
    begun, go = threading.Event(), threading.Event()
    plain, state = Inducer.grow, workspace.state

    def deaf(self, regions, options=None, **given):
        begun.set()
        assert go.wait(10)
        return plain(self, regions, options, **{**given, "progress": None})

    monkeypatch.setattr(Inducer, "grow", deaf)
    monkeypatch.setattr(past, "BACK", 0)
    grow(page)
    assert begun.wait(5)
    assert told(page)
    page.say({"kind": "cancel", "id": "g"})
    assert error(page.reply("g")) == "cancelled", "the reply did not wait for the search"
    assert page.messages("progress")[-1]["end"] is True
    assert page.request("note", 0, node=0, text="at once")["ok"]
    sent = len(page.sent)
    go.set()
    settled(widget)
    assert len(page.sent) == sent, "of what was cancelled nothing more is told"
    assert workspace.history[-1].name == "note"
    assert workspace.tree.root.children == state.tree.root.children


def test_another_view_cancels_by_the_name_of_the_job(widget, page, workspace, gate):
    other = TreeWidget(workspace)
    grow(page)
    assert gate.begun.wait(5)
    other.comm.say({"kind": "cancel", "id": "g"})
    settled(widget)
    assert error(page.reply("g")) == "cancelled"
    other.close()


def test_an_edit_meanwhile_makes_the_growth_stale(widget, page, workspace, gate):
    workspace.perform(Action("prune", {"node": 0}))
    grow(page, revision=1)
    assert gate.begun.wait(5)
    assert page.request("lock", 1, node=0, on=True)["ok"]
    gate.go.set()
    settled(widget)
    assert error(page.reply("g")) == "stale"
    assert workspace.revision == 2
    assert len(workspace.tree) == 1


def test_a_note_meanwhile_stands_beside_the_growth(widget, page, workspace, gate):
    workspace.perform(Action("prune", {"node": 0}))
    grow(page, revision=1)
    assert gate.begun.wait(5)
    assert page.request("note", 1, node=0, text="meanwhile")["ok"]
    gate.go.set()
    settled(widget)
    assert page.reply("g")["ok"]
    assert workspace.revision == 3
    assert len(workspace.tree) > 1
    assert workspace.tree.root.note == "meanwhile"
    assert seen(widget) == widget.whole()


def test_one_growth_at_a_time_and_no_id_twice(widget, page, gate):
    grow(page)
    assert gate.begun.wait(5)
    grow(page, "g2")
    assert error(page.reply("g2")) == "refused"
    page.say({"kind": "cancel", "id": "g"})
    settled(widget)


def test_a_click_during_a_growth_in_a_cell_waits_beside_the_kernel(workspace, gate):
    workspace.perform(Action("prune", {"node": 0}))
    widget = TreeWidget(workspace)
    page = widget.comm

    def run_cell():
        with pytest.raises(CancelledError):
            workspace.perform(Action("grow", {}))

    cell = threading.Thread(target=run_cell)
    cell.start()
    assert gate.begun.wait(5)
    page.say(
        {
            "kind": "request",
            "id": "n",
            "op": "note",
            "revision": 1,
            "args": {"node": 0, "text": "x"},
        }
    )
    job = told(page)[-1]["id"]
    assert page.reply("n") is None
    page.say({"kind": "cancel", "id": job})
    cell.join(5)
    settled(widget)
    assert page.reply("n")["ok"], "the growth was cancelled, so the note still fits"
    assert workspace.tree.root.note == "x"
    widget.close()


def test_closing_stops_what_its_views_asked_for(workspace, gate):
    widget = TreeWidget(workspace)
    grow(widget.comm)
    assert gate.begun.wait(5)
    widget.close()
    settled(widget)
    assert workspace.revision == 0


def test_closing_drops_an_edit_that_waits_a_moment_behind_a_cell(workspace, monkeypatch):
    monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)

    async def closed_meanwhile():
        widget = TreeWidget(workspace)
        assert widget.comm.request("note", 0, node=0, text="too late") is None
        widget.close()
        await asyncio.sleep(2 * requests.GRACE)

    asyncio.run(closed_meanwhile())
    assert workspace.revision == 0


@pytest.mark.parametrize("taken_back", [False, True])
def test_an_edit_behind_a_cell_is_done_after_a_moment_in_which_it_may_be_cancelled(
    workspace, monkeypatch, taken_back
):
    monkeypatch.setattr(requests.CELLS, "just_ended", lambda: True)

    async def behind():
        widget = TreeWidget(workspace)
        page = widget.comm
        args = {"node": 0, "text": "behind a cell"}
        page.say({"kind": "request", "id": "n", "op": "note", "revision": 0, "args": args})
        assert page.reply("n") is None
        assert page.request("profile", 0, node=0, column=0)["ok"], "questions do not wait"
        if taken_back:
            page.say({"kind": "cancel", "id": "n"})
            assert error(page.reply("n")) == "cancelled"
        await asyncio.sleep(2 * requests.GRACE)
        assert page.reply("n")["ok"] is not taken_back
        widget.close()

    asyncio.run(behind())
    assert workspace.tree.root.note == ("" if taken_back else "behind a cell")


def test_becoming_read_only_while_growing_changes_nothing(widget, page, workspace, gate):
    workspace.perform(Action("prune", {"node": 0}))
    grow(page, revision=1)
    assert gate.begun.wait(5)
    widget.editable = False
    gate.go.set()
    settled(widget)
    assert error(page.reply("g")) == "readonly"
    assert workspace.revision == 1


def test_a_question_about_many_rows_is_answered_beside_the_kernel(monkeypatch, widget):
    monkeypatch.setattr("treewidget.widget.long_work.LARGE", 10)
    assert late(widget, "candidates", node=0)["ok"]
    assert error(late(widget, "profile", node=0, column=77)) == "unknown"


def test_widget_errors_are_ours(workspace):
    with pytest.raises(InvalidValueError, match="did you mean 'editable'"):
        TreeWidget(workspace, editble=False)


LEAVING = """
import sys
import numpy as np
import pandas as pd
import treewidget as tw
from treewidget.widget.requests import Desk

draw = np.random.default_rng(0)
frame = pd.DataFrame(draw.normal(size=(200_000, 8))).add_prefix("x")
frame["y"] = draw.integers(0, 3, len(frame)).astype(str)
tree = tw.DecisionTree(frame, target="y", method=sys.argv[1], grow=False)
desk = Desk(tree.workspace, lambda reply: None, lambda: True)
desk.handle({"kind": "request", "id": "g", "op": "grow", "revision": 0, "args": {"node": 0}})
"""


@pytest.mark.parametrize("method", ["cart", "c4.5"])  # grown in the kernel, and in Python by tables
def test_python_leaves_in_silence_while_a_tree_grows(method):
    run = subprocess.run(
        [sys.executable, "-c", LEAVING, method],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
