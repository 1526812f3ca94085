"""Somebody at work on a tree, by a seed: what can be done, done at random."""

from __future__ import annotations

import hashlib
import json

import numpy as np

import treewidget as tw
from tests.tree.frames import mixed, priced

NOTES = ("", "seen", 'a "quoted" note\n</script>', "\u202e가😀", "it's")
WEIGHTS = (30, 10, 10, 10, 3, 7, 6, 6, 8, 3, 4, 3)
KINDS = ("classes", "weights", "numbers", "held", "root")


def digest(tree):
    """Return what equality is over, as a text that another process would give too."""
    return hashlib.sha256(repr(tree.workspace.tree.signature()).encode()).hexdigest()


def build(kind, seed, **more):
    """Return a frame and what a tree is built with on it."""
    frame = priced(80, seed) if kind == "numbers" else mixed(80, seed)
    rng = np.random.default_rng(seed)
    given = {"target": "price" if kind == "numbers" else "kind", "max_depth": 3, **more}
    if kind == "weights":
        frame["w"] = rng.integers(1, 4, len(frame)) / 2
        given |= {"weights": "w", "criterion": "entropy"}
    if kind == "held":
        given |= {"validation": 0.25, "test": 0.2, "random_state": seed}
    if kind == "root":
        given |= {"grow": False, "validation": rng.random(len(frame)) < 0.3}
    return frame, given


def act(tree, draw):
    """Do one thing at random that is not refused; return what it gave."""
    while True:
        try:
            return _try(tree, draw)
        except tw.TreeWidgetError as error:
            if isinstance(error, tw.JournalError):
                raise


def _try(tree, draw):
    node = draw.choice([node.id for node in tree.workspace.tree.walk()])
    column = draw.choice([column.name for column in tree.workspace.dataset.columns])
    does = {
        "split": lambda: tree.split(node, draw.choice([None, column]), replace=draw.random() < 0.5),
        "cut": lambda: _cut(tree, node, column, draw),
        "grow": lambda: tree.grow(node, draw.choice([None, 1, 2]), keep=draw.random() < 0.8),
        "prune": lambda: tree.prune(node),
        "prune_to": lambda: tree.prune_to(leaves=draw.randint(1, 5)),
        "label": lambda: tree.label(node, draw.choice([None, *(tree.classes or (1.5, 200.25))])),
        "lock": lambda: tree.lock(node, on=draw.random() < 0.5),
        "note": lambda: tree.note(node, draw.choice(NOTES)),
        "undo": tree.undo,
        "redo": tree.redo,
        "checkout": lambda: tree.checkout(draw.randrange(len(tree.workspace.history.versions))),
        "checkpoint": lambda: tree.checkpoint(draw.choice(NOTES[1:])),
    }
    return does[draw.choices(list(does), WEIGHTS)[0]]()


def _cut(tree, node, column, draw):
    cuts = tree.profile(node, column).index
    where = draw.choice(list(cuts)) if len(cuts) else None
    by_level = cuts.name == "level"
    given = {"groups": [[where]]} if by_level else {"threshold": where}
    return tree.split(node, column, **given, replace=True)


def same_history(one, other):
    """Whether two sessions have the same versions, names, ways and place."""
    a, b = one.workspace.history, other.workspace.history
    lines = [[(v.step, v.gesture and v.gesture.line) for v in h.versions] for h in (a, b)]
    ids = [[node.id for node in tree.workspace.tree.walk()] for tree in (one, other)]
    return (
        lines[0] == lines[1]
        and (a.at, a.ahead, a.names) == (b.at, b.ahead, b.names)
        and ids[0] == ids[1]
        and one == other
        and a.code() == b.code()
    )


def lines_of(path):
    """Return the records of a journal."""
    return [json.loads(line)["record"] for line in path.read_text().splitlines()]
