"""Predictions agree with the tree's own rows, and new rows go where the splits send them."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import r2_score

import treewidget as tw

from .frames import mixed, priced


def test_training_rows_end_in_the_leaves_that_hold_them(large):
    for which in ("train", "validation"):
        rows = large.rows(0, which)
        leaf = pd.Series(large.apply(rows), index=rows.index)
        for node, members in leaf.groupby(leaf):
            assert large.node(node).is_leaf
            assert sorted(members.index) == sorted(large.rows(node, which).index)


def test_predictions_are_the_leaves_predictions_in_the_targets_own_dtype(large):
    rows = large.rows(0)
    expected = [large.node(leaf).prediction for leaf in large.apply(rows)]
    found = large.predict(rows)
    assert found.tolist() == expected
    assert (found == rows["kind"]).mean() == pytest.approx(large.score())


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([3, 5, 3, 5], np.int64),
        ([True, False, True, False], np.bool_),
        (pd.array([3, 5, 3, 5], dtype="Int64"), np.int64),
        (pd.Categorical(["x", "y", "x", "y"]), object),
    ],
)
def test_classes_come_back_as_they_went_in(values, dtype):
    frame = pd.DataFrame({"x": [1, 2, 1, 2], "y": values})
    tree = tw.DecisionTree(frame, target="y")
    found = tree.predict(frame)
    assert found.dtype == dtype or dtype is object
    assert found.tolist() == frame["y"].tolist()


def test_laplace_counts_one_more_of_each_class(large):
    rows = large.rows(0)
    frame = large.frame().filter(regex="^count:").loc[large.apply(rows)]
    expected = (frame + 1).div(frame.sum(axis=1) + frame.shape[1], axis=0)
    assert large.predict_proba(rows, laplace=True) == pytest.approx(expected.to_numpy())
    with pytest.raises(tw.TreeWidgetError, match="laplace=2 must be True or False"):
        large.predict_proba(rows, laplace=2)


def test_probabilities_are_shares_of_the_leaf(large):
    large.prune(0)
    shares = large.predict_proba(large.rows(0))
    counts = large.node(0).counts
    assert shares.shape == (len(large.rows(0)), len(large.classes))
    assert shares[0].tolist() == pytest.approx((counts / counts.sum()).tolist())
    assert list(counts.index) == list(large.classes)


def test_regression_predicts_means_and_has_no_probabilities():
    frame = priced()
    tree = tw.DecisionTree(frame, target="price", max_depth=2)
    leaf = tree.apply(frame)
    assert tree.predict(frame) == pytest.approx(
        frame.groupby(leaf)["price"].transform("mean").to_numpy()
    )
    with pytest.raises(tw.InvalidValueError, match=r"predict_proba\(\) needs classes"):
        tree.predict_proba(frame)
    with pytest.raises(tw.InvalidValueError, match=r"confusion\(\) needs classes"):
        tree.confusion()


def test_unseen_levels_and_missing_values_go_where_the_split_sends_missing_rows():
    frame = mixed(200)
    tree = tw.DecisionTree(frame, target="kind", grow=False)
    tree.split(0, "colour", groups=[["red", "green"], ["blue", "white"]], missing=0)
    new = frame.head(3).assign(colour=["violet", None, "blue"])
    assert tree.apply(new).tolist() == [1, 1, 2]
    tree.split(
        0, "colour", groups=[["red", "green"], ["blue", "white"]], missing="own", replace=True
    )
    assert tree.apply(new).tolist() == [*[tree.node(0).children[2]] * 2, tree.node(0).children[1]]


def test_a_threshold_belongs_to_the_lower_side():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0], "y": list("aabb")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "x", threshold=2.5)
    new = pd.DataFrame({"x": [2.5, np.nextafter(2.5, 3), -np.inf]})
    with pytest.raises(tw.InvalidValueError, match="infinite"):
        tree.apply(new)
    assert tree.apply(new.head(2)).tolist() == [1, 2]


def test_missing_columns_are_all_named(large):
    rows = large.rows(0).drop(columns=["colour", "day"])
    with pytest.raises(tw.UnknownNameError, match="lacks 'colour', 'day'"):
        large.predict(rows)
    for call in (large.predict_proba, large.apply):
        with pytest.raises(KeyError):
            call(rows)


def test_a_frame_of_other_types_is_refused(large):
    rows = large.rows(0)
    with pytest.raises(tw.WrongTypeError, match="column 'number'"):
        large.predict(rows.assign(number="three"))
    with pytest.raises(TypeError, match="ndarray"):
        large.predict(rows.to_numpy())


def test_no_rows_give_no_predictions(large):
    none = large.rows(0).head(0)
    assert len(large.predict(none)) == len(large.apply(none)) == 0
    assert large.predict_proba(none).shape == (0, len(large.classes))


def test_classes_may_hold_half_a_surrogate_pair():
    halves = np.array(["\ud800", "x"] * 10, dtype=object)
    data = pd.DataFrame({"place": range(20)})
    declared = pd.Categorical.from_codes([0, 1] * 10, pd.Index(["\ud800", "x"], dtype=object))
    for target in (halves, declared):
        tree = tw.DecisionTree(data, target=target)
        assert tree.predict(data).tolist() == halves.tolist()
        assert tree.path({"place": 0})["prediction"].iloc[-1] == "\ud800"
        assert set(tree.to_ruleset().frame()["prediction"]) <= {"\ud800", "x"}


# ---------------------------------------------------------------- figures


def test_scores_are_those_of_the_predictions():
    frame = mixed(300, seed=5)
    weights = np.random.default_rng(0).integers(1, 4, 300) / 2
    tree = tw.DecisionTree(
        frame.assign(w=weights), target="kind", weights="w", validation=0.3, max_depth=3
    )
    for on in ("train", "validation"):
        rows = tree.rows(0, on)
        right = tree.predict(rows) == rows["kind"]
        assert tree.score(on) == pytest.approx(np.average(right, weights=rows["w"]))
        table = tree.confusion(on)
        assert np.trace(table) / table.to_numpy().sum() == pytest.approx(tree.score(on))
        assert table.loc["a", "b"] == pytest.approx(
            rows["w"][(rows["kind"] == "a") & (tree.predict(rows) == "b")].sum()
        )


def test_r2_of_a_regression():
    frame = priced(100).assign(w=np.random.default_rng(0).integers(1, 4, 100) / 2)
    tree = tw.DecisionTree(frame, target="price", weights="w", max_depth=2, validation=0.3)
    for on in ("train", "validation"):
        rows = tree.rows(0, on)
        said = tree.predict(rows)
        assert tree.score(on) == pytest.approx(
            r2_score(rows["price"], said, sample_weight=rows["w"])
        )


def test_r2_is_of_the_differences_however_far_from_0_the_target_lies():
    x = np.tile([0.0, 1.0], 500)
    y = np.arange(1000) % 5 < 2 + x
    for base in (0.0, 1e15, -3e15):
        frame = pd.DataFrame({"x": x, "y": base + y})
        tree = tw.DecisionTree(frame, "y")
        assert tree.score() == pytest.approx(exact_r2(frame["y"], tree.predict(frame)))


def exact_r2(actual, told):
    """Return R2, reckoned in fractions."""
    actual, told = ([Fraction(float(value)) for value in values] for values in (actual, told))
    mean = sum(actual) / len(actual)
    lost = sum((one - other) ** 2 for one, other in zip(actual, told, strict=True))
    return float(1 - lost / sum((one - mean) ** 2 for one in actual))


def test_r2_among_rows_of_one_value_is_1_where_it_is_said_and_else_0():
    frame = pd.DataFrame({"x": range(9), "y": [0.1] * 6 + [0.3, 0.7, 0.9]})
    for x, r2 in ((1, 1.0), (7, 0.0)):  # of three, whose mean is not quite 0.1
        held = pd.DataFrame({"x": [x] * 3, "y": [0.1] * 3})
        assert tw.DecisionTree(frame, "y", validation=held).score("validation") == r2


def test_the_test_rows_are_sealed_and_each_look_is_counted():
    frame = mixed(200)
    tree = tw.DecisionTree(frame, target="kind", test=0.25)
    assert tree.test_looks == 0
    with pytest.raises(tw.RefusedError, match="sealed"):
        tree.rows(0, "test")
    held = frame.drop(index=tree.rows(0).index)
    right = (tree.predict(held) == held["kind"]).mean()
    assert tree.score(on="test") == pytest.approx(right)
    assert tree.test_looks == 1
    assert tree.confusion(on="test").to_numpy().sum() == len(held)
    assert tree.test_looks == 2
    tree.score(on="train")
    assert tree.test_looks == 2


def test_parts_that_are_not_there_are_refused(tree):
    with pytest.raises(
        tw.RefusedError, match="no validation rows: build the tree with validation="
    ):
        tree.score("validation")
    with pytest.raises(tw.UnknownNameError, match=r"no part 'tset': one of train$"):
        tree.score("tset")
    held = tw.DecisionTree(mixed(60), target="kind", validation=0.3, test=0.2)
    with pytest.raises(tw.UnknownNameError, match=r"\(did you mean 'test'\?\): one of train, val"):
        held.score("tset")
    with pytest.raises(tw.UnknownNameError, match=r"no part 'tset': one of train, validation$"):
        held.rows(0, "tset")
    with pytest.raises(tw.RefusedError, match="sealed"):
        tree.rows(0, "test")
    with pytest.raises(tw.RefusedError, match="no validation rows"):
        tree.rows(0, "validation")


def test_importance_is_scikit_learns():
    tree_module = pytest.importorskip("sklearn.tree")
    frame = priced(150).drop(columns="town").dropna()
    tree = tw.DecisionTree(frame, target="price", max_depth=4)
    model = tree_module.DecisionTreeRegressor(max_depth=4, random_state=0)
    model.fit(frame[["rooms", "area"]], frame["price"])
    assert tree.importance().tolist() == pytest.approx(
        model.feature_importances_.tolist(), rel=1e-6
    )
    bare = tw.DecisionTree(frame, target="price", grow=False).importance()
    assert (bare.dtype, bare.tolist()) == (np.float64, [0.0, 0.0])
