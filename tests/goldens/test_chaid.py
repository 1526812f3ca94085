"""CHAID beside PyPI's: structure, counts, statistics and predictions."""

import numpy as np
import pytest

import treewidget as tw
from tests.goldens import data, frame, golden, names

NAMES = names("chaid")


def test_there_are_enough_references():
    assert len(NAMES) >= 16
    assert sum("_gaps" in name for name in NAMES) >= 6


@pytest.mark.parametrize("name", NAMES)
def test_trees_are_those_of_the_program(name):
    wanted = golden("chaid", name)
    known, target = frame(wanted["data"]), data(wanted["data"])["target"]
    tree = tw.DecisionTree(known, target=target, method=wanted["method"], **wanted["options"])
    table, said = tree.frame(), tree.candidates
    rows = held(wanted)
    leaf = tree.apply(known)
    ours = {at: frozenset(np.flatnonzero(np.isin(leaf, below(table, at)))) for at in table.index}
    assert set(ours.values()) == set(rows)
    for at, here in ours.items():
        node = wanted["nodes"][rows.index(here)]
        assert table.loc[at, "n"] == node["n"]
        counts = table.loc[at, [f"count:{label}" for label in known[target].cat.categories]]
        assert counts.tolist() == node["counts"]
        assert table.loc[at, "is_leaf"] == ("column" not in node)
        if "column" not in node:
            continue
        best = said(at).iloc[0]
        assert best["column"] == node["column"]
        assert best["chi2"] == pytest.approx(node["chi2"], rel=1e-9)
        assert best["df"] == node["df"]
        assert best["p"] == pytest.approx(node["p"], rel=1e-6, abs=1e-300)
    predicted(tree, known, wanted, target)


def held(wanted):
    """Return the rows of each node."""
    leaf, nodes = np.array(wanted["leaf"]), wanted["nodes"]
    rows = [set(np.flatnonzero(leaf == at)) for at in range(len(nodes))]
    for at in reversed(range(1, len(nodes))):  # children come after their parents
        rows[nodes[at]["parent"]] |= rows[at]
    return [frozenset(one) for one in rows]


def below(table, at):
    """Return the leaves under a node."""
    children = table.loc[at, "children"]
    return [leaf for child in children for leaf in below(table, child)] if children else [at]


def predicted(tree, known, wanted, target):
    """Check the class of every row whose leaf has one clear majority."""
    said, classes = tree.predict(known), known[target].cat.categories
    for row, at in enumerate(wanted["leaf"]):
        counts = np.array(wanted["nodes"][at]["counts"])
        if (counts == counts.max()).sum() == 1:
            assert said[row] == classes[counts.argmax()]
