"""Every figure of a tree computed anew from the user's own rows, by pandas alone."""

import numpy as np
import pandas as pd
import pytest


class Rows:
    """Some rows as the user gave them, with target and weight; values stay as they came."""

    def __init__(self, frame, target, weights=None):
        self.cells = {name: frame[name].astype(object).to_numpy() for name in frame}
        self.index = frame.index.to_numpy()
        self.values = frame[target].to_numpy()
        self.weight = np.ones(len(frame)) if weights is None else frame[weights].to_numpy(float)
        self.at = np.arange(len(frame))

    def part(self, mask):
        taken = object.__new__(Rows)
        taken.__dict__.update(self.__dict__)
        taken.at = self.at[mask]
        return taken

    def __len__(self):
        return len(self.at)

    def column(self, name):
        return self.cells[name][self.at]

    @property
    def total(self):
        return float(self.weight[self.at].sum())

    def counts(self, classes):
        values, weight = self.values[self.at], self.weight[self.at]
        return [float(weight[values == one].sum()) for one in classes]

    def mean(self):
        return float(np.average(self.values[self.at], weights=self.weight[self.at]))

    def impurity(self, classes, criterion):
        if not len(self):
            return 0.0
        if not classes:
            squares = (self.values[self.at] - self.mean()) ** 2
            return float(np.average(squares, weights=self.weight[self.at]))
        shares = [count / self.total for count in self.counts(classes)]
        if criterion == "entropy":
            return -sum(share * np.log2(share) for share in shares if share)
        return 1.0 - sum(share**2 for share in shares)

    def error(self, prediction, classes):
        values, weight = self.values[self.at], self.weight[self.at]
        if classes:
            return float(weight[values != prediction].sum()) / self.total
        return float(np.sqrt(np.average((values - prediction) ** 2, weights=weight)))


def branch_of(value, split):
    """Return the branch of one value, read off the public split alone."""
    own = len(split.thresholds) + 1 if not split.groups else len(split.groups)
    if pd.isna(value):
        return own if split.missing == "own" else split.missing
    if split.groups:
        for at, group in enumerate(split.groups):
            if value in group:
                return at
        return own if split.missing == "own" else split.missing
    return sum(not at_most(value, threshold) for threshold in split.thresholds)


def at_most(value, threshold):
    if isinstance(value, pd.Timestamp):
        return value <= pd.Timestamp(threshold)
    if isinstance(value, str):
        return "SML".index(value) <= "SML".index(threshold)
    return value <= threshold


def parted(rows, split):
    branches = np.array([branch_of(value, split) for value in rows.column(split.column)], dtype=int)
    return [rows.part(branches == at) for at in range(len(split.branches))]


def check_tree(tree, train, validation=None, criterion="gini"):
    """Compare every figure of every node with one taken from the rows."""
    classes = list(tree.classes)
    seen = 0
    ahead = [(0, None, train, validation)]
    while ahead:
        node_id, above, rows, held = ahead.pop()
        node = tree.node(node_id)
        seen += 1
        check_node(node, rows, above, classes, criterion)
        check_held_out(node, held, classes)
        assert list(tree.rows(node_id).index) == list(rows.index[rows.at])
        if node.split is None:
            assert node.is_leaf
            assert node.children == ()
            continue
        parts = parted(rows, node.split)
        helds = [None] * len(parts) if held is None else parted(held, node.split)
        assert len(node.children) == len(parts)
        assert sum(part.total for part in parts) == pytest.approx(rows.total, rel=1e-12)
        check_gain(node, rows, parts, classes, criterion)
        for child, part, other in zip(node.children, parts, helds, strict=True):
            assert tree.node(child).parent == node_id
            assert len(part), f"branch without rows at node {node_id}"
            ahead.append((child, node, part, other))
    assert seen == len(tree.frame())


def check_node(node, rows, above, classes, criterion):
    assert node.n == len(rows)
    assert node.weight == pytest.approx(rows.total, rel=1e-12)
    assert node.depth == (0 if above is None else above.depth + 1)
    assert node.impurity == pytest.approx(rows.impurity(classes, criterion), rel=1e-9, abs=1e-12)
    if classes:
        counts = rows.counts(classes)
        assert node.counts.tolist() == pytest.approx(counts, rel=1e-12)
        likely = classes[int(np.argmax(np.array(counts) >= max(counts) * (1 - 1e-12)))]
    else:
        assert node.counts is None
        likely = rows.mean()
    if not node.labelled:
        assert node.prediction == (likely if classes else pytest.approx(likely, rel=1e-12))
    assert node.error == pytest.approx(rows.error(node.prediction, classes), rel=1e-9, abs=1e-9)


def check_held_out(node, held, classes):
    if held is None:
        assert node.validation_n is None
        return
    assert node.validation_n == len(held)
    if len(held):
        error = held.error(node.prediction, classes)
        assert node.validation_error == pytest.approx(error, rel=1e-9, abs=1e-9)
        if classes:
            assert node.validation_counts.tolist() == pytest.approx(held.counts(classes), rel=1e-12)
    else:
        assert np.isnan(node.validation_error)


def check_gain(node, rows, parts, classes, criterion):
    below = sum(part.total * part.impurity(classes, criterion) for part in parts) / rows.total
    scale = rows.impurity(classes, criterion)
    assert node.gain == pytest.approx(scale - below, rel=1e-9, abs=1e-12 * max(scale, 1.0))
    assert node.missing_n == int(pd.isna(rows.column(node.split.column)).sum())
