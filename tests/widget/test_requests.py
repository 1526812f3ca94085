"""Every operation of a view: what it does to the tree, and what it is answered."""

import threading
import time

import pandas as pd
import pytest

from treewidget.errors import CancelledError, InvalidValueError
from treewidget.induction import Inducer
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget

from .conftest import flowers, make_workspace, prices


def settled(widget):
    """Wait until nothing is being worked on elsewhere."""
    end = time.monotonic() + 30
    while widget._desk._jobs and time.monotonic() < end:
        time.sleep(0.002)
    assert not widget._desk._jobs
    time.sleep(0.01)


def error(reply):
    assert reply["ok"] is False
    return reply["error"]["code"]


def late(widget, op, revision=0, /, **args):
    """Ask for what is worked on elsewhere, and wait for the reply."""
    page, identity = widget.comm, f"late-{time.monotonic_ns()}"
    page.say({"kind": "request", "id": identity, "op": op, "revision": revision, "args": args})
    settled(widget)
    return page.reply(identity)


# ------------------------------------------------------------ gestures


def test_prune_and_its_reply(page, workspace):
    below = {node.id for node in workspace.tree.walk() if node.id} - {
        node.id for node in workspace.tree.root.children
    }
    node = workspace.tree.root.children[0].id
    reply = page.request("prune", 0, node=node)
    assert reply["ok"]
    assert reply["revision"] == 1
    assert reply["result"]["line"] == f"tree.prune({node})"
    assert set(reply["result"]["removed"]) <= below
    assert reply["result"]["select"] == node
    assert page.updates("_state")[-1]["revision"] == 1


def test_the_state_is_there_before_the_reply_is(page):
    page.sent.clear()
    page.request("prune", 0, node=1)
    methods = [data["method"] for kind, data in page.sent if kind == "comm_msg"]
    assert methods == ["update", "custom"]


def test_split_by_a_number_a_text_a_level_and_a_day():
    workspace = make_workspace(flowers(), "species", grow=False)
    page = TreeWidget(workspace).comm
    columns = {column.name: at for at, column in enumerate(workspace.dataset.columns)}
    for revision, (name, threshold) in enumerate(
        [
            ("length", 1),
            ("length", "0.75"),
            ("seen", "2024-05-01"),
            ("seen", '"2024-06-01"'),
            ("seen", pd.Timestamp("2024-07-01").timestamp() * 1000),
            ("size", "S"),
            ("size", '"M"'),
            ("size", 0),
        ]
    ):
        reply = page.request(
            "split", revision * 2, node=0, column=columns[name], thresholds=[threshold]
        )
        assert reply["ok"], reply
        cut = workspace.tree.root.split.cuts[0]
        assert workspace.tree.root.forced
        if name == "seen":
            day = workspace.dataset.columns[columns[name]].text_of(cut.value)
            assert day == f"2024-0{5 + revision - 2}-01"
        assert page.request("undo", revision * 2 + 1)["ok"]


def test_a_listed_cut_sent_back_as_it_came_is_that_cut():
    workspace = make_workspace(flowers(), "species", grow=False)
    page = TreeWidget(workspace).comm
    revision = 0
    for position in range(len(workspace.dataset.columns)):
        profile = page.request("profile", revision, node=0, column=position)["result"]
        for cut in profile["cuts"][1:-1:9]:
            for sent in (cut["exact"], cut["value"]):
                reply = page.request("split", revision, node=0, column=position, thresholds=[sent])
                assert reply["ok"], reply
                made = page.updates("_state")[-1]["nodes"]["split"][0]["cuts"][0]
                assert made["exact"] == cut["exact"]
                assert page.request("undo", revision + 1)["ok"]
                revision += 2


def test_split_by_groups_with_missing_apart(page, workspace):
    workspace.perform(Action("prune", {"node": 0}))
    reply = page.request("split", 1, node=0, column=2, groups=[[0, 1], [2], [3]])
    assert reply["ok"], reply
    assert reply["result"]["line"] == (
        'tree.split(0, "color", groups=[["blue", "green"], ["red"], ["white"]])'
    )
    assert page.request("undo", 2)["ok"]
    reply = page.request("split", 3, node=0, column=0, thresholds=[0.5, 1.5], missing="own")
    assert reply["ok"], reply
    assert len(reply["result"]["made"]) == 4


def test_best_split_of_a_leaf_and_of_a_column(page, workspace):
    workspace.perform(Action("prune", {"node": 0}))
    assert page.request("split", 1, node=0)["result"]["line"] == "tree.split(0)"
    assert not workspace.tree.root.forced
    assert page.request("undo", 2)["ok"]
    assert page.request("split", 3, node=0, column=1)["ok"]
    assert workspace.tree.root.split.column == 1


def test_replacing_a_split_is_worked_on_beside_the_kernel(widget, page, workspace):
    assert error(page.request("split", 0, node=0, column=1, thresholds=[0])) == "refused"
    reply = late(widget, "split", node=0, column=1, thresholds=[0], replace=True, regrow=True)
    assert reply["ok"], reply
    assert workspace.tree.root.split.column == 1


def test_grow_one_level_and_to_the_end(widget, page, workspace):
    workspace.perform(Action("prune", {"node": 0}))
    assert late(widget, "grow", 1, node=0, levels=1)["ok"]
    assert len(workspace.tree) == 3
    reply = late(widget, "grow", 2)
    assert reply["ok"]
    assert len(workspace.tree) > 3
    assert page.updates("_state")[-1]["revision"] == 3


def test_label_lock_note_and_their_flags(page, workspace):
    leaf = workspace.tree.leaves[0].id
    assert page.request("label", 0, node=leaf, value=2)["ok"]
    assert page.request("lock", 1, node=leaf, on=True)["ok"]
    assert page.request("note", 2, node=leaf, text="why \U0001f333")["ok"]
    state = page.updates("_state")[-1]
    at = state["nodes"]["id"].index(leaf)
    assert state["nodes"]["flags"][at] == 2 + 4
    assert state["nodes"]["prediction"][at] == 2
    assert state["nodes"]["note"][at] == "why \U0001f333"
    refused = page.request("label", 3, node=leaf, value=None)
    assert error(refused) == "refused"
    assert refused["error"]["node"] == leaf
    assert "locked" in refused["error"]["message"]
    assert page.request("lock", 3, node=leaf, on=False)["ok"]
    assert page.request("label", 4, node=leaf, value=None)["ok"]


def test_label_of_a_number():
    workspace = make_workspace(prices(), "price", max_depth=2)
    page = TreeWidget(workspace).comm
    leaf = workspace.tree.leaves[0].id
    assert page.request("label", 0, node=leaf, value=123.5)["ok"]
    assert workspace.tree.node(leaf).label == 123.5


def test_moves_in_the_history(page, workspace):
    assert error(page.request("undo", 0)) == "refused"
    assert page.request("prune", 0, node=1)["ok"]
    assert page.request("checkpoint", 1, name="short")["ok"]
    assert page.request("undo", 2)["ok"]
    history = page.updates("_state")[-1]["history"]
    assert (history["position"], history["undo"], history["redo"]) == (0, False, True)
    assert history["steps"][1]["checkpoint"] == "short"
    assert page.request("redo", 3)["ok"]
    assert page.request("checkout", 4, step=0)["ok"]
    assert len(workspace.tree) > 3
    assert error(page.request("checkout", 5, step=99)) == "unknown"


# ------------------------------------------------------------ questions


def test_questions_change_nothing_and_mind_no_revision(page, workspace):
    state = workspace.state
    page.sent.clear()
    for op, args in {
        "candidates": {"node": 0},
        "profile": {"node": 0, "column": 0},
        "rows": {"node": 0, "offset": 0, "limit": 3, "which": "validation"},
        "history": {},
        "look": {"step": 0},
    }.items():
        assert page.request(op, 17, **args)["ok"], op
    assert workspace.state is state
    assert not page.heard("update")


def test_candidates_are_the_inducers(page, workspace):
    wire = page.request("candidates", 0, node=0)["result"]["candidates"]
    ours = workspace.inducer.candidates(workspace.tree.root.region)
    assert [c["column"] for c in wire] == [c.column for c in ours]
    assert [c["gain"] for c in wire] == [c.gain for c in ours]


def test_a_profile_lists_the_present_cut_and_a_typed_one(page, workspace):
    node = next(n for n in workspace.tree.walk() if n.split and n.split.column == 0)
    result = page.request("profile", 0, node=node.id, column=0, include="0.5123")["result"]
    assert result["present"] is not None
    values = [cut["value"] for cut in result["cuts"]]
    assert node.split.cuts[0].value in values
    assert 0.5123 in values
    assert len(result["left"]) == len(values)


def test_zooming_in_lists_the_cuts_of_the_range(page):
    low, high = pd.Timestamp("2024-03-01"), pd.Timestamp("2024-04-01")
    span = {"low": low.timestamp() * 1000, "high": high.timestamp() * 1000}
    result = page.request("profile", 0, node=0, column=3, **span)["result"]
    kept = {cut["text"] for split in (result["best"], result["present"]) if split
            for cut in split.get("cuts", [])}  # fmt: skip
    inside = [cut for cut in result["cuts"] if span["low"] <= cut["value"] <= span["high"]]
    assert len(inside) > 10
    assert len(result["cuts"]) - len(inside) <= 3 + 3 * len(kept)


def test_rows_are_texts_with_nothing_for_missing(page, workspace):
    result = page.request("rows", 0, node=0, offset=0, limit=200, which="train")["result"]
    assert result["total"] == workspace.tree.root.region.train.n
    assert result["columns"] == ["length", "width", "color", "seen", "size", "species"]
    assert all(isinstance(cell, str) for row in result["cells"] for cell in row)
    assert "" in {row[0] for row in result["cells"]}
    assert all(len(row[3]) == len("2024-01-01") for row in result["cells"])
    beyond = page.request("rows", 0, node=0, offset=10_000, limit=5, which="train")["result"]
    assert beyond["cells"] == []


def test_rows_of_a_wide_frame_say_how_many_columns_are_not_there():
    frame = pd.concat([flowers(40).add_suffix(str(at)) for at in range(20)], axis=1)
    page = TreeWidget(make_workspace(frame, "species0", max_depth=2)).comm
    result = page.request("rows", 0, node=0, offset=0, limit=2, which="train")["result"]
    assert len(result["columns"]) + result["more_columns"] == frame.shape[1]
    assert result["more_columns"] > 0


def test_validation_rows_of_a_tree_without(page):
    page = TreeWidget(make_workspace(flowers(), "species", max_depth=1)).comm
    reply = page.request("rows", 0, node=0, offset=0, limit=1, which="validation")
    assert error(reply) == "invalid"
    assert "validation=" in reply["error"]["message"]


def test_history_as_python(page):
    page.request("prune", 0, node=1)
    result = page.request("history", 1)["result"]
    assert result["position"] == 1
    assert result["code"].endswith("tree.prune(1)")


def test_looking_at_another_step_is_that_tree(widget, page, workspace):
    before = widget._state["nodes"]
    page.request("prune", 0, node=0)
    assert page.request("look", 1, step=0)["result"]["nodes"] == before
    assert len(workspace.tree) == 1


# ------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("op", "args", "code"),
    [
        ("prune", {"node": 999}, "unknown"),
        ("split", {"node": 0, "column": 99}, "unknown"),
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


def test_hello_is_answered(page):
    page.say({"kind": "hello", "id": "h"})
    assert page.reply("h") == {"kind": "reply", "id": "h", "ok": True, "revision": 0}


# ------------------------------------------------------------ read-only


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


# ------------------------------------------------------------ long work


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


@pytest.fixture
def gate(monkeypatch):
    return Gate(monkeypatch)


def grow(page, identity="g", revision=0):
    page.say({"kind": "request", "id": identity, "op": "grow", "revision": revision, "args": {}})


def test_growing_returns_at_once_shows_progress_everywhere_and_can_be_cancelled(
    widget, page, workspace, gate
):
    other = TreeWidget(workspace, editable=False)
    state = workspace.state
    grow(page)
    assert page.reply("g") is None, "the handler came back before the work was done"
    assert gate.begun.wait(5)
    time.sleep(0.6)
    for heard in (page, other.comm):
        told = heard.messages("progress")
        assert 2 <= len(told) <= 7
        assert all(message["id"] == "g" and message["node"] == 0 for message in told)
        shares = [message["share"] for message in told]
        assert shares == sorted(shares)
    other.comm.say({"kind": "cancel", "id": "g"})  # cannot edit: cannot stop it either
    time.sleep(0.05)
    assert page.reply("g") is None
    page.say({"kind": "cancel", "id": "g"})
    settled(widget)
    assert error(page.reply("g")) == "cancelled"
    assert workspace.state is state
    for heard in (page, other.comm):
        assert heard.messages("progress")[-1]["end"] is True
    other.close()


def test_a_short_growth_says_nothing_on_the_way(widget, page):
    assert late(widget, "grow")["ok"] is False  # it is grown already
    assert not page.messages("progress")


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
    assert page.request("note", 1, node=0, text="meanwhile")["ok"]
    gate.go.set()
    settled(widget)
    assert error(page.reply("g")) == "stale"
    assert workspace.revision == 2
    assert len(workspace.tree) == 1


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
    time.sleep(0.25)
    assert page.reply("n") is None
    job = page.messages("progress")[-1]["id"]
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
    monkeypatch.setattr("treewidget.widget.requests.LARGE", 10)
    assert late(widget, "candidates", node=0)["ok"]
    assert error(late(widget, "profile", node=0, column=77)) == "unknown"


def test_widget_errors_are_ours(workspace):
    with pytest.raises(InvalidValueError, match="did you mean 'editable'"):
        TreeWidget(workspace, editble=False)
