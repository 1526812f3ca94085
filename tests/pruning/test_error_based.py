"""Pruning by predicted errors: against the definition, node by node."""

import math

import hypothesis.strategies as st
import pandas as pd
import pytest
from hypothesis import given, settings

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget.pruning.limits import predicted_errors

from .frames import gappy, steps


def expected_without_raising(node, tree, confidence):
    """Return the leaves and predicted errors of a subtree pruned by the book, recursively."""
    counts = node.counts
    leaf = predicted_errors(node.weight, node.weight - counts.max(), confidence)
    if node.is_leaf:
        return {node.id}, leaf
    parts = [expected_without_raising(tree.node(c), tree, confidence) for c in node.children]
    below = math.fsum(errors for _, errors in parts)
    if leaf <= below + 0.1:
        return {node.id}, leaf
    return set().union(*(leaves for leaves, _ in parts)), below


@given(st.integers(0, 10_000), st.sampled_from([0.01, 0.1, 0.25, 0.5]), st.integers(20, 150))
@settings(max_examples=15, deadline=None)
def test_without_raising_each_node_is_judged_as_defined(seed, confidence, rows):
    tree = tw.DecisionTree(mixed(rows, seed=seed), target="kind", max_depth=6)
    if tree.root.is_leaf:
        return
    leaves, _ = expected_without_raising(tree.root, tree, confidence)
    before = set(tree.frame().query("is_leaf").index)
    try:
        tree.prune_to(method="error-based", confidence=confidence, subtree_raising=False)
    except tw.RefusedError:
        assert leaves == before
    assert set(tree.frame().query("is_leaf").index) == leaves


def test_locks_and_forced_splits_stay_where_they_are():
    frame, y = steps(5)
    tree = tw.DecisionTree(frame, target=y, max_depth=6)
    deep = max(tree.frame().query("~is_leaf").index, key=lambda at: tree.node(at).depth)
    tree.lock(deep)
    above, at = [], deep
    while at is not None:
        above.append((at, tree.workspace.tree.node(at).split))
        at = tree.node(at).parent
    tree.prune_to(method="error-based", confidence=0.001)
    assert [(at, tree.workspace.tree.node(at).split) for at, _ in above] == above
    tree.undo()
    tree.lock(deep, on=False)
    tree.split(deep, "d", replace=True)
    tree.prune_to(method="error-based", confidence=0.001)
    assert tree.node(deep).forced
    tree.undo()
    gesture = tree.prune_to(method="error-based", confidence=0.001, keep=False)
    assert deep not in tree.frame().index
    assert "forced split" in gesture.text


@pytest.mark.parametrize("rule", ["error-based", "pessimistic", "mdl"])
def test_rules_that_count_mistakes_are_for_classes(rule):
    tree = tw.DecisionTree(priced(60), target="price", max_depth=3)
    with pytest.raises(tw.TreeWidgetError, match=f"'{rule}' counts misclassified rows.*use '1se'"):
        tree.prune_to(method=rule)


def test_what_changes_nothing_is_refused():
    tree = tw.DecisionTree(mixed(60, seed=2), target="kind", max_depth=1)
    tree.lock(0)
    with pytest.raises(tw.RefusedError, match="changes nothing: nothing is cut above node 0"):
        tree.prune_to(method="error-based")


def test_rows_that_stop_are_one_more_leaf():
    tree = tw.DecisionTree(
        gappy(150, seed=2), target="kind", missing="surrogate", use_surrogate=0, max_depth=4
    )
    pruned = set(tree.frame().query("is_leaf").index)

    def best(node):
        counts = node.counts
        leaf = predicted_errors(node.weight, node.weight - counts.max())
        if node.is_leaf:
            return leaf, {node.id}
        children = [tree.node(child) for child in node.children]
        left = counts - sum(child.counts for child in children)
        stay = predicted_errors(left.sum(), left.sum() - left[counts.idxmax()])
        parts = [best(child) for child in children]
        below = math.fsum(errors for errors, _ in parts) + stay
        if leaf <= below + 0.1:
            return leaf, {node.id}
        return below, set().union(*(leaves for _, leaves in parts))

    _, leaves = best(tree.root)
    tree.prune_to(method="error-based", subtree_raising=False)
    assert 1 < len(leaves) < len(pruned)
    assert set(tree.frame().query("is_leaf").index) == leaves


def test_a_label_set_by_hand_makes_its_own_mistakes():
    frame = pd.DataFrame({"x": range(36), "y": ["a"] * 30 + ["b"] * 6})
    tree = tw.DecisionTree(frame, target="y")
    tree.label(tree.root.children[0], "b")  # 30 mistakes, where the root makes 6
    assert tree.prune_to(method="error-based").after.leaves == 1
