"""Grow rpart's trees and keep them: `python -m tests.goldens.make_rpart`.

Needs R with rpart 4.1 (Debian's package ``r-cran-rpart``), which runs as a program of its own.
"""

import tempfile

import numpy as np

from tests.goldens import data, frame, keep, keep_golden, with_gaps
from tests.goldens.rpart_runs import read, run, write_job
from tests.goldens.rpart_sets import ALL, OWN

LOSSES = [0.0, 1.0, 4.0, 2.0, 0.0, 1.0, 3.0, 6.0, 0.0]
SMALL = {"minsplit": 6, "minbucket": 2}
USUAL = {"minsplit": 20, "minbucket": 7}
FOLDS = 10
"""Of a row its number times seven, modulo ten."""
PAIRS = {
    "iris-gini": ("iris", USUAL, 0.01),
    "iris_gaps-gini": ("iris_gaps", USUAL, 0.01),
    "iris_gaps-information": ("iris_gaps", {**USUAL, "split": "information"}, 0.0),
    "wine_gaps-gini": ("wine_gaps", USUAL, 0.0),
    "wine_gaps-depth": ("wine_gaps", {**USUAL, "maxdepth": 3, "maxsurrogate": 0}, 0.0),
    "vote_gaps-gini": ("vote_gaps", USUAL, 0.01),
    "vote_gaps-loss": ("vote_gaps", {**USUAL, "loss": [0.0, 3.0, 1.0, 0.0]}, 0.005),
    "travel_gaps-prior": ("travel_gaps", {**USUAL, "prior": [0.375, 0.625]}, 0.02),
    "mixed_gaps-style": ("mixed_gaps", {**USUAL, "surrogatestyle": 1}, 0.0),
    "mixed_gaps-stop": ("mixed_gaps", {**USUAL, "usesurrogate": 0}, 0.0),
    "classes_gaps-few": ("classes_gaps", {**USUAL, "usesurrogate": 1, "maxsurrogate": 2}, 0.01),
    "loans_gaps-loss": ("loans_gaps", {**USUAL, "loss": LOSSES}, 0.005),
    "loans_gaps-prior": ("loans_gaps", {**USUAL, "prior": [0.5, 0.25, 0.25]}, 0.0),
    "loans_gaps-weights": ("loans_gaps", {**SMALL, "weights": "w"}, 0.0),
    "loans-cost": ("loans", {**USUAL, "cost": [2.0, 1.0, 1.0, 3.0, 1.0, 1.0]}, 0.01),
    "diabetes-anova": ("diabetes", USUAL, 0.01),
    "diabetes_gaps-anova": ("diabetes_gaps", SMALL, 0.005),
    "yields-anova": ("yields", {**USUAL, "maxdepth": 2}, 0.002),
    "yields_gaps-anova": ("yields_gaps", SMALL, 0.002),
    "yields_gaps-weights": ("yields_gaps", {**USUAL, "weights": "w"}, 0.0),
    "yields_gaps-cost": ("yields_gaps", {**USUAL, "cost": [4.0, 1.0, 1.0, 1.0, 2.0, 1.0]}, 0.005),
    "wine_gaps-folds": ("wine_gaps", {**USUAL, "folds": FOLDS}, 0.0),
    "yields_gaps-folds": ("yields_gaps", {**USUAL, "folds": FOLDS, "weights": "w"}, 0.0),
    "travel_gaps-folds": ("travel_gaps", {**USUAL, "prior": [0.5, 0.5], "folds": FOLDS}, 0.0),
    "loans-folds": ("loans", {**USUAL, "prior": [0.7, 0.15, 0.15], "folds": FOLDS}, 0.0),
}
"""Data set, options as rpart calls them (`weights` names a column), and `cp`."""


def main():
    for name, make in OWN.items():
        source, made, target = make()
        keep(name, source, made, target)
    with tempfile.TemporaryDirectory() as folder:
        asked = {pair: _ask(folder, pair, at) for at, pair in enumerate(PAIRS)}
        run(folder)
        for pair, (name, options, cp) in PAIRS.items():
            known, target, gone = asked[pair]
            said = read(folder, pair, known, target, options.get("weights"))
            if "tree" not in said:
                raise RuntimeError(f"{pair}: {said}")
            kept = {"data": name, "program": options, "cp": cp, "gone": gone}
            keep_golden("rpart", pair, {**kept, **said})


def _ask(folder, pair, seed):
    """Write one job; new rows are the same ones with a fifth of the values missing."""
    name, options, cp = PAIRS[pair]
    if name not in ALL:
        raise KeyError(name)
    known, target, weights = frame(name), data(name)["target"], options.get("weights")
    new = with_gaps(known, target, 0.2, 1000 + seed)
    if weights:
        new[weights] = known[weights]
    task = "anova" if known[target].dtype.kind == "f" else "class"
    given = {key: value for key, value in options.items() if key != "weights"}
    given = {"method": task, "cp": cp, **given}
    if "folds" in given:
        given["folds"] = [row * 7 % FOLDS + 1 for row in range(len(known))]
    write_job(folder, pair, known, target, given, weights=weights, new=new)
    return known, target, np.argwhere((known.notna() & new.isna()).to_numpy()).tolist()


if __name__ == "__main__":
    main()
