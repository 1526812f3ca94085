"""Category subsets: the ordered trick, exhaustive search, the component, and what is said."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests import oracle
from tests.induction.frames import inducer_of
from treewidget.induction import SubsetSplit
from treewidget.induction.search.subsets import BY_COMPONENT, BY_ORDER, EXHAUSTIVE


def frame_of(levels, n, classes, seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(levels), rng.integers(0, levels, n - levels)])
    chance = rng.random((levels, max(classes, 2)))
    if classes:
        y = [f"c{rng.choice(classes, p=chance[c] / chance[c].sum())}" for c in codes]
    else:
        y = np.round(chance[codes, 0] * 5 + rng.normal(size=n), 2)
    kind = pd.Series([f"k{c:02d}" for c in codes])
    kind[rng.random(n) < missing] = None
    return pd.DataFrame({"kind": kind, "y": y})


@pytest.mark.parametrize("classes", [2, 0])
@pytest.mark.parametrize("missing", [0.0, 0.15])
def test_the_ordered_trick_finds_the_best_of_all_subsets(classes, missing):
    frame = frame_of(8, 50, classes, missing=missing)
    inducer = inducer_of(frame)
    best = inducer.best_of(inducer.root(), 0)
    data = oracle.Data(frame, "y")
    exact = oracle.best_gain(data, range(50), inducer.options.criterion)
    assert best.gain == pytest.approx(float(exact), rel=1e-12)
    assert best.reason == ""


@pytest.mark.parametrize("classes", [2, 3, 0])
def test_under_a_minimum_leaf_size_every_subset_of_few_levels_is_tried(classes):
    frame = frame_of(7, 60, classes, seed=3)
    inducer = inducer_of(frame, min_samples_leaf=24)
    data = oracle.Data(frame, "y")
    exact = oracle.best_gain(data, range(60), inducer.options.criterion, min_samples_leaf=24)
    assert inducer.best_of(inducer.root(), 0).gain == pytest.approx(float(exact), rel=1e-12)


def test_many_levels_and_classes_are_searched_along_the_component_and_that_is_said():
    frame = frame_of(EXHAUSTIVE + 3, 400, 3, seed=1)
    inducer = inducer_of(frame)
    best = inducer.best_of(inducer.root(), 0)
    assert best.reason == BY_COMPONENT
    data = oracle.Data(frame, "y")
    component = _scores(frame)
    levels = sorted(component, key=component.get)
    values = data.columns["kind"]
    gains = []
    for end in range(1, len(levels)):
        inside = set(levels[:end])
        parts = [[r for r in range(400) if (values[r] in inside) is side] for side in (True, False)]
        gains.append(float(oracle.gain(data, parts, "gini")))
    assert best.gain == pytest.approx(max(gains), rel=1e-12)


def _scores(frame):
    """Return the levels' scores by a singular value decomposition of weighted proportions."""
    table = pd.crosstab(frame["kind"], frame["y"])
    weight = table.sum(axis=1).to_numpy()
    offsets = table.to_numpy() / weight[:, None] - table.sum().to_numpy() / weight.sum()
    axis = np.linalg.svd(offsets * np.sqrt(weight)[:, None])[2][0]
    return dict(zip(table.index, offsets @ axis, strict=True))


def test_many_levels_under_a_minimum_leaf_size_say_what_was_tried():
    frame = frame_of(EXHAUSTIVE + 2, 200, 2)
    inducer = inducer_of(frame, min_samples_leaf=30)
    assert inducer.best_of(inducer.root(), 0).reason == BY_ORDER.format("class shares")
    frame = frame_of(EXHAUSTIVE + 2, 200, 0)
    inducer = inducer_of(frame, min_samples_leaf=30)
    assert inducer.best_of(inducer.root(), 0).reason == BY_ORDER.format("means")


def test_two_classes_of_three_have_an_order_where_the_third_is_gone():
    frame = frame_of(EXHAUSTIVE + 2, 300, 3, seed=2)
    frame.loc[frame["y"] == "c2", "kind"] = "k00"
    frame["x"] = (frame["y"] == "c2").astype(float)
    inducer = inducer_of(frame)
    kind, x = (inducer.dataset.column_index(name) for name in ("kind", "x"))
    below = inducer.children(inducer.root(), inducer.best_of(inducer.root(), x).split)[0]
    assert inducer.best_of(below, kind).reason == ""


@pytest.mark.parametrize("gone", ["c0", "c1", "c2"])
def test_the_two_classes_that_are_left_of_three_order_the_levels(gone):
    frame = frame_of(7, 90, 3, seed=2)
    frame["x"] = (frame["y"] == gone).astype(float)
    inducer, data = inducer_of(frame), oracle.Data(frame, "y")
    kind, x = (inducer.dataset.column_index(name) for name in ("kind", "x"))
    below = inducer.children(inducer.root(), inducer.best_of(inducer.root(), x).split)[0]
    rows = inducer.engine.positions(below.rows).tolist()
    exact = float(oracle.best_gain(data, rows, "gini"))
    assert inducer.best_of(below, kind).gain == pytest.approx(exact, rel=1e-12)


def test_the_first_group_holds_the_first_level_present():
    frame = pd.DataFrame({"kind": list("abcabcabc"), "y": ["n", "y", "y"] * 3})
    inducer = inducer_of(frame)
    split = inducer.best(inducer.root()).split
    assert split == SubsetSplit(0, ((0,), (1, 2)), 1)
    frame["y"] = ["y", "n", "n"] * 3
    assert inducer_of(frame).best(inducer_of(frame).root()).split.groups == ((0,), (1, 2))


def test_a_used_level_is_no_longer_a_candidate_below():
    frame = pd.DataFrame({"kind": list("aab") * 6, "y": [f"c{i % 2}" for i in range(18)]})
    inducer = inducer_of(frame)
    left, right = inducer.children(inducer.root(), inducer.best_of(inducer.root(), 0).split)
    for child in (left, right):
        assert inducer.candidates(child)[0].split is None
        assert inducer.candidates(child)[0].reason == "it has only one value here"


def test_thousands_of_levels_are_searched_in_order():
    n = 4000
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"kind": [f"k{i}" for i in range(n)], "y": rng.choice(["a", "b"], n)})
    inducer = inducer_of(frame)
    best = inducer.best(inducer.root())
    assert best.gain == pytest.approx(inducer.root().train.impurity)
    assert sum(len(group) for group in best.split.groups) == n


@pytest.mark.parametrize("seed", range(5))
def test_as_rpart_many_levels_are_parted_along_the_same_component(seed):
    frame = frame_of(EXHAUSTIVE + 4, 300, 3, seed)
    ours, known = (
        tw.DecisionTree(frame, "y", missing=missing, grow=False).candidates(0).iloc[0]
        for missing in ("learned", "surrogate")
    )
    assert known["cut"] == ours["cut"]
    assert known["gain"] == pytest.approx(ours["gain"])
    assert known["reason"] == ours["reason"] == BY_COMPONENT
