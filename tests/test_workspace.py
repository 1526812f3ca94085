"""The workspace: one order of things, whole states, listeners that may veto, long work."""

import gc

import pandas as pd
import pytest

import treewidget as tw
from treewidget import Action, CancelledError, RefusedError, StaleError
from treewidget.induction.progress import Progress
from treewidget.workspace import Listener

from .tree.frames import alternating, mixed


@pytest.fixture
def workspace():
    return tw.DecisionTree(mixed(200), target="kind", max_depth=4).workspace


def hard():
    """Return a tree whose growth takes many steps."""
    return tw.DecisionTree(alternating(400), target="y", grow=False)


class Ear(Listener):
    """Hears everything, in order."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.heard = []

    def before(self, _action, gesture):
        self.heard.append(("before", gesture.line, self.workspace.revision))

    def after(self, gesture):
        self.heard.append(("after", gesture.line, self.workspace.revision))

    def progress(self, busy):
        self.heard.append(("progress", busy))


# ---------------------------------------------------------------- revisions


def test_every_change_is_one_revision(workspace):
    for number, action in enumerate(
        [
            Action("prune", {"node": 0}),
            Action("undo"),
            Action("redo"),
            Action("checkpoint", {"name": "here"}),
            Action("checkout", {"to": 0}),
        ],
        start=1,
    ):
        assert workspace.perform(action).revision == workspace.revision == number


def test_an_action_on_another_revision_is_stale(workspace):
    workspace.perform(Action("prune", {"node": 0}, revision=0))
    before = workspace.state
    with pytest.raises(StaleError, match="undo was meant for the tree as it was before"):
        workspace.perform(Action("undo", revision=0))
    assert workspace.state is before
    workspace.perform(Action("undo", revision=1))


def test_a_state_is_whole_and_never_changes(workspace):
    state = workspace.state
    nodes = len(state.tree)
    workspace.perform(Action("prune", {"node": 0}))
    assert len(state.tree) == nodes
    assert len(state.history) == 0
    assert len(workspace.tree) == 1
    assert len(workspace.history) == 1


# ---------------------------------------------------------------- listeners


def test_listeners_hear_before_and_after_in_that_order(workspace):
    ear = Ear(workspace)
    leave = workspace.subscribe(ear)
    workspace.perform(Action("prune", {"node": 0}))
    workspace.perform(Action("undo"))
    assert ear.heard == [
        ("before", "tree.prune(0)", 0),
        ("after", "tree.prune(0)", 1),
        ("before", "tree.undo()", 1),
        ("after", "tree.undo()", 2),
    ]
    leave()
    workspace.perform(Action("redo"))
    assert len(ear.heard) == 4


def test_each_subscription_ends_by_itself(workspace):
    ear = Ear(workspace)
    first, second = workspace.subscribe(ear), workspace.subscribe(ear)
    first()
    first()  # it is over already
    workspace.perform(Action("prune", {"node": 0}))
    assert len(ear.heard) == 2
    second()
    workspace.perform(Action("undo"))
    assert len(ear.heard) == 2


def test_refused_gestures_are_not_heard_of(workspace):
    ear = Ear(workspace)
    workspace.subscribe(ear)
    with pytest.raises(tw.TreeWidgetError):
        workspace.perform(Action("undo"))
    assert ear.heard == []


def test_a_veto_leaves_no_trace(workspace):
    class Full(Listener):
        def before(self, _action, _gesture):
            raise OSError("the disk is full")

    before = workspace.state
    leave = workspace.subscribe(Full())
    with pytest.raises(OSError, match="disk is full"):
        workspace.perform(Action("prune", {"node": 0}))
    assert workspace.state is before
    leave()
    workspace.perform(Action("prune", {"node": 0}))


def test_a_listener_that_fails_afterwards_takes_nothing_back(workspace, caplog):
    class Broken(Listener):
        def after(self, _gesture):
            raise ZeroDivisionError

    ear = Ear(workspace)
    workspace.subscribe(Broken())
    workspace.subscribe(ear)
    workspace.perform(Action("prune", {"node": 0}))
    assert [what for what, *_ in ear.heard] == ["before", "after"]
    assert "a listener failed" in caplog.text


def test_a_listener_may_act_in_turn(workspace):
    class Reply(Listener):
        def after(self, gesture):
            if gesture.name == "prune":
                workspace.perform(Action("note", {"node": 0, "text": "pruned"}))

    workspace.subscribe(Reply())
    workspace.perform(Action("prune", {"node": 0}))
    assert workspace.tree.root.note == "pruned"
    assert len(workspace.history) == 2


def test_a_gesture_made_while_another_is_announced_is_refused_with_that_one(workspace):
    class Eager(Listener):
        def before(self, _action, gesture):
            if gesture.name == "prune":
                workspace.perform(Action("lock", {"node": 0}))

    workspace.subscribe(Eager())
    with pytest.raises(RefusedError, match="lock comes while another change"):
        workspace.perform(Action("prune", {"node": 0}))
    assert not workspace.history
    assert not workspace.tree.root.locked
    assert not workspace.tree.root.is_leaf


# ---------------------------------------------------------------- long work


def test_prepared_work_is_in_force_only_when_committed():
    workspace = hard().workspace
    before = workspace.state
    prepared = workspace.prepare(Action("grow", {"node": 0}))
    assert workspace.state is before
    gesture = workspace.commit(prepared)
    assert gesture is prepared.gesture
    assert len(workspace.tree) == 2 * 400 - 1


def test_prepared_work_is_stale_when_the_tree_moved_on():
    workspace = hard().workspace
    prepared = workspace.prepare(Action("grow", {"node": 0}))
    workspace.perform(Action("lock", {"node": 0}))
    with pytest.raises(StaleError, match=r"computed on revision 0.*nothing was changed"):
        workspace.commit(prepared)
    assert len(workspace.tree) == 1
    with pytest.raises(StaleError):
        workspace.commit(prepared)


LATER = {
    "grow the other branch": ("grow", {"node": "right", "method": "c4.5"}),
    "grow all": ("grow", {"node": 0, "options": {"max_depth": 2}}),
    "split": ("split", {"node": "left"}),
    "split in place": ("split", {"node": 0, "column": "whole", "replace": True, "regrow": True}),
    "prune": ("prune", {"node": "right"}),
    "prune to": ("prune_to", {"leaves": 4}),
    "label": ("label", {"node": "left", "value": "a"}),
}


@pytest.mark.parametrize("later", LATER)
def test_prepared_work_outlives_notes_and_names_of_steps(later):
    def begun():
        tree = tw.DecisionTree(mixed(300, seed=4), target="kind", max_depth=4, validation=0.3)
        tree.prune(tree.root.children[0])
        tree.undo()
        tree.prune(tree.root.children[0])
        return tree

    one, other = begun(), begun()
    left, right = one.root.children
    name, args = LATER[later]
    nodes = {"left": left, "right": right, 0: 0}
    action = Action(name, {key: nodes[to] if key == "node" else to for key, to in args.items()})
    prepared = one.workspace.prepare(action)
    for tree in (one, other):
        for node, text in [(0, "wait"), (left, "for it"), (0, "wait, please")]:
            if later not in {"grow all", "split in place"} or node == 0:
                tree.note(node, text)
        tree.checkpoint("here")
        tree.undo()
        tree.redo()
    gesture = one.workspace.commit(prepared)
    assert gesture == other.workspace.perform(action)
    assert one == other
    assert one.notes == other.notes
    assert one.history.code() == other.history.code()
    assert one.history.names == other.history.names
    pd.testing.assert_frame_equal(one.frame(), other.frame())
    pd.testing.assert_frame_equal(one.history.frame(), other.history.frame())
    for tree in (one, other):
        tree.undo()
        tree.grow(right, max_depth=6)
    assert one == other
    assert one.frame().index.equals(other.frame().index)


@pytest.mark.parametrize("name", ["undo", "redo", "note"])
def test_a_prepared_move_or_note_is_stale_after_a_note(name):
    tree = tw.DecisionTree(mixed(300, seed=4), target="kind", max_depth=4)
    tree.note(0, "first")
    if name == "redo":
        tree.undo()
    args = {"node": 0, "text": "begun before"} if name == "note" else {}
    prepared = tree.workspace.prepare(Action(name, args))
    tree.note(0, "second")
    with pytest.raises(StaleError):
        tree.workspace.commit(prepared)


@pytest.mark.parametrize("verb", ["lock", "label", "prune", "undo", "note"])
def test_prepared_work_is_stale_where_more_came_or_a_note_is_on_what_it_takes_away(verb):
    tree = tw.DecisionTree(mixed(300, seed=4), target="kind", max_depth=4)
    left, right = tree.root.children
    gone = tree.node(left).children[0]
    tree.note(right, "first")
    prepared = tree.workspace.prepare(Action("prune", {"node": left}))
    args = {"lock": (right,), "label": (right, "a"), "prune": (right,), "note": (gone, "why")}
    getattr(tree, verb)(*args.get(verb, ()))
    before = tree.workspace.state
    with pytest.raises(StaleError, match="nothing was changed"):
        tree.workspace.commit(prepared)
    assert tree.workspace.state is before


def test_progress_is_told_from_nought_to_the_end():
    workspace = hard().workspace
    ear = Ear(workspace)
    workspace.subscribe(ear)
    workspace.perform(Action("grow", {"node": 0}), job="mine")
    told = [busy for what, busy, *_ in ear.heard if what == "progress"]
    shares = [busy.share for busy in told]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert len(shares) > 10
    assert {(busy.job, busy.text, busy.node) for busy in told} == {("mine", "growing node 0", 0)}
    assert [busy.end for busy in told] == [False] * (len(told) - 1) + [True]


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
def test_long_work_is_cancelled_by_name_and_leaves_the_tree_as_it_was(share):
    workspace = hard().workspace

    class Stop(Listener):
        def progress(self, busy):
            ends.append(busy.end)
            if busy.share > share and not busy.end:
                found.append(workspace.cancel(busy.job))

    ends, found = [], []
    workspace.subscribe(Stop())
    before = workspace.state
    with pytest.raises(CancelledError, match="exactly as it was"):
        workspace.perform(Action("grow", {"node": 0}))
    assert workspace.state is before
    assert found[0] is True
    assert ends[-1] is True
    assert workspace.cancel("job-1") is False


def test_whoever_brings_a_progress_may_cancel_it_too():
    workspace = hard().workspace
    progress = Progress()
    progress.cancel()
    with pytest.raises(CancelledError):
        workspace.perform(Action("grow", {"node": 0}), progress)
    assert len(workspace.tree) == 1


def test_an_interrupt_leaves_the_tree_exactly_as_it_was(monkeypatch):
    tree = hard()
    steps = []
    engine = type(tree.workspace.inducer.engine)
    step, when = ("slices_of", 1) if hasattr(engine, "grow") else ("partition", 50)
    plain = getattr(engine, step)

    def interrupted(self, *given):
        steps.append(given)
        if len(steps) == when:
            raise KeyboardInterrupt
        return plain(self, *given)

    before = tree.workspace.state
    monkeypatch.setattr(engine, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree.grow()
    assert tree.workspace.state is before
    assert gc.isenabled()
    tree.grow()  # and nothing is held: the next one goes through
    assert tree.score() == 1.0
