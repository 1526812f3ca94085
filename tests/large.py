"""Large trees without the wait: halved again and again instead of searched for."""

from __future__ import annotations

import numpy as np
import pandas as pd

from treewidget import DecisionTree
from treewidget.induction import Inducer, Sprout
from treewidget.induction.splits import ThresholdSplit
from treewidget.workspace import Workspace


class Halving(Inducer):
    """Grows by cutting the first column in the middle, down to one row a leaf."""

    def grow(self, regions, *_options, **_more):
        return [self._halved(region) for region in regions]

    def _halved(self, region):
        order, ahead = [], [region]
        while ahead:
            here = ahead.pop()
            split = self._middle(here)
            below = () if split is None else self.children(here, split)
            order.append((here, split, below))
            ahead.extend(reversed(below))
        done = []
        for here, split, below in reversed(order):
            children = tuple(done.pop() for _ in below)
            done.append(Sprout(here, split, None if split is None else 0.01, children))
        return done[0]

    def _middle(self, region):
        column = self.dataset.columns[0]
        codes = column.codes[self.engine.positions(region.rows)]
        low, high = int(codes.min()), int(codes.max())
        if low == high:
            return None
        middle = (low + high) // 2
        return ThresholdSplit(0, (column.midpoint(middle, middle + 1),), 0)


def large_tree(leaves, *, rows=1, held=0, regression=False):
    """Return a tree of so many leaves, each of `rows` training and `held` validation rows."""
    rng = np.random.default_rng(leaves)
    each = rows + held
    n = leaves * each
    frame = pd.DataFrame({"x": np.repeat(np.arange(leaves), each), "z": rng.normal(size=n)})
    frame["out"] = np.tile(np.arange(each) >= rows, leaves)
    frame["y"] = rng.normal(size=n) if regression else rng.choice(["a", "b", "c"], n)
    frame = frame if held else frame.drop(columns="out")
    tree = DecisionTree(frame, target="y", grow=False, validation="out" if held else None)
    editor, inducer = tree.workspace.editor, tree.workspace.inducer
    editor.inducer = Halving(inducer.dataset, inducer.engine, inducer.options)
    tree._workspace = Workspace(editor, tree.history.opening)
    tree.workspace.inducer = editor.inducer = inducer
    return tree
