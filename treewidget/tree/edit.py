"""What each gesture does to a tree: the table of verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from . import marking
from .growing import grow
from .identity import ROOT
from .pruning import prune_to
from .splitting import split

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..induction.progress import Progress
    from .editor import Change, Editor
    from .gestures import Action, Args
    from .node import Node
    from .state import State

    Verb: TypeAlias = Callable[[Editor, State, Node, Args, Progress], Change]

VERBS: Final[dict[str, Verb]] = {
    "split": split,
    "grow": grow,
    "prune_to": prune_to,
    "prune": lambda _editor, _now, node, _args, _told: marking.prune(node),
    "label": lambda editor, _now, node, args, _told: marking.label(editor.dataset, node, args),
    "lock": lambda _editor, _now, node, args, _told: marking.lock(node, args),
    "note": lambda _editor, _now, node, args, _told: marking.note(node, args),
}


def edited(editor: Editor, state: State, action: Action, progress: Progress) -> Change:
    """Return what a checked action makes of a tree: the new subtree of the node it was made on."""
    node = state.tree.node(action.args.get("node", ROOT))  # none: the whole tree
    return VERBS[action.name](editor, state, node, action.args, progress)
