"""Run rpart over many jobs at once, and read what it wrote; `make_rpart.R` is the other half.

rpart sees columns a0, a1, ... and levels v0, v1, ...: names are no part of what is compared.
"""

import subprocess
from pathlib import Path

import pandas as pd

SCRIPT = Path(__file__).with_name("make_rpart.R")
HELD_OUT = 5
"""Columns of a table of complexities that was cross-validated."""
LEFT, RIGHT = 1, 3
"""What rpart writes for a level that goes left or right."""


def write_job(folder, name, frame, target, options, *, weights=None, new=None):
    """Write one job: a frame, its target's name, and options as `rpart.control` calls them."""
    columns = [column for column in frame if column not in (target, weights)]
    folder = Path(folder)
    _table(frame, columns, target, weights).to_csv(folder / f"{name}.csv", index=False)
    if new is not None:
        _table(new, columns, target, weights).to_csv(folder / f"{name}.new.csv", index=False)
    kinds = [_kind(f"a{at}", frame[column]) for at, column in enumerate(columns)]
    kinds += [_kind("y", frame[target]), ["w", "number"]]
    (folder / f"{name}.types").write_text("".join("\t".join(kind) + "\n" for kind in kinds))
    lines = [
        "\t".join([key, *map(str, value if isinstance(value, list) else [value])])
        for key, value in options.items()
    ]
    (folder / f"{name}.options").write_text("\n".join(lines) + "\n")


def run(folder):
    """Let rpart do every job of a folder."""
    subprocess.run(["Rscript", str(SCRIPT), str(folder)], check=True, capture_output=True)


def read(folder, name, frame, target, weights=None):
    """Return what became of a job: tree, importance, predictions; or what rpart refused it for."""
    lines = [line.split("\t") for line in (Path(folder) / f"{name}.out").read_text().splitlines()]
    if lines[0][0] == "error":
        return {"error": lines[0][1]}
    columns = [column for column in frame if column not in (target, weights)]
    said = {"node": [], "split": [], "csplit": [], "train": [], "new": [], "importance": []}
    for kind, *rest in lines:
        said.setdefault(kind, []).append(rest)
    table = [[float(value) for value in line] for line in said.get("cp", [])]
    held = {"table": table} if table and len(table[0]) == HELD_OUT else {}
    return {
        **held,
        "tree": list(_nodes(said, frame, columns)),
        "importance": {columns[int(name[1:])]: float(value) for name, value in said["importance"]},
        "train": [[float(value) for value in line] for line in said["train"]],
        "new": [[float(value) for value in line] for line in said["new"]],
    }


def _table(frame, columns, target, weights):
    table = {f"a{at}": _texts(frame[column]) for at, column in enumerate(columns)}
    weight = [1.0] * len(frame) if weights is None else frame[weights].tolist()
    return pd.DataFrame({**table, "y": _texts(frame[target]), "w": weight})


def _texts(series):
    if isinstance(series.dtype, pd.CategoricalDtype):
        return ["" if code < 0 else f"v{code}" for code in series.cat.codes]
    return ["" if pd.isna(value) else repr(float(value)) for value in series]


def _kind(name, series):
    if not isinstance(series.dtype, pd.CategoricalDtype):
        return [name, "number"]
    levels = [f"v{at}" for at in range(len(series.cat.categories))]
    return [name, "ordered" if series.cat.ordered else "factor", *levels]


def _nodes(said, frame, columns):
    """Yield the nodes, the lower side first: depth, n, weight, values, split, surrogates.

    A split is its column, and the cut or the levels of either side; the side that the first level
    (of those that are there) goes to comes first. A surrogate has its agreement and adjusted one.
    """
    kept, line = {}, 0
    for number, column, competing, surrogates, *values in said["node"]:
        split, others = None, []
        if column != "<leaf>":
            split = _rule(said, line, frame, columns)
            line += 1 + int(competing)
            for at in range(line, line + int(surrogates)):
                name, (_, _, agreement, _, adjusted) = _split(said, at)
                others.append([columns[int(name[1:])], agreement, adjusted])
            line += int(surrogates)
        kept[int(number)] = [*map(float, values)], split, others
    ahead = [(1, 0)]
    while ahead:
        number, depth = ahead.pop()
        (n, weight, _, *own), split, others = kept[number]
        yield [depth, int(n), weight, own, split and split[:-1], others]
        if split:
            first, second = (1, 0) if split[-1] else (0, 1)
            ahead += [(2 * number + second, depth + 1), (2 * number + first, depth + 1)]


def _split(said, line):
    name, *values = said["split"][line]
    return name, [float(value) for value in values]


def _rule(said, line, frame, columns):
    """Return a split as [column, kind, where], and whether rpart's right comes first here."""
    name, (_, ways, _, index, _) = _split(said, line)
    column = columns[int(name[1:])]
    if abs(ways) == 1:
        return [column, "cut", index, ways > 0]
    codes = [int(float(code)) for code in said["csplit"][int(index) - 1]]
    levels = len(frame[column].cat.categories)
    sides = [[at for at in range(levels) if codes[at] == side] for side in (LEFT, RIGHT)]
    swapped = min(sides[1]) < min(sides[0])
    return [column, "levels", sides[::-1] if swapped else sides, swapped]
