"""What only a fresh process shows: the time to a first tree, and the peak of memory.

    python -m tests.benchmarks.process                     both, at a million rows
    python -m tests.benchmarks.process --rows 100000

Each figure is the median of whole processes run in turn, ours and the peer's.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

from .keeping import keep, stamp

SMALL = """
import numpy as np, pandas as pd
rng = np.random.default_rng(0)
frame = pd.DataFrame(rng.normal(size=(500, 6))).add_prefix("x")
y = (frame.x0 * frame.x1 + rng.normal(scale=0.5, size=500) > 0).astype(int).to_numpy()
"""
ARRAYS = """
import numpy as np
rng = np.random.default_rng(0)
x = rng.normal(size=(500, 6))
y = (x[:, 0] * x[:, 1] + rng.normal(scale=0.5, size=500) > 0).astype(int)
"""
PEER = "from sklearn.tree import DecisionTreeClassifier\nDecisionTreeClassifier(max_depth=4)"
FIRST_TREES = {
    "treewidget": SMALL + "import treewidget as tw; tw.DecisionTree(frame, y, max_depth=4)",
    "scikit-learn": SMALL + PEER + ".fit(frame, y)",
    "scikit-learn, without pandas": ARRAYS + PEER + ".fit(x, y)",
}
MEMORY = """
import os
os.environ["TREEWIDGET_THREADS"] = "1"  # as LightGBM
from tests.benchmarks import ours, peers, sets
import lightgbm
def peak():
    return int([l for l in open("/proc/self/status") if l.startswith("VmHWM")][0].split()[1])
def reset():
    open("/proc/self/clear_refs", "w").write("5")
data = sets.clusters({rows})
frame = data.frame()
small = sets.clusters(2_000)
{warm}
reset()
before = peak()
{work}
print(peak() - before)
"""
WORKS = {
    "treewidget": (
        "ours.grown(ours.coded(small), '{growth}')",
        "kept = ours.coded(data, frame)\ntree = ours.grown(kept, '{growth}')",
    ),
    "LightGBM": (
        "peers.lightgbm_train(small, peers.lightgbm_data(small, 1), 1)",
        "kept = peers.lightgbm_data(data, 1)\ntree = peers.lightgbm_train(data, kept, 1)",
    ),
}


def first_trees(repeat: int) -> dict[str, float]:
    """Return seconds from the start of a process to its end, imports and a small tree between.

    All modules are compiled beforehand, as an installation does: the first turn does not count.
    """
    writing = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    seconds: dict[str, list[float]] = {name: [] for name in FIRST_TREES}
    for _ in range(repeat + 1):
        for name, script in FIRST_TREES.items():
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", script], check=True, env=writing)
            seconds[name].append(time.perf_counter() - begin)
    return {name: statistics.median(found[1:]) for name, found in seconds.items()}


def peaks(rows: int, repeat: int) -> dict[str, float]:
    """Return the peak above the frame in MB: coding and 255 leaves, data and tree kept."""
    found: dict[str, list[float]] = {name: [] for name in WORKS}
    for _ in range(repeat):
        for name, (warm, work) in WORKS.items():
            growth = {"growth": "255 leaves"}
            script = MEMORY.format(
                rows=rows, warm=warm.format(**growth), work=work.format(**growth)
            )
            run = subprocess.run(
                [sys.executable, "-c", script], check=True, capture_output=True, text=True
            )
            found[name].append(int(run.stdout.split()[-1]) / 1024)
    return {name: statistics.median(megabytes) for name, megabytes in found.items()}


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeat", type=int, default=5)
    asked = parser.parse_args()
    found = {
        "run": stamp(rows=asked.rows),
        "first tree, s": first_trees(asked.repeat),
        "peak above the frame, MB": peaks(asked.rows, min(asked.repeat, 3)),
    }
    keep("process", found)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
