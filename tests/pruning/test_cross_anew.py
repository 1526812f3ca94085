"""Cross-validation against growing, pruning and predicting anew at every alpha."""

import contextlib
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import treewidget as tw
from tests.induction.real_data import some_weights
from tests.tree.frames import mixed, priced
from tests.tree.unseen import WORTH

from .frames import gappy, noise, priced_gaps


def rare_levels(n=40, seed=0):
    """Return levels that one row or two have: their branches are empty without these."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, (2, n))
    codes[0, :6] = 3, 4, 5, 6, 6, 7
    names = [f"level {at}" for at in range(8)]
    frame = pd.DataFrame(
        {f"x{at}": pd.Categorical.from_codes(of, names) for at, of in enumerate(codes)}
    )
    return frame.assign(kind=np.where(rng.random(n) < 0.6 + 0.1 * codes[1], "b", "a"))


FRAMES = {
    "classes": (mixed(80, seed=1), {"target": "kind"}),
    "entropy": (mixed(90, seed=4), {"target": "kind", "criterion": "entropy", "max_depth": 3}),
    "weights": (mixed(70, seed=2).assign(w=some_weights(70)), {"target": "kind", "weights": "w"}),
    "numbers": (priced(90), {"target": "price", "min_samples_leaf": 5}),
    "weighted numbers": (
        priced(80, seed=1).assign(w=some_weights(80)),
        {"target": "price", "weights": "w", "max_leaf_nodes": 8},
    ),
    "shares": (mixed(90, seed=6), {"target": "kind", "min_samples_leaf": 0.05}),
}
ASTRAY = {
    "fractional": (gappy(90, seed=1), {"target": "kind", "method": "c4.5", "cut": "midpoint"}),
    "fractional, unpruned, weights": (
        gappy(60, seed=2).assign(w=some_weights(60)),
        {"target": "kind", "method": "c4.5", "weights": "w", "confidence": None, "cut": "midpoint"},
    ),
    "own": (gappy(90, seed=3), {"target": "kind", "method": "c4.5", "missing": "own"}),
    "tokens": (gappy(60, seed=2), {"target": "kind", "method": "acls", "missing": "proportional"}),
    "fractional numbers": (
        priced_gaps(60),
        {"target": "price", "missing": "fractional", "min_samples_leaf": 5},
    ),
    "surrogates": (gappy(60, seed=4), {"target": "kind", "missing": "surrogate"}),
    "stops": (gappy(60, seed=5), {"target": "kind", "missing": "surrogate", "use_surrogate": 0}),
    "a fill of the class": (gappy(60, seed=6), {"target": "kind", "missing": "bayes"}),
    "a fill by trees": (gappy(60, seed=7), {"target": "kind", "missing": "shapiro"}),
    "losses": (mixed(90, seed=8), {"target": "kind", "losses": WORTH["losses"]}),
    "medians of numbers": (
        priced(70, seed=2),
        {"target": "price", "criterion": "absolute_error", "min_samples_leaf": 4},
    ),
    "levels that a fold lacks": (rare_levels(), {"target": "kind", "method": "id3"}),
}


def naive(frame, options, fold, betas, risk):
    """Return the loss of every row at every beta, by a tree of its own for each."""
    target, regression = options["target"], options["target"] == "price"
    losses = np.zeros((len(betas), len(frame)))
    for number in np.unique(fold):
        held = frame[fold == number]
        tree = tw.DecisionTree(frame[fold != number], **options)
        for at, beta in enumerate(betas):
            tree.checkout(0)
            with contextlib.suppress(tw.RefusedError):  # where it changes nothing
                tree.prune_to(alpha=min(beta, 1e12), risk=risk)
            predicted = tree.predict(held)
            one, costs = held[target], options.get("losses")
            lost = np.square(one - predicted) if regression else lost_by(one, predicted, costs)
            losses[at, fold == number] = lost
    return losses


def lost_by(actual, said, costs):
    """Return what each row costs: 1 where it is mistaken and nobody says otherwise."""
    pairs, costs = zip(actual, said, strict=True), costs or {}
    return [costs.get(true, {}).get(one, 1.0) if true != one else 0.0 for true, one in pairs]


RUNS = [*product(FRAMES, ["error", "impurity"]), *product(ASTRAY, ["error"])]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("name", "risk"), [*RUNS, *product(["fractional", "losses", "tokens"], ["impurity"])]
)
def test_every_alpha_is_judged_as_by_a_tree_of_its_own(name, risk):
    frame, options = {**FRAMES, **ASTRAY}[name]
    fold = np.random.default_rng(3).integers(0, 3, len(frame))
    tree = tw.DecisionTree(frame, **options)
    table = tree.cross_validate(folds=fold, risk=risk)
    alphas = table["alpha"].to_numpy()
    betas = np.append(np.sqrt(alphas[:-1] * alphas[1:]), np.inf)
    losses = naive(frame, options, fold, betas, risk)
    weight = frame["w"].to_numpy() if "weights" in options else np.ones(len(frame))
    root = tree.root
    scale = root.error**2 if name.endswith("numbers") else root.error
    if "losses" in options:
        scale = np.mean(lost_by(frame["kind"], [root.prediction] * len(frame), WORTH["losses"]))
    scale *= root.weight
    mean = (losses * weight).sum(axis=1, keepdims=True) / weight.sum()
    spread = np.sqrt((np.square(losses - mean) * weight).sum(axis=1))
    np.testing.assert_allclose(table["xerror"], (losses * weight).sum(axis=1) / scale, rtol=1e-9)
    np.testing.assert_allclose(table["xstd"], spread / scale, rtol=1e-9)


@pytest.mark.parametrize("classes", [3, 0])
def test_errors_are_those_of_scikit_learns_trees(classes):
    frame = noise(150, seed=2, classes=classes)
    fold = np.arange(150) % 3
    options = {"max_depth": 4, "min_samples_leaf": 5}
    tree = tw.DecisionTree(frame, target="y", **options)
    table = tree.cross_validate(folds=fold, risk="impurity")
    alphas = table["alpha"].to_numpy()
    model = DecisionTreeClassifier if classes else DecisionTreeRegressor
    inputs, y = frame.drop(columns="y"), frame["y"]
    root = tree.root.error if classes else tree.root.error**2
    for step, beta in enumerate(np.append(np.sqrt(alphas[:-1] * alphas[1:]), 1e9)):
        losses = []
        for held in (fold == number for number in range(3)):
            fitted = model(ccp_alpha=beta, random_state=0, **options)
            off = fitted.fit(inputs[~held], y[~held]).predict(inputs[held]) - y[held]
            losses.append((off != 0) if classes else np.square(off))
        assert table["xerror"].iloc[step] == pytest.approx(np.concatenate(losses).mean() / root)
