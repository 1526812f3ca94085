"""How long a widget lives, and what it keeps alive; many threads at once."""

import copy
import gc
import pickle
import threading
import weakref

import pytest

from treewidget.errors import WrongTypeError
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget
from treewidget.widget.hub import Hub, hub_of

from .conftest import flowers, make_workspace

# ------------------------------------------------------------ letting go


def test_closing_lets_go_of_the_workspace(workspace):
    one, two = TreeWidget(workspace), TreeWidget(workspace)
    assert len(workspace._listeners) == 1
    one.close()
    assert len(workspace._listeners) == 1
    two.close()
    two.close()
    assert workspace._listeners == ()
    workspace.perform(Action("note", {"node": 0, "text": "x"}))
    assert two._state["revision"] == 0
    three = TreeWidget(workspace)
    assert three._state["revision"] == 1
    assert len(workspace._listeners) == 1
    three.close()


def test_a_widget_says_what_it_shows_and_that_it_is_closed(workspace):
    """In a cell a closed one is its text alone; both were an address in memory."""
    widget = TreeWidget(workspace)
    widget.selected = workspace.tree.root.children[0].id
    of = f"widget of a tree of {len(workspace.tree)} nodes on 'species'"
    assert repr(widget) == f"{of}, node {widget.selected} selected"
    assert widget._repr_mimebundle_()[0]["text/plain"] == repr(widget)
    widget.close()
    assert repr(widget) == f"closed {of}: tree.widget() makes another"


def test_a_widget_that_opens_while_the_last_one_closes_is_kept_in_step(workspace):
    opened = []

    def open_another():
        opened.append(TreeWidget(workspace))

    def leave():
        other.start()
        other.join(0.2)
        left()

    last, hub, other = (
        TreeWidget(workspace),
        hub_of(workspace),
        threading.Thread(target=open_another),
    )
    left, hub._leave = hub._leave, leave
    last.close()
    other.join(5)
    workspace.perform(Action("prune", {"node": 0}))
    assert opened[0]._state["revision"] == 1
    opened[0].close()


def test_a_widget_shows_what_was_done_while_it_was_made(workspace, monkeypatch):
    join = Hub.join

    def late(hub, widget):
        workspace.perform(Action("prune", {"node": 0}))
        join(hub, widget)

    monkeypatch.setattr(Hub, "join", late)
    widget = TreeWidget(workspace)
    assert widget._state["nodes"]["id"] == [0]
    widget.close()


def test_a_closed_widget_is_collected_and_so_is_the_tree_behind_it():
    workspace = make_workspace(flowers(), "species", max_depth=2)
    widget = TreeWidget(workspace)
    widget.comm.request("candidates", 0, node=0)
    widget.close()
    ghost, tree, hub = map(weakref.ref, (widget, workspace, hub_of(workspace)))
    del widget
    gc.collect()
    assert ghost() is None
    del workspace
    gc.collect()
    assert tree() is None
    assert hub() is None


def test_a_widget_on_the_screen_keeps_its_tree():
    widget = TreeWidget(make_workspace(flowers(), "species", max_depth=2))
    gc.collect()
    assert widget.comm.request("prune", 0, node=0)["ok"]
    widget.close()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_widget_says_how_another_one_is_made(widget, way):
    with pytest.raises(WrongTypeError, match=r"tree.widget\(\) makes another"):
        way(widget)


# ------------------------------------------------------------ threads


def test_edits_selections_and_closing_from_many_threads_lose_nothing(workspace):
    widgets = [TreeWidget(workspace) for _ in range(3)]
    failures = []

    def run(work):
        try:
            for at in range(25):
                work(at)
        except Exception as failure:  # noqa: BLE001 - any failure of a thread is one
            failures.append(failure)

    def edit(at):
        workspace.perform(Action("note", {"node": 0, "text": f"{threading.get_ident()} {at}"}))

    def select(at):
        widgets[at % 3].comm.set(selected=at % 4, collapsed=[at % 3])

    def come_and_go(_at):
        TreeWidget(workspace).close()

    threads = [threading.Thread(target=run, args=(w,)) for w in (edit, edit, select, come_and_go)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not failures
    assert workspace.revision == 50
    for widget in widgets:
        assert widget._state["revision"] == 50
        sent = [state["revision"] for state in widget.comm.updates("_state")]
        assert sent == list(range(1, 51))
        widget.close()
