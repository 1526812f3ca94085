"""Frames without ties."""

import numpy as np
import pandas as pd


def noise(n=250, seed=0, classes=3):
    """Return a frame without ties: no two values, and so no two links, are equal."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(rng.normal(size=(n, 5)), columns=list("abcde"))
    frame = frame.astype("float32").astype("float64")
    signal = frame["a"] - frame["b"] + rng.normal(size=n)
    frame["y"] = pd.qcut(signal, classes, labels=False) if classes else signal
    return frame
