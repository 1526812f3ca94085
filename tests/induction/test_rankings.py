"""Splits ranked by chi-square, G squared, misclassification: against exact values of all splits."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests import oracle
from tests.induction.frames import inducer_of, random_frame, send
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.induction import Inducer, resolve
from treewidget.induction.criteria import chi2_of_two, gain, gain_of_two, impurity
from treewidget.induction.search.chi_square import pearson


def chi2_share(data, branches):
    """Return chi-square over N, exactly."""
    rows = [r for branch in branches for r in branch]
    total, classes = oracle.weight(data, rows), oracle.class_weights(data, rows)
    value = Fraction(0)
    for branch in branches:
        weight, held = oracle.weight(data, branch), oracle.class_weights(data, branch)
        for name, count in classes.items():
            due = weight * count / total
            value += (held.get(name, 0) - due) ** 2 / due if due else 0
    return value / total


def error_decrease(data, branches):
    """Return how much less is misclassified, as a share of all, exactly."""

    def right(rows):
        return max(oracle.class_weights(data, rows).values(), default=Fraction(0))

    rows = [r for branch in branches for r in branch]
    return (sum(map(right, branches)) - right(rows)) / oracle.weight(data, rows)


def bits(data, branches):
    return oracle.gain(data, branches, "entropy")


WORTH = {"chi2": chi2_share, "g2": bits, "classification_error": error_decrease}


@pytest.mark.parametrize("criterion", WORTH)
@pytest.mark.parametrize(
    "given",
    [{"classes": 2}, {"classes": 3, "missing": 0.2}, {"classes": 3, "weights": True}],
)
def test_each_split_is_the_best_of_all(criterion, given):
    worth, splits = WORTH[criterion], 0
    weights = "w" if "weights" in given else None
    frame = random_frame(7, 36, **given)
    inducer = inducer_of(frame, criterion=criterion, weights=weights, max_depth=3)
    data = oracle.Data(frame, "y", weights)
    for sprout in inducer.grow([inducer.root()])[0].walk():
        if sprout.split is None:
            continue
        splits += 1
        rows = inducer.engine.positions(sprout.region.rows).tolist()
        made = float(worth(data, send(frame, inducer.dataset, sprout.split, rows)))
        best = max(
            float(worth(data, split.branches))
            for column in data.columns
            for split in oracle.splits(data, rows, column)
        )
        assert made == pytest.approx(best, rel=1e-12)
    assert splits > 2


@pytest.mark.parametrize("seed", range(5))
def test_the_two_way_forms_are_those_of_any_number_of_branches(seed):
    rng = np.random.default_rng(seed)
    one, other = rng.integers(0, 9, (2, 20, 3)) * 1.0
    one += 1.0
    one[3], whole = one[3] * 2, np.array([400.0, 300.0, 350.0])
    other = whole - one
    both = np.stack([one, other], axis=-2)
    found = chi2_of_two(one, whole)
    assert found == pytest.approx(pearson(both).statistic / whole.sum(), rel=1e-12)
    error = gain_of_two(one, whole, "classification_error")
    assert error == pytest.approx(gain(both, "classification_error"), rel=1e-12)


def test_misclassification_gains_nothing_where_no_majority_changes():
    branches = np.array([[50.0, 10.0], [40.0, 39.0]])
    assert float(gain(branches, "classification_error")) == 0.0
    assert float(impurity(branches, "classification_error")[1]) == 39 / 79
    assert float(gain(branches, "gini")) > 0
    assert float(impurity(np.zeros(3), "classification_error")) == 0.0


def test_cart_by_g2_is_cart_by_entropy():
    frame = random_frame(3, 60, classes=3, missing=0.1)
    trees = [
        inducer.grow([inducer.root()])[0]
        for inducer in (inducer_of(frame, criterion=name) for name in ("entropy", "g2"))
    ]
    one, other = ([sprout.split for sprout in tree.walk()] for tree in trees)
    assert one == other


def id3_of(frame, **options):
    dataset = build_dataset(frame, "y")
    options = resolve("id3", "classification", {"missing": "own", **options})
    return Inducer(dataset, make_engine(dataset), options)


def nominal_frame(seed, n=120):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {f"x{at}": np.array(list("abcdef"))[rng.integers(0, 2 + at, n)] for at in range(4)}
    )
    noisy = (frame["x1"] > "a").astype(int) + rng.integers(0, 2, n)
    return frame.assign(y=np.array(["no", "maybe", "yes"])[noisy])


def test_id3_by_chi_square_takes_the_column_of_the_largest():
    for seed in range(5):
        frame = nominal_frame(seed)
        inducer = id3_of(frame, criterion="chi2")
        chosen = inducer.best(inducer.root()).split.column
        tables = [pd.crosstab(frame[f"x{at}"], frame["y"]).to_numpy(float) for at in range(4)]
        assert chosen == int(np.argmax([float(pearson(table).statistic) for table in tables]))


def test_the_chi_square_stop_lies_between_plain_id3_and_a_leaf():
    frame = nominal_frame(1)
    plain, all_pass, none_pass = (id3_of(frame, alpha_split=a) for a in (None, 1.0, 1e-300))
    sizes = []
    for inducer in (plain, all_pass, none_pass, id3_of(frame, alpha_split=0.05)):
        sprout = inducer.grow([inducer.root()])[0]
        sizes.append([one.split for one in sprout.walk()])
    assert sizes[0] == sizes[1]
    assert sizes[2] == [None]
    assert 1 < len(sizes[3]) < len(sizes[0])


@pytest.mark.parametrize(
    ("method", "options", "missing", "said"),
    [
        ("cart", {"criterion": "classification_error"}, False, "changes no majority"),
        ("cart", {"min_impurity_decrease": 0.01}, False, "short-sighted"),
        ("id3", {"missing": "own"}, True, "can only raise the gain"),
        ("id3", {"missing": "own"}, False, None),
        ("cart", {"losses": {"no": {"yes": 5}}}, False, "weigh the classes in gini, gains and"),
        ("cart", {"priors": {"no": 0.4, "yes": 0.4, "maybe": 0.2}}, False, "as the rows have them"),
        ("cart", {"class_weight": "balanced"}, False, None),
        ("cart", {}, True, None),
        ("chaid", {"alpha_split": 0.2}, True, None),
    ],
)
def test_what_is_seldom_wise_is_said(method, options, missing, said):
    frame = nominal_frame(2)
    if missing:
        frame.loc[::9, "x1"] = None
    notes = tw.DecisionTree(frame, target="y", method=method, **options).notes
    assert (len(notes) > 1) == (said is not None)
    assert said is None or said in notes[1]
