"""Whole trees of C4.5, grown and pruned, beside Weka's J48: the same tree of the same rows.

    WEKA_JAR=weka.jar python -m tests.benchmarks.whole --rows 30000 100000 300000

Rows of every kind, with gaps, which go in shares to all branches, and without. J48 runs as a
program of its own (Java) and tells how long it took to build its model, without reading the rows;
of ours the coding of the rows is part of the time. Each is run three times, one after the other in
turn. Without `WEKA_JAR` ours run alone. C5.0, which groups levels, stands there for the scale.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import treewidget as tw
from tests.goldens.make_weka import J48, arff, run

from . import sets
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    import pandas as pd

REPEAT = 3
OURS = {"treewidget, c4.5": "c4.5", "treewidget, c5.0": "c5.0"}


def frame_for(rows: int, *, gaps: bool) -> pd.DataFrame:
    """Return rows of every kind, in terms that J48 knows: numbers and categories."""
    frame = sets.customers(rows)
    frame["opened"] = (frame["opened"] - frame["opened"].min()).dt.days.astype(float)
    if not gaps:
        frame["income"] = frame["income"].fillna(frame["income"].median())
        frame["region"] = frame["region"].fillna("region 00")
    return frame.astype(dict.fromkeys(("region", "segment", "y"), "category"))


def ours(frame: pd.DataFrame, method: str) -> tuple[float, int]:
    """Return the seconds of a tree, and its nodes."""
    begin = time.perf_counter()
    tree = tw.DecisionTree(frame, target="y", method=method)
    return time.perf_counter() - begin, len(tree.workspace.tree)


def weka(jar: str, path: Path) -> tuple[float, int]:
    """Return the same of J48 as it says itself."""
    said = run(["java", "-Xmx4g", "-cp", jar, J48, "-t", str(path), "-no-cv", "-v"])
    took = re.search(r"Time taken to build model:\s*([\d.]+)", said)
    size = re.search(r"Size of the tree :\s*(\d+)", said)
    if took is None or size is None:
        raise RuntimeError(f"J48 did not tell its time or size: {said[-300:]!r}")
    return float(took[1]), int(size[1])


def figures(rows: int, jar: str, *, gaps: bool) -> dict[str, dict[str, Any]]:
    """Return the median time of each contestant."""
    frame = frame_for(rows, gaps=gaps)
    took: dict[str, list[tuple[float, int]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "rows.arff")
        path.write_text(arff(frame, "y"), encoding="utf-8")
        for _ in range(REPEAT):
            for name, method in OURS.items():
                took.setdefault(name, []).append(ours(frame, method))
            if jar:
                took.setdefault("Weka, J48", []).append(weka(jar, path))
    return {
        name: {"seconds": median(seconds for seconds, _ in each), "nodes": each[0][1]}
        for name, each in took.items()
    }


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, nargs="+", default=[30_000, 100_000, 300_000])
    jar = os.environ.get("WEKA_JAR", "")
    asked, found = parser.parse_args(), kept("whole")
    for rows in asked.rows:
        for gaps in (False, True):
            name = f"{rows:,} rows{', with gaps' if gaps else ''}"
            one = figures(rows, jar, gaps=gaps)
            print(name, json.dumps(one), flush=True)
            keep("whole", found := {**found, name: {"run": stamp(), "figures": one}})


if __name__ == "__main__":
    main()
