"""CLS: the cheapest tree of some levels, against all trees there are."""

from itertools import chain, combinations

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame


def small_frame(seed, n=14, classes=2, missing=0.0):
    frame = random_frame(seed, n, classes=classes, missing=missing, levels=3, nominal=2)
    return frame.drop(columns=["b", "day"])


def cls_of(frame, **options):
    return tw.DecisionTree(frame, "y", method="cls", **options)


def every_test(frame, here, most=1):
    """Yield every test as (column, side): of a nominal column up to so many levels on one.

    Rows whose value is missing are tried on either side, and against all others.
    """
    for name in frame.columns.drop("y"):
        values = frame[name].iloc[here]
        known, present = values.notna().to_numpy(), np.unique(values.dropna())
        if values.dtype.kind == "O":
            sizes = range(1, min(most, len(present) - 1) + 1)
            groups = chain.from_iterable(combinations(present, size) for size in sizes)
            sides = [values.isin(group).to_numpy() for group in groups]
        else:
            sides = [(values <= value).to_numpy() for value in present[:-1]]
        yield from ((name, side) for side in sides)
        if not known.all():
            yield from ((name, side | ~known) for side in sides)
            yield name, known


def least_cost(frame, here, depth, prices, losses, paid=frozenset(), most=1, leaf=1):  # noqa: PLR0917
    """Return C(S, d) as it is defined."""
    y = frame["y"].to_numpy()[here]
    classes = np.unique(frame["y"])
    cost = min(sum(losses(true, said) for true in y) for said in classes)
    if depth == 0:
        return cost
    for name, side in every_test(frame, here, most):
        if min(side.sum(), (~side).sum()) < leaf:
            continue
        price = 0.0 if name in paid else prices.get(name, 0.0) * len(here)
        below = sum(
            least_cost(frame, part, depth - 1, prices, losses, paid | {name}, most, leaf)
            for part in (here[side], here[~side])
        )
        cost = min(cost, price + below)
    return cost


def even(true, said):
    return float(true != said)


def cost_of(tree, node=0, paid=frozenset(), prices=None, losses=even):
    """Return what a tree costs, measured along its paths."""
    prices = prices or {}
    view = tree.node(node)
    if view.is_leaf:
        return sum(count * losses(true, view.prediction) for true, count in view.counts.items())
    name = tree._look.tree.node(node).split.column
    name = tree._data.columns[name].name
    price = 0.0 if name in paid else prices.get(name, 0.0) * view.n
    return price + sum(
        cost_of(tree, child, paid | {name}, prices, losses) for child in view.children
    )


@pytest.mark.parametrize(("seed", "depth"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_with_nothing_to_pay_and_depth_enough_no_tree_errs_less(seed, depth):
    frame = small_frame(seed, n=20 - 3 * depth, classes=2 + seed % 2)
    tree = cls_of(frame, lookahead=depth, max_depth=depth)
    best = least_cost(frame, np.arange(len(frame)), depth, {}, even)
    assert cost_of(tree) == best
    assert round((1 - tree.score()) * len(frame)) == best


@pytest.mark.parametrize("seed", range(6))
def test_groups_of_levels_begin_the_cheapest_tree_too(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"k": rng.choice([*"abcd"], 16), "l": rng.choice([*"uvw"], 16)})
    frame["y"] = rng.choice([*"pq"], 16)
    tree = cls_of(frame, lookahead=2, branching="subset", max_depth=2)
    assert cost_of(tree) == least_cost(frame, np.arange(16), 2, {}, even, most=2)


@pytest.mark.parametrize("seed", range(3))
def test_the_first_test_begins_the_cheapest_tree(seed):
    frame = small_frame(seed)
    prices = {"a": 0.05, "kind0": 0.1, "kind1": 0.02}
    losses = {"c0": {"c1": 3.0}, "c1": {"c0": 1.0}}

    def dear(true, said):
        return losses[true].get(said, 0.0)

    tree = cls_of(frame, lookahead=2, column_costs=prices, losses=losses)
    best = least_cost(frame, np.arange(len(frame)), 2, prices, dear)
    said = tree.candidates(0)["reason"][0]
    asleaf = min(sum(dear(y, c) for y in frame["y"]) for c in ("c0", "c1"))
    if tree.root.is_leaf:
        assert best == pytest.approx(asleaf)
    else:
        assert float(said.split()[1]) == pytest.approx(best / len(frame), rel=1e-5)
    assert cost_of(tree, prices=prices, losses=dear) <= best + 1e-9
    assert "places searched, 2 levels deep" in said


@pytest.mark.parametrize(("method", "deep"), [("cls", (0, 4, 4)), ("id3", (0, 4, 12))])
def test_the_places_that_were_searched_are_counted(method, deep):
    # Either column has two branches; where they are pure CLS looks no further.
    frame = pd.DataFrame({"a": [*"0011"] * 2, "b": [*"0101"] * 2, "y": [*"pqqp"] * 2})
    for depth, places in enumerate(deep, start=1):
        tree = tw.DecisionTree(frame, "y", method=method, lookahead=depth, grow=False)
        for reason in tree.candidates(0)["reason"]:
            if method == "cls" or depth > 1:
                levels = "1 level" if depth == 1 else f"{depth} levels"
                assert reason.endswith(f"{places} places searched, {levels} deep")
            if method == "cls":
                cost = 0.5 if depth == 1 else 0
                assert reason.startswith(f"cost {cost} a row, as a leaf 0.5; ")


def test_a_column_is_paid_for_once_on_a_path():
    frame = pd.DataFrame({"x": range(9), "y": list("aaabbbaaa")})
    price = 0.3  # once for a row: 2.7 in all, below the 3 mistakes of a leaf
    tree = cls_of(frame, lookahead=2, column_costs={"x": price})
    assert len(tree.frame()) == 5
    assert cls_of(frame, lookahead=2, column_costs={"x": 0.34}).root.is_leaf


def test_a_column_measured_above_is_free_below_also_under_a_tree_of_another_method():
    frame = pd.DataFrame({"z": list("ppqqppqqp"), "x": range(9), "y": list("aaabbbaaa")})
    tree = tw.DecisionTree(frame, "y", grow=False)
    tree.split(0, "x", threshold=2.5)
    below = tree.node(0).children[1]
    tree.grow(below, method="cls", column_costs={"x": 100.0, "z": 100.0})
    assert tree.node(below).rule == "x > 2.5"
    assert tree.score() == 1.0
    grown = tw.DecisionTree(frame, "y", max_depth=1)
    assert {n.region.measured for n in grown.workspace.tree.walk() if n.id} == {
        1 << next(n.split.column for n in grown.workspace.tree.walk() if n.split)
    }


@pytest.mark.parametrize("seed", range(3))
def test_a_dearer_column_is_never_measured_by_more_rows(seed):
    frame = small_frame(seed, 20)
    before = np.inf
    for price in (0.0, 0.01, 0.03, 0.1, 0.3, 1.0):
        tree = cls_of(frame, lookahead=2, max_depth=3, column_costs={"a": price})
        rows = measuring(tree, "a")
        assert rows <= before
        before = rows
    assert before == 0


def measuring(tree, name):
    """Return how many rows have a column measured on their path."""
    at = tree._data.column_index(name)
    leaves = [n for n in tree.workspace.tree.walk() if n.is_leaf]
    return sum(leaf.region.train.n for leaf in leaves if leaf.region.measured >> at & 1)


def test_equals_are_settled_by_what_a_test_does_alone():
    frame = pd.DataFrame({"noise": list("pqpqpqpq"), "x": range(8), "y": list("aaaabbbb")})
    tree = cls_of(frame, lookahead=3)
    assert list(tree.frame()["split"].dropna()) == ["x <= 3.5"]


def test_of_many_cuts_some_are_tried_and_the_best_alone():
    x = np.random.default_rng(2).normal(size=260)
    frame = pd.DataFrame({"x": x, "y": np.where(x > 0.1234, "p", "q")})
    tree = cls_of(frame, lookahead=2)
    assert len(tree.frame()) == 3
    assert tree.score() == 1.0
    assert tree.candidates(0)["reason"][0].endswith("; 100 of 259 cuts were tried")


def test_numbers_are_refused_by_name():
    with pytest.raises(tw.InvalidValueError, match="method='cls' is for classification"):
        cls_of(random_frame(1, classes=0))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("seed", range(12))
def test_missing_values_go_the_cheapest_way(seed):
    depth, frame, leaf = 1 + seed % 2, small_frame(seed, missing=0.25), 1 + seed % 3
    frame["kind1"] = frame["kind1"].fillna("k0")  # of two nominal columns one has gaps
    tree = cls_of(frame, lookahead=depth, max_depth=depth, min_samples_leaf=leaf)
    assert cost_of(tree) == least_cost(frame, np.arange(14), depth, {}, even, leaf=leaf)


@pytest.mark.parametrize(("classes", "way"), [("abbbb", 1), ("bbbba", 0), ("aaabbb", 1)])
def test_what_no_training_row_lacks_goes_to_the_larger_branch(classes, way):
    tree = cls_of(pd.DataFrame({"x": range(len(classes)), "y": [*classes]}))
    assert tree.workspace.tree.root.split.missing == way


def test_missing_values_go_the_cheaper_way():
    frame = pd.DataFrame({"x": [1.0, 1.0, 2.0, 2.0, np.nan, np.nan], "y": list("aabbbb")})
    tree = cls_of(frame)
    assert tree.score() == 1.0
    assert tree.predict(pd.DataFrame({"x": [np.nan]})).tolist() == ["b"]


def test_weights_count_as_so_many_rows():
    frame = small_frame(2, 12)
    weights = np.arange(12) % 3 + 1
    many = frame.loc[np.repeat(frame.index, weights)].reset_index(drop=True)
    one = inducer_of(frame.assign(w=weights), weights="w")
    assert one.root().train.weight == len(many)
    light = cls_of(frame.assign(w=weights), weights="w", column_costs={"a": 0.05})
    heavy = cls_of(many, column_costs={"a": 0.05})
    assert light.frame()["split"].tolist() == heavy.frame()["split"].tolist()
