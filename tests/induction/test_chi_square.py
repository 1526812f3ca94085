"""Statistics and tails against scipy's own tests, closed forms, and identities."""

from decimal import Decimal
from fractions import Fraction
from math import comb, exp, log

import numpy as np
import pytest
from scipy import stats

from treewidget.induction.criteria import gain
from treewidget.induction.search.bonferroni import adjusted, ways, ways_exhaustive
from treewidget.induction.search.chi_square import (
    analysis_of_variance,
    is_rejected,
    least_expected,
    likelihood_ratio,
    pearson,
    rough,
)
from treewidget.induction.search.tails import LEAST, chi2_tail, f_tail
from treewidget.induction.search.ties import ties


def tables(seed, branches, classes, *, fractional=False):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 12, (branches, classes)) * 1.0
    return table * rng.integers(1, 9, table.shape) / 8 if fractional else table


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("test", "name"), [(pearson, "pearson"), (likelihood_ratio, "log-likelihood")]
)
def test_statistics_are_scipys(seed, test, name):
    table = tables(seed, 2 + seed % 4, 2 + seed % 3, fractional=seed % 2 == 1)
    kept = table[table.any(axis=1)][:, table.any(axis=0)]
    statistic, p, df, _ = stats.chi2_contingency(kept, correction=False, lambda_=name)
    found = test(table)
    assert float(found.statistic) == pytest.approx(statistic, rel=1e-11, abs=1e-12)
    assert float(found.df) == df
    assert float(found.p) == pytest.approx(p, rel=1e-9)
    assert float(found.log_p) == pytest.approx(log(p), rel=1e-9)


def test_many_tables_at_once_are_each_by_itself():
    several = np.stack([tables(seed, 3, 4) for seed in range(5)])
    at_once = pearson(several)
    for at, table in enumerate(several):
        assert float(at_once.statistic[at]) == float(pearson(table).statistic)
        assert float(at_once.p[at]) == float(pearson(table).p)


@pytest.mark.parametrize("test", [pearson, likelihood_ratio])
def test_empty_rows_and_columns_are_dropped(test):
    table = np.array([[5.0, 0.0, 3.0], [0.0, 0.0, 0.0], [2.0, 0.0, 6.0]])
    assert float(test(table).df) == 1
    small = table[[0, 2]][:, [0, 2]]
    assert float(test(table).statistic) == pytest.approx(float(test(small).statistic), rel=1e-14)


@pytest.mark.parametrize("test", [pearson, likelihood_ratio])
@pytest.mark.parametrize(
    "table",
    [
        [[3.0, 0.0], [9.0, 0.0]],  # one class
        [[3.0, 4.0], [0.0, 0.0]],  # one row
        [[1.0, 2.0], [3.0, 6.0]],  # the same shares, exactly
        [[0.0, 0.0], [0.0, 0.0]],
    ],
)
def test_what_tells_nothing_apart_has_p_1(test, table):
    found = test(np.array(table))
    assert (float(found.statistic), float(found.p), float(found.log_p)) == (0.0, 1.0, 0.0)


def test_g2_is_the_gain_in_other_units():
    for seed in range(20):
        table = tables(seed, 3, 4, fractional=seed % 2 == 0)
        bits = float(gain(table, "entropy"))
        g2 = float(likelihood_ratio(table).statistic)
        assert g2 == pytest.approx(2 * table.sum() * np.log(2) * bits, rel=1e-12, abs=1e-12)


def test_the_statistic_of_a_thousandth_keeps_its_digits():
    n = 10**6
    table = np.array([[n + 1.0, n], [n, n]])
    exact = Fraction((n + 1) * n - n * n) ** 2 * (4 * n + 1)
    exact /= Fraction(2 * n + 1) * (2 * n) * (2 * n + 1) * (2 * n)
    assert float(pearson(table).statistic) == pytest.approx(float(exact), rel=1e-12)


# ------------------------------------------------------------ F


@pytest.mark.parametrize("seed", range(8))
def test_f_is_scipys_one_way_test(seed):
    rng = np.random.default_rng(seed)
    groups = [rng.normal(at % 2, 1, rng.integers(2, 30)) for at in range(2 + seed % 4)]
    lines = np.array([[len(g), g.sum(), np.square(g).sum()] for g in groups])
    expected = stats.f_oneway(*groups)
    found = analysis_of_variance(lines)
    assert float(found.statistic) == pytest.approx(expected.statistic, rel=1e-9)
    assert float(found.p) == pytest.approx(expected.pvalue, rel=1e-9)
    assert float(found.df_within) == sum(map(len, groups)) - len(groups)


def test_a_weight_is_as_many_rows():
    once = np.array([[3.0, 6.0, 14.0], [2.0, 9.0, 41.0]])
    again = analysis_of_variance(2 * once)
    assert float(again.df_within) == 8
    assert float(again.statistic) == pytest.approx(
        8 / 3 * float(analysis_of_variance(once).statistic)
    )


@pytest.mark.parametrize(
    ("lines", "p"),
    [
        ([[2.0, 4.0, 8.0], [3.0, 6.0, 12.0]], 1.0),  # all values alike
        ([[2.0, 4.0, 8.0], [3.0, 9.0, 27.0]], 0.0),  # all alike in each group
        ([[1.0, 4.0, 16.0], [1.0, 9.0, 81.0]], 1.0),  # no degree of freedom within
        ([[4.0, 4.0, 18.0], [0.0, 0.0, 0.0]], 1.0),  # one group
    ],
)
def test_degenerate_groups(lines, p):
    found = analysis_of_variance(np.array(lines))
    assert float(found.p) == p
    assert float(found.log_p) == (0.0 if p else LEAST)


# ------------------------------------------------------------ tails


@pytest.mark.parametrize("x", [1e-9, 3.0, 1200.0, 1500.0, 1e5])
def test_log_tails_of_even_degrees_are_closed_forms(x):
    found = chi2_tail(np.array([x, x, x]), np.array([2, 4, 6])).log_p
    half = x / 2
    polynomials = [1.0, 1 + half, 1 + half + half**2 / 2]
    assert found == pytest.approx([log(one) - half for one in polynomials], rel=1e-12, abs=1e-15)


def test_tails_of_few_and_of_many_degrees_are_scipys():
    rng = np.random.default_rng(7)
    df = np.repeat(np.arange(1, 15), 200)
    x = rng.chisquare(df) * rng.choice([1e-9, 0.1, 1, 9], size=len(df))
    found = chi2_tail(x, df)
    assert found.p == pytest.approx(stats.chi2.sf(x, df), rel=1e-12)
    likely = found.p > 0.5
    inside = np.minimum(stats.chi2.cdf(x, df), 0.5)
    expected = np.where(likely, np.log1p(-inside), stats.chi2.logsf(x, df))
    assert found.log_p == pytest.approx(expected, rel=1e-11, abs=1e-16)
    assert (chi2_tail(x, 0 * df).p == 1.0).all()


def test_two_branches_are_tested_as_those_of_a_longer_table():
    rng = np.random.default_rng(8)
    pairs = rng.integers(0, 9, size=(300, 2, 4)).astype(float)
    longer = pearson(np.concatenate([pairs, np.zeros((300, 1, 4))], axis=1))
    found = pearson(pairs)
    assert found.df.tolist() == longer.df.tolist()
    assert found.statistic == pytest.approx(longer.statistic, rel=1e-12, abs=1e-15)
    assert found.log_p == pytest.approx(longer.log_p, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("within", [1e-12, 0.3, 1e4])
@pytest.mark.parametrize("df_within", [3.0, 40.0, 90_000.0])
def test_log_tails_of_f_with_two_degrees_are_powers(within, df_within):
    # I_x(a, 1) = x^a
    found = f_tail(np.array([1.0]), np.array([within]), np.array([2.0]), np.array([df_within]))
    expected = df_within / 2 * -np.log1p(1.0 / within)
    assert float(found.log_p[0]) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(("df", "df_within"), [(1, 700), (3, 1000), (9, 20_000), (5, 999)])
def test_log_tails_of_f_go_on_smoothly_where_p_underflows(df, df_within):
    x = np.geomspace(0.01, 50, 600)
    tail = f_tail(x, np.ones(600), np.full(600, df), np.full(600, df_within))
    assert (tail.p[-1], tail.p[0] > 0) == (0.0, True)
    steps = np.diff(tail.log_p)
    assert (steps < 0).all()
    assert np.abs(np.diff(steps) / steps[1:]).max() < 0.1


# ------------------------------------------------------------ multipliers


def groupings(kind, c, r):
    """Count the groupings of c categories into r groups by going through all of them."""

    def parted(left, groups):
        if not left:
            yield groups
            return
        one, *rest = left
        for at in range(len(groups)):
            yield from parted(rest, [*groups[:at], [*groups[at], one], *groups[at + 1 :]])
        yield from parted(rest, [*groups, [one]])

    def runs(group):
        known = sorted(at for at in group if kind != "floating" or at != c - 1)
        return not known or known[-1] - known[0] == len(known) - 1

    found = [g for g in parted(list(range(c)), []) if len(g) == r]
    return len(found) if kind == "nominal" else sum(all(map(runs, g)) for g in found)


@pytest.mark.parametrize("kind", ["nominal", "ordinal", "floating"])
def test_multipliers_count_groupings(kind):
    for c in range(2, 8):
        for r in range(2, c + 1):
            assert ways(kind, c, r) == groupings(kind, c, r)


def test_multipliers_of_many_categories_are_exact():
    assert ways("nominal", 300, 299) == comb(300, 2)
    assert ways("nominal", 300, 2) == 2**299 - 1
    assert ways_exhaustive("nominal", 5) == sum(j * (j - 1) // 2 for j in range(2, 6))
    assert ways_exhaustive("floating", 5) == ways_exhaustive("ordinal", 5) == 10


def test_an_adjusted_p_is_never_above_1_and_does_not_overflow():
    assert adjusted(0.3, log(0.3), 10) == (1.0, 0.0)
    many = ways("nominal", 400, 200)
    p, log_p = adjusted(1e-200, log(1e-200), many)
    assert (p, log_p) == (1.0, 0.0)
    p, log_p = adjusted(0.0, -5000.0, many)
    assert p == 0.0
    assert log_p == pytest.approx(log(many) - 5000)


@pytest.mark.parametrize(("log_p", "digits"), [(-740.0, 320), (-800.0, 346), (-900.0, 1)])
def test_an_adjusted_p_is_told_where_p_itself_is_too_small_for_a_number(log_p, digits):
    expected = Decimal(log_p).exp() * 10**digits
    assert adjusted(exp(log_p), log_p, 10**digits)[0] == pytest.approx(float(expected), rel=1e-12)


# ------------------------------------------------------------ warnings and ties


def test_few_expected_rows_are_said():
    assert least_expected(np.array([[10.0, 10.0], [10.0, 10.0]])) == 10
    assert rough(np.array([[10.0, 10.0], [10.0, 10.0]])) == ""
    assert "an expected count is 2" in rough(np.array([[2.0, 2.0], [10.0, 10.0]]))


def test_independence_is_rejected_at_its_level():
    table = np.array([[6.0, 2.0], [3.0, 3.0]])
    p = float(pearson(table).p)
    assert is_rejected(table, p)
    assert not is_rejected(table, p * 0.999)
    assert is_rejected(np.array([[3.0, 3.0], [3.0, 3.0]]), 1.0)


def test_ties_are_relative_and_ordered():
    assert ties([0.0, -1e-13, -2.0, -2.0 * (1 + 1e-14)]) == [[2, 3], [0, 1]]
    assert ties([float("-inf"), 1.0, float("-inf")]) == [[0, 2], [1]]
    assert ties([]) == []
