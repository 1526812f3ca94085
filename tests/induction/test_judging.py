"""A split's gain is a figure of the split and its rows: whoever made it, it is the same."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import random_frame

WAYS = {
    "cart": ("learned", "surrogate", "fractional", "most_common", "bayes", "shapiro"),
    "acls": ("proportional", "fractional", "own", "most_common"),
    "c4.5": ("fractional", "proportional", "own", "most_common", "bayes"),
    "c5.0": ("fractional",),
    "chaid": ("own",),
    "assistant": ("bayes",),
    "cls": ("most_common",),
}
CASES = [(method, way) for method, ways in WAYS.items() for way in ways]


def grown(method, missing, seed):
    numbers = method in ("cart", "chaid") and missing != "bayes" and seed % 3 == 2
    classes = 0 if numbers else 2 + seed % 2
    frame = random_frame(seed, 120, classes=classes, missing=0.2, weights=seed % 2 == 0)
    weights = {"weights": "w"} if "w" in frame else {}
    return tw.DecisionTree(frame, "y", method=method, missing=missing, max_depth=4, **weights)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("method", "missing"), CASES)
def test_a_grown_split_gains_what_it_would_gain_by_hand(method, missing, seed):
    workspace = grown(method, missing, seed).workspace
    split = [node for node in workspace.tree.walk() if node.split is not None]
    again = [workspace.inducer.candidate(node.region, node.split).gain for node in split]
    assert [node.gain for node in split] == pytest.approx(again, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(
    "options",
    [{"missing": "fractional"}, {"missing": "surrogate"}, {"criterion": "absolute_error"}],
    ids=lambda options: next(iter(options.values())),
)
def test_so_does_one_that_was_found_by_looking_ahead(options):
    classes = 0 if "criterion" in options else 2
    frame = random_frame(7, 60, classes=classes, missing=0.2)
    workspace = tw.DecisionTree(frame, "y", lookahead=2, max_depth=3, **options).workspace
    split = [node for node in workspace.tree.walk() if node.split is not None]
    again = [workspace.inducer.candidate(node.region, node.split).gain for node in split]
    assert [node.gain for node in split] == pytest.approx(again, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("missing", ["fractional", "own"])
@pytest.mark.parametrize("method", ["c4.5", "c5.0"])
def test_the_best_cut_gains_as_much_when_it_is_typed(method, missing):
    frame = random_frame(5, 120, missing=0.1)
    best, typed = (
        tw.DecisionTree(frame, "y", method=method, missing=missing, grow=False) for _ in range(2)
    )
    best.split(0, "b")
    (cut,) = best.workspace.tree.node(0).split.cuts
    typed.split(0, "b", threshold=cut.value)
    assert typed == best
    assert typed.root.gain == pytest.approx(best.root.gain, rel=1e-12)
    said = typed.candidates(0).set_index("column").loc["b"]
    assert said.gain == pytest.approx(best.root.gain, rel=1e-12)
    assert said.corrected_gain < said.gain


@pytest.mark.parametrize("method", ["acls", "c5.0"])
def test_a_typed_cut_that_drops_rows_gains_what_its_line_of_the_profile_says(method):
    frame = random_frame(5, 120, missing=0.2)
    one, two = sorted(frame["y"].unique())
    losses = {one: {two: 7.0}, two: {one: 1.0}}
    tree = tw.DecisionTree(
        frame, "y", method=method, missing="proportional", losses=losses, grow=False
    )
    profile = tree.profile(0, "b")
    for cut in profile.index[5:40:5]:
        tree.split(0, "b", threshold=cut)
        assert tree.root.gain == pytest.approx(profile.gain[cut], rel=1e-9)
        tree.undo()


@pytest.mark.parametrize("method", ["c4.5", "c5.0"])
def test_all_gains_together_are_what_the_tree_lowers_the_impurity_by(method):
    frame = random_frame(5, 120, classes=3)
    nodes = list(tw.DecisionTree(frame, "y", method=method, confidence=0.5).workspace.tree.walk())
    gained = [node.region.train.weight * node.gain for node in nodes if node.split is not None]
    held = [one.region.train for one in nodes if one.split is None]
    root = nodes[0].region.train
    lowered = root.weight * root.impurity - sum(one.weight * one.impurity for one in held)
    assert len(gained) > 5
    assert sum(gained) == pytest.approx(lowered)


def test_without_a_surrogate_the_rows_that_are_known_are_judged_all_the_same():
    rng = np.random.default_rng(0)
    frame = random_frame(3, 90, nominal=0)[["b", "y"]]
    frame.loc[rng.random(90) < 0.3, "b"] = None
    best, typed = (tw.DecisionTree(frame, "y", missing="surrogate", grow=False) for _ in range(2))
    best.split(0, "b")
    (cut,) = best.workspace.tree.node(0).split.cuts
    typed.split(0, "b", threshold=cut.value)
    assert typed == best
    assert typed.root.gain == pytest.approx(best.root.gain, rel=1e-12)
    assert typed.profile(0, "b").gain[cut.value] == pytest.approx(best.root.gain, rel=1e-9)


@pytest.mark.parametrize("missing", ["fractional", "surrogate"])
def test_rows_without_the_column_are_one_more_branch_of_the_gain_ratio(missing):
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 9, 80).astype(float), rng.integers(0, 3, 80)
    x[::5] = np.nan
    frame = pd.DataFrame({"x": x, "same": 0, "y": y})
    tree = tw.DecisionTree(frame, "y", missing=missing, max_depth=1)
    known, branch = ~np.isnan(x), (x > tree.workspace.tree.root.split.cuts[0].value).astype(int)
    left = sum((branch[known] == at).mean() * bits(y[known & (branch == at)]) for at in (0, 1))
    ratio = known.mean() * (bits(y[known]) - left) / bits(np.where(known, branch, 2))
    assert tree.candidates(0)["gain_ratio"].iloc[0] == pytest.approx(ratio, rel=1e-12)


def bits(values):
    share = np.unique(values, return_counts=True)[1] / len(values)
    return float(-(share * np.log2(share)).sum())
