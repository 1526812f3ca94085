"""The learners a tree is put beside are what their names say."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.ensembles import learners, lessons


def _figures(frame, folds, machine):
    """Return the accuracy of one of scikit-learn's, taught with the same numbers, on each fold."""
    dataset, found = build_dataset(frame, "y"), []
    for fold in np.unique(folds):
        learnt, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        seen, asked = lessons.table_of(dataset, learnt, held)
        machine.fit(seen, frame["y"][learnt])
        found.append(machine.score(asked, frame["y"][held]))
    return found


def test_bagged_trees_are_carts_on_bootstraps():
    frame = random_frame(11, 120, classes=3, missing=0.1)
    folds = np.arange(120) % 3
    table = tw.DecisionTree(frame, "y", method="c4.5").compare(folds=folds, random_state=5)
    found = []
    for fold in range(3):
        learnt, held = frame[folds != fold], frame[folds == fold]
        generator, said = np.random.default_rng(5), []
        for _ in range(learners.TREES):
            drawn = learnt.iloc[np.sort(generator.integers(len(learnt), size=len(learnt)))]
            said.append(tw.DecisionTree(drawn, "y").predict(held))
        votes = pd.DataFrame(said).mode().iloc[0]  # of equals the first, as classes are in order
        found.append((votes.to_numpy() == held["y"].to_numpy()).mean())
    assert table.loc["bagged trees", "accuracy"] == pytest.approx(np.mean(found))


def test_bagged_numbers_are_averages_under_weights():
    frame = random_frame(12, 80, classes=0, weights=True)
    folds = np.arange(80) % 2
    tree = tw.DecisionTree(frame, "y", weights="w", grow=False)
    table = tree.compare(folds=folds, random_state=6)
    found = []
    for fold in range(2):
        learnt, held = frame[folds != fold], frame[folds == fold]
        generator, said = np.random.default_rng(6), []
        for _ in range(learners.TREES):
            often = np.bincount(generator.integers(40, size=40), minlength=40)
            drawn = learnt.assign(w=learnt["w"] * often)[often > 0]
            said.append(tw.DecisionTree(drawn, "y", weights="w").predict(held))
        off = np.mean(said, axis=0) - held["y"]
        found.append(np.sqrt(np.average(off**2, weights=held["w"])))
    assert table.loc["bagged trees", "rmse"] == pytest.approx(np.mean(found))


def test_a_forest_that_grows_a_few_trees_at_a_time_is_the_same_one():
    from sklearn.ensemble import RandomForestClassifier

    frame = random_frame(13, 90)
    folds = np.arange(90) % 3
    table = tw.DecisionTree(frame, "y").compare(folds=folds, random_state=7)
    alone = _figures(frame, folds, RandomForestClassifier(5, random_state=7))
    assert table.loc["random forest", "accuracy"] == pytest.approx(np.mean(alone))


@pytest.mark.parametrize("many", [10, 10_000])
def test_boosting_is_scikit_learns_and_on_bins_where_rows_are_many(monkeypatch, many):
    from sklearn.ensemble import GradientBoostingClassifier, HistGradientBoostingClassifier

    monkeypatch.setattr(learners, "MANY", many)
    frame = random_frame(14, 90)
    folds = np.arange(90) % 3
    table = tw.DecisionTree(frame, "y").compare(folds=folds)
    exact = GradientBoostingClassifier(n_estimators=5, random_state=0)
    binned = HistGradientBoostingClassifier(max_iter=5, max_depth=3, early_stopping=False)
    alone = _figures(frame, folds, binned if many == 10 else exact)
    assert table.loc["gradient boosting", "accuracy"] == pytest.approx(np.mean(alone))


def test_priors_and_losses_of_the_tree_change_no_other_learner():
    frame = random_frame(15, 90)
    first, second = np.unique(frame["y"])
    plain, dear = (
        tw.DecisionTree(frame, "y", losses=losses).compare(folds=3)["accuracy"]
        for losses in (None, {first: {second: 9.0}})
    )
    assert plain[1:].equals(dear[1:])
    assert plain["tree"] != dear["tree"]
