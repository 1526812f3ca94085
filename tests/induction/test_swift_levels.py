"""Growth in one call over columns of names."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.swift_trees import (
    assert_same_growth,
    both,
)
from tests.thorough import examples
from treewidget import kernels

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


@pytest.mark.parametrize("levels", [300, 2000])
def test_nominal_columns_of_many_levels(levels, sorted_rows):
    sorted_rows(50)
    rng = np.random.default_rng(4)
    kind = rng.integers(0, levels, 3000)
    frame = pd.DataFrame({"kind": [f"k{k}" for k in kind], "x": rng.normal(size=3000)})
    frame["y"] = [f"c{int(v)}" for v in (kind % 7 + rng.normal(size=3000) > 3)]
    assert_same_growth(*both(frame, max_depth=6))


@examples(100)
@given(
    seed=st.integers(0, 2**31),
    rows=st.sampled_from([14, 30, 60, 200, 900]),
    levels=st.integers(11, 60),
    classes=st.integers(3, 9),
    weights=st.sampled_from([None, "w"]),
    kind=st.sampled_from(["chance", "signal", "alike"]),
)
def test_many_levels_of_several_classes(*, seed, rows, levels, classes, weights, kind):
    rng, turn = np.random.default_rng(seed), np.arange(rows)
    codes = rng.integers(levels, size=(rows, 2))
    drawn = {
        "chance": rng.integers(classes, size=rows),
        "signal": (codes[:, 0] + rng.integers(3, size=rows)) % classes,
        "alike": turn % classes,  # as many of each: every part of the spread is as large
    }[kind]
    if kind == "alike":
        codes[:, 0] = turn % (classes * (1 + levels // classes))
    frame = pd.DataFrame(codes, columns=["kind", "sort"]).astype(str)
    frame.loc[rng.random(rows) < rng.choice([0.0, 0.1]), "sort"] = None
    frame["x"], frame["y"] = rng.integers(0, 5, rows), drawn.astype(str)
    frame["w"] = rng.integers(0, 9, rows) / 4
    frame.loc[0, "w"] = 1.0
    options = {"min_samples_leaf": int(rng.choice([1, 1, 3]))}
    named = frame if weights else frame.drop(columns="w")
    assert_same_growth(*both(named, weights=weights, **options))


@pytest.mark.parametrize("others", [[], ["few"], ["few", "flat"]])
@pytest.mark.parametrize("classes", [2, 3, 0])
def test_a_nominal_column_before_others_that_end_at_their_bins(others, classes):
    rng = np.random.default_rng(11)
    frame = pd.DataFrame({"kind": rng.choice(list("abc"), size=2000)})
    frame["few"], frame["flat"] = rng.integers(3, size=2000), np.arange(2000) == 7
    drawn = (frame["kind"] == "b") + (frame["few"] > 1) * 0.3 + rng.normal(scale=0.2, size=2000)
    y = np.digitize(drawn, [0.4, 0.9][: classes - 1]).astype(str) if classes else drawn
    inducers = both(frame[["kind", *others]].assign(y=y), max_depth=3)
    assert_same_growth(*inducers)


@pytest.mark.one_in(5)
@pytest.mark.parametrize("options", [{}, {"criterion": "entropy"}, {"min_samples_leaf": 3}])
@pytest.mark.parametrize("rows", [0, 6])
def test_columns_whose_bins_are_their_values(options, rows, sorted_rows):
    sorted_rows(rows)
    rng = np.random.default_rng(12)
    frame = pd.DataFrame(
        {f"x{k}": rng.integers(0, k, 5000).astype(float) for k in (2, 3, 17, 60, 255)}
    )
    frame = frame.mask(rng.random(frame.shape) < 0.05)
    frame["kind"] = pd.Categorical(rng.choice(list("abcdef"), 5000))
    frame["many"] = rng.normal(size=5000)
    signal = (
        frame["x17"].fillna(8) / 17 + frame["kind"].isin(["a", "b"]) + rng.normal(size=5000) / 2
    )
    frame["y"] = np.where(signal > 1.2, "high", np.where(signal > 0.5, "middle", "low"))
    assert_same_growth(*both(frame, **options))
