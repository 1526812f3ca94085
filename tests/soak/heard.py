"""How soon a growth or a pruning hears a cancel, and how true its progress is.

python -m tests.soak.heard --rows 1000000 --methods cart c4.5 chaid cls --sets mixed entropy-2
"""

from __future__ import annotations

import argparse
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

import treewidget as tw
from tests.benchmarks import ours
from tests.benchmarks.growth import MAKERS
from treewidget.induction import Progress
from treewidget.widget.requests import Desk
from treewidget.workspace import Action

if TYPE_CHECKING:
    from collections.abc import Callable

DELAYS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.2, 3.0, 4.0, 6.0)
GROW = Action("grow", {"node": 0})
RULES = ("error-based", "pessimistic", "mdl", "1se")


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


def told(tree: tw.DecisionTree, action: Action = GROW) -> str:
    """Do something once, and say what was told at half of the time."""
    begin, shares = time.perf_counter(), list[tuple[float, float]]()
    tree.workspace.perform(
        action, Progress(lambda share: shares.append((time.perf_counter() - begin, share)))
    )
    whole = time.perf_counter() - begin
    half = max((share for at, share in shares if at <= whole / 2), default=0.0)
    nodes = len(tree.workspace.tree)
    return f"{nodes:,} nodes in {whole:.2f} s, {half:.2f} told at half of it"


def heard(tree: tw.DecisionTree, delay: float, action: Action = GROW) -> tuple[float, float] | None:
    """Cancel a gesture as a page does; None where it was done before.

    Returns
    -------
    float, float
        The seconds until the page is told, and until the work comes to its end.
    """
    replies: list[tuple[float, Any]] = []
    workspace = tree.workspace
    desk = Desk(workspace, lambda said: replies.append((time.perf_counter(), said)), lambda: True)
    asked = {"kind": "request", "id": "g", "op": action.name, "revision": workspace.revision}
    desk.handle({**asked, "args": dict(action.args)})
    (worker,) = (one for one in threading.enumerate() if one.name == "treewidget-work")
    worker.join(delay)
    begin = time.perf_counter()
    desk.handle({"kind": "cancel", "id": "g"})
    worker.join()
    ((told, reply),) = replies
    return None if reply["ok"] else (told - begin, time.perf_counter() - begin)


def report(name: str, make: Callable[[], tw.DecisionTree], action: Action = GROW) -> None:
    """Cancel a gesture after a while, and another while, and say how late it was heard."""
    tree, found = make(), list[tuple[float, float]]()
    for delay in DELAYS:
        seconds = heard(tree, delay, action)
        if seconds is None:
            break
        found.append(seconds)
    told_after, ended_after = (
        ", ".join(f"{1000 * one:.0f}" for one in sorted(those)[:-4:-1])
        for those in (zip(*found, strict=True) if found else ((), ()))
    )
    print(f"{name}: longest until a page was told, ms: {told_after}; ", end="")
    print(f"until the work was at its end: {ended_after}", flush=True)
    if len(found) < len(DELAYS):
        print(f"{name}: {told(make(), action)}", flush=True)


def main() -> None:
    """Cancel growths of every method, and prunings by every rule."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--methods", nargs="+", default=["cart", "c4.5", "c5.0", "chaid", "cls"])
    parser.add_argument("--rules", nargs="*", choices=RULES, default=RULES)
    parser.add_argument("--sets", nargs="*", choices=MAKERS, default=["clusters-2", "regression"])
    asked = parser.parse_args()
    for name in asked.sets:
        print(f"{name}: {told(ours.coded(MAKERS[name](asked.rows)))}", flush=True)
    frame = frame_of(asked.rows)
    for method in asked.methods:
        report(method, partial(tw.DecisionTree, frame, target="y", method=method, grow=False))
    for rule in asked.rules:
        report(
            f"pruned by {rule}",
            partial(tw.DecisionTree, frame, target="y"),
            Action("prune_to", {"method": rule}),
        )


if __name__ == "__main__":
    main()
