"""How soon a growth hears a cancel, and how true its progress is.

python -m tests.soak.heard --rows 1000000 --methods cart c4.5 chaid cls
"""

from __future__ import annotations

import argparse
import threading
import time

import numpy as np
import pandas as pd

import treewidget as tw
from treewidget.errors import CancelledError
from treewidget.induction import Progress
from treewidget.workspace import Action

DELAYS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.2, 3.0, 4.0, 6.0)
GROW = Action("grow", {"node": 0})


def frame_of(rows: int) -> pd.DataFrame:
    """Return numbers of many values and of few, names, a gap, and two classes."""
    rng = np.random.default_rng(0)
    held: dict[str, object] = {f"x{at}": rng.normal(size=rows) for at in range(6)}
    for size in (5, 30, 200):
        held[f"k{size}"] = rng.integers(size, size=rows)
    for size in (3, 12, 40):
        names = [f"level {at}" for at in range(size)]
        held[f"c{size}"] = pd.Categorical.from_codes(rng.integers(size, size=rows), names)
    frame = pd.DataFrame(held)
    score = frame.x0 * frame.x1 + 0.1 * (frame.k30 % 7) + rng.normal(size=rows)
    frame.loc[rng.random(rows) < 0.05, "x2"] = np.nan
    return frame.assign(y=np.where(score > 0.8, "yes", "no"))


def told(tree: tw.DecisionTree) -> str:
    """Grow once, and say what was told at half of the time."""
    begin, shares = time.perf_counter(), list[tuple[float, float]]()
    tree.workspace.perform(
        GROW, Progress(lambda share: shares.append((time.perf_counter() - begin, share)))
    )
    whole = time.perf_counter() - begin
    half = max((share for at, share in shares if at <= whole / 2), default=0.0)
    nodes = len(tree.workspace.tree)
    return f"{nodes:,} nodes in {whole:.2f} s, {half:.2f} told at half of it"


def heard(tree: tw.DecisionTree, delay: float) -> float | None:
    """Return the seconds from a cancel until it is heard; None where the growth was done before."""
    progress, ends = Progress(), list[float]()

    def grow() -> None:
        try:
            tree.workspace.perform(GROW, progress)
        except CancelledError:
            ends.append(time.perf_counter())

    thread = threading.Thread(target=grow)
    thread.start()
    thread.join(delay)
    asked = time.perf_counter()
    progress.cancel()
    thread.join()
    return ends[0] - asked if ends else None


def main() -> None:
    """Cancel growths of every method after a while, and another while."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--methods", nargs="+", default=["cart", "c4.5", "c5.0", "chaid", "cls"])
    asked = parser.parse_args()
    frame = frame_of(asked.rows)
    for method in asked.methods:
        tree = tw.DecisionTree(frame, target="y", method=method, grow=False)
        found: list[float] = []
        for delay in DELAYS:
            seconds = heard(tree, delay)
            if seconds is None:
                break
            found.append(seconds)
        worst = ", ".join(f"{1000 * seconds:.0f}" for seconds in sorted(found)[:-4:-1])
        print(f"{method}: longest until a cancel was heard, ms: {worst}", flush=True)
        if len(found) < len(DELAYS):
            tree = tw.DecisionTree(frame, target="y", method=method, grow=False)
            print(f"{method}: {told(tree)}", flush=True)


if __name__ == "__main__":
    main()
