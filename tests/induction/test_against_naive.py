"""Every split and every figure of a growth against a naive search over the rows."""

from itertools import product

import pytest

from tests import oracle
from tests.induction.frames import inducer_of, random_frame, send

RELATIVE = 1e-12
SMALL = 1e-3
"""Gains are compared relatively, those below this share of the node's impurity as if they had
that size: rounding is of the order of the impurity's last digit."""


def check_growth(frame, weights=None, **options):
    """Check each node of a growth; return how many splits there were."""
    inducer = inducer_of(frame, weights=weights, **options)
    data = oracle.Data(frame, "y", weights)
    limits = {
        "min_samples_leaf": options.get("min_samples_leaf", 1),
        "min_weight_leaf": options.get("min_weight_leaf", 0),
    }
    criterion = inducer.options.criterion
    splits = 0
    for sprout in inducer.grow([inducer.root()])[0].walk():
        rows = inducer.engine.positions(sprout.region.rows).tolist()
        check_figures(data, rows, sprout.region.train, inducer)
        best = oracle.best_gain(data, rows, criterion, **limits)
        if sprout.split is None:
            pure = oracle.impurity(data, rows, criterion) == 0
            too_few = len(rows) < 2 or options.get("max_depth") == sprout.region.depth
            assert pure or too_few or best is None
            continue
        splits += 1
        parts = send(frame, inducer.dataset, sprout.split, rows)
        children = [inducer.engine.positions(c.region.rows).tolist() for c in sprout.children]
        assert children == parts
        least = SMALL * sprout.region.train.impurity
        tolerance = RELATIVE * max(float(best), least)
        assert abs(float(oracle.gain(data, parts, criterion) - best)) <= tolerance
        assert sprout.gain == pytest.approx(float(best), rel=0, abs=tolerance)
        assert oracle.admissible(data, oracle.Split(None, None, "", parts), **limits)
    return splits


def check_figures(data, rows, figures, inducer):
    criterion = inducer.options.criterion
    assert figures.n == len(rows)
    assert figures.weight == pytest.approx(float(oracle.weight(data, rows)), rel=RELATIVE)
    naive = float(oracle.impurity(data, rows, criterion))
    assert figures.impurity == pytest.approx(naive, rel=1e-11, abs=1e-15)
    target = inducer.dataset.target
    if data.classification:
        sums = oracle.class_weights(data, rows)
        named = dict(zip(target.classes, figures.stats, strict=True))
        for name, value in named.items():
            assert value == pytest.approx(float(sums.get(name, 0)), rel=RELATIVE)
    else:
        assert figures.stats[0] == pytest.approx(figures.weight, rel=RELATIVE)
        middle = target.centre + figures.stats[1] / figures.stats[0]
        assert middle == pytest.approx(float(oracle.mean(data, rows)), rel=RELATIVE)
        assert figures.histogram.sum() == len(rows)


CASES = list(
    product(
        (("gini", 2), ("gini", 3), ("entropy", 2), ("entropy", 3), ("squared_error", 0)),
        (0.0, 0.2),
        (False, True),
    )
)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("criterion", "missing", "weighted"), CASES)
def test_every_split_is_the_best(criterion, missing, weighted):
    name, classes = criterion
    seed = 100 + CASES.index((criterion, missing, weighted))
    frame = random_frame(seed, 30, classes=classes, missing=missing, weights=weighted)
    assert check_growth(frame, "w" if weighted else None, criterion=name) >= 3


@pytest.mark.parametrize(("criterion", "missing", "weighted"), CASES)
def test_every_split_is_the_best_under_limits(criterion, missing, weighted):
    name, classes = criterion
    seed = 200 + CASES.index((criterion, missing, weighted))
    frame = random_frame(seed, 32, classes=classes, missing=missing, weights=weighted)
    options = {"min_weight_leaf": 6.5} if weighted else {"min_samples_leaf": 4}
    assert check_growth(frame, "w" if weighted else None, criterion=name, **options) >= 1


def test_figures_far_from_zero_keep_their_variance():
    frame = random_frame(1, 40, classes=0)
    frame["y"] += 1e8
    assert check_growth(frame) >= 5


def test_weights_that_no_double_holds_exactly():
    frame = random_frame(7, 30, classes=3, weights=True)
    frame["w"] *= 0.1
    assert check_growth(frame, "w", criterion="entropy") >= 5
