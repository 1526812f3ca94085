"""A split that has to be searched for leaves the kernel free, and hears a Cancel."""

import threading
import time

import numpy as np
import pandas as pd

import treewidget as tw
from treewidget.widget.requests import Desk


def desk_over(tree):
    replies = []
    return Desk(tree.workspace, replies.append, lambda: True), replies


def asked(tree, **args):
    revision = tree.workspace.revision
    return {"kind": "request", "id": "s", "op": "split", "revision": revision, "args": args}


def finished():
    for thread in threading.enumerate():
        if thread.name == "treewidget-work":
            thread.join(60)


def test_a_long_search_for_a_split_is_cancelled_from_the_page():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(1_500, 4)), columns=list("abcd"))
    frame["y"] = np.where(frame["a"] * frame["b"] > 0, "p", "q")
    tree = tw.DecisionTree(frame, "y", grow=False, lookahead=3)
    desk, replies = desk_over(tree)
    begin = time.perf_counter()
    desk.handle(asked(tree, node=0))
    assert time.perf_counter() - begin < 1
    assert not replies
    desk.handle({"kind": "cancel", "id": "s"})
    finished()
    assert [reply["ok"] for reply in replies] == [False]
    assert tree.root.is_leaf


def test_a_split_that_is_told_or_small_is_made_at_once():
    frame = pd.DataFrame({"a": np.arange(60), "y": ["p", "q"] * 30})
    tree = tw.DecisionTree(frame, "y", grow=False)
    desk, replies = desk_over(tree)
    desk.handle(asked(tree, node=0, column=0, thresholds=[30]))
    assert [reply["ok"] for reply in replies] == [True]
    tree.undo()
    desk.handle(asked(tree, node=0))
    assert [reply["ok"] for reply in replies] == [True, True]
