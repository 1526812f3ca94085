"""Trees over a column of every kind, told in plain values: alike in every environment.

`python -m tests.packaging.kinds FOLDER` prints them as JSON and leaves a journal of each in FOLDER.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import treewidget as tw

N = 80
WORDS = ["a", "한글", "</script>", "", " z", "nan", "B"]


def frames():
    """Yield a name and a frame whose column "x" is of one kind, in pandas, Arrow and polars."""
    rng = np.random.default_rng(0)
    k = rng.integers(0, 7, N)
    gap = rng.random(N) < 0.15
    number = rng.normal(size=N).round(2)
    rest = {
        "number": number,
        "y": np.array(["u", "v"], dtype=object)[(k + rng.integers(0, 4, N) > 4).astype(int)],
    }
    for name, x in {**plain(k, gap), **dates(k, gap), **of_arrow(k, gap)}.items():
        yield name, pd.DataFrame({"x": x, **rest})
    yield "texts alone", pd.DataFrame({"x": objects(WORDS, k, gap), "y": rest["y"]})
    table = pa.table({"x": pa.array([WORDS[i] for i in k], mask=gap), **rest})
    yield "Arrow table", table
    yield "polars", pl.from_arrow(table)


def objects(values, k, gap, missing=None):
    """Return an array of Python objects."""
    found = np.empty(N, dtype=object)
    found[:] = [values[i] for i in k]
    found[gap] = missing
    return found


def plain(k, gap):
    """Return numbers, texts, booleans and categories."""
    texts = objects(WORDS, k, gap)
    read_only = k / 2
    read_only.flags.writeable = False
    numbers = {name: k.astype(name) for name in ("int8", "uint64", "float16", "float32")}
    nullable = {
        name: pd.array(np.where(gap, None, k), dtype=name) for name in ("Int64", "UInt8", "Float32")
    }
    return {
        **numbers,
        **nullable,
        "read-only": read_only,
        "double with NaN": np.where(gap, np.nan, k / 3),
        "bool": k > 3,
        "boolean": pd.array(np.where(gap, None, k > 3), dtype="boolean"),
        "objects, None": texts,
        "objects, NaN": objects(WORDS, k, gap, np.nan),
        "objects, NA": objects(WORDS, k, gap, pd.NA),
        "object booleans": objects([True, False] * 4, k, gap),
        "object numbers": objects([1, 2.5, 3, 4.5, 5, 6, 7], k, gap),
        "Decimal": objects([Decimal(i) / 3 for i in range(7)], k, gap),
        "string": pd.array(texts, dtype="string"),
        "string, Arrow": pd.array(texts, dtype="string[pyarrow]"),
        "categories": pd.Categorical(texts),
        "ordered": pd.Categorical(texts, WORDS[::-1], ordered=True),
        "whole categories": pd.Categorical(pd.array(k, dtype="Int64")),
        "intervals": pd.cut(k / 2, 5),
        "sparse": pd.arrays.SparseArray(np.where(gap, np.nan, k)),
    }


def dates(k, gap):
    """Return datetimes of every unit, and in zones of every library's."""
    naive = np.datetime64("2024-03-29") + k
    units = {
        f"datetime in {unit}": pd.Series(naive.astype(f"M8[{unit}]")).mask(gap)
        for unit in ("s", "ms", "us", "ns")
    }
    first = units["datetime in ns"]
    zones = ["UTC", "Europe/Paris", "+05:30", dt.timezone(dt.timedelta(hours=-3))]
    return {**units, **{f"datetime, {zone}": first.dt.tz_localize(zone) for zone in zones}}


def of_arrow(k, gap):
    """Return columns that pandas keeps in Arrow."""
    day = dt.datetime(2024, 3, 29, tzinfo=dt.UTC)
    given = {
        pa.int64(): k.tolist(),
        pa.float64(): (k / 3).tolist(),
        pa.bool_(): (k > 3).tolist(),
        pa.string(): [WORDS[i] for i in k],
        pa.dictionary(pa.int32(), pa.string()): [WORDS[i] for i in k],
        pa.date32(): [day.date() + dt.timedelta(int(i)) for i in k],
        pa.timestamp("us", "+02:00"): [day + dt.timedelta(int(i)) for i in k],
    }
    return {
        f"Arrow {kind}": pd.Series(pd.array(values, dtype=pd.ArrowDtype(kind))).mask(gap)
        for kind, values in given.items()
    }


def worked_on(frame, journal):
    """Return a tree that was split, pruned and shown."""
    tree = tw.DecisionTree(frame, target="y", max_depth=3, validation=0.3, journal=journal)
    tree.split(0, "x", replace=True, regrow=True)
    tree.prune(tree.root.children[0])
    tree.widget().close()
    rows = tree.rows(0)
    if isinstance(rows, pd.DataFrame):
        rows["more"] = 1  # nobody is warned
    return tree


def told(tree, frame):
    """Return what a tree says, in plain values; of doubles what every library agrees on."""
    figures = tree.frame()[["n", "impurity", "gain", "error"]].to_numpy(dtype=float)
    return {
        "text": str(tree).splitlines(),
        "code": tree.history.code(),
        "figures": [[f"{one:.9g}" for one in line] for line in figures],
        "candidates": tree.candidates(0)[["column", "cut"]].fillna("").to_numpy().tolist(),
        "predictions": tree.predict(frame).tolist(),
    }


def methods():
    """Return what rests on scipy and scikit-learn."""
    frame = dict(frames())["objects, None"]
    chaid = tw.DecisionTree(
        frame, target="y", method="chaid", alpha_split=0.5, min_samples_split=9, min_samples_leaf=3
    )
    pruned = tw.DecisionTree(frame, target="y")
    pruned.prune_to(method="error-based")
    return {
        "chaid": told(chaid, frame),
        "error-based": told(pruned, frame),
        "compared": list(pruned.compare(folds=2).columns),
    }


def main(folder):
    """Return everything; the journals stay in a folder."""
    found = {
        name: told(worked_on(frame, folder / f"{number}.journal"), frame)
        for number, (name, frame) in enumerate(frames())
    }
    return {**found, **methods()}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
