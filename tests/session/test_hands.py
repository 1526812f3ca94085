"""Several hands: one order of gestures, or refused as stale; nothing half done."""

import random
import threading

import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.induction.progress import Progress
from treewidget.widget import long_work, requests, threads
from treewidget.widget.requests import Desk
from treewidget.widget.snapshot import make_meta
from treewidget.widget.studies import study
from treewidget.workspace import Listener

from .hands import View, work
from .sessions import same_history


class Ear(Listener):
    """Hears the order in which gestures came into force."""

    def __init__(self, workspace):
        self.heard = []
        self.workspace = workspace

    def after(self, gesture):
        assert self.workspace.revision == gesture.revision
        self.heard.append(gesture)


@pytest.mark.parametrize("seed", range(3))
def test_two_views_and_a_cell_at_once_make_one_order(seed, tmp_path):
    frame = mixed(150, seed)
    tree = tw.DecisionTree(frame, target="kind", max_depth=3, journal=tmp_path / "j")
    ear = Ear(tree.workspace)
    tree.workspace.subscribe(ear)
    taken, wrong, _views = work(tree, seed, 40)
    assert wrong == []
    assert [gesture.revision for gesture in ear.heard] == list(range(1, len(ear.heard) + 1))
    assert sorted(gesture.line for gesture in ear.heard) == sorted(taken), "each once, none lost"
    assert len(taken) > 20
    assert same_history(tree, tw.load(tmp_path / "j", frame))


def test_the_same_revision_is_taken_once(tmp_path):
    tree = tw.DecisionTree(mixed(150), target="kind", journal=tmp_path / "j")
    views = [View(tree.workspace, str(number)) for number in range(4)]
    start, replies = threading.Barrier(len(views)), []

    def ask(view):
        start.wait()
        replies.append(view.ask("prune", node=1))

    hands = [threading.Thread(target=ask, args=(view,)) for view in views]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert sorted(reply["ok"] for reply in replies) == [False, False, False, True]
    codes = {reply["error"]["code"] for reply in replies if not reply["ok"]}
    assert codes <= {"stale", "refused"}
    assert len(tree.history) == 1


def test_growth_beside_the_tree_is_refused_as_stale_when_it_moved_on(tmp_path):
    frame = mixed(150)
    tree = tw.DecisionTree(frame, target="kind", grow=False, journal=tmp_path / "j")
    prepared = tree.workspace.prepare(tw.Action("grow", {}))
    tree.lock(0)
    with pytest.raises(tw.StaleError):
        tree.workspace.commit(prepared)
    assert len(tw.load(tmp_path / "j", frame).history) == 1


def test_growth_beside_the_tree_is_written_down_after_a_note(tmp_path):
    frame = mixed(150)
    tree = tw.DecisionTree(frame, target="kind", grow=False, journal=tmp_path / "j")
    prepared = tree.workspace.prepare(tw.Action("grow", {}))
    tree.note(0, "meanwhile")
    tree.workspace.commit(prepared)
    again = tw.load(tmp_path / "j", frame)
    assert same_history(tree, again)
    assert [gesture.name for gesture in again.history] == ["note", "grow"]


def test_a_full_disk_is_told_to_the_view_that_asked(tmp_path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=tmp_path / "j")
    view = View(tree.workspace, "left")
    (tmp_path / "j").unlink()
    state = tree.workspace.state
    reply = view.ask("prune", node=1)
    assert reply["error"]["code"] == "refused"
    assert "moved or deleted" in reply["error"]["message"]
    assert tree.workspace.state is state


def test_a_view_is_told_to_give_a_reason():
    tree = tw.DecisionTree(mixed(), target="kind", require_reason=True)
    reply = View(tree.workspace, "left").ask("prune", node=1)
    assert reply["error"]["code"] == "refused"
    assert 'reason="..." says why' in reply["error"]["message"].replace(") says", " says")


def test_a_view_gives_its_reason_with_the_edit_and_needs_none_to_look():
    tree = tw.DecisionTree(mixed(), target="kind", require_reason=True)
    assert make_meta(tree.workspace)["require_reason"]
    view = View(tree.workspace, "left")
    look = {"kind": "request", "id": "a", "op": "preview", "revision": 0, "args": {"method": "mdl"}}
    assert study(tree.workspace, look, Progress())["line"] == 'tree.prune_to(method="mdl")'
    edits = [("lock", {"node": 0, "on": True}), ("lock", {"node": 0, "on": False})]
    edits += [("prune", {"node": 1}), ("prune_to", {"leaves": 1}), ("split", {"node": 0})]
    edits += [("label", {"node": 1, "value": 1}), ("grow", {"keep": False})]
    for op, args in edits:
        reply = view.ask(op, **args, reason=f"{op} it")
        assert reply["ok"], reply
        assert tree.history[-1].args["reason"] == f"{op} it"
    reply = view.ask("split", node=0, reason="x" * 10_001)
    assert reply["error"]["code"] == "malformed"
    assert "reason has 10,001 characters" in reply["error"]["message"]


def test_where_memory_ends_nothing_is_half_done(tmp_path, monkeypatch):
    frame = mixed(150)
    tree = tw.DecisionTree(frame, target="kind", journal=tmp_path / "j")
    state, view = tree.workspace.state, View(tree.workspace, "left")

    def full(*_args, **_more):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(tree.workspace.inducer, "grow", full)
        patch.setattr(tree.workspace.inducer, "leader", full)
        with pytest.raises(MemoryError):
            tree.grow(0, keep=False, max_depth=2)
        reply = view.ask("split", node=0, replace=True)
        assert reply["error"]["code"] == "refused"
        assert "memory" in reply["error"]["message"]
    assert tree.workspace.state is state
    draw = random.Random(0)
    assert view.ask("note", node=0, text=str(draw.random()))["ok"]
    assert same_history(tree, tw.load(tmp_path / "j", frame))


def test_a_desk_survives_what_no_json_holds():
    replies = []
    desk = Desk(tw.DecisionTree(mixed(), target="kind").workspace, replies.append, lambda: True)
    deep = None
    for _ in range(100_000):
        deep = [deep]
    for message in (deep, {"kind": deep}, object(), {None: 1}, {"kind": "request", 3: 4}, b"x"):
        desk.handle(message)
    assert [reply["error"]["code"] for reply in replies] == ["malformed"] * 6


def question(number):
    args = {"node": 0, "column": 0}
    return {"kind": "request", "id": f"q{number}", "op": "profile", "revision": 0, "args": args}


def test_a_view_that_floods_is_refused_and_starts_no_more_threads(monkeypatch):
    replies, gate = [], threading.Event()
    monkeypatch.setattr(long_work, "LARGE", 0)
    monkeypatch.setattr(Desk, "_answer", lambda *_asked: gate.wait(60) and None)
    desk = Desk(tw.DecisionTree(mixed(), target="kind").workspace, replies.append, lambda: True)
    before = threading.active_count()
    for number in range(requests.JOBS + 200):
        desk.handle(question(number))
    assert threading.active_count() <= before + requests.JOBS
    assert len(replies) == 200
    assert {reply["error"]["code"] for reply in replies} == {"refused"}
    gate.set()
    for thread in threading.enumerate():
        if thread.name == "treewidget-work":
            thread.join(60)
    assert sum(reply["ok"] for reply in replies) == requests.JOBS


def test_where_no_thread_can_begin_the_next_change_still_may(monkeypatch):
    view = View(tw.DecisionTree(mixed(), target="kind", grow=False).workspace, "left")

    def full(_thread):
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threads.Thread, "start", full)
        for _ in range(2):
            error = view.ask("grow", node=0)["error"]
            assert error["code"] == "refused"
            assert "memory" in error["message"]
    assert view.ask("grow", node=0)["ok"]
