"""Data sets for rpart beside those of `sets`: numbers to predict, weights, an order of levels."""

import numpy as np
import pandas as pd
from sklearn import datasets

from tests.goldens import with_gaps
from tests.goldens.sets import MADE, SETS, nominal


def diabetes():
    both = datasets.load_diabetes(as_frame=True, scaled=False)
    made = both.data.iloc[::3].reset_index(drop=True).astype(float)
    made["sex"] = nominal(made["sex"].astype(int) - 1, ["one", "two"])
    made["y"] = both.target.iloc[::3].to_numpy()
    return "scikit-learn (BSD 3-clause): diabetes of Efron et al. 2004, every third row", made, "y"


def yields():
    """A number that levels, an order of levels and two near copies of a column tell of."""
    rng, n = np.random.default_rng(17), 160
    rain = np.round(rng.gamma(3, 20, n))
    grades = ["poor", "fair", "good", "best"]
    made = pd.DataFrame(
        {
            "rain": rain,
            "gauge": np.round(rain + rng.normal(size=n) * 6),
            "river": np.round(rain / 10 + rng.normal(size=n), 1),
            "soil": nominal(rng.integers(0, 7, n), ["a", "b", "c", "d", "e", "f", "g"]),
            "grade": pd.Categorical.from_codes(rng.integers(0, 4, n), grades, ordered=True),
            "w": rng.integers(2, 13, n) / 4.0,
        }
    )
    worth = rng.normal(size=7)[made["soil"].cat.codes] + made["grade"].cat.codes
    made["y"] = np.round(worth * 3 + np.sqrt(rain) + rng.normal(size=n) * 2, 3)
    return MADE, made, "y"


def loans():
    """Three classes of which one is rare, with weights."""
    rng, n = np.random.default_rng(19), 220
    income = np.round(rng.lognormal(3, 0.5, n), 1)
    made = pd.DataFrame(
        {
            "income": income,
            "spent": np.round(income * rng.uniform(0.2, 1.2, n), 1),
            "kind": nominal(rng.integers(0, 5, n), ["car", "house", "study", "trip", "other"]),
            "place": nominal(rng.integers(0, 3, n), ["city", "town", "land"]),
            "years": rng.integers(1, 30, n).astype(float),
            "w": rng.integers(1, 9, n) / 4.0,
        }
    )
    score = made["spent"] - made["income"] * 0.8 + 4 * (made["kind"] == "trip") - made["years"] / 6
    classes = np.digitize(score + rng.normal(size=n) * 3, [1.0, 7.0])
    return MADE, made.assign(y=nominal(classes, ["paid", "late", "lost"])), "y"


def gaps(make, share, seed):
    source, made, target = make()
    holed = with_gaps(made, target, share, seed)
    if "w" in made:
        holed["w"] = made["w"]
    return f"{source}; values taken away at random", holed, target


OWN = {
    "diabetes": diabetes,
    "diabetes_gaps": lambda: gaps(diabetes, 0.15, 41),
    "yields": yields,
    "yields_gaps": lambda: gaps(yields, 0.2, 42),
    "loans": loans,
    "loans_gaps": lambda: gaps(loans, 0.2, 43),
}
ALL = {**SETS, **OWN}
