"""Predicted errors, and pruning by them: against the definition, node by node."""

import math
import sys

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from scipy.optimize import brentq
from scipy.stats import binom, norm

import treewidget as tw
from tests.induction.frames import inducer_of
from tests.tree.frames import mixed, priced
from treewidget.induction import Progress
from treewidget.pruning import raising
from treewidget.pruning.error_based import ErrorBased
from treewidget.pruning.limits import CONFIDENCE, predicted_errors
from treewidget.pruning.mistakes import left_behind, mistakes
from treewidget.pruning.parts import Part, of_sprout, reapplied
from treewidget.pruning.raising import Raising

from .frames import gappy

# N, E and U(E, N) at a confidence of 0.25, as Weka's J48 3.6.14 reckons them
LIMITS = [
    (6, 0, 0.206299474),
    (9, 0, 0.142756017),
    (1, 0, 0.75),
    (16, 1, 0.154732164),
    (168, 1, 0.015319995),
]


@pytest.mark.parametrize(("n", "errors", "limit"), LIMITS)
def test_limits_are_those_of_the_table(n, errors, limit):
    assert predicted_errors(n, errors) / n == pytest.approx(limit, abs=1e-9)


@pytest.mark.parametrize("confidence", [0.01, 0.1, 0.25, 0.5])
@pytest.mark.parametrize("n", [0.3, 1, 2.5, 40, 1234.5])
def test_without_errors_it_is_the_binomials_own_limit(n, confidence):
    limit = brentq(lambda p: n * math.log1p(-p) - math.log(confidence), 0, 1 - 1e-15, xtol=1e-15)
    assert predicted_errors(n, 0, confidence) == pytest.approx(n * limit, rel=1e-9)


@pytest.mark.parametrize("confidence", [0.01, 0.1, 0.25, 0.49])
@pytest.mark.parametrize(("n", "errors"), [(3, 1), (16, 1), (16, 7.5), (100, 30), (900.5, 1)])
def test_from_one_error_on_it_solves_the_normal_approximation(n, errors, confidence):
    p = predicted_errors(n, errors, confidence) / n
    z = (p - (errors + 0.5) / n) / math.sqrt(p * (1 - p) / n)
    assert norm.sf(z) == pytest.approx(confidence, rel=1e-9)
    exact = brentq(lambda q: binom.cdf(math.floor(errors), math.ceil(n), q) - confidence, 0, 1)
    assert p == pytest.approx(exact, abs=1.5 / n)


def test_between_none_and_one_error_it_lies_on_a_line():
    none, one = predicted_errors(20, 0), predicted_errors(20, 1)
    for share in (0.25, 0.5, 0.9):
        expected = none + share * (one - none)
        assert predicted_errors(20, share) == pytest.approx(expected, rel=1e-12)


def test_where_nearly_all_is_wrong_it_is_everything():
    assert predicted_errors(5, 4.5) == 5
    assert predicted_errors(1, 1) == 1
    assert predicted_errors(0, 0) == 0


# ---------------------------------------------------------------- trees


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


def raised(frame, y, splits, confidence):
    """Prune a tree of thresholds given as nested tuples, with raising, on whole frames.

    A tree is None or (column, cut, left, right). Returns the pruned tree and its predicted errors.
    """

    def as_leaf(rows):
        counts = y[rows].value_counts()
        return predicted_errors(len(rows), len(rows) - counts.max() if len(rows) else 0, confidence)

    def parts(tree, rows):
        low = frame.loc[rows, tree[0]] <= tree[1]
        return rows[low.to_numpy()], rows[~low.to_numpy()]

    def errors(tree, rows):
        if tree is None:
            return as_leaf(rows)
        return sum(errors(t, r) for t, r in zip(tree[2:], parts(tree, rows), strict=True))

    def prune(tree, rows):
        if tree is None:
            return None
        sides = parts(tree, rows)
        tree = (*tree[:2], *(prune(t, r) for t, r in zip(tree[2:], sides, strict=True)))
        largest = tree[2] if len(sides[0]) > len(sides[1]) else tree[3]
        leaf, whole, branch = as_leaf(rows), errors(tree, rows), errors(largest, rows)
        if leaf <= whole + 0.1 and leaf <= branch + 0.1:
            return None
        return prune(largest, rows) if branch <= whole + 0.1 else tree

    return prune(splits, frame.index.to_numpy())


def shape(tree):
    def go(node):
        if node.is_leaf:
            return None
        split = node.split
        name = tree_columns[split.column].name
        return name, tree_columns[split.column].plain_cut(split.cuts[0]), *map(go, node.children)

    tree_columns = tree.workspace.dataset.columns
    return go(tree.workspace.tree.root)


def steps(seed, rows=120):
    """Return a frame in which greedy splits near the root are often worth little."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 9, (rows, 4)).astype(float), columns=list("abcd"))
    signal = ((frame["a"] > 4) ^ (frame["b"] > 4)) | (rng.random(rows) < 0.2)
    return frame, signal.map({True: "yes", False: "no"})


@pytest.mark.parametrize("seed", range(6))
def test_raising_puts_the_largest_branch_in_its_parents_place(seed):
    frame, y = steps(seed)
    tree = tw.DecisionTree(frame, target=y, min_samples_leaf=2, max_depth=8)
    expected = raised(frame, y, shape(tree), 0.25)
    before = tree.workspace.tree
    tree.prune_to(method="error-based")
    assert shape(tree) == expected
    for at, node in tree.frame().iterrows():
        rows = tree.rows(at).index
        assert node["n"] == len(rows)
        assert node["count:yes"] == (y[rows] == "yes").sum()
    tree.undo()
    assert tree.workspace.tree.root is before.root


def test_some_of_these_trees_are_raised():
    moved = 0
    for seed in range(6):
        frame, y = steps(seed)
        tree = tw.DecisionTree(frame, target=y, min_samples_leaf=2, max_depth=8)
        moved += bool(tree.prune_to(method="error-based").made)
    assert moved >= 3


@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional"])
def test_a_branch_is_judged_by_its_splits_on_all_rows_of_the_node(missing):
    # What is not parted anew, as no other rows come there, must be as if it were.
    judged = 0
    for seed in range(4):
        inducer = inducer_of(gappy(150, seed=seed), target="kind", missing=missing)
        target, top = (
            inducer.dataset.target,
            of_sprout(inducer.grow([inducer.root()])[0], Progress()),
        )
        ErrorBased(inducer, raising=False).prune(top)
        judge = Raising(inducer, CONFIDENCE, Progress())
        for part in top.walk():
            for branch in part.children:
                anew = list(reapplied(branch, part.region, inducer.children, Progress()).walk())
                ends = [mistakes(one, target) for one in anew if one.is_leaf]
                ends += [left_behind(one, target) for one in anew if not one.is_leaf]
                errors = math.fsum(predicted_errors(*end) for end in ends)
                assert judge.errors(branch, part) == pytest.approx(errors, rel=1e-12)
                judged += 1
    assert judged > 40


@pytest.mark.parametrize("confidence", [0.001, 0.05, 0.25, 0.5])
def test_more_rows_mend_no_errors(confidence):
    # Which is why a branch is judged no further than until it is settled.
    for n in [*range(1, 60), 100, 1000, 100_000]:
        for wrong in {*range(min(n, 30) + 1), n // 2, n - 1}:
            now = predicted_errors(n, wrong, confidence)
            assert predicted_errors(n + 1, wrong, confidence) >= now - 1e-9
            assert predicted_errors(n + 1, wrong + 1, confidence) >= now - 1e-9


def test_a_branch_is_judged_no_further_than_what_decides():
    early = 0
    for seed in range(4):
        inducer = inducer_of(mixed(200, seed=seed), target="kind")
        top = of_sprout(inducer.grow([inducer.root()])[0], Progress())
        ErrorBased(inducer, raising=False).prune(top)
        judge = Raising(inducer, CONFIDENCE, Progress())
        for part in top.walk():
            for branch in part.children:
                errors = judge.errors(branch, part)
                for limit in (0.0, branch.estimate + 0.5, part.estimate, errors + 1):
                    known = judge.errors(branch, part, lambda least, most=limit: least > most)
                    assert known <= errors + 1e-9
                    assert known > limit or known == errors
                    early += known < errors
    assert early > 40


def test_a_cancel_is_heard_while_a_branch_is_judged():
    inducer = inducer_of(gappy(150), target="kind")
    top = of_sprout(inducer.grow([inducer.root()])[0], Progress())

    class Sudden(Progress):
        def step(self, share):
            if sys._getframe(1).f_code.co_filename == raising.__file__:
                self.cancel()
            super().step(share)

    with pytest.raises(tw.CancelledError):
        ErrorBased(inducer, progress=Sudden()).prune(top)


def test_raised_nodes_count_validation_rows_anew_and_replay():
    frame, y = steps(3, rows=200)
    data = frame.assign(y=y)
    tree = tw.DecisionTree(data, target="y", validation=0.3, min_samples_leaf=2)
    gesture = tree.prune_to(method="error-based")
    assert gesture.made
    assert "error-based pruning at confidence 0.25" in gesture.text
    table = tree.frame()
    for at, node in table.query("~is_leaf").iterrows():
        below = table[table["parent"] == at]
        assert below["n"].sum() == node["n"]
        assert below["validation_n"].sum() == node["validation_n"]
    names = {"data": data}
    exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
    assert names["tree"] == tree
    assert list(names["tree"].frame().index) == list(table.index)


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


def test_rows_that_lack_the_column_only_beside_a_raised_branch_are_not_lost():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"top": np.arange(120) % 2, "x": rng.normal(size=120)})
    frame["y"] = np.where((frame["x"] > 0) & (frame["top"] == 1), "p", "q")
    frame.loc[frame.index[frame["top"] == 0][::2], "x"] = None
    tree = tw.DecisionTree(frame, "y", method="c4.5", confidence=None, grow=False)
    tree.split(0, "top", threshold=0.5)
    tree.split(tree.root.children[1], "x", threshold=0.0)
    inducer = tree.workspace.inducer

    def part_of(node):
        below = [part_of(child) for child in node.children]
        part = Part(node.region, node.split, below, node, node)
        alone = predicted_errors(*mistakes(part, inducer.dataset.target))
        part.estimate = sum(child.estimate for child in below) if below else alone
        return part

    top, judge = part_of(tree.workspace.tree.root), Raising(inducer, 0.25, Progress())
    branch = top.children[1]
    assert judge.errors(branch, top) == pytest.approx(judge._anew(branch, top), rel=1e-9)
