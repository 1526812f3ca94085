"""Cells the tests' notebooks are made of."""

from __future__ import annotations

PENGUINS = """
from importlib.resources import files

import pandas as pd
import treewidget as tw

# As load_penguins has it, whose import takes every kernel longer than all the rest.
penguins = pd.read_csv(files("sklego") / "data" / "penguins.zip")
tree = tw.DecisionTree(
    penguins, target="sex", validation=0.3, max_depth=3, min_samples_leaf=8
)
"""
"""A tree of real data: numbers, categories, missing values; 13 or so nodes."""

VIEW = """
view = tree.widget()
view
"""
"""A view whose traits the tests can ask for, in the variable `view`."""

SLOW = """
import os

os.environ["TREEWIDGET_ENGINE"] = "numpy"  # the compiled kernel is done before anybody can cancel
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(0)
frame = pd.DataFrame(rng.normal(size=(30_000, 12))).add_prefix("x")
frame["y"] = rng.integers(0, 2, len(frame)).astype(bool)
tree = tw.DecisionTree(frame, target="y", grow=False)
"""
"""A tree that takes long to grow: noise, which no depth explains."""
