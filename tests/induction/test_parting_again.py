"""A merged group of many categories is parted again along one order: where nothing parts better."""

from itertools import product

import numpy as np
import pytest

from treewidget.induction.search import chaid
from treewidget.induction.search.chi_square import TESTS
from treewidget.induction.search.component import component
from treewidget.induction.search.merger import Categories, FewMerger
from treewidget.induction.search.merging import IN_ORDER, best_binary
from treewidget.induction.search.together import together


def stats_of(seed, classes, levels=12):
    """Return what levels hold: weights of two classes; or weight, sum and sum of squares."""
    rng = np.random.default_rng(seed)
    if classes:
        return rng.integers(1, 9, (levels, 2)).astype(float)
    values = [rng.normal(rng.normal(), 1.0, rng.integers(2, 9)) for _ in range(levels)]
    centre = np.concatenate(values).mean()
    return np.array([[len(v), (v - centre).sum(), np.square(v - centre).sum()] for v in values])


@pytest.mark.parametrize(("classes", "test"), [(2, "chi2"), (0, "f_test")])
def test_of_two_classes_and_of_numbers_no_parts_are_better_than_along_the_order(classes, test):
    for seed in range(5):
        stats = stats_of(seed, classes)
        group, weights = tuple(range(len(stats))), stats[:, : classes or 1].sum(axis=1)
        held = Categories(np.arange(len(stats)), weights.astype(int), weights, stats, "nominal")
        merger = FewMerger(held, component if classes else chaid._means)
        log_p, part, remark = together([best_binary(merger, group)], TESTS[test])[0]
        inside = np.array([(1, *rest) for rest in product([0.0, 1.0], repeat=len(stats) - 1)][:-1])
        every = TESTS[test](np.stack([inside @ stats, (1 - inside) @ stats], axis=1)).log_p
        assert log_p == pytest.approx(every.min(), rel=1e-9)
        mine = np.isin(group, part) == (0 in part)
        assert every[(inside == mine).all(axis=1)] == pytest.approx(log_p, rel=1e-9)
        assert remark == IN_ORDER
