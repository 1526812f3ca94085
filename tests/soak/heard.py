"""How soon a growth hears a cancel, and how true its progress is.

python -m tests.soak.heard --rows 1000000 --methods cart c4.5 chaid cls --sets mixed entropy-2
"""

from __future__ import annotations

import argparse
import threading
import time
from typing import Any

import numpy as np
import pandas as pd

import treewidget as tw
from tests.benchmarks import ours
from tests.benchmarks.growth import MAKERS
from treewidget.induction import Progress
from treewidget.widget.requests import Desk
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


def heard(tree: tw.DecisionTree, delay: float) -> tuple[float, float] | None:
    """Cancel a growth as a page does; None where it was done before.

    Returns
    -------
    float, float
        The seconds until the page is told, and until the growth comes to its end.
    """
    replies: list[tuple[float, Any]] = []
    workspace = tree.workspace
    desk = Desk(workspace, lambda said: replies.append((time.perf_counter(), said)), lambda: True)
    asked = {"kind": "request", "id": "g", "op": "grow", "revision": workspace.revision}
    desk.handle({**asked, "args": {"node": 0}})
    (worker,) = (one for one in threading.enumerate() if one.name == "treewidget-work")
    worker.join(delay)
    begin = time.perf_counter()
    desk.handle({"kind": "cancel", "id": "g"})
    worker.join()
    ((told, reply),) = replies
    return None if reply["ok"] else (told - begin, time.perf_counter() - begin)


def main() -> None:
    """Cancel growths of every method after a while, and another while."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--methods", nargs="+", default=["cart", "c4.5", "c5.0", "chaid", "cls"])
    parser.add_argument("--sets", nargs="*", choices=MAKERS, default=["clusters-2", "regression"])
    asked = parser.parse_args()
    for name in asked.sets:
        print(f"{name}: {told(ours.coded(MAKERS[name](asked.rows)))}", flush=True)
    frame = frame_of(asked.rows)
    for method in asked.methods:
        tree = tw.DecisionTree(frame, target="y", method=method, grow=False)
        found: list[tuple[float, float]] = []
        for delay in DELAYS:
            seconds = heard(tree, delay)
            if seconds is None:
                break
            found.append(seconds)
        told_after, ended_after = (
            ", ".join(f"{1000 * one:.0f}" for one in sorted(those)[:-4:-1])
            for those in zip(*found, strict=True)
        )
        print(f"{method}: longest until a page was told, ms: {told_after}; ", end="")
        print(f"until the growth was at its end: {ended_after}", flush=True)
        if len(found) < len(DELAYS):
            tree = tw.DecisionTree(frame, target="y", method=method, grow=False)
            print(f"{method}: {told(tree)}", flush=True)


if __name__ == "__main__":
    main()
