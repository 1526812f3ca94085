"""Cells the tests' notebooks are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import nbformat

from . import probe

if TYPE_CHECKING:
    from pathlib import Path


def write_notebook(path: Path, *cells: str, kernel: str = "python3") -> None:
    """Write a notebook of a probe and these cells."""
    book = nbformat.v4.new_notebook()
    book.metadata.kernelspec = {"name": kernel, "display_name": kernel, "language": "python"}
    book.cells = [nbformat.v4.new_code_cell(text) for text in (probe.CELL, *cells)]
    nbformat.write(book, path)


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

CLASSES = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(0)
frame = pd.DataFrame(rng.normal(size=(3000, 5))).add_prefix("column")
score = frame.column0 + 0.6 * np.sin(3 * frame.column1) + 0.5 * frame.column2 * frame.column3
grades = [f"NAME {k}" for k in range(9)]
frame["grade"] = [grades[k] for k in pd.qcut(score, 9, labels=False)]
tree = tw.DecisionTree(frame, target="grade", max_leaf_nodes=LEAVES)
view = tree.widget(height=HEIGHT)
view
"""
"""Nine classes, of a NAME, to so many LEAVES, in a frame of a HEIGHT."""
