"""The widget's traits, several widgets of one tree, and what becomes of them."""

import numpy as np
import pytest
import traitlets

from treewidget.errors import TreeWidgetError, UnknownNameError, WrongTypeError
from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget, bundle, default_widget
from treewidget.widget.hub import hub_of

from .conftest import flowers, make_workspace, prices

# ------------------------------------------------------------ making one


def test_options_are_traits(workspace):
    widget = TreeWidget(workspace, height=300, orientation="horizontal", editable=False)
    assert (widget.height, widget.orientation, widget.editable) == (300, "horizontal", False)
    opened = widget.comm.sent[0][1]["state"]
    for name in ("_meta", "_state", "selected", "collapsed", "orientation", "editable", "height"):
        assert opened[name] == getattr(widget, name)
    assert opened["_esm"] == opened["_css"] == "/* built */"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"hieght": 3}, "did you mean 'height'"),
        ({"_state": {}}, "no option '_state'"),
        ({"height": "tall"}, "height"),
        ({"height": -1}, "height"),
        ({"orientation": "diagonal"}, "vertical"),
        ({"orientation": np.arange(2)}, "there is 'vertical', 'horizontal'"),
        ({"editable": "yes"}, "editable"),
        ({"editable": 1}, "editable=1 must be True or False"),
        ({"height": "a" * 999}, "aaa…aaa"),
        ({"selected": 999}, "999"),
        ({"collapsed": [999]}, "999"),
    ],
)
def test_a_wrong_option_is_an_error_that_says_what_would_be_right(workspace, options, word):
    with pytest.raises(TreeWidgetError, match=word):
        TreeWidget(workspace, **options)
    assert not hub_of(workspace)._widgets


def test_it_is_made_from_a_tree():
    with pytest.raises(WrongTypeError, match=r"tree\.widget\(\)"):
        TreeWidget(flowers())


def test_a_missing_bundle_says_how_to_build_it(tmp_path):
    with pytest.raises(bundle.BundleMissingError, match="npm run build"):
        bundle.read_bundle(tmp_path / "nowhere")


def test_a_rebuilt_bundle_is_seen_by_the_next_widget(workspace, tmp_path):
    assert TreeWidget(workspace)._esm == "/* built */"
    (tmp_path / "widget.js").write_text("/* built again */")
    assert TreeWidget(workspace)._esm == "/* built again */"


# ------------------------------------------------------------ traits


def test_cells_set_traits_and_are_told_when_they_are_wrong(widget, page):
    widget.selected = 1
    widget.collapsed = [1, 1, 0]
    assert widget.collapsed == [1, 0]
    assert page.updates("selected") == [1]
    with pytest.raises(UnknownNameError, match="no node 999"):
        widget.selected = 999
    with pytest.raises(TreeWidgetError):
        widget.collapsed = [999]
    with pytest.raises(traitlets.TraitError):
        widget.orientation = "up"
    assert (widget.selected, widget.collapsed) == (1, [1, 0])


def test_what_a_view_sets_is_observed_once_and_echoed_not_sent_back(widget, page):
    seen = []
    widget.observe(lambda change: seen.append((change["name"], change["new"])), ["selected"])
    page.sent.clear()
    page.set(selected=2)
    assert seen == [("selected", 2)]
    assert not page.heard("update")
    assert page.heard("echo_update")[0]["state"] == {"selected": 2}


def test_a_view_that_sets_an_unknown_node_hears_the_right_one(widget, page):
    page.set(selected=999)
    assert widget.selected == 0
    assert page.updates("selected") == [0]
    page.set(collapsed=[1, 999])
    assert widget.collapsed == [1]
    assert page.updates("collapsed") == [[1]]


def test_what_an_observer_took_from_the_tree_is_not_set_as_well(widget, page, workspace, caplog):
    inner = workspace.tree.root.children[0].id
    prune = Action("prune", {"node": 0})
    widget.observe(lambda change: change["new"] and workspace.perform(prune), "selected")
    page.set(selected=inner, collapsed=[inner])
    assert (widget.selected, widget.collapsed) == (0, [])
    assert (page.updates("selected")[-1], page.updates("collapsed")[-1]) == (0, [])
    assert not caplog.text


@pytest.mark.parametrize("data", [None, {"method": "close"}, {"method": ["custom"]}, {}])
def test_a_message_with_an_unknown_method_is_ignored(page, data, caplog):
    page.sent.clear()
    page.deliver(data)
    assert not page.sent
    assert "no view of ours sends" in caplog.text


def test_selected_can_be_linked_to_another_widget(widget, page, workspace):
    other = TreeWidget(workspace)
    traitlets.link((widget, "selected"), (other, "selected"))
    page.set(selected=2)
    assert other.selected == 2
    assert other.comm.updates("selected") == [2]


def test_an_observer_that_fails_keeps_neither_the_tree_nor_the_other_view_back(
    widget, page, workspace, caplog
):
    def fail(_change):
        raise ValueError("mine")

    other = TreeWidget(workspace)
    for one in (widget, other):
        one.selected = workspace.tree.leaves[0].id
        one.observe(fail, "selected")
    assert page.request("prune", 0, node=0)["ok"]
    for one in (widget, other):
        assert one._state["revision"] == 1
    assert "mine" in caplog.text


@pytest.mark.parametrize("edits", [False, True])
def test_an_observer_keeps_no_node_folded_that_went(widget, workspace, edits, caplog):
    """Else a cell that adds to what is collapsed is told of nodes that it never named."""
    inner = [node for node in workspace.tree.walk() if not node.is_leaf]
    upper, lower = inner[1].id, inner[-1]
    gone = [node.id for node in lower.children]
    opened = [upper, lower.id, *gone]
    widget.collapsed = opened
    widget.selected = gone[0]

    def follow(_change):
        widget.unobserve(follow, "selected")
        if not edits:
            raise ValueError("mine")
        workspace.perform(Action("note", {"node": 0, "text": "s"}))

    widget.observe(follow, "selected")
    workspace.perform(Action("prune", {"node": lower.id}))
    assert widget.selected == lower.id
    assert set(widget.collapsed) == set(opened) - {*gone, lower.id}
    workspace.perform(Action("checkout", {"to": 0}))
    assert set(widget.collapsed) == set(opened)
    assert caplog.text.count("Traceback") == (not edits)


def test_an_observer_that_edits_leaves_every_view_at_the_last_revision(widget, page, workspace):
    other = TreeWidget(workspace)
    leaf = workspace.tree.leaves[0].id
    for one in (widget, other):
        one.selected = leaf
        one.observe(
            lambda _: workspace.perform(Action("note", {"node": 0, "text": "s"})), "selected"
        )
    assert page.request("prune", 0, node=0)["ok"]
    assert workspace.revision > 1
    for one in (widget, other):
        assert one._state["revision"] == workspace.revision
        revisions = [state["revision"] for state in one.comm.updates("_state")]
        assert revisions == sorted(set(revisions))


# ------------------------------------------------------------ state


def test_one_assignment_a_revision_and_no_dict_changed_in_place(widget, page, workspace):
    first = widget._state
    page.sent.clear()
    for text in ("a", "b", "c"):
        workspace.perform(Action("note", {"node": 0, "text": text}))
    assert [state["revision"] for state in page.updates("_state")] == [1, 2, 3]
    assert first["revision"] == 0
    assert first["nodes"]["note"][0] == ""


def test_columns_of_nodes_are_all_as_long(widget, workspace):
    nodes = widget._state["nodes"]
    n = len(workspace.tree)
    for name, column in nodes.items():
        wanted = {"counts": 3 * n, "validation_counts": 3 * n, "histogram": 0, "unsent": 0}.get(
            name, n
        )
        assert len(column) == wanted, name
    assert nodes["parent"][0] == -1
    assert all(parent < at for at, parent in enumerate(nodes["parent"]))


def test_a_regression_sends_weight_mean_variance_and_histograms():
    frame = prices()
    workspace = make_workspace(frame, "price", max_depth=2)
    widget = TreeWidget(workspace)
    nodes, meta = widget._state["nodes"], widget._meta
    n = len(workspace.tree)
    assert len(nodes["counts"]) == 3 * n
    weight, mean, variance = nodes["counts"][:3]
    assert weight == len(frame)
    assert mean == pytest.approx(frame.price.mean(), rel=1e-12)
    assert variance == pytest.approx(frame.price.var(ddof=0), rel=1e-12)
    assert all(sum(bins) == rows for bins, rows in zip(nodes["histogram"], nodes["n"], strict=True))
    assert len(meta["target_edges"]) == len(nodes["histogram"][0]) + 1
    assert meta["target_range"] == sorted(meta["target_range"])
    assert meta["classes"] == []


def test_a_long_history_is_cut_round_the_present(widget, page, workspace):
    for at in range(230):
        workspace.perform(Action("note", {"node": 0, "text": str(at)}))
    history = widget._state["history"]
    assert (len(history["steps"]), history["total"]) == (200, 231)
    assert history["steps"][history["position"]]["step"] == 230
    workspace.perform(Action("checkout", {"to": 3}))
    history = widget._state["history"]
    assert history["steps"][history["position"]]["step"] == 3
    assert len(page.request("history", workspace.revision)["result"]["steps"]) == 231


# ------------------------------------------------------------ several


def test_widgets_of_one_tree_are_in_step_with_their_own_selection(workspace):
    one, two = TreeWidget(workspace), TreeWidget(workspace)
    one.selected, two.selected = 1, 2
    assert one.comm.request("note", 0, node=0, text="x")["ok"]
    assert one._state == two._state == hub_of(workspace).state(workspace.state)
    assert (one.selected, two.selected) == (1, 2)
    assert not two.comm.messages("reply")


def test_the_default_widget_is_made_once_and_again_when_closed(workspace):
    first = default_widget(workspace)
    assert default_widget(workspace) is first
    assert TreeWidget(workspace) is not first
    first.close()
    second = default_widget(workspace)
    assert second is not first
    assert not second.closed


def test_a_line_that_was_left_is_told_with_the_step_it_leaves(widget, workspace):
    for text in "ab":
        workspace.perform(Action("note", {"node": 0, "text": text}))
    workspace.perform(Action("checkout", {"to": 1}))
    workspace.perform(Action("note", {"node": 0, "text": "c"}))
    (fork,) = widget._state["history"]["forks"]
    assert (fork["at"], fork["step"], fork["gestures"]) == (1, 2, 1)
    assert fork["line"].startswith("tree.note(0, ")
