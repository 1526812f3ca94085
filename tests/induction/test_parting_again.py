"""Merged groups are parted again where nothing parts them better."""

from itertools import product

import numpy as np
import pytest

from treewidget.induction.search import chaid
from treewidget.induction.search.chi_square import TESTS
from treewidget.induction.search.component import component
from treewidget.induction.search.line_merger import LineMerger
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


@pytest.mark.parametrize("kind", ["ordinal", "floating"])
def test_of_neighbours_every_parting_is_tried_and_what_floats_on_either_side_and_alone(kind):
    """Each part is a run of what has an order."""
    pearson = TESTS["chi2"]
    for seed in range(12):
        stats = stats_of(seed, 2, 5)
        weights, last = stats.sum(axis=1), 4 if kind == "floating" else 5
        held = Categories(np.arange(5), weights.astype(int), weights, stats, kind)
        merger = LineMerger(held, component)
        log_p, part, _ = together([best_binary(merger, tuple(range(5)))], pearson)[0]
        runs = [set(range(end)) for end in range(1, last + 1)]
        parts = [*runs, *({*run, 4} for run in runs)] if kind == "floating" else runs
        one = np.array([stats[sorted(part)].sum(axis=0) for part in parts if len(part) < 5])
        every = pearson(np.stack([one, stats.sum(axis=0) - one], axis=1)).log_p
        assert log_p == pytest.approx(every.min(), rel=1e-9)
        mine = stats[list(part)].sum(axis=0)
        tested = pearson(np.stack([mine, stats.sum(axis=0) - mine])[None]).log_p
        assert tested[0] == pytest.approx(log_p, rel=1e-9)
