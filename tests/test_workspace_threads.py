"""The workspace among threads: edits take turns, and readers see whole trees."""

import threading
import time

import pytest

import treewidget as tw
from treewidget import Action, StaleError
from treewidget.workspace import Listener

from .tree.frames import alternating, mixed


@pytest.fixture
def workspace():
    return tw.DecisionTree(mixed(200), target="kind", max_depth=4).workspace


def test_edits_on_many_threads_are_all_made_one_after_the_other(workspace):
    def write(name):
        for step in range(20):
            workspace.perform(Action("note", {"node": 0, "text": f"{name} {step}"}))

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert workspace.revision == len(workspace.history) == 80
    notes = [gesture.args["text"] for gesture in workspace.history]
    for name in range(4):
        assert [note for note in notes if note.startswith(f"{name} ")] == [
            f"{name} {step}" for step in range(20)
        ]


def test_of_two_growths_begun_on_one_tree_one_is_stale():
    workspace = tw.DecisionTree(alternating(120), target="y", grow=False).workspace
    gate = threading.Barrier(2)
    outcomes = []

    def grow():
        prepared = workspace.prepare(Action("grow", {"node": 0}))
        gate.wait(timeout=30)
        try:
            workspace.commit(prepared)
            outcomes.append("done")
        except StaleError:
            outcomes.append("stale")

    threads = [threading.Thread(target=grow) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["done", "stale"]
    assert workspace.revision == 1


def test_readers_see_whole_trees_while_others_write(workspace):
    stop = threading.Event()
    broken = []

    def read():
        while not stop.is_set():
            state = workspace.state
            pruned = len(state.tree) == 1
            if pruned is not (len(state.history) % 2 == 1):
                broken.append(state)

    reader = threading.Thread(target=read)
    reader.start()
    deadline = time.monotonic() + 0.5
    while time.monotonic() < deadline:
        workspace.perform(Action("prune", {"node": 0}))
        workspace.perform(Action("undo"))
    stop.set()
    reader.join()
    assert broken == []


def test_the_lock_is_free_but_while_something_changes(workspace):
    seen = []

    class Look(Listener):
        def before(self, _action, _gesture):
            thread = threading.Thread(target=lambda: seen.append(workspace.is_free))
            thread.start()
            thread.join()

    assert workspace.is_free
    workspace.subscribe(Look())
    workspace.perform(Action("prune", {"node": 0}))
    assert seen == [False]
    assert workspace.is_free
