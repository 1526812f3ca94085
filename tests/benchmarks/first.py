"""The first answers a person waits for, against what the machine can do at best.

    python -m tests.benchmarks.first

A look at a node must count each of its values once: its limit is the increments a second of a
histogram in the cache, measured in the same run. The first part of the candidates is such a look:
the best split with all its figures, and a curve of every other column. The root's values are
counted when they are put into bins, which is part of the coding: a look at it can be quicker than
its limit. That is why a branch is looked at too. A split of the root must read the split's column
and read and write a row number for each row: its limit is the bandwidth of a plain copy.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from typing import TYPE_CHECKING, Any

from treewidget.induction.routes import route_of
from treewidget.induction.unfolding import unfold

from . import machine, ours, sets
from .keeping import keep, stamp

if TYPE_CHECKING:
    from collections.abc import Callable

BYTES_A_ROW = 4 + 4 + 4  # the column's code and the row's number are read, the number is written


def milliseconds(work: Callable[[], Any], repeat: int) -> float:
    """Return the median wall time of a call."""
    work()
    found = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return 1e3 * statistics.median(found)


def figures(rows: int, columns: int, threads: int, repeat: int) -> list[dict[str, Any]]:
    """Return each operation's time and limit with so many threads."""
    os.environ["TREEWIDGET_THREADS"] = str(threads)
    tree = ours.coded(sets.clusters(rows, columns))
    inducer = tree.workspace.inducer
    root = inducer.root()
    best = inducer.best(root)
    assert best is not None
    assert best.split is not None
    route = route_of(inducer.dataset, best.split)
    branch = max(inducer.children(root, best.split), key=lambda one: one.train.n)
    count = 1e3 * rows * columns / machine.increments_per_second(threads)
    copy = 1e3 * rows * BYTES_A_ROW / machine.copied_bytes_per_second(threads)
    works: dict[str, tuple[Callable[[], Any], float]] = {
        "best split of the root": (lambda: inducer.best(root), count),
        "first part of the candidates": (lambda: next(unfold(inducer, root)), count),
        f"the same of a branch of {branch.train.n:,} rows": (
            lambda: next(unfold(inducer, branch)),
            count * branch.train.n / rows,
        ),
        "best of every column": (lambda: inducer.candidates(root), count),
        "rows of the root parted": (lambda: inducer.engine.partition(root.rows, route), copy),
    }
    return [
        {"operation": name, "threads": threads, "ms": milliseconds(work, repeat), "limit": limit}
        for name, (work, limit) in works.items()
    ]


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=15)
    asked = parser.parse_args()
    found = {
        "run": stamp(),
        "figures": [
            one
            for threads in (1, 2)
            for one in figures(asked.rows, asked.columns, threads, asked.repeat)
        ],
    }
    keep("first", found)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
