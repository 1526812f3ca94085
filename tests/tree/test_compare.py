"""What sets two trees apart, for whoever shows one after the other."""

import pandas as pd

import treewidget as tw
from treewidget.tree.compare import compare


def test_tops_hang_below_no_other():
    frame = pd.DataFrame({"x": range(16), "y": list("aabbaabbabababab")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    old = tree.workspace.tree.root
    tree.grow(0)
    new = tree.workspace.tree
    assert len(list(new.walk())) > 3  # all are made, as a page that shows them has it
    assert compare(old, new.root).tops == [child.id for child in new.root.children]
