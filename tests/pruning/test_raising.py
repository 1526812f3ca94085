"""A branch takes its parent's place: against the definition, on whole frames."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of
from tests.tree.frames import mixed
from treewidget.induction import Progress
from treewidget.induction.routes import route_of, routes_of
from treewidget.pruning import raising
from treewidget.pruning.error_based import ErrorBased
from treewidget.pruning.limits import CONFIDENCE, predicted_errors
from treewidget.pruning.mistakes import left_behind, mistakes
from treewidget.pruning.parts import Part, of_sprout, reapplied
from treewidget.pruning.raising import Raising

from .frames import gappy, steps


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


@pytest.mark.parametrize("seed", [*range(6), 9, 21])  # the last two: a leaf does, a branch better
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


def branches_judged(inducer, *, raising):
    """Give what judges the branches of a pruned tree, with each of them and its parent."""
    top = of_sprout(inducer.grow([inducer.root()])[0], Progress())
    ErrorBased(inducer, raising=raising).prune(top)
    judge = Raising(inducer, CONFIDENCE, Progress())
    for part in top.walk():
        for branch in part.children:
            yield judge, branch, part


@pytest.mark.one_in(5)
@pytest.mark.parametrize("weighed", [False, True])
@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional"])
def test_a_branch_is_judged_by_its_splits_on_all_rows_of_the_node(missing, weighed):
    # What is not parted anew, as no other rows come there, must be as if it were.
    judged = 0
    for seed in range(4):
        weights = np.random.default_rng(seed).integers(1, 9, 150) / 4.0 if weighed else None
        frame = gappy(150, seed=seed)
        inducer = inducer_of(frame, target="kind", missing=missing, weights=weights)
        for judge, branch, part in branches_judged(inducer, raising=False):
            errors = anew(branch, part, inducer)
            assert judge.errors(branch, part) == pytest.approx(errors, rel=1e-12)
            if weighed:  # where no other rows come at all it is what it is
                alone = replace(part, region=branch.region)
                assert judge.errors(branch, alone) == pytest.approx(branch.estimate, rel=1e-12)
            judged += 1
    assert judged > 40


def anew(branch, part, inducer):
    """Return what a branch predicts on all rows of a node, from the tree that it is there."""
    made = list(reapplied(branch, part.region, inducer.children, Progress()).walk())
    ends = [mistakes(one, inducer.dataset.target) for one in made if one.is_leaf]
    ends += [left_behind(one, inducer.dataset.target) for one in made if not one.is_leaf]
    return math.fsum(predicted_errors(*end) for end in ends)


@pytest.mark.parametrize("raises", [False, True])
def test_rows_of_levels_that_a_branch_has_not_met_go_there_in_shares(raises, monkeypatch):
    # Nothing is missing, and yet rows lie in shares: above all where a branch was raised.
    # Elsewhere the rows that are there stay as they are, and only those that come are parted.
    parted, plain = [], Raising._anew
    monkeypatch.setattr(Raising, "_anew", lambda *given: parted.append(given[2]) or plain(*given))
    rng, judged, shared = np.random.default_rng(0), 0, 0
    for _ in range(2):
        frame = pd.DataFrame({"age": rng.normal(size=1500), "size": rng.normal(size=1500)})
        for name, many in (("town", 6), ("job", 12), ("day", 20)):
            frame[name] = rng.choice([f"{at}" for at in range(many)], 1500)
        frame["ill"] = frame["age"] + (frame["job"] < "4") + rng.normal(size=1500) > 0
        inducer = tw.DecisionTree(frame, "ill", method="c5.0", grow=False).workspace.inducer
        for judge, branch, part in branches_judged(inducer, raising=raises):
            found = judge.errors(branch, part)
            assert found == pytest.approx(anew(branch, part, inducer), rel=1e-12)
            judged += 1
            shared += inducer.engine.shares(branch.region.rows) is not None
    assert judged > 20
    assert raises == bool(shared) == bool(parted)


def test_a_branch_is_judged_no_further_than_what_decides():
    early = 0
    for seed in range(4):
        inducer = inducer_of(mixed(200, seed=seed), target="kind")
        for judge, branch, part in branches_judged(inducer, raising=False):
            errors = judge.errors(branch, part)
            for limit in (0.0, branch.estimate + 0.5, part.estimate, errors + 1):
                known = judge.errors(branch, part, lambda least, most=limit: least > most)
                assert known <= errors + 1e-9
                assert known > limit or known == errors
                early += known < errors
    assert early > 40


@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional"])
def test_a_few_rows_are_parted_as_the_engine_parts_them(missing, monkeypatch):
    """Each few rows took the engine two sets of rows, most of the time that a pruning takes."""
    inducer = inducer_of(gappy(200), target="kind", missing=missing)
    judge = Raising(inducer, CONFIDENCE, Progress())
    rows = [np.arange(at, 200, step) for step in (7, 67) for at in range(7)]
    whole = of_sprout(inducer.grow([inducer.root()])[0], Progress())
    parts = [one for one in whole.walk() if one.split is not None][:60]

    def sides():
        made = [judge._sides(part, some, None) for some in rows for part in parts]
        return [[one.tolist() for one, _ in parts] for parts in made], [
            share for parts in made for _, share in parts if share is not None
        ]

    found, shares = sides()
    monkeypatch.setattr(raising, "FEW", 0)
    assert sides()[0] == found
    assert bool(shares) == (missing == "fractional")  # some go in shares there
    together = routes_of(inducer.dataset, [one.split for one in parts])
    routes = [route_of(inducer.dataset, one.split) for one in parts]
    assert list(map(repr, together)) == list(map(repr, routes))


def test_a_pruning_asks_the_engine_for_few_sets(monkeypatch):
    tree, asked = tw.DecisionTree(mixed(1500), target="kind"), []
    engine = tree.workspace.inducer.engine
    plain = type(engine).partition
    monkeypatch.setattr(
        type(engine), "partition", lambda *given: asked.append(given) or plain(*given)
    )
    raised = tree.prune_to(method="error-based").made
    splits = [tree.node(at).split for at in raised if not tree.node(at).is_leaf]
    nominal = sum(given[2].levels is not None for given in asked)
    assert len(asked) - nominal <= 4 * len(splits) + 4


def test_a_cancel_is_heard_while_a_branch_is_judged():
    inducer = inducer_of(gappy(150), target="kind")
    top = of_sprout(inducer.grow([inducer.root()])[0], Progress())

    class Sudden(Progress):
        def heed(self):
            self.cancel()
            super().heed()

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
    assert judge.errors(branch, top) == pytest.approx(
        judge._anew(branch, top.region.rows), rel=1e-9
    )
