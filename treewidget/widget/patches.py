"""A large tree on the wire: what one edit changed, and the whole of it packed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from ..induction.uncollected import uncollected
from ..tree.surveying import survey_of_news
from .nodes import branch_of, make_nodes, news_of_portion
from .portion import exceeds_page
from .snapshot import HISTORY, make_figures, make_forks, make_state, make_step

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from ..data import Dataset
    from ..tree.history import History
    from ..tree.tree import Tree
    from ..workspace import State as TreeState
    from .protocol import HistoryPatch, NodeColumns, Patch

WHOLE: Final = 255  # nodes up to which a state is assigned whole: 18 KB, less than it is worth


@uncollected()
def make_whole(
    dataset: Dataset, current: TreeState, opened: Collection[int] = ()
) -> dict[str, Any]:
    """Return a state as the trait holds it: the nodes of a large tree as the bytes of their JSON.

    What is bytes nobody looks through for more bytes, and it travels beside the message: of 20,000
    nodes that saves a quarter of a second.
    """
    state: dict[str, Any] = {**make_state(dataset, current, opened)}
    if len(current.tree) > WHOLE:
        text = json.dumps(
            state["nodes"], ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
        state["nodes"] = text.encode()
    return state


def make_patch(
    dataset: Dataset, base: TreeState, current: TreeState, opened: Collection[int] = ()
) -> Patch | None:
    """Return what leads from one state of a tree to another.

    None where a page that has a portion of it had better be sent that anew.
    """
    portioned = exceeds_page(current.tree)
    if exceeds_page(base.tree) != portioned:
        return None
    if not portioned:
        return _patch(base, current, _nodes(base.tree, current.tree, dataset))
    nodes = news_of_portion(base.tree, current.tree, dataset, opened)
    return None if nodes is None else _patch(base, current, nodes)


def _patch(base: TreeState, current: TreeState, nodes: NodeColumns) -> Patch:
    return {
        "kind": "patch",
        "base": base.revision,
        "revision": current.revision,
        "nodes": nodes,
        "figures": make_figures(current.history.now.figures),
        "history": _history(base.history, current.history),
    }


def make_unfolding(
    dataset: Dataset, current: TreeState, node: int, opened: Collection[int]
) -> Patch:
    """Return what puts a branch into a page that was not sent it."""
    return _patch(current, current, branch_of(current.tree, node, dataset, opened))


def _nodes(base: Tree, current: Tree, dataset: Dataset) -> NodeColumns:
    """Return the nodes that are new or say something new, in pre-order."""
    figures, made = survey_of_news(base, current, dataset.target)
    nodes = make_nodes(figures, dataset)
    lines = zip(nodes["id"], nodes["parent"], strict=True)
    nodes["parent"] = [parent if node in made else -1 for node, parent in lines]
    return nodes


def _history(base: History, current: History) -> HistoryPatch:
    before, called = base.called(), current.called()
    there = {version.step: before.get(version.step) for version in base.around(HISTORY)[0]}
    line, position, total = current.around(HISTORY)
    return {
        "line": [version.step for version in line],
        "steps": [
            make_step(version, current, called)
            for version in line
            if version.step not in there or there[version.step] != called.get(version.step)
        ],
        "position": position,
        "total": total,
        "forks": make_forks(current, line),
        "undo": current.can_undo,
        "redo": current.can_redo,
    }
