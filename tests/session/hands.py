"""Several hands on one tree: desks of two views, a cell, and growth beside them."""

from __future__ import annotations

import random
import threading
import time

import treewidget as tw
from treewidget.widget.requests import Desk

FINE = {"stale", "refused", "invalid", "unknown", "cancelled"}


class View:
    """A view of a tree in some browser: sends requests on the revision it last heard of."""

    def __init__(self, workspace, name):
        self.workspace = workspace
        self.name = name
        self.replies = {}
        self.came = threading.Condition()
        self.revision = workspace.revision
        self.asked = 0
        self.desk = Desk(workspace, self._hear, lambda: True)

    def _hear(self, reply):
        with self.came:
            assert reply["id"] not in self.replies, "a request has one reply"
            self.replies[reply["id"]] = reply
            self.came.notify_all()

    def ask(self, op, /, **args):
        """Send a request, wait for its reply, and see the tree as it is by then."""
        self.asked += 1
        identity = f"{self.name}-{self.asked}"
        message = {"kind": "request", "id": identity, "op": op, "args": args}
        self.desk.handle({**message, "revision": self.revision})
        with self.came:
            assert self.came.wait_for(lambda: identity in self.replies, timeout=60), op
        self.revision = self.workspace.revision
        return self.replies[identity]


def gesture(draw, workspace):
    """Return a request somebody might send who looks at the tree as it is."""
    nodes = [node.id for node in workspace.tree.walk()]
    node = draw.choice(nodes)
    return draw.choice(
        [
            ("split", {"node": node}),
            ("split", {"node": node, "column": draw.randrange(3), "replace": True}),
            ("prune", {"node": node}),
            ("grow", {"node": node, "levels": 1}),
            ("lock", {"node": node, "on": draw.random() < 0.3}),
            ("note", {"node": node, "text": str(draw.random())}),
            ("label", {"node": node, "value": None}),
            ("undo", {}),
            ("redo", {}),
            ("checkpoint", {"name": draw.choice("abc")}),
        ]
    )


def view_at_work(view, draw, times, taken, wrong):
    """Send requests one after the other; note what was taken and what went wrong."""
    for _ in range(times):
        op, args = gesture(draw, view.workspace)
        reply = view.ask(op, **args)
        if reply["ok"]:
            taken.append(reply["result"]["line"])
        elif reply["error"]["code"] not in FINE:
            wrong.append(reply["error"])


def cell_at_work(tree, draw, times, taken, wrong):
    """Do gestures as a cell does, on whatever the tree is by then."""
    for number in range(times):
        node = draw.choice([node.id for node in tree.workspace.tree.walk()])
        try:
            what = draw.random()
            if what < 0.5:
                taken.append(tree.note(node, f"cell {number}").line)
            elif what < 0.7:
                taken.append(tree.grow(node, levels=1).line)
            else:
                taken.append(tree.undo().line)
        except tw.TreeWidgetError as error:
            if type(error) is tw.TreeWidgetError:
                wrong.append(str(error))
        time.sleep(0)


def work(tree, seed, times):
    """Let two views and a cell work at once; return what was taken and what went wrong."""
    taken, wrong = [], []
    views = [View(tree.workspace, name) for name in ("left", "right")]
    hands = [
        threading.Thread(
            target=view_at_work,
            args=(view, random.Random(f"{seed}{view.name}"), times, taken, wrong),
        )
        for view in views
    ]
    hands.append(
        threading.Thread(target=cell_at_work, args=(tree, random.Random(seed), times, taken, wrong))
    )
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    return taken, wrong, views
