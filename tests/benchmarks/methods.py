"""Every named method on the same rows: how long a tree of some levels takes to grow.

    python -m tests.benchmarks.methods --rows 100000
    python -m tests.benchmarks.methods --rows 1000000 --only c4.5 chaid     the others are kept

No peer in Python grows these trees: scikit-learn's CART by entropy, of as many levels, stands there
for the scale. ID3 knows only levels: it sees every column in ten parts. CLS looks below
hundreds of tests at every node; it is run on a tenth of the rows, to two levels.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING, Any

import pandas as pd

import treewidget as tw
from treewidget.induction.methods import method

from . import sets
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = ("cart", "id3", "acls", "assistant", "c4.5", "c5.0", "chaid", "exhaustive-chaid", "cls")
PEER = "scikit-learn, entropy"
LEVELS, PARTS = 6, 10


def frame_for(name: str, rows: int) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return the rows a method sees, and how deep it may grow."""
    frame, depth = sets.clusters(rows).frame(), {"max_depth": LEVELS}
    if name == "cls":
        return sets.clusters(rows // 10).frame(), {"max_depth": 2}
    if name == "id3":
        columns = [column for column in frame.columns if column != "y"]
        names = [f"part {part}" for part in range(PARTS)]
        for column in columns:
            frame[column] = pd.qcut(frame[column], PARTS, labels=names).astype(str)
    return frame, depth


def grown(name: str, rows: int) -> dict[str, Any]:
    """Return the wall time of coding and growing, and the size of the tree."""
    frame, depth = frame_for(name, rows)
    options = {key: value for key, value in depth.items() if key in method(name).options}
    begin = time.perf_counter()
    tree = tw.DecisionTree(frame, target="y", method=name, grow=False, **options)
    coded = time.perf_counter()
    tree.grow()
    ended = time.perf_counter()
    told = {"rows": len(frame), "coding": coded - begin, "growth": ended - coded}
    return {**told, "nodes": len(tree.workspace.tree), **options}


def scikit_learn(rows: int) -> dict[str, Any]:
    """Return the same of CART by entropy in scikit-learn."""
    from sklearn.tree import DecisionTreeClassifier

    data = sets.clusters(rows)
    tree = DecisionTreeClassifier(criterion="entropy", max_depth=LEVELS, random_state=0)
    begin = time.perf_counter()
    tree.fit(data.x, data.y)
    took = time.perf_counter() - begin
    return {"rows": rows, "growth": took, "nodes": int(tree.tree_.node_count), "max_depth": LEVELS}


def figures(rows: int, names: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give each contestant's figures as they come."""
    for name in names:
        yield name, scikit_learn(rows) if name == PEER else grown(name, rows)


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--only", nargs="*", default=[*METHODS, PEER], choices=(*METHODS, PEER))
    asked = parser.parse_args()
    before = kept("methods")
    found: dict[str, Any] = before.get(str(asked.rows), {}).get("figures", {})
    for name, one in figures(asked.rows, asked.only):
        found[name] = one
        print(name, json.dumps(one), flush=True)
    keep("methods", {**before, str(asked.rows): {"run": stamp(), "figures": found}})


if __name__ == "__main__":
    main()
