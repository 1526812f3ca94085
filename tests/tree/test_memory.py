"""What edits leave behind, and what they cost: with what they change, not with the tree."""

import itertools
import sys
from functools import partial

from tests.large import large_tree
from tests.soak.memory import LIMIT, bytes_a_changed_node, bytes_back_and_forth
from treewidget.tree.gestures import Action


def test_edits_leave_little_and_moves_in_the_history_nothing():
    workspace = large_tree(512, rows=2).workspace
    assert bytes_a_changed_node(workspace, 200) < LIMIT
    assert bytes_back_and_forth(workspace, 100) < LIMIT


def calls(work):
    """Return how many calls, of Python or C, some work makes."""
    counter = itertools.count()
    previous = sys.getprofile()
    sys.setprofile(lambda *_: next(counter))
    try:
        work()
    finally:
        sys.setprofile(previous)
    return next(counter)


def gestures(tree):
    """Yield gestures deep down in a tree, and at its top, that change few nodes."""
    leaf = next(node for node in tree.workspace.tree.leaves if node.region.train.impurity > 0)
    above = tree.workspace.tree.way(leaf.id)[-2].id
    yield "split", {"node": leaf.id, "column": "z"}
    yield "undo", {}
    yield "redo", {}
    yield "prune", {"node": above}
    yield "label", {"node": above, "value": "a"}
    yield "note", {"node": 0, "text": "top"}
    yield "lock", {"node": 0}
    yield "checkout", {"to": 2}
    yield "checkpoint", {"name": "here"}


def test_a_gesture_costs_what_it_changes_and_the_depth():
    few, many = ([*costs(large_tree(leaves, rows=2))] for leaves in (64, 1024))
    # four levels more, and not sixteen times the nodes
    for (name, less), (_, more) in zip(few, many, strict=True):
        assert more < 2 * less, name


def costs(tree):
    """Yield each gesture with the calls it took, and then looking at a node."""
    for name, args in gestures(tree):
        yield name, calls(partial(tree.workspace.perform, Action(name, args)))
    yield "node", calls(partial(tree.node, 0))
