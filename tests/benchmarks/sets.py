"""The data the speed benchmarks run on: made from a seed, representable in float32."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from numpy.typing import NDArray

RELABELLED = 0.1  # share of rows whose class is drawn anew
CLUSTERS = 4  # to each class


@dataclass(frozen=True, eq=False)
class Data:
    """A table, its target, what rows weigh and how splits are ranked, as arrays and as a frame."""

    name: str
    x: NDArray[np.float32]
    y: NDArray[np.int64] | NDArray[np.float64]
    criterion: str | None = None
    weights: NDArray[np.float64] | None = None

    @property
    def rules(self) -> dict[str, str]:
        """The criterion by its name, where it is not everybody's own."""
        return {} if self.criterion is None else {"criterion": self.criterion}

    @property
    def regression(self) -> bool:
        """Whether the target is a number."""
        return self.y.dtype.kind == "f"

    def frame(self) -> pd.DataFrame:
        """Return the columns as float64, as an analyst has them, and the target `y`."""
        frame = pd.DataFrame(self.x.astype(np.float64)).add_prefix("x")
        frame["y"] = self.y
        if self.weights is not None:
            frame["w"] = self.weights
        return frame

    def weighed(self, seed: int = 0) -> Data:
        """Return the same rows, which weigh between a half and one and a half."""
        return replace(self, weights=np.random.default_rng(seed).uniform(0.5, 1.5, len(self.y)))


def clusters(rows: int, columns: int = 20, classes: int = 2, seed: int = 0) -> Data:
    """Return gaussian clusters with relabelled rows; all values of a column are distinct."""
    rng = np.random.default_rng(seed)
    centres = rng.normal(scale=1.5, size=(classes * CLUSTERS, columns))
    cluster = rng.integers(len(centres), size=rows)
    x = np.empty((rows, columns), dtype=np.float32, order="F")
    for column in range(columns):
        x[:, column] = apart(centres[cluster, column] + rng.normal(size=rows))
    y = cluster % classes
    drawn = rng.random(rows) < RELABELLED
    y[drawn] = rng.integers(classes, size=int(drawn.sum()))
    return Data(f"clusters of {classes} classes", x, y)


def mixed(rows: int, columns: int = 20, seed: int = 0) -> Data:
    """Return mostly whole numbers of 2 to 200 values, three floats, and two classes."""
    rng = np.random.default_rng(seed)
    x = np.empty((rows, columns), dtype=np.float32, order="F")
    sizes = np.geomspace(2, 200, columns - 3).astype(int)
    for column, size in enumerate(sizes):
        x[:, column] = rng.integers(size, size=rows)
    for column in range(columns - 3, columns):
        x[:, column] = apart(rng.normal(size=rows))
    score = sum(x[:, c] / max(float(x[:, c].max()), 1.0) - 0.5 for c in range(0, columns - 3, 2))
    score = score + x[:, -1] * x[:, -2]
    y = (score > 0).astype(np.int64)
    drawn = rng.random(rows) < RELABELLED
    y[drawn] = rng.integers(2, size=int(drawn.sum()))
    return Data("mixed columns", x, y)


def friedman(rows: int, columns: int = 20, seed: int = 0) -> Data:
    """Return Friedman's first function with noise (Friedman 1991, section 4.3)."""
    rng = np.random.default_rng(seed)
    x = np.empty((rows, columns), dtype=np.float32, order="F")
    for column in range(columns):
        x[:, column] = apart(rng.random(rows))
    a, b, c, d, e = (x[:, i].astype(np.float64) for i in range(5))
    y = 10 * np.sin(np.pi * a * b) + 20 * (c - 0.5) ** 2 + 10 * d + 5 * e + rng.normal(size=rows)
    return Data("regression", x, y)


def apart(values: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return values as float32, no two alike: equals are moved to the next free ones.

    Floats of one sign are ordered as their bits are, so the next float is the next integer.
    """
    narrow = values.astype(np.float32)
    bits = narrow.view(np.int32).astype(np.int64)
    keys = np.where(bits < 0, -(bits & 0x7FFFFFFF), bits)
    order = np.argsort(keys, kind="stable")
    steps = np.arange(len(keys))
    keys[order] = np.maximum.accumulate(keys[order] - steps) + steps
    back = np.where(keys < 0, (-keys) | 0x80000000, keys).astype(np.uint32)
    return back.view(np.float32)


def customers(rows: int, seed: int = 0) -> pd.DataFrame:
    """Return a table as analysts have them: amounts, counts, dates, categories, and gaps."""
    rng = np.random.default_rng(seed)
    first = pd.Timestamp("2010-01-01")
    frame = pd.DataFrame(
        {
            "income": np.round(rng.lognormal(10, 0.6, rows), 2),
            "age": rng.integers(18, 95, rows).astype(float),
            "tenure": rng.integers(0, 240, rows),
            "region": rng.choice([f"region {i:02d}" for i in range(40)], rows),
            "segment": rng.choice(["retail", "small firms", "firms", "public"], rows),
            "opened": first + pd.to_timedelta(rng.integers(0, 5000, rows), "D"),
            "balance": rng.normal(2000, 1500, rows),
            "calls": rng.poisson(2, rows),
        }
    )
    score = 0.8 * (frame.age < 35) - 0.6 * (frame.tenure > 60) + 1.2 * (frame.calls > 4)
    score += 0.5 * (frame.segment == "small firms") - 1.2
    left = rng.random(rows) < 1 / (1 + np.exp(-score.to_numpy()))
    frame.loc[rng.random(rows) < 0.08, "income"] = np.nan
    frame.loc[rng.random(rows) < 0.03, "region"] = None
    return frame.assign(y=np.where(left, "left", "stayed"))
