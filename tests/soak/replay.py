"""Sessions done again: on the same data to an equal tree, on other data with a true report.

    python -m tests.soak.replay [--n 1000] [--changed 100] [--gestures 50] [--seed 0]

On the same data three ways must give a tree of equal hash: the journal (with all of the history),
the code of the history run afresh, and `tree.replay`. On changed data every line of the report is
held against the tree: what is called the same is the same, and what was done is what is there.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import treewidget as tw
from tests.session.sessions import KINDS, act, build, same_history
from treewidget.tree.words import branch_text, split_text


def worked(kind, seed, gestures, path):
    """Return a frame, what a tree is built with, and the tree after a session."""
    frame, given = build(kind, seed)
    draw = random.Random((kind, seed).__repr__())
    tree = tw.DecisionTree(frame, **given, journal=path)
    for _ in range(gestures):
        act(tree, draw)
    return frame, given, tree


def same(kind, seed, gestures):
    """Return what is wrong with a session that is done again on its own data; nothing is well."""
    with tempfile.TemporaryDirectory() as folder:
        frame, given, tree = worked(kind, seed, gestures, Path(folder) / "j")
        names = {"data": frame, "validation": given.get("validation")}
        exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
        loaded = tw.load(Path(folder) / "j", frame)
        again = tree.replay(frame)
    wrong = []
    if not same_history(tree, loaded):
        wrong.append("the journal gives another history")
    for name, other in (("load", loaded), ("code", names["tree"]), ("replay", again)):
        if other != tree or hash(other) != hash(tree):
            wrong.append(f"{name} gives another tree")
    if any(step.status != "same" for step in again.replayed.steps):
        wrong.append("the report says that something changed")
    return [f"{kind} {seed}: {text}" for text in wrong]


def other_data(frame, seed):
    """Return a frame with some rows gone, some doubled, and some numbers moved."""
    rng = np.random.default_rng(seed)
    other = frame.iloc[rng.integers(0, len(frame), len(frame))].reset_index(drop=True)
    numbers = other.select_dtypes("float").columns[:1]
    if seed % 3 == 0 and "kind" in frame:  # the classes change places
        other = frame.assign(kind=frame["kind"].map({"a": "b", "b": "a"}).fillna(frame["kind"]))
    elif seed % 2:
        other[numbers] = other[numbers] + rng.normal(0, 0.3, (len(other), len(numbers))).round(1)
    return frame.iloc[: len(frame) - 1].copy() if seed % 5 == 0 else other


def changed(kind, seed, gestures):
    """Return how many steps came to what on other data, and what the report says wrongly."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        frame, _given, tree = worked(kind, seed, gestures, path)
        other = other_data(frame, seed)
        more = {"validation": 0.3} if kind == "root" else {}
        try:
            replayed = tw.load(path, other, on_change="replay", **more)
        except tw.InvalidValueError:  # the data itself cannot be used: a class is gone
            return {}, []
    report = replayed.replayed
    counts = {}
    for step in report.steps:
        counts[step.status] = counts.get(step.status, 0) + 1
    wrong = checked(tree, replayed, report)
    return counts, [f"{kind} {seed}: {text}" for text in wrong]


def checked(tree, replayed, report):
    """Return what is wrong with a report: each step is looked up in both histories."""
    wrong = []
    old, new = tree.workspace.history.in_force(), iter(replayed.workspace.history.in_force())
    if [step.step for step in report.steps] != [version.step for version in old]:
        return ["the report has other steps than the history"]
    for version, step in zip(old, report.steps, strict=True):
        if step.status == "refused":
            if not step.why:
                wrong.append(f"step {step.step} is refused and no reason given")
            continue
        now = next(new)
        alike = shape(version, tree) == shape(now, replayed)
        figures = version.figures == now.figures and rows(version) == rows(now)
        truth = "changed" if not alike else "same" if figures else "figures"
        if step.status != truth:
            wrong.append(f"step {step.step} is called {step.status}, and is {truth}")
    if next(new, None) is not None:
        wrong.append("more was done than is told")
    return wrong


def rows(version):
    """Return how many rows a step was done on, their weight, and what they say."""
    node = 0 if version.action is None else version.action.args.get("node", 0)
    train = version.tree.node(node).region.train
    return train.n, train.weight, train.stats.round(6).tolist()


def shape(version, tree):
    """Return the conditions of the place a step was done at, and all splits it left there."""
    columns = tree.workspace.dataset.columns
    node = 0 if version.action is None else version.action.args.get("node", 0)
    steps = version.tree.steps(node) if version.parent is None else version.parent.tree.steps(node)
    way = [(branch_text(above.split, branch, columns), branch) for above, branch in steps]
    verb = version.action.name if version.action else "start"
    way.append(says(version.tree.node(node), tree))
    if verb not in ("start", "split", "grow", "prune", "prune_to"):
        return way
    below = [version.tree.node(node)]
    said = []
    while below:
        here = below.pop()
        split = here.split
        said.append((split_text(split, columns), split.missing) if split else says(here, tree))
        below.extend(reversed(here.children))
    return way, said


def says(node, tree):
    """Return the class of most of a node's rows; nothing where there are no classes."""
    labels = tree.workspace.dataset.target.labels
    return labels[node.region.train.stats.round(9).argmax()] if labels else ""


def run(sessions, others, gestures, seed=0):
    """Return what is wrong, and the counts of the reports."""
    wrong, counts = [], {}
    for number in range(sessions):
        wrong += same(KINDS[number % len(KINDS)], seed + number, gestures)
    for number in range(others):
        found, false = changed(KINDS[number % len(KINDS)], seed + number, gestures)
        wrong += false
        for status, many in found.items():
            counts[status] = counts.get(status, 0) + many
    return wrong, counts


def main():
    """Replay and judge."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, number in (("--n", 1_000), ("--changed", 100), ("--gestures", 50), ("--seed", 0)):
        options.add_argument(name, type=int, default=number)
    given = options.parse_args()
    began = time.monotonic()
    wrong, counts = run(given.n, given.changed, given.gestures, given.seed)
    seconds = time.monotonic() - began
    print(
        f"{given.n} sessions of {given.gestures} gestures on their data, {given.changed} on other "
        f"data: {len(wrong)} wrong ({seconds:.0f} s); steps on other data: {counts}"
    )
    for line in wrong[:50]:
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
