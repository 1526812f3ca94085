"""Who wins a tie, and where missing rows go."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.induction import SubsetSplit, ThresholdSplit


def root_split(frame, **options):
    inducer = inducer_of(frame, **options)
    return inducer.best(inducer.root())


def test_the_first_column_wins_a_tie():
    data = load_iris(as_frame=True)
    frame = data.data.assign(y=[data.target_names[i] for i in data.target])
    for names in (list(frame.columns), [*frame.columns[:4][::-1], "y"]):
        found = root_split(frame[names])
        first = next(n for n in names if n.startswith("petal"))
        assert names[found.column] == first
        assert found.gain == pytest.approx(1 / 3)


def test_the_smallest_cut_wins_a_tie():
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": ["a", "b", "a", "b"]})
    assert root_split(frame).split.cuts[0].value == 1.5


def test_rounding_decides_no_tie():
    # the same split in tenths that no double holds: sums differ in the last digit
    n = 30
    y = np.round(np.arange(n) % 7 * 0.1, 1) + 0.3
    x = np.arange(n, dtype=float)
    order = np.random.default_rng(0).permutation(n)
    frame = pd.DataFrame({"a": -x[order], "b": x[order], "y": y[order]})
    found = inducer_of(frame).candidates(inducer_of(frame).root())
    assert [c.column for c in found] == [0, 1]


def test_zero_gain_splits_are_made_as_scikit_learn_does():
    frame = pd.DataFrame({"p": [0.0, 0, 1, 1], "q": [0.0, 1, 0, 1], "y": ["a", "b", "b", "a"]})
    inducer = inducer_of(frame)
    sprout = inducer.grow([inducer.root()])[0]
    assert sprout.gain == 0.0
    assert [s.region.train.impurity for s in sprout.walk() if s.split is None] == [0.0] * 4
    stubborn = inducer_of(frame, allow_zero_gain=False)
    assert stubborn.best(stubborn.root()) is None
    assert stubborn.why_leaf(stubborn.root()) == "no split lowers the impurity"


def test_nobody_missing_sends_missing_to_the_larger_child_and_right_on_a_tie():
    y = ["a"] * 3 + ["b"] * 5
    frame = pd.DataFrame({"x": range(8), "y": y})
    assert root_split(frame.astype({"x": float})).split.missing == 1
    frame["y"] = ["a"] * 5 + ["b"] * 3
    assert root_split(frame.astype({"x": float})).split.missing == 0
    frame["y"] = ["a"] * 4 + ["b"] * 4
    assert root_split(frame.astype({"x": float})).split.missing == 1
    kinds = pd.DataFrame({"x": list("pppppqqq"), "y": ["a"] * 5 + ["b"] * 3})
    assert root_split(kinds).split.missing == 0


@pytest.mark.parametrize(("gone_is", "branch"), [("a", 0), ("b", 1)])
def test_missing_rows_go_where_the_split_is_best(gone_is, branch):
    frame = pd.DataFrame(
        {"x": [1.0, 1, 1, 2, 2, 2, None, None], "y": [*"aaabbb", gone_is, gone_is]}
    )
    found = root_split(frame)
    assert found.split.missing == branch
    assert found.missing_n == 2
    names = frame.assign(x=frame["x"].map({1.0: "p", 2.0: "q"}))
    assert root_split(names).split == SubsetSplit(0, ((0,), (1,)), branch)


def test_known_against_missing_is_a_split_of_its_own():
    frame = pd.DataFrame({"x": [1.0, 2, 3, None, None, None], "y": list("aaabbb")})
    assert root_split(frame).split == ThresholdSplit(0, (), 1)
    names = frame.assign(x=frame["x"].map({1.0: "p", 2.0: "q", 3.0: "p"}))
    assert root_split(names).split == SubsetSplit(0, ((0, 1),), 1)
    one_value = frame.assign(x=[7.0] * 3 + [None] * 3)
    assert root_split(one_value).split == ThresholdSplit(0, (), 1)


def test_right_comes_before_left_on_a_tie_of_directions():
    # the missing rows are as mixed as the node: either side gives the same gain
    frame = pd.DataFrame({"x": [1.0, 1, 2, 2, None, None], "y": list("aabbab")})
    assert root_split(frame).split.missing == 1


def test_levels_unseen_at_a_node_go_as_missing():
    frame = pd.DataFrame(
        {"x": [0.0] * 6 + [1.0] * 6, "kind": [*"ppqqqq", *"rrrrrr"], "y": [*"aabbbb", *"cccccc"]}
    )
    inducer = inducer_of(frame)
    x, kind = (inducer.dataset.column_index(name) for name in ("x", "kind"))
    left = inducer.children(inducer.root(), inducer.best_of(inducer.root(), x).split)[0]
    split = inducer.best_of(left, kind).split
    assert split.groups == ((0,), (1,))
    assert split.missing == 1  # the larger child
    whole = inducer.children(inducer.root(), split)
    assert [child.train.n for child in whole] == [2, 10]


@pytest.mark.parametrize("power", [-190, -40, 190])
@pytest.mark.parametrize("rows", [80, 2100])  # from 2,048 on the compiled engine searches
@pytest.mark.parametrize("method", ["id3", "acls", "cart", "cls"])
def test_the_unit_of_weights_does_not_matter(method, rows, power):
    frame = random_frame(4, rows, weights=True, missing=0.1)[["a", "kind0", "kind1", "w", "y"]]
    if method == "id3":
        frame = frame.drop(columns="a")
    if method == "cls":
        frame = frame[:80]
    options = {"weights": "w", "method": method, "max_depth": 4, "grow": False}
    one, other = (
        tw.DecisionTree(scaled, "y", **options).workspace.inducer
        for scaled in (frame, frame.assign(w=frame["w"] * 2.0**power))
    )
    splits = [[s.split for s in i.grow([i.root()])[0].walk()] for i in (one, other)]
    assert splits[0] == splits[1]
    assert len(splits[0]) > 5
