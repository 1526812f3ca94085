"""Pessimistic, reduced-error and description-length pruning, against their definitions."""

import contextlib
import math
from dataclasses import replace

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import given

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget.pruning.bottom_up import cheapest, sums_below
from treewidget.pruning.mdl import _groupings, admissible_cuts, leaf_bits, partitions
from treewidget.pruning.pessimistic import pessimistic
from treewidget.pruning.stopped import stopped, stops

from .trees import children_of, subtrees, trees


def leaves_after(parent, cut):
    """Return the leaves of a tree whose marked nodes became leaves, the topmost counting."""
    children, leaves, ahead = children_of(parent), set(), [0]
    while ahead:
        at = ahead.pop()
        if cut[at] or not children[at]:
            leaves.add(at)
        else:
            ahead += children[at]
    return leaves


@given(trees(most=5), st.randoms(use_true_random=False))
def test_reduced_error_is_the_smallest_of_all_most_accurate_subtrees(tree, random):
    parent, _ = tree
    losses = np.array([random.randrange(6) for _ in parent], dtype=float)
    every = {leaves: sum(losses[at] for at in leaves) for leaves in subtrees(children_of(parent))}
    least = min(every.values())
    smallest = min((leaves for leaves in every if every[leaves] == least), key=len)
    cut = cheapest(parent, losses, np.zeros(len(parent)))
    assert leaves_after(parent, cut) == smallest


@given(trees(most=5), st.randoms(use_true_random=False))
def test_of_what_may_be_cut_it_is_still_the_smallest(tree, random):
    parent, _ = tree
    losses = np.array([random.randrange(6) for _ in parent], dtype=float)
    at, kept = random.randrange(len(parent)), np.zeros(len(parent), dtype=bool)
    while at >= 0:
        kept[at] = True
        at = parent[at]
    stays = set(np.flatnonzero(kept).tolist())
    every = {
        leaves: sum(losses[at] for at in leaves)
        for leaves in subtrees(children_of(parent), kept=stays)
    }
    least = min(every.values())
    smallest = min((leaves for leaves in every if every[leaves] == least), key=len)
    cut = cheapest(parent, losses, np.zeros(len(parent))) & ~kept
    assert leaves_after(parent, cut) == smallest


@given(trees(most=5), st.randoms(use_true_random=False))
def test_a_dear_split_is_paid_for(tree, random):
    parent, _ = tree
    leaf = np.array([random.randrange(9) for _ in parent], dtype=float)
    split = np.array([random.randrange(4) for _ in parent], dtype=float)
    children = children_of(parent)

    def cost(at):
        below = split[at] + sum(cost(child) for child in children[at])
        return min(leaf[at], below) if children[at] else leaf[at]

    cut = cheapest(parent, leaf, split)
    leaves = leaves_after(parent, cut)
    above = {parent[at] for at in leaves}
    while any(parent[at] not in above for at in above if at > 0):
        above |= {parent[at] for at in above if at > 0}
    inner = above - {-1}
    assert sum(leaf[list(leaves)]) + sum(split[list(inner)]) == cost(0)


@given(trees(most=6))
def test_pessimistic_goes_from_the_root_down_by_the_formula(tree):
    parent, errors = tree
    children = children_of(parent)
    weight = errors * 2 + 3
    cut = pessimistic(parent, weight, errors)

    def leaves_of(at):
        return [at] if not children[at] else [x for child in children[at] for x in leaves_of(child)]

    def expected(at):
        if not children[at]:
            return {at}
        below = leaves_of(at)
        e = sum(errors[x] for x in below) + len(below) / 2
        spread = math.sqrt(e * max(weight[at] - e, 0) / weight[at])
        if errors[at] + 0.5 <= e + spread:
            return {at}
        return set().union(*(expected(child) for child in children[at]))

    assert leaves_after(parent, cut) == expected(0)


def test_sums_below():
    parent = np.array([-1, 0, 1, 1, 0])
    assert sums_below(parent, np.array([0.5, 0, 1, 2, 4])).tolist() == [7.5, 3, 1, 2, 4]


def test_a_leafs_length_is_that_of_its_exceptions():
    expected = 1 + math.log2(21) + math.log2(math.comb(20, 3)) + 3 * math.log2(2)
    assert leaf_bits(np.array([20.2]), np.array([2.9]), 3)[0] == pytest.approx(expected, rel=1e-12)
    assert leaf_bits(np.array([0.0]), np.array([0.0]), 2)[0] == 1


@pytest.mark.parametrize("items", range(1, 7))
def test_partitions_are_counted_by_their_recurrence(items):
    for groups in range(1, items + 1):
        before = partitions(items - 1, groups - 1) + groups * partitions(items - 1, groups)
        assert partitions(items, groups) == before


def pruned_by(tree, rule):
    """Return the ids of the leaves after pruning by a rule, which may change nothing."""
    with contextlib.suppress(tw.RefusedError):
        tree.prune_to(method=rule)
    return set(tree.frame().query("is_leaf").index)


@pytest.mark.parametrize(("make", "target"), [(mixed, "kind"), (priced, "price")])
def test_reduced_error_judges_by_the_validation_rows_and_the_training_labels(make, target):
    tree = tw.DecisionTree(make(200, seed=4), target=target, validation=0.4)
    frame = tree.frame()
    square = frame["validation_error"].fillna(0)
    loss = (square if target == "kind" else square**2) * frame["validation_n"]

    def best(at):
        node = tree.node(at)
        if node.is_leaf:
            return loss[at], {at}
        parts = [best(child) for child in node.children]
        below = math.fsum(one for one, _ in parts)
        if loss[at] <= below * (1 + 1e-9):
            return loss[at], {at}
        return below, set().union(*(leaves for _, leaves in parts))

    _, leaves = best(0)
    assert 1 < len(leaves) < frame["is_leaf"].sum()
    assert pruned_by(tree, "reduced-error") == leaves


def test_locks_stay_and_labels_set_by_hand_count():
    tree = tw.DecisionTree(mixed(150, seed=3), target="kind", validation=0.4)
    frame = tree.frame()
    deep = frame.query("~is_leaf")["depth"].idxmax()
    tree.lock(int(deep))
    for rule in ("pessimistic", "reduced-error", "mdl"):
        pruned_by(tree, rule)
        assert tree.frame().loc[deep, "split"] == frame.loc[deep, "split"]
        tree.undo()
    tree.lock(int(deep), on=False)
    least = frame["prediction"].value_counts().idxmin()
    tree.label(0, least)
    assert tree.prune_to(method="reduced-error").after.leaves > 1


def test_rows_that_stop_are_what_the_children_lack():
    stats = np.array([[5.0, 5.0], [3.0, 1.0], [1.0, 2.0]])
    parent = np.array([-1, 0, 0])
    data = mixed(80, seed=1)
    split = tw.DecisionTree(data, target="kind", max_depth=1).workspace.tree.root.split
    assert not stops(split)
    some = np.array([stops(replace(split, missing=-3)), False, False])
    assert stopped(stats, parent, np.zeros(3, dtype=bool)).tolist() == [[0, 0], [0, 0], [0, 0]]
    assert stopped(stats, parent, some).tolist() == [[1, 2], [0, 0], [0, 0]]


def test_rows_that_stop_err_below_a_split():
    parent, weight, errors = np.array([-1, 0, 0]), np.array([10.0, 6, 3]), np.array([3.0, 1, 0])
    assert not pessimistic(parent, weight, errors).any()
    some = np.array([1.0, 0, 0])
    assert pessimistic(parent, weight, errors, some).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("options", "cuts"),
    [
        ({}, 99),
        ({"min_samples_leaf": 10}, 81),
        ({"min_weight_leaf": 30.5, "weights": np.full(100, 2.0)}, 69),
        ({"breakpoints": "quartiles"}, 3),
        ({"breakpoints": "quartiles", "min_samples_leaf": 30}, 1),
        ({"breakpoints": "class-change"}, 99),  # where classes change is what the message tells
        ({"method": "c4.5"}, 91),  # a tenth of what a class weighs on either side
        ({"method": "c4.5", "min_cases": 7}, 87),
        ({"method": "c4.5", "lookahead": 2}, 91),
        ({"method": "chaid", "min_samples_split": 2, "min_samples_leaf": 1}, 9),
    ],
)
def test_the_cuts_that_a_method_admits_are_counted(options, cuts):
    frame = pd.DataFrame({"x": range(100), "y": np.repeat(["p", "q"], 50)})
    inducer = tw.DecisionTree(frame, "y", grow=False, **options).workspace.inducer
    assert admissible_cuts(inducer, inducer.root(), 0) == cuts


def test_one_level_against_the_rest_is_chosen_from_as_many_as_there_are():
    present = {0, 1, 2, 3}
    assert _groupings([(0,), (1, 2, 3)], present, alone=True) == 4
    assert _groupings([(0,), (1, 2, 3)], present, alone=False) == 7
    assert _groupings([(0, 1), (2, 3)], present, alone=True) == 7
    assert _groupings([(0,), (1, 2, 3)], {0, 2}, alone=True) == 1  # the other is its rest
    assert _groupings([(0,), (1, 2, 3)], {1, 2, 3}, alone=True) == 1  # no row has the level alone


def test_held_out_rows_that_no_surrogate_knows_count_in_reduced_error_pruning():
    half = [0.0] * 10 + [1.0] * 10
    train = pd.DataFrame({"a": half, "b": half, "y": ["p"] * 9 + ["q"] * 10 + ["p"], "v": False})
    train.loc[[3, 13], "b"] = train.loc[[5], "a"] = np.nan
    held = pd.DataFrame({"a": [np.nan] * 6 + [0, 1], "y": ["q"] * 7 + ["p"], "v": True})
    frame = pd.concat([train, held.assign(b=held["a"])], ignore_index=True)
    tree = tw.DecisionTree(frame, "y", validation="v", missing="surrogate", max_depth=1)
    below = tree.score("validation")  # as many rows on either side: what nothing knows stops
    tree.prune(0)
    assert tree.score("validation") > below
    tree.undo()
    assert tree.prune_to(method="reduced-error").after.leaves == 1


def test_mistakes_of_held_out_rows_count_what_they_cost():
    half = pd.DataFrame({"x": ["u"] * 80 + ["v"] * 25, "y": ["common"] * 100 + ["rare"] * 5})
    frame = pd.concat([half.assign(v=False), half.assign(v=True)], ignore_index=True)
    for cost, leaves in ((10.0, 2), (0.5, 1)):
        tree = tw.DecisionTree(
            frame, "y", validation="v", losses={"rare": {"common": cost}}, grow=False
        )
        tree.split(0, "x")
        with contextlib.suppress(tw.RefusedError):  # nothing is cut
            tree.prune_to(method="reduced-error", keep=False)
        assert int(tree.frame()["is_leaf"].sum()) == leaves
