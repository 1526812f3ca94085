"""Trees beside scikit-learn's on real data; `sklearn_report` runs the whole of it as a script."""

import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from tests.induction.frames import inducer_of
from tests.induction.real_data import NAMES, load
from tests.induction.sklearn_report import compare, identical, meaningful

STATES = 6  # a range over fewer of them is narrower: what holds here holds over 20
LARGE = {"digits", "party", "affair", "diabetes", "breast_cancer", "schools", "macrodata"}
SMALL_ONLY = ("to purity", "leaf 5", "missing, leaf 5")
ALWAYS = (
    "depth 2",
    "leaf 5 %",
    "8 leaves",
    "decrease",
    "entropy, depth 3",
    "weights, leaf weight",
    "missing, depth 3",
    "missing, weights, 8 leaves",
)


@pytest.mark.parametrize("name", NAMES)
def test_trees_are_identical_or_as_good(name):
    variants = ALWAYS if name in LARGE else ALWAYS + SMALL_ONLY
    outcomes = [compare(name, variant, STATES) for variant in variants if meaningful(name, variant)]
    assert len(outcomes) >= 7
    assert [outcome for outcome in outcomes if not outcome.good] == []


def test_many_trees_leave_no_choice():
    sure = [
        outcome
        for name in NAMES
        for variant in ("depth 2", "leaf 5 %", "missing, depth 3")
        if not (outcome := compare(name, variant, STATES)).contested
    ]
    assert len(sure) >= 25
    assert all(outcome.identical for outcome in sure)


@pytest.mark.parametrize(
    ("name", "options", "alphas"),
    [
        ("party", {"max_depth": 4}, (0.0005, 0.002, 0.01)),
        ("anes96", {"max_depth": 4}, (0.001, 0.005)),
        ("censored", {"min_samples_leaf": 5}, (0.001, 0.02)),
        ("nile", {}, (10.0, 200.0, 1e6)),
        ("engel", {"min_samples_leaf": 5}, (20.0, 500.0)),
    ],
)
def test_ccp_alpha_prunes_as_scikit_learn(name, options, alphas):
    frame, y, task = load(name)
    table = frame.assign(y=[f"c{value:03d}" for value in y] if task == "classification" else y)
    model = DecisionTreeClassifier if task == "classification" else DecisionTreeRegressor
    sizes = []
    for alpha in (0.0, *alphas):
        theirs = model(random_state=0, ccp_alpha=alpha, **options).fit(frame, y).tree_
        ours = inducer_of(table, ccp_alpha=alpha, **options)
        sprout = ours.grow([ours.root()])[0]
        assert identical(ours, sprout, theirs)
        sizes.append(sum(1 for _ in sprout.walk()))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0]
