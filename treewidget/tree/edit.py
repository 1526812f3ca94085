"""What each gesture does to a tree: the table of verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from ..induction.progress import Progress
from . import marking
from .editor import Args, Change, Editor
from .growing import grow
from .identity import ROOT
from .node import Node
from .pruning import prune_to
from .splitting import split
from .tree import Tree

if TYPE_CHECKING:
    from .gestures import Action

Verb: TypeAlias = Callable[[Editor, Tree, Node, Args, Progress], Change]

VERBS: Final[dict[str, Verb]] = {
    "split": split,
    "grow": grow,
    "prune_to": prune_to,
    "prune": lambda _editor, _tree, node, _args, _progress: marking.prune(node),
    "label": lambda editor, _tree, node, args, _progress: marking.label(editor.dataset, node, args),
    "lock": lambda _editor, _tree, node, args, _progress: marking.lock(node, args),
    "note": lambda _editor, _tree, node, args, _progress: marking.note(node, args),
}


def edited(editor: Editor, tree: Tree, action: Action, progress: Progress) -> Change:
    """Return what a checked action makes of a tree: the new subtree of the node it was made on."""
    node = tree.node(action.args.get("node", ROOT))  # none: the whole tree
    return VERBS[action.name](editor, tree, node, action.args, progress)
