"""The survey of a whole tree: what nobody has looked at is taken from lines, without a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..induction.progress import Progress
from .compare import compare
from .figures import surveyed
from .laid_out import in_columns, laid_out, make_all
from .preorder import Preorder
from .renewed import Renewed

if TYPE_CHECKING:
    from ..data import Target
    from ..engine.contract import Ints
    from .figures import Survey
    from .ids import Ids
    from .tree import Tree


def survey(tree: Tree, target: Target, heeding: Progress | None = None) -> Survey:
    """Return the figures of every node: O(nodes) the first time, then remembered by the tree."""
    if tree.survey is None:
        heeding = (heeding or Progress()).quiet
        nodes = laid_out(tree.root, heeding)
        tree.survey = surveyed(nodes, _parents(nodes, heeding), target, heeding)
    made: Survey = tree.survey
    return made


def survey_of_news(old: Tree, new: Tree, target: Target) -> tuple[Survey, Ids]:
    """Return the figures of what is new in a tree or says something new, and which ids are new."""
    found = compare(old.root, new.root)
    if not any(found.news):
        return surveyed(Preorder.among([new.root], [None]), np.array([-1]), target), found.made
    nodes = Preorder.among(found.nodes, found.buds)
    if not in_columns(nodes):
        make_all(new.root, Progress())
        return survey_of_news(old, new, target)
    above = [nodes.seen[at].at if at >= 0 else -1 for at in found.parent]
    parent, news = np.full(len(nodes), -1, dtype=np.int64), np.ones(len(nodes), dtype=bool)
    here = [at for at, _, _ in nodes.seen]
    parent[here], news[here] = above, found.news
    for at, _, bud in nodes.seen:
        if isinstance(bud, Renewed):
            news[at + 1 : at + 1 + bud.size] = bud.news
    for one in nodes.bundles:
        parent[one.at] = one.parent
    return surveyed(nodes, parent, target).part(np.flatnonzero(news)), found.made


def _parents(nodes: Preorder, heeding: Progress) -> Ints:
    """Return the position of the parent of each."""
    parent = np.full(len(nodes), -1, dtype=np.int64)
    for at, node, bud in heeding.over(nodes.seen, len(nodes.seen)):
        below = at + 1
        for child in node.children if bud is None else ():
            parent[below] = at
            below += child.size
    for one in nodes.bundles:
        parent[one.at] = one.parent
    return parent
