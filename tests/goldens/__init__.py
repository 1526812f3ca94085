"""Trees that other programs grew: golden references, and what reads them.

``data/NAME.json`` holds a data set, ``PROGRAM/NAME.json`` what a program made of one under some
options. ``make_PROGRAM`` beside this file is how they came about, README.md says where the data
come from.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

HERE = Path(__file__).parent


def names(program):
    """Return the names of a program's references."""
    return sorted(path.stem for path in (HERE / program).glob("*.json"))


@cache
def golden(program, name):
    """Return one reference."""
    return json.loads((HERE / program / f"{name}.json").read_text(encoding="utf-8"))


@cache
def data(name):
    """Return a data set as it is kept."""
    return json.loads((HERE / "data" / f"{name}.json").read_text(encoding="utf-8"))


def frame(name):
    """Return a data set as a frame: numbers, and categories with all their declared levels."""
    return pd.DataFrame({column["name"]: _series(column) for column in data(name)["columns"]})


def _series(column):
    values = column["values"]
    if column["kind"] == "number":
        return pd.Series([np.nan if value is None else float(value) for value in values])
    codes = [-1 if value is None else value for value in values]
    levels = pd.Index(column["levels"], dtype=object)
    return pd.Series(pd.Categorical.from_codes(codes, levels, ordered=column["kind"] == "ordered"))


def keep(name, source, given, target):
    """Write a frame as a data set: categories by code, numbers as they are."""
    kept = {"source": source, "target": target, "columns": [_column(given[c]) for c in given]}
    _write(HERE / "data" / f"{name}.json", kept)


def _column(series):
    if isinstance(series.dtype, pd.CategoricalDtype):
        codes = [None if code < 0 else code for code in series.cat.codes.tolist()]
        kind = "ordered" if series.cat.ordered else "nominal"
        levels = series.cat.categories.tolist()
        return {"name": series.name, "kind": kind, "levels": levels, "values": codes}
    values = [None if np.isnan(value) else value for value in series.astype(float).tolist()]
    return {"name": series.name, "kind": "number", "values": values}


def keep_golden(program, name, reference):
    """Write a reference."""
    _write(HERE / program / f"{name}.json", reference)


def _write(path, value):
    """Write JSON with a line for each of the outermost lists' items: short, and fit for a diff."""
    path.parent.mkdir(exist_ok=True)
    parts = []
    for key, item in value.items():
        text = json.dumps(item, ensure_ascii=False)
        if isinstance(item, list) and item and isinstance(item[0], list | dict) and key != "gone":
            lines = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in item)
            text = f"[\n{lines}\n]"
        parts.append(f"{json.dumps(key)}: {text}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def with_gaps(given, target, share, seed):
    """Return a frame with some known values made missing, never the target's."""
    rng, holed = np.random.default_rng(seed), given.copy()
    for column in given:
        if column != target:
            holed.loc[rng.random(len(given)) < share, column] = np.nan
    return holed
