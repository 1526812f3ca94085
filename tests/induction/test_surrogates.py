"""CART by known rows: surrogates, where rows go that lack a column, and what rpart does besides."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.engine.weighted import branches_of
from treewidget.errors import TreeWidgetError
from treewidget.induction.routes import route_of
from treewidget.induction.splits import STOP, WAIT

from .naive_surrogates import surrogates

SEEDS = range(6)


def surrogate_tree(frame, **options):
    return tw.DecisionTree(frame, "y", missing="surrogate", **options)


def split_of(frame, **options):
    """Return the inducer and the split that it makes of all rows."""
    inducer = inducer_of(frame, missing="surrogate", **options)
    return inducer, inducer.choice(inducer.root()).build()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("classes", [0, 2, 3])
def test_a_column_in_two_copies_with_gaps_apart_parts_rows_as_if_it_had_none(seed, classes):
    whole = random_frame(seed, 90, classes=classes, nominal=0)[["a", "y"]]
    gone = np.random.default_rng(seed).random(90)
    holed = pd.DataFrame({"a": whole["a"].mask(gone < 0.2), "again": whole["a"].mask(gone > 0.7)})
    holed["y"] = whole["y"]
    tree = surrogate_tree(holed, max_depth=1, surrogate_style=1)
    split = tree.root.split
    (copy,) = split.surrogates
    assert {split.column, copy.column} == {"a", "again"}
    assert (copy.agreement, copy.adjusted) == (1.0, 1.0)
    low = tree.node(tree.root.children[0])
    inside = whole["a"] <= float(split.thresholds[0])
    assert set(tree.rows(low.id).index) == set(whole.index[inside])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("options", [{}, {"cut": "data_value"}])
def test_a_split_made_by_hand_has_the_surrogates_of_one_that_grows(seed, options):
    frame = random_frame(seed, 90, classes=3, missing=0.15, nominal=0)
    frame[["less a", "less b"]] = -frame[["a", "b"]].sample(frac=0.9, random_state=seed)
    frame["less day"] = -frame["day"].dt.day
    grown = surrogate_tree(frame, max_depth=1, **options).root
    tree = surrogate_tree(frame, grow=False, **options)
    for column in (None, grown.split.column):
        tree.split(0, column)
        assert tree.root.split == grown.split
        assert tree.root.split.surrogates
        assert tree.root.gain == pytest.approx(grown.gain, rel=1e-12)
        tree.undo()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(14))
@pytest.mark.parametrize("style", [0, 1])
@pytest.mark.parametrize("weighted", [False, True])
def test_they_are_those_found_row_by_row(seed, style, weighted):
    n, classes = 9 + 3 * seed, (0, 2, 3)[seed % 3]
    frame = random_frame(seed, n, classes=classes, missing=0.1, nominal=3, weights=weighted)
    frame["again"] = frame["kind0"].mask(frame["kind1"] == "k3", None)
    if weighted:
        frame["w"] *= 2.0 ** -(12 * (seed % 2))  # what is even stays so, whatever the unit
    given = {"weights": "w"} if weighted else {}
    tree = surrogate_tree(frame, grow=False, surrogate_style=style, max_surrogates=9, **given)
    dataset = tree._data
    columns = [(one.codes[:], one.is_ordered, one.labels) for one in dataset.columns]
    target = dataset.target.codes if classes else frame["y"].to_numpy()
    weights = frame["w"].to_numpy() if weighted else np.ones(n)
    for column in dataset.columns:
        values = sorted(frame[column.name].dropna().unique())
        half = len(values) // 2
        how = {"groups": [values[:half], values[half:]]}
        tree.split(
            0, column.name, **({"threshold": values[half - 1]} if column.is_ordered else how)
        )
        split = tree.workspace.tree.root.split
        side = sides_of(split, dataset)
        expected = surrogates(columns, split.column, side, target, weights, style=style, most=9)
        for one, (number, flipped, right, agreement, adjusted) in zip(
            split.surrogates, expected, strict=True
        ):
            there = sides_of(one.split, dataset)
            assert (one.split.column, one.flipped) == (number, flipped)
            assert ((there == 1) == right).all()
            assert (there[columns[number][0] < 0] == 2).all()
            assert one.agreement == pytest.approx(agreement, rel=1e-12)
            assert one.adjusted == pytest.approx(adjusted, rel=1e-9)
        tree.undo()


def sides_of(split, dataset):
    """Return the branch of each row by a split alone, 2 where its column does not tell."""
    bare = replace(split, missing=2, surrogates=())
    codes = dataset.columns[split.column].codes[:]
    return branches_of(codes, route_of(dataset, bare))


def nearly(wrong, n=40):
    """Return two nominal columns, of which the second differs from the first in some rows."""
    codes = np.arange(n) % 4
    other = codes.copy()
    other[np.flatnonzero(codes == 0)[:wrong]] = 1
    levels = ["k", "l", "m", "o"]
    return pd.DataFrame(
        {
            "one": pd.Categorical.from_codes(codes, levels),
            "other": pd.Categorical.from_codes(other, levels).rename_categories(str.upper),
            "y": np.where(codes == 0, "yes", "no"),
        }
    )


@pytest.mark.parametrize(("wrong", "kept"), [(0, 0), (1, 0), (2, 1), (3, 1)])
def test_groups_are_kept_from_two_rows_on_the_wrong_side(wrong, kept):
    _, split = split_of(nearly(wrong))
    assert split.column == 0
    assert len(split.surrogates) == kept
    for surrogate in split.surrogates:
        assert surrogate.agreement == pytest.approx((40 - wrong) / 40)
        assert surrogate.adjusted == pytest.approx((10 - wrong) / 10)


def test_a_nominal_copy_is_a_perfect_surrogate():
    frame = nearly(0)
    frame["other"] = frame["one"]
    _, split = split_of(frame)
    assert [one.adjusted for one in split.surrogates] == [1.0]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_levels_of_the_same_names_are_no_copy_where_a_row_differs(elsewhere):
    one, kind = ["k", "l"] * 10, ["yes", "no"] * 10
    other = [*one]
    other[18 if elsewhere else 3] = "l" if elsewhere else "k"
    frame = pd.DataFrame({"one": one, "other": other, "z": [0.0] * 16 + [1.0] * 4, "y": kind})
    tree = surrogate_tree(frame, grow=False)
    tree.split(0, "z", threshold=0.5)
    tree.split(1, "one")
    assert tree.node(1).split.surrogates == ()  # of any training row, also where it is not
    frame["other"] = frame["one"]
    tree = surrogate_tree(frame, grow=False)
    tree.split(0, "z", threshold=0.5)
    tree.split(1, "one")
    assert [one.column for one in tree.node(1).split.surrogates] == ["other"]


def test_a_threshold_has_two_rows_on_each_side():
    p = np.array([0.0] * 5 + [1.0] * 5)
    x = np.array([0.0, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    frame = pd.DataFrame({"p": p, "x": x, "y": p.astype(str)})
    assert split_of(frame)[1].surrogates == ()
    frame["x"] = [0.0, 0, 1, 1, 1, 1, 1, 1, 1, 1]
    (found,) = split_of(frame)[1].surrogates
    assert (found.agreement, found.adjusted, found.flipped) == (0.7, pytest.approx(0.4), False)
    frame["x"] = 1 - frame["x"]
    (found,) = split_of(frame)[1].surrogates
    assert (found.agreement, found.flipped) == (0.7, True)


def test_a_surrogate_beats_the_majority_of_the_rows_of_its_style():
    p = np.array([0.0] * 6 + [1.0] * 6)
    x = p.copy()
    x[[0, 1, 2, 3, 6, 7, 8, 9]] = np.nan
    frame = pd.DataFrame({"p": p, "x": x, "y": p.astype(str)})
    assert split_of(frame, surrogate_style=0)[1].surrogates == ()  # 4 of 12 agree
    (found,) = split_of(frame, surrogate_style=1)[1].surrogates
    assert (found.agreement, found.adjusted) == (1.0, 1.0)


def lacking(rows, known=(7, 5)):
    """Return a frame whose only column parts the classes, and is missing in some more rows."""
    x = [0.0] * known[0] + [1.0] * known[1] + [np.nan] * rows
    y = ["low"] * known[0] + ["high"] * known[1] + ["low", "high"] * rows
    return pd.DataFrame({"x": x, "z": 1.0, "u": range(len(x)), "y": y[: len(x)]})


@pytest.mark.parametrize(
    ("known", "options", "way"),
    [
        ((7, 5), {}, 0),
        ((5, 7), {}, 1),
        ((6, 6), {}, WAIT),
        ((7, 5), {"max_surrogates": 0}, WAIT),
        ((7, 5), {"use_surrogate": 1}, STOP),
        ((7, 5), {"use_surrogate": 0}, STOP),
    ],
)
def test_rows_that_nothing_knows(known, options, way):
    frame = lacking(4, known).drop(columns="u")
    inducer, split = split_of(frame, **options)
    assert split.missing == way
    assert not split.surrogates
    parts = inducer.children(inducer.root(), split)
    went = [part.train.n for part in parts]
    wanted = list(known)
    if way >= 0:
        wanted[way] += 4
    assert went == wanted
    tree = surrogate_tree(frame, **options)
    assert tree.root.n - sum(tree.node(child).n for child in tree.root.children) == (
        0 if way >= 0 else 4
    )
    new = pd.DataFrame({"x": [np.nan], "z": [1.0]})
    stays = way == STOP or known == (6, 6)
    assert (tree.apply(new)[0] == 0) == stays
    if not stays:
        assert tree.predict(new)[0] == ("low" if known[0] > known[1] else "high")


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("known", "way"), [((7, 5), 0), ((5, 7), 1), ((6, 6), WAIT)])
def test_new_rows_go_with_most_rows_where_no_training_row_lacks_the_column(known, way, turned):
    """Rows that weigh more decide where training rows go: of two sides here the one of fewer."""
    frame = lacking(0, known).drop(columns="u")
    heavy = 0 if turned else 1
    frame["w"] = np.where(frame["x"] == heavy, 3.0, 1.0)
    for rows in (0, 1):
        gone = pd.DataFrame({"x": [np.nan], "z": [1.0], "y": ["low"], "w": [1.0]})
        given = pd.concat([frame, gone]) if rows else frame
        tree = surrogate_tree(given, weights="w", max_depth=1)
        found = tree.workspace.tree.root.split
        assert found.missing == (heavy if rows else way)
        assert not found.surrogates


@pytest.mark.parametrize("most", [0, 1, 2, 9])
def test_at_most_so_many_are_kept_best_first(most):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"p": np.arange(60) / 60.0})
    for at in range(4):
        frame[f"x{at}"] = frame["p"] + rng.normal(size=60) * 0.1 * (at % 3 + 1)
    frame["y"] = np.where(frame["p"] < 0.5, "low", "high")
    _, split = split_of(frame, max_surrogates=most)
    every = split_of(frame, max_surrogates=99)[1].surrogates
    assert len(every) == 4
    assert split.surrogates == every[:most]
    agreements = [one.agreement for one in every]
    assert agreements == sorted(agreements, reverse=True)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("use", [0, 1, 2])
def test_no_weight_is_lost(seed, use):
    frame = random_frame(seed, 80, missing=0.3, weights=True)
    tree = tw.DecisionTree(
        frame, "y", weights="w", missing="surrogate", use_surrogate=use, min_samples_leaf=3
    )
    table = tree.frame()
    for at, node in table[~table["is_leaf"]].iterrows():
        below = sum(tree.node(child).n for child in tree.node(at).children)
        assert node["n"] == below + node["stopped_n"]
        assert use < 2 or node["stopped_n"] == 0 or not tree.node(at).split.surrogates


def test_rows_without_any_value_are_left_out_and_told():
    frame = random_frame(1, 40, missing=0.1)
    frame.loc[[3, 8], frame.columns != "y"] = None
    tree = surrogate_tree(frame)
    assert tree.root.n == 38
    assert any("2 training rows left out" in note for note in tree.notes)
    assert tw.DecisionTree(frame, "y").root.n == 40


def test_a_split_that_lowers_nothing_is_made_only_if_asked():
    xor = pd.DataFrame({"a": [0.0, 0, 1, 1] * 3, "b": [0.0, 1, 0, 1] * 3, "y": list("noon") * 3})
    assert surrogate_tree(xor).root.is_leaf
    assert surrogate_tree(xor, allow_zero_gain=True).frame()["is_leaf"].sum() == 4
    assert tw.DecisionTree(xor, "y").frame()["is_leaf"].sum() == 4


def test_shares_with_cart():
    frame = lacking(4, (6, 2)).drop(columns="u")
    tree = tw.DecisionTree(frame, "y", missing="fractional", max_depth=1)
    low, high = (tree.node(child) for child in tree.root.children)
    assert (low.weight, high.weight) == (pytest.approx(6 + 4 * 0.75), pytest.approx(2 + 4 * 0.25))
    gain = tree.root.gain
    assert gain == pytest.approx(8 / 12 * (2 * 0.75 * 0.25))


def test_surrogates_need_two_branches():
    with pytest.raises(TreeWidgetError, match="surrogate"):
        tw.DecisionTree(random_frame(0), "y", method="id3", missing="surrogate")


@pytest.mark.parametrize("missing", ["surrogate", "fractional"])
@pytest.mark.parametrize("part", ["test", "validation"])
def test_rows_that_are_held_out_move_no_cut(missing, part):
    frame = pd.DataFrame({"z": [0, 2, 2, 2, 5, 5, 5, 5], "y": [-6.4, -3, -3.5, -4, 9, 9, 10, 11]})
    held = pd.DataFrame({"z": [1, 5], "y": [0.0, 9.0]})
    alone = tw.DecisionTree(frame, "y", missing=missing, max_depth=2)
    beside = tw.DecisionTree(frame, "y", missing=missing, max_depth=2, **{part: held})
    assert beside.frame()["split"].tolist() == alone.frame()["split"].tolist()
    assert "z <= 1" in alone.frame()["split"].tolist()
