"""Splits that part rows alike gain the same whatever their classes weigh: the first is taken."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

ROWS = 60_000
"""Sums of so many equal weights were off by more than equals are told apart by."""


@pytest.mark.parametrize(
    "options",
    [
        {"class_weight": "balanced"},
        {"class_weight": "balanced", "criterion": "entropy"},
        {"class_weight": {"low": 0.3, "high": 1.7}},
        {"losses": {"low": {"middle": 3.3}, "middle": {"high": 1.7}}},
        {"priors": {"low": 0.2, "middle": 0.5, "high": 0.3}},
    ],
    ids=str,
)
def test_of_columns_that_part_rows_alike_the_first_is_taken(options):
    rng = np.random.default_rng(4)
    x = rng.normal(size=(ROWS, 3))
    z = x @ [1.0, 0.5, -0.3] + rng.normal(0, 2, ROWS)
    columns = {f"{name}{i}": way * x[:, i] for name, way in (("a", 1), ("b", -1)) for i in range(3)}
    classes = np.array(["low", "middle", "high"])[(z > 0.7) * 1 + (z > 2)]
    tree = tw.DecisionTree(pd.DataFrame({**columns, "y": classes}), "y", max_depth=9, **options)
    names = [split[:1] for split in tree.frame()["split"].dropna()]
    assert names == ["a"] * len(names)
    assert len(names) > 300
