"""Which columns can still be split at a node, and what that saves a pruning by length."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.induction.progress import Progress
from treewidget.tree import pruning_rules
from treewidget.tree.node import walk
from treewidget.tree.surveying import survey
from treewidget.tree.usable import usable_columns

from .frames import mixed
from .unseen import as_nodes, grown, seen


def counted(tree):
    """Return how many columns are usable at each node, of all at once and by its own tables."""
    data, engine = tree._data, tree.workspace.inducer.engine
    figures = survey(tree.workspace.tree, data.target)
    found = usable_columns(figures, data, engine, Progress()).tolist()
    columns = range(len(data.columns))
    tables = [engine.tables(node.region.rows, columns) for node in tree.workspace.tree.walk()]
    return found, [int(np.count_nonzero(np.diff(table.starts) > 1)) for table in tables]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("missing", ["learned", "surrogate", "fractional", "bayes"])
def test_columns_of_two_values_are_counted_as_tables_count_them(missing, weighted):
    data = mixed(300, 2)
    data.loc[::7, "number"] = np.nan
    weights = pd.Series(np.arange(300) % 3, data.index) if weighted else None
    tree = tw.DecisionTree(data, target="kind", missing=missing, weights=weights)
    first, last = tree.root.children
    for node in (tree.node(first).children[0], tree.node(last).children[0]):
        tree.prune(node)
    found, tabled = counted(tree)
    assert max(tabled) > 1
    assert all(some <= many for some, many in zip(found, tabled, strict=True))
    if missing != "surrogate":  # else rows stop on the way that no surrogate knows
        assert found == tabled
    as_nodes(tree)
    assert counted(tree)[0] == found


def test_a_pruning_by_length_asks_few_nodes_for_that_of_their_split(monkeypatch):
    """Where a leaf is no longer than the shortest split it was searched for all the same."""
    tree, plain, asked = grown(rows=2000), pruning_rules.split_bits, []
    tree.grow()
    inner = int((~tree.frame()["is_leaf"]).sum())
    monkeypatch.setattr(
        pruning_rules, "split_bits", lambda *given: asked.append(1) or plain(*given)
    )
    tree.prune_to(method="mdl")
    assert len(asked) < inner / 3
    pruned = tree.frame()
    tree.undo()
    monkeypatch.setattr(pruning_rules, "shortest_split", lambda _: -np.inf)
    asked.clear()
    tree.prune_to(method="mdl")
    assert len(asked) == inner
    assert tree.frame().equals(pruned)


def test_a_pruning_by_length_counts_no_column_again_but_that_of_a_split(monkeypatch):
    tree = grown(rows=2000)
    tree.grow()
    engine, asked = type(tree.workspace.inducer.engine), set()
    tables = engine.tables

    def counting(self, rows, columns, *more):
        asked.add(len(columns))
        return tables(self, rows, columns, *more)

    monkeypatch.setattr(engine, "tables", counting)
    tree.prune_to(method="mdl")
    assert asked == {1}


def test_a_pruning_by_length_makes_no_node_to_ask_of_its_split():
    """Half of its time went there, and the history kept them all."""
    tree = grown(rows=2000)
    tree.grow()
    tree.prune_to(method="mdl")
    left = len(tree.workspace.tree)
    tree.undo()
    assert seen(tree) <= left


def test_what_stands_at_a_place_is_what_its_node_says():
    tree = grown(rows=400, validation=0.3)
    tree.grow()
    tree.prune(tree.workspace.tree.root.children[0].id)
    nodes = survey(tree.workspace.tree, tree._data.target).nodes
    found = [nodes.standing(at) for at in range(len(nodes))]
    engine = tree.workspace.inducer.engine
    for node, (split, region) in zip(walk(tree.workspace.tree.root), found, strict=True):
        assert split == node.split
        assert (region.depth, region.train.n) == (node.region.depth, node.region.train.n)
        for one, other in (
            (region.rows, node.region.rows),
            (region.validation_rows, node.region.validation_rows),
        ):
            assert engine.positions(one).tolist() == engine.positions(other).tolist()
