"""Trees that no page can hold: the top is sent, and branches when they are opened."""

import contextlib
import json
import random

import numpy as np
import pandas as pd
import pytest

from treewidget import DecisionTree, TreeWidgetError, kernels
from treewidget.induction.lines import PAGE, Lines
from treewidget.tree.gestures import Action
from treewidget.tree.node import walk
from treewidget.widget import TreeWidget, hub, portion
from treewidget.widget.hub import hub_of
from treewidget.widget.patches import WHOLE
from treewidget.widget.snapshot import make_state

from .conftest import error, late
from .following import seen


@pytest.fixture(autouse=True)
def small_pages(monkeypatch):
    monkeypatch.setattr(portion, "MOST", 280)
    monkeypatch.setattr(portion, "TOP", 100)
    monkeypatch.setattr(portion, "BRANCH", 20)


@pytest.fixture
def widget(large):
    widget = TreeWidget(large)
    yield widget
    widget.close()


def sent(workspace):
    """Return what a page gets that comes now."""
    made = make_state(workspace.dataset, workspace.state, hub_of(workspace).opened)
    return json.loads(json.dumps(made))


def unsent(nodes):
    return [at for at, below in enumerate(nodes["unsent"]) if below is not None]


def check(workspace, nodes):
    """Compare what was sent with the tree, node by node."""
    assert len(nodes["unsent"]) == len(nodes["id"])
    for at, number in enumerate(nodes["id"]):
        node, kids = workspace.tree.node(number), nodes["parent"].count(at)
        assert nodes["n"][at] == node.region.train.n
        assert nodes["split"][at] is None if node.is_leaf else nodes["split"][at] is not None
        assert kids == (0 if nodes["unsent"][at] else len(node.children))


# ------------------------------------------------------------ what is sent


def test_the_top_is_sent_of_a_tree_that_no_page_can_hold(large, widget):
    state = seen(widget)
    assert len(large.tree) > 280
    assert 50 < len(state["nodes"]["id"]) <= 100
    assert state["figures"]["nodes"] == len(large.tree)
    check(large, state["nodes"])


@pytest.mark.parametrize("large", ["classes", "numbers"], indirect=True)
def test_what_is_not_sent_is_told_in_figures_of_its_leaves(large, widget):
    nodes, squared = seen(widget)["nodes"], not large.dataset.target.is_classification
    ends = [at for at in range(len(nodes["id"])) if at not in nodes["parent"]]
    leaves, figures = 0, large.history.now.figures
    losses = {"error": 0.0, "validation_error": 0.0}
    width = len(nodes["validation_counts"]) // len(nodes["id"])
    held = np.reshape(nodes["validation_counts"], (-1, width))
    for at in ends:
        below = nodes["unsent"][at]
        leaves += below["leaves"] if below else 1
        weights = (nodes["weight"][at], held[at][0] if squared else held[at].sum())
        for weight, name in zip(weights, losses, strict=True):
            wrong = below[name] if below else nodes[name][at]
            losses[name] += weight * (wrong**2 if squared else wrong)
    assert leaves == figures.leaves
    for total, whole, name in zip(
        (600, 150), (figures.error, figures.validation_error), losses, strict=True
    ):
        share = losses[name] / total
        assert (share**0.5 if squared else share) == pytest.approx(whole)


def test_an_edit_sends_what_it_changes(large, widget):
    last = large.tree.node(seen(widget)["nodes"]["id"][-1])
    large.perform(Action("note", {"node": last.id, "text": "seen"}))
    (patch,) = widget.comm.messages("patch")
    assert patch["nodes"]["id"] == [node.id for node in large.tree.way(last.id)]
    assert seen(widget) == sent(large)
    assert seen(widget)["nodes"]["note"][-1] == "seen"
    large.perform(Action("checkpoint", {"name": "so far"}))
    assert widget.comm.messages("patch")[-1]["nodes"]["id"] == [0]
    assert seen(widget) == sent(large)


def test_a_pruning_within_the_portion_and_its_undo_send_what_they_change(large, widget):
    nodes = seen(widget)["nodes"]
    hub_of(large).unfold(large.state, nodes["id"][unsent(nodes)[0]])
    shown = [large.tree.node(number) for number in seen(widget)["nodes"]["id"]]
    node = next(one for one in shown if one.size == 3)
    way, below = [one.id for one in large.tree.way(node.id)], [one.id for one in node.children]
    for verb, made in (("prune", way), ("undo", way + below)):
        large.perform(Action(verb, {"node": node.id} if verb == "prune" else {}))
        assert widget.comm.messages("patch")[-1]["nodes"]["id"] == made
        assert seen(widget) == sent(large)


def test_a_branch_that_is_not_sent_changes_the_figures_of_where_it_hangs(large, widget):
    before = seen(widget)["nodes"]
    end = large.tree.node(before["id"][unsent(before)[0]])
    below = next(node for node in walk(end) if node is not end and not node.is_leaf)
    large.perform(Action("prune", {"node": below.id}))
    (patch,) = widget.comm.messages("patch")
    assert patch["nodes"]["id"] == [node.id for node in large.tree.way(end.id)]
    assert patch["nodes"]["unsent"][-1]["leaves"] < before["unsent"][unsent(before)[0]]["leaves"]
    assert seen(widget) == sent(large)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("seed", range(8))
def test_a_page_that_follows_knows_what_one_does_that_comes_now(large, widget, seed):
    draw, grown = random.Random(seed), len(large.history.line())
    for _ in range(30):
        nodes = seen(widget)["nodes"]
        number = draw.choice(nodes["id"])
        way = draw.choice(("note", "prune", "prune", "split", "undo", "redo", "unfold"))
        with contextlib.suppress(TreeWidgetError):
            if way == "unfold":
                hub_of(large).unfold(large.state, number)
            elif way in {"undo", "redo"}:
                if way == "redo" or len(large.history.line()) > grown:
                    large.perform(Action(way))
            elif way == "split":
                column = draw.choice(large.dataset.columns).name
                large.perform(Action("split", {"node": number, "column": column, "replace": True}))
            elif way == "note" or large.tree.node(number).size < 41:
                large.perform(
                    Action(way, {"node": number, **({"text": "x"} if way == "note" else {})})
                )
        assert seen(widget) == sent(large)


def test_a_tree_that_fits_again_goes_whole(large, widget):
    large.perform(Action("prune", {"node": next(n.id for n in large.tree.walk() if n.size < 41)}))
    assert WHOLE < len(large.tree) <= 280
    assert seen(widget) == sent(large)
    assert len(seen(widget)["nodes"]["id"]) == len(large.tree)
    assert seen(widget)["nodes"]["unsent"] == []
    large.perform(Action("undo"))
    assert seen(widget) == sent(large)
    check(large, seen(widget)["nodes"])


def test_a_portion_that_an_edit_makes_deeper_is_sent_anew(large, monkeypatch):
    monkeypatch.setattr(portion, "TOP", 60)  # 62 nodes are on the five levels below the root
    monkeypatch.setattr(portion, "BRANCH", 1000)
    widget = TreeWidget(large)
    deep = next(node for node in large.tree.walk() if node.region.depth == 4)
    large.perform(Action("prune", {"node": deep.id}))
    assert len(widget.comm.updates("_state")) == 1
    assert seen(widget) == sent(large)
    widget.close()


def test_more_news_than_a_branch_holds_is_sent_anew(large, widget, monkeypatch):
    monkeypatch.setattr(portion, "BRANCH", 4)
    before, depths = len(widget.comm.updates("_state")), []
    deep = large.tree.way(seen(widget)["nodes"]["id"][4])
    for node in deep[3:5]:
        large.perform(Action("note", {"node": node.id, "text": "x"}))
        depths.append((len(widget.comm.updates("_state")), len(widget.comm.messages("patch"))))
    assert depths == [(before, 1), (before + 1, 1)]


def test_no_marks_are_sent_of_a_pruning_that_no_page_could_place(widget):
    result = late(widget, "pruning")["result"]
    assert result["cut"] == result["gone"] == []
    assert result["leaves"][-1] == 1


# ------------------------------------------------------------ opening


def test_a_branch_comes_by_a_patch_when_it_is_opened(large, widget, monkeypatch):
    monkeypatch.setattr(portion, "BRANCH", 4)
    before = seen(widget)["nodes"]
    node = before["id"][unsent(before)[0]]
    assert widget.comm.request("unfold", 0, node=node)["ok"]
    (patch,) = widget.comm.messages("patch")
    assert (patch["base"], patch["revision"]) == (0, 0)
    assert patch["nodes"]["id"][0] == node
    assert 1 < len(patch["nodes"]["id"]) <= 5 < large.tree.node(node).size
    state = seen(widget)
    assert state == sent(large)
    check(large, state["nodes"])
    assert set(before["id"]) < set(state["nodes"]["id"])


def test_any_node_can_be_reached(large, widget):
    draw, numbers = random.Random(0), [node.id for node in large.tree.walk()]
    for number in draw.sample(numbers, 30):
        assert widget.comm.request("unfold", 0, node=number)["ok"]
        nodes = seen(widget)["nodes"]
        assert number in nodes["id"]
        assert nodes["unsent"][nodes["id"].index(number)] is None
        assert seen(widget) == sent(large)
    check(large, seen(widget)["nodes"])


def test_what_was_opened_stays_so_after_edits_and_for_other_pages(large, widget):
    node = seen(widget)["nodes"]["id"][unsent(seen(widget)["nodes"])[-1]]
    widget.comm.request("unfold", 0, node=node)
    below = [child.id for child in large.tree.node(node).children]
    assert set(below) <= set(seen(widget)["nodes"]["id"])
    large.perform(Action("note", {"node": below[0], "text": "here"}))
    assert set(below) <= set(seen(widget)["nodes"]["id"])
    other = TreeWidget(large, editable=False)
    assert seen(other)["nodes"] == seen(widget)["nodes"]
    far = seen(other)["nodes"]["id"][unsent(seen(other)["nodes"])[0]]
    assert other.comm.request("unfold", 1, node=far)["ok"]  # a view that may only look opens too
    assert seen(other)["nodes"] == seen(widget)["nodes"] == sent(large)["nodes"]
    other.close()


def test_a_branch_opened_while_a_state_is_made_is_in_the_next_one(large, widget, monkeypatch):
    end, plain = seen(widget)["nodes"]["id"][unsent(seen(widget)["nodes"])[0]], hub.make_whole

    def meanwhile(*args):
        made = plain(*args)
        hub_of(large).unfold(large.state, end)  # as another thread may
        return made

    with monkeypatch.context() as patched:
        patched.setattr(hub, "make_whole", meanwhile)
        hub_of(large)._snapshot = None
        widget.whole()
    assert json.loads(widget.whole()["nodes"]) == sent(large)["nodes"]


def test_an_old_version_is_looked_at_as_far_as_branches_are_opened(large, widget):
    node = seen(widget)["nodes"]["id"][unsent(seen(widget)["nodes"])[0]]
    widget.comm.request("unfold", 0, node=node)
    large.perform(Action("prune", {"node": 0}))
    assert seen(widget)["nodes"]["id"] == [0]
    nodes = widget.comm.request("look", 1, step=0)["result"]["nodes"]
    assert nodes["unsent"][nodes["id"].index(node)] is None


def test_there_is_nothing_to_open_where_all_is_sent_or_nothing_hangs_below(large, widget):
    assert error(widget.comm.request("unfold", 0, node=10_000)) == "unknown"
    large.perform(Action("prune", {"node": 0}))
    assert widget.comm.request("unfold", 1, node=0)["ok"]
    assert not widget.comm.messages("patch")


def test_only_the_latest_branches_stay_open(large, widget, monkeypatch):
    monkeypatch.setattr("treewidget.widget.hub.OPENED", 3)
    nodes = seen(widget)["nodes"]
    for at in unsent(nodes)[:5]:
        widget.comm.request("unfold", 0, node=nodes["id"][at])
    assert hub_of(large).opened == {nodes["id"][at] for at in unsent(nodes)[2:5]}
    large.perform(Action("note", {"node": 0, "text": "seen"}))
    assert seen(widget) == sent(large)


# ------------------------------------------------------------ cost


@pytest.mark.skipif(kernels.native() is None, reason="only the kernel's growths are made late")
def test_of_a_growth_little_more_is_made_than_is_sent(monkeypatch):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(4000, 3))).add_prefix("x")
    frame["when"] = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 999, 4000), "D")
    frame["kind"] = rng.choice(list("abcdef"), 4000)
    workspace = DecisionTree(frame, target=rng.integers(0, 2, 4000), grow=False).workspace
    made, plainly = [], Lines._made

    def counted(lines, which):
        made.append(len(lines.grown.column[which]))
        return plainly(lines, which)

    monkeypatch.setattr(Lines, "_made", counted)
    workspace.perform(Action("grow", {}))
    assert len(workspace.tree) > 1500
    widget = TreeWidget(workspace)
    sent_nodes = seen(widget)["nodes"]
    assert sum(made) < PAGE + 3 * len(sent_nodes["id"])
    check(workspace, sent_nodes)
    widget.close()


def test_a_portion_that_ends_elsewhere_is_no_patch(monkeypatch):
    monkeypatch.setattr(portion, "TOP", 8)
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=400), "y": rng.integers(0, 2, 400)})
    root = DecisionTree(frame, target="y", task="classification").workspace.tree.root
    small = portion.Portion(root, [])
    end = next(node.id for node in small.nodes if small.ends_at(node))
    large = portion.Portion(root, [end])
    assert large.news(small) is None
    assert small.news(large) is None
