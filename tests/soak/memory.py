"""What a long session keeps: 1,000 edits of a large tree, then 10,000 times back and forth.

Run ``python -m tests.soak.memory`` (a minute); the short form is in tests/tree/test_memory.py.
"""

from __future__ import annotations

import gc
import random
import tracemalloc
from contextlib import contextmanager

from tests.large import large_tree
from treewidget.errors import TreeWidgetError
from treewidget.tree.gestures import Action

LIMIT = 2_000  # bytes a changed node
VERBS = ("split", "split", "prune", "label", "lock", "note", "undo")


@contextmanager
def traced():
    """Trace allocations; hand out a function that tells how much is in use."""

    def used():
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        yield used
    finally:
        tracemalloc.stop()


def edit(workspace, draw, nodes):
    """Make one edit that is not refused; return how many nodes it changed, made or took away."""
    while True:
        verb, node = draw.choice(VERBS), draw.choice(nodes)
        args = {
            "split": {"node": node, "column": "z"},
            "prune": {"node": node},
            "label": {"node": node, "value": draw.choice("abc")},
            "lock": {"node": node, "on": draw.random() < 0.5},
            "note": {"node": node, "text": f"seen by {draw.random()}"},
            "undo": {},
        }[verb]
        try:
            gesture = workspace.perform(Action(verb, args))
        except TreeWidgetError:
            continue
        return 1 + len(gesture.made) + len(gesture.removed)


def bytes_a_changed_node(workspace, edits):
    """Return what the last half of so many edits has left behind for each node they changed."""
    draw = random.Random(1)
    # high branches are left alone: one prune there would count for thousands of edits
    nodes = [node.id for node in workspace.tree.walk() if node.size <= 31]
    with traced() as used:
        for _ in range(edits // 2):
            edit(workspace, draw, nodes)
        before = used()
        changed = sum(edit(workspace, draw, nodes) for _ in range(edits // 2))
        return (used() - before) / changed


def bytes_back_and_forth(workspace, pairs):
    """Return what so many times undo and redo leave behind."""

    def back_and_forth(times):
        for _ in range(times):
            workspace.perform(Action("undo"))
            workspace.perform(Action("redo"))

    back_and_forth(10)
    with traced() as used:
        before = used()
        back_and_forth(pairs)
        return used() - before


def main():
    """Measure and judge."""
    workspace = large_tree(10_000, rows=4, held=1).workspace
    size = len(workspace.tree)
    slope = bytes_a_changed_node(workspace, 1_000)
    print(f"{size:,} nodes, 1,000 edits: {slope:,.0f} bytes a changed node (at most {LIMIT:,})")
    left = bytes_back_and_forth(workspace, 10_000)
    print(f"10,000 undo/redo pairs: {left:,} bytes (nothing that grows)")
    if slope > LIMIT or left > LIMIT:
        raise SystemExit("a long session keeps too much")


if __name__ == "__main__":
    main()
