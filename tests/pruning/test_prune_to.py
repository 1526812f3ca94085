"""The gesture: what it cuts, what it leaves, what it refuses, and that it can be done again."""

import json

import numpy as np
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget import Action


@pytest.fixture
def tree():
    return tw.DecisionTree(mixed(90, seed=3), target="kind", validation=0.25, max_depth=5)


def replayed(tree, data):
    names = {"data": data}
    exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
    return names["tree"]


def test_it_is_one_gesture_undone_by_one_undo(tree):
    before = tree.workspace.tree
    path = tree.pruning_path()
    line = path.iloc[len(path) // 2]
    gesture = tree.prune_to(alpha=line["alpha"])
    assert gesture.line == f"tree.prune_to(alpha={float(line['alpha'])!r})"
    assert f"{before.root.size - tree.workspace.tree.root.size}" == str(len(gesture.removed))
    assert gesture.made == ()
    assert gesture.select is None
    assert gesture.after.leaves == line["leaves"]
    assert gesture.after.error == pytest.approx(line["train"])
    assert len(tree.history) == 1
    tree.undo()
    assert tree.workspace.tree.root is before.root
    assert tree.redo().text == f"did again {gesture.line}"
    assert tree.frame()["is_leaf"].sum() == line["leaves"]


def test_what_is_cut_is_pruned_by_hand_and_growing_leaves_it(tree):
    ids = set(tree.frame().index)
    tree.prune_to(leaves=tree.pruning_path()["leaves"].iloc[-3])
    frame = tree.frame()
    assert set(frame.index) < ids
    assert frame["pruned"].any()
    assert frame.loc[frame["pruned"], "is_leaf"].all()
    with pytest.raises(tw.RefusedError, match="changes nothing"):
        tree.grow()
    tree.grow(keep=False)
    assert set(tree.frame().index) == ids


@pytest.mark.parametrize(
    "options",
    [
        {"alpha": 0.02},
        {"alpha": 0.02, "risk": "impurity"},
        {"alpha": 0.1, "relative": True},
        {"alpha": 0},
        {"method": "1se"},
        {"method": "min", "risk": "impurity"},
        {"leaves": 1, "keep": False},
    ],
)
def test_it_replays_to_an_equal_tree(options):
    data = mixed(80, seed=5)
    tree = tw.DecisionTree(data, target="kind", min_samples_leaf=3)
    tree.split(0, "whole", threshold=3, replace=True, regrow=True)
    tree.label(tree.root.children[0], "c")
    options = {**options, "keep": False}
    gesture = tree.prune_to(**options)
    again = Action.from_plain(json.loads(json.dumps({"name": gesture.name, "args": gesture.args})))
    other = replayed(tree, data)
    assert other == tree
    other.undo()
    other.workspace.perform(again)
    assert other == tree


def test_the_history_keeps_the_alpha_that_cross_validation_chose(tree):
    table = tree.cross_validate(folds=5)
    line = table[table["choice"].str.contains("1se")].iloc[0]
    gesture = tree.prune_to(method="1se")
    assert gesture.args == {"alpha": line["alpha"]}
    assert "(the 1-SE choice of 5 folds)" in gesture.text
    assert tree.frame()["is_leaf"].sum() == line["leaves"]
    tree.undo()
    least = table[table["choice"].str.contains("min")].iloc[0]
    if least["leaves"] < tree.frame()["is_leaf"].sum():
        assert tree.prune_to(method="min").after.leaves == least["leaves"]


def test_without_cross_validation_ten_folds_are_drawn(tree):
    assert "of 10 folds" in tree.prune_to(method="1se").text
    assert "xerror" in tree.pruning_path()


def test_forced_splits_stay_unless_let_go_and_their_number_is_said():
    tree = tw.DecisionTree(mixed(200, seed=3), target="kind", max_depth=5)
    tree.split(2, "day", threshold="2024-01-09", replace=True, regrow=True)
    least = tree.pruning_path()["leaves"].iloc[-1]
    assert least >= 3
    tree.prune_to(leaves=least)
    assert tree.node(2).forced
    with pytest.raises(tw.RefusedError) as caught:
        tree.prune_to(leaves=1)
    assert str(caught.value) == (
        f"leaves=1: the smallest tree of the sequence has {least}, nothing is cut above node 2, "
        "which was split by hand; keep=False lets such splits go"
    )
    gesture = tree.prune_to(leaves=1, keep=False)
    assert "(1 forced split went with it)" in gesture.text
    assert tree.root.is_leaf


def test_all_that_stands_in_the_way_is_named_in_order(patients):
    tree = tw.DecisionTree(patients, target="ill")
    tree.split(0, "age", replace=True)
    tree.lock(3)
    tree.lock(4)
    with pytest.raises(tw.RefusedError) as caught:
        tree.prune_to(leaves=1)
    assert str(caught.value).endswith(
        "has 3, nothing is cut above nodes 3, 4, which are locked: unlock each of them first with "
        "tree.lock(3, on=False), nor above node 0, which was split by hand; keep=False lets such "
        "splits go"
    )
    tree.lock(3, on=False)
    tree.lock(4, on=False)
    assert tree.prune_to(leaves=1, keep=False).after.leaves == 1


def test_a_lock_stays_whatever_is_asked_and_is_named(patients):
    tree = tw.DecisionTree(patients, target="ill")
    tree.lock(4)
    for options in ({"leaves": 1}, {"alpha": 9}, {"leaves": 1, "keep": False}):
        with pytest.raises(tw.RefusedError, match=r"above node 4, which is locked: .*lock\(4, on"):
            tree.prune_to(**options)
    tree.lock(4, on=False)
    tree.prune_to(leaves=1)
    assert tree.root.is_leaf


def test_labels_that_go_are_counted(patients):
    tree = tw.DecisionTree(patients, target="ill")
    tree.label(3, "yes")
    assert "(1 label went with it)" in tree.prune_to(alpha=0).text


def test_sizes_that_are_not_in_the_sequence_name_the_nearest():
    tree = tw.DecisionTree(priced(100), target="price", max_depth=3)
    sizes = tree.pruning_path()["leaves"].tolist()
    assert sizes[0] == 8
    with pytest.raises(tw.RefusedError, match="leaves=9: the tree has 8 leaves already"):
        tree.prune_to(leaves=9)
    frame = tw.DecisionTree(mixed(150, seed=1), target="kind")
    sizes = frame.pruning_path()["leaves"].tolist()
    gap = next(k for k in range(len(sizes) - 1) if sizes[k] - sizes[k + 1] > 1)
    absent = sizes[gap + 1] + 1
    near = f"nearest have {sizes[gap]} and {sizes[gap + 1]} "
    with pytest.raises(tw.RefusedError, match=near):
        frame.prune_to(leaves=absent)


REFUSED = [
    ({}, ValueError, r"takes one of alpha=, leaves= and method=, and none is given"),
    ({"alpha": 1, "leaves": 2}, ValueError, "one of .* not alpha= and leaves="),
    ({"alpha": -0.1}, ValueError, "alpha= is a finite number from 0 on, not -0.1"),
    ({"alpha": float("inf")}, ValueError, "alpha= is a finite number"),
    ({"alpha": float("nan")}, ValueError, "alpha= is a finite number"),
    ({"alpha": "0.1"}, TypeError, "alpha= is a number from 0 on, not '0.1'"),
    ({"alpha": True}, TypeError, "alpha= is a number"),
    ({"leaves": 0}, ValueError, "leaves= is at least 1, not 0"),
    ({"leaves": 2.0}, TypeError, "leaves= is a whole number, not 2.0"),
    ({"leaves": 3}, ValueError, "leaves=3: the tree has 3 leaves already"),
    ({"method": "1-se"}, KeyError, r"no pruning method '1-se' \(did you mean '1se'\?\)"),
    ({"method": "reduced-error"}, ValueError, "judges by the validation rows, and there are none"),
    ({"method": "mdl", "confidence": 0.2}, ValueError, "confidence= belongs to method='error-b"),
    ({"method": "mdl", "risk": "impurity"}, ValueError, "method='mdl' has no alpha"),
    ({"method": "error-based", "confidence": 0.7}, ValueError, "must lie above 0, up to 0.5"),
    ({"method": "error-based", "subtree_raising": 1}, TypeError, "True or False, not 1"),
    ({"alpha": 0.1, "subtree_raising": False}, ValueError, "belongs to method='error-based'"),
    ({"method": 1}, KeyError, "no pruning method 1"),
    ({"alpha": 0.1, "risk": "gini"}, ValueError, "risk='gini' is no risk"),
    ({"alpha": 0.1, "risk": "eror"}, ValueError, r"did you mean 'error'\?"),
    ({"alpha": 0.1, "keep": 1}, TypeError, "keep= is True or False, not 1"),
    ({"leaves": 2, "relative": True}, ValueError, "relative= says what alpha= is in"),
    ({"leaves": 2, "relative": np.ones(2)}, TypeError, "relative= is True or False, not"),
    (
        {"alpha": 0.0},
        ValueError,
        "at alpha 0 changes nothing: the weakest link goes at alpha 0.125",
    ),
]


@pytest.mark.parametrize(("options", "kind", "text"), REFUSED)
def test_bad_input_is_refused_in_words_and_changes_nothing(patients, options, kind, text):
    tree = tw.DecisionTree(patients, target="ill")
    before = tree.workspace.state
    with pytest.raises(tw.TreeWidgetError, match=text) as caught:
        tree.prune_to(**options)
    assert isinstance(caught.value, kind)
    assert tree.workspace.state is before


def test_a_leaf_is_not_pruned(patients):
    tree = tw.DecisionTree(patients, target="ill", grow=False)
    with pytest.raises(tw.RefusedError, match="a single leaf: there is nothing to prune"):
        tree.prune_to(alpha=1)
