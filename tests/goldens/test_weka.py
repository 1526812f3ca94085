"""C4.5 and ID3 beside Weka's J48 and Id3: structure, counts and predictions."""

import numpy as np
import pytest

import treewidget as tw
from tests.goldens import data, frame, golden, names

NAMES = names("weka")
PRINTED = 0.005 + 1e-9
"""Weka prints weights to two decimals, shares to three."""


@pytest.fixture(scope="module", params=NAMES)
def pair(request):
    """Return a reference, the data, and the tree grown here."""
    wanted = golden("weka", request.param)
    known, target = frame(wanted["data"]), data(wanted["data"])["target"]
    tree = tw.DecisionTree(known, target, method=wanted["method"], **wanted["options"])
    return wanted, known, target, tree


def test_the_tree_is_wekas(pair):
    wanted, known, target, tree = pair
    columns = [column for column in known if column != target]
    mine = list(lines_of(tree, known, columns, rest="-B" in wanted["program"]))
    assert [line[:3] for line in mine] == [line[:3] for line in wanted["tree"]]
    for line, said in zip(mine, wanted["tree"], strict=True):
        assert line[3] == pytest.approx(said[3], abs=1e-6, rel=1e-9)
        assert (line[4] is None) == (said[4] is None)
        if said[4] is None:
            continue
        if not said[4]:  # Id3's leaf of no rows: nothing is said there
            assert line[4][1] == 0
        else:
            assert line[4][0] == said[4][0]
            assert line[4][1:][: len(said[4]) - 1] == pytest.approx(said[4][1:], abs=PRINTED)


def test_predictions_are_wekas(pair):
    wanted, known, target, tree = pair
    new = known.copy()
    for row, column in wanted["gone"]:
        new.iloc[row, column] = np.nan
    new = new.drop(columns=target)
    classes = known[target].cat.categories
    here = classes.get_indexer(tree.classes)
    shares = np.zeros((len(new), len(classes)))  # nobody is of the other classes
    shares[:, here] = tree.predict_proba(new)
    assert sorted(here) == sorted(known[target].cat.codes.unique())
    assert np.abs(shares - np.array(wanted["shares"])).max() <= PRINTED / 10
    assert classes.get_indexer(tree.predict(new)).tolist() == wanted["predicted"]


def test_half_of_the_references_have_missing_values():
    holed = [frame(golden("weka", name)["data"]).isna().any(axis=None) for name in NAMES]
    assert len(NAMES) >= 28
    assert sum(holed) >= 14


def lines_of(tree, known, columns, *, rest):
    """Yield a tree's branches as the references have them."""
    classes = known.columns.difference(columns)[0]
    codes = {value: code for code, value in enumerate(known[classes].cat.categories)}
    if tree.root.is_leaf:
        yield [0, None, None, None, leaf(tree.root, tree.root.counts, codes)]

    def below(node, depth, counts):
        split = node.split
        at = columns.index(split.column)
        for branch, child in enumerate(map(tree.node, node.children)):
            if split.thresholds:
                sign, value = ("<=", ">")[branch], float(split.thresholds[0])
            else:
                sign = "!=" if rest and branch else "="
                level = split.groups[0 if rest else branch][0]
                value = known[split.column].cat.categories.get_loc(level)
            here = child.counts if child.weight else counts
            yield [depth, at, sign, value, leaf(child, here, codes) if child.is_leaf else None]
            if not child.is_leaf:
                yield from below(child, depth + 1, here)

    if not tree.root.is_leaf:
        yield from below(tree.root, 0, tree.root.counts)


def leaf(node, counts, codes):
    """Return a leaf's class, weight and errors."""
    said = counts.idxmax()
    return [codes[said], node.weight, node.weight - node.counts[said]]
