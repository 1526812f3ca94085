"""Folds: drawn in the shares of the classes, named by hand, or refused."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget.data import build_dataset
from treewidget.pruning.folds import fold_of_rows


def fold_counts(frame, folds, **options):
    dataset = build_dataset(frame, **options)
    fold = fold_of_rows(dataset, folds, 1)
    return fold, dataset


def test_folds_hold_every_class_in_its_share():
    fold, dataset = fold_counts(mixed(203, seed=2), 7, target="kind")
    table = pd.crosstab(dataset.target.codes[dataset.parts["train"]], fold)
    assert table.shape == (3, 7)
    assert (table.max(axis=1) - table.min(axis=1)).max() <= 1
    assert table.sum().max() - table.sum().min() <= 1


def test_folds_are_drawn_by_the_random_state():
    tree = tw.DecisionTree(mixed(90, seed=1), target="kind", max_depth=4)
    one, same, other = (tree.cross_validate(4, random_state=seed) for seed in (1, 1, 2))
    assert one.equals(same)
    assert not one["xerror"].equals(other["xerror"])


def test_folds_by_name_are_told_apart_whatever_they_are():
    tree = tw.DecisionTree(mixed(90, seed=1), target="kind")
    numbers = np.arange(90) % 3
    one = tree.cross_validate(folds=numbers)
    assert one.equals(tree.cross_validate(folds=pd.Series(numbers).map({0: "x", 1: "y", 2: "z"})))


def test_more_folds_than_the_smallest_class_warns():
    frame = mixed(60, seed=1)
    frame["kind"] = ["rare"] * 3 + ["often"] * 57
    tree = tw.DecisionTree(frame, target="kind")
    with pytest.warns(
        UserWarning, match="class 'rare' has 3 training rows, fewer than the 5"
    ) as said:
        tree.cross_validate(folds=5)
    assert [one.filename for one in said] == [__file__]
    with pytest.warns(UserWarning, match="class 'rare' has 3 training rows, fewer than the 4"):
        tree.cross_validate(folds=np.arange(60) % 4)
    tree.cross_validate(folds=3)  # no warning


def test_each_row_may_be_a_fold():
    tree = tw.DecisionTree(priced(12), target="price", max_depth=2)
    assert len(tree.cross_validate(folds=12)) > 1


REFUSED = [
    (1, ValueError, "folds=1 leaves nothing to train on: give 2 or more"),
    (61, ValueError, "folds=61 is more than the 60 training rows: give at most 60"),
    (True, TypeError, "folds=True is neither a number of folds nor"),
    ("five", TypeError, "folds='five' is neither"),
    (2.5, TypeError, "folds=2.5 is neither"),
    (None, TypeError, "folds=None is neither"),
    (np.zeros((60, 2)), TypeError, "is neither"),
    ([[1], [1, 2]] * 30, TypeError, "is neither"),
    (pd.Series([[1], [2]] * 30), TypeError, "is neither"),
    ([0, 1], ValueError, "names 2 folds for 60 rows of the frame: give one for each"),
    ([3] * 60, ValueError, "folds is 3 in every training row"),
    ([None, *[1] * 59], ValueError, r"missing in 1 training row \(first in row 100\)"),
]


@pytest.mark.parametrize(("folds", "kind", "text"), REFUSED)
def test_folds_that_cannot_be_are_refused(folds, kind, text):
    tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    with pytest.raises(tw.TreeWidgetError, match=text) as caught:
        tree.cross_validate(folds=folds)
    assert isinstance(caught.value, kind)
    assert "xerror" not in tree.pruning_path()
