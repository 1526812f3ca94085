"""What full trees predict for all rows and for a thousand, beside scikit-learn's.

    python -m tests.benchmarks.predict                 100,000 rows, 20 columns
    python -m tests.benchmarks.predict --rows 1000000  half an hour: scikit-learn's trees grow

Both are given the same frame of doubles, and have one thread.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import treewidget as tw

from . import sets
from .clock import in_turn
from .keeping import keep, kept, stamp
from .ours import threaded

if TYPE_CHECKING:
    from collections.abc import Callable

SETS = {"clusters-2": sets.clusters, "mixed": sets.mixed, "regression": sets.friedman}
FEW = 1_000


def contestants(data: sets.Data) -> dict[str, Callable[[Any], Any]]:
    """Grow both trees; return what predicts with each."""
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    frame = data.frame()
    task = "regression" if data.regression else "classification"
    tree = tw.DecisionTree(frame, target="y", task=task, max_depth=None)
    peer = (DecisionTreeRegressor if data.regression else DecisionTreeClassifier)(random_state=0)
    return {
        "treewidget": tree.predict,
        "scikit-learn": peer.fit(frame.iloc[:, :-1], data.y).predict,
    }


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    figures: dict[str, Any] = {}
    for name, make in SETS.items():
        data = make(asked.rows)
        frame, predicting = data.frame().iloc[:, :-1], contestants(data)
        for operation, rows in (("all rows", frame), (f"{FEW:,} rows", frame.iloc[:FEW])):
            runs = {who: threaded(1, partial(one, rows)) for who, one in predicting.items()}
            timings, _ = in_turn(runs, asked.repeat)
            figures[f"{name}, {operation}"] = {who: asdict(one) for who, one in timings.items()}
    found = {"run": stamp(rows=asked.rows), "figures": figures}
    keep("predict", {**kept("predict"), str(asked.rows): found})
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
