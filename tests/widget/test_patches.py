"""Large trees on the wire: what changed at each edit, the whole when a page asks for it."""

import base64
import json
import random
import threading
from contextlib import suppress
from dataclasses import replace

import pytest
from ipywidgets.embed import dependency_state

from treewidget.errors import RefusedError, TreeWidgetError
from treewidget.tree import pruning
from treewidget.tree.gestures import Action
from treewidget.tree.sums import figures_of
from treewidget.tree.tree import Tree
from treewidget.widget import TreeWidget, requests
from treewidget.widget.hub import hub_of
from treewidget.widget.patches import WHOLE
from treewidget.widget.snapshot import make_state, make_version
from treewidget.workspace import Listener

from .conftest import late
from .following import opened, seen, unpacked


@pytest.fixture
def shown(large):
    widget = TreeWidget(large)
    yield widget
    widget.close()


def fresh(workspace):
    """Return the state as it is computed from a tree that nobody has ever edited."""
    current = workspace.state
    root, target = bare(current.tree.root), workspace.dataset.target
    version = replace(current.history.now, root=root, figures=figures_of(Tree(root), target))
    nodes, figures = make_version(version, workspace.dataset)
    made = make_state(workspace.dataset, current)
    assert figures == made["figures"]
    return json.loads(json.dumps({**made, "nodes": nodes, "figures": figures}))


def bare(root):
    """Return a copy of a tree that remembers nothing."""
    done = []
    for node in reversed(list(Tree(root).walk())):
        done.append(node.but(below=tuple(done.pop() for _ in node.children)))
    return done[0]


def edit(workspace, draw):
    """Do anything that can be done, or be refused."""
    tree, classes = workspace.tree, workspace.dataset.target.classes
    node = draw.choice([node.id for node in tree.walk()])
    verb = draw.choice(["split"] * 3 + ["prune"] * 2 + ["undo"] * 3 + REST)
    args = {
        "split": {"node": node, "column": draw.choice("xz"), "replace": draw.random() < 0.3},
        "label": {"node": node, "value": draw.choice(classes) if classes else draw.random()},
        "lock": {"node": node, "on": draw.random() < 0.5},
        "note": {"node": node, "text": draw.choice(["", "a", "ü"])},
        "grow": {"node": node, "levels": 1},
        "checkout": {"to": draw.randrange(len(workspace.history.versions))},
        "checkpoint": {"name": draw.choice("AB")},
        "prune": {"node": node},
    }.get(verb, {})
    with suppress(TreeWidgetError):
        workspace.perform(Action(verb, args))


REST = ["redo", "label", "lock", "note", "grow", "checkout", "checkpoint"]

# ------------------------------------------------------------ one page


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("large", ["classes", "numbers"], indirect=True)
def test_after_many_edits_a_page_that_followed_has_what_a_fresh_one_gets(shown, large, seed):
    draw = random.Random(seed)
    while len(shown.comm.messages("patch")) < 100:
        edit(large, draw)
        if len(large.tree) < WHOLE:
            large.perform(Action("checkout", {"to": 0}))
    last = fresh(large)
    assert seen(shown) == last
    shown.comm.sent[1:] = []
    shown.comm.deliver({"method": "request_state"})
    assert shown.comm.updates("_state") == [last]
    other = TreeWidget(large)
    assert opened(other) == last
    saved = dependency_state([shown], drop_defaults=False)[shown.model_id]
    buffers = [base64.b64decode(buffer["data"]) for buffer in saved["buffers"]]
    paths = [buffer["path"] for buffer in saved["buffers"]]
    assert (
        unpacked({"state": saved["state"], "buffer_paths": paths}, buffers)["state"]["_state"]
        == last
    )


def test_an_edit_sends_what_it_changed(shown, large):
    leaf = next(node.id for node in large.tree.leaves if node.region.train.impurity > 0)
    whole = len(json.dumps(opened(shown)))
    shown.comm.sent[1:] = []
    assert shown.comm.request("note", 0, node=leaf, text="x")["ok"]
    assert shown.comm.request("split", 1, node=leaf)["ok"]
    assert shown.comm.request("undo", 2)["ok"]
    assert not shown.comm.updates("_state")
    patches = shown.comm.messages("patch")
    assert [(patch["base"], patch["revision"]) for patch in patches] == [(0, 1), (1, 2), (2, 3)]
    assert [len(patch["nodes"]["id"]) for patch in patches] == [1, 3, 1]
    assert max(len(json.dumps(patch)) for patch in patches) < 2_000 < whole / 20


def test_the_patch_is_there_before_the_reply_is(shown):
    shown.comm.sent.clear()
    shown.comm.request("prune", 0, node=0)
    shown.comm.request("undo", 1)
    assert [message["kind"] for message in shown.comm.messages()] == ["reply", "patch", "reply"]


def test_a_page_that_missed_something_asks_for_all_of_it(shown, large):
    large.perform(Action("note", {"node": 0, "text": "missed"}))
    reply = shown.comm.request("state", 0)
    assert reply["revision"] == 1
    assert reply["result"] == seen(shown)


def test_a_tree_that_shrinks_is_assigned_whole_and_one_that_grows_is_patched(shown, large):
    large.perform(Action("prune", {"node": 0}))
    assert [state["revision"] for state in shown.comm.updates("_state")] == [1]
    large.perform(Action("note", {"node": 0, "text": "small"}))
    assert len(shown.comm.updates("_state")) == 2
    assert not shown.comm.messages("patch")
    large.perform(Action("checkout", {"to": 0}))
    assert len(shown.comm.messages("patch")[0]["nodes"]["id"]) == len(large.tree)
    assert len(shown.comm.updates("_state")) == 2
    assert seen(shown) == fresh(large)


def test_naming_a_place_changes_no_node(shown, large):
    large.perform(Action("note", {"node": 0, "text": "x"}))
    large.perform(Action("checkpoint", {"name": "here"}))
    patch = shown.comm.messages("patch")[-1]
    assert [step["checkpoint"] for step in patch["history"]["steps"]] == ["here"]
    assert seen(shown) == fresh(large)


def test_a_long_history_goes_by_numbers(shown, large):
    for at in range(230):
        large.perform(Action("note", {"node": 0, "text": str(at)}))
    patch = shown.comm.messages("patch")[-1]
    assert [step["step"] for step in patch["history"]["steps"]] == [230]
    assert len(patch["history"]["line"]) == 200
    assert patch["history"]["total"] == 231
    large.perform(Action("checkout", {"to": 3}))
    assert seen(shown) == fresh(large)


def test_the_whole_of_a_very_large_tree_is_made_beside_the_kernel(monkeypatch, large, shown):
    monkeypatch.setattr("treewidget.widget.long_work.CROWD", 10)
    answer, where = requests.answer, set()
    watched = lambda *asked: where.add(threading.current_thread()) or answer(*asked)  # noqa: E731
    monkeypatch.setattr(requests, "answer", watched)
    reply = late(shown, "state")
    assert len(reply["result"]["nodes"]["id"]) == 299
    large.perform(Action("prune", {"node": 0}))
    assert len(late(shown, "look", step=0)["result"]["nodes"]["id"]) == 299
    assert late(shown, "history")["result"]["code"].endswith("tree.prune(0)")
    assert threading.main_thread() not in where


def test_a_large_tree_is_cut_back_beside_the_kernel(monkeypatch, large, shown):
    monkeypatch.setattr("treewidget.widget.long_work.CROWD", 10)
    where, found = set(), pruning.path_of
    watched = lambda *asked, **more: where.add(threading.current_thread()) or found(*asked, **more)  # noqa: E731
    monkeypatch.setattr(pruning, "path_of", watched)
    reply = late(shown, "prune_to", alpha=10.0)
    assert reply["ok"]
    assert len(large.tree) == 1
    assert where
    assert threading.main_thread() not in where


# ------------------------------------------------------------ several


def test_widgets_and_threads_all_hear_every_revision_once_and_in_order(large):
    widgets = [TreeWidget(large) for _ in range(2)]

    def work(name):
        for at in range(20):
            large.perform(Action("note", {"node": 0, "text": f"{name}{at}"}))

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for widget in widgets:
        patches = widget.comm.messages("patch")
        assert [patch["revision"] for patch in patches] == list(range(1, 61))
        assert seen(widget) == fresh(large)
        widget.close()


def test_an_observer_that_edits_leaves_no_gap(shown, large):
    leaf = large.tree.leaves[0].id
    other = TreeWidget(large)
    shown.selected = leaf
    shown.observe(lambda _: large.perform(Action("note", {"node": 0, "text": "s"})), "selected")
    branch = large.tree.way(leaf)[-2].id
    large.perform(Action("prune", {"node": branch}))
    assert large.revision == 2
    for widget in (shown, other):
        assert seen(widget) == fresh(large)


def test_a_gesture_that_is_vetoed_leaves_ids_and_pages_alone(shown, large):
    class Veto(Listener):
        def before(self, action, gesture):
            raise RefusedError(f"not now: {action.name} {gesture.line}")

    leaf = next(node.id for node in large.tree.leaves if node.region.train.impurity > 0)
    leave = large.subscribe(Veto())
    with pytest.raises(RefusedError):
        large.perform(Action("split", {"node": leaf, "column": "z"}))
    leave()
    assert not shown.comm.messages("patch")
    made = large.perform(Action("split", {"node": leaf})).made
    assert made == (299, 300)
    assert seen(shown) == fresh(large)


def test_a_patch_is_made_once_for_two_states_and_serves_no_others(large):
    states, hub = [large.state], hub_of(large)
    for text in ("a", "b"):
        large.perform(Action("note", {"node": 0, "text": text}))
        states.append(large.state)
    first, second, third = states
    made = hub.patch(first, second)
    assert hub.patch(first, second) is made
    for base, current in ((first, third), (second, third), (first, second)):
        other = hub.patch(base, current)
        assert (other["base"], other["revision"]) == (base.revision, current.revision)
