"""What a growth and another split leave alone: what was decided by hand, and the way there."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

from .frames import mixed, splits

HANDS = {
    "forced": lambda tree: tree.split(6, "whole", replace=True),
    "locked": lambda tree: tree.lock(6),
    "labelled": lambda tree: (tree.grow(6, max_depth=3), tree.label(6, "c")),
    "pruned": lambda tree: tree.prune(6),
}


@pytest.fixture
def deep():
    """Three splits of the method lead to node 6."""
    return tw.DecisionTree(mixed(), target="kind", max_depth=5, min_samples_leaf=2)


@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("hand", HANDS)
def test_a_growth_keeps_the_way_to_what_was_decided_by_hand(deep, hand, keep):
    HANDS[hand](deep)
    before, node = splits(deep), deep.node(6)
    deep.grow(keep=keep, max_depth=1)
    after = splits(deep)
    if not keep and hand != "locked":
        assert deep.frame()["depth"].max() == 1
        return
    assert [after[at] for at in (0, 1, 5, 6)] == [before[at] for at in (0, 1, 5, 6)]
    assert deep.node(6).is_leaf == node.is_leaf
    assert getattr(deep.node(6), hand)
    assert deep.node(14).is_leaf, "beside the way it grew by what was asked"


def test_without_keep_labels_on_the_way_to_a_lock_go_and_those_that_are_locked_stay(deep):
    deep.label(1, "a")
    deep.label(7, "c")
    deep.lock(7)
    gesture = deep.grow(keep=False, max_depth=1)
    assert not deep.node(1).labelled
    assert deep.node(7).labelled
    assert deep.node(7).prediction == "c"
    assert "1 label" in gesture.text


@pytest.fixture
def steps():
    """Two hundred rows of six steps; two splits by hand, three leaves."""
    frame = pd.DataFrame({"x": range(200), "y": [f"c{x // 35 % 2}" for x in range(200)]})
    tree = tw.DecisionTree(frame, target="y", grow=False, min_samples_leaf=1)
    tree.split(0, "x", threshold=99)
    tree.split(1, "x", threshold=49)
    return tree


def test_another_split_above_keeps_leaves_made_by_hand_and_grows_the_others(steps):
    steps.label(3, "c1")
    steps.label(2, "c0")
    steps.split(0, "x", threshold=120, replace=True, regrow=True)
    assert splits(steps)[0] == "x <= 120"
    left, right = steps.node(0).children
    low, high = steps.node(left).children
    told = [(steps.node(at).is_leaf, steps.node(at).labelled) for at in (low, high, right)]
    assert told == [(True, True), (False, False), (True, True)]
    assert steps.node(low).prediction == "c1"
    assert (steps.node(low).n, steps.node(right).n) == (50, 79)


def test_another_split_above_keeps_a_locked_leaf(steps):
    steps.lock(steps.node(1).children[0])
    steps.split(0, "x", threshold=120, replace=True)
    left = steps.node(steps.node(0).children[0])
    assert steps.node(left.children[0]).locked


def test_a_branch_that_another_split_adds_grows_too(steps):
    steps.split(0, "x", threshold=[99, 150], replace=True, regrow=True)
    children = steps.node(0).children
    assert len(children) == 3
    assert not any(steps.node(at).is_leaf for at in children)


@pytest.mark.parametrize("cuts", [40, [20, 49]])
def test_a_split_by_hand_that_would_leave_a_branch_without_rows_is_lost_and_told_of(steps, cuts):
    steps.split(1, "x", threshold=cuts, replace=True)
    steps.label(1, "c1")
    gesture = steps.split(0, "x", threshold=30, replace=True)
    low, high = (steps.node(at) for at in steps.node(0).children)
    assert low.is_leaf
    assert high.is_leaf
    assert not low.labelled
    assert "1 forced split and 1 label went with it" in gesture.text


def test_a_split_by_hand_stays_where_a_single_row_reaches_a_branch(steps):
    steps.split(0, "x", threshold=50, replace=True)
    below = steps.node(steps.node(0).children[0])
    assert below.forced
    assert [steps.node(at).n for at in below.children] == [50, 1]


def parted(tree, **branches):
    """Return a tree whose root is split so, and the ids of its branches."""
    tree.split(0, replace=not tree.root.is_leaf, **branches)
    return [tree.node(at) for at in tree.root.children]


@pytest.fixture
def plans():
    at = np.arange(240)
    plan = pd.Series([*"abcd"]).iloc[at % 4].mask(at % 24 == 0)
    frame = pd.DataFrame({"plan": plan.to_numpy(), "x": at // 2, "z": at % 5, "y": at % 7 > 2})
    return tw.DecisionTree(frame, target="y", grow=False)


@pytest.mark.parametrize(
    ("before", "then", "heir"),
    [
        ([["a", "b"], ["c", "d"]], [["c", "d"], ["a", "b"]], 0),
        ([["a"], ["b"], ["c", "d"]], [["a", "b"], ["c", "d"]], 1),
        ([["a"], ["b"], ["c", "d"]], [["b", "c", "d"], ["a"]], 0),
        ([["a"], ["b", "c", "d"]], [["a"], ["b"], ["c", "d"]], 1),
        ([["a"], ["b"], ["c", "d"]], [["b"], ["a", "c", "d"]], 1),
    ],
)
def test_what_was_decided_in_a_branch_goes_with_its_rows(plans, before, then, heir):
    branch = parted(plans, column="plan", groups=before, missing="own")[-2]
    plans.split(branch.id, "z", threshold=2)
    low, high = plans.node(branch.id).children
    plans.label(low, value=True)
    plans.lock(high)
    after = parted(plans, column="plan", groups=then, missing="own")
    assert [node.forced for node in after] == [at == heir for at in range(len(after))]
    low, high = (plans.node(at) for at in after[heir].children)
    assert low.labelled
    assert high.locked


@pytest.mark.parametrize(("decided", "heir"), [(0, 0), (1, 1), (2, 1), (3, 2)])
def test_of_merged_intervals_the_one_decided_by_hand_goes_on(plans, decided, heir):
    branch = parted(plans, column="x", threshold=[20, 50, 70])[decided]
    plans.split(branch.id, "z", threshold=2)
    after = parted(plans, column="x", threshold=[20, 70])
    assert [node.forced for node in after] == [at == heir for at in range(3)]


def test_the_branch_of_missing_rows_keeps_what_was_decided_there(plans):
    branch = parted(plans, column="plan", groups=[["a"], ["b", "c", "d"]], missing="own")[2]
    plans.label(branch.id, value=True)
    after = parted(plans, column="plan", groups=[["a"], ["b", "c"], ["d"]], missing="own")
    assert [node.labelled for node in after] == [False, False, False, True]


def test_of_two_merged_branches_what_was_decided_in_one_is_lost_and_told_of(plans):
    branches = parted(plans, column="x", threshold=[20, 50, 70])
    plans.split(branches[1].id, "z", threshold=1)
    plans.split(branches[2].id, "z", threshold=2)
    gesture = plans.split(0, "x", threshold=[20, 70], replace=True)
    assert "1 forced split went with it" in gesture.text
    kept = [str(plans.node(at).split) for at in plans.root.children]
    assert kept == ["None", "z <= 1", "None"]
    plans.undo()
    plans.lock(plans.node(branches[2].id).children[0])
    with pytest.raises(tw.RefusedError, match="which is locked"):
        plans.split(0, "x", threshold=[20, 70], replace=True)


def test_below_a_label_the_method_grows_as_asked(deep):
    deep.label(5, "c")
    deep.grow(max_depth=3)
    assert deep.node(5).labelled
    assert not deep.node(5).is_leaf
    assert deep.frame()["depth"].max() == 3


def test_a_move_in_the_history_selects_the_node_of_the_gesture_it_is_about(deep):
    deep.prune(5)
    deep.label(14, "a")
    assert [deep.undo().select, deep.undo().select] == [14, 5]
    assert [deep.redo().select, deep.checkpoint("here").select] == [5, 5]
    assert [deep.checkout(2).select, deep.checkout(0).select] == [14, None]
