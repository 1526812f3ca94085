"""Sequences, their cross-validation and what is chosen, against exact fractions over the rows.

Nothing is equal there but what is: ties of cuts, of alphas and of errors are decided as they are
here, whatever sums round to.
"""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

from . import naive_cart


def tied(seed, rows, classes, *, gaps):
    """Return columns of few values, and a target that hangs on the first."""
    rng = np.random.default_rng(seed)
    columns = {
        name: rng.integers(0, most, rows) for name, most in zip("abc", (3, 6, 20), strict=True)
    }
    frame = pd.DataFrame(columns).astype(float)
    signal = frame["a"] + rng.normal(scale=2.0, size=rows)
    if gaps:
        frame = frame.mask(rng.random(frame.shape) < 0.2)
    if not classes:
        return frame.assign(y=signal.round(1))
    order = signal.rank(method="first") - 1
    return frame.assign(y=[f"c{int(at) * classes // rows}" for at in order])


WORTH = ["", "class_weight", "priors", "losses", "both"]


def worth_of(worth, rng, names):
    """Return what makes some classes count for more than others."""
    losses = {a: {b: float(rng.choice([0.5, 1, 2, 7])) for b in names if b != a} for a in names}
    return {
        "": {},
        "class_weight": {"class_weight": "balanced"},
        "priors": {"priors": dict(zip(names, (0.5, 0.3, 0.2), strict=True))},
        "losses": {"losses": losses},
        "both": {"priors": dict(zip(names, (0.25, 0.25, 0.5), strict=True)), "losses": losses},
    }[worth]


def exact(value):
    """Return what a number of few digits means: 0.1 is a tenth."""
    return Fraction(repr(float(value)))


def data_of(frame, options):
    y, weights = frame["y"].tolist(), [Fraction(1)] * len(frame)
    if "w" in frame:
        weights = [exact(weight) for weight in frame["w"]]
    if isinstance(y[0], float):
        return naive_cart.Data(_columns(frame), [exact(one) for one in y], weights)
    names = sorted(set(y))
    if "class_weight" in options:
        balanced = {name: Fraction(len(y), len(names) * y.count(name)) for name in names}
        weights = [weight * balanced[name] for weight, name in zip(weights, y, strict=True)]
    losses, priors = options.get("losses"), options.get("priors")
    return naive_cart.Data(
        *(_columns(frame), y, weights, names),
        priors=priors and {name: exact(prior) for name, prior in priors.items()},
        losses=losses
        and {a: {b: exact(loss) for b, loss in line.items()} for a, line in losses.items()},
    )


def _columns(frame):
    return [[None if np.isnan(one) else exact(one) for one in frame[name]] for name in "abc"]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("risk", ["error", "impurity"])
@pytest.mark.parametrize("weighing", [None, (0.1, 0.3, 0.7)])
@pytest.mark.parametrize(("classes", "worth"), [(0, ""), *((3, worth) for worth in WORTH)])
def test_sequences_and_their_cross_validation_are_the_exact_ones(classes, worth, weighing, risk):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        frame = tied(seed, 26 + seed, classes, gaps=seed % 2)
        options = worth_of(worth, rng, ["c0", "c1", "c2"])
        if weighing:
            frame["w"] = rng.choice(weighing, len(frame))
        limits = {"max_depth": [None, None, 3][seed], "min_samples_leaf": 1 + seed % 3}
        tree = tw.DecisionTree(
            *(frame, "y"), **options, **limits, **({"weights": "w"} if weighing else {})
        )
        check(tree, data_of(frame, options), limits, risk, rng.integers(0, 3, len(frame)))


def check(tree, data, limits, risk, fold):
    every = list(range(len(data.y)))

    def grown(rows):
        return naive_cart.grow(data, rows, limits["max_depth"], limits["min_samples_leaf"])

    root = grown(every)
    steps = naive_cart.weakest_links(data, root, risk)
    table = tree.cross_validate(folds=fold, risk=risk)
    assert table["leaves"].tolist() == [len(leaves) for _, leaves in steps]
    alphas = [float(alpha) for alpha, _ in steps]
    np.testing.assert_allclose(table["alpha"], alphas, rtol=1e-9, atol=1e-13 * alphas[-1])
    found = naive_cart.cross_validated(data, fold.tolist(), steps, risk, grown)
    whole = float(sum(data.lost(row, data.told(every)) for row in every))
    spread = [float(square) ** 0.5 for _, square in found]
    np.testing.assert_allclose(table["xerror"], [float(s) / whole for s, _ in found], rtol=1e-9)
    np.testing.assert_allclose(table["xstd"], np.array(spread) / whole, rtol=1e-9, atol=1e-8)
    sums = [loss for loss, _ in found]
    best = max(at for at, loss in enumerate(sums) if loss == min(sums))
    near = max(at for at, loss in enumerate(sums) if loss <= float(sums[best]) + spread[best])
    assert "min" in table["choice"].iloc[best]
    assert "1se" in table["choice"].iloc[near]
    for step, (_, leaves) in enumerate(steps):
        if len(leaves) == tree.frame()["is_leaf"].sum():
            continue
        asked = [{"leaves": len(leaves)}, {"alpha": table["alpha"].iloc[step]}]
        asked += [{"method": name} for name, at in (("min", best), ("1se", near)) if at == step]
        for one in asked:
            tree.prune_to(risk=risk, **one)
            assert tree.frame()["is_leaf"].sum() == len(leaves)
            tree.undo()
