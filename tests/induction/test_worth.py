"""Priors, losses, column costs and twoing: what they change, what not, and what is refused."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.errors import TreeWidgetError

SEEDS = range(5)
WAYS = ("learned", "surrogate")


def figures(tree):
    """Return what of a tree does not hang on how much classes weigh."""
    table = tree.frame()
    return [table[name].tolist() for name in ("split", "n", "prediction", "depth")]


def grown(frame, missing, **options):
    return tw.DecisionTree(frame, "y", missing=missing, min_samples_leaf=2, max_depth=4, **options)


@pytest.mark.parametrize("missing", WAYS)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_classes_own_shares_as_priors_change_nothing(seed, classes, missing):
    frame = random_frame(seed, 64, classes=classes, missing=0.1)
    own = frame["y"].value_counts(normalize=True).to_dict()
    plain, other = grown(frame, missing), grown(frame, missing, priors=own)
    assert plain.root.children
    assert figures(other) == figures(plain)
    assert np.allclose(other.predict_proba(frame), plain.predict_proba(frame))
    assert np.allclose(other.frame()["impurity"], plain.frame()["impurity"])


@pytest.mark.parametrize("missing", WAYS)
@pytest.mark.parametrize("classes", [2, 4])
def test_losses_of_1_change_nothing(classes, missing):
    frame = random_frame(7, 64, classes=classes, missing=0.1)
    names = sorted(frame["y"].unique())
    ones = {a: {b: 1.0 for b in names if a != b} for a in names}
    assert figures(grown(frame, missing, losses=ones)) == figures(grown(frame, missing))
    assert figures(grown(frame, missing, losses={names[0]: {}})) == figures(grown(frame, missing))


@pytest.mark.parametrize("missing", WAYS)
@pytest.mark.parametrize("seed", SEEDS)
def test_losses_of_two_classes_grow_as_weights_of_the_classes(seed, missing):
    frame = random_frame(seed, 64, missing=0.1)
    costs = {"c0": {"c1": 3.0}, "c1": {"c0": 1.0}}
    one = grown(frame, "learned", losses=costs)
    other = grown(frame, "learned", class_weight={"c0": 3.0})
    assert figures(one) == figures(other)
    assert np.allclose(one.frame()["gain"].dropna(), other.frame()["gain"].dropna())
    assert one.root.counts.sum() == 64
    if missing == "surrogate":
        own = frame["y"].value_counts(normalize=True)
        tilted = {"c0": 3 * own["c0"], "c1": own["c1"]}
        total = sum(tilted.values())
        priors = {name: share / total for name, share in tilted.items()}
        assert figures(grown(frame, missing, priors=priors)) == figures(
            grown(frame, missing, losses=costs)
        )


def test_many_levels_are_put_in_order_by_the_classes_as_they_are_altered():
    """Of more than ten levels and two classes only groups along one order are tried."""
    frame = random_frame(0, 400, classes=3, levels=14, nominal=2)
    frame["y"] = frame["y"].where(np.arange(400) % 3 > 0, "c0")
    even = dict.fromkeys(("c0", "c1", "c2"), 1 / 3)
    frame = frame[["kind0", "kind1", "y"]]
    one = tw.DecisionTree(frame, "y", grow=False, priors=even).candidates(0)["gain"]
    other = tw.DecisionTree(frame, "y", grow=False, class_weight="balanced").candidates(0)["gain"]
    assert np.allclose(one, other, rtol=1e-9)


def test_missing_rows_of_a_split_by_hand_go_where_weighed_classes_gain_most():
    frame = pd.DataFrame({"x": [0.0] * 10 + [1.0] * 10 + [None] * 4})
    frame["y"] = [*"aaaaaaaaab", *"abbbbbbbbb", *"aabb"]
    ways = set()
    for weight in (0.1, 0.5, 2.0, 10.0):
        costs = {"a": {"b": weight}, "b": {"a": 1.0}}
        by_losses = tw.DecisionTree(frame, "y", grow=False, losses=costs)
        by_weights = tw.DecisionTree(frame, "y", grow=False, class_weight={"a": weight})
        for tree in (by_losses, by_weights):
            tree.split(0, "x", threshold=0.5)
        assert by_losses.root.split.missing == by_weights.root.split.missing
        ways.add(by_losses.root.split.missing)
    assert ways == {0, 1}


def test_the_label_costs_least_and_shares_heed_priors():
    frame = pd.DataFrame({"x": [0.0] * 10 + [1.0] * 10, "y": ["a"] * 8 + ["b"] * 6 + ["c"] * 6})
    tree = tw.DecisionTree(frame, "y", grow=False, losses={"c": {"a": 4.0, "b": 1.0}})
    # a costs 6 + 24, b costs 8 + 6, c costs 8 + 6: the first of those that tie
    assert tree.root.prediction == "b"
    assert tree.expected_cost()["misclassification"] == pytest.approx(14 / 20)
    tree = tw.DecisionTree(frame, "y", grow=False, priors={"a": 0.2, "b": 0.3, "c": 0.5})
    assert tree.root.prediction == "c"
    assert tree.predict_proba(frame)[0].tolist() == pytest.approx([0.2, 0.3, 0.5])
    assert tree.root.counts.tolist() == [8, 6, 6]
    assert tree.root.impurity == pytest.approx(1 - 0.04 - 0.09 - 0.25)
    assert tree.expected_cost()["misclassification"] == pytest.approx(0.5)


def test_priors_are_shares_of_what_rows_weigh():
    frame = pd.DataFrame({"x": range(20), "y": ["u"] * 10 + ["v"] * 10, "w": [1] * 10 + [3] * 10})
    tree = tw.DecisionTree(frame, "y", weights="w", priors={"u": 0.5, "v": 0.5}, grow=False)
    assert tree.predict_proba(frame)[0].tolist() == [0.5, 0.5]


def test_pruning_weighs_what_mistakes_cost():
    frame = random_frame(11, 90, classes=3)
    losses = {"c0": {"c1": 5.0, "c2": 2.0}, "c2": {"c0": 3.0}}
    priors = {"c0": 0.25, "c1": 0.25, "c2": 0.5}
    tree = tw.DecisionTree(
        frame, "y", missing="surrogate", losses=losses, priors=priors, min_samples_leaf=4
    )
    path = tree.pruning_path()
    assert path["risk"].iloc[0] == pytest.approx(tree.expected_cost()["misclassification"])
    tree.prune_to(leaves=int(path["leaves"].iloc[2]))
    assert path["risk"].iloc[2] == pytest.approx(tree.expected_cost()["misclassification"])
    checked = tree.cross_validate(folds=4)
    assert checked["xerror"].iloc[-1] == pytest.approx(1.0, abs=0.15)  # the root alone


# ------------------------------------------------------------ twoing


@pytest.mark.parametrize("seed", SEEDS)
def test_twoing_of_two_classes_ranks_as_gini(seed):
    frame = random_frame(seed, 64, missing=0.1)
    for missing in WAYS:
        gini, twoing = (
            inducer_of(frame, missing=missing, criterion=name) for name in ("gini", "twoing")
        )
        one, other = (inducer.candidates(inducer.root()) for inducer in (gini, twoing))
        assert [(c.column, c.split) for c in one] == [(c.column, c.split) for c in other]
        if missing == "learned":  # what is shown beside twoing is Gini's decrease of all rows
            assert [c.gain for c in one] == pytest.approx([c.gain for c in other])


def test_twoing_by_hand():
    frame = pd.DataFrame({"x": [0.0] * 4 + [1.0] * 4, "y": list("aabbccdd")})
    inducer = inducer_of(frame, criterion="twoing", missing="surrogate")
    assert inducer.choice(inducer.root()).gain == pytest.approx(0.25 / 4 * 2**2)


def test_twoing_is_refused_for_numbers():
    with pytest.raises(TreeWidgetError, match=r"twoing.*regression.*squared_error"):
        tw.DecisionTree(random_frame(0, classes=0), "y", criterion="twoing")


# ------------------------------------------------------------ column costs


@pytest.mark.parametrize("missing", WAYS)
def test_a_dear_column_must_gain_more(missing):
    frame = random_frame(2, 80, classes=0)
    ranked = tw.DecisionTree(frame, "y", grow=False, missing=missing).candidates(0)
    first, second = ranked["column"][:2]
    ratio = ranked["gain"].iloc[0] / ranked["gain"].iloc[1]
    for times, chosen in ((0.99, first), (1.01, second)):
        costs = {first: ratio * times}
        tree = tw.DecisionTree(frame, "y", max_depth=1, missing=missing, column_costs=costs)
        assert tree.root.split.column == chosen
    even = dict.fromkeys(ranked["column"], 7.0)
    assert figures(grown(frame, missing, column_costs=even)) == figures(grown(frame, missing))


DIVIDING = ("cart", "id3", "acls", "assistant", "c4.5", "c5.0")


@pytest.mark.parametrize("method", DIVIDING)
def test_the_currency_of_costs_changes_nothing(method):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({name: rng.choice(list("uvw"), 200) for name in "abcd"})
    frame["y"] = np.where((frame["a"] == "u") ^ (frame["b"] == "v"), "p", "q")
    costs = {"a": 3.0, "b": 1.0, "c": 2.0, "d": 0.5}  # one that nobody names costs 1
    trees = [
        tw.DecisionTree(
            frame, "y", method=method, column_costs={name: k * c for name, c in costs.items()}
        )
        for k in (1.0, 1e3, 1e7, 1e-7)
    ]
    assert len(trees[0].frame()) > 3
    assert [figures(tree) for tree in trees[1:]] == [figures(trees[0])] * 3


@pytest.mark.parametrize("method", DIVIDING)
def test_the_best_column_gains_most_for_what_it_costs(method):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({name: rng.choice(list("uv"), 300) for name in "abcd"})
    for name, wrong in (("a", 0.1), ("b", 0.2)):
        frame[name] = np.where(rng.random(300) < wrong, "u", "v")
        frame.loc[:149, name] = frame.loc[:149, name].map({"u": "v", "v": "u"})
    frame["y"] = np.repeat(["p", "q"], 150)
    for costs, best in (({}, "a"), ({"a": 9.0}, "b"), ({"b": 0.2}, "b"), ({"b": 9.0}, "a")):
        tree = tw.DecisionTree(frame, "y", method=method, max_depth=1, column_costs=costs or None)
        assert tree.root.split.column == best


@pytest.mark.parametrize("method", DIVIDING)
def test_a_column_that_costs_nothing_is_refused_where_gains_are_divided(method):
    frame = pd.DataFrame({"a": list("uv") * 10, "b": list("mmnn") * 5, "y": list("pq") * 10})
    with pytest.raises(TreeWidgetError, match=r"column_costs\['b'\] is 0"):
        tw.DecisionTree(frame, "y", method=method, column_costs={"b": 0.0})


@pytest.mark.parametrize(
    "options",
    [
        {"ccp_alpha": 0.02},
        {"max_leaf_nodes": 6},
        {"min_impurity_decrease": 0.03},
        {"lookahead": 2, "max_depth": 2},
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_equal_priors_are_balanced_classes_by_every_limit(seed, options):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(160, 3)).round(1), columns=list("abc"))
    frame["y"] = np.where(frame["a"] + rng.normal(size=160) > 1.2, "ill", "well")
    options = {"min_samples_leaf": 3, **options}
    even = tw.DecisionTree(frame, "y", priors={"ill": 0.5, "well": 0.5}, **options)
    balanced = tw.DecisionTree(frame, "y", class_weight="balanced", **options)
    assert figures(even) == figures(balanced)
    assert len(even.frame()) > 1


@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
def test_chaid_refuses_costs_whatever_they_are(method):
    with pytest.raises(TreeWidgetError, match="no meaning with method"):
        tw.DecisionTree(random_frame(0), "y", method=method, column_costs={"a": 0.0})


# ------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"priors": {"c0": 1.0}}, "leave out 'c1'"),
        ({"priors": {"c0": 0.5, "c1": 0.6}}, "add up to 1.1"),
        ({"priors": {"c0": 0.5, "cc": 0.5}}, "^priors: 'cc' is no class"),
        ({"priors": {"c0": 0.5, "c1": 0.5}, "class_weight": "balanced"}, "class_weight"),
        ({"losses": {"c0": {"c0": 2.0}}}, "costs nothing"),
        ({"losses": {"c0": {"c1": 0.0}, "c1": {"c0": 0.0}}}, "every mistake"),
        ({"losses": {"c0": {"none": 1.0}}}, "^losses: 'none' is no class"),
        ({"losses": {"none": {"c0": 1.0}}}, "^losses: 'none' is no class"),
        ({"column_costs": {"a": 0.0}}, "divides"),
        ({"column_costs": {"nothing": 1.0}}, "^column_costs: there is no column 'nothing'"),
        ({"use_surrogate": 3}, "at most 2"),
    ],
)
def test_what_has_no_meaning_is_refused(options, said):
    with pytest.raises(TreeWidgetError, match=said):
        tw.DecisionTree(random_frame(0), "y", **options)


@pytest.mark.parametrize("option", ["priors", "losses"])
def test_classes_worth_something_are_refused_for_numbers(option):
    given = {"priors": {"a": 1.0}, "losses": {"a": {"b": 1.0}}}[option]
    with pytest.raises(TreeWidgetError, match=f"{option} needs classes"):
        tw.DecisionTree(random_frame(0, classes=0), "y", **{option: given})


@pytest.mark.parametrize("option", ["priors", "losses", "class_weight"])
def test_a_growth_cannot_change_what_the_whole_tree_hangs_on(option):
    tree = tw.DecisionTree(random_frame(0), "y", max_depth=1)
    with pytest.raises(TreeWidgetError, match=f"cannot change {option}.*whole tree"):
        tree.grow(**{option: {"c0": 1.0}})


def test_a_growth_by_another_way_keeps_the_stakes():
    frame = random_frame(5, 80, classes=3, missing=0.1)
    priors = {"c0": 0.6, "c1": 0.2, "c2": 0.2}
    whole = tw.DecisionTree(frame, "y", missing="surrogate", priors=priors, max_depth=3)
    by_hand = tw.DecisionTree(frame, "y", priors=priors, grow=False)
    by_hand.grow(missing="surrogate", max_depth=3)
    assert figures(by_hand) == figures(whole)


@pytest.mark.parametrize("missing", WAYS)
def test_a_profile_gains_what_the_candidate_does(missing):
    frame = random_frame(5, 120, classes=3, missing=0.2)
    priors = {"c0": 0.5, "c1": 0.25, "c2": 0.25}
    tree = tw.DecisionTree(frame, "y", missing=missing, priors=priors, max_depth=1)
    best = tree.candidates(0).set_index("column")["gain"]
    for column in ("a", "b"):
        assert tree.profile(0, column)["gain"].max() == pytest.approx(best[column])
    assert tree.root.gain == pytest.approx(best.max())


@pytest.mark.parametrize("missing", ["learned", "fractional", "surrogate"])
def test_rows_of_classes_without_a_prior_tell_nothing(missing):
    frame = pd.DataFrame({"x": range(30), "y": [*"A" * 9, *"B" * 11, *"C" * 10]})
    frame["x"] = frame["x"].where(frame["x"] % 7 > 0)
    priors = {"A": 0.5, "B": 0.5, "C": 0.0}
    tree = tw.DecisionTree(frame, "y", priors=priors, missing=missing, grow=False)
    tree.split(0, "x", threshold=8.5)
    tree.split(2, "x", threshold=19.5)  # beyond are the class C, and rows that lack x
    alone = tree.root.children[1]
    shares, said = tree.predict_proba(frame), tree.predict(frame)
    assert np.isfinite(shares).all()
    assert shares.sum(axis=1) == pytest.approx(1)
    assert (shares[:, 2] == 0).all()
    if missing == "learned":
        beyond = tree.node(alone).children[1]
        assert tree.node(beyond).prediction == tree.node(alone).prediction == "B"
        assert tree.node(beyond).counts["C"] == tree.node(beyond).n
    assert said.tolist() == [tree.classes[at] for at in shares.argmax(axis=1)]
    tree.label(tree.node(alone).children[1], "C")
    assert set(tree.predict(frame)) == set("ABC")
