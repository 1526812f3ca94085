"""Random trees as arrays, and the naive truth about their pruning: every subtree is tried."""

from fractions import Fraction
from itertools import product

import hypothesis.strategies as st
import numpy as np


@st.composite
def trees(draw, most=4):
    """Return parents in pre-order and whole risks; at most so many splits, of 2 or 3 branches."""
    parent, risk = [], []
    ahead = [(-1, draw(st.integers(0, 30)))]
    splits = 0
    while ahead:
        up, own = ahead.pop()
        at = len(parent)
        parent.append(up)
        risk.append(own)
        if splits < most and (up < 0 or draw(st.booleans())):
            splits += 1
            branches = draw(st.integers(2, 3))
            shares = [draw(st.integers(0, own)) for _ in range(branches - 1)]
            left = max(own - sum(shares) - draw(st.integers(0, 3)), 0)
            shares = [*shares, left] if sum(shares) <= own else [0] * branches
            ahead.extend((at, share) for share in shares)
    return np.array(parent), np.array(risk, dtype=float)


def children_of(parent):
    children = [[] for _ in parent]
    for at, up in enumerate(parent.tolist()):
        if up >= 0:
            children[up].append(at)
    return children


def subtrees(children, at=0, kept=()):
    """Return the leaves of every pruned subtree of a node, as frozensets."""
    whole = [frozenset()]
    if children[at]:
        below = [subtrees(children, child, kept) for child in children[at]]
        whole = [frozenset().union(*parts) for parts in product(*below)]
    else:
        whole = [frozenset([at])]
    alone = [] if not children[at] or at in kept else [frozenset([at])]
    return [*whole, *alone]


def smallest_minimiser(parent, risk, alpha, kept=()):
    """Return the leaves of the smallest subtree of least cost, in exact fractions."""
    cost = {
        leaves: sum(Fraction(risk[at]) for at in leaves) + Fraction(alpha) * len(leaves)
        for leaves in subtrees(children_of(parent), kept=kept)
    }
    least = min(cost.values())
    return min((leaves for leaves in cost if cost[leaves] == least), key=len)
