"""What is said of how stable splits are: of a node, and of all that hang in a tree."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.errors import RefusedError, UnknownNameError
from treewidget.induction.progress import Progress
from treewidget.tree import stability


def rivals(n=400, seed=3):
    """Two columns that say the same, each with its own noise, and one that says nothing."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=n)
    return pd.DataFrame(
        {
            "first": truth + rng.normal(0, 0.4, n),
            "second": truth + rng.normal(0, 0.4, n),
            "noise": rng.normal(size=n),
            "y": np.where(truth + rng.normal(0, 0.2, n) > 0, "up", "down"),
        }
    )


def test_rivals_take_turns_and_are_named():
    tree = tw.DecisionTree(rivals(), target="y", max_depth=2)
    table = tree.stability()
    assert set(table.index) == set(tree.frame().query("~is_leaf").index)
    root = table.loc[0]
    assert {tree.root.split.column, root["rival"]} == {"first", "second"}
    assert 0 < root["rival_share"] < 1
    assert root["share"] + root["rival_share"] == 1
    assert (root["n"], root["split"]) == (400, tree.root.split.text)


def test_a_column_that_was_forced_stands_in_its_nodes_table():
    tree = tw.DecisionTree(rivals(), target="y", grow=False)
    tree.split(0, "noise", threshold=0.0)
    found = tree.stability(0)
    assert found.set_index("column").loc["noise"].tolist()[0] == 0.0
    assert tree.stability().loc[0, "share"] == 0.0
    leaf = tree.node(0).children[0]
    assert tree.stability(leaf)["share"].sum() == pytest.approx(1.0)


def test_four_of_five_thresholds_lie_in_the_range_that_is_told():
    tree = tw.DecisionTree(rivals(), target="y", max_depth=1)
    table = tree.stability(0).set_index("column")
    names = [column.name for column in tree.workspace.dataset.columns]
    for at, of in tree.workspace.stabilities[0].cuts.items():
        low, high = middle([cut.value for cut in of])
        assert table.loc[names[at], ["cut_low", "cut_high"]].tolist() == [low, high]
        assert sum(low <= cut.value <= high for cut in of) >= 0.8 * len(of)
    for many in (1, 2, 10, 11, 50):
        assert stability.cut_range(range(many)) == middle(range(many))


def middle(values):
    low, high = np.quantile(values, 0.1, method="lower"), np.quantile(values, 0.9, method="higher")
    return low, high


def test_nothing_changes_and_what_is_known_stands():
    tree = tw.DecisionTree(mixed(), target="kind", max_depth=3)
    revision, before = tree.workspace.revision, tree.stability()
    tree.prune(0)
    assert tree.stability().empty
    assert list(tree.stability().columns) == list(before.columns)
    known = tree.workspace.stabilities
    tree.undo()
    pd.testing.assert_frame_equal(tree.stability(), before)
    assert tree.workspace.stabilities == known
    assert tree.workspace.revision == revision + 2, "the pruning and the undo"


def test_what_cannot_be_checked_is_said(monkeypatch):
    tree = tw.DecisionTree(mixed(), target="kind")
    with pytest.raises(UnknownNameError, match="999"):
        tree.stability(999)
    small = tree.frame().query("n < 4").index[0]
    with pytest.raises(RefusedError, match=f"node {small} has too few rows"):
        tree.stability(small)
    checked, least = tree.stability(), tree.frame().query("not is_leaf and n >= 4")
    assert set(checked.index) == set(least.index)
    assert 4 in checked["n"].tolist()
    monkeypatch.setattr(stability, "MOST", len(least))
    assert len(tree.stability()) == len(least)
    monkeypatch.setattr(stability, "MOST", 3)
    with pytest.raises(RefusedError, match="more than 3 splits hang at node 0"):
        tree.stability()


def test_a_branch_without_rows_has_too_few():
    colours = pd.Categorical(["red", "red", "blue"] * 4, categories=["red", "blue", "green"])
    frame = pd.DataFrame({"colour": colours, "y": ["a", "b", "c"] * 4})
    tree = tw.DecisionTree(frame, target="y", method="id3")
    empty = tree.frame().query("n == 0").index[0]
    with pytest.raises(RefusedError, match=f"node {empty} has too few rows .*: 0, "):
        tree.stability(empty)


def test_progress_is_told_node_by_node_and_what_was_found_before_a_cancel_stays():
    tree = tw.DecisionTree(mixed(), target="kind", max_depth=3)
    nodes = stability.splits_below(tree.workspace.tree.root)
    told = []

    def hear(share):
        told.append(share)
        if share > 0.6:
            progress.cancel()

    progress = Progress(hear)
    with pytest.raises(tw.TreeWidgetError, match="cancelled"):
        tree.workspace.check(nodes, progress)
    assert told == sorted(told)
    assert 0 < len(tree.workspace.stabilities) < len(nodes)
