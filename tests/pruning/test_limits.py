"""Errors that are predicted of a leaf: the upper limits of C4.5."""

import math

import pytest
from scipy.optimize import brentq
from scipy.stats import binom, norm

from treewidget.pruning.limits import predicted_errors, quantile

# N, E and U(E, N) at a confidence of 0.25, as Weka's J48 3.6.14 reckons them
LIMITS = [
    (6, 0, 0.206299474),
    (9, 0, 0.142756017),
    (1, 0, 0.75),
    (16, 1, 0.154732164),
    (168, 1, 0.015319995),
]


@pytest.mark.parametrize(("n", "errors", "limit"), LIMITS)
def test_limits_are_those_of_the_table(n, errors, limit):
    assert predicted_errors(n, errors) / n == pytest.approx(limit, abs=1e-9)


@pytest.mark.parametrize("confidence", [0.01, 0.1, 0.25, 0.5])
@pytest.mark.parametrize("n", [0.3, 1, 2.5, 40, 1234.5])
def test_without_errors_it_is_the_binomials_own_limit(n, confidence):
    limit = brentq(lambda p: n * math.log1p(-p) - math.log(confidence), 0, 1 - 1e-15, xtol=1e-15)
    assert predicted_errors(n, 0, confidence) == pytest.approx(n * limit, rel=1e-9)


@pytest.mark.parametrize("n", [1e9, 1e14, 1e17, 1e60])
def test_of_rows_that_weigh_much_it_is_the_limit_of_poisson(n):
    assert predicted_errors(n, 0) == pytest.approx(math.log(4), rel=1 / n + 1e-14)


@pytest.mark.parametrize("confidence", [0.01, 0.1, 0.25, 0.49])
@pytest.mark.parametrize(("n", "errors"), [(3, 1), (16, 1), (16, 7.5), (100, 30), (900.5, 1)])
def test_from_one_error_on_it_solves_the_normal_approximation(n, errors, confidence):
    p = predicted_errors(n, errors, confidence) / n
    z = (p - (errors + 0.5) / n) / math.sqrt(p * (1 - p) / n)
    assert norm.sf(z) == pytest.approx(confidence, rel=1e-9)
    exact = brentq(lambda q: binom.cdf(math.floor(errors), math.ceil(n), q) - confidence, 0, 1)
    assert p == pytest.approx(exact, abs=1.5 / n)


@pytest.mark.parametrize("confidence", [0.5, 1e-10, 1e-17, 1e-300])
def test_a_small_confidence_keeps_its_digits(confidence):
    assert norm.sf(quantile(confidence)) == pytest.approx(confidence, rel=1e-9, abs=0)
    assert 1 < predicted_errors(16, 1, confidence) <= 16


def test_between_none_and_one_error_it_lies_on_a_line():
    none, one = predicted_errors(20, 0), predicted_errors(20, 1)
    for share in (0.25, 0.5, 0.9):
        expected = none + share * (one - none)
        assert predicted_errors(20, share) == pytest.approx(expected, rel=1e-12)


def test_where_nearly_all_is_wrong_it_is_everything():
    assert predicted_errors(5, 4.5) == 5
    assert predicted_errors(1, 1) == 1
    assert predicted_errors(0, 0) == 0


@pytest.mark.parametrize("confidence", [0.001, 0.05, 0.25, 0.5])
def test_more_rows_mend_no_errors(confidence):
    # Which is why a branch is judged no further than until it is settled.
    for n in [*range(1, 60), 100, 1000, 100_000]:
        for wrong in {*range(min(n, 30) + 1), n // 2, n - 1}:
            now = predicted_errors(n, wrong, confidence)
            assert predicted_errors(n + 1, wrong, confidence) >= now - 1e-9
            assert predicted_errors(n + 1, wrong + 1, confidence) >= now - 1e-9
