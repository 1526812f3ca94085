"""Missing values filled before anything grows: by what, learnt from which rows, for whom."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import Impatient, random_frame
from treewidget.data import build_dataset
from treewidget.induction import Progress
from treewidget.induction.filling import filled, inducer_over, inducer_within
from treewidget.induction.methods import resolve

GAPS = pd.DataFrame(
    {
        "kind": ["a", "a", "b", None, "b", "b", None, "c"],
        "size": [1.0, 2.0, np.nan, 4.0, 8.0, 9.0, np.nan, 3.0],
        "day": pd.to_datetime([None, "2024-01-02", "2024-01-03", "2024-01-09", *[None] * 4]),
        "y": ["no", "no", "no", "no", "yes", "yes", "yes", "yes"],
    }
)


def values_of(view, name):
    column = view.columns[view.column_index(name)]
    keys = column.keys if column.is_ordered else np.array(column.levels)
    return keys[column.codes].tolist()


def test_the_most_common_value_or_the_lower_median_fills_every_row():
    view = filled(build_dataset(GAPS, "y"), "most_common")
    assert values_of(view, "kind") == ["a", "a", "b", "b", "b", "b", "b", "c"]
    assert values_of(view, "size") == [1, 2, 3, 4, 8, 9, 3, 3]  # of 1 2 3 4 8 9
    read = view.read(GAPS)
    for column, reading in zip(view.columns, read, strict=True):
        assert not reading.missing.any()
        assert reading.keys.tolist() == column.keys[column.codes].tolist()


def test_weights_count_in_what_is_most_common():
    frame = GAPS.assign(w=[5, 1, 1, 1, 1, 1, 1, 1])
    view = filled(build_dataset(frame, "y", weights="w"), "most_common")
    assert values_of(view, "kind")[3] == "a"
    assert values_of(view, "size")[2] == 1.0


def test_bayes_takes_the_rows_class_in_training_and_no_class_elsewhere():
    held = pd.DataFrame({"kind": [None], "size": [np.nan], "day": [pd.NaT], "y": ["no"]})
    view = filled(build_dataset(GAPS, "y", validation=held.astype(GAPS.dtypes)), "bayes")
    assert values_of(view, "kind")[3] == "a"
    assert values_of(view, "kind")[6] == "b"
    assert values_of(view, "size")[2] == 2.0
    assert values_of(view, "size")[6] == 8.0
    assert values_of(view, "kind")[8] == "b"  # although its class has mostly a
    assert values_of(view, "size")[8] == 3.0
    day = view.columns[2]
    overall = day.text_of(day.keys[day.codes[7]])
    assert overall == "2024-01-03"  # the class "yes" never knows it


@pytest.mark.parametrize("strategy", ["most_common", "bayes", "shapiro"])
def test_only_training_rows_are_learnt_from(strategy):
    frame = random_frame(3, 80, missing=0.2)
    held = np.arange(80) % 3 == 0
    other = frame.copy()
    other.loc[held, "kind0"] = "k3"
    other.loc[held, "y"] = "c0"
    one, two = (filled(build_dataset(f, "y", validation=held), strategy) for f in (frame, other))
    for a, b in zip(one.columns, two.columns, strict=True):
        assert (a.codes[~held] == b.codes[~held]).all()


@pytest.mark.parametrize("strategy", ["most_common", "bayes", "shapiro"])
def test_new_rows_are_filled_as_validation_rows_are(strategy):
    frame = random_frame(4, 120, classes=3, missing=0.2)
    held = np.arange(120) % 4 == 0
    view = filled(build_dataset(frame, "y", validation=held), strategy)
    for column, reading in zip(view.columns, view.read(frame[held]), strict=True):
        assert reading.keys.tolist() == column.keys[column.codes[held]].tolist()
        assert not reading.missing.any()


def test_shapiro_fills_an_attribute_that_is_a_function_of_another():
    rng = np.random.default_rng(0)
    frame = random_frame(5, 200, classes=2)
    frame["twin"] = frame["kind0"].map({"k0": "red", "k1": "red", "k2": "blue", "k3": "green"})
    frame["square"] = frame["a"] ** 2
    true = frame[["twin", "square"]].copy()
    gaps = rng.random((200, 2)) < 0.3
    frame.loc[gaps[:, 0], "twin"] = None
    frame.loc[gaps[:, 1], "square"] = np.nan
    view = filled(build_dataset(frame, "y", validation=np.arange(200) < 50), "shapiro")
    assert values_of(view, "twin") == true["twin"].tolist()
    assert values_of(view, "square") == true["square"].tolist()
    new = view.read(
        true.assign(twin=None, square=np.nan).join(frame[["a", "b", "day", "kind0", "kind1"]])
    )
    assert [view.columns[-2].levels[c] for c in new[-2].keys] == true["twin"].tolist()


def filled_by_shapiro(values, kind, dtype="float64"):
    frame = pd.DataFrame({"size": pd.array(values, dtype), "kind": kind, "y": list("pq") * 30})
    frame.loc[::5, "size"] = None
    return values_of(filled(build_dataset(frame, "y"), "shapiro"), "size")


@pytest.mark.parametrize("power", [-1074, -560, 0, 512, 1020])
def test_shapiro_fills_numbers_however_small_or_large_they_are(power):
    values = np.tile([1.0, 2.0, 9.0, -8.0], 15)
    assert filled_by_shapiro(np.ldexp(values, power), np.tile(list("abcd"), 15)) == [
        *np.ldexp(values, power)
    ]


def test_shapiro_fills_whole_numbers_64_bits_apart():
    values = [-(2**63), 2**63 - 1, 0] * 20
    assert filled_by_shapiro(values, list("abc") * 20, "Int64") == values


def test_shapiro_lets_training_rows_see_their_class_and_new_rows_not():
    y = ["p", "q"] * 20
    frame = pd.DataFrame({"twin": list(y), "noise": [0.0, 0.0, 1.0, 1.0] * 10, "y": y})
    frame.loc[:3, "twin"] = None
    view = filled(build_dataset(frame, "y"), "shapiro")
    assert values_of(view, "twin") == y
    new = view.read(
        pd.DataFrame({"twin": [None] * 2, "noise": [0.0, 1.0]}).astype({"twin": object})
    )
    assert len({int(code) for code in new[0].keys}) == 1


def test_shapiro_fills_for_regression_and_where_there_is_one_column_alone():
    frame = random_frame(6, 60, classes=0, missing=0.2)
    tree = tw.DecisionTree(frame, "y", missing="shapiro", max_depth=3)
    assert len(tree.predict(frame)) == 60
    alone = tw.DecisionTree(frame[["kind0", "y"]], "y", missing="shapiro")
    assert np.isfinite(alone.predict(frame)).all()


def test_whole_numbers_of_any_size_stay_exact():
    big = 2**60
    frame = pd.DataFrame(
        {"id": pd.array([big, big + 1, None, big + 3, big + 4], "Int64"), "y": list("aabbb")}
    )
    view = filled(build_dataset(frame, "y"), "most_common")
    keys = view.read(frame)[0].keys
    assert [int(key) for key in keys] == [big, big + 1, big + 1, big + 3, big + 4]
    assert [int(k) for k in view.read(frame.iloc[[2]])[0].keys] == [big + 1]


def test_whole_numbers_of_any_size_are_filled_beside_greater_ones_of_the_training_rows():
    big, greatest = 2**60, 2**64 - 1
    ids = pd.array([big + 1, big + 2, *[greatest] * 3, None] * 5, "UInt64")
    frame = pd.DataFrame({"id": ids, "y": list("pqqqqq") * 5})
    tree = tw.DecisionTree(frame, "y", missing="most_common")
    for new, wanted in (([big + 1, big + 2, None], "pqq"), ([None, None], "qq")):
        assert "".join(tree.predict(pd.DataFrame({"id": pd.array(new, "Int64")}))) == wanted


@pytest.mark.parametrize("strategy", ["most_common", "bayes", "shapiro"])
def test_a_column_that_no_training_row_knows_stays_missing(strategy):
    frame, folds = random_frame(6, 60, classes=2, missing=0.2), np.arange(60) % 3
    frame["late"] = np.where(folds == 0, 1.0, np.nan)
    frame["early"] = np.where(folds == 0, np.nan, folds)
    tree = tw.DecisionTree(frame, "y", validation=folds == 0, missing=strategy)
    assert (tree.predict(frame) == tree.predict(frame.assign(late=np.nan))).all()
    assert "late" not in " ".join(note for note in tree.notes if "filled" in note)
    assert "'early'" not in " ".join(tree.notes)  # nor was a training row filled there
    assert len(tw.DecisionTree(frame, "y", missing=strategy).cross_validate(folds=folds))


def test_the_tree_of_filled_data_is_the_tree_of_a_frame_filled_by_hand():
    frame = random_frame(7, 90, classes=3, missing=0.2)
    view = filled(build_dataset(frame, "y"), "bayes")
    by_hand = pd.DataFrame(
        {
            c.name: frame[c.name].where(frame[c.name].notna(), values_of(view, c.name))
            for c in view.columns
            if c.name != "day"
        }
    )
    by_hand["y"] = frame["y"]
    one = tw.DecisionTree(frame.drop(columns="day"), "y", missing="bayes")
    two = tw.DecisionTree(by_hand, "y")
    assert [(n.n, n.counts.tolist()) for n in map(one.node, one.frame().index)] == [
        (n.n, n.counts.tolist()) for n in map(two.node, two.frame().index)
    ]


def test_the_notes_say_how_many_rows_were_filled_and_how():
    tree = tw.DecisionTree(GAPS, "y", missing="bayes")
    assert "column 'kind': 2 training rows filled by the most common value of the row's class" in (
        " ".join(tree.notes)
    )
    assert "training figures flatter" in " ".join(tree.notes)
    plain = tw.DecisionTree(GAPS, "y", missing="most_common")
    assert "flatter" not in " ".join(plain.notes)
    came, now = tree._data.filling.raw.columns, tree._data.columns
    assert [int((column.codes[:] < 0).sum()) for column in came] == [2, 2, 5]
    assert all((column.codes[:] >= 0).all() for column in now)


def test_growing_cannot_fill_or_empty_a_tree():
    plain, bayes = tw.DecisionTree(GAPS, "y"), tw.DecisionTree(GAPS, "y", missing="bayes")
    for tree, wanted in ((plain, "shapiro"), (bayes, "learned"), (bayes, "most_common")):
        with pytest.raises(tw.RefusedError, match=rf"DecisionTree\(\.\.\., missing='{wanted}'\)"):
            tree.grow(missing=wanted)
    bayes.prune(0)
    bayes.grow(method="cart", max_depth=1)  # by the method's own defaults, on the data as they are
    assert len(bayes.frame()) == 3


def test_bayes_is_refused_for_numbers():
    with pytest.raises(tw.InvalidValueError, match=r"bayes.*regression.*'most_common', 'shapiro'"):
        tw.DecisionTree(random_frame(1, classes=0), "y", missing="bayes")


def test_folds_fill_from_their_own_training_rows():
    frame = random_frame(8, 60, missing=0.3)
    inducer = inducer_over(
        build_dataset(frame, "y"), resolve("cart", "classification", {"missing": "bayes"})
    )
    some = np.flatnonzero(np.arange(60) % 2)
    held = np.setdiff1d(np.arange(60), some)
    within = inducer_within(inducer, some)
    alone = filled(build_dataset(frame.iloc[some].reset_index(drop=True), "y"), "bayes")
    assert values_of(within.dataset, "kind0") != values_of(inducer.dataset, "kind0")
    assert [values_of(within.dataset, "kind0")[i] for i in some] == values_of(alone, "kind0")
    flipped = frame.copy()
    flipped.loc[held, "y"] = frame.loc[held, "y"].map({"c0": "c1", "c1": "c0"})
    other = inducer_within(inducer_over(build_dataset(flipped, "y"), inducer.options), some)
    assert values_of(other.dataset, "kind0") == values_of(within.dataset, "kind0")


@pytest.mark.parametrize("strategy", ["most_common", "bayes", "shapiro"])
def test_filling_within_a_fold_tells_how_far_it_is_and_hears_a_cancel(strategy):
    frame = random_frame(9, 120, missing=0.3)
    options = resolve("cart", "classification", {"missing": strategy})
    inducer = inducer_over(build_dataset(frame, "y"), options)
    some, shares = np.flatnonzero(np.arange(120) % 4), list[float]()
    inducer_within(inducer, some, Progress(shares.append))
    assert shares[0] == 0.0
    assert shares == sorted(shares)
    assert 0.0 < shares[-1] < 1.0  # the growth comes yet
    gaps = int(frame.drop(columns="y").isna().any().sum())
    assert len(shares) >= gaps + 1
    whole = Impatient(len(frame) * 100)
    inducer_within(inducer, some, whole)
    for number in range(whole.steps):
        progress = Impatient(number)
        with pytest.raises(tw.CancelledError):
            inducer_within(inducer, some, progress)
        assert progress.steps == number + 1
