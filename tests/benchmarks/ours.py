"""What treewidget does in the benchmarks, through its own rooms."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import treewidget as tw
from tests.induction.frames import with_changes
from treewidget.induction.swift import lines_of
from treewidget.tree.node import walk
from treewidget.workspace import Action

from .peers import GROWTHS

if TYPE_CHECKING:
    from collections.abc import Callable

    from treewidget.engine.growing import Grown
    from treewidget.induction.sprout import Sprout
    from treewidget.tree.node import Node

    from .sets import Data

T = TypeVar("T")


def threaded(threads: int, work: Callable[[], T]) -> Callable[[], T]:
    """Return the same work, done by so many threads."""

    def run() -> T:
        os.environ["TREEWIDGET_THREADS"] = str(threads)
        return work()

    return run


def coded(data: Data, frame: Any = None) -> tw.DecisionTree:
    """Build a tree that is only its root: what is left is the coding of the columns."""
    return tw.DecisionTree(
        data.frame() if frame is None else frame,
        target="y",
        weights=None if data.weights is None else "w",
        task="regression" if data.regression else "classification",
        grow=False,
        **data.rules,
    )


def ready(data: Data, frame: Any = None) -> tw.DecisionTree:
    """Build the same, and let the engine put the codes into bins, which it does once a data set."""
    tree = coded(data, frame)
    inducer = with_changes(tree.workspace.inducer, max_depth=0)
    inducer.grow([inducer.root()])
    return tree


def arrays(tree: tw.DecisionTree, growth: str) -> Grown:
    """Grow from the root into arrays, as the peers keep their trees."""
    inducer = with_changes(tree.workspace.inducer, **GROWTHS[growth])
    return lines_of(inducer, [inducer.root()], lambda _share: None)


def grown(tree: tw.DecisionTree, growth: str) -> Sprout:
    """Grow from the root as the gesture does, without putting the result in force."""
    inducer = with_changes(tree.workspace.inducer, **GROWTHS[growth])
    return inducer.grow([inducer.root()])[0]


def gesture(tree: tw.DecisionTree, growth: str) -> Node:
    """Make the gesture `tree.grow()` without putting it in force: what an analyst waits for."""
    action = Action("grow", {"node": 0, "options": GROWTHS[growth]})
    return tree.workspace.prepare(action).state.tree.root


def impurity(root: Node) -> float:
    """Return the weighted impurity of the leaves."""
    leaves = (one.region.train for one in walk(root) if one.is_leaf)
    return sum(leaf.weight * leaf.impurity for leaf in leaves) / root.region.train.weight
