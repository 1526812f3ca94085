"""Rules of a tree: simplified by predicted errors, ordered, with a default."""

import re

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.ensembles import failing, ruleset_of
from treewidget.ensembles.description import SLACK, THEORY, _exceptions, briefest
from treewidget.ensembles.simplifying import Draft, Ground, _ways
from treewidget.induction.progress import Progress
from treewidget.induction.records import OwnRecords
from treewidget.pruning.limits import predicted_errors


def test_a_tree_without_needless_conditions_keeps_its_leaves():
    frame = pd.DataFrame({"a": [0, 0, 1, 1] * 5, "b": [0, 1, 0, 1] * 5})
    frame["y"] = np.where(frame["a"] == frame["b"], "same", "other")
    rules = tw.DecisionTree(frame, "y").to_ruleset()
    assert rules.score() == 1.0
    assert rules.predict(frame).tolist() == frame["y"].tolist()
    assert all(len(rule.conditions) == 2 for rule in rules)
    assert all(rule.errors == 0 for rule in rules)


def test_a_condition_that_tells_nothing_goes():
    frame = pd.DataFrame({"noise": [0, 1] * 10, "x": range(20)})
    frame["y"] = np.where(frame["x"] < 10, "low", "high")
    tree = tw.DecisionTree(frame, "y", grow=False)
    tree.split(0, "noise", threshold=0)
    tree.grow()
    assert len(tree.workspace.tree.leaves) == 4
    rules = tree.to_ruleset()
    low = next(rule for rule in rules if rule.prediction == "low")
    assert low.conditions[0].startswith("x <=")
    assert all("noise" not in text for rule in rules for text in rule.conditions)
    assert rules.score() == 1.0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", ["cart", "c4.5"])
@pytest.mark.parametrize("weighted", [False, True])
def test_no_rule_does_better_without_one_of_its_conditions(seed, method, weighted):
    frame = random_frame(seed, 150, classes=3, missing=0.1, weights=weighted)
    weights = "w" if weighted else None
    tree = tw.DecisionTree(frame, "y", method=method, max_depth=4, weights=weights)
    rules = tree.to_ruleset()
    y, counts = frame["y"].to_numpy(), frame["w"].to_numpy() if weighted else np.ones(len(frame))
    records = OwnRecords(tree._data, np.arange(len(frame)))

    def rate(conditions, said):
        fits = np.ones(len(frame), dtype=bool)
        for condition in conditions:
            fits &= condition.holds(records, np.arange(len(frame)))
        weight = counts[fits].sum()
        return predicted_errors(weight, counts[fits & (y != said)].sum()) / weight

    for rule in rules:
        now = rate(rule.met, rule.prediction)
        for gone in rule.met:
            rest = [condition for condition in rule.met if condition is not gone]
            assert rate(rest, rule.prediction) > now
        fits = np.isin(np.arange(len(frame)), rule.fitting(records, np.arange(len(frame))))
        assert rule.n == fits.sum()
        assert rule.weight == counts[fits].sum()
        assert ("weight" in repr(rule)) is weighted
        assert rule.errors == counts[fits & (y != rule.prediction)].sum()


def test_the_first_rule_that_fits_decides_and_the_default_the_rest():
    frame = random_frame(5, 200, classes=3)
    tree = tw.DecisionTree(frame, "y", max_depth=3)
    rules = tree.to_ruleset()
    first = rules.apply(frame)
    said = rules.predict(frame)
    for number, rule in enumerate(rules, 1):
        assert (said[first == number] == rule.prediction).all()
    assert (said[first == 0] == rules.default).all()
    assert rules.score() == np.mean(said == frame["y"])
    assert list(rules.frame().columns) == [
        *("conditions", "prediction", "n", "weight", "errors", "confidence")
    ]
    assert str(rules).splitlines()[-1] == f"otherwise: {str(rules.default)!r}"
    assert rules.score() > 0.9 * tree.score() - 0.05


@pytest.mark.parametrize("seed", range(6))
def test_classes_stand_in_the_order_of_wrong_claims_and_the_default_is_of_the_rows_left(seed):
    frame = random_frame(seed, 200, classes=4, weights=True)
    tree = tw.DecisionTree(frame, "y", weights="w", max_depth=3)
    rules = tree.to_ruleset()
    said = list(dict.fromkeys(rule.prediction for rule in rules))
    assert [rule.prediction for rule in rules] == sorted(
        (rule.prediction for rule in rules), key=said.index
    )
    records, y = OwnRecords(tree._data, np.arange(200)), frame["y"].to_numpy()
    rows = np.arange(200)

    def claimed(name):
        fitting = [rule.fitting(records, rows) for rule in rules if rule.prediction == name]
        return np.isin(rows, np.concatenate(fitting))

    claims = {name: claimed(name) for name in said}
    left = np.ones(200, dtype=bool)
    for at, name in enumerate(said):
        wrong = [frame["w"][claims[n] & left & (y != n)].sum() for n in said[at:]]
        assert wrong[0] == min(wrong)
        left &= ~claims[name]
    of = frame[left] if left.any() else frame
    assert of.groupby("y")["w"].sum().idxmax() == rules.default


def test_weights_that_tie_but_for_rounding_tie_in_rules_too():
    frame = pd.DataFrame({"x": range(5), "w": [0.1, 0.2, 0.3, 1.0, 1.0], "y": [*"qqpqp"]})
    ground = Ground(tw.DecisionTree(frame, "y", weights="w")._data, 0.25, Progress())
    left = np.array([True, True, True, False, False])
    assert ground.most_common(left) == 0  # as many of all rows, too: the first
    ground.weights[3] = 2.0
    assert ground.most_common(left) == 1
    assert ground.most_common(~left) == 1
    fits = np.packbits([[1, 1, 0, 0, 1], [0, 0, 1, 1, 0]], axis=1)
    drafts = {code: [Draft((), code, own, 0.0)] for code, own in enumerate(fits)}
    assert [one.code for one in ground.in_order(drafts)[0]] == [0, 1]


@pytest.mark.parametrize("seed", [119, 120])
def test_last_digits_of_weights_choose_no_conditions(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"x": rng.integers(0, 6, 60) * 1.0, "z": rng.integers(0, 4, 60) * 1.0})
    frame["k"] = rng.choice(list("pqr"), 60)
    exact = rng.choice([1, 2, 3], 60) / 8
    frame["y"] = rng.choice(list("abc"), 60)
    rounded = exact * (1 + rng.integers(-2, 3, 60) * 2.0**-52)
    one, other = (
        tw.DecisionTree(frame.assign(w=w), "y", weights="w", max_depth=4).to_ruleset()
        for w in (exact, rounded)
    )
    assert [rule.conditions for rule in one] == [rule.conditions for rule in other]


def test_names_and_levels_of_any_kind_are_readable():
    frame = pd.DataFrame({"a\nb": ["x, y", "<b>", "x, y", "<b>"] * 5, "y": [True, False] * 10})
    rules = tw.DecisionTree(frame, "y").to_ruleset()
    assert rules.score() == 1.0
    assert len(str(rules).splitlines()) == len(rules) + 1
    assert rules.rules[0].conditions == (r"a\nb in {<b>}",)
    assert rules.predict(frame).dtype == bool


def test_labels_by_hand_and_a_bare_root():
    frame = random_frame(7, 50)
    tree = tw.DecisionTree(frame, "y", grow=False)
    rules = tree.to_ruleset()
    assert {rules.predict(frame)[0]} == set(tree.predict(frame))
    tree.label(0, "c1")
    assert set(tree.to_ruleset().predict(frame)) <= {"c0", "c1"}


def test_missing_values_meet_a_condition_only_where_they_went():
    frame = pd.DataFrame({"x": [1.0, 2.0, np.nan, np.nan] * 6, "y": list("abbb") * 6})
    tree = tw.DecisionTree(frame, "y")
    rules = tree.to_ruleset()
    assert rules.predict(pd.DataFrame({"x": [np.nan, 1.0]})).tolist() == ["b", "a"]
    assert {rule.conditions: rule.n for rule in rules} == {
        ("x <= 1.5",): 6,
        ("x > 1.5 (or missing)",): 18,
    }


@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional", "own"])
def test_the_words_of_a_rule_say_which_rows_it_counts(missing):
    frame = random_frame(3, 200, classes=2, missing=0.2)
    method = "c4.5" if missing == "own" else "cart"
    tree = tw.DecisionTree(frame, "y", method=method, missing=missing, max_depth=3)
    for rule in tree.to_ruleset():
        assert rule.n == sum(np.logical_and.reduce([met(one, frame) for one in rule.conditions]))


@pytest.mark.parametrize("seed", [0, 27, 31])
def test_cuts_are_told_apart_from_rows_that_their_node_never_saw(seed):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(120, 3)), columns=[*"abc"])
    likely = frame["a"] + 0.5 * frame["b"] + rng.normal(size=120) * 0.5
    frame["y"] = np.where(likely > 0, "yes", "no")
    for rule in tw.DecisionTree(frame, "y").to_ruleset():
        assert rule.n == sum(np.logical_and.reduce([met(one, frame) for one in rule.conditions]))


def test_conditions_on_one_column_are_told_in_one():
    frame = pd.DataFrame({"x": range(90), "y": np.repeat(["low", "middle", "high"], 30)})
    rules = tw.DecisionTree(frame, "y").to_ruleset()
    assert ("29.5 < x <= 59.5",) in {rule.conditions for rule in rules}


@pytest.mark.parametrize("seed", range(4))
def test_a_level_that_a_rule_does_not_name_does_not_meet_it(seed):
    """Without the conditions above it, it sees levels that its node never saw."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"x": rng.random(300), "who": rng.choice([*"abcdefghijklmnop"], 300)})
    frame["y"] = np.where((frame["x"] < 0.2) & (frame["who"] < "g"), "yes", "no")
    frame.loc[rng.random(300) < 0.2, "y"] = "yes"
    rules = tw.DecisionTree(frame, "y").to_ruleset()
    assert any("who in" in one for rule in rules for one in rule.conditions)
    for rule in rules:
        assert rule.n == sum(np.logical_and.reduce([met(one, frame) for one in rule.conditions]))


def met(condition, frame):
    """Return which rows meet a condition, going by nothing but its words."""
    said, other = condition.removesuffix(" (or missing)"), condition.endswith(" (or missing)")
    low, name, how, what = re.fullmatch(r"(?:(\S+) < )?(\w+) (<=|>|in|is) (.+)", said).groups()
    of = frame[name]
    bound = pd.Timestamp if of.dtype.kind == "M" else float
    here = {
        "<=": lambda: of <= bound(what),
        ">": lambda: of > bound(what),
        "in": lambda: of.isin(what[1:-1].split(", ")),
        "is": lambda: of.isna() if what == "missing" else of.notna(),
    }[how]()
    return (here if low is None else here & (of > bound(low))) | (of.isna() & other)


@pytest.mark.parametrize("first", [pd.Timestamp("2024-01-01"), pd.Timedelta("1D")])
def test_classes_that_are_times_are_told_and_predicted_as_they_are(first):
    times = pd.Index([first, first + pd.Timedelta("1D")])
    frame = pd.DataFrame({"x": range(20), "y": pd.Categorical.from_codes([0, 1] * 10, times)})
    tree = tw.DecisionTree(frame, "y", max_depth=3)
    rules = tree.to_ruleset()
    assert {rules.default, *(rule.prediction for rule in rules)} <= set(times)
    said = rules.predict(frame)
    assert said.dtype == tree.predict(frame).dtype == times.dtype
    assert rules.score() == (said == frame["y"].astype(times.dtype)).mean()
    tree.label(0, times.to_numpy()[1])
    assert tree.root.prediction == times[1]


def test_numbers_are_refused():
    with pytest.raises(tw.InvalidValueError, match=r"to_ruleset\(\) needs classes"):
        tw.DecisionTree(random_frame(1, classes=0), "y").to_ruleset()


def naive_briefest(fits, weights, bits):
    """Drop the rule without which the description is shortest, found by counting all anew."""
    kept = np.ones(len(fits), dtype=bool)

    def length(rules):
        held = weights[fits[rules].any(axis=0)].sum(axis=0)
        return _exceptions(held, weights.sum(axis=0)) + THEORY * bits[rules].sum()

    while kept.any():
        then = {}
        for rule in np.flatnonzero(kept)[::-1].tolist():
            rest = kept.copy()
            rest[rule] = False
            then[rule] = length(rest)
        best = min(then, key=then.get)
        if then[best] >= length(kept) - SLACK:
            break
        kept[best] = False
    return kept


@pytest.mark.parametrize("seed", range(20))
def test_the_description_is_the_briefest_of_those_with_one_rule_less(seed):
    draw = np.random.default_rng(seed)
    rules, rows = draw.integers(1, 14), draw.integers(1, 60)
    fits = draw.random((rules, rows)) < draw.uniform(0.05, 0.6)
    weights = np.zeros((rows, 2))
    weights[np.arange(rows), draw.integers(0, 2, rows)] = draw.integers(1, 4, rows)
    bits = draw.uniform(1.0, 9.0, rules)
    found = briefest(np.packbits(fits, axis=1), weights.T.copy(), bits, Progress())
    assert found.tolist() == naive_briefest(fits, weights, bits).tolist()


@pytest.mark.parametrize("kept", [0, 1, 32])
@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional"])
def test_rows_of_a_kind_fail_the_same_conditions(missing, kept, monkeypatch):
    monkeypatch.setattr(failing, "KEPT", kept)
    frame = random_frame(9, 300, classes=3, missing=0.2)
    tree = tw.DecisionTree(frame, "y", missing=missing, max_depth=6)
    rows = np.arange(len(frame))
    records = OwnRecords(tree._data, rows)
    numbered = failing.Failing(records, len(frame), Progress())
    ways = _ways(tree.workspace.tree, tree._data)
    assert max(len(conditions) for conditions, _ in ways) > 2
    for conditions, _ in [*ways, ((), 0), *ways[::3]]:
        kind, fails = numbered.kinds(conditions)
        assert set(kind) == set(range(len(fails)))  # no kind without rows
        assert len(np.unique(fails, axis=0)) == len(fails)  # and no two alike
        for at, condition in enumerate(conditions):
            assert (fails[kind, at] == ~condition.holds(records, rows)).all()


def test_making_rules_tells_how_far_it_is_and_hears_a_cancel():
    frame = random_frame(5, 600, classes=3)
    tree = tw.DecisionTree(frame, "y")
    shares = []
    ruleset_of(tree.workspace.tree, tree._data, None, Progress(shares.append))
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert max(np.diff([0.0, *shares])) < 0.2
    stopping = Progress(lambda share: stopping.cancel() if share > 0.7 else None)
    with pytest.raises(tw.TreeWidgetError, match="cancelled"):
        ruleset_of(tree.workspace.tree, tree._data, None, stopping)
