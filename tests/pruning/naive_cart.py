"""CART, its weakest links and their cross-validation, naively: over rows, in exact fractions.

Written from the definitions alone (Breiman et al. 1984, chapters 3, 4 and 5); it shares no code
with the package, and no two numbers are equal here but those that are.
"""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise


@dataclass
class Data:
    """Columns of numbers, None where missing; `y` names classes, or numbers for a regression.

    `weights` are the rows', those of classes included. Priors and losses are worth what they are
    against all rows, whichever of them a tree grows from.
    """

    columns: list
    y: list
    weights: list
    classes: list = field(default_factory=list)
    priors: dict | None = None
    losses: dict | None = None

    @cached_property
    def shares(self):
        """What a class weighs more than its rows do, by its prior."""
        counts, total = self.totals(range(len(self.y))), sum(self.weights)
        priors = self.priors or {one: Fraction(counts[one], total) for one in self.classes}
        return {k: Fraction(priors[k]) * total / counts[k] for k in self.classes}

    @cached_property
    def altered(self):
        """What a growth weighs a class by: priors, times what mistaking it costs in all."""
        if self.priors is None and self.losses is None:
            return dict.fromkeys(self.classes, Fraction(1))
        worth = {
            k: self.shares[k] * sum(self.cost(k, other) for other in self.classes)
            for k in self.classes
        }
        counts = self.totals(range(len(self.y)))
        scale = sum(self.weights) / sum(worth[k] * counts[k] for k in self.classes)
        return {k: worth[k] * scale for k in self.classes}

    def cost(self, true, said):
        return Fraction(0 if true == said else (self.losses or {}).get(true, {}).get(said, 1))

    def totals(self, rows):
        sums = Counter()
        for row in rows:
            sums[self.y[row]] += self.weights[row]
        return sums

    def weight(self, rows):
        return sum((self.weights[row] for row in rows), Fraction(0))

    def spread(self, rows):
        """Return weight times impurity: Gini's, or the sum of squares."""
        if not self.classes:
            middle = self.told(rows)
            return sum(self.weights[row] * (self.y[row] - middle) ** 2 for row in rows)
        sums = [self.altered[k] * w for k, w in self.totals(rows).items()]
        total = sum(sums)
        return total - sum(one * one for one in sums) / total if total else Fraction(0)

    def told(self, rows):
        """Return the mean, or the first class of least cost."""
        if not self.classes:
            return sum(self.weights[row] * self.y[row] for row in rows) / self.weight(rows)
        return min(self.classes, key=lambda said: sum(self.lost(row, said) for row in rows))

    def loss(self, row, said):
        if not self.classes:
            return (self.y[row] - said) ** 2
        return self.shares[self.y[row]] * self.cost(self.y[row], said)

    def lost(self, row, said):
        return self.weights[row] * self.loss(row, said)


@dataclass
class Node:
    """A node; `split` is a column, a cut (None: known against missing) and missing rows' branch."""

    rows: list
    split: tuple | None = None
    children: list = field(default_factory=list)

    def walk(self):
        return [self, *(below for child in self.children for below in child.walk())]


def grow(data, rows, depth=None, least=1):
    """Return the tree: the largest gain, of equals the first column, the smallest cut."""
    node = Node(rows)
    if depth == 0 or data.spread(rows) == 0 or len(rows) < 2:
        return node
    best = None
    for split in splits(data, rows):
        parts = parted(data, split, rows)
        if min(map(len, parts)) >= least:
            left = sum(data.spread(part) for part in parts)
            if best is None or left < best[0]:
                best = left, split, parts
    if best is not None:
        node.split = best[1]
        deeper = None if depth is None else depth - 1
        node.children = [grow(data, part, deeper, least) for part in best[2]]
    return node


def splits(data, rows):
    """Go through all splits: each cut with missing rows beyond it, then with those below it."""
    for at, column in enumerate(data.columns):
        values = sorted({column[row] for row in rows} - {None})
        cuts = [(one + other) / 2 for one, other in pairwise(values)]
        if any(column[row] is None for row in rows):
            yield from ((at, cut, 1) for cut in [*cuts, None])
            yield from ((at, cut, 0) for cut in cuts)
            continue
        for cut in cuts:
            below = sum(column[row] <= cut for row in rows)
            yield at, cut, 0 if below > len(rows) - below else 1


def branch(data, split, row):
    column, cut, missing = split
    value = data.columns[column][row]
    if value is None:
        return missing
    return 0 if cut is None or value <= cut else 1


def parted(data, split, rows):
    parts = [], []
    for row in rows:
        parts[branch(data, split, row)].append(row)
    return parts


def weakest_links(data, root, risk):
    """Return the steps: the alpha of each, and its leaves as sets of ids."""
    nodes, cut, alpha, steps = root.walk(), set(), Fraction(0), []
    cost = data.spread if risk == "impurity" else lambda rows: _error(data, rows)
    own = {id(node): cost(node.rows) for node in nodes}
    weight = data.weight(root.rows)
    if risk == "impurity" and data.classes:
        weight = sum(data.altered[k] * w for k, w in data.totals(root.rows).items())

    def leaves(node):
        if not node.children or id(node) in cut:
            return [node]
        return [leaf for child in node.children for leaf in leaves(child)]

    def inner(node):
        if not node.children or id(node) in cut:
            return []
        return [node, *(one for child in node.children for one in inner(child))]

    while True:
        links = {}
        for node in inner(root):
            below = leaves(node)
            gain = own[id(node)] - sum(own[id(leaf)] for leaf in below)
            links[id(node)] = gain / (len(below) - 1) / weight
        weakest = min(links.values(), default=None)
        if weakest is None or weakest > alpha:
            steps.append((alpha, leaves(root)))
            if weakest is None:
                return steps
            alpha = weakest
        cut |= {one for one, link in links.items() if link == weakest}


def _error(data, rows):
    said = data.told(rows)
    return sum(data.lost(row, said) for row in rows)


def leaf_of(data, root, leaves, row):
    """Return the leaf that a row lies in, in the tree that ends at some."""
    ends, node = {id(leaf) for leaf in leaves}, root
    while id(node) not in ends:
        node = node.children[branch(data, node.split, row)]
    return node


def cross_validated(data, fold, steps, risk, grown):
    """Return for each step the sum of losses of held-out rows, and of squares about their mean.

    `grown` gives the tree of some rows.
    """
    everyone = range(len(data.y))
    losses = [[Fraction(0)] * len(data.y) for _ in steps]
    for number in set(fold):
        tree = grown([row for row in everyone if fold[row] != number])
        own = weakest_links(data, tree, risk)
        alphas = [alpha * alpha for alpha, _ in own]
        told = {id(node): data.told(node.rows) for node in tree.walk()}
        for at, (alpha, _) in enumerate(steps):
            last = at + 1 == len(steps)
            place = len(own) if last else bisect_right(alphas, alpha * steps[at + 1][0])
            for row in everyone:
                if fold[row] == number:
                    leaf = leaf_of(data, tree, own[place - 1][1], row)
                    losses[at][row] = data.loss(row, told[id(leaf)])
    total = data.weight(everyone)
    sums = [sum(data.weights[row] * one[row] for row in everyone) for one in losses]
    squares = [sum(data.weights[row] * one[row] ** 2 for row in everyone) for one in losses]
    return [(s, q - s * s / total) for s, q in zip(sums, squares, strict=True)]
