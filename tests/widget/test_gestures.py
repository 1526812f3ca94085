"""Every gesture and move of a view: what it does to the tree, and what it is answered."""

import pandas as pd

from treewidget.tree.gestures import Action
from treewidget.widget import TreeWidget

from .conftest import error, flowers, late, make_workspace, prices


def test_prune_and_its_reply(page, workspace):
    node = workspace.tree.root.children[0].id
    reply = page.request("prune", 0, node=node)
    assert reply["ok"]
    assert reply["revision"] == 1
    assert reply["result"]["line"] == f"tree.prune({node})"
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
    assert [child.size for child in workspace.tree.root.children] == [1, 1, 1, 1]


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


def test_a_lock_that_is_taken_off_is_told_so(page):
    for revision, on in enumerate((True, False)):
        assert page.request("lock", revision, node=0, on=on)["ok"]
    steps = page.updates("_state")[-1]["history"]["steps"]
    assert [step["verb"] for step in steps] == ["start", "lock", "unlock"]


def test_prune_to_an_alpha_a_size_and_by_name(page, workspace, widget):
    assert error(page.request("prune_to", 0)) == "invalid"
    assert error(page.request("prune_to", 0, alpha=0.1, relative=True)) == "malformed"
    assert error(page.request("prune_to", 0, leaves=0)) == "malformed"
    refused = page.request("prune_to", 0, leaves=99)
    assert (error(refused), refused["error"]["node"]) == ("refused", None)
    reply = page.request("prune_to", 0, alpha=0.01)
    assert reply["result"]["line"] == "tree.prune_to(alpha=0.01)"
    assert workspace.history.now.gesture.removed
    assert reply["result"]["select"] is None
    step = page.updates("_state")[-1]["history"]["steps"][-1]
    assert (step["verb"], step["node"]) == ("prune_to", None)
    assert page.request("undo", 1)["ok"]
    chosen = late(widget, "prune_to", 2, method="1se", risk="impurity")
    assert "the 1-SE choice of 10 folds" in chosen["result"]["text"]
    assert page.request("prune_to", 3, leaves=1, keep=False)["ok"]
    assert len(workspace.tree) == 1
