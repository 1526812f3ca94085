"""Impurities and gains: published numbers, exact zeros, and digits that survive."""

from fractions import Fraction

import numpy as np
import pytest

from treewidget.induction.criteria import (
    branch_information,
    chi2_of_two,
    gain,
    gain_of_two,
    impurity,
    mean,
    recentred,
    twoing_of_two,
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
    light = recentred(lines / 3, lines.sum(axis=0) / 3, "squared_error")  # a weight of 1
    assert light == pytest.approx(moved / 3)
    assert recentred(lines * 0, np.zeros(3), "squared_error").tolist() == (lines * 0).tolist()


def _gini(*branches):
    def one(counts):
        return 1 - sum(Fraction(c, sum(counts)) ** 2 for c in counts)

    whole = [sum(counts) for counts in zip(*branches, strict=True)]
    inside = sum(Fraction(sum(b), sum(whole)) * one(b) for b in branches)
    return float(one(whole) - inside)


def _by_definition(branches, measure):
    """The decrease of an impurity, twoing, or chi-square over N, from shares."""
    branches = [branch for branch in branches if sum(branch) > 0]
    whole = [sum(counts) for counts in zip(*branches, strict=True)]
    n = sum(whole)
    share = [[count / sum(branch) for count in branch] for branch in branches]
    part = [sum(branch) / n for branch in branches]
    if measure == "chi2":
        expected = [[size * count for count in whole] for size in part]
        cells = (
            (o, e)
            for one in zip(branches, expected, strict=True)
            for o, e in zip(*one, strict=True)
        )
        return sum((o - e) ** 2 / e for o, e in cells if e > 0) / n
    if measure == "twoing":
        apart = sum(abs(one - other) for one, other in zip(*share, strict=True))
        return part[0] * part[1] / 4 * apart**2
    one = {
        "gini": lambda p: 1 - sum(each**2 for each in p),
        "entropy": lambda p: -sum(each * np.log2(each) for each in p if each > 0),
        "classification_error": lambda p: 1 - max(p),
    }[measure]
    before = one([count / n for count in whole])
    return before - sum(size * one(p) for size, p in zip(part, share, strict=True))


@pytest.mark.parametrize("scale", [1e-3, 0.1, 1.0, 1e6])
@pytest.mark.parametrize("measure", ["gini", "entropy", "classification_error", "chi2", "twoing"])
def test_every_measure_is_its_definition_whatever_the_rows_weigh(measure, scale):
    rng = np.random.default_rng(2)
    sides = rng.integers(0, 4, (300, 2, 4)) * scale  # often without a class, on one side or both
    sides = sides[(sides.sum(axis=-1) > 0).all(axis=-1)]
    one, whole = sides[:, 0], sides.sum(axis=1)
    if measure in ("chi2", "twoing"):
        found = {"chi2": chi2_of_two, "twoing": twoing_of_two}[measure](one, whole)
    else:
        found = gain_of_two(one, whole, measure)
    expected = [_by_definition(branches.tolist(), measure) for branches in sides]
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("scale", [1e-3, 0.1, 1.0, 1e6])
@pytest.mark.parametrize("measure", ["gini", "entropy", "classification_error"])
def test_so_it_is_of_many_branches_some_of_them_empty(measure, scale):
    rng = np.random.default_rng(3)
    branches = rng.integers(0, 4, (300, 4, 3)) * rng.integers(0, 2, (300, 4, 1)) * scale
    branches = branches[branches.any(axis=(-2, -1))]
    expected = [_by_definition(one.tolist(), measure) for one in branches]
    assert gain(branches, measure) == pytest.approx(expected, abs=1e-12)
    alone = [_by_definition(np.diag(one).tolist(), measure) for one in branches.sum(axis=-2)]
    assert impurity(branches.sum(axis=-2), measure) == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("scale", [1e-3, 0.1, 1.0, 1e6])
def test_a_decrease_of_variance_is_its_definition(scale):
    rng = np.random.default_rng(4)
    values, weights = rng.normal(3, 2, 60), rng.integers(1, 5, 60) * scale
    lines = np.column_stack([weights, weights * values, weights * values**2])
    before = impurity(lines.sum(axis=0), "squared_error")
    assert before == pytest.approx(np.cov(values, aweights=weights, ddof=0))
    for branch in (rng.integers(0, 2, 60) for _ in range(20)):
        stats = np.stack([lines[branch == at].sum(axis=0) for at in range(3)])  # the last is empty
        inside = (stats[:, 0] * impurity(stats, "squared_error")).sum() / stats[:, 0].sum()
        assert gain(stats, "squared_error") == pytest.approx(before - inside, abs=1e-12)
        two = gain_of_two(stats[0], stats.sum(axis=0), "squared_error")
        assert two == pytest.approx(before - inside, abs=1e-12)
