"""Which thresholds are tried, and where they are put."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.induction.search.midway import cut_below

METHODS = ("cart", "acls")
NUMBERS = ["a", "b", "day", "y"]


def best(frame, method="cart", **options):
    tree = tw.DecisionTree(frame, "y", method=method, max_depth=1, **options)
    return tree, tree.candidates(0).set_index("column").gain


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_best_cut_is_where_a_class_changes(method, criterion):
    # Fayyad and Irani 1992; with missing values on the learned side it holds as well
    for seed in range(8):
        gaps = 0.2 if method == "cart" and seed % 2 else 0.0
        frame = random_frame(seed, classes=2 + seed % 3, missing=gaps, weights=seed % 3 == 0)
        given = {"criterion": criterion, "weights": "w" if "w" in frame else None}
        every, gains = best(frame, method, **given)
        changes, same = best(frame, method, breakpoints="class-change", **given)
        assert same.to_numpy() == pytest.approx(gains.to_numpy(), rel=1e-12, abs=0, nan_ok=True)
        assert str(changes.root.split) == str(every.root.split)


@pytest.mark.parametrize("method", METHODS)
def test_under_limits_the_first_and_last_admissible_cut_are_tried_too(method):
    # one class up to 5, the other above: the only change leaves too few rows on the right
    frame = pd.DataFrame({"x": np.arange(8.0), "y": [*"aaaaaaab"]})
    tree, gains = best(frame, method, breakpoints="class-change", min_samples_leaf=3)
    assert tree.root.split.thresholds == (4.5,)
    _, same = best(frame, method, min_samples_leaf=3)
    assert gains["x"] == same["x"]


@pytest.mark.parametrize("method", METHODS)
def test_values_that_hold_several_classes_are_a_change(method):
    # by neighbouring rows there is a change within the ties of 1, by values there are two
    frame = pd.DataFrame({"x": [0.0, 0, 1, 1, 2, 2], "y": [*"aaabbb"]})
    tree, _ = best(frame, method, breakpoints="class-change")
    assert tree.root.split.thresholds == (0.5,)


@pytest.mark.parametrize("method", METHODS)
def test_quartiles_are_those_of_numpy(method):
    for seed in range(6):
        frame = random_frame(seed, n=37, nominal=1)[NUMBERS]
        tree, _ = best(frame.drop(columns="day"), method, breakpoints="quartiles")
        column = tree.root.split.column
        values = np.quantile(frame[column], [0.25, 0.5, 0.75])
        assert tree.root.split.thresholds[0] == pytest.approx(float(values[_place(tree, values)]))


def _place(tree, values):
    return int(np.abs(values - tree.root.split.thresholds[0]).argmin())


def test_only_quartiles_are_tried():
    frame = pd.DataFrame({"x": np.arange(9.0), "y": [*"abbbbbbbb"]})
    tree, _ = best(frame, "acls", breakpoints="quartiles")
    assert tree.root.split.thresholds == (2.0,)  # not 0.5
    assert best(frame, "acls")[0].root.split.thresholds == (0.5,)


def test_equal_quartiles_are_one_and_an_empty_side_is_none():
    frame = pd.DataFrame({"x": [1.0] * 7 + [2.0], "y": [*"abababab"]})
    inducer = inducer_of(frame, breakpoints="quartiles")
    assert inducer.best(inducer.root()).split.cuts[0].value == 1.0  # all three lie there
    frame["x"] = [1.0] + [2.0] * 7
    inducer = inducer_of(frame, breakpoints="quartiles")
    assert inducer.best(inducer.root()) is None  # they leave nothing on the right


@pytest.mark.parametrize(
    ("values", "cuts"),
    [
        (pd.date_range("2024-01-01", periods=8, tz="UTC"), "2024-01-0"),
        (pd.Categorical([*"aabbccdd"], categories=[*"abcd"], ordered=True), "b"),
        (pd.array([1, 3, 5, 7, 9, 11, 13, 2**62], dtype="int64"), "8"),
    ],
)
def test_quartiles_of_other_kinds_lie_where_values_can(values, cuts):
    frame = pd.DataFrame({"x": values, "y": [*"aaaabbbb"]})
    tree, _ = best(frame, "acls", breakpoints="quartiles")
    assert str(tree.root.split).startswith(f"x <= {cuts}")
    assert [tree.node(child).n for child in tree.root.children] == [4, 4]


@pytest.mark.parametrize("method", METHODS)
def test_a_data_value_is_the_largest_of_all_training_rows(method):
    # 30 occurs in the training rows, but not at node 2; 31 only among the validation rows
    frame = pd.DataFrame({"k": [*"uuuuvvvv"], "x": [20.0, 22, 34, 36, 30, 30, 30, 30]})
    frame["y"] = [*"aabbcccc"]
    held = pd.DataFrame({"k": ["u"], "x": [28.5], "y": ["a"]})
    given = {"method": method, "cut": "data_value"}
    tree = tw.DecisionTree(frame, "y", validation=held, **given)
    cuts = {node.split.thresholds[0] for node in map(tree.node, tree.frame().index)
            if node.split and node.split.thresholds}  # fmt: skip
    assert cuts == {22.0}  # the middle is 28: nothing known lies between 22 and it
    frame.loc[4, "x"] = 27.0
    tree = tw.DecisionTree(frame, "y", validation=held, **given)
    inner = [node.split for node in map(tree.node, tree.frame().index) if node.split]
    assert {split.thresholds[0] for split in inner if split.thresholds} == {27.0}


@pytest.mark.parametrize("options", [{}, {"missing": "fractional"}, {"missing": "surrogate"}])
def test_a_cut_put_elsewhere_parts_the_rows_as_before(options):
    for seed in range(6):
        frame = random_frame(seed, missing=0.15, classes=3).drop(columns="day")
        plain = tw.DecisionTree(frame, "y", **options)
        moved = tw.DecisionTree(frame, "y", cut="data_value", **options)
        known = {name: set(frame[name].dropna()) for name in ("a", "b")}
        assert list(moved.frame().n) == list(plain.frame().n)
        for node in map(moved.node, moved.frame().index):
            if node.split and node.split.thresholds:
                assert node.split.thresholds[0] in known[node.split.column]


@pytest.mark.parametrize("missing", ["learned", "fractional", "surrogate"])
def test_a_cut_put_elsewhere_is_listed_where_it_is_made(missing):
    frame = random_frame(1, missing=0.15, classes=3)
    tree = tw.DecisionTree(frame, "y", missing=missing, cut="data_value", grow=False)
    listed = tree.candidates(0).set_index("column")["cut"]
    for column in NUMBERS[:3]:
        tree.split(0, column, replace=True)
        assert listed[column] == tree.root.split.text


def test_class_changes_need_classes():
    frame = pd.DataFrame({"x": np.arange(9.0), "y": np.arange(9.0) / 7})
    with pytest.raises(tw.TreeWidgetError, match=r"for regression .*there is 'every', 'quartiles'"):
        tw.DecisionTree(frame, "y", breakpoints="class-change")
    tree = tw.DecisionTree(frame, "y", breakpoints="quartiles", max_depth=1)
    assert tree.root.split.thresholds == (4.0,)


def test_under_limits_a_node_in_which_nothing_is_known_is_a_leaf():
    frame = pd.DataFrame({"x": [1.0] * 3 + [None] * 4, "y": list("aaaabab")})
    tree = tw.DecisionTree(frame, "y", breakpoints="class-change", min_samples_leaf=2)
    assert [node.n for node in map(tree.node, tree.frame().index)] == [7, 3, 4]


def test_values_nearer_than_the_slack_are_still_parted():
    frame = pd.DataFrame({"x": [1.0] * 5 + [1.0 + 1e-9] * 5 + [2.0], "y": ["a"] * 5 + ["b"] * 6})
    tree = tw.DecisionTree(frame, target="y", cut="data_value", max_depth=1)
    assert tree.frame()["n"].tolist() == [11, 5, 6]


def test_a_value_half_way_goes_right_where_rpart_sends_it():
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 5.0], "n": [2, 4, 6, 9], "y": list("abab")})
    frame["o"] = pd.Categorical.from_codes([0, 1, 2, 3], list("wxyz"), ordered=True)
    dataset = inducer_of(frame).dataset
    place = {column.name: at for at, column in enumerate(dataset.columns)}
    for name, low, high, rank in (("x", 0, 2, 0), ("n", 0, 2, 0), ("x", 0, 1, 0), ("x", 0, 3, 1)):
        column = dataset.columns[place[name]]
        cut = cut_below(dataset, place[name], low, high)
        assert column.rank_of(cut) == rank
        assert float(cut.value) == pytest.approx(float(column.midpoint(low, high).value), rel=1e-15)
    assert cut_below(dataset, place["o"], 0, 3).value == 1
    assert cut_below(dataset, place["o"], 0, 2).value == 1


@pytest.mark.parametrize("zero", [2**53, 2**60, -(2**62), 2**63 - 8, 2**63])
def test_a_value_half_way_between_whole_numbers_of_any_size(zero):
    whole = np.array([zero + step for step in (1, 2, 3, 7)])
    dataset = inducer_of(pd.DataFrame({"n": whole, "y": list("abab")})).dataset
    column = dataset.columns[0]
    for low, high, rank in ((0, 2, 0), (1, 2, 1), (0, 3, 2), (2, 3, 2)):
        assert column.rank_of(cut_below(dataset, 0, low, high)) == rank
    assert cut_below(dataset, 0, 0, 2).value == zero + 1
