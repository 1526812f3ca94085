"""Searches of several levels, windows and fills on many more frames than the tests have time for.

python -m tests.soak.searches [--n 50] [--seed 0]
"""

from __future__ import annotations

import argparse

import numpy as np

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from tests.induction.test_cls import cls_of, cost_of, even, least_cost, small_frame
from tests.induction.test_lookahead import worth
from tests.induction.test_windowing import nominal_frame


def cheapest(seed):
    """Check that no tree of three levels errs less than CLS's."""
    frame = small_frame(seed, n=18, classes=2 + seed % 2)
    best = least_cost(frame, np.arange(len(frame)), 3, {}, even)
    assert cost_of(cls_of(frame, lookahead=3, max_depth=3)) == best


def best_tree(seed):
    """Check what a look of three levels ahead says of the best tree."""
    frame = random_frame(seed, 16, classes=2 + seed % 2, levels=3, nominal=1).drop(columns="day")
    inducer = inducer_of(frame, criterion="entropy", lookahead=3)
    place = inducer.place(inducer.root())
    found = inducer.search.ranked(inducer._scan(inducer.root(), place), place)
    assert abs(found[0].score - worth(frame, np.arange(len(frame)), 3, "entropy")) < 1e-12


def windows(seed):
    """Check that windows end right about everything that is consistent."""
    frame = nominal_frame(seed, n=400)
    share = np.random.default_rng(seed).uniform(0.01, 0.9)
    tree = tw.DecisionTree(frame, "y", method="id3", window=share, window_seed=seed)
    assert tree.score() == 1.0
    noisy = nominal_frame(seed, n=400, noise=0.2, missing=0.1)
    tw.DecisionTree(noisy, "y", method="id3", window=share, window_seed=seed)


def fills(seed):
    """Check that a column that is a function of another one is filled right."""
    rng = np.random.default_rng(seed)
    frame = random_frame(seed, 200, classes=3, missing=0.1)
    frame["kind0"] = frame["kind0"].fillna("k0")
    true = frame["kind0"].map(dict(zip(["k0", "k1", "k2", "k3"], "wxyz", strict=True)))
    gaps = rng.random(len(frame)) < 0.3
    tree = tw.DecisionTree(frame.assign(twin=true.mask(gaps)), "y", missing="shapiro", max_depth=1)
    column = tree._data.columns[tree._data.column_index("twin")]
    assert [column.levels[code] for code in column.codes] == true.tolist()


def main():
    """Check as many frames as were asked for."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--n", type=int, default=50)
    asked.add_argument("--seed", type=int, default=0)
    given = asked.parse_args()
    for seed in range(given.seed, given.seed + given.n):
        for check in (cheapest, best_tree, windows, fills):
            check(seed)
    print(f"{given.n} frames: all as they should be")


if __name__ == "__main__":
    main()
