"""Frames at the borders of the kernel's ways and number formats, grown by both engines."""

from itertools import zip_longest

import numpy as np
import pandas as pd

from tests.induction.frames import inducers_of
from treewidget.errors import InvalidValueError

SMALL = [2, 3, 5, 6, 16, 17, 64, 65, 127, 128, 129, 255, 256, 257, 1023, 1024, 1025]
LARGE = [2049, 4095, 4096, 4097, 65534, 65535, 65536, 65537]
VALUES = [2, 3, 15, 16, 17, 254, 255, 256, 257, 65535, 65536, None]
"""How many values a column has; None: as many as rows."""
DEEP = 13
"""Limits from here on are what the kernel grows like a tree without one."""


def _column(rng, rows):
    """Return a column of any kind, with the position of each row along it."""
    size = rng.choice(VALUES) or rows
    place = rng.permutation(rows) if size >= rows else rng.integers(size, size=rows)
    scale = rng.choice(["whole", "tenths", "skewed"])
    values = {
        "whole": place.astype(float),
        "tenths": place * 0.1,
        "skewed": np.exp(20 * place / max(place.max(), 1)),
    }[scale]
    if rng.random() < 0.3:
        values[rng.random(rows) < rng.choice([0.02, 0.5])] = np.nan
    if size <= 17 and rng.random() < 0.6:
        named = np.array([f"k{int(one)}" for one in place], dtype=object)
        return np.where(np.isnan(values), None, named), place
    return values, place


def _target(rng, place, classes):
    rows = len(place)
    if not classes:
        noise = rng.normal(size=rows) * rng.choice([0.0, 0.1])
        return np.round(place / (place.max() + 1) + noise, int(rng.integers(1, 9)))
    ranks = np.argsort(np.argsort(place, kind="stable"), kind="stable")
    drawn = rng.random(rows) < 0.1
    return np.where(drawn, rng.integers(classes, size=rows), ranks * classes // rows).astype(str)


def _options(rng, rows, classes):
    options = {"criterion": "entropy"} if classes and rng.random() < 0.3 else {}
    if rows >= LARGE[0]:  # not more nodes than the twin grows in a moment
        leaf = int(rng.choice([1, rows // 20, rows // 7]))
        options["min_samples_leaf"] = leaf
        options["max_depth"] = 3 if leaf == 1 else int(rng.choice([3, DEEP]))
        if rng.random() < 0.4:
            options["max_leaf_nodes"] = 6
    return options


def pair(seed, rows):
    """Return the twin's inducer and the compiled engine's over a frame; None where none can be."""
    rng = np.random.default_rng(seed)
    classes = int(rng.choice([2, 3, 5, 8, 9, 0, 0]))
    columns = [_column(rng, rows) for _ in range(rng.integers(1, 5))]
    frame = pd.DataFrame({f"x{at}": values for at, (values, _) in enumerate(columns)})
    frame["y"] = _target(rng, columns[rng.integers(len(columns))][1], classes)
    weights = "w" if rng.random() < 0.2 else None
    if weights:
        frame["w"] = rng.random(rows) + 0.1
    task = "classification" if classes else "regression"
    options = _options(rng, rows, classes)
    try:
        return inducers_of(frame, weights=weights, task=task, **options)
    except InvalidValueError:  # one class, or no column that varies
        return None


def few_rows(seed):
    """Return both inducers over a frame of some rows, or of some hundred; most have few values."""
    rng = np.random.default_rng(seed)
    rows = int(rng.choice([*range(2, 20), 33, 48, 63, 64, 65, 66, 80, 130, 200, 600]))
    ties = int(rng.choice([2, 3, 9, 10**6]))
    columns = int(rng.choice([1, 2, 3, 7, 20, 40]))
    classes = int(rng.choice([0, 0, 0, 2, 2, 3, 8, 9]))
    frame = pd.DataFrame(rng.integers(ties, size=(rows, columns)).astype(float)).add_prefix("x")
    signal = frame.to_numpy() @ rng.normal(size=columns) / ties
    noise = rng.normal(size=rows)
    if classes:
        ranks = np.argsort(np.argsort(signal + noise * rng.choice([0.1, 1.0])))
        frame["y"] = (ranks * classes // rows).astype(str)
    else:
        kinds = [signal + noise, np.round(signal), noise > 0, np.round(3 * signal) * 1e8 + noise]
        scale = rng.choice([1e-150, 1e-3, 1.0, 1e9, 1e100])
        offset = rng.choice([0.0, 0.0, 1.0, 1e3, 1e7])
        frame["y"] = (kinds[rng.integers(4)] + offset) * scale
    for column in frame.columns[:-1]:
        if rng.random() < rng.choice([0.0, 0.0, 0.5]):
            gaps = rng.random(rows) < rng.choice([0.05, 0.5])
            frame[column] = frame[column].where(~gaps)
    options = [
        {},
        {},
        {"min_samples_leaf": int(rng.integers(1, 7))},
        {"max_depth": int(rng.integers(1, 9))},
    ]
    chosen = options[rng.integers(4)]
    if classes and rng.random() < 0.5:
        chosen["criterion"] = "entropy"
    task = "classification" if classes else "regression"
    try:
        return inducers_of(frame, task=task, **chosen)
    except InvalidValueError:
        return None


def differences(made):
    """Return the first node at which two inducers' trees differ, as a list of at most one."""
    if made is None:
        return []
    lines = [
        [(node.split, node.region.train.n) for node in one.grow([one.root()])[0].walk()]
        for one in made
    ]
    both = enumerate(zip_longest(*lines))
    return [(number, mine, other) for number, (mine, other) in both if mine != other][:1]
