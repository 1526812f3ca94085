"""Rows in sorted lists: how those are made, and what floats tell of them."""

import numpy as np
import pandas as pd
import pytest

from tests.induction.swift_trees import (
    assert_same_growth,
    both,
    grown_full,
    on_every_set,
    splits_of,
)
from treewidget import kernels
from treewidget.data import spacing

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


@pytest.mark.parametrize("rows", [15, 16, 17, 250, 1000, 1025, 4096, 4097])
@pytest.mark.parametrize("regression", [True, False])
def test_codes_that_differ_in_their_last_bits(rows, regression, monkeypatch):
    monkeypatch.setattr(spacing, "LEAST", 1)  # codes are places on a grid, up to 2**31 of them
    rng = np.random.default_rng(rows)
    places = np.stack([rng.permutation(rows) for _ in range(4)], axis=1)
    places[rng.random(rows) < 0.02] = places[0]
    far = np.array([0, 2**20, 2**29, 2**30 - 2**21])[places % 4]
    frame = pd.DataFrame(2**30 + far + places // [1, 1, 4, 4]).add_prefix("x").astype(float)
    frame["x2"] = frame["x2"].mask(rng.random(rows) < 0.2)
    columns = both(frame.assign(y=range(rows)))[1].dataset.columns
    assert all(isinstance(column.keys, spacing.SpacedKeys) for column in columns)
    y = places[:, 1] % 16 / 4 + places[:, 3] / rows + rng.normal(size=rows)
    frame["y"] = y if regression else np.where(y > np.median(y), "high", "low")
    plain, compiled = both(frame, max_depth=4)
    assert_same_growth(plain, compiled)
    assert len(on_every_set(grown_full, compiled, rows, -1)) == 1


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("centre", [0.0, 1e4])
def test_columns_that_floats_do_not_tell_apart(seed, centre):
    rng = np.random.default_rng(seed)
    y = np.sort(np.concatenate([rng.normal(-1, 0.1, 400), rng.normal(1, 0.1, 400)]))
    y[390:410] = np.linspace(-1e-5, 1e-5, 20)
    columns = {}
    for name in "abcdefghijkl":
        place = np.arange(800.0)
        low, high = rng.integers(390, 400), rng.integers(400, 410)
        place[[low, high]] = place[[high, low]]  # a cut in the middle gains a little less
        columns[name] = place
    frame = pd.DataFrame({**columns, "y": y + centre}).sample(frac=1, random_state=seed)
    assert_same_growth(*both(frame, max_depth=1))


def test_groups_of_rows_far_from_each_other():
    rng = np.random.default_rng(5)
    group = rng.integers(0, 4, 1000)
    frame = pd.DataFrame(rng.normal(size=(1000, 5))).add_prefix("x")
    frame["group"] = group.astype(float)
    frame["y"] = group * 1e7 + frame["x0"] + rng.normal(size=1000)
    frame.loc[rng.random(1000) < 0.1, "x0"] = np.nan
    slow, quick = map(splits_of, both(frame, max_depth=8))
    assert slow == quick


WEIGHTS = {
    "alike": lambda rng, n: 0.5 + rng.random(n),
    "whole": lambda rng, n: rng.integers(1, 4, n).astype(float),
    "far apart": lambda rng, n: np.exp(3 * rng.normal(size=n)),
    "few light": lambda rng, n: np.where(rng.random(n) < 0.05, 1.0, 300.0),
    "few without": lambda rng, n: np.where(rng.random(n) < 0.1, 0.0, 1 + rng.random(n)),
}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", WEIGHTS)
def test_few_rows_that_weigh(kind, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.choice([12, 40, 64, 150]))
    frame = pd.DataFrame(rng.normal(size=(n, 4))).add_prefix("x")
    frame["x1"] = frame["x1"].mask(rng.random(n) < 0.3)
    frame["x2"] = frame["x2"].round()
    frame["x3"] = -frame["x0"]
    frame["y"] = frame["x0"].round(1) + rng.normal(size=n).round(seed) + 10.0 ** (2 * seed)
    frame["w"] = WEIGHTS[kind](rng, n)
    given = {"weights": "w", "min_samples_leaf": 1 + seed % 2}
    plain, compiled = both(frame, **given)
    assert_same_growth(plain, compiled)
    assert len(on_every_set(grown_full, compiled, n, -1)) == 1
