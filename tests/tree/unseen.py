"""Trees that nobody has looked at yet, and what is asked of them."""

import numpy as np
import pandas as pd

import treewidget as tw
from treewidget.induction.swift import fits
from treewidget.tree.node import walk

from .frames import mixed, priced

FRAMES = {"kind": mixed, "price": priced}
WORTH = {
    "priors": {"a": 0.5, "b": 0.3, "c": 0.2},
    "losses": {"a": {"b": 3.0, "c": 0.5}, "c": {"a": 7.0}},
}


def grown(target="kind", rows=200, seed=0, **options):
    data = FRAMES[target](rows, seed)
    return tw.DecisionTree(data, target=target, grow=False, **options)


def seen(tree):
    """Return how many nodes are made."""
    made, ahead = 0, [tree.workspace.tree.root]
    while ahead:
        node = ahead.pop()
        made += 1
        ahead.extend(node.children if node.bud is None or node.bud.made else ())
    return made


def as_nodes(tree):
    """Make every node, and let go of the lines they are made of: what is asked next asks nodes."""
    for node in walk(tree.workspace.tree.root):
        object.__setattr__(node, "below", node.children)
    tree.workspace.tree.survey = None


def scored(tree):
    return [tree.score(part) for part in ("train", "validation") if part in tree._data.parts]


def strange(frame):
    """Return rows as no training row is: between known values, beyond them, missing, unknown."""
    frame = frame.copy()
    moved = np.arange(len(frame)) % 4
    for name in {"number", "area", "whole", "rooms"} & set(frame):
        frame[name] += np.choose(moved, [0.0, 0.05, -0.5, 0.5])
        frame.loc[frame.index[::7], name] = np.nan
    for name in {"colour", "town"} & set(frame):
        frame.loc[frame.index[::11], name] = "never seen"
    if "day" in frame:
        frame["day"] += pd.to_timedelta(moved * 9, "h")
    return frame


def foretold(tree, frame):
    """Return all that the tree says of rows."""
    said = [tree.predict(frame).tolist(), tree.apply(frame).tolist()]
    return [*said, tree.predict_proba(frame).tolist()] if len(tree.classes) else said


def lazy(tree):
    """Whether the tree's engine hands back lines: the plain one makes all nodes at once."""
    return fits(tree.workspace.inducer)
