"""Ten-fold cross-validation of cost-complexity pruning against scikit-learn.

    python -m tests.benchmarks.crossval                    100,000 rows, 20 columns
    python -m tests.benchmarks.crossval --only ours

What an analyst runs with scikit-learn is one fit for each alpha and fold. All 200 of them would
take a quarter of an hour and more, so one fold is run at five alphas spread over the path, and the
time is multiplied by 40; the table says so.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from . import ours, sets
from .clock import in_turn
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHAS, FOLDS = 20, 10
SAMPLED = 5  # alphas of one fold that are really run


def scikit_learn(data: sets.Data) -> list[float]:
    """Fit and score one fold at some alphas of its path."""
    from sklearn.tree import DecisionTreeClassifier

    held = np.arange(len(data.y)) % FOLDS == 0
    x, y = data.x[~held], data.y[~held]
    scores = []
    for alpha in np.geomspace(1e-6, 1e-3, SAMPLED):
        tree = DecisionTreeClassifier(ccp_alpha=alpha, random_state=0).fit(x, y)
        scores.append(float(tree.score(data.x[held], data.y[held])))
    return scores


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--only", choices=["", "ours", "peers"], default="")
    asked = parser.parse_args()
    data = sets.clusters(asked.rows)
    tree = ours.coded(data)
    runs: dict[str, Callable[[], Any]] = {
        "treewidget": lambda: tree.workspace.cross_validate(FOLDS, "error", 0),
        "scikit-learn, a fold at 5 alphas": lambda: scikit_learn(data),
    }
    wanted = {
        who: run
        for who, run in runs.items()
        if not asked.only or (who == "treewidget") == (asked.only == "ours")
    }
    timings, _ = in_turn(wanted, asked.repeat)
    before, run = kept("crossval"), stamp(rows=asked.rows)
    for who, timing in timings.items():
        before[who] = {**asdict(timing), "run": run}
    keep("crossval", before)
    print(json.dumps(before, indent=1))


if __name__ == "__main__":
    main()
