"""What looking ahead may not part: limits and a method's rules hold at every level."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.induction.splits import ThresholdSplit
from treewidget.induction.winnowing import among


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("c4.5", {"min_cases": 3}),
        ("cart", {"missing": "fractional", "min_samples_leaf": 3}),
        ("cart", {"missing": "surrogate", "min_samples_leaf": 3}),
    ],
)
def test_limits_hold_among_known_rows_where_the_others_are_not_parted(method, options):
    tried = 0
    for seed in range(44, 54):
        frame = random_frame(seed, 24, missing=0.5, nominal=1).drop(columns="day")
        tree = tw.DecisionTree(frame, "y", method=method, lookahead=2, grow=False, **options)
        inducer = tree.workspace.inducer
        for one in inducer.candidates(inducer.root()):
            if isinstance(one.split, ThresholdSplit):
                values, cut = frame.iloc[:, one.column], one.split.cuts[0].value
                assert min((values <= cut).sum(), (values > cut).sum()) >= 3
                tried += 1
    assert tried >= 8


def test_c45_asks_of_a_side_above_the_last_level_what_it_asks_at_that():
    heeded = 0
    for seed in range(6):
        rng = np.random.default_rng(seed)
        near = 1.0 + rng.integers(0, 9, 160) * 4e-6  # numbers that differ by less than 1e-5 are one
        frame = pd.DataFrame({"a": rng.normal(size=160), "near": near, "far": near * 1e6})
        frame.loc[rng.random(160) < 0.25, "a"] = np.nan
        frame["y"] = np.where((frame["a"] > 1.7) ^ (frame["far"] > 1000020), "p", "q")
        tree = tw.DecisionTree(frame, "y", method="c4.5", lookahead=2, grow=False)
        inducer = tree.workspace.inducer
        alone = among(inducer, [0])  # as winnowing has it
        found = inducer.candidates(inducer.root()) + alone.candidates(alone.root())
        for one in found:
            if one.split is None:
                continue
            values, cut = frame.iloc[:, one.column].dropna(), one.split.cuts[0].value
            sides = (values <= cut).sum(), (values > cut).sum()
            assert min(sides) >= 0.1 * len(values) / 2
            assert values[values > cut].min() - values[values <= cut].max() > 1e-5
            heeded += one.column == 0
    assert heeded == 12
