"""Splits made by hand: every refusal in words, and every completion of the missing rows' way."""

import re

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests import oracle
from tests.induction.frames import inducer_of, random_frame, send
from treewidget.errors import (
    InvalidValueError,
    RefusedError,
    TreeWidgetError,
    UnknownNameError,
    WrongTypeError,
)
from treewidget.induction import SubsetSplit, ThresholdSplit

RANGE = "(petal_length there runs from 1 to 6.9)"


@pytest.fixture
def inducer():
    frame = pd.DataFrame(
        {
            "petal_length": [1.0, 1.4, 4.0, 4.7, 5.1, 6.9, 1.2, 4.5],
            "age": [30.0, None, 41, 41, None, 55, 20, 61],
            "colour": pd.Categorical([*"rrggbbrg"], categories=[*"rgbw"]),
            "tint": [None, "u", "v", "v", "u", "v", None, "u"],
            "size": pd.Categorical([*"SSMMLLSM"], categories=[*"SML"], ordered=True),
            "y": [*"aabbccab"],
        }
    )
    return inducer_of(frame)


def cuts(inducer, column, *values):
    return tuple(inducer.dataset.columns[column].parse_cut(value) for value in values)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        (
            0,
            [7.2],
            ("threshold 7.2 leaves no rows on the right of node 4 " + RANGE),
        ),
        (
            0,
            [6.9],
            ("threshold 6.9 leaves no rows on the right of node 4 " + RANGE),
        ),
        (
            0,
            [0.5],
            ("threshold 0.5 leaves no rows on the left of node 4 " + RANGE),
        ),
        (0, [2.0, 2.0], "threshold 2 is given twice"),
        (0, [5.0, 2.0], "thresholds must ascend, and 2 comes after 5"),
        (
            0,
            [1.5, 2.5],
            ("thresholds 1.5 and 2.5 leave no rows between them at node 4 " + RANGE),
        ),
        (
            0,
            [2.0, 8.0],
            ("threshold 8 leaves no rows on the right of node 4 " + RANGE),
        ),
        (
            4,
            ["L"],
            "threshold L leaves no rows on the right of node 4 (size there runs from S to L)",
        ),
    ],
)
def test_thresholds_are_refused_in_words(inducer, column, values, message):
    with pytest.raises(InvalidValueError) as refused:
        inducer.forced(inducer.root(), column, cuts=cuts(inducer, column, *values), where="node 4")
    assert str(refused.value) == message


def test_a_refused_threshold_is_told_a_range_of_few_digits():
    frame = pd.DataFrame({"x": [1 / 3, 2 / 3, 1e2 / 3], "y": [*"aba"]})
    inducer = inducer_of(frame)
    with pytest.raises(InvalidValueError, match=r"x there runs from 0\.333334 to 33\.3333\)$"):
        inducer.forced(inducer.root(), 0, cuts=cuts(inducer, 0, 99), where="node 0")
    for end in (0.333334, 33.3333):  # both are in the range, and leave rows on either side
        assert inducer.forced(inducer.root(), 0, cuts=cuts(inducer, 0, end), where="node 0").split


def test_a_threshold_where_every_row_has_one_value(inducer):
    node = inducer.children(
        inducer.root(), inducer.forced(inducer.root(), 4, cuts=cuts(inducer, 4, "S")).split
    )[0]
    with pytest.raises(InvalidValueError, match=r"size is S in every row there"):
        inducer.forced(node, 4, cuts=cuts(inducer, 4, "S"), where="node 1")


@pytest.mark.parametrize(
    ("groups", "kind", "message"),
    [
        (((0,), (0, 1)), InvalidValueError, "'r' is in groups 1 and 2: a category goes to one"),
        (((0, 0), (1,)), InvalidValueError, "'r' is twice in group 1: a category goes to one"),
        (((0,), ()), InvalidValueError, "group 2 is empty"),
        ((), InvalidValueError, "no group of categories of colour is given"),
        (((0, 1, 2),), InvalidValueError, "group 1 holds every row of node 4"),
        (((0, 1), (3,)), InvalidValueError, "group 2 ('w') leaves no rows in its branch: colour"),
        (((0,), (9,)), UnknownNameError, "colour has no category number 9"),
        (((0,), (-1,)), UnknownNameError, "colour has no category number -1"),
    ],
)
def test_groups_are_refused_in_words(inducer, groups, kind, message):
    with pytest.raises(kind) as refused:
        inducer.forced(inducer.root(), 2, groups=groups, where="node 4")
    assert message in str(refused.value)
    assert isinstance(refused.value, TreeWidgetError)


def test_the_wrong_kind_of_split(inducer):
    root = inducer.root()
    with pytest.raises(WrongTypeError, match="petal_length is ordered: give a threshold"):
        inducer.forced(root, 0, groups=((0,), (1,)))
    with pytest.raises(WrongTypeError, match="colour has no order"):
        inducer.forced(root, 2, cuts=cuts(inducer, 0, 2.0))
    with pytest.raises(InvalidValueError, match="thresholds or groups, not both"):
        inducer.forced(root, 2, cuts=(), groups=((0,),))


@pytest.mark.parametrize(
    ("missing", "kind", "message"),
    [
        (2, InvalidValueError, "missing=2: the split has branches 0 to 1; 'own'"),
        (-1, InvalidValueError, "missing=-1: the split has branches 0 to 1"),
        (True, WrongTypeError, "missing=True must be a branch's position"),
        ("left", WrongTypeError, "missing='left' must be a branch's position"),
        (1.0, WrongTypeError, "missing=1.0 must be"),
    ],
)
def test_missing_is_refused_in_words(inducer, missing, kind, message):
    with pytest.raises(kind) as refused:
        inducer.forced(inducer.root(), 1, cuts=cuts(inducer, 1, 40), missing=missing)
    assert message in str(refused.value)


def test_a_branch_of_their_own_needs_missing_rows(inducer):
    with pytest.raises(
        RefusedError, match=r"no row of node 4 has petal_length missing: .* would be empty"
    ):
        inducer.forced(inducer.root(), 0, cuts=cuts(inducer, 0, 2.0), missing="own", where="node 4")
    with pytest.raises(RefusedError, match="would be empty"):
        inducer.forced(inducer.root(), 0, cuts=())


def test_a_single_known_branch_sends_missing_rows_away(inducer):
    root = inducer.root()
    assert inducer.forced(root, 1, cuts=()).split == ThresholdSplit(1, (), 1)
    assert inducer.forced(root, 1, cuts=(), missing="own").split == ThresholdSplit(1, (), 1)
    with pytest.raises(InvalidValueError, match="need a branch of their own"):
        inducer.forced(root, 1, cuts=(), missing=0)
    against_rest = inducer.forced(root, 2, groups=((1,),)).split
    assert against_rest == SubsetSplit(2, ((1,), (0, 2)), 1)
    assert [c.train.n for c in inducer.children(root, against_rest)] == [3, 5]


def test_every_value_missing_is_said(inducer):
    node = inducer.children(inducer.root(), inducer.forced(inducer.root(), 1, cuts=()).split)[1]
    with pytest.raises(RefusedError, match="age is missing in every row of node 2"):
        inducer.forced(node, 1, cuts=cuts(inducer, 1, 40), where="node 2")


def test_where_missing_rows_are_sent_by_hand(inducer):
    root, cut = inducer.root(), cuts(inducer, 1, 40)
    for missing, sizes in ((0, [4, 4]), (1, [2, 6]), ("own", [2, 4, 2])):
        split = inducer.forced(root, 1, cuts=cut, missing=missing).split
        assert [c.train.n for c in inducer.children(root, split)] == sizes
    split = inducer.forced(root, 3, groups=((0,), (1,)), missing="own").split
    assert split.missing == 2
    assert split.branches == 3


def test_neither_cut_nor_groups_is_the_columns_best(inducer):
    root = inducer.root()
    assert inducer.forced(root, 1).split == inducer.best_of(root, 1).split
    best = inducer.best_of(root, 2).split
    other = inducer.forced(root, 2, missing=1 - best.missing).split
    assert (other.groups, other.missing) == (best.groups, 1 - best.missing)


def test_unnamed_levels_go_with_the_missing_rows(inducer):
    root = inducer.root()
    split = inducer.forced(root, 2, groups=((2,), (0,)), missing=0).split
    assert split.groups == ((1, 2), (0,))
    assert [c.train.n for c in inducer.children(root, split)] == [5, 3]
    own = inducer.forced(root, 2, groups=((0,), (2,)), missing="own").split
    assert own.groups == ((0,), (2,), (1,))
    assert [c.train.n for c in inducer.children(root, own)] == [3, 2, 3]


LEVELS = pd.DataFrame({"c": [*"aabbccdd", None] * 5, "x": range(45), "y": list("uvuvvvuvu") * 5})


@pytest.mark.parametrize("gaps", [True, False])
@pytest.mark.parametrize(
    ("method", "missing"),
    [("cart", None), ("cart", 0), ("cart", "own"), ("chaid", None), ("acls", None)],
)
def test_rules_name_the_levels_that_a_hand_left_out(method, missing, gaps):
    frame = LEVELS if gaps else LEVELS.dropna()
    tree = tw.DecisionTree(frame, "y", method=method, grow=False)
    tree.split(0, "c", groups=[["a"], ["b"]], missing=missing)
    for child in tree.root.children:
        node = tree.node(child)
        said = re.fullmatch(r"(?:c in {(.*?)})?( \(or missing\))?(c is missing)?", node.rule)
        held = frame["c"].isin((said[1] or "").split(", ")).sum()
        lacking = frame["c"].isna().sum() if said[2] or said[3] else 0
        assert node.n == held + lacking


@pytest.mark.parametrize("missing", ["surrogate", "fractional"])
def test_rows_of_no_branch_are_not_called_missing(missing):
    tree = tw.DecisionTree(LEVELS, "y", missing=missing, grow=False)
    tree.split(0, "c", groups=[["a"], ["b"]])
    assert tree.root.missing_n == 5
    assert tree.root.missing_ways.startswith("25 of no branch")


def test_hand_made_splits_may_be_smaller_than_the_options_ask():
    inducer = inducer_of(random_frame(3, 40), min_samples_leaf=15)
    root = inducer.root()
    low = inducer.dataset.columns[1].keys[0]
    made = inducer.forced(root, 1, cuts=cuts(inducer, 1, low))
    assert min(c.train.n for c in inducer.children(root, made.split)) < 15
    assert made.gain >= 0


@pytest.mark.parametrize("seed", range(12))
def test_the_methods_way_is_the_branch_of_best_gain(seed):
    classes = (2, 3, 0)[seed % 3]
    frame = random_frame(seed, 40, classes=classes, missing=0.25, weights=True)
    inducer = inducer_of(frame, weights="w")
    data = oracle.Data(frame, "y", "w")
    rng, root = np.random.default_rng(seed), inducer.root()
    rows = range(len(frame))
    keys = inducer.dataset.columns[0].keys
    low, high = sorted(rng.choice(keys[:-1], 2, replace=False))
    for column, how in (
        (0, {"cuts": cuts(inducer, 0, low, high)}),
        (0, {"cuts": cuts(inducer, 0, low)}),
        (3, {"groups": ((0, 2), (3,))}),
    ):
        made = inducer.forced(root, column, **how).split
        count = len(how["cuts"]) + 1 if "cuts" in how else 2
        tried = [inducer.forced(root, column, **how, missing=b).split for b in range(count)]
        gains = [
            float(
                oracle.gain(data, send(frame, inducer.dataset, s, rows), inducer.options.criterion)
            )
            for s in tried
        ]
        assert gains[made.missing] == pytest.approx(max(gains), rel=1e-12)


def test_without_missing_rows_they_go_to_the_larger_child(inducer):
    root = inducer.root()
    assert inducer.forced(root, 0, cuts=cuts(inducer, 0, 1.1)).split.missing == 1
    assert inducer.forced(root, 0, cuts=cuts(inducer, 0, 5)).split.missing == 0
    assert inducer.forced(root, 0, cuts=cuts(inducer, 0, 1.1, 5)).split.missing == 1
    assert inducer.forced(root, 2, groups=((0,), (1,), (2,))).split.missing == 1


def test_missing_rows_go_where_absolute_errors_are_least():
    frame = random_frame(2, 40, classes=0, missing=0.3)
    frame["y"] **= 3
    inducer = inducer_of(frame, criterion="absolute_error")
    column, y = inducer.dataset.columns[0], frame["y"].to_numpy()
    codes, size = column.codes[:], len(column.keys)
    for ends in ((size // 4, size // 2), (0, size - 3), (size // 3, size - 2)):
        held = [codes <= ends[0], (codes > ends[0]) & (codes <= ends[1]), codes > ends[1]]
        errors = []
        for branch in range(3):
            parts = [here & (codes >= 0) for here in held]
            parts[branch] = parts[branch] | (codes < 0)
            errors.append(sum(np.abs(y[p] - np.median(y[p])).sum() for p in parts))
        by_hand = inducer.forced(inducer.root(), 0, cuts=cuts(inducer, 0, *column.keys[[*ends]]))
        assert errors[by_hand.split.missing] == pytest.approx(min(errors), rel=1e-12)


@pytest.mark.parametrize(
    ("criterion", "classes"),
    [("gini", 3), ("twoing", 3), ("chi2", 3), ("squared_error", 0), ("absolute_error", 0)],
)
@pytest.mark.parametrize("seed", range(9, 15))
def test_the_same_cut_by_hand_is_the_same_split(criterion, classes, seed):
    frame = random_frame(seed, 60, classes=classes, missing=0.2)
    inducer = inducer_of(frame, criterion=criterion)
    root = inducer.root()
    for best in inducer.candidates(root):
        split = best.split
        how = {"cuts": split.cuts} if hasattr(split, "cuts") else {"groups": split.groups}
        again = inducer.forced(root, best.column, **how)
        assert again.split == split
        assert again.gain == best.gain


def test_without_surrogates_they_go_to_the_first_branch_of_most_weight():
    frame = pd.DataFrame({"k": ["a", "b", "b", "c", None], "y": [*"pqpqp"]})
    tree = tw.DecisionTree(
        frame.assign(w=[0.3, 0.1, 0.2, 0.1, 1.0]),  # 0.1 + 0.2 is no more than 0.3
        "y",
        weights="w",
        missing="surrogate",
        grow=False,
    )
    tree.split(0, "k", groups=[["a"], ["b"], ["c"]])
    assert tree.root.split.missing == 0
