"""What the tests of CHAID share: its trees over frames with every kind of column."""

import numpy as np
import pandas as pd

from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.induction import Inducer, resolve

SMALL = {"min_samples_split": 10, "min_samples_leaf": 3}


def inducer_of(frame, method="chaid", *, weights=None, target="y", **options):
    dataset = build_dataset(frame, target, weights=weights)
    resolved = resolve(method, dataset.target.task, {**SMALL, **options})
    return Inducer(dataset, make_engine(dataset), resolved)


def wide_frame(seed, n=120, **given):
    """Return a frame with every kind of column, under names that are hard to bear."""
    frame = random_frame(seed, n, **given)
    rng = np.random.default_rng(seed + 1000)
    levels = ["low", "mid", "high", "top", "no row has this"]
    picked = pd.Series(rng.integers(0, 4, n)).where(rng.random(n) > given.get("missing", 0.0) / 2)
    shift = frame["y"].astype("category").cat.codes if given.get("classes", 2) else frame["y"] // 4
    noisy = (picked + (shift % 2) * (rng.random(n) < 0.5)).clip(upper=3)
    frame["grade"] = pd.Categorical.from_codes(noisy.fillna(-1).astype(int), levels, ordered=True)
    frame["y=?"] = np.array(["<a>", "b'\"", "∅", " "])[rng.integers(0, 4, n)]
    return frame
