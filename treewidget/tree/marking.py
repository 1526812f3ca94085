"""The gestures that compute nothing: prune, label, lock, note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import RefusedError
from . import rebuild
from .editor import Change, forced_under, gone_with, labels_below, locked_error, notes_gone
from .lines import literal
from .node import Node, walk

if TYPE_CHECKING:
    from ..data import Dataset
    from .gestures import Args


def prune(node: Node) -> Change:
    """Make a leaf of a split node: its figures are there already."""
    if node.is_leaf:
        raise RefusedError(f"node {node.id} is a leaf already: there is nothing to prune below it")
    if node.locked:
        raise locked_error(node, "prune")
    below = [inner for inner in walk(node, seen=True) if inner is not node]
    rebuild.refuse_lost_locks(below, f"pruning node {node.id}")
    leaf = node.unsplit(pruned=True)
    gone = gone_with(forced_under(node), labels_below(node), notes_gone(node, leaf))
    return Change(leaf, f"node {node.id}: pruned{gone}")


def label(dataset: Dataset, node: Node, args: Args) -> Change:
    """Set a node's prediction by hand, or take that back."""
    if node.locked:
        raise locked_error(node, "label")
    value, target = args["value"], dataset.target
    if value is None:
        if node.label is None:
            raise RefusedError(f"node {node.id} has no label to take back")
        return Change(node.but(label=None), f"node {node.id}: label taken back")
    code = target.class_code(value) if target.task == "classification" else float(value)
    if node.label == code:
        raise RefusedError(f"node {node.id} is labelled {literal(value)} already")
    return Change(node.but(label=code), f"node {node.id}: predicts {literal(value)}")


def lock(node: Node, args: Args) -> Change:
    """Lock or unlock."""
    on = args.get("on", True)
    if node.locked == on:
        raise RefusedError(f"node {node.id} is {'locked already' if on else 'not locked'}")
    return Change(node.but(locked=on), f"node {node.id}: {'locked' if on else 'unlocked'}")


def note(node: Node, args: Args) -> Change:
    """Write a note; an empty one takes it away."""
    text = args["text"]
    if node.note == text:
        said = "says that already" if text else "is empty already"
        raise RefusedError(f"the note of node {node.id} {said}")
    return Change(node.but(note=text), f"node {node.id}: {'noted' if text else 'note taken away'}")
