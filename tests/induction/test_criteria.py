"""Impurities and gains: published numbers, exact zeros, and digits that survive."""

from fractions import Fraction

import numpy as np
import pytest

from treewidget.induction.criteria import (
    branch_information,
    gain,
    gain_of_two,
    impurity,
    mean,
    recentred,
    weight_of,
)

# counts, entropy in bits (recomputed to 12 digits from the usual teaching examples)
ENTROPIES = [
    ((7, 3), 0.881290899231),
    ((1, 3), 0.811278124459),
    ((9, 5), 0.940285958671),
    ((49, 51), 0.999711442),
    ((13, 4), 0.787126586201),
    ((4, 0), 0.0),
]
# branches, information gain
GAINS = [
    (((2, 3), (4, 0), (3, 2)), 0.246749819774),  # PlayTennis: outlook
    (((3, 4), (6, 1)), 0.151835501362),  # humidity
    (((6, 2), (3, 3)), 0.048127030408),  # windy
    (((13, 4), (1, 12)), 0.381214355562),
]


@pytest.mark.parametrize(("counts", "bits"), ENTROPIES)
def test_entropy(counts, bits):
    assert float(impurity(np.array(counts, float), "entropy")) == pytest.approx(bits, abs=1e-9)


def test_gini_and_variance():
    assert float(impurity(np.array([1.0, 1.0, 2.0]), "gini")) == 0.625
    values = np.array([3.0, 4.0, 8.0])
    stats = np.array([3.0, values.sum(), (values**2).sum()])
    assert float(impurity(stats, "squared_error")) == pytest.approx(np.var(values))
    assert float(mean(stats, 10.0)) == 15.0


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
def test_an_empty_set_has_no_impurity(criterion):
    assert float(impurity(np.zeros(3), criterion)) == 0.0


@pytest.mark.parametrize(("branches", "expected"), GAINS)
def test_information_gain(branches, expected):
    assert float(gain(np.array(branches, float), "entropy")) == pytest.approx(expected, abs=1e-12)


def test_gain_ratio_of_outlook():
    branches = np.array(GAINS[0][0], float)
    ratio = float(gain(branches, "entropy") / branch_information(weight_of(branches, "entropy")))
    assert ratio == pytest.approx(0.156427562421, abs=1e-12)


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_a_split_that_changes_nothing_gains_exactly_nothing(criterion):
    branches = np.array([[3.0, 9.0, 27.0], [7.0, 21.0, 63.0]])
    assert float(gain(branches, criterion)) == 0.0
    assert float(gain_of_two(branches[:1], branches.sum(axis=0), criterion)[0]) == 0.0


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
def test_two_ways_of_two_branches_agree(criterion):
    rng = np.random.default_rng(0)
    sides = rng.integers(1, 30, (50, 3)).astype(float)
    whole = np.array([40.0, 33.0, 50.0])
    if criterion == "squared_error":
        whole = np.array([60.0, 4.0, 900.0])
    found = gain_of_two(sides, whole, criterion)
    for side, value in zip(sides, found, strict=True):
        assert value == pytest.approx(float(gain(np.stack([side, whole - side]), criterion)))


def test_gain_is_the_difference_of_impurities():
    rng = np.random.default_rng(1)
    branches = rng.integers(0, 9, (40, 3, 4)) + 0.25
    for criterion in ("gini", "entropy"):
        weight = branches.sum(axis=-1)
        inside = (weight * impurity(branches, criterion)).sum(axis=-1) / weight.sum(axis=-1)
        before = impurity(branches.sum(axis=-2), criterion)
        assert gain(branches, criterion) == pytest.approx(before - inside, abs=1e-14)


def test_small_gains_keep_their_digits():
    n, extra = 10**6, 3
    left = np.array([n + extra, n], float)
    whole = np.array([2 * n + extra, 2 * n], float)
    exact = _gini([n + extra, n], [n, n])
    assert float(gain_of_two(left[None], whole, "gini")[0]) == pytest.approx(exact, rel=1e-13)
    assert exact < 1e-11


def test_tiny_information_is_half_of_gini_over_ln_2():
    # around even shares entropy is 2 / ln 2 times Gini's decrease, up to fourth powers
    left = np.array([[10**6 + 1.0, 10**6]])
    whole = np.array([2 * 10**6 + 1.0, 2 * 10**6])
    bits = float(gain_of_two(left, whole, "entropy")[0])
    gini = float(gain_of_two(left, whole, "gini")[0])
    assert bits == pytest.approx(gini / np.log(2), rel=1e-6)


def test_a_side_without_weight_has_no_gain():
    whole = np.array([3.0, 4.0])
    assert np.isnan(gain_of_two(np.zeros((1, 2)), whole, "gini"))[0]
    assert np.isnan(gain_of_two(whole[None], whole, "entropy"))[0]
    assert float(gain(np.array([[3.0, 4.0], [0.0, 0.0]]), "gini")) == 0.0


def test_recentred_sums_are_sums_about_the_mean():
    values = np.array([1.0, 2.0, 6.0])
    lines = np.column_stack([np.ones(3), values, values**2])
    moved = recentred(lines, lines.sum(axis=0), "squared_error")
    assert moved[:, 1] == pytest.approx(values - 3)
    assert moved[:, 2] == pytest.approx((values - 3) ** 2)
    assert recentred(lines, lines.sum(axis=0), "gini") is lines


def _gini(*branches):
    def one(counts):
        return 1 - sum(Fraction(c, sum(counts)) ** 2 for c in counts)

    whole = [sum(counts) for counts in zip(*branches, strict=True)]
    inside = sum(Fraction(sum(b), sum(whole)) * one(b) for b in branches)
    return float(one(whole) - inside)
