"""Trees small enough to know by heart."""

import pandas as pd
import pytest

import treewidget as tw

from . import frames
from .frames import mixed


@pytest.fixture
def patients():
    return frames.patients()


@pytest.fixture
def tree(patients):
    """Return a tree: 0 age <= 40.5 (1 leaf, 2 smokes in {no} (3 leaf, 4 leaf))."""
    return tw.DecisionTree(patients, target="ill")


@pytest.fixture
def large():
    """Return a tree of some depth over columns of every kind, with validation rows."""
    return tw.DecisionTree(mixed(300, seed=3), target="kind", validation=0.25)


@pytest.fixture
def ladder():
    """Return a tree whose nodes are few and far from pure: x cut in four, by hand."""
    frame = pd.DataFrame({"x": range(16), "z": [0, 1] * 8, "y": list("aabbbabaabbaabab")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "x", threshold=7)
    tree.split(1, "x", threshold=3)
    tree.split(2, "x", threshold=11)
    return tree
