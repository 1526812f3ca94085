"""Growth and coding against the peers, in one process.

    python -m tests.benchmarks.growth --rows 100000
    python -m tests.benchmarks.growth --rows 1000000 --repeat 1 --sets clusters-2
    python -m tests.benchmarks.growth --rows 1000000 --only quick

Writes results/growth-<rows>-<instruction set>-<maker of the processor>.json, which `python -m
tests.benchmarks.report` makes a table of. The figures of the peers at a million rows take a quarter
of an hour: they are kept with their date and machine. `--only ours` and `--only peers` run one side
and leave the other as it was; `--only quick` runs ours and LightGBM, the quickest peer, by turns.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import treewidget as tw

from . import ours, peers, sets
from .clock import in_turn
from .keeping import keep, kept, stamp
from .machine import maker

if TYPE_CHECKING:
    from collections.abc import Callable

MAKERS: dict[str, Callable[[int], sets.Data]] = {
    "clusters-2": lambda rows: sets.clusters(rows, classes=2),
    "mixed": sets.mixed,
    "clusters-5": lambda rows: sets.clusters(rows, classes=5),
    "regression": sets.friedman,
    "entropy-2": lambda rows: replace(sets.clusters(rows, classes=2), criterion="entropy"),
    "entropy-5": lambda rows: replace(sets.clusters(rows, classes=5), criterion="entropy"),
    "weights-2": lambda rows: sets.clusters(rows, classes=2).weighed(),
    "weights-5": lambda rows: sets.clusters(rows, classes=5).weighed(),
    "weights-regression": lambda rows: sets.friedman(rows).weighed(),
}
OURS = "treewidget"
TWO = "treewidget, two threads"
CODES = "treewidget, codes without bins"
GESTURE = "treewidget, the whole gesture"
CODINGS = 5  # runs at least, as coding is short beside every growth
TRAINED = "LightGBM, training alone"
STARTS = ((OURS, "ours"), ("LightGBM", "LightGBM"))
SIDES = {
    "": ("ours", "LightGBM", "peers"),
    "ours": ("ours",),
    "peers": ("LightGBM", "peers"),
    "quick": ("ours", "LightGBM"),
}


def measured(name: str, rows: int, repeat: int, only: str = "") -> dict[str, Any]:
    """Return every figure of one data set: of all contestants, or of those of `SIDES`."""
    data = MAKERS[name](rows)
    frame = data.frame()
    coding: dict[str, Callable[[], Any]] = {
        CODES: ours.threaded(1, lambda: ours.coded(data, frame)),
        OURS: ours.threaded(1, lambda: ours.ready(data, frame)),
        TWO: ours.threaded(2, lambda: ours.ready(data, frame)),
        "LightGBM": lambda: peers.lightgbm_data(data, 1),
    }
    timings, made = in_turn(_wanted(coding, only), max(repeat, CODINGS))
    found: dict[str, Any] = {"coding": {who: asdict(timing) for who, timing in timings.items()}}
    for growth in peers.GROWTHS:
        arrays = partial(lambda growth: ours.arrays(made[OURS], growth), growth)
        gesture = partial(lambda growth: ours.gesture(made[OURS], growth), growth)
        runs: dict[str, Callable[[], Any]] = {
            OURS: ours.threaded(1, arrays),
            TWO: ours.threaded(2, arrays),
            GESTURE: ours.threaded(1, gesture),
            **peers.growers(data, growth),
        }
        if growth == "255 leaves":
            runs[TRAINED] = lambda: peers.lightgbm_train(data, made["LightGBM"], 1)
        timings, results = in_turn(_wanted(runs, only), repeat)
        found[growth] = {who: asdict(timing) for who, timing in timings.items()}
        for who, describe in ((GESTURE, _ours), ("scikit-learn", _theirs)):
            if who in results:
                found[growth][who] |= describe(results[who])
    return found


def _wanted(runs: dict[str, Callable[[], Any]], only: str) -> dict[str, Callable[[], Any]]:
    sides = SIDES[only]
    return {who: run for who, run in runs.items() if _side(who) in sides}


def _side(who: str) -> str:
    return next((side for start, side in STARTS if who.startswith(start)), "peers")


def _ours(root: Any) -> dict[str, float]:
    return {"impurity": ours.impurity(root), "nodes": root.size}


def _theirs(tree: Any) -> dict[str, float]:
    return {"impurity": peers.sklearn_impurity(tree), "nodes": int(tree.tree_.node_count)}


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Put new figures beside those of contestants that were not run again."""
    return {operation: {**old.get(operation, {}), **figures} for operation, figures in new.items()}


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--sets", nargs="+", choices=MAKERS, default=list(MAKERS))
    parser.add_argument("--only", choices=SIDES, default="")
    asked = parser.parse_args()
    measured("clusters-2", 500, 1, asked.only)  # imports and first calls are not timed
    place = f"growth-{asked.rows}-{tw.engine_info()['instruction_set']}-{maker()}"
    for name in asked.sets:
        found = measured(name, asked.rows, asked.repeat, asked.only)
        everything = kept(place)
        before = everything.get(name, {})
        run = dict.fromkeys(SIDES[asked.only], stamp())
        everything[name] = {
            "run": {**before.get("run", {}), **run},
            **merged(before, found),
        }
        keep(place, everything)
        for operation, figures in found.items():
            for who, figure in figures.items():
                print(f"{name:12} {operation:11} {who:27} {figure}", flush=True)


if __name__ == "__main__":
    main()
