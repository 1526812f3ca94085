"""The gesture `grow`: the method rebuilds what nobody decided by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import RefusedError
from ..induction.methods import checked, method, resolve
from ..induction.missing_values import FILLED, refuse_refilling
from ..induction.worth import WHOLE
from ..pruning import finish
from . import rebuild
from .editor import Args, Change, Editor, Growth, forced_under, locked_error, with_forced
from .node import Node, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..induction.options import Options
    from ..induction.progress import Progress
    from .advance import State


def grow(editor: Editor, state: State, node: Node, args: Args, progress: Progress) -> Change:
    """Regrow under a node; with `levels` only extend its leaves."""
    if node.locked and node.is_leaf:
        raise locked_error(node, "grow")
    keep, levels = args.get("keep", True), args.get("levels")
    kept = (
        rebuild.skeleton(node, keep=keep)
        if levels is None
        else {inner.id for inner in walk(node) if inner.split is not None}
    )
    places = rebuild.lay_out([node], kept, keep=keep, opened=node)
    growth = Growth(_options(editor, args), progress, levels)
    subtree = editor.build(places, editor.grown(state, node, places, growth), progress)
    if subtree is node or (node.is_leaf and subtree.is_leaf):
        raise RefusedError(_why_nothing_grew(editor, node, growth))
    gone = forced_under(node) - sum(place.node.forced for place in places)  # none grew
    return Change(subtree, f"node {node.id}: grown" + with_forced(gone))


def _options(editor: Editor, args: Args) -> Options:
    """Return the options of this growth: the tree's own, or a named method's, with changes."""
    given, task = args.get("options", {}), editor.dataset.target.task
    for option in WHOLE:
        if option in given:
            raise RefusedError(
                f"grow cannot change {option}: it belongs to the whole tree; build another with "
                f"DecisionTree(..., {option}=...)"
            )
    own = editor.inducer.options.missing
    if "missing" in given:
        refuse_refilling(own, given["missing"])
    if args.get("method") is not None:
        return resolve(args["method"], task, _fitting(args["method"], given, own))
    return checked(editor.inducer.options, task, given)


def _fitting(name: str, given: Mapping[str, Any], own: str) -> Mapping[str, Any]:
    """Return a named method's options with a strategy for missing values that fits the tree's data.

    Filled data stay filled, and a method that would fill them takes another strategy of its own.
    """
    allowed = method(name).missing
    if "missing" in given or (own in FILLED) is (allowed[0] in FILLED):
        return given
    fits = [one for one in (own, *allowed) if one in allowed and (one in FILLED) is (own in FILLED)]
    return {**given, "missing": fits[0]} if fits else given


def _why_nothing_grew(editor: Editor, node: Node, growth: Growth) -> str:
    if not node.is_leaf:
        return (
            f"growing under node {node.id} changes nothing: every split there is kept by hand or "
            f"is the one the method makes"
        )
    inducer = editor.inducer.with_options(growth.options)
    why = inducer.why_leaf(node.region)
    if not why:
        why = finish.why_gone(growth.options) or "max_leaf_nodes is reached"
    return f"node {node.id} does not grow: {why}"
