"""The cost of a case, against the rows themselves."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

from .frames import mixed, priced

LOSSES = {"a": {"b": 5.0, "c": 1.0}, "b": {"a": 0.5}}


def test_mistakes_cost_what_the_losses_say():
    data = mixed(120, seed=1)
    tree = tw.DecisionTree(data, target="kind", losses=LOSSES, max_depth=2, test=0.3)
    for on in ("train", "test"):
        found = tree.expected_cost(on)
        table = tree.confusion(on)
        total = sum(
            table.loc[true, said] * LOSSES.get(true, {}).get(said, 1.0)
            for true in table.index
            for said in table.columns
            if true != said
        )
        assert found["misclassification"] == pytest.approx(total / table.to_numpy().sum())
        assert found["measurement"] == 0
        assert found["total"] == found["misclassification"]
    assert tree.test_looks == 2


def test_without_losses_it_is_the_error_rate():
    tree = tw.DecisionTree(mixed(100, seed=2), target="kind", max_depth=2, validation=0.3)
    for on in ("train", "validation"):
        assert tree.expected_cost(on)["total"] == pytest.approx(1 - tree.score(on))


def test_priors_weigh_the_rows():
    data = mixed(100, seed=3)
    priors = {"a": 0.7, "b": 0.2, "c": 0.1}
    tree = tw.DecisionTree(data, target="kind", priors=priors, max_depth=2)
    wrong = tree.predict(data) != data["kind"]
    expected = sum(prior * wrong[data["kind"] == name].mean() for name, prior in priors.items())
    assert tree.expected_cost()["misclassification"] == pytest.approx(expected)


@pytest.mark.parametrize(("method", "unnamed"), [("cart", 1.0), ("cls", 0.0)])
def test_a_column_is_paid_for_once_on_the_way(method, unnamed):
    rng = np.random.default_rng(0)
    data = pd.DataFrame({"x": rng.normal(size=200), "c": rng.choice(list("uv"), 200)})
    data["y"] = np.where((np.abs(data["x"]) > 0.5) ^ (data["c"] == "u"), "p", "q")
    weights = rng.uniform(0, 1 / 400, 200)  # of less than 1 in all
    given = {"weights": weights, "column_costs": {"x": 0.1}, "max_depth": 4}
    tree = tw.DecisionTree(data, target="y", method=method, **given)
    asked, paid = set(), 0.0
    for at in range(len(data)):
        way = tree.path(data.iloc[[at]]).index[:-1]
        columns = {tree.workspace.tree.node(node).split.column for node in way}
        paid += weights[at] * sum({0: 0.1, 1: unnamed}[column] for column in columns)
        asked |= columns
    assert asked == {0, 1}
    found = tree.expected_cost()
    assert found["measurement"] == pytest.approx(paid / weights.sum())
    assert found["total"] == pytest.approx(found["misclassification"] + found["measurement"])


def test_numbers_have_no_such_cost():
    tree = tw.DecisionTree(priced(40), target="price", max_depth=1)
    with pytest.raises(tw.TreeWidgetError, match=r"expected_cost\(\) needs classes"):
        tree.expected_cost()


def stock(n=700):
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"a": rng.normal(size=n), "b": rng.normal(size=n)})
    frame["c"] = rng.choice([*"xyz"], n)
    high = frame["a"] + frame["b"] / 2 + rng.normal(size=n) > 0
    frame["y"] = np.where(high, "p", np.where(frame["b"] > 0.5, "q", "r"))
    frame.loc[rng.random(n) < 0.15, ["a", "c"]] = None
    return frame.assign(w=rng.uniform(0.2, 3, n))


COSTLY = {"losses": {"p": {"q": 5, "r": 2}, "q": {"p": 3}}}
RARE = {"priors": {"p": 0.2, "q": 0.5, "r": 0.3}}


@pytest.mark.parametrize(
    "given",
    [
        {"missing": "learned", **RARE},
        {"missing": "surrogate", **COSTLY, **RARE},
        {"missing": "fractional", **RARE},
        {"missing": "bayes", **COSTLY},
        {"method": "acls", "missing": "proportional", **COSTLY},
        {"method": "c4.5", "missing": "fractional", **COSTLY},
        {"method": "chaid", "missing": "own", "min_samples_leaf": 20, **COSTLY},
    ],
)
@pytest.mark.parametrize("weights", [None, "w"])
def test_the_tree_s_own_cost_is_what_its_cases_cost_through_every_edit(given, weights):
    tree = tw.DecisionTree(stock(), "y", weights=weights, max_depth=4, validation=0.3, **given)
    edits = [
        lambda: None,
        lambda: tree.label(tree.node(0).children[0], "q"),
        tree.undo,
        lambda: tree.prune(0),
        lambda: tree.split(0, "b"),
        lambda: tree.grow(0, levels=1),
    ]
    for edit in edits:
        edit()
        figures = tree.workspace.state.history.now.figures
        for on, cost in (("train", figures.cost), ("validation", figures.validation_cost)):
            assert cost == pytest.approx(tree.expected_cost(on)["misclassification"])


def test_without_priors_and_losses_a_tree_has_no_cost_of_its_own():
    figures = tw.DecisionTree(stock(), "y").workspace.state.history.now.figures
    assert figures.cost is None
    assert figures.validation_cost is None
