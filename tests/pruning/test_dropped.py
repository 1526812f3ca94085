"""Rows that are dropped at a split count in the pruning: they are told what its node says."""

from fractions import Fraction
from itertools import pairwise

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.thorough import examples
from treewidget.pruning import weakest_links

from .frames import gappy
from .trees import children_of, subtrees, trees

DROPPING = {"method": "acls", "missing": "proportional"}


def inner_above(parent, leaves):
    """Return the nodes that are split in the pruned subtree of some leaves."""
    found = set()
    for at in leaves:
        while parent[at] >= 0:
            at = int(parent[at])  # noqa: PLW2901 - up to the root
            found.add(at)
    return found


@given(trees(), st.data())
@examples(150)
def test_every_step_is_the_smallest_subtree_of_least_cost(tree, data):
    parent, risk = tree
    kids = children_of(parent)
    rest = [
        risk[at] - sum(risk[kid] for kid in kids[at]) if kids[at] else 0 for at in range(len(risk))
    ]
    dropped = np.array([data.draw(st.integers(0, max(int(left), 0))) for left in rest], dtype=float)
    sequence = weakest_links(parent, risk, 1.0, dropped=dropped)
    every = {
        leaves: sum(Fraction(risk[at]) for at in leaves)
        + sum(Fraction(dropped[at]) for at in inner_above(parent, leaves))
        for leaves in subtrees(kids)
    }
    for step, alpha in enumerate(sequence.alphas):
        leaves = frozenset(sequence.leaves_at(step).tolist())
        assert sequence.sums(risk, dropped)[step] == every[leaves]
        exact = Fraction(alpha).limit_denominator(1000)
        least = min(cost + exact * len(one) for one, cost in every.items())
        best = [one for one, cost in every.items() if cost + exact * len(one) == least]
        assert leaves == min(best, key=len)


def cost_of(tree, risk):
    """Return what a tree risks a row, from its nodes alone."""
    frame = tree.frame()
    total = 0.0
    for at, node in frame.iterrows():
        counts = tree.node(at).counts - sum(tree.node(kid).counts for kid in tree.node(at).children)
        wrong = counts.sum() - counts[tree.node(at).prediction]
        total += counts.sum() * node["impurity"] if risk == "impurity" else wrong
    return total / frame.loc[0, "weight"]


@pytest.mark.parametrize("risk", ["error", "impurity"])
def test_the_risk_of_a_step_is_that_of_its_tree(risk):
    tree = tw.DecisionTree(gappy(200, seed=4), target="kind", **DROPPING)
    path = tree.pruning_path(risk=risk)
    assert len(path) > 4
    for line in path.itertuples():
        if line.leaves < tree.frame()["is_leaf"].sum():
            tree.prune_to(leaves=line.leaves, risk=risk)
        assert line.risk == pytest.approx(cost_of(tree, risk), rel=1e-12, abs=1e-12)


def test_a_growth_that_prunes_itself_is_the_tree_that_is_pruned():
    frame = gappy(200, seed=4)
    tree = tw.DecisionTree(frame, target="kind", **DROPPING)
    alphas = tree.pruning_path(risk="impurity")["alpha"].to_numpy()
    for low, high in pairwise(alphas[1:]):
        alpha = float(low + high) / 2
        own = tw.DecisionTree(frame, target="kind", ccp_alpha=alpha, **DROPPING)
        tree.prune_to(alpha=alpha, risk="impurity")
        assert own.frame()["split"].fillna("").tolist() == tree.frame()["split"].fillna("").tolist()
        tree.undo()


def test_a_split_that_only_drops_rows_is_worth_nothing():
    """Of ten rows six lack the column: four that it parts in vain, and none gets better."""
    frame = gappy(10).assign(a=[1.0, 2.0, 1.0, 2.0, *[np.nan] * 6], kind=list("yynnyyynnn"))
    tree = tw.DecisionTree(frame[["a", "kind"]], target="kind", grow=False, **DROPPING)
    tree.split(0, "a", threshold=1.5)
    assert tree.pruning_path(keep=False)["leaves"].tolist() == [1]


def test_a_split_is_not_kept_for_the_mistakes_among_rows_that_it_drops():
    """Both its branches predict as the node does, and so are the dropped rows told."""
    frame = pd.DataFrame({"x": [0.0] * 10 + [1.0] * 10 + [np.nan] * 5})
    frame["y"] = list("uuuuuuuuvv" + "uuuuuuuuuu" + "uuvvv")
    bare = {"confidence": None, "mdl_correction": False, "missing": "proportional"}
    split = tw.DecisionTree(frame, "y", method="c4.5", collapse=False, **bare)
    assert len(split.workspace.tree) == 3
    assert len(tw.DecisionTree(frame, "y", method="c4.5", **bare).workspace.tree) == 1
