"""Windowing: it ends, whatever the data, with a tree that is right about all rows it can be."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.induction import windowing
from treewidget.induction.filling import inducer_over
from treewidget.induction.methods import resolve
from treewidget.induction.progress import Progress
from treewidget.induction.windowing import Window, classes_of, least_errors


def nominal_frame(seed, n=150, missing=0.0, noise=0.0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 3, (n, 5)).astype(str), columns=list("abcde"))
    code = frame.astype(int)
    y = (code["a"] * code["b"] + code["c"]) % 3
    flip = rng.random(n) < noise
    frame["y"] = np.where(flip, (y + 1) % 3, y).astype(str)
    for name in "abcde":
        frame.loc[rng.random(n) < missing, name] = None
    return frame


def inducer_by(frame, **options):
    dataset = build_dataset(frame, "y")
    return inducer_over(dataset, resolve("id3", "classification", options))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("window", [0.05, 0.3, 1.0])
def test_on_consistent_data_all_rows_are_classified(seed, window):
    frame = nominal_frame(seed)
    tree = tw.DecisionTree(frame, "y", method="id3", window=window, window_seed=seed)
    assert tree.score() == 1.0
    assert tree.predict(frame).tolist() == frame["y"].tolist()
    assert tree.root.n == len(frame)
    for node in tree.workspace.tree.walk():
        if node.children:
            assert sum(child.region.train.n for child in node.children) == node.region.train.n


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", [{}, {"alpha_split": 0.05}, {"max_depth": 2}])
def test_on_inconsistent_data_it_ends(seed, options):
    frame = nominal_frame(seed, noise=0.3, missing=0.1)
    tree = tw.DecisionTree(frame, "y", method="id3", window=0.1, **options)
    assert 0.3 < tree.score() <= 1.0


def test_the_best_attainable_is_reached_on_inconsistent_data():
    frame = nominal_frame(1, n=250, noise=0.2)
    inducer = inducer_by(frame, window=0.1)
    sprout = inducer.grow([inducer.root()])[0]
    wrong = classes_of(inducer, sprout, inducer.root().rows) != inducer.dataset.target.codes
    groups = frame.groupby(list("abcde"))["y"].agg(lambda y: len(y) - y.value_counts().max())
    least = least_errors(inducer.dataset, np.arange(250), np.ones(250), Progress())
    assert least == groups.sum()
    assert wrong.sum() == least


@pytest.mark.parametrize("seed", range(3))
def test_by_weights_the_least_weight_is_wrong_on_inconsistent_data(seed):
    frame = nominal_frame(seed, n=250, noise=0.3)
    frame["w"] = np.random.default_rng(seed).integers(1, 9, 250)
    tree = tw.DecisionTree(frame, "y", method="id3", window=0.1, weights="w")
    alike = frame.groupby([*"abcde", "y"])["w"].sum().groupby(list("abcde"))
    wrong = frame["w"][tree.predict(frame) != frame["y"]]
    assert wrong.sum() == alike.agg(lambda w: w.sum() - w.max()).sum()


def test_by_losses_the_least_cost_is_reached_on_inconsistent_data():
    frame = nominal_frame(1, n=250, noise=0.3)
    losses = np.array([[0.0, 1.0, 1.0], [9.0, 0.0, 1.0], [4.0, 0.5, 0.0]])
    named = {str(i): {str(j): losses[i, j] for j in range(3) if i != j} for i in range(3)}
    inducer = inducer_by(frame, window=0.1, losses=named)
    sprout = inducer.grow([inducer.root()])[0]
    codes = inducer.dataset.target.codes
    told = classes_of(inducer, sprout, inducer.root().rows)
    counts = pd.crosstab([frame[name] for name in "abcde"], frame["y"]).to_numpy()
    least = (counts @ losses).min(axis=1).sum()
    assert least_errors(inducer.dataset, np.arange(250), np.ones(250), Progress()) == least
    assert losses[codes, told].sum() == least < losses[codes, codes[told]].sum()


@pytest.mark.parametrize("seed", range(4))
def test_what_no_tree_can_tell_apart_is_the_rarer_weight_of_rows_alike(seed):
    rng = np.random.default_rng(seed)
    frame = random_frame(seed, 300, classes=3, missing=0.2)
    columns = frame.columns.drop("y")
    frame.loc[150:, columns] = frame.loc[:149, columns].to_numpy()
    rows, weights = rng.permutation(300)[:200], rng.integers(1, 5, 200).astype(float)
    dataset = build_dataset(frame, "y")
    codes = pd.DataFrame({at: column.codes[rows] for at, column in enumerate(dataset.columns)})
    said = codes.assign(y=dataset.target.codes[rows], w=weights)
    by_class = said.groupby([*codes.columns, "y"])["w"].sum().groupby([*codes.columns])
    assert (
        least_errors(dataset, rows, weights, Progress()) == (by_class.sum() - by_class.max()).sum()
    )
    assert least_errors(dataset, rows[:0], weights[:0], Progress()) == 0.0


def test_a_whole_window_is_plain_growth_and_a_seed_decides_the_others():
    frame = nominal_frame(2, n=80, noise=0.1)
    plain = tw.DecisionTree(frame, "y", method="id3")
    assert tw.DecisionTree(frame, "y", method="id3", window=1.0) == plain
    first, again, other = (
        tw.DecisionTree(frame, "y", method="id3", window=0.1, window_seed=s) for s in (3, 3, 4)
    )
    assert first == again
    assert first != other


def test_the_window_is_smaller_than_the_data_where_that_is_enough(monkeypatch):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.integers(0, 4, 2000).astype(str)})
    frame["b"] = rng.integers(0, 4, 2000).astype(str)
    frame["y"] = np.where(frame["a"] < "2", "p", "q")
    inducer = inducer_by(frame, window=0.01)
    sizes, region = [], Window.region
    monkeypatch.setattr(Window, "region", lambda self: sizes.append(self) or region(self))
    assert inducer.grow([inducer.root()])[0].split.column == 0
    assert int(sizes[-1]._held.sum()) < 200


@pytest.mark.parametrize("missing", ["proportional", "fractional", "most_common"])
def test_every_strategy_for_missing_values_goes_with_windows(missing):
    frame = nominal_frame(3, n=50, missing=0.15)
    tree = tw.DecisionTree(frame, "y", method="id3", window=0.2, missing=missing)
    assert tree.score() > 0.6


@pytest.mark.parametrize(
    ("method", "missing"),
    [
        *(("cart", missing) for missing in ("learned", "surrogate", "fractional")),
        *(("acls", missing) for missing in ("proportional", "fractional", "own")),
    ],
)
def test_rows_are_classified_as_the_tree_predicts_new_ones(method, missing):
    frame = random_frame(8, 120, classes=3, missing=0.25, weights=True)
    options = {"validation": frame.index % 3 > 0, "max_depth": 4, "min_samples_leaf": 1}
    tree = tw.DecisionTree(frame, "y", method=method, missing=missing, weights="w", **options)
    inducer = tree.workspace.inducer
    grown = inducer.grow([tree.workspace.tree.root.region])[0]
    found = classes_of(inducer, grown, inducer.engine.rows(np.arange(120)))
    assert np.array(tree.classes)[found].tolist() == tree.predict(frame).tolist()


def test_rows_that_go_on_are_told_nothing_where_others_stop():
    frame = pd.DataFrame({"x": [0.0] * 9 + [1.0] * 10 + [0.0, 1.0, np.nan]})
    frame["y"] = list("pppp" + "q" * 5 + "p" * 9 + "q" + "qpp")
    tree = tw.DecisionTree(frame, "y", method="acls", missing="own", validation=frame.index >= 19)
    inducer = tree.workspace.inducer
    grown = inducer.grow([tree.workspace.tree.root.region])[0]
    found = classes_of(inducer, grown, inducer.engine.rows(np.arange(19, 22)))
    assert found.tolist() == [1, 0, 0]  # the last stops at the root, most of whose rows are p


def test_growing_under_a_node_draws_windows_of_its_rows():
    frame = nominal_frame(4)
    tree = tw.DecisionTree(frame, "y", method="id3", grow=False)
    tree.split(0, "a")
    child = tree.root.children[1]
    tree.grow(child, window=0.2)
    assert tree.node(child).n == (frame["a"] == "1").sum()
    here = frame[frame["a"] == "1"]
    assert tree.predict(here).tolist() == here["y"].tolist()


def test_assistant_takes_a_window_and_other_methods_refuse_it():
    frame = random_frame(5, 100, missing=0.1)
    tree = tw.DecisionTree(frame, "y", method="assistant", window=0.3)
    assert tree.score() > 0.5
    with pytest.raises(tw.UnknownNameError, match="cart does not take 'window'"):
        tw.DecisionTree(frame, "y", window=0.3)
    with pytest.raises(tw.InvalidValueError, match="window=0 must lie above 0, up to 1"):
        tw.DecisionTree(frame, "y", method="assistant", window=0)


def test_cuts_found_in_a_window_say_how_they_part_all_rows():
    rng = np.random.default_rng(10)
    frame = pd.DataFrame(rng.normal(size=(200, 3)), columns=[*"abc"])
    kinds = np.r_[0.4, 0.2, [0.4 / 9] * 9]
    frame["k"] = rng.choice([*"pqrstuvwxyz"], 200, p=kinds)
    noise = rng.normal(size=200) * 0.8
    frame["y"] = np.where(frame["a"] + (frame["k"] > "q") + noise > 0, "yes", "no")
    tree = tw.DecisionTree(frame, "y", method="acls", window=0.2, window_seed=1)
    workspace, told = tree.workspace, 0
    for node in workspace.tree.walk():
        for cut in getattr(node.split, "cuts", ()):
            column = workspace.dataset.columns[node.split.column].name
            values = tree.rows(node.id)[column]
            assert ((values <= float(cut.text)) == (values <= cut.value)).all()
            told += 1
    assert told > 20


@pytest.mark.one_in(2)
@pytest.mark.parametrize("noise", [0.05, 0.3])
def test_half_of_the_rows_grown_on_is_told_as_about_half(noise, monkeypatch):
    frame = nominal_frame(6, n=4000, noise=noise)
    frame["f"] = (np.arange(4000) % 500).astype(str)  # by which trees come to be right about most
    told, grown = [0.0], []
    listening = Progress(told.append)
    plain = windowing.grow

    def counted(inducer, held, **how):
        sprouts = plain(inducer, held, **how)
        grown.append((held[0].train.n, told[-1]))
        return sprouts

    monkeypatch.setattr(windowing, "grow", counted)
    inducer = inducer_by(frame, window=0.1)
    inducer.grow([inducer.root()], progress=listening)
    rows, shares = (np.array(column, dtype=float) for column in zip(*grown, strict=True))
    done = rows.cumsum() / (rows.sum() + len(frame))
    assert len(rows) > 4
    assert abs(np.interp(0.5, done, shares) - 0.5) < 0.2
    assert told[-1] == 1.0
