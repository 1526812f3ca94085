"""Grow Weka's trees and keep them: `python -m tests.goldens.make_weka`.

Needs Java and Weka 3.6.14 (Debian's package ``weka``), which runs as a program of its own; where
its jar lies is told by ``WEKA_JAR``. Weka sees columns a0, a1, ... and levels v0, v1, ...: names
are no part of what is compared here.
"""

import os
import re
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from tests.goldens import data, frame, keep, keep_golden, with_gaps
from tests.goldens.sets import SETS

JAR = os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar")
J48, ID3 = "weka.classifiers.trees.J48", "weka.classifiers.trees.Id3"
OURS = {
    "": {},
    "-U": {"confidence": None},
    "-M 1": {"min_cases": 1},
    "-M 5": {"min_cases": 5},
    "-U -M 1": {"confidence": None, "min_cases": 1},
    "-C 0.1": {"confidence": 0.1},
    "-C 0.4": {"confidence": 0.4},
    "-S": {"subtree_raising": False},
    "-B": {"branching": "rest"},
    "-B -M 1": {"branching": "rest", "min_cases": 1},
    "-S -C 0.05": {"subtree_raising": False, "confidence": 0.05},
}
"""What Weka's options are called here."""
PAIRS = (
    *(("tennis", ID3, ""), ("tennis", J48, "-U -M 1"), ("tennis", J48, "")),
    *(("weather", J48, "-U"), ("weather_gaps", J48, "-U -M 1")),
    *(("contact", ID3, ""), ("levels", ID3, ""), ("levels", J48, "-M 1"), ("levels", J48, "-B")),
    *(("iris", J48, ""), ("iris_gaps", J48, ""), ("iris_gaps", J48, "-C 0.1")),
    *(("wine", J48, "-U"), ("wine_gaps", J48, "-S"), ("wine_gaps", J48, "")),
    *(("vote", J48, ""), ("vote_gaps", J48, "-M 5"), ("vote_gaps", J48, "-C 0.4")),
    *(("travel", J48, ""), ("travel_gaps", J48, "-B -M 1"), ("travel_gaps", J48, "-M 1")),
    *(("mixed", J48, "-C 0.4"), ("mixed_gaps", J48, ""), ("mixed_gaps", J48, "-U -M 1")),
    *(("mixed_gaps", J48, "-B"), ("classes", J48, "-M 1"), ("classes_gaps", J48, "-M 1")),
    *(("classes_gaps", J48, "-S -C 0.05"), ("identifiers", J48, "-U -M 1")),
    *(("identifiers_gaps", J48, "-U"), ("tiny_gaps", J48, "-U -M 1")),
    *(("many", J48, ""), ("many_gaps", J48, "-M 1"), ("close", J48, "-U")),
    *(("close_gaps", J48, "-M 1"), ("even", J48, ""), ("even_90", J48, ""), ("capped", J48, "")),
    *(("unused", J48, "-U"),),
)
"""Data set, program and options; new rows are the same ones with a fifth of the values missing."""


def main():
    for name, make in SETS.items():
        source, made, target = make()
        keep(name, source, made, target)
    for number, (name, program, given) in enumerate(PAIRS):
        grown = grow(name, program, given, seed=number)
        tag = "_".join([program.rsplit(".", 1)[1].lower(), *given.replace("-", "").split()])
        keep_golden("weka", f"{name}-{tag}", grown)


def grow(name, program, given, seed):
    """Return what a program makes of a data set."""
    target, known = data(name)["target"], frame(name)
    new = known if program == ID3 else with_gaps(known, target, 0.2, seed)
    with tempfile.TemporaryDirectory() as folder:
        train, test = Path(folder, "train.arff"), Path(folder, "new.arff")
        train.write_text(arff(known, target), encoding="utf-8")
        test.write_text(arff(new, target), encoding="utf-8")
        command = ["java", "-cp", JAR, program, *given.split(), "-t", train, "-no-cv"]
        tree = run([*command, "-v"])
        said = run([*command, "-T", test, "-p", "0", "-distribution"])
    predicted = [prediction(line) for line in said.splitlines() if re.match(r"\s+\d+\s", line)]
    return {
        "program": f"Weka 3.6.14, {program} {given}".strip(),
        "method": "id3" if program == ID3 else "c4.5",
        "options": OURS[given],
        "data": name,
        "gone": gone(known, new),
        "tree": lines(tree),
        "predicted": [code for code, _ in predicted],
        "shares": [shares for _, shares in predicted],
    }


def run(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def gone(known, new):
    """Return which values the new rows lack that the training rows have: row and column."""
    holes = new.isna().to_numpy() & known.notna().to_numpy()
    return np.argwhere(holes).tolist()


def arff(given, target):
    """Return a frame in Weka's format."""
    order = [*(column for column in given if column != target), target]
    head, columns = ["@relation data"], []
    for at, column in enumerate(order):
        series = given[column]
        if isinstance(series.dtype, pd.CategoricalDtype):
            levels = ",".join(f"v{code}" for code in range(len(series.cat.categories)))
            head.append(f"@attribute a{at} {{{levels}}}")
            columns.append(["?" if code < 0 else f"v{code}" for code in series.cat.codes])
        else:
            head.append(f"@attribute a{at} numeric")
            columns.append(["?" if pd.isna(value) else repr(float(value)) for value in series])
    rows = [",".join(row) for row in zip(*columns, strict=True)]
    return "\n".join([*head, "@data", *rows, ""])


def lines(text):
    """Return a printed tree: for each branch its depth, column, sign, value, and leaf if it is one.

    Columns, levels and classes are numbers; a leaf is its class, weight and errors (of Id3 the
    class alone, or nothing where the branch is empty).
    """
    found = []
    for line in text.splitlines():
        bar = re.match(r"(?:\|\s+)*", line).group()
        match = re.match(r"(?:a(\d+) (<=|>|=|!=) (\S+?))?(?:: (.+))?$", line[len(bar) :].rstrip())
        if line.strip() and match and match.group(0):
            column, sign, value, leaf = match.groups()
            value = value and (int(value[1:]) if value.startswith("v") else float(value))
            found.append([bar.count("|"), column and int(column), sign, value, leaf_of(leaf)])
    return found


def leaf_of(text):
    if text is None:
        return None
    match = re.match(r"v(\d+)(?: \((\S+?)(?:/(\S+?))?\))?$", text)
    if not match:
        return []  # "null"
    code, weight, errors = match.groups()
    return [int(code)] if weight is None else [int(code), float(weight), float(errors or 0)]


def prediction(line):
    """Return class and distribution of a line such as ``3  1:v0  2:v1  +  0.25,*0.75``."""
    shares = line.split()[-1].split(",")
    code = next(at for at, share in enumerate(shares) if share.startswith("*"))
    return code, [float(share.lstrip("*")) for share in shares]


if __name__ == "__main__":
    main()
