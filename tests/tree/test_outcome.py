"""What is predicted for a tree's own rows: by the leaves that hold them, as if they came anew."""

from itertools import product

import pytest

from treewidget.induction.records import OwnRecords
from treewidget.tree import outcome as outcomes
from treewidget.tree.outcome import decided, outcome
from treewidget.tree.routing import travel

from .test_shares import grown, inside
from .wanderers import RECIPES


@pytest.mark.parametrize(
    ("recipe", "classes"),
    [("c4.5", 3), *product(("fractional", "surrogate", "stops"), (0, 3))],
)
def test_rows_are_predicted_from_leaves_as_they_are_on_their_way(recipe, classes):
    for seed in range(6):
        frame, tree = grown(recipe, seed, classes=classes, max_depth=5)
        inner = [node for node in tree.frame().index[1:] if not tree.node(node).is_leaf]
        tree.label(tree.root.children[0], frame["y"].iloc[0])
        for step in range(2):
            dataset, engine, root = inside(tree)
            for on in ("train", "validation"):
                rows = dataset.parts[on]
                way = travel(root, OwnRecords(dataset, rows), len(rows))
                anew = decided(tree._workspace.tree, dataset.target, way)
                found = outcome(tree._workspace.tree, dataset, engine, on).predicted
                assert found.tolist() == pytest.approx(anew.tolist(), rel=1e-12)
            if inner and not step:
                tree.prune(inner[seed % len(inner)])


def test_no_row_whose_parts_all_lie_in_leaves_is_sent_anew(monkeypatch):
    _, tree = grown("fractional", 3)
    dataset, engine, _ = inside(tree)
    sent = []
    monkeypatch.setattr(outcomes, "travel", lambda _, records, *__, **___: sent.append(records))
    for on in ("train", "validation"):
        outcome(tree._workspace.tree, dataset, engine, on)
    assert not sent
    assert any(engine.shares(tree._workspace.tree.node(n).region.rows) is not None for n in (1, 2))


@pytest.mark.parametrize("below", ["stops", "learned"])
def test_rows_in_shares_are_predicted_as_new_ones_where_branches_have_another_way(below):
    for seed in range(6):
        frame, tree = grown("fractional", seed, classes=0, max_depth=1, weights=False)
        for child in tree.root.children:
            tree.grow(child, **RECIPES[below], max_depth=4)
        dataset, engine, _ = inside(tree)
        found = outcome(tree._workspace.tree, dataset, engine, "train").predicted
        anew = tree.predict(frame.iloc[dataset.parts["train"]])
        assert found.tolist() == pytest.approx(anew.tolist(), rel=1e-12)
