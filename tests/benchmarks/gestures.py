"""What an analyst waits for on rows of every kind, with a widget that shows the tree.

    python -m tests.benchmarks.gestures                    a million rows
    python -m tests.benchmarks.gestures --rows 100000

Each gesture is made once, in this order, as in a session. Its time ends when what the page is to
hear has been handed over; the page's own work comes after it. A gesture that is undone and redone
finds what it counted.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import TYPE_CHECKING, Any

import comm
from comm.base_comm import BaseComm

import treewidget as tw
from treewidget.widget.hub import hub_of

from . import sets
from .keeping import keep, kept, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDS = 10


class Wire(BaseComm):
    """A line to nobody, which counts what it is given."""

    sent = 0

    def publish_msg(self, msg_type: str, data: Any = None, buffers: Any = None, **_: Any) -> None:
        """Count the bytes of a message."""
        Wire.sent += len(json.dumps([msg_type, data]).encode())
        Wire.sent += sum(len(buffer) for buffer in buffers or ())


def session(rows: int) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Give the gestures of a session, each with what makes it."""
    frame = sets.customers(rows)
    trees: list[tw.DecisionTree] = []
    yield "code the rows", lambda: trees.append(tw.DecisionTree(frame, target="y", grow=False))
    tree, shown = trees[0], []
    yield "show the root", lambda: shown.append(tree.widget())
    yield "all candidates of the root", lambda: tree.candidates(0)
    yield "grow until pure", tree.grow
    workspace, (first, second) = tree.workspace, tree.workspace.tree.root.children
    far = deepest(first).id
    yield "open a branch that was not sent", lambda: hub_of(workspace).unfold(workspace.state, far)
    yield "note", lambda: tree.note(second.id, "looked at")
    yield "prune a branch", lambda: tree.prune(first.id)
    yield "undo", tree.undo
    yield "split a branch otherwise", lambda: tree.split(second.id, "region", replace=True)
    yield "undo that", tree.undo
    yield "the pruning sequence", tree.pruning_path
    yield f"{FOLDS} folds", lambda: tree.cross_validate(FOLDS)
    yield "prune by 1-SE", lambda: tree.prune_to(method="1se")
    yield "undo all of that", tree.undo
    yield "predict all rows", lambda: tree.predict(frame)


def deepest(node: Any) -> Any:
    """Return a node far below another."""
    while not node.is_leaf:
        node = max(node.children, key=lambda child: child.size)
    return node


def figures(rows: int) -> Iterator[dict[str, Any]]:
    """Make the gestures, and tell of each."""
    for name, work in session(rows):
        before, wall, cpu = Wire.sent, time.perf_counter(), time.process_time()
        work()
        yield {
            "gesture": name,
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
            "sent": Wire.sent - before,
        }


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=1_000_000)
    asked = parser.parse_args()
    comm.create_comm = Wire
    found = []
    for one in figures(asked.rows):
        found.append(one)
        print(json.dumps(one), flush=True)
    before = kept("gestures")
    keep("gestures", {**before, str(asked.rows): {"run": stamp(), "figures": found}})


if __name__ == "__main__":
    main()
