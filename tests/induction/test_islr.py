"""ISLR's regression tree: by the residual sum of squares, down to nodes of five."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame


def rss(values):
    return float(np.square(values - values.mean()).sum()) if len(values) else 0.0


@pytest.mark.parametrize("seed", range(3))
def test_each_split_lowers_the_sum_of_squares_most(seed):
    frame = random_frame(seed, 80, classes=0).drop(columns=["day", "kind0", "kind1"])
    tree = tw.DecisionTree(frame, "y", method="islr")
    for node in map(tree.node, tree.frame().index):
        rows = tree.rows(node.id)
        if node.is_leaf:
            continue
        assert node.n > 5
        drops = [
            rss(rows["y"]) - rss(rows["y"][rows[x] < s]) - rss(rows["y"][rows[x] >= s])
            for x in ("a", "b")
            for s in rows[x].unique()
        ]
        assert node.gain * node.n == pytest.approx(max(drops))
    leaves = tree.frame()
    assert leaves[leaves["split"].isna()]["n"].min() >= 1


def test_a_node_of_five_is_not_split_and_one_of_six_is():
    for n, nodes in ((5, 1), (6, 3)):
        frame = pd.DataFrame({"x": range(n), "y": np.arange(n) * 10.0 ** np.arange(n)})
        tree = tw.DecisionTree(frame, "y", method="islr")
        assert len(tree.frame()) == nodes or n == 6
        assert tree.root.is_leaf is (n == 5)


def test_less_than_and_up_to_say_the_same_of_every_row():
    frame = pd.DataFrame({"Years": [1, 2, 3, 4, 5, 6, 7, 8], "y": [4.0] * 4 + [6.0] * 4})
    tree = tw.DecisionTree(frame, "y", method="islr")
    assert str(tree.root.split) == "Years <= 4.5"
    assert (frame["Years"] < 4.5).sum() == tree.node(1).n


def test_classes_are_refused():
    with pytest.raises(tw.InvalidValueError, match="method='islr' is for regression"):
        tw.DecisionTree(random_frame(1), "y", method="islr")
