"""How stable splits are, on the wire: asked by one view or a cell, known to all of them."""

from treewidget.tree.stability import cut_range
from treewidget.widget import TreeWidget, stabilities

from .conftest import error, late, wait_for


def told(page):
    """Return what a page last heard, by node."""
    heard = page.updates("_stability")
    return {one["node"]: one for one in heard[-1]} if heard else {}


def test_the_splits_of_a_branch_are_checked_and_every_view_hears(widget, page, workspace):
    other = TreeWidget(workspace, editable=False)
    result = late(widget, "stability", node=0, below=True)["result"]
    splits = {
        node.id for node in workspace.tree.walk() if not node.is_leaf and node.region.train.n > 3
    }
    assert set(result["nodes"]) == splits == set(workspace.stabilities)
    for heard in (page, other.comm):
        wait_for(lambda heard=heard: set(told(heard)) == splits)
        for node, one in told(heard).items():
            found = workspace.stabilities[node]
            assert one["halves"] == found.halves
            assert dict(zip(one["columns"], one["leads"], strict=True)) == found.leads
            lines = zip(one["columns"], one["low"], one["high"], strict=True)
            assert {at: texts for at, *texts in lines if any(texts)} == {
                at: [cut.text for cut in cut_range(cuts)] for at, cuts in found.cuts.items()
            }
    assert {one["node"] for one in TreeWidget(workspace)._stability} == splits
    assert workspace.revision == 0


def test_a_cell_asks_and_the_views_hear(page, workspace):
    workspace.check([workspace.tree.root])
    wait_for(lambda: list(told(page)) == [0])


def test_a_leaf_and_a_single_split_can_be_asked(widget, workspace):
    leaf = next(node for node in workspace.tree.walk() if node.is_leaf and node.region.train.n > 9)
    for node in (0, leaf.id):
        reply = late(widget, "stability", node=node, below=False)
        assert reply["result"] == {"nodes": [node]}
    assert set(workspace.stabilities) == {0, leaf.id}


def test_what_is_wrong_is_said(widget, page):
    assert error(page.request("stability", node=0)) == "malformed"
    assert error(late(widget, "stability", node=99, below=True)) == "unknown"


def test_of_many_those_checked_last_are_told(page, workspace, monkeypatch):
    monkeypatch.setattr(stabilities, "KEPT", 2)
    nodes = [node for node in workspace.tree.walk() if node.region.train.n > 9][:5]
    workspace.check(nodes)
    wait_for(lambda: list(told(page)) == [node.id for node in nodes[-2:]])
