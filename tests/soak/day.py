"""A day's work: edits and undos from two views, with a journal; latency and memory stay flat.

    python -m tests.soak.day [--n 10000] [--hours 1.0] [--seed 0]

The first and the last tenth are compared: the median and the 95th percentile of the time from a
view's request to its reply, and the memory in use. What the history keeps grows with what was
changed; tests/soak/memory.py bounds it to 2,000 bytes a changed node, and so does this.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import treewidget as tw
from tests.session.hands import View
from tests.session.sessions import same_history
from tests.tree.frames import mixed

LIMIT = 2_000  # bytes a changed node
SLOWER = 1.5  # the last tenth may take so many times as long as the first, plus a millisecond


def resident():
    """Return the bytes of memory in use."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def request(draw, view):
    """Return an edit or an undo, about as many of the one as of the other."""
    if draw.random() < 0.45:
        return "undo", {}
    nodes = [node.id for node in view.workspace.tree.walk()]
    node = draw.choice(nodes)
    return draw.choice(
        [
            ("split", {"node": node}),
            ("split", {"node": node, "column": draw.randrange(3), "replace": True}),
            ("prune", {"node": node}),
            ("note", {"node": node, "text": f"seen {draw.random()}"}),
            ("label", {"node": node, "value": draw.randrange(3)}),
            ("lock", {"node": node, "on": False}),
        ]
    )


def run(gestures, hours, seed=0):
    """Work; return latencies, memory after the first and before the last tenth, and changes."""
    draw = random.Random(seed)
    frame = mixed(2_000, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "day.journal"
        tree = tw.DecisionTree(frame, target="kind", max_depth=6, validation=0.25, journal=path)
        views = [View(tree.workspace, name) for name in ("left", "right")]
        pause = 3600 * hours / gestures
        taken, changed, weights, done = [], 0, [], 0
        while done < gestures:
            began = time.monotonic()
            view = draw.choice(views)
            view.revision = tree.workspace.revision
            op, args = request(draw, view)
            before = set(tree.workspace.tree.ids)
            begun = time.perf_counter()
            reply = view.ask(op, **args)
            if reply["ok"]:
                taken.append(time.perf_counter() - begun)
                done += 1
                if done > gestures // 10:
                    changed += 1 + len(before.symmetric_difference(tree.workspace.tree.ids))
                if done in (gestures // 10, gestures):
                    weights.append(resident())
            view.replies.clear()
            time.sleep(max(0.0, pause - (time.monotonic() - began)))
        size = path.stat().st_size
        again = tw.load(path, frame)
        return taken, weights, changed, size, same_history(tree, again)


def judged(taken, weights, changed, same):
    """Return the figures of both tenths, and what is wrong with them."""
    tenth = max(1, len(taken) // 10)
    first, last = sorted(taken[:tenth]), sorted(taken[-tenth:])
    medians = [1000 * statistics.median(part) for part in (first, last)]
    ends = [1000 * part[int(0.95 * (len(part) - 1))] for part in (first, last)]
    a_node = (weights[1] - weights[0]) / max(1, changed)
    wrong = [] if same else ["what was loaded is another session"]
    if medians[1] > SLOWER * medians[0] + 1:
        wrong.append("latency grew")
    if a_node > LIMIT:
        wrong.append("memory grew beyond the bound")
    return medians, ends, a_node, wrong


def main():
    """Work and judge."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--n", type=int, default=10_000)
    options.add_argument("--hours", type=float, default=1.0)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    began = time.monotonic()
    taken, weights, changed, size, same = run(given.n, given.hours, given.seed)
    medians, ends, a_node, wrong = judged(taken, weights, changed, same)
    print(
        f"{given.n:,} edits and undos from two views in {(time.monotonic() - began) / 60:.0f} min, "
        f"first tenth against last: median {medians[0]:.1f} and {medians[1]:.1f} ms, "
        f"95th percentile {ends[0]:.1f} and {ends[1]:.1f} ms; memory {weights[0] / 2**20:.0f} and "
        f"{weights[1] / 2**20:.0f} MB, {a_node:,.0f} bytes a changed node (at most {LIMIT:,}); "
        f"journal {size / 2**20:.1f} MB, loaded to the same: {same}"
    )
    for line in wrong:
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
