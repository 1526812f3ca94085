"""What full trees predict for all rows and for a thousand, beside scikit-learn's.

    python -m tests.benchmarks.predict                 100,000 rows, 20 columns
    python -m tests.benchmarks.predict --rows 1000000  some minutes: scikit-learn's trees grow

Both are given the same frame of doubles, and have one thread.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import treewidget as tw

from .clock import in_turn
from .growth import MAKERS
from .keeping import keep, kept, stamp
from .ours import threaded
from .peers import sklearn_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from .sets import Data

SETS = ("clusters-2", "mixed", "regression")
FEW = 1_000


def contestants(data: Data) -> dict[str, Callable[[Any], Any]]:
    """Grow both trees; return what predicts with each."""
    frame = data.frame()
    task = "regression" if data.regression else "classification"
    tree = tw.DecisionTree(frame, target="y", task=task, max_depth=None)
    peer = sklearn_tree(replace(data, x=frame.drop(columns="y")))
    return {"treewidget": tree.predict, "scikit-learn": peer.predict}


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    figures: dict[str, Any] = {}
    for name in SETS:
        data = MAKERS[name](asked.rows)
        frame, predicting = data.frame().drop(columns="y"), contestants(data)
        for operation, rows in (("all rows", frame), (f"{FEW:,} rows", frame.iloc[:FEW])):
            runs = {who: threaded(1, partial(one, rows)) for who, one in predicting.items()}
            timings, _ = in_turn(runs, asked.repeat)
            figures[f"{name}, {operation}"] = {who: asdict(one) for who, one in timings.items()}
    found = {"run": stamp(rows=asked.rows), "figures": figures}
    keep("predict", {**kept("predict"), str(asked.rows): found})
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
