"""Trees by absolute errors: medians, gains and splits against all of them by hand."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeRegressor

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame, send
from treewidget.errors import InvalidValueError
from treewidget.induction.search.absolute import Ranges, Targets, along, apart, median

BY = {"criterion": "absolute_error"}


def error(values, weights):
    """Return the least sum of absolute errors: it is taken at one of the values."""
    if not len(values):
        return 0.0
    return min(float((weights * np.abs(values - one)).sum()) for one in values)


def some_targets(seed, n):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 8, n) * 1.0 if seed % 2 else np.round(rng.normal(size=n), 1)
    weights = np.ones(n) if seed % 3 else rng.integers(1, 9, n) / 8
    centre = median(values, weights)
    return Targets(np.arange(n), values - centre, weights, centre)


@pytest.mark.parametrize("seed", range(30))
def test_medians_halve_the_weight_and_err_least(seed):
    targets = some_targets(seed, 1 + seed)
    assert targets.error * targets.weights.sum() == pytest.approx(
        error(targets.values, targets.weights), rel=1e-12, abs=1e-12
    )
    repeated = np.repeat(targets.values, np.round(targets.weights * 8).astype(int))
    assert targets.centre + float(np.median(repeated)) == pytest.approx(targets.centre, abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_gains_of_cuts_and_of_sets_are_those_by_hand(seed):
    n = 2 + seed
    targets, rng = some_targets(seed, n), np.random.default_rng(seed + 99)
    level = rng.integers(-1, 4, n)
    present = np.unique(level[level >= 0])
    values, weights = targets.values, targets.weights  # noqa: PD011

    def gained(side):
        whole = error(values, weights)
        inside = error(values[side], weights[side]) + error(values[~side], weights[~side])
        return (whole - inside) / weights.sum()

    ends = np.array([((level >= 0) & (level <= one)).sum() for one in present])
    without, beside = along(targets, level, ends)
    inside = rng.random((5, len(present))) < 0.5
    apart_without, apart_beside = apart(
        targets, np.where(level < 0, -1, np.searchsorted(present, level)), inside
    )
    for at, one in enumerate(present):
        known = (level >= 0) & (level <= one)
        assert without[at] == pytest.approx(gained(known), abs=1e-12)
        assert beside[at] == pytest.approx(gained(known | (level < 0)), abs=1e-12)
    for at, held in enumerate(inside):
        known = np.isin(level, present[held])
        assert apart_without[at] == pytest.approx(gained(known), abs=1e-12)
        assert apart_beside[at] == pytest.approx(gained(known | (level < 0)), abs=1e-12)


def test_what_does_not_move_the_median_gains_exactly_nothing():
    values = np.array([0.1, 0.2, 0.3, 0.1, 0.2, 0.3]) - 0.2
    targets = Targets(np.arange(6), values, np.full(6, 0.1), 0.0)
    saved = Ranges(targets, np.arange(6)).saved(np.array([0, 3, 0]), np.array([3, 6, 6]))
    assert saved.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("rows", [5, 90])
@pytest.mark.parametrize("known", ["a", 1.0])
def test_a_node_in_which_nothing_is_known_is_a_leaf(rows, known):
    column = [known] * 3 + [None] * rows
    frame = pd.DataFrame({"k": column, "y": [1.0] * 3 + [9.0 + at for at in range(rows)]})
    tree = tw.DecisionTree(frame, "y", **BY)
    assert [node.n for node in map(tree.node, tree.frame().index)] == [rows + 3, 3, rows]
    assert tree.candidates(2).reason.tolist() == ["every value is missing here"]


def best_by_hand(frame, rows, names):
    """Return the best gain of all two-way splits of some rows, missing rows on either side."""
    y = frame["y"].to_numpy()[rows]
    w = frame["w"].to_numpy()[rows] if "w" in frame else np.ones(len(rows))
    whole, best = error(y, w), 0.0
    for name in names:
        column = frame[name].iloc[rows]
        gone = column.isna().to_numpy()
        present = sorted(column.dropna().unique())
        if pd.api.types.is_numeric_dtype(column) or "datetime" in str(column.dtype):
            sides = [present[:end] for end in range(1, len(present) + 1)]
        else:
            sides = [s for k in range(1, len(present) + 1) for s in combinations(present, k)]
        for side in sides:
            inside = column.isin(list(side)).to_numpy()
            for one in (inside, inside | gone):
                if one.any() and not one.all():
                    gain = whole - error(y[one], w[one]) - error(y[~one], w[~one])
                    best = max(best, gain / w.sum())
    return best


@pytest.mark.parametrize("given", [{}, {"missing": 0.2}, {"weights": True, "missing": 0.1}])
def test_each_split_is_the_best_of_all(given):
    frame = random_frame(4, 40, classes=0, **given)
    weights = "w" if "weights" in given else None
    inducer = inducer_of(frame, weights=weights, max_depth=3, **BY)
    names = [column.name for column in inducer.dataset.columns]
    splits = 0
    for sprout in inducer.grow([inducer.root()])[0].walk():
        rows = inducer.engine.positions(sprout.region.rows)
        y = frame["y"].to_numpy()[rows]
        w = frame["w"].to_numpy()[rows] if weights else np.ones(len(rows))
        train = sprout.region.train
        assert train.impurity == pytest.approx(error(y, w) / w.sum(), rel=1e-12)
        assert inducer.dataset.target.centre + train.stats[3] == pytest.approx(median(y, w))
        if sprout.split is None:
            continue
        splits += 1
        parts = [np.array(p) for p in send(frame, inducer.dataset, sprout.split, rows.tolist())]
        all_y, all_w = frame["y"].to_numpy(), frame["w"].to_numpy() if weights else np.ones(40)
        kept = sum(error(all_y[part], all_w[part]) for part in parts)
        gain = (error(y, w) - kept) / w.sum()
        assert sprout.gain == pytest.approx(gain, rel=1e-9)
        assert gain == pytest.approx(best_by_hand(frame, rows, names), rel=1e-9)
    assert splits >= 5


def test_a_tree_is_scikit_learns_and_predicts_medians():
    frame = random_frame(8, 80, classes=0, nominal=0)[["a", "b", "y"]]
    frame["y"] += np.random.default_rng(0).normal(size=80) / 997  # no ties among medians
    tree = tw.DecisionTree(frame, target="y", max_depth=3, min_samples_leaf=5, **BY)
    rival = DecisionTreeRegressor(criterion="absolute_error", max_depth=3, min_samples_leaf=5)
    rival.fit(frame[["a", "b"]], frame["y"])
    assert tree.predict(frame) == pytest.approx(rival.predict(frame[["a", "b"]]), rel=1e-12)
    mae = np.abs(frame["y"] - frame["y"].median()).mean()
    assert tree.root.impurity == pytest.approx(mae, rel=1e-12)
    assert tree.root.prediction == pytest.approx(frame["y"].median(), rel=1e-12)
    off = frame["y"].to_numpy() - tree.predict(frame)
    leaves = tree.frame().query("is_leaf")
    squares = (leaves["n"] * leaves["error"] ** 2).sum()
    assert squares == pytest.approx((off**2).sum(), rel=1e-9)
    assert "median" in str(tree)


def test_by_hand_and_by_another_criterion_the_figures_stay_absolute():
    frame = random_frame(8, 80, classes=0)
    tree = tw.DecisionTree(frame, target="y", grow=False, validation=0.3, **BY)
    tree.split(0, column="a", threshold=2.5)
    y = frame["y"].to_numpy()
    where = np.asarray(tree.rows(0).index)
    side = frame["a"].to_numpy()[where] <= 2.5
    part = y[where]
    kept = error(part[side], np.ones(side.sum())) + error(part[~side], np.ones((~side).sum()))
    expected = (error(part, np.ones(len(part))) - kept) / len(part)
    assert tree.root.gain == pytest.approx(expected, rel=1e-9)
    tree.grow(1, criterion="squared_error")
    for node in tree.frame().query("n > 0").index:
        rows = y[np.asarray(tree.rows(node).index)]
        assert tree.node(node).impurity == pytest.approx(np.abs(rows - np.median(rows)).mean())
    assert tree.cross_validate(folds=3) is not None
    assert "squared_error_gain" in tree.profile(0, "a")


def test_columns_of_many_levels_say_that_not_all_was_tried():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.integers(0, 15, 200).astype(str), "y": rng.normal(size=200)})
    inducer = inducer_of(frame, **BY)
    assert "order of their means" in inducer.best(inducer.root()).reason


@pytest.mark.parametrize("missing", ["surrogate", "fractional"])
def test_what_sums_would_have_to_tell_is_refused(missing):
    frame = random_frame(8, 40, classes=0, missing=0.1)
    with pytest.raises(InvalidValueError, match="sums do not tell absolute errors"):
        tw.DecisionTree(frame, target="y", missing=missing, **BY)


def test_rows_that_all_weigh_as_much_gain_what_they_gain_unweighed():
    rows = pd.DataFrame({"x": [1, 2, 3, 4, 5], "y": [0.0, 4.0, 1.0, 9.0, 7.0]})
    plain, heavy = (
        tw.DecisionTree(rows, target="y", weights=weights, grow=False, **BY).candidates(0)
        for weights in (None, np.full(5, 4.0))
    )
    assert plain["gain"].tolist() == heavy["gain"].tolist() == [pytest.approx(1.8)]


def test_shares_of_rows_weigh_in_medians():
    """A quarter of the last row lies on the left, where it gains as much as a whole one by z."""
    rows = pd.DataFrame(
        {
            "z": [0, 0, 0, 0, 0, 0, 0, 0, 1],
            "u": [0, 1, 0, 0, 0, 0, 0, 0, 1],
            "x": [1, 1, 2, 2, 2, 2, 2, 2, None],
            "y": [0.0, 30.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 60.0],
        }
    )
    tree = tw.DecisionTree(rows, target="y", missing="fractional", grow=False)
    tree.split(0, "x", threshold=1)
    tree.grow(1, levels=1, missing="learned", **BY)
    assert str(tree.node(1).split) == "u <= 0.5"
