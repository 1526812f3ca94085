"""Real data that packages carry: numbers only, exact in float32, no two values nearer than 1e-7."""

from functools import cache

import numpy as np
import pandas as pd
import statsmodels.datasets as packaged
from sklearn import datasets

SKLEARN = {
    "iris": (datasets.load_iris, "classification"),
    "wine": (datasets.load_wine, "classification"),
    "breast_cancer": (datasets.load_breast_cancer, "classification"),
    "digits": (datasets.load_digits, "classification"),
    "diabetes": (datasets.load_diabetes, "regression"),
}
STATSMODELS = {
    "anes96": ("anes96", "vote", (), "classification"),
    "party": ("anes96", "PID", ("vote",), "classification"),
    "spector": ("spector", "GRADE", (), "classification"),
    "affair": ("fair", "affairs", (), "classification"),
    "modechoice": ("modechoice", "choice", ("individual",), "classification"),
    "censored": ("heart", "censors", (), "classification"),
    "expenditure": ("ccard", "AVGEXP", (), "regression"),
    "engel": ("engel", "foodexp", (), "regression"),
    "grunfeld": ("grunfeld", "invest", ("firm",), "regression"),
    "macrodata": ("macrodata", "infl", ("realint",), "regression"),
    "schools": ("star98", "NABOVE", ("NBELOW",), "regression"),
    "crime": ("statecrime", "violent", (), "regression"),
    "nile": ("nile", "volume", (), "regression"),
}
NAMES = (*SKLEARN, "exercise", *STATSMODELS)


@cache
def load(name):
    """Return (X, y, task); X and a regression's y hold nothing but float32 values."""
    if name in SKLEARN:
        loader, task = SKLEARN[name]
        features, target = loader(return_X_y=True)
        frame, y = pd.DataFrame(features), target
    elif name == "exercise":
        both = datasets.load_linnerud()
        frame, y, task = pd.DataFrame(both.data), both.target[:, 0], "regression"
    else:
        source, target, without, task = STATSMODELS[name]
        frame = getattr(packaged, source).load_pandas().data
        y = frame[target].to_numpy()
        frame = frame.drop(columns=[target, *without])
    if name == "affair":
        y = (y > 0).astype(int)
    frame = frame.astype("float32").astype("float64")
    frame.columns = [f"x{i}" for i in range(frame.shape[1])]
    frame = frame.apply(_apart)
    y = y.astype(int) if task == "classification" else y.astype("float32").astype("float64")
    return frame, y, task


def _apart(column):
    """Scale a column by a power of two until its values differ by more than 1e-7."""
    gaps = np.diff(np.unique(column.dropna()))
    while len(gaps) and gaps.min() <= 1e-6:
        column, gaps = column * 16, gaps * 16
    return column


def with_gaps(frame, share=0.1, seed=0):
    """Return the frame with some values made missing."""
    gone = np.random.default_rng(seed).random(frame.shape) < share
    return frame.mask(gone)


def some_weights(n, seed=0):
    """Return weights in eighths, so that every sum of them is exact."""
    return np.random.default_rng(seed).integers(1, 33, n) / 8
