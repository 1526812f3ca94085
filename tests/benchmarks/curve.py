"""Our own curve: one axis at a time from a million rows, 20 columns and two classes.

    python -m tests.benchmarks.curve                        all three axes: some minutes
    python -m tests.benchmarks.curve --axis rows

What the algorithm promises is a time in proportion to rows times columns (times the logarithm of
the rows for coding): the table gives nanoseconds for each cell, which must not rise along an axis.
On one thread.
"""

from __future__ import annotations

import argparse
import os
from typing import Final

from . import ours, sets
from .clock import in_turn
from .keeping import keep, kept, stamp

AXES: Final = {
    "rows": [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000],
    "columns": [5, 10, 20, 50, 100],
    "classes": [2, 3, 5, 8, 12, 20, 50],
}
START: Final = {"rows": 1_000_000, "columns": 20, "classes": 2}
GROWTHS: Final = ("depth 6", "255 leaves")


def point(**given: int) -> dict[str, float]:
    """Return CPU seconds of each operation at one point of the axes."""
    at = {**START, **given}
    data = sets.clusters(at["rows"], at["columns"], at["classes"])
    frame = data.frame()
    timings, made = in_turn({"coding": lambda: ours.ready(data, frame)}, 1)
    tree = made["coding"]
    growths = {name: (lambda name=name: ours.grown(tree, name)) for name in GROWTHS}
    timings |= in_turn(growths, 1 if at["rows"] > START["rows"] else 3)[0]
    return {name: timing.cpu for name, timing in timings.items()}


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--axis", nargs="+", choices=AXES, default=list(AXES))
    parser.add_argument("--most", type=int, default=10_000_000, help="no more rows than these")
    asked = parser.parse_args()
    found = kept("curve")
    os.environ["TREEWIDGET_THREADS"] = "1"
    point(rows=1_000)  # imports and first calls
    for axis in asked.axis:
        found[axis] = {"run": stamp(), "points": {}}
        for value in AXES[axis]:
            if axis == "rows" and value > asked.most:
                continue
            found[axis]["points"][str(value)] = point(**{axis: value})
            print(axis, value, found[axis]["points"][str(value)], flush=True)
    keep("curve", found)


if __name__ == "__main__":
    main()
