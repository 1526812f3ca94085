"""A tree beside other learners, on the same folds."""

import builtins

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.ensembles import comparison, learners, lessons
from treewidget.induction.progress import Progress

NAMES = ["tree", "bagged trees", "random forest", "gradient boosting", "k-NN", "k-NN, scaled"]


def test_the_trees_figure_is_that_of_trees_grown_without_each_fold():
    frame = random_frame(1, 90, classes=3, missing=0.1)
    folds = np.arange(90) % 3
    table = tw.DecisionTree(frame, "y", max_depth=3).compare(folds=folds)
    assert table.index.tolist() == NAMES
    found = []
    for fold in range(3):
        alone = tw.DecisionTree(frame[folds != fold], "y", max_depth=3)
        found.append(np.mean(alone.predict(frame[folds == fold]) == frame["y"][folds == fold]))
    assert table.loc["tree", "accuracy"] == pytest.approx(np.mean(found))
    assert table.loc["tree", "spread"] == pytest.approx(np.std(found, ddof=1))
    assert (table["seconds"] > 0).all()
    assert table["accuracy"].between(0.2, 1).all()


def test_the_neighbours_are_scikit_learns_on_the_same_rows():
    from sklearn.neighbors import KNeighborsClassifier

    frame = random_frame(2, 60)[["a", "b", "y"]]
    folds = np.arange(60) % 2
    table = tw.DecisionTree(frame, "y").compare(folds=folds)
    scores = []
    for fold in range(2):
        learnt, held = frame[folds != fold], frame[folds == fold]
        near = KNeighborsClassifier(5).fit(learnt[["a", "b"]], learnt["y"])
        scores.append(near.score(held[["a", "b"]], held["y"]))
    assert table.loc["k-NN", "accuracy"] == pytest.approx(np.mean(scores))


def test_scaling_changes_neighbours_and_no_tree():
    frame = random_frame(3, 80)[["a", "b", "y"]]
    large = frame.assign(b=frame["b"] * 4096)
    one, two = (tw.DecisionTree(f, "y").compare(folds=4)["accuracy"] for f in (frame, large))
    assert one["tree"] == two["tree"]
    assert one["k-NN, scaled"] == two["k-NN, scaled"]
    assert one["k-NN"] != two["k-NN"]


def test_seeds_decide():
    tree = tw.DecisionTree(random_frame(4, 60), "y")
    one, two = (tree.compare(folds=3, random_state=1).drop(columns="seconds") for _ in range(2))
    assert one.equals(two)


@pytest.mark.parametrize("missing", ["learned", "bayes"])
def test_filled_trees_and_weights(missing):
    frame = random_frame(5, 60, missing=0.2, weights=True)
    tree = tw.DecisionTree(frame, "y", weights="w", missing=missing)
    table = tree.compare(folds=2)
    assert table["remark"].str.contains("heeds no weights").tolist() == [False] * 4 + [True] * 2


def test_numbers_are_judged_by_the_root_of_the_mean_square():
    frame = random_frame(6, 60, classes=0, missing=0.1)
    folds = np.arange(60) % 2
    table = tw.DecisionTree(frame, "y", max_depth=2).compare(folds=folds)
    found = []
    for fold in range(2):
        alone = tw.DecisionTree(frame[folds != fold], "y", max_depth=2)
        off = alone.predict(frame[folds == fold]) - frame["y"][folds == fold]
        found.append(np.sqrt(np.mean(off**2)))
    assert table.loc["tree", "rmse"] == pytest.approx(np.mean(found))


def test_columns_become_numbers_with_levels_apart_and_gaps_said():
    frame = pd.DataFrame(
        {"x": [1.0, np.nan, 5.0, 3.0], "kind": ["a", None, "b", "a"], "y": list("pqpq")}
    )
    one, other = lessons.table_of(build_dataset(frame, "y"), np.array([0, 1, 2]), np.array([3]))
    assert one.tolist() == [[0, 0, 0, 1, 0], [2, 1, 1, 0, 0], [4, 0, 0, 0, 1]]
    assert other.tolist() == [[2, 0, 0, 1, 0]]


def test_a_column_that_nobody_has_a_value_of_tells_nothing():
    frame = random_frame(9).assign(empty=np.nan)
    table = tw.DecisionTree(frame, "y").compare(folds=2)
    assert table["accuracy"].between(0, 1).all()
    some = pd.DataFrame({"x": [np.nan, np.nan, 5.0], "z": [1, 2, 3], "y": list("pqp")})
    one, other = lessons.table_of(build_dataset(some, "y"), np.array([0, 1]), np.array([2]))
    assert one.tolist() == [[0, 1, 0, 0], [0, 1, 1, 0]]
    assert other.tolist() == [[0, 0, 2, 0]]


@pytest.mark.parametrize("dtype", ["float64", "int64", "uint64"])
def test_held_out_rows_tell_nothing_to_those_that_are_learnt_from(dtype):
    frame = pd.DataFrame(
        {"x": np.array([5, 9, 7, 1], dtype), "kind": list("aabz"), "y": list("pqpq")}
    )
    learnt, held = np.array([0, 1, 2]), np.array([3])
    one, other = lessons.table_of(build_dataset(frame, "y"), learnt, held)
    alone, _ = lessons.table_of(build_dataset(frame[:3], "y"), learnt, learnt)
    assert one.tolist() == alone.tolist() == [[0, 0, 1, 0], [4, 0, 1, 0], [2, 0, 0, 1]]
    assert other.tolist() == [[-4, 0, 0, 0]]


def test_whole_numbers_64_bits_apart_keep_their_order():
    frame = pd.DataFrame({"x": [-(2**63), 0, 2**62, 2**63 - 1], "y": list("pqpq")})
    every = np.arange(4)
    one, other = lessons.table_of(build_dataset(frame, "y"), every[:2], every)
    assert one[:, 0].tolist() == [0.0, 2.0**63]
    assert other[:, 0].tolist() == [0.0, 2.0**63, 2.0**63 + 2.0**62, 2.0**64]
    other = lessons.table_of(build_dataset(frame, "y"), every[3:], every)[1]
    assert other[:, 0].tolist() == [-(2.0**64), -(2.0**63), -(2.0**62), 0.0]


def test_a_column_that_scikit_learn_cannot_hold_is_named():
    frame = random_frame(9)
    frame["far"] = np.where(frame.index % 3, -1.5e308, 1.5e308)
    tree = tw.DecisionTree(frame, "y")
    with pytest.raises(tw.RefusedError, match=r"column 'far' spans more than the 3\.4e\+38"):
        tree.compare(folds=2)
    near = tw.DecisionTree(frame.assign(far=frame["far"] / 1e300), "y")
    assert near.compare(folds=2)["accuracy"].between(0, 1).all()


def test_without_scikit_learn_it_says_how_to_get_it(monkeypatch):
    real = builtins.__import__

    def absent(name, *rest, **more):
        if name.startswith("sklearn"):
            raise ImportError(name)
        return real(name, *rest, **more)

    tree = tw.DecisionTree(random_frame(7), "y")
    monkeypatch.setattr(builtins, "__import__", absent)
    with pytest.raises(tw.RefusedError, match=r"pip install treewidget\[compare\]"):
        tree.compare()


def _held_rows(monkeypatch):
    """Note the rows of each lesson."""
    taken = []

    def noted(*given):
        taken.append(lessons.Lesson(*given))
        return taken[-1]

    monkeypatch.setattr(comparison, "Lesson", noted)
    return taken


def test_a_sample_has_each_class_of_a_fold_in_its_share(monkeypatch):
    frame = random_frame(16, 400, classes=3)
    folds = np.arange(400) % 4
    tree = tw.DecisionTree(frame, "y", max_depth=2)
    taken = _held_rows(monkeypatch)
    tree.compare(folds=folds, rows=100)
    held = np.concatenate([lesson.held for lesson in taken])
    assert len(held) == len(np.unique(held)) == 100
    whole = pd.crosstab(folds, frame["y"])
    drawn = pd.crosstab(folds[held], frame["y"].to_numpy()[held])
    assert (drawn - whole / 4).abs().to_numpy().max() <= 1
    for lesson in taken:
        assert np.isin(lesson.learnt, held).all()
        assert len(lesson.learnt) + len(lesson.held) == 100


def test_a_sample_of_all_rows_is_all_of_them():
    tree = tw.DecisionTree(random_frame(17, 60), "y")
    whole, drawn = (
        tree.compare(folds=2, rows=rows).drop(columns="seconds") for rows in (None, 1000)
    )
    assert whole.equals(drawn)


@pytest.mark.parametrize(
    ("rows", "error", "said"),
    [
        (1, tw.InvalidValueError, "rows=1 is fewer than the 2 folds: draw more"),
        (2, tw.InvalidValueError, "rows=2 leaves none of a fold that holds 1 row: draw more"),
        (0.5, tw.WrongTypeError, "rows=0.5 must be a whole number, or None for all rows"),
        (True, tw.WrongTypeError, "rows=True must be"),
    ],
)
def test_a_sample_that_cannot_be_is_refused(rows, error, said):
    tree = tw.DecisionTree(random_frame(18, 60), "y")
    with pytest.raises(error, match=said):
        tree.compare(folds=np.arange(60) == 0, rows=rows)


def test_what_takes_long_says_so_and_what_would_not(monkeypatch):
    frame = random_frame(19, 60)
    tree = tw.DecisionTree(frame, "y")
    monkeypatch.setattr(comparison, "LONG", 100)
    with pytest.warns(UserWarning, match=r"60 rows in 2 folds.*compare\(rows=20000\) draws a"):
        tree.compare(folds=2)


def test_it_tells_how_far_it_is_and_hears_a_cancel_between_trees():
    workspace = tw.DecisionTree(random_frame(20, 60), "y")._workspace
    shares = []
    comparison.compare(workspace, 2, 0, None, Progress(shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) > 2 * 3 * learners.TREES  # of three learners each tree

    def stop(share):
        if share > 0.3:
            progress.cancel()

    progress = Progress(stop)
    with pytest.raises(tw.CancelledError):
        comparison.compare(workspace, 2, 0, None, progress)


def test_an_interrupt_stops_between_fits(monkeypatch):
    tree = tw.DecisionTree(random_frame(8), "y")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(learners, "_forest", interrupt)
    with pytest.raises(KeyboardInterrupt):
        tree.compare(folds=2)
    with pytest.raises(tw.InvalidValueError, match="folds=1 leaves nothing to train on"):
        tree.compare(folds=1)
    with pytest.raises(tw.WrongTypeError, match="random_state 'x' is a str"):
        tree.compare(random_state="x")
