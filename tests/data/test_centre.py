"""Sums about a centre keep what the rows say: zeros stay zeros, far values take no digits."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from treewidget.data.centre import centre_of

VALUES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60)


@given(VALUES, st.integers(0, 2**32 - 1))
def test_a_centre_is_within_what_values_differ_by(values, seed):
    values = np.array(values)
    weights = np.random.default_rng(seed).uniform(0, 2, len(values)) + 1e-9
    mean = np.average(values, weights=weights)
    deviation = np.sqrt(np.average(np.square(values - mean), weights=weights))
    room = deviation + np.median(np.abs(values - np.median(values))) / 16 + 1e-9 * abs(mean)
    subnormal = np.finfo(float).tiny  # of which a product with a weight has few digits left
    assert abs(centre_of(values, weights) - mean) <= room * (1 + 1e-9) + subnormal


def test_values_that_weigh_nothing_do_not_decide():
    values, weights = np.array([1e9] * 5 + [1.0, 2.0]), np.array([1e-12] * 5 + [1.0, 1.0])
    assert centre_of(values, weights) == pytest.approx(1.5, abs=0.1)


@pytest.mark.parametrize("cut", [0.3, -0.7])
@pytest.mark.parametrize("seed", range(8))
def test_a_leaf_of_zeros_predicts_zero(seed, cut):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=300)
    y = np.where(x > cut, np.round(100 + rng.gamma(2, 5, 300), 2), 0.0)
    frame = pd.DataFrame({"x": x, "y": y})
    found = tw.DecisionTree(frame, "y", max_depth=1).predict(frame)
    assert np.array_equal(found == 0, y == 0)
    assert (found >= 0).all()


@pytest.mark.parametrize("far", [-3.4028235e38, 9.96921e36, 1e18, -1e12])
def test_a_value_for_none_leaves_the_others_their_figures(far):
    x = np.arange(60.0)
    y = np.where(x < 5, far, x % 10)
    frame = pd.DataFrame({"x": x, "z": x % 10, "y": y})
    tree = tw.DecisionTree(frame, "y", max_depth=2)
    (rest,) = (tree.node(child) for child in tree.root.children if tree.node(child).n == 55)
    assert rest.prediction == pytest.approx(y[5:].mean(), rel=1e-12)
    assert rest.impurity == pytest.approx(y[5:].var(), rel=1e-9)
    assert rest.split is not None
