"""Searches side by side: tests of many tables are made in pieces, and change nothing by it."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.induction import Progress
from treewidget.induction.search import chaid, merger, pairs_side_by_side, together, wide_merger


@pytest.mark.parametrize("few", [0, chaid.MOST], ids=["in arrays", "one by one"])
@pytest.mark.parametrize("method", ["chaid", "exhaustive-chaid"])
def test_a_cancel_is_heard_between_the_tests_of_many_pairs(method, few, monkeypatch):
    monkeypatch.setattr(chaid, "FEW", few)
    rng = np.random.default_rng(11)
    codes = rng.integers(0, 40, (2_000, 3))
    frame = pd.DataFrame(codes, columns=list("abc")).astype(str)
    frame["y"] = np.where(rng.random(2_000) < 0.2 + 0.6 * (codes[:, 0] % 3 == 0), "yes", "no")
    asked, grown = [], []
    monkeypatch.setattr(Progress, "step", lambda _progress, share: asked.append(share))
    for block in (together.BATCH, 100):
        for module in (merger, pairs_side_by_side, wide_merger, together):
            monkeypatch.setattr(module, "BATCH", block)
        asked.clear()
        tree = tw.DecisionTree(frame, target="y", method=method, max_depth=1)
        grown.append((str(tree), len(asked)))
    (whole, seldom), (pieces, often) = grown
    assert whole == pieces
    assert often > seldom + 3 * (40 * 39 / 2) // 100  # each column's first pairs, in pieces
