"""Pruning by description length against the code of SPEC.md, reckoned from the rows themselves."""

import contextlib
import math
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.pruning.mdl import leaf_bits, split_bits, usable_at

CLASSES = 3


def gappy(seed, rows=120):
    """Return numbers and levels with gaps, their classes, and weights that are no whole numbers."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "number": rng.integers(0, 9, rows) / 4,
            "few": rng.integers(0, 2, rows).astype(float),
            "level": rng.choice(list("uvwx"), rows),
            "kind": rng.choice(["left", "", "right"], rows),
        }
    )
    signal = (frame["number"] > 1) ^ (frame["level"] == "v")
    frame = frame.mask(rng.random(frame.shape) < 0.12)
    frame["y"] = np.where(rng.random(rows) < 0.2, "r", np.where(signal, "p", "q"))
    frame["w"] = rng.integers(1, 12, rows) / 4
    return frame


def ways(split, known, *, rest):
    """Return in how many ways a column could be parted into as many branches as it is.

    `known` holds the codes of the rows that have it.
    """
    present = sorted(set(known.tolist()))
    if hasattr(split, "cuts"):
        places = range(max(len(present) - 1, len(split.cuts)))
        return len(list(combinations(places, len(split.cuts))))
    filled = [part for part in (set(group).intersection(present) for group in split.groups) if part]
    if rest and len(present) > 2 and min(map(len, filled)) == 1:
        return len(present)
    branches = set(range(len(filled)))
    onto = sum(set(one) == branches for one in product(branches, repeat=len(present)))
    return onto // math.factorial(len(branches))


def exceptions(weights, said=None):
    """Return the length of saying which rows are not of the class that is said, and of which."""
    right = weights.max() if said is None else weights[said]
    many = math.floor(weights.sum() + 0.5)
    wrong = min(math.floor(weights.sum() - right + 0.5), many)
    return math.log2((many + 1) * math.comb(many, wrong)) + wrong * math.log2(CLASSES - 1)


def shortest(node, inducer, *, rest):
    """Return the length of a subtree at its best and its leaves, and hold each split to its own."""
    data, engine = inducer.dataset, inducer.engine
    rows, target = engine.positions(node.region.rows), data.target.codes
    weight = np.ones(data.n_rows) if data.weights is None else data.weights

    def by_class(some):
        return np.array([weight[some][target[some] == one].sum() for one in range(CLASSES)])

    leaf = 1 + exceptions(by_class(rows))
    if node.split is None:
        return leaf, {node.id}
    codes = [column.codes[rows] for column in data.columns]
    usable = sum(len(set(one[one >= 0].tolist())) > 1 for one in codes)
    known = codes[node.split.column]
    own = 1 + math.log2(max(usable, 1)) + math.log2(ways(node.split, known[known >= 0], rest=rest))
    assert usable_at(inducer, node.region) == usable
    assert split_bits(inducer, node.region, node.split, usable) == pytest.approx(own, rel=1e-12)
    on = np.concatenate([engine.positions(child.region.rows) for child in node.children])
    said, stopped = by_class(rows).argmax(), by_class(np.setdiff1d(rows, on))
    parts = [shortest(child, inducer, rest=rest) for child in node.children]
    below = own + exceptions(stopped, said) + math.fsum(one for one, _ in parts)
    if leaf <= below * (1 + 1e-12):
        return leaf, {node.id}
    return below, set().union(*(leaves for _, leaves in parts))


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"missing": "surrogate"},
        {"missing": "surrogate", "use_surrogate": 1},
        {"missing": "surrogate", "use_surrogate": 0},  # a row that lacks the column stops
        {"method": "acls", "missing": "own"},
        {"method": "acls", "missing": "own", "branching": "rest"},
    ],
)
def test_what_is_left_is_shortest_by_the_code(options, weights):
    frame = gappy(len(str(options)))
    frame = frame if weights else frame.drop(columns="w")
    tree = tw.DecisionTree(frame, "y", weights=weights, **options)
    rest = options.get("branching") == "rest"
    _, leaves = shortest(tree.workspace.tree.root, tree.workspace.inducer, rest=rest)
    assert len(leaves) < len(tree.frame().query("is_leaf"))
    with contextlib.suppress(tw.RefusedError):
        tree.prune_to(method="mdl")
    assert set(tree.frame().query("is_leaf").index) == leaves
    with pytest.raises(tw.RefusedError, match="MDL pruning changes nothing: every split"):
        tree.prune_to(method="mdl")


def test_weights_are_rounded_to_whole_rows():
    weight, errors = np.array([20.5, 20.49, 3.0]), np.array([2.5, 2.49, 3.5])
    assert np.array_equal(
        leaf_bits(weight, errors, 3), leaf_bits(np.array([21.0, 20, 3]), np.array([3.0, 2, 3]), 3)
    )
