"""What is selected and collapsed: how a tree opens, and what an edit leaves of it."""

import itertools

import pandas as pd
import pytest

import treewidget as tw
from treewidget.widget import TreeWidget
from treewidget.widget.opening import CROWD, GLANCE, OPEN_DEPTH

from .conftest import flowers, make_workspace


def visible(widget):
    count, ahead = 0, [widget._workspace.tree.root]
    while ahead:
        node = ahead.pop()
        count += 1
        if node.id not in widget.collapsed:
            ahead.extend(node.children)
    return count


def large(**options):
    return make_workspace(flowers(1500), "species", **options)


def test_a_small_tree_opens_whole(widget):
    assert widget.collapsed == []


def test_a_large_tree_opens_level_by_level_as_long_as_few_nodes_come():
    workspace = large()
    tree = workspace.tree
    assert len(tree) > CROWD
    widget = TreeWidget(workspace)
    assert widget.collapsed
    assert len({tree.node(node).region.depth for node in widget.collapsed}) == 1
    shown = visible(widget)
    assert shown <= GLANCE
    assert shown + sum(len(tree.node(node).children) for node in widget.collapsed) > GLANCE


@pytest.mark.parametrize(("towns", "shown"), [(40, 41), (63, 64), (64, 1)])
def test_a_large_tree_opens_with_the_branches_of_its_root_unless_they_are_a_crowd(towns, shown):
    pairs = list(itertools.product(range(towns), range(8)))
    frame = pd.DataFrame(pairs, columns=["town", "kind"]).astype(str)
    frame["y"] = ["abcdefgh"[(kind + town) % 8] for town, kind in pairs]
    tree = tw.DecisionTree(frame, "y", method="id3", grow=False)
    tree.split(0, "town")
    for child in tree.root.children:
        tree.split(child, "kind")
    assert len(tree.frame()) == 1 + 9 * towns > CROWD
    assert visible(TreeWidget(tree.workspace)) == shown


def test_a_user_who_wants_a_large_tree_whole_gets_it_whole():
    assert TreeWidget(large(), collapsed=[]).collapsed == []


def test_what_grows_large_on_the_screen_is_closed_too():
    workspace = large(grow=False)
    widget = TreeWidget(workspace)
    widget.comm.say({"kind": "request", "id": "g", "op": "grow", "revision": 0, "args": {}})
    settle(widget)
    assert len(workspace.tree) > CROWD
    assert visible(widget) <= 2 ** (OPEN_DEPTH + 1) - 1


def test_what_the_user_opened_stays_open_when_an_edit_makes_little():
    workspace = large()
    widget = TreeWidget(workspace, collapsed=[])
    leaf = workspace.tree.leaves[0].id
    assert widget.comm.request("note", 0, node=leaf, text="seen")["ok"]
    assert widget.collapsed == []


def test_ids_that_went_are_dropped_and_the_selection_moves_to_the_nearest_left(widget, page):
    tree = widget._workspace.tree
    leaf = max(tree.leaves, key=lambda node: node.region.depth)
    path = [node.id for node, _ in tree.steps(leaf.id)]
    widget.selected = leaf.id
    widget.collapsed = [path[-1], path[1], 0]
    assert page.request("prune", 0, node=path[1])["ok"]
    assert widget.selected == path[1]
    assert widget.collapsed == [0]
    assert page.request("undo", 1)["ok"]
    assert widget.selected == path[1]


def test_what_comes_back_is_as_collapsed_as_it_was():
    workspace = large()
    widget = TreeWidget(workspace, collapsed=[])
    tree, ask = workspace.tree, widget.comm.request
    deep = max(tree.leaves, key=lambda node: node.region.depth)
    path = [node.id for node, _ in tree.steps(deep.id)]
    aside = next(node.id for node in tree.node(0).children if node.id != path[1])
    widget.collapsed = [path[3], path[1]]  # the node that is pruned, and one below it
    assert ask("prune", 0, node=path[1])["ok"]
    assert widget.collapsed == []
    widget.collapsed = [aside]  # meanwhile
    assert ask("undo", 1)["ok"]
    assert sorted(widget.collapsed) == sorted([path[3], path[1], aside])
    widget.collapsed = []
    assert ask("redo", 2)["ok"]
    assert ask("undo", 3)["ok"]
    assert widget.collapsed == []


def test_a_branch_opened_meanwhile_stays_open_when_a_mark_on_it_is_undone(widget, page):
    widget.collapsed = [1]
    assert page.request("lock", 0, node=1, on=True)["ok"]
    widget.collapsed = []
    assert page.request("undo", 1)["ok"]
    assert widget.collapsed == []


def test_a_view_that_hears_of_the_selection_first_can_show_it_in_the_old_tree(widget, page):
    leaf = max(widget._workspace.tree.leaves, key=lambda node: node.region.depth)
    widget.selected = leaf.id
    page.sent.clear()
    page.request("prune", 0, node=0)
    names = [next(iter(data["state"])) for data in page.heard("update")]
    assert names.index("selected") < names.index("_state")


def settle(widget):
    import time

    end = time.monotonic() + 30
    while widget._desk._jobs and time.monotonic() < end:
        time.sleep(0.005)
    assert not widget._desk._jobs
