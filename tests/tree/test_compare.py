"""What sets two trees apart, for whoever shows one after the other."""

import pandas as pd

import treewidget as tw
from treewidget.tree.compare import compare, unshared
from treewidget.tree.node import walk

from .unseen import grown


def test_tops_hang_below_no_other():
    frame = pd.DataFrame({"x": range(16), "y": list("aabbaabbabababab")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    old = tree.workspace.tree.root
    tree.grow(0)
    new = tree.workspace.tree
    assert len(list(new.walk())) > 3  # all are made, as a page that shows them has it
    assert compare(old, new.root).tops == [child.id for child in new.root.children]


def test_what_a_version_does_not_share_is_what_another_lacks():
    tree = grown(rows=3000)
    tree.grow()
    old = tree.workspace.tree.root
    here = {id(node) for node in tree.workspace.tree.walk()}
    tree.grow(min_samples_leaf=2)
    new = tree.workspace.tree.root
    there = {id(node) for node in tree.workspace.tree.walk()}
    for one, other, lacks in ((old, new, here - there), (new, old, there - here)):
        found = [id(node) for node in unshared(one, other)]
        assert len(found) == len(set(found))
        assert set(found) <= lacks
        assert lacks.intersection(map(id, walk(one, seen=True))) <= set(found)
    assert not list(unshared(new, new))
