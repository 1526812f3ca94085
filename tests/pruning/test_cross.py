"""Cross-validation: what it chooses, what it stays true of, and refusals."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.pruning import cross

from .frames import priced_gaps


@pytest.mark.parametrize("unit", [2.0**-300, 2.0**300])
@pytest.mark.parametrize("missing", ["learned", "fractional"])
def test_errors_are_the_same_whatever_the_unit_of_the_target(missing, unit):
    frame = priced_gaps(60)  # a target of 1e92 has fourth powers beyond 1e308

    def told(scale):
        priced = frame.assign(price=frame["price"] * scale)
        tree = tw.DecisionTree(priced, "price", missing=missing, min_samples_leaf=3)
        return tree.cross_validate(5)[["leaves", "xerror", "xstd", "choice"]]

    pd.testing.assert_frame_equal(told(unit), told(1.0))


def test_the_choices_are_the_least_error_and_the_smallest_tree_within_one_standard_error():
    table = tw.DecisionTree(mixed(80), target="kind", min_samples_leaf=3).cross_validate(4)
    least = table["xerror"].min()
    best = table[table["xerror"] == least].index[-1]
    assert "min" in table.loc[best, "choice"]
    near = table[table["xerror"] <= least + table.loc[best, "xstd"]].index[-1]
    assert "1se" in table.loc[near, "choice"]
    assert (table["choice"] != "").sum() == len({best, near})
    assert near > best


def test_weights_that_are_shares_of_1_are_warned_of():
    frame = mixed(80).assign(w=1.0)
    told = tw.DecisionTree(frame, target="kind", weights="w").cross_validate(4)
    shares = tw.DecisionTree(frame.assign(w=1 / 80), target="kind", weights="w")
    with pytest.warns(UserWarning, match="weights of 80 training rows sum to 1, and the standard"):
        found = shares.cross_validate(4)
    assert found["xerror"].tolist() == pytest.approx(told["xerror"].tolist())
    assert found["xstd"].iloc[-1] == pytest.approx(told["xstd"].iloc[-1] * 80**0.5)


@pytest.mark.parametrize("each", [0.1, 1 / 3, 0.7])
def test_errors_that_tie_but_for_rounding_choose_the_smallest_tree(each):
    tied = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        frame = pd.DataFrame({"a": rng.integers(0, 6, 60), "b": rng.normal(size=60).round(1)})
        frame["y"] = np.where(frame["a"] + frame["b"] + 2 * rng.normal(size=60) > 3, "p", "q")
        fold = rng.integers(0, 4, 60)
        counted, weighted = (
            tw.DecisionTree(frame.assign(w=w), target="y", weights="w", max_depth=5).cross_validate(
                folds=fold
            )
            for w in (1.0, each)
        )
        least = counted["xerror"] == counted["xerror"].min()
        tied += least.sum() > 1
        best = least[least].index[-1]
        assert "min" in counted.loc[best, "choice"]
        assert "min" in weighted.loc[best, "choice"]
    assert tied


def test_a_last_tree_above_the_root_is_judged_at_its_own_alpha():
    tree = tw.DecisionTree(mixed(90, seed=1), target="kind", max_depth=3, grow=False)
    tree.split(0, "whole", threshold=2, regrow=True)
    table = tree.cross_validate(folds=3)
    assert table["leaves"].iloc[-1] >= 2
    assert table["xerror"].iloc[-1] < 1  # what the root alone would get, about
    assert tree.pruning_path(keep=False)["xerror"].iloc[-1] == pytest.approx(1, abs=0.05)


def test_it_is_about_the_method_and_stays_through_every_edit():
    tree = tw.DecisionTree(mixed(100, seed=1), target="kind", max_depth=4)
    before = tree.cross_validate(folds=3)
    assert tree.workspace.revision == 0
    tree.prune_to(leaves=before["leaves"].iloc[1])
    after = tree.pruning_path()
    assert after["leaves"].tolist() == before["leaves"].tolist()[1:]
    assert after["xerror"].tolist() == before["xerror"].tolist()[1:]
    assert "xerror" not in tree.pruning_path(risk="impurity")


def noisy_interaction():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"a": rng.normal(size=800), "b": rng.normal(size=800)})
    frame["c"] = rng.integers(0, 5, 800)
    score = frame["a"] + 0.6 * frame["b"] * (frame["c"] > 2) + rng.normal(size=800)
    return frame.assign(y=np.where(score > 0, "p", "q"), t=score)


@pytest.mark.parametrize("way", ["leaves", "alpha", "relative", "twice", "a split kept"])
def test_a_pruned_tree_is_judged_as_the_step_that_it_was(way):
    tree = tw.DecisionTree(noisy_interaction().drop(columns="t"), target="y")
    if way == "a split kept":
        frame = tree.frame()
        tree.split(frame[frame["is_leaf"]]["n"].idxmax(), "a")
    table = tree.cross_validate(folds=3)
    step = len(table) - 3
    assert table["xerror"].iloc[step] != table["xerror"].iloc[0]
    if way in ("leaves", "twice", "a split kept"):
        if way == "twice":
            tree.prune_to(leaves=table["leaves"].iloc[1])
        tree.prune_to(leaves=table["leaves"].iloc[step])
    else:
        relative = way == "relative"
        alphas = tree.pruning_path(relative=relative)["alpha"]
        tree.prune_to(alpha=alphas.iloc[step], relative=relative)
    tree.note(0, "cut back")
    later = tree.pruning_path()
    assert later["xerror"].tolist() == table["xerror"].tolist()[step:]
    tree.checkout(int(way == "a split kept"))
    assert tree.pruning_path().equals(table)


@pytest.mark.parametrize("method", ["min", "1se"])
def test_what_cross_validation_chose_is_chosen_again(method):
    for target, drop in (("y", "t"), ("t", "y")):
        frame = noisy_interaction().drop(columns=drop)
        tree = tw.DecisionTree(frame, target=target, min_samples_leaf=5)
        tree.prune_to(method=method)
        assert method in tree.pruning_path()["choice"].iloc[0]
        with pytest.raises(tw.RefusedError, match="changes nothing"):
            tree.prune_to(method=method)


def test_folds_grow_as_the_root_was_last_grown():
    frame = mixed(100, seed=1)
    tree = tw.DecisionTree(frame, target="kind", max_depth=2)
    deep = tw.DecisionTree(frame, target="kind").cross_validate(folds=3)
    shallow = tree.cross_validate(folds=3)
    tree.grow(0, max_depth=None)
    assert "xerror" not in tree.pruning_path()  # what is known is of another growth
    assert tree.cross_validate(folds=3).equals(deep)
    tree.note(0, "all of them")
    tree.prune(1)
    assert tree.pruning_path()["xerror"].iloc[-1] == deep["xerror"].iloc[-1]
    tree.checkout(0)
    assert "xerror" not in tree.pruning_path()
    assert tree.cross_validate(folds=3).equals(shallow)


@pytest.mark.parametrize(
    "begin",
    [
        lambda tree: tree.split(0, "whole", threshold=2, replace=True, regrow=True),
        lambda tree: (tree.prune(0), tree.grow(0, levels=1)),
    ],
)
def test_a_tree_that_begins_by_hand_is_validated_by_its_own_options(begin):
    tree = tw.DecisionTree(mixed(100, seed=1), target="kind", max_depth=2)
    own = tree.cross_validate(folds=3)["xerror"].iloc[0]
    tree.grow(0, max_depth=None, method="chaid", min_samples_split=2, min_samples_leaf=1)
    begin(tree)
    assert tree.pruning_path()["xerror"].iloc[0] == own


def test_only_training_rows_are_looked_at():
    frame = mixed(100, seed=3)
    held = np.arange(100) >= 70
    small = tw.DecisionTree(frame[~held], target="kind")
    whole = tw.DecisionTree(frame, target="kind", validation=held)
    fold = np.random.default_rng(0).integers(0, 3, 100)
    one = small.cross_validate(folds=fold[~held])
    two = whole.cross_validate(folds=np.where(held, -1, fold))
    assert one[["xerror", "xstd"]].equals(two[["xerror", "xstd"]])


def test_a_risk_a_seed_and_flags_are_checked():
    tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    for wrong in ({"keep": "no"}, {"relative": 1}):
        with pytest.raises(tw.WrongTypeError, match="must be True or False"):
            tree.pruning_path(**wrong)
    with pytest.raises(tw.InvalidValueError, match="risk='mse' is no risk"):
        tree.cross_validate(risk="mse")
    with pytest.raises(tw.InvalidValueError, match="random_state -1"):
        tree.cross_validate(random_state=-1)


def rare(seed=0):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"a": rng.normal(size=60)})
    frame["y"] = np.where(frame["a"] > 0, "A", "B")
    frame.loc[[0, 1, 2], "y"] = ["C", "D", "E"]  # each in one fold alone
    return frame


@pytest.mark.filterwarnings("ignore:class 'C' has")
def test_losses_of_1_cost_what_mistakes_do_where_a_fold_lacks_a_class():
    frame = rare()
    ones = {one: {other: 1.0 for other in "ABCDE" if other != one} for one in "ABCDE"}
    options = {"target": "y", "max_depth": 2, "min_samples_leaf": 3}
    plain, staked = (
        tw.DecisionTree(frame, **options, **more).cross_validate(10)
        for more in ({}, {"losses": ones})
    )
    pd.testing.assert_frame_equal(plain, staked)
    assert plain["xerror"].iloc[-1] == 1.0


def test_classes_without_training_rows_cost_their_losses():
    frame = rare()
    held = frame["y"].isin(["C", "D"]) | (frame.index % 4 == 0)
    ones = {one: {other: 1.0 for other in "ABCDE" if other != one} for one in "ABCDE"}
    tree = tw.DecisionTree(frame, "y", validation=held.to_numpy(), losses=ones)
    wrong = 1.0 - tree.score("validation")
    assert tree.expected_cost("validation")["total"] == pytest.approx(wrong)
    only = frame["y"].isin(["C", "D"]).to_numpy()
    priors = {"A": 0.5, "B": 0.4, "E": 0.1, "C": 0.0, "D": 0.0}
    tree = tw.DecisionTree(frame, "y", validation=only, priors=priors)
    with pytest.raises(tw.RefusedError, match="no validation row counts by the priors"):
        tree.expected_cost("validation")


def test_the_last_step_is_judged_at_its_own_alpha_above_the_root_and_else_at_infinity():
    steps, loss = np.array([0.0, 0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0, 4.0])
    known = cross.CrossValidation(5, "error", 10, 10.0, 10.0, steps, loss, loss)
    alphas = np.array([0.0, 0.1, 0.25])
    assert known.at(alphas, to_root=False)[0].tolist() == [0.1, 0.2, 0.3]
    assert known.at(alphas)[0].tolist() == [0.1, 0.2, 0.4]
