"""The gesture `split`: a split by hand, best or forced, on a leaf or in the place of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.words import on_one_line
from ..errors import RefusedError
from ..induction.progress import Progress
from ..induction.unnamed import carried
from . import rebuild
from .editor import Change, Editor, Growth, gone_with, locked_error, notes_gone
from .grafting import graft
from .heirs import heirs
from .node import Node, walk
from .unmade import share_of_making, unmade
from .words import split_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..induction.inducer import Candidate
    from ..induction.region import Region
    from ..induction.splits import Split
    from .gestures import Args
    from .state import State

SEARCHING: Final = 0.9
"""So much of the time it takes to find a split, if nothing is to grow below or carried over."""
CARRIED: Final = 3e4
"""A split that is carried over takes about as long as a growth of so many values."""

MOVED: Final = 1e-4
"""About how many seconds it takes to carry over a node that had to be made before, if it stays."""


def split(editor: Editor, state: State, node: Node, args: Args, progress: Progress) -> Change:
    """Split a node; a split node only with `replace`."""
    if node.locked:
        raise locked_error(node, "split")
    if node.split is not None and not args.get("replace", False):
        present = on_one_line(split_text(node.split, editor.dataset.columns, brief=True))
        raise RefusedError(
            f"node {node.id} is split already ({present}): "
            f"pass replace=True to put another split in its place"
        )
    unknown = unmade(node, None, keep=True, progress=progress)
    making = progress.stage(share_of_making(unknown, MOVED, node, editor.dataset))
    regrow, kept = args.get("regrow", False), rebuild.skeleton(node, keep=True, progress=making)
    many = CARRIED * len(kept)
    share = many / (many + max(node.region.train.n * len(editor.dataset.columns), 1))
    searching = progress.stage(0.0 if regrow else SEARCHING * (1.0 - share))
    made = state.past.asked(node.id, args) or _chosen(editor, node, args, searching)
    growth = Growth(editor.inducer.options, progress) if regrow else None
    carrying = progress.stage(share if regrow else SEARCHING)
    below = _Below(kept, args.get("column") is not None, growth, carrying)
    if made.split == node.split:
        return _same(editor, state, node, below)
    return _other(editor, state, node, made, below)


@dataclass(frozen=True, slots=True)
class _Below:
    """What is to become of what hangs below a split.

    Attributes
    ----------
    kept : set of int
        The ids of the split nodes that stay.
    forced : bool
        Whether the split itself was named by hand.
    growth : Growth or None
        How the method grows on from there, if it does.
    carrying : Progress
        Of carrying over what is kept.
    """

    kept: set[int]
    forced: bool
    growth: Growth | None
    carrying: Progress


def _chosen(editor: Editor, node: Node, args: Args, progress: Progress) -> Candidate:
    """Return the split that is meant. By hand the rules that stop a growth do not hold."""
    if args.get("column") is None:
        return _best(editor, node, progress)
    where, inducer = f"node {node.id}", editor.inducer
    inducer = inducer.heard(inducer.options, progress.quiet)
    at = editor.dataset.column_index(args["column"])
    column, missing = editor.dataset.columns[at], args.get("missing")
    cuts = groups = None
    if args.get("threshold") is not None:
        cuts = tuple(column.parse_cut(cut) for cut in args["threshold"])
    if args.get("groups") is not None:
        named = [[column.level_code(level) for level in group] for group in args["groups"]]
        if len(named) == 1:  # against all other levels
            here = column.codes[inducer.engine.positions(node.region.rows)]
            rest = np.setdiff1d(np.arange(len(column.levels)), named[0]).tolist()
            # where no row has one of them it is known against missing
            named += [rest] if np.isin(rest, here).any() else []
        groups = tuple(map(tuple, named))
    return inducer.forced(node.region, at, cuts, groups, missing, where=where)


def _best(editor: Editor, node: Node, progress: Progress) -> Candidate:
    """Return the best split of all columns."""
    inducer, best = editor.inducer.heard(editor.inducer.options, progress), None
    if node.region.train.impurity > 0:
        best = inducer.looked.leader(inducer, node.region)
    if best is None:
        why = editor.inducer.why_leaf(node.region) or "no column has a split here"
        raise RefusedError(f"node {node.id} has no split to make: {why}")
    return best


def _other(editor: Editor, state: State, node: Node, made: Candidate, below: _Below) -> Change:
    """Put another split in place; what was decided by hand below is carried over."""
    split, columns = _split_of(made), editor.dataset.columns
    regions = [child.region for child in state.past.children(node.id, split)]
    regions = regions or list(editor.inducer.children(node.region, split))
    after, growth = _heirs(editor, node, split, regions, below.kept), below.growth
    grafted = graft(
        [(region, after.get(at)) for at, region in enumerate(regions)],
        below.kept,
        lambda region, kept: _divided(editor, region, kept),
        lambda kept, here: _refigured(editor, kept, here),
        below.carrying,
    )
    left_over = [old for old in node.children if all(old is not one for one in after.values())]
    lost = grafted.lost + [inner for old in left_over for inner in walk(old, seen=True)]
    rebuild.refuse_lost_locks(lost, f"this split of node {node.id}")
    top = node.unsplit(
        split=split, gain=made.gain, missing_n=made.missing_n, forced=below.forced, pruned=False
    )
    places = [rebuild.Place(top, node), *grafted.places]
    sprouts = editor.grown(state, node, places, growth) if growth else []
    labels = sum(inner.label is not None for inner in lost)
    subtree = editor.build(places, sprouts, growth.progress if growth else Progress())
    gone = gone_with(sum(inner.forced for inner in lost), labels, notes_gone(node, subtree))
    return Change(subtree, f"node {node.id}: {split_text(split, columns, brief=True)}{gone}")


def _heirs(
    editor: Editor, node: Node, split: Split, regions: Sequence[Region], kept: set[int]
) -> dict[int, Node]:
    """Return the child that each branch goes on for: of another column by their order."""
    children = node.children
    same = node.split is not None and node.split.column == split.column
    decided = [child.id in kept or rebuild.frozen(child, keep=True) for child in children]
    if not same or not any(decided):
        return dict(zip(range(len(regions)), children, strict=False))
    positions = editor.inducer.engine.positions
    old = [positions(child.region.rows) for child in children]
    new = [positions(region.rows) for region in regions]
    found = heirs(decided, old, new, editor.dataset.n_rows)
    return {to: children[at] for to, at in found.items()}


def _same(editor: Editor, state: State, node: Node, below: _Below) -> Change:
    """Put a split in its own place: nothing goes; it may become forced, and grow on below."""
    columns = editor.dataset.columns
    said = split_text(node.split, columns, brief=True) if node.split else ""
    text = f"node {node.id}: {said}" if said else ""
    forced, growth = below.forced, below.growth
    top = node.but(forced=node.forced or forced)
    places = [rebuild.Place(top, node)]
    if growth is None:
        subtree = top if top.forced != node.forced else node
    else:
        heeding = growth.progress
        quiet = heeding.quiet
        places += rebuild.lay_out(node.children, below.kept, keep=True, progress=quiet)
        subtree = editor.build(places, editor.grown(state, node, places, growth), heeding)
    if subtree is node:
        raise RefusedError(f"{on_one_line(text)} is in force already")
    return Change(subtree, f"{text}, forced" if forced else text)


def _split_of(made: Candidate) -> Split:
    if made.split is None:
        raise RefusedError(made.reason)
    return made.split


def _divided(editor: Editor, region: Region, split: Split) -> tuple[Split, Sequence[Region]]:
    """Return a kept split as it is over the rows that reach it now, and their regions."""
    split = carried(editor.inducer, region, split)
    return split, editor.inducer.children(region, split)


def _refigured(editor: Editor, kept: Node, split: Split) -> Node:
    """Return a kept split with its figures on the rows that reach it now."""
    figures = editor.inducer.candidate(kept.region, split)
    return kept.but(split=split, gain=figures.gain, missing_n=figures.missing_n)
