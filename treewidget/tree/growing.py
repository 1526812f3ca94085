"""The gesture `grow`: the method rebuilds what nobody decided by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..data.words import counted
from ..errors import RefusedError
from ..induction.progress import Progress
from ..induction.winnowing import winnowed
from ..pruning import finish
from . import rebuild
from .editor import (
    Change,
    Editor,
    Growth,
    forced_under,
    gone_with,
    labels_under,
    locked_error,
    notes_gone,
)
from .growth_options import options_of
from .node import walk
from .sums import leaves_of
from .unmade import share_of_making, unmade

if TYPE_CHECKING:
    from ..induction.options import Options
    from .gestures import Args
    from .node import Node
    from .state import State


BELOW: Final = 3e-5
"""About how many seconds more a growth takes for each node that had to be made before."""
FINDING: Final = 0.65
"""So much of what comes before a growth finding out takes what stays."""


def grow(editor: Editor, state: State, node: Node, args: Args, progress: Progress) -> Change:
    """Regrow under a node; with `levels` only extend its leaves."""
    if node.locked and node.is_leaf:
        raise locked_error(node, "grow")
    keep, levels = args.get("keep", True), args.get("levels")
    growth = Growth(options_of(editor.inducer, args), progress, levels)
    options = None if levels is None else growth.options
    many = unmade(node, options, keep=keep, progress=progress)
    laying_out = progress.stage(share_of_making(many, BELOW, node, editor.dataset))
    finding = laying_out.stage(FINDING)
    if options is not None:
        kept = rebuild.extended(node, options, finding)
    else:
        kept = rebuild.skeleton(node, keep=keep, progress=finding)
    places = rebuild.lay_out(
        [node], kept, keep=keep, progress=laying_out, opened=node, again=options is not None
    )
    subtree = editor.build(places, editor.grown(state, node, places, growth), progress)
    if subtree is node or (node.is_leaf and subtree.is_leaf):
        raise RefusedError(_why_nothing_grew(editor, state, node, growth, keep=keep))
    forced = forced_under(node) - sum(place.node.forced for place in places)  # none grew
    labels = labels_under(node) - sum(place.node.label is not None for place in places)
    gone = gone_with(forced, labels, notes_gone(node, subtree))
    return Change(subtree, f"node {node.id}: grown{gone}")


def _why_nothing_grew(
    editor: Editor, state: State, node: Node, growth: Growth, *, keep: bool
) -> str:
    if not node.is_leaf:
        many = _leaves_by_hand(node) if keep else 0
        ends = f"it ends at {counted(many, 'leaf')} made by hand, unless keep=False, and "
        return (
            f"growing under node {node.id} changes nothing: {ends if many else ''}"
            "every split there is kept by hand or is the one the method makes"
        )
    leaves = leaves_of(state.tree.root, editor.dataset.target)
    return f"node {node.id} does not grow: {why_bare(editor, node, growth.options, leaves)}"


def _leaves_by_hand(node: Node) -> int:
    """Return how many leaves of a subtree would grow, had nobody pruned or labelled them."""
    many = 0
    for one in walk(node, seen=True):
        if one.bud is not None:
            many += one.bud.pruned
        elif one.is_leaf and not one.locked:
            many += rebuild.frozen(one, keep=True)
    return many


def why_bare(editor: Editor, leaf: Node, options: Options, leaves: int = 1) -> str:
    """Return why a growth by these options makes nothing of a leaf, of so many in its tree."""
    inducer = editor.inducer.with_options(options)
    if why := inducer.why_leaf(leaf.region):
        return why
    if (most := options.max_leaf_nodes) is not None:
        best = inducer.choice(leaf.region)
        if best is not None and leaves - 1 + best.build().branches > most:
            return "max_leaf_nodes leaves no room for its branches"
    if options.winnow and winnowed(inducer, Progress()).why_leaf(leaf.region):
        return "what winnow= keeps of the data has no split there"
    return finish.why_gone(options) or "what window= keeps of the data has no split there"
