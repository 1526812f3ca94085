"""Small frames with everything in them: ties, missing values, levels, dates, noise."""

import numpy as np
import pandas as pd


def patients():
    """Return eight patients, as in the examples of the docstrings."""
    return pd.DataFrame(
        {
            "age": [25, 32, 38, 43, 45, 51, 58, 64],
            "smokes": ["no", "yes", "no", "yes", "no", "yes", "yes", "yes"],
            "ill": ["no", "no", "no", "yes", "no", "yes", "yes", "yes"],
        }
    )


def mixed(n=60, seed=0, classes=3):
    """Return numbers, integers, text, booleans, ordered levels and dates, many of them missing."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, classes, n)
    number = (kind + rng.normal(0, 0.7, n)).round(1)
    number[rng.random(n) < 0.15] = np.nan
    colour = np.array(["red", "green", "blue", "white"], dtype=object)
    colour = colour[(kind + rng.integers(0, 2, n)) % 4]
    colour[rng.random(n) < 0.1] = None
    day = pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 40, n), "D")
    return pd.DataFrame(
        {
            "number": number,
            "whole": rng.integers(0, 6, n),
            "colour": colour,
            "flag": rng.random(n) < 0.5,
            "size": pd.Categorical(
                np.array(["S", "M", "L"])[rng.integers(0, 3, n)], ["S", "M", "L"], ordered=True
            ),
            "day": day,
            "kind": np.array(["a", "b", "c", "d"])[kind],
        },
        index=np.arange(100, 100 + n),
    )


def priced(n=60, seed=0):
    """Return a regression frame: a price by rooms and town."""
    rng = np.random.default_rng(seed)
    rooms = rng.integers(1, 7, n)
    town = rng.integers(0, 3, n)
    area = (20.0 * rooms + rng.normal(0, 5, n)).round(1)
    area[rng.random(n) < 0.1] = np.nan
    return pd.DataFrame(
        {
            "rooms": rooms,
            "town": np.array(["x", "y", "z"])[town],
            "area": area,
            "price": (100.0 * rooms + 30.0 * town + rng.normal(0, 10, n)).round(1),
        }
    )


def alternating(rows):
    """Return a column along which two classes take turns: its tree takes many steps to grow."""
    return pd.DataFrame({"x": range(rows), "y": [0, 1] * (rows // 2)})


def splits(tree):
    """Return what each node of a tree splits on, by id; None for leaves."""
    found = tree.frame()["split"].items()
    return {node: split if isinstance(split, str) else None for node, split in found}
