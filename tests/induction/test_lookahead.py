"""Looking ahead, against the best tree found by trying all of them."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.best_trees import change_sides, quartile_sides, sides, worth
from tests.induction.frames import Impatient, inducer_of, random_frame
from treewidget import kernels
from treewidget.engine import CompiledEngine
from treewidget.engine.contract import SHARE
from treewidget.errors import CancelledError
from treewidget.induction import Progress
from treewidget.induction.search import glance
from treewidget.induction.search.lookahead import how_far
from treewidget.induction.search.menu import CUTS, EVERY
from treewidget.induction.unfolding import together, unfold

XOR = pd.DataFrame({"a": [0, 0, 1, 1] * 3, "b": [0, 1, 0, 1] * 3, "noise": [0.0, 1.0, 2.0] * 4})
XOR["y"] = np.where(XOR["a"] != XOR["b"], "t", "f")


def test_two_levels_see_an_exclusive_or_and_one_does_not():
    one, two = (inducer_of(XOR, criterion="entropy", lookahead=d) for d in (1, 2))
    found = two.choice(two.root())
    assert (found.column, found.score, found.gain) == (0, 1.0, 0.0)
    assert one.choice(one.root()).score is None
    assert one.choice(one.root()).gain == 0.0
    sprout = two.grow([two.root()])[0]
    assert [s.region.train.n for s in sprout.walk()] == [12, 6, 3, 3, 6, 3, 3]
    assert [s.gain for s in sprout.walk() if s.split] == [0.0, 1.0, 1.0]


def test_how_far_was_looked_is_told_in_words():
    assert how_far(1, 1) == "1 place searched, 1 level deep"
    assert how_far(1200, 2) == "1,200 places searched, 2 levels deep"


@pytest.mark.parametrize("method", ["id3", "c4.5", "cart", "acls"])
def test_every_method_looks_ahead(method):
    frame = XOR.astype({"a": str, "b": str}).assign(noise=list("pqr") * 4)
    own = {"min_cases": 1} if method == "c4.5" else {}
    tree = tw.DecisionTree(frame, "y", method=method, criterion="entropy", lookahead=2, **own)
    assert tree.score() == 1.0
    assert len(tree.frame()) == 7
    reason = tree.candidates(0)["reason"][0]
    assert reason.endswith("places searched, 2 levels deep")
    assert int(reason.split()[0].replace(",", "")) > 4


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_worth_of_the_choice_is_that_of_the_best_tree(seed, criterion):
    depth = 3 if seed == 0 else 2
    frame = random_frame(seed, 30 - 6 * depth, classes=2 + seed % 2, levels=3, nominal=1)
    frame = frame.drop(columns="day")
    inducer = inducer_of(frame, criterion=criterion, lookahead=depth)
    place = inducer.place(inducer.root())
    found = inducer.search.ranked(inducer._scan(inducer.root(), place), place)
    best = worth(frame, np.arange(len(frame)), depth, criterion)
    assert found[0].score == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("sides", "options"),
    [
        (quartile_sides, {"breakpoints": "quartiles"}),
        (change_sides, {"breakpoints": "class-change", "min_samples_leaf": 4}),
    ],
)
def test_of_all_cuts_those_are_tried_that_the_options_name(sides, options, seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"a": rng.integers(0, 12, 40) * 1.0, "b": rng.normal(size=40)})
    frame["y"] = np.where((frame["a"] > 6) ^ (frame["b"] > 0.4), "p", "q")
    inducer = inducer_of(frame, lookahead=2, **options)
    best = worth(frame, np.arange(40), 2, "gini", sides)
    assert inducer.choice(inducer.root()).score == pytest.approx(best, abs=1e-12)


def test_cuts_lie_where_the_options_put_them():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": rng.integers(0, 40, 60), "b": rng.normal(size=60)})
    frame["y"] = np.where((frame["a"] > 20) ^ (frame["b"] > 0.4), "p", "q")
    plain, other, quartile = (
        inducer_of(frame, lookahead=2, **options)
        for options in ({}, {"cut": "data_value"}, {"breakpoints": "quartiles"})
    )
    pairs = zip(plain.candidates(plain.root()), other.candidates(other.root()), strict=True)
    for one, two in pairs:
        values, cut = frame.iloc[:, one.column], two.split.cuts[0].value
        assert cut in values.to_numpy()
        assert ((values <= cut) == (values <= one.split.cuts[0].value)).all()
    for one in quartile.candidates(quartile.root()):
        values = frame.iloc[:, one.column]
        assert one.split.cuts[0].value in np.quantile(values, [0.25, 0.5, 0.75])


@pytest.mark.parametrize("value", [1.0, "b"])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_branch_of_what_is_missing_is_found_ahead_beside_one_known_value(value, depth):
    frame = pd.DataFrame({"z": [value] * 9 + [None] * 4, "v": [0, 1] * 6 + [0]})
    frame["y"] = [*"ppppppppqqqqq"]
    tree = tw.DecisionTree(
        frame, "y", method="acls", missing="own", branching="rest", lookahead=depth, grow=False
    )
    found = tree.candidates(0).iloc[0]
    assert found[["column", "cut"]].tolist() == ["z", "z is known"]


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", [186, 389])
def test_the_best_tree_may_begin_with_groups_that_are_never_the_best_alone(seed):
    frame = random_frame(seed, 16, classes=2 + seed % 2, levels=3, nominal=1).drop(columns="day")
    inducer = inducer_of(frame, criterion="entropy", lookahead=3)
    place = inducer.place(inducer.root())
    found = inducer.search.ranked(inducer._scan(inducer.root(), place), place)
    assert found[0].score == pytest.approx(worth(frame, np.arange(16), 3, "entropy"), abs=1e-12)


@pytest.mark.parametrize("levels", [EVERY, EVERY + 1])
def test_of_more_categories_it_is_said_which_groups_were_tried(levels):
    names = [f"k{level}" for level in range(levels)]
    frame = pd.DataFrame({"kind": names * 6, "y": ["p", "q", "q"] * (2 * levels)})
    inducer = inducer_of(frame, lookahead=2)
    said = inducer.candidates(inducer.root())[0].reason
    assert said.startswith("more than 7 categories: only groups along") == (levels > EVERY)


@pytest.mark.parametrize("seed", range(2))
def test_never_worse_than_greedy_growth_after_as_many_levels(seed):
    frame = random_frame(seed, 40, classes=3, missing=0.1)
    left = []
    for depth in (1, 2):
        inducer = inducer_of(frame, lookahead=depth, max_depth=2)
        leaves = [s for s in inducer.grow([inducer.root()])[0].walk() if s.split is None]
        left.append(sum(s.region.train.weight * s.region.train.impurity for s in leaves))
    assert left[1] <= left[0] + 1e-9


def test_a_column_with_many_cuts_is_tried_at_some_and_at_its_greedy_best():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"x": rng.normal(size=3 * CUTS)})
    frame["y"] = np.where(frame["x"] > 0.123, "p", "q")
    inducer = inducer_of(frame, lookahead=2)
    sprout = inducer.grow([inducer.root()])[0]
    assert [s.region.train.impurity for s in sprout.walk()][1:] == [0.0, 0.0]
    said = inducer.candidates(inducer.root())[0].reason
    assert said.endswith("2 levels deep")


def test_regression_and_missing_values():
    frame = random_frame(5, 40, classes=0, missing=0.2)
    tree = tw.DecisionTree(frame, "y", lookahead=2, max_depth=2)
    greedy = tw.DecisionTree(frame, "y", max_depth=2)
    assert tree.score() >= greedy.score() - 1e-12


@pytest.mark.one_in(5)
@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
@pytest.mark.parametrize("options", [{}, {"criterion": "entropy", "min_samples_leaf": 3}])
@pytest.mark.parametrize("classes", [2, 3, 0])
def test_looks_of_the_engine_find_what_tables_find(monkeypatch, classes, options):
    frame = random_frame(7, 60, classes=classes, missing=0.1)
    if not classes:
        options = {name: value for name, value in options.items() if name != "criterion"}
    looks, told, inspect = [], [], CompiledEngine.inspect
    monkeypatch.setattr(
        CompiledEngine, "inspect", lambda *asked: looks.append(1) or inspect(*asked)
    )
    for alone in (10**9, 2):
        monkeypatch.setattr(glance, "ALONE", alone)
        assert not looks
        tree = tw.DecisionTree(frame, "y", lookahead=2, max_depth=2, **options)
        told.append((str(tree), tree.candidates(0).round(9).to_csv()))
    assert looks
    assert told[0] == told[1]


def test_a_look_ahead_can_be_cancelled_and_counts_for_one_level_of_the_tree():
    inducer = inducer_of(random_frame(1, 200), lookahead=3)
    progress, impatient = Progress(), Impatient(20)
    with pytest.raises(CancelledError):
        inducer.grow([inducer.root()], progress=impatient)
    assert impatient.steps == 21
    assert not progress.cancelled


@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid", "c5.0"])
def test_what_a_method_forbids_stays_forbidden(method):
    frame = random_frame(3, 150, classes=2)
    few = {} if method == "c5.0" else {"min_samples_split": 20, "min_samples_leaf": 5}
    tree = tw.DecisionTree(frame, "y", method=method, lookahead=2, max_depth=2, **few)
    assert tree.score() > 0.6
    noise = frame.assign(y=np.random.default_rng(0).permutation(frame["y"]))
    if few:
        assert tw.DecisionTree(noise, "y", method=method, lookahead=2, **few).root.is_leaf


@pytest.mark.parametrize("options", [{"missing": "fractional"}, {"method": "c4.5"}])
def test_a_column_that_is_wholly_missing_at_a_node_is_refused(options):
    frame = pd.DataFrame({"x": [1.0, 2, 3, 4, 5], "z": [np.nan] * 3 + [1.0, 2.0]})
    frame["y"] = list("nynyn")
    tree = tw.DecisionTree(frame, "y", grow=False, lookahead=2, **options)
    tree.split(0, "x", threshold=3)
    with pytest.raises(tw.TreeWidgetError, match="every value is missing here"):
        tree.split(1, "z")
    assert tree.profile(1, "z").empty


class Looks(Progress):
    """Remembers what was told by each look; a search has one at every place it searches."""

    def __init__(self):
        self.told = [0.0]
        super().__init__()

    def step(self, share):
        super().step(share)
        self.told.append(max(share, self.told[-1]))


@pytest.mark.parametrize("method", ["cart", "cls"])
def test_half_of_the_places_searched_for_a_split_are_told_as_about_half(method):
    inducer = looking_ahead(method)
    heard = Looks()
    together(unfold(inducer, inducer.root(), heard))
    assert len(heard.told) > 200
    assert abs(heard.told[len(heard.told) // 2] - 0.5) < 0.2
    assert 0.9 < heard.told[-1] <= 1.0


@pytest.mark.parametrize("depth", [2, 4])
def test_the_last_level_allowed_is_told_as_the_little_that_it_takes(depth):
    inducer = looking_ahead("cls", max_depth=depth)
    heard = Looks()
    inducer.grow([inducer.root()], progress=heard)
    assert len(heard.told) > 200
    assert abs(heard.told[len(heard.told) // 2] - 0.5) < 0.2
    assert heard.told[-1] == 1.0


def looking_ahead(method, **options):
    frame = random_frame(8, 400, missing=0.0)
    if method == "cls":  # which bounds spare most of the places
        noise = np.random.default_rng(0).normal(size=(400, 10))
        frame = pd.concat([pd.DataFrame(noise).add_prefix("noise"), frame], axis=1)
    tree = tw.DecisionTree(frame, "y", grow=False, method=method, lookahead=2, **options)
    return tree.workspace.inducer


def test_a_split_found_ahead_sends_missing_rows_as_the_strategy_does():
    frame = random_frame(3, 80, classes=2, missing=0.2)
    tree = tw.DecisionTree(frame, "y", lookahead=2, missing="fractional", max_depth=2)
    splits = [node.split for node in tree.workspace.tree.walk() if node.split]
    assert splits
    assert all(split.missing == SHARE for split in splits)


def test_classes_that_count_nothing_are_nothing_to_look_ahead_for():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"a": np.arange(60) // 30, "b": rng.integers(0, 3, 60)})
    frame["y"] = np.where(frame["a"] == 0, rng.choice(list("pq"), 60), rng.choice(list("rs"), 60))
    priors = {"p": 0.0, "q": 0.0, "r": 0.5, "s": 0.5}
    tree = tw.DecisionTree(frame, "y", priors=priors, lookahead=2, grow=False)
    tree.split(0, "a", threshold=0.5)
    assert (tree.candidates(1)["gain"].dropna() == 0).all()


@pytest.mark.parametrize("seed", range(4))
def test_absolute_errors_are_looked_ahead_by_and_not_squared_ones(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 4, (14, 2)), columns=["a", "b"]).astype(float)
    frame["y"] = rng.standard_cauchy(14).round(2)

    def least(part, levels):
        most = (part["y"] - part["y"].median()).abs().sum()
        if levels == 0:
            return most
        ways = (part["y"].index[side] for side in sides(part, np.arange(len(part))))
        both = ((part.loc[here], part.drop(here)) for here in ways)
        return min([most, *(sum(least(half, levels - 1) for half in two) for two in both)])

    tree = tw.DecisionTree(frame, "y", criterion="absolute_error", lookahead=2, max_depth=2)
    leaves = [tree.rows(leaf) for leaf in tree.frame().query("is_leaf").index]
    assert sum(least(leaf, 0) for leaf in leaves) == pytest.approx(least(frame, 2))


@pytest.mark.parametrize("seed", [38, 45, 74])
def test_a_growth_looks_ahead_by_its_own_criterion_whatever_is_shown(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 4, (30, 2)), columns=["a", "b"]).astype(float)
    frame["c"], frame["y"] = rng.choice(list("xyz"), 30), rng.choice(list("pqrs"), 30)
    options = {"criterion": "entropy", "lookahead": 2, "max_depth": 2}
    tree = tw.DecisionTree(frame, "y", criterion="gini", grow=False)
    tree.grow(0, **options)
    assert tree == tw.DecisionTree(frame, "y", **options)
