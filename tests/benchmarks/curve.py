"""Our own curve: one axis at a time from a million rows, 20 columns and two classes.

    python -m tests.benchmarks.curve                        all three axes: some minutes
    python -m tests.benchmarks.curve --axis rows

What the algorithm promises is a time in proportion to rows times columns (times the logarithm of
the rows for coding): the table gives nanoseconds for each cell, which must not rise along an axis.
A tree that is grown until pure gets deeper with every row, and both that and one of 255 leaves with
every column, as more of them are noise: there it is nanoseconds for each cell and each level that a
row passes on its way. On one thread.
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from typing import TYPE_CHECKING, Final

from . import ours, sets
from .clock import in_turn
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    from treewidget.engine.growing import Grown

AXES: Final = {
    "rows": [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000],
    "columns": [5, 10, 20, 50, 100],
    "classes": [2, 3, 5, 8, 12, 20, 50],
}
START: Final = {"rows": 1_000_000, "columns": 20, "classes": 2}
GROWTHS: Final = ("depth 6", "255 leaves", "until pure")
DEEPER: Final = GROWTHS[1:]  # where rows pass more levels along an axis


def point(**given: int) -> dict[str, float]:
    """Return CPU seconds of each operation, and the levels of what gets deeper, at one point."""
    at = {**START, **given}
    data = sets.clusters(at["rows"], at["columns"], at["classes"])
    frame = data.frame()
    timings, made = in_turn({"coding": lambda: ours.ready(data, frame)}, 1)
    tree = made["coding"]
    growths = {name: partial(ours.arrays, tree, name) for name in GROWTHS}
    grown, made = in_turn(growths, 1 if at["rows"] > START["rows"] else 3)
    seconds = {name: timing.cpu for name, timing in (timings | grown).items()}
    return seconds | {levels_of(name): levels(made[name]) for name in DEEPER}


def levels_of(growth: str) -> str:
    """Return the name under which the levels of a growth are kept."""
    return f"levels, {growth}"


def levels(grown: Grown) -> float:
    """Return how many splits a row passes, on average."""
    inner = grown.column >= 0
    passed = (grown.end[inner].astype(float) - grown.begin[inner]).sum()
    return float(passed / len(grown.rows))


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
