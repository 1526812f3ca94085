"""Frames that the tests of pruning share."""

import numpy as np
import pandas as pd

from tests.tree.frames import priced


def noise(n=250, seed=0, classes=3):
    """Return a frame without ties: no two values, and so no two links, are equal."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(n, 5)), columns=list("abcde"))
    frame = frame.astype("float32").astype("float64")
    signal = frame["a"] - frame["b"] + rng.normal(size=n)
    frame["y"] = pd.qcut(signal, classes, labels=False) if classes else signal
    return frame


def gappy(n=100, seed=0):
    """Return numbers and levels, a quarter of them missing, with a class that hangs on them."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({"a": rng.normal(size=n), "b": rng.normal(12, 9, n)})
    for name, levels in (("c", "uvwx"), ("d", "pqr")):
        codes = rng.integers(0, len(levels), n)
        frame[name] = pd.Categorical.from_codes(codes, categories=list(levels))
    signal = frame["a"] + (frame["b"] > 12) + (frame["c"] == "u") - (frame["d"] == "p")
    kinds = np.digitize(signal + rng.normal(scale=0.7, size=n), [0.0, 1.0])
    frame = frame.mask(rng.random(frame.shape) < 0.25)
    frame.loc[frame.isna().all(axis=1), "b"] = 12.0  # rpart leaves rows out that know nothing
    frame["kind"] = pd.Categorical.from_codes(kinds, categories=["low", "mid", "high"])
    return frame


def priced_gaps(n=90, seed=0):
    """Return a frame with a number for its target, and values missing."""
    frame = priced(n, seed=seed)
    inputs = [name for name in frame.columns if name != "price"]
    gaps = np.random.default_rng(seed).random((n, len(inputs))) < 0.2
    frame[inputs] = frame[inputs].mask(gaps)
    return frame


def steps(seed, rows=120):
    """Return a frame in which greedy splits near the root are often worth little."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.integers(0, 9, (rows, 4)).astype(float), columns=list("abcd"))
    signal = ((frame["a"] > 4) ^ (frame["b"] > 4)) | (rng.random(rows) < 0.2)
    return frame, signal.map({True: "yes", False: "no"})
