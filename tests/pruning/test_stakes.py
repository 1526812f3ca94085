"""What prunes by counts of mistakes goes by priors and losses, as by weights of the classes."""

import contextlib

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data.stakes import stakes_of


def noisy(seed, signal=0.4, rows=160):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "a": rng.integers(0, 9, rows).astype(float),
            "b": rng.normal(size=rows).round(1),
            "c": rng.choice(list("uvw"), rows),
        }
    )
    share = (0.9 - signal) / 2 + signal * (frame["a"] > 5)
    return frame.assign(y=np.where(rng.random(rows) < share, "x", "y"))


def two_ways(frame, factor, option, **options):
    """Return trees by a loss or a prior of y, and by weights of the classes that say the same."""
    counts = frame["y"].value_counts()
    worth = {"x": 1.0, "y": factor}
    total = sum(worth[name] * counts[name] for name in worth)
    weights = {name: value * len(frame) / total for name, value in worth.items()}
    priors = {name: worth[name] * int(counts[name]) / total for name in worth}
    given = {"losses": {"x": {"y": 1.0}, "y": {"x": factor}}, "priors": priors}[option]
    return (
        tw.DecisionTree(frame, "y", **{option: given}, **options),
        tw.DecisionTree(frame, "y", class_weight=weights, **options),
    )


def splits(tree):
    return tree.frame()["split"].fillna("").astype(str).tolist()


@pytest.mark.parametrize(
    "options", [{"method": "c5.0", "min_cases": 0.01}, {"method": "assistant"}]
)
def test_trees_that_prune_themselves_go_by_losses(options):
    sizes = set()
    for seed in range(12):
        one, other = two_ways(noisy(seed, 0.7), 2.0 + seed % 5, "losses", **options)
        assert splits(one) == splits(other)
        sizes.add(len(splits(one)))
    assert len(sizes) > 1, "some are pruned more than others"


@pytest.mark.parametrize("option", ["losses", "priors"])
@pytest.mark.parametrize("rule", ["pessimistic", "error-based", "mdl"])
@pytest.mark.parametrize("seed", range(3))
def test_pruning_by_a_rule_goes_by_them(option, rule, seed):
    trees = two_ways(noisy(seed), 3.0 + seed, option)
    grown = splits(trees[0])
    for tree in trees:
        with contextlib.suppress(tw.RefusedError):
            tree.prune_to(method=rule)
    assert splits(trees[0]) == splits(trees[1])
    assert len(splits(trees[0])) < len(grown)


def test_a_split_that_only_losses_ask_for_stays():
    """No majority changes by it, yet who is told `sound` dearly for `ill` is better told ill."""
    frame = pd.DataFrame({"fever": [0, 1] * 100, "y": ["sound"] * 200})
    frame.loc[(frame["fever"] == 1) & (frame.index < 24), "y"] = "ill"
    plain = tw.DecisionTree(frame, "y", method="c4.5")
    dear = tw.DecisionTree(frame, "y", method="c4.5", losses={"ill": {"sound": 10.0}})
    assert len(plain.frame()) == 1
    assert [dear.node(leaf).prediction for leaf in dear.root.children] == ["sound", "ill"]


def test_mistakes_of_several_classes_count_what_the_matrix_says():
    rng = np.random.default_rng(0)
    losses = rng.integers(1, 9, (3, 3)).astype(float) * (1 - np.eye(3))
    counts = np.array([30.0, 20.0, 10.0])
    stakes = stakes_of(counts, None, losses)
    stats = rng.integers(0, 9, (50, 3)).astype(float)
    said = rng.integers(0, 3, 50).astype(float)
    weight, wrong = stakes.mistakes(stats, said)
    by_cost = [float(row @ losses[:, int(at)]) for row, at in zip(stats, said, strict=True)]
    in_all = [float(row @ losses.sum(axis=1)) for row in stats]
    scale = 60.0 / float(counts @ losses.sum(axis=1))
    np.testing.assert_allclose(weight, scale * np.array(in_all))
    np.testing.assert_allclose(wrong, np.minimum(2 * scale * np.array(by_cost), weight))
    ones = stakes_of(counts, None, 1 - np.eye(3))
    np.testing.assert_allclose(ones.mistakes(stats, said)[0], stats.sum(axis=1))
    right = stats[np.arange(50), said.astype(int)]
    np.testing.assert_allclose(ones.mistakes(stats, said)[1], stats.sum(axis=1) - right)


@pytest.mark.filterwarnings("error")
def test_where_the_root_risks_nothing_figures_are_told_per_row():
    """Nobody minds being told x, so there is no risk of the root's to take shares of."""
    frame = noisy(0)
    tree = tw.DecisionTree(frame, "y", losses={"x": {"y": 3.0}, "y": {"x": 0.0}}, grow=False)
    tree.split(0, "a")
    tree.label(tree.root.children[0], "y")
    wrong = 3.0 * tree.node(tree.root.children[0]).counts["x"]
    path = tree.pruning_path(relative=True, keep=False)
    assert path["risk"].tolist() == [0.0]
    assert tree.pruning_path(relative=True)["risk"].tolist() == [wrong / len(frame)]
    found = tree.cross_validate(folds=4)
    assert found[["xerror", "xstd"]].to_numpy().tolist() == [[0.0, 0.0]]
    assert found["choice"].tolist() == ["1se, min"]
