"""Killed at any instant, a session comes back at an acknowledged gesture.

    python -m tests.soak.crash [--n 500] [--seed 0]

Each point is a process of its own that works on a tree and says so after each gesture. SIGKILL ends
it: some time after a gesture, or at one of its calls to the system, which may have written half of
a line by then. What is loaded must be, to the last digit, the tree of the last gesture it spoke of,
or of the one it was at.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import warnings
from pathlib import Path

import treewidget as tw
from tests.session.sessions import KINDS, act, build, digest

GESTURES = 30
LATE = 10  # gestures before a journal begun late


def session(kind, seed, path, say):
    """Work on a tree with a journal; `say` is called after everything that was done."""
    frame, given = build(kind, seed)
    draw = random.Random(seed)
    late = seed % 3 == 0
    tree = tw.DecisionTree(frame, **given, **({} if late else {"journal": path}))
    if not late:
        say(tree)
    for number in range(GESTURES):
        if late and number == LATE:
            tree.save(path)
            say(tree)
        act(tree, draw)
        if not late or number >= LATE:
            say(tree)
    return frame


def reference(kind, seed, folder):
    """Return the digests that an undisturbed session goes through, and its frame."""
    digests = []
    frame = session(
        kind, seed, Path(folder) / "reference", lambda tree: digests.append(state(tree))
    )
    return digests, frame


def state(tree):
    """Return what has to come back: the tree, where the history is, its names and its ways."""
    history = tree.workspace.history
    known = (history.at, sorted(history.names.items()), sorted(history.ahead.items()))
    return digest(tree), known, len(history.versions)


def deadly(draw):
    """Have one of the next calls to the system be this process's last."""
    left = draw.randrange(1, 6 * GESTURES)
    calls = {name: getattr(os, name) for name in ("write", "fsync", "link", "ftruncate")}

    def counted(name):
        def call(*args):
            nonlocal left
            left -= 1
            if left:
                return calls[name](*args)
            how = draw.random()
            if name == "write" and how < 0.4:  # half of it
                calls[name](args[0], bytes(args[1])[: draw.randrange(len(args[1]) + 1)])
            elif how < 0.7:  # all of it
                calls[name](*args)
            os.kill(os.getpid(), signal.SIGKILL)
            return None

        return call

    for name in calls:
        setattr(os, name, counted(name))


def child(kind, seed, path, draw, at_a_call):
    """Work in a process of its own; return its id and where it says what it has done."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if pid:
        os.close(mouth)
        return pid, ear
    try:
        real = os.write
        if at_a_call:
            deadly(draw)
        session(kind, seed, path, lambda _tree: real(mouth, b"."))
    finally:
        os._exit(0)


def said(pid, ear, draw, at_a_call):
    """Kill the child after some gestures, and return how many it spoke of."""
    heard = 0
    until = None if at_a_call else draw.randrange(GESTURES)
    while chunk := os.read(ear, 1):
        heard += len(chunk)
        if heard == until:
            time.sleep(draw.random() * 0.01)
            os.kill(pid, signal.SIGKILL)
            heard += len(os.read(ear, 10_000))  # what it said before that
            break
    os.close(ear)
    os.waitpid(pid, 0)
    return heard


def one(number, seed, folder, known):
    """Return what became of one point: "ahead", "acknowledged", "nothing", or what is wrong."""
    draw = random.Random((seed, number).__repr__())
    kind, which = draw.choice(KINDS), draw.randrange(6)
    if (kind, which) not in known:
        with tempfile.TemporaryDirectory() as apart:
            known[kind, which] = reference(kind, which, apart)
    digests, frame = known[kind, which]
    path = Path(folder) / f"{number}.journal"
    at_a_call = draw.random() < 0.6
    pid, ear = child(kind, which, path, draw, at_a_call)
    heard = said(pid, ear, draw, at_a_call)
    if not path.exists():
        return "nothing" if heard == 0 else f"point {number}: {heard} acknowledged, and no file"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tw.JournalWarning)
        tree = tw.load(path, frame)
    found = state(tree)
    if heard and found == digests[heard - 1]:
        return "acknowledged"
    if heard < len(digests) and found == digests[heard]:
        return "ahead"
    return f"point {number}: {kind} {which}, {heard} acknowledged, and another state"


def run(points, seed=0):
    """Return how many points came back how, and what went wrong."""
    counts, wrong, known = {}, [], {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(points):
            outcome = one(number, seed, folder, known)
            if outcome in ("ahead", "acknowledged", "nothing"):
                counts[outcome] = counts.get(outcome, 0) + 1
            else:
                wrong.append(outcome)
    return counts, wrong


def main():
    """Kill and judge."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--n", type=int, default=500)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    began = time.monotonic()
    counts, wrong = run(given.n, given.seed)
    seconds = time.monotonic() - began
    print(
        f"{sum(counts.values())} of {given.n} kill points recovered ({seconds:.0f} s): "
        f"{counts.get('acknowledged', 0)} at the last acknowledged gesture, "
        f"{counts.get('ahead', 0)} at the one that was on the disk and not yet acknowledged, "
        f"{counts.get('nothing', 0)} killed before there was a journal"
    )
    for line in wrong:
        print(line)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
