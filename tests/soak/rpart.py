"""CART under ``missing="surrogate"`` beside rpart on random frames.

    python -m tests.soak.rpart [--n 200] [--seed 0]

Each frame is grown by both under random options, whole (``cp = -1``), and compared in structure,
counts, surrogates and predictions, for its own rows and for new ones. Where the two part at splits
that gain exactly the same (to 1e-9), that is counted as a tie: rpart lets rounding choose. Needs R
with rpart: see `tests/goldens/make_rpart.py`.
"""

import argparse
import collections
import sys
import tempfile

import numpy as np
import pandas as pd

from tests.goldens.rpart_runs import read, run, write_job
from tests.goldens.test_rpart import SAME, compare_nodes, grown, lines_of

QUARTERS, EIGHTHS = 4.0, 64
LIMITS = {
    "minsplit": (2, 5, 10, 20),
    "minbucket": (1, 2, 3, 7),
    "maxdepth": (1, 2, 4, 30, 30, 30),
    "maxsurrogate": (0, 1, 5, 5, 10),
    "usesurrogate": (0, 1, 2, 2, 2),
    "surrogatestyle": (0, 1),
}


def random_frame(rng, classes):
    """Return numbers, levels and orders of levels, full of ties and gaps; y by some of them."""
    n, made, signal = int(rng.integers(20, 200)), {}, 0.0
    for at in range(int(rng.integers(2, 7))):
        made[f"x{at}"], values = _column(rng, n, signal)
        signal = signal + rng.normal() * values + rng.normal() / 2 * values**2
    made = pd.DataFrame(made)
    signal = signal + rng.normal(size=n) * rng.uniform(0.1, 2)
    share = rng.choice([0.0, 0.05, 0.2, 0.5])
    for column in made:
        made.loc[rng.random(n) < share * rng.uniform(0.3, 1.2), column] = np.nan
    made["w"] = rng.integers(2, 12, n) / QUARTERS if rng.random() < 0.5 else 1.0
    if classes:
        ranks = pd.Series(signal).rank(method="first").to_numpy() / (n + 1)
        codes = np.searchsorted(np.cumsum(rng.dirichlet(np.full(classes, 4.0)))[:-1], ranks)
        codes[rng.choice(n, classes, replace=False)] = np.arange(classes)
        made["y"] = pd.Categorical.from_codes(codes, [f"class {at}" for at in range(classes)])
    else:
        made["y"] = np.round(signal * 10, 6)
    known = made.drop(columns=["y", "w"]).notna().any(axis=1)
    return made[known].reset_index(drop=True)


def _column(rng, n, before):
    """Return a column, and what of it tells."""
    kind = rng.integers(0, 6)
    if kind == 0:
        values = rng.integers(0, rng.integers(2, 12), n).astype(float)
    elif kind == 1:
        values = np.round(rng.normal(size=n), 1)
    elif kind == 2:
        values = np.round(rng.normal(size=n), 6)
    elif kind == 3:
        values = np.round(before + rng.normal(size=n) / 3, 1)
    else:
        codes = rng.integers(0, rng.integers(2, 8), n)
        names = [f"level {at}" for at in range(codes.max() + 1)]
        column = pd.Categorical.from_codes(codes, names, ordered=bool(kind == 4))
        return column, codes / max(codes.max(), 1)
    return values, values / max(np.abs(values).max(), 1)


def random_options(rng, classes, columns):
    given = {name: int(rng.choice(values)) for name, values in LIMITS.items()}
    if rng.random() < 0.2:
        given["cost"] = rng.integers(1, 5, columns).astype(float).tolist()
    if not classes:
        return {**given, "method": "anova"}
    given["split"] = str(rng.choice(["gini", "information"]))
    if rng.random() < 0.3:
        prior = np.floor(rng.dirichlet(np.full(classes, 3.0)) * EIGHTHS) + 1
        prior[0] += EIGHTHS - prior.sum()
        given["prior"] = (prior / EIGHTHS).tolist()
    if rng.random() < 0.3:
        losses = rng.integers(1, 6, (classes, classes)) * (1.0 - np.eye(classes))
        given["loss"] = losses.ravel().tolist()
    return {**given, "method": "class"}


def shuffled(rng, known):
    """Return new rows: each column's values in another order."""
    new = known.copy()
    for column in known.columns.difference(["y", "w"]):
        new[column] = known[column].iloc[rng.permutation(len(known))].reset_index(drop=True)
    return new


def outcome(known, new, options, said):
    """Return "same", or what differs first."""
    given = {name: value for name, value in options.items() if name != "method"}
    task = {"anova": "regression", "class": "classification"}[options["method"]]
    tree = grown(known, "y", {**given, "weights": "w"}, options["cp"], task=task)
    asked = options["usesurrogate"] > 0 and options["maxsurrogate"] > 0
    mine = list(lines_of(tree, known))
    for line, other in zip(mine, said["tree"], strict=False):
        try:
            compare_nodes(line, other if asked else [*other[:5], []], known)
        except AssertionError:
            return "tie" if _tied(tree, line, other, mine.index(line)) else "tree"
        if line[:2] != other[:2]:
            return "tree"
    if len(mine) != len(said["tree"]):
        return "size"
    for rows, lines in ((known, said["train"]), (new, said["new"])):
        values = np.array(lines)
        if task == "regression":
            good = np.allclose(tree.predict(rows), values[0], rtol=1e-7, atol=1e-9)
        else:
            good = np.abs(tree.predict_proba(rows) - values[:, 1:]).max() < SAME["abs"]
        if not good:
            return "predictions"
    return "same"


def _tied(tree, line, other, at):
    """Whether the other's column does exactly as well, or parts what is all the same."""
    if line[5] is None or other[4] is None:
        return tree.node(tree.frame().index[at]).impurity == 0
    node = tree.frame().index[at]
    found = tree.candidates(node).set_index("column")["gain"]
    gain, theirs = found[line[5][0]], found[other[4][0]]
    return bool(np.isclose(gain, theirs, rtol=1e-9))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    found = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        jobs = {}
        for seed in range(asked.seed, asked.seed + asked.n):
            rng = np.random.default_rng(seed)
            classes = int(rng.choice([0, 0, 2, 2, 3, 4]))
            known = random_frame(rng, classes)
            if classes and known["y"].nunique() < classes:
                continue
            options = {"cp": -1, **random_options(rng, classes, known.shape[1] - 2)}
            new = shuffled(rng, known)
            jobs[seed] = known, new, options
            write_job(folder, f"s{seed}", known, "y", options, weights="w", new=new)
        run(folder)
        for seed, (known, new, options) in jobs.items():
            said = read(folder, f"s{seed}", known, "y", "w")
            what = "refused" if "error" in said else outcome(known, new, options, said)
            found[what] += 1
            if what not in ("same", "tie"):
                print(seed, what, options, said.get("error", ""))
    print(dict(found))
    return 0 if found["same"] and not set(found) - {"same", "tie"} else 1


if __name__ == "__main__":
    sys.exit(main())
