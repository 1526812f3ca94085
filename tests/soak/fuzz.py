"""Whatever a browser sends and whatever a file holds: answered or refused, and nothing changes.

    python -m tests.soak.fuzz [--n 1000000] [--journals 100000] [--seed 0]

Messages are malformed, or well formed and senseless; each gets one reply, the tree stays the same
value, no exception leaves the handler, and none takes a second. Journals are changed bytewise,
linewise, or in their values with checksums that fit; each loads to a tree that was there once (or,
with checksums that fit, to one that is told of), or is refused with a `TreeWidgetError`. Memory is
watched on the way.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import resource
import sys
import tempfile
import time
import warnings
from pathlib import Path

import treewidget as tw
from tests.session.sessions import act, build, digest
from treewidget.errors import TreeWidgetError
from treewidget.widget.parsing import parse
from treewidget.widget.protocol import OPERATIONS
from treewidget.widget.requests import Desk

from .spoiling import bytewise, linewise, mutated, valuewise

SLOW = 1.0


def seeds():
    """Return a message of each kind that a view could send."""
    args = {
        "split": {"node": 0, "column": 0, "thresholds": [0.5, "1"], "missing": "own"},
        "grow": {"node": 0, "levels": 2},
        "prune": {"node": 1, "reason": "r"},
        "prune_to": {"leaves": 3},
        "label": {"node": 0, "value": 1},
        "lock": {"node": 0, "on": True},
        "note": {"node": 0, "text": "t"},
        "checkout": {"step": 0},
        "checkpoint": {"name": "n"},
        "candidates": {"node": 0},
        "profile": {"node": 0, "column": 0, "low": 0.0, "high": 1.0, "include": "0.5"},
        "rows": {"node": 0, "offset": 0, "limit": 2, "which": "train"},
        "look": {"step": 0},
    }
    requests = [
        {"kind": "request", "id": "a", "op": op, "revision": 0, "args": args.get(op, {})}
        for op in OPERATIONS
    ]
    return [{"kind": "hello", "id": "a"}, {"kind": "cancel", "id": "job-1"}, *requests]


def is_well_formed(message):
    """Whether a view could have sent it."""
    try:
        parse(message)
    except TreeWidgetError:
        return False
    return True


class Watch:
    """How long the longest took, and how much memory is in use."""

    def __init__(self):
        self.longest = 0.0
        self.again = 0
        self.first = self.last = 0
        self.wrong = []

    def timed(self, do, what):
        """Do it, and note what should not be; what is slow once may be so for a busy machine."""
        took = self._once(do, what)
        if took > SLOW:
            self.again += 1
            took = min(took, self._once(do, what))
        self.longest = max(self.longest, took)
        if took > SLOW:
            self.wrong.append(f"{what} took {took:.2f} s"[:300])

    def _once(self, do, what):
        began = time.perf_counter()
        try:
            do()
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            self.wrong.append(f"{what}: {type(error).__name__}: {error}"[:300])
        return time.perf_counter() - began

    def weigh(self, share):
        """Take note of memory after a tenth of the work, and from then on."""
        if share < 0.1:
            return
        gc.collect()
        now = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        self.first, self.last = self.first or now, now

    @property
    def grown(self):
        """Return by how many MB the process has grown since the first tenth."""
        return (self.last - self.first) / 2**20


class Counter(logging.Handler):
    """Counts errors that nobody foresaw."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


def messages(number, seed=0):
    """Send so many messages to the desk of a widget; return what was seen."""
    draw, watch, surprises = random.Random(seed), Watch(), Counter()
    frame, given = build("held", 1)
    workspace = tw.DecisionTree(frame, **given).workspace
    replies = []
    desk = Desk(workspace, replies.append, lambda: True)
    state, forms = workspace.state, seeds()
    log = logging.getLogger("treewidget")
    log.addHandler(surprises)
    log.propagate = False
    done = 0
    while done < number:
        message = mutated(draw, draw.choice(forms))
        if is_well_formed(message):
            continue
        done += 1

        def answer(message=message):
            replies.clear()
            desk.handle(message)

        watch.timed(answer, f"message {done}")
        if [reply["ok"] for reply in replies] != [False] or workspace.state is not state:
            watch.wrong.append(f"message {done}: {str(message)[:100]} got {str(replies)[:200]}")
        elif done % 97 == 0:
            json.dumps(replies[0], allow_nan=False).encode()
        if done % max(1, number // 10) == 0:
            watch.weigh(done / number)
    log.removeHandler(surprises)
    log.propagate = True
    watch.wrong += surprises.seen[:5]
    return watch


# ---------------------------------------------------------------- files


def sample(folder, seed):
    """Return a journal's lines, its frame, and the digests of all trees that were there."""
    frame, given = build("root", seed)
    frame = frame.head(40)
    given["validation"] = given["validation"][:40]
    tree = tw.DecisionTree(frame, **given, journal=Path(folder) / "sample")
    draw, known = random.Random(seed), {digest(tree)}
    for _ in range(8):
        act(tree, draw)
        known.add(digest(tree))
    tree.session.journal.close()
    return (Path(folder) / "sample").read_bytes().splitlines(keepends=True), frame, known


def journals(number, seed=0):
    """Load so many changed journals; return what was seen, and how many came to what."""
    draw, watch, counts = random.Random(seed), Watch(), {"refused": 0, "loaded": 0}
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        samples = [sample(tempfile.mkdtemp(dir=folder), one) for one in range(4)]
        path, beside = Path(folder) / "changed", Path(folder) / "beside"
        for done in range(1, number + 1):
            lines, frame, known = draw.choice(samples)
            change = draw.choice([bytewise, linewise, valuewise])
            path.write_bytes(change(draw, lines))
            where = draw.choice([False, False, beside])

            # where checksums fit, a note or a label is what the file says it is
            told = None if change is valuewise else known

            def load(frame=frame, told=told, done=done, where=where):
                try:
                    tree = tw.load(path, frame, recover=where)
                except TreeWidgetError:
                    counts["refused"] += 1
                    return
                counts["loaded"] += 1
                if told is not None and digest(tree) not in told:
                    watch.wrong.append(f"journal {done} loads to a tree that never was")
                tree.session.journal.close()

            watch.timed(load, f"journal {done}")
            path.unlink()
            beside.unlink(missing_ok=True)
            if done % max(1, number // 10) == 0:
                watch.weigh(done / number)
    return watch, counts


def main():
    """Fuzz and judge."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, number in (("--n", 1_000_000), ("--journals", 100_000), ("--seed", 0)):
        options.add_argument(name, type=int, default=number)
    given = options.parse_args()
    wrong = []
    if given.n:
        began = time.monotonic()
        watch = messages(given.n, given.seed)
        wrong += watch.wrong
        _say(f"{given.n:,} messages", watch, began)
    if given.journals:
        began = time.monotonic()
        watch, counts = journals(given.journals, given.seed)
        wrong += watch.wrong
        _say(f"{given.journals:,} journals, {counts}", watch, began)
    for line in wrong[:50]:
        print(line)
    return bool(wrong)


def _say(what, watch, began):
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{what} in {time.monotonic() - began:.0f} s: {len(watch.wrong)} wrong, the longest took "
        f"{1000 * watch.longest:.0f} ms ({watch.again} were slow and done again), "
        f"memory {watch.grown:+.1f} MB since the first tenth (peak {peak:.0f} MB)",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
