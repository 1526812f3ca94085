"""A tree's rows followed one by one: where each goes, whole or in shares, and what that adds up to.

Nothing here is shared with what it checks: rows are plain dictionaries of value codes, and every
figure is a loop over them.
"""

from collections import defaultdict

import numpy as np
import pandas as pd

from treewidget.induction.splits import DROP, SHARE, STOP, WAIT, ThresholdSplit

HOSTILE = ["a b'\"", "</script>", "한글\n", "__proto__", "share"]
RECIPES = {
    "fractional": {"method": "cart", "missing": "fractional"},
    "c4.5": {"method": "c4.5", "min_cases": 1},
    "own": {"method": "c4.5", "missing": "own", "min_cases": 1},
    "surrogate": {"method": "cart", "missing": "surrogate"},
    "surrogate, one way": {"method": "cart", "missing": "surrogate", "use_surrogate": 1},
    "stops": {"method": "cart", "missing": "surrogate", "use_surrogate": 0},
    "id3": {"method": "id3"},
    "learned": {"method": "cart"},
}


def gappy(seed, n=36, *, missing=0.25, classes=3, nominal=False, weights=True):
    """Return a frame of ties, missing values, weights and hostile names; the target is "y"."""
    rng = np.random.default_rng(seed)
    signal = rng.integers(0, 4, n)
    levels = np.array(["", "None", "'\"<b>", "한"], dtype=object)
    frame = pd.DataFrame({
        HOSTILE[0]: (signal + rng.integers(0, 2, n)).astype(float),
        HOSTILE[1]: levels[(signal + rng.integers(0, 2, n)) % 4],
        HOSTILE[2]: rng.integers(0, 3, n).astype(float),
        HOSTILE[3]: levels[rng.integers(0, 3, n)],
        HOSTILE[4]: (signal * 2 + rng.integers(0, 3, n)).astype(float),
    })  # fmt: skip
    for name in frame:
        frame[name] = frame[name].astype(object).where(rng.random(n) >= missing, None)
    for name in HOSTILE[::2]:
        frame[name] = frame[name].astype(float)
    if nominal:
        frame = frame.drop(columns=HOSTILE[::2])
    if weights:
        frame["w"] = rng.integers(1, 9, n) / 4
    if classes:
        frame["y"] = [f"c{value}" for value in (signal + rng.integers(0, 2, n)) % classes]
    else:
        frame["y"] = signal + np.round(rng.normal(size=n), 1)
    return frame


class Wanderer:
    """Follows rows of a data set down a tree of immutable nodes."""

    def __init__(self, dataset, root):
        self.dataset = dataset
        self.root = root
        self.weights = np.ones(dataset.n_rows) if dataset.weights is None else dataset.weights
        self.new_shares = {}
        self.train = self.trained(dataset.parts["train"])

    def code(self, row, column):
        return int(self.dataset.columns[column].codes[row])

    def branch(self, row, split):
        """Return the branch of a row by a split alone; None where it does not know one."""
        code = self.code(row, split.column)
        if code < 0:
            return None
        if isinstance(split, ThresholdSplit):
            key = self.dataset.columns[split.column].keys[code]
            return sum(bool(key > cut.value) for cut in split.cuts)
        return next((at for at, group in enumerate(split.groups) if code in group), None)

    def way(self, row, split):
        branch = self.solved(row, split)
        return split.missing if branch is None else branch

    def solved(self, row, split):
        """Return the branch of a row by a split or its surrogates."""
        branch = self.branch(row, split)
        for surrogate in split.surrogates:
            if branch is None:
                branch = self.branch(row, surrogate.split)
                if branch is not None and surrogate.flipped:
                    branch = 1 - branch
        return branch

    def new_way(self, row, node):
        """Return the branch or way of a new row: rpart's majority is that of all rows below."""
        branch = self.solved(row, node.split)
        if branch is not None:
            return branch
        missing = node.split.missing
        if missing == WAIT or (node.split.surrogates and missing >= 0):
            return fullest([len(self.train[child.id]) for child in node.children])
        return missing

    def weight(self, held):
        return sum(self.weights[row] * share for row, share in held.items())

    def trained(self, rows):
        """Return the training rows of every node with their shares; shares for new rows too."""
        held = {0: {int(row): 1.0 for row in rows}}
        for node in self.walk():
            if node.split is None:
                continue
            parts = [{} for _ in node.children]
            ways = {row: self.way(row, node.split) for row in held[node.id]}
            for row, way in ways.items():
                if way >= 0:
                    parts[way][row] = held[node.id][row]
            known = even([self.weight(part) for part in parts])
            for row, way in ways.items():
                if way == SHARE:
                    for part, share in zip(parts, known, strict=True):
                        if share:
                            part[row] = held[node.id][row] * share
            self.new_shares[node.id] = even([self.weight(part) for part in parts])
            held |= {child.id: part for child, part in zip(node.children, parts, strict=True)}
        return held

    def journey(self, row):
        """Return the share of a new row in every node it passes, and where it ends."""
        passed, ends = {}, defaultdict(float)
        ahead = [(self.root, 1.0)]
        while ahead:
            node, share = ahead.pop()
            passed[node.id] = share
            way = STOP if node.split is None else self.new_way(row, node)
            if way == STOP:
                ends[node.id] += share
            elif way >= 0:
                ahead.append((node.children[way], share))
            else:
                cuts = zip(node.children, self.new_shares[node.id], strict=True)
                ahead += [(child, share * cut) for child, cut in cuts if cut]
        return passed, dict(ends)

    def walk(self):
        ahead = [self.root]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(node.children)

    def spreads(self):
        """Return what each node predicts from: its class weights, or its mean; or its parent's."""
        target, found = self.dataset.target, {}
        above = {child.id: node.id for node in self.walk() for child in node.children}
        for node in self.walk():
            held = self.train[node.id]
            weight = self.weight(held)
            if weight <= 0:
                found[node.id] = found[above[node.id]]
            elif target.classes:
                counts = np.zeros(len(target.classes))
                for row, share in held.items():
                    counts[target.codes[row]] += self.weights[row] * share
                found[node.id] = counts / weight
            else:
                actual = target.values  # noqa: PD011
                sums = [self.weights[row] * share * actual[row] for row, share in held.items()]
                found[node.id] = sum(sums) / weight
        return found

    def proba(self, row):
        """Return the classes' shares, or the mean, that a new row is predicted from."""
        spreads = self.spreads()
        return sum(share * spreads[node] for node, share in self.journey(row)[1].items())

    def prediction(self, row, spreads):
        """Return the class position or value predicted for a new row."""
        nodes = {node.id: node for node in self.walk()}
        votes = 0.0
        for node, share in self.journey(row)[1].items():
            spread, label = spreads[node], nodes[node].label
            if label is not None:
                classes = len(self.dataset.target.classes)
                spread = np.eye(classes)[int(label)] if classes else label
            votes = votes + share * spread
        if not self.dataset.target.classes:
            return votes
        return int(np.argmax(votes >= votes.max() * (1 - 1e-12)))


def even(weights):
    total = sum(weights)
    return [weight / total if total > 0 else 1 / len(weights) for weight in weights]


def fullest(rows):
    """Return the branch of most rows; `STOP` where several have as many."""
    most = [at for at, count in enumerate(rows) if count == max(rows)]
    return most[0] if len(most) == 1 else STOP


def fate(wanderer, node):
    """Return how many training rows at a node go on all the same, stop, and are dropped."""
    counts = dict.fromkeys(("rerouted", "stopped", "dropped"), 0)
    for row in wanderer.train[node.id]:
        if node.split is None or wanderer.branch(row, node.split) is not None:
            continue
        way = wanderer.way(row, node.split)
        if way == len(node.children) - 1 and way == known_branches(node.split):
            continue  # a branch of their own
        name = {STOP: "stopped", WAIT: "stopped", DROP: "dropped"}.get(way, "rerouted")
        counts[name] += 1
    return counts


def known_branches(split):
    return len(split.cuts) + 1 if isinstance(split, ThresholdSplit) else len(split.groups)
