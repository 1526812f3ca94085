"""Figures of nodes and trees, from statistics made up here."""

import numpy as np
import pytest

from treewidget.data import Target
from treewidget.induction.region import Figures, Region
from treewidget.induction.splits import Cut, ThresholdSplit
from treewidget.tree.node import Node
from treewidget.tree.sums import figures_of
from treewidget.tree.surveying import survey
from treewidget.tree.tree import Tree

CLASSES = Target("y", "classification", "", ("a", "b"), ("a", "b"))
NUMBERS = Target("y", "regression", "", centre=10.0)


def region(depth, stats, held=None, impurity=0.0):
    def figures(numbers):
        numbers = np.array(numbers, dtype=float)
        return Figures(int(numbers.sum()), float(numbers.sum()), numbers, impurity)

    return Region(depth, None, figures(stats), None, None if held is None else figures(held))


def stump(root, *leaves, **changes):
    split = ThresholdSplit(0, tuple(Cut(i, str(i)) for i in range(len(leaves) - 1)), 0)
    kids = tuple(Node(1 + i, leaf, **changes) for i, leaf in enumerate(leaves))
    return Tree(Node(0, root, split, 0.1, below=kids))


def test_a_branch_without_weight_predicts_what_its_parent_does():
    tree = stump(region(0, [1, 3]), region(1, [1, 3]), region(1, [0, 0]))
    figures = survey(tree, CLASSES)
    assert figures.prediction.tolist() == [1, 1, 1]
    assert figures.spread[2].tolist() == [1, 3]
    assert figures.stats[2].tolist() == [0, 0]
    assert figures.error.tolist() == [0.25, 0.25, 0.0]
    assert figures_of(tree, CLASSES).error == 0.25


def test_validation_errors_are_unknown_where_there_are_no_rows():
    tree = stump(region(0, [2, 2], [1, 1]), region(1, [2, 0], [1, 1]), region(1, [0, 2], [0, 0]))
    figures = survey(tree, CLASSES)
    assert figures.validation_error[:2].tolist() == [0.5, 0.5]
    assert np.isnan(figures.validation_error[2])
    assert figures_of(tree, CLASSES).validation_error == 0.5


def test_labels_decide_errors():
    tree = stump(region(0, [2, 2]), region(1, [2, 0]), region(1, [0, 2]), label=0)
    assert survey(tree, CLASSES).error.tolist() == [0.5, 0.0, 1.0]
    assert figures_of(tree, CLASSES).error == 0.5


def test_a_regression_has_the_root_of_its_mean_squared_error():
    def part(weight, mean, variance):
        stats = np.array([weight, weight * (mean - 10), 0.0])
        return Region(1, None, Figures(int(weight), weight, stats, variance))

    tree = stump(part(4.0, 12.0, 5.0), part(2.0, 14.0, 1.0), part(2.0, 10.0, 1.0))
    figures = survey(tree, NUMBERS)
    assert figures.prediction.tolist() == [12.0, 14.0, 10.0]
    assert figures.error.tolist() == pytest.approx([5.0**0.5, 1.0, 1.0])
    assert figures_of(tree, NUMBERS).error == pytest.approx(1.0)
    labelled = stump(part(4.0, 12.0, 5.0), part(2.0, 14.0, 1.0), part(2.0, 10.0, 1.0), label=11.0)
    assert survey(labelled, NUMBERS).error[1:].tolist() == pytest.approx([10**0.5, 2**0.5])
