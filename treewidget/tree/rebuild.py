"""Rebuilding a subtree: what stays by hand, what grows anew, what is lost.

A subtree is first laid out as places in pre-order. A place keeps a split, is a leaf, or is a tip
from which the inducer grows. Nothing recurses: trees may be chains of any depth.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..errors import RefusedError
from ..induction.progress import COUNTED
from ..induction.uncollected import uncollected
from .bud import OFTEN, Bud, is_wide
from .node import UNNUMBERED, Node, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..induction.options import Options
    from ..induction.progress import Progress
    from ..induction.sprout import Sprout
    from ..induction.stretch import Stretch
    from .bud import CountMissing
    from .way import Way

    Grown: TypeAlias = tuple[Sprout | Node, Way | None]
    """What grew from a tip, or what grew there before; and all that decided it, if that is known.
    """
    Trail: TypeAlias = tuple[int, "Trail"] | None
    """The ids of the split nodes above a place, the nearest first."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a subtree under rebuilding.

    Attributes
    ----------
    node : Node
        What shall stand here, children apart.
    old : Node or None
        What stood here.
    tip : bool
        Whether the method may grow from here; `node` is a leaf then.
    again : Node or None
        What stood at this tip, where it is known to be what would grow.
    """

    node: Node
    old: Node | None
    tip: bool = False
    again: Node | None = None


def frozen(node: Node, *, keep: bool) -> bool:
    """Whether a leaf stays a leaf when something grows above it."""
    return node.locked or (keep and (node.pruned or node.label is not None))


@uncollected()
def skeleton(root: Node, *, keep: bool, progress: Progress) -> set[int]:
    """Return the ids of the nodes under `root` whose split stays when `root` is regrown.

    A split stays when it is locked or forced, or when something below it is locked, forced,
    labelled or pruned by hand; without `keep` locks alone count.
    """
    ids: set[int] = set()
    ahead: list[tuple[Node, Trail]] = [(root, None)]
    for node, above in progress.emptying(ahead, root.size, COUNTED):
        trail = above if node.split is None else (node.id, above)
        if node.bud is None or (keep and node.bud.pruned):
            ahead.extend((child, trail) for child in node.children)
        own = node.locked or (keep and node.forced)
        stays = trail if own else above
        while (own or frozen(node, keep=keep)) and stays is not None and stays[0] not in ids:
            ids.add(stays[0])
            stays = stays[1]
    return ids


@uncollected()
def extended(root: Node, options: Options, progress: Progress) -> set[int]:
    """Return the ids of the split nodes below which leaves may grow on; as `skeleton` else.

    Not of those where the method has come to its end by these options.
    """
    ids: set[int] = set()
    ahead = [root]
    for node in progress.emptying(ahead, root.size, COUNTED):
        if node.split is not None and not grown_out(node, options):
            ids.add(node.id)
            ahead.extend(node.children)
    return ids


def grown_out(node: Node, options: Options) -> bool:
    """Whether all of a node grew by these options, and the method has stopped at each leaf."""
    way = node.way  # it has none where somebody had a hand in it
    return way is not None and way.is_local and way.bottom is None and way.options == options


@uncollected()
def lay_out(
    roots: Sequence[Node],
    kept: set[int],
    *,
    keep: bool,
    progress: Progress,
    opened: Node | None = None,
    again: bool = False,
) -> list[Place]:
    """Return the places of subtrees that are regrown where they stand.

    `opened` grows even if it is a leaf by hand: the gesture was made on it. With `again` splits
    that do not stay are known to be what would grow.
    """
    places: list[Place] = []
    ahead = list(reversed(roots))
    for old in progress.emptying(ahead, 2 * len(kept) + 1, OFTEN):
        node = old if keep or old.locked else old.but(label=None)
        if old.id in kept:
            places.append(Place(node, old))
            ahead.extend(reversed(old.children))
        elif old is not opened and old.is_leaf and frozen(old, keep=keep):
            places.append(Place(node, old))
        else:
            known = old if again and old.split is not None else None
            places.append(Place(node.unsplit(pruned=False), old, tip=True, again=known))
    return places


def refuse_lost_locks(lost: Sequence[Node], what: str) -> None:
    """Refuse a gesture that would lose a locked node, naming it."""
    locked = next((node for node in lost if node.locked), None)
    if locked is not None:
        raise RefusedError(
            f"{what} would change node {locked.id}, which is locked: "
            f"unlock it first with tree.lock({locked.id}, on=False)"
        )


def build(
    places: Sequence[Place], grown: Sequence[Grown], missing: CountMissing, progress: Progress
) -> Node:
    """Return the subtree of laid out places, tips grown as given (nothing: they are leaves).

    Nodes that come out as they were are the very same objects.
    """
    left = list(grown)
    done: list[Node] = []
    for place in reversed(places):
        if place.tip and grown:
            own = progress.stage(1.0 / len(left))
            done.append(_sprouted(place, *left.pop(), missing, own))
            continue
        branches = 0 if place.node.split is None else place.node.split.branches
        kids = tuple(done.pop() for _ in range(branches))
        done.append(_settled(place.node.but(below=kids), _same_rows(place)))
    return done[0]


def _same_rows(place: Place) -> Node | None:
    """Return what stood at a place, if the rows there are the same."""
    same = place.old is not None and place.old.region is place.node.region
    return place.old if same else None


def _sprouted(
    place: Place, sprout: Sprout | Node, way: Way | None, missing: CountMissing, progress: Progress
) -> Node:
    """Return the subtree of a sprout; a note stays where the same node comes back."""
    if isinstance(sprout, Node) and (place.old is None or place.old.is_leaf):
        return _again(place, sprout)
    done: list[Node] = []
    pairs = _paired(place, sprout, progress)
    noted = any(pair.old is not None and pair.old.note for pair in pairs[1:])
    top = None if noted else way
    inner = top if top is not None and top.is_local else None
    for part, old, opened in progress.over(reversed(pairs), len(pairs)):
        if isinstance(part, Node) and not opened:
            done.append(part)
            continue
        split, gain, count = part.split, part.gain, 0
        if split is not None:
            count = part.missing_n if isinstance(part, Node) else missing(part.region, split)
        below: tuple[Node, ...] | Bud
        if isinstance(part, Node) or part.unmade is None:
            below = tuple(done.pop() for _ in part.children)
        else:
            below = Bud(part.region, part.unmade, missing, inner)
        if part is sprout:
            node = place.node.but(split=split, gain=gain, missing_n=count, below=below, way=top)
        else:
            note = old.note if old is not None else ""
            node = Node(
                *(UNNUMBERED, part.region, split, gain),
                missing_n=count,
                below=below,
                way=None if split is None else inner,
                note=note,
            )
        done.append(_settled(node, old))
    return done[0]


def _again(place: Place, before: Node) -> Node:
    """Return a leaf with what grew there before, which nobody had a hand in."""
    return place.node.but(
        split=before.split,
        gain=before.gain,
        missing_n=before.missing_n,
        below=before.children,
        way=before.way,
    )


class _Pair(NamedTuple):
    """What grew somewhere, what stood there before, and whether all below is to be gone through."""

    part: Sprout | Node
    old: Node | None
    opened: bool


def _paired(place: Place, sprout: Sprout | Node, progress: Progress) -> list[_Pair]:
    """Return each sprout in pre-order with what stood there before.

    Nothing below one that can be taken as it is, or need not be made yet.
    """
    pairs: list[_Pair] = []
    stood = _same_rows(place)
    noted = stood is not None and any(one.note for one in walk(stood, seen=True))
    ahead: list[tuple[Sprout | Node, Node | None]] = [(sprout, stood)]
    for part, old in progress.quiet.emptying(ahead, 1, OFTEN):
        if part is not sprout and old is not None and _as_it_was(part, old):
            pairs.append(_Pair(old, old, opened=False))
            continue
        same = old is not None and old.split == part.split
        if part is not sprout and old is not None and same and _in_lines(part, old, noted=noted):
            opened = False
        elif isinstance(part, Node):
            opened = part is sprout or not (old is None or part is old)
        else:
            opened = same or part.unmade is None
        pairs.append(_Pair(part, old, opened))
        if opened:
            olds = old.children if old is not None and same else ()
            ahead.extend(reversed(list(zip_longest(part.children, olds))))
    return pairs


def _as_it_was(part: Sprout | Node, old: Node) -> bool:
    """Whether lines tell that all comes out as it was, which nobody had a hand in."""
    grown = _stretch_of(part)
    if grown is None or old.bud is None:
        return False
    by_hand = old.forced or old.locked or old.pruned or old.label is not None
    return not by_hand and grown.same_as(old.bud.stretch)


def _in_lines(part: Sprout | Node, old: Node, *, noted: bool) -> bool:
    """Whether what grew can stay lines, though the same split stood there, as something changes.

    Notes are carried over node by node, if any of what stood there is `noted`.
    """
    grown = _stretch_of(part)
    if grown is None or not is_wide(grown) or (isinstance(part, Node) and old.note):
        return False
    return old.bud is not None or (not noted and grown.size != old.size)


def _stretch_of(part: Sprout | Node) -> Stretch | None:
    """Return the lines of what grew, if that is what there is of it."""
    if isinstance(part, Node):
        return None if part.bud is None else part.bud.stretch
    return part.unmade


def _settled(node: Node, old: Node | None) -> Node:
    """Return `old` itself if `node` says nothing else of the same rows."""
    if old is None or old.split != node.split or node.bud is not None:
        return node
    alike = all(a is b for a, b in zip(old.children, node.children, strict=True)) and (
        (old.forced, old.locked, old.pruned, old.label, old.note)
        == (node.forced, node.locked, node.pruned, node.label, node.note)
    )
    return old if alike else node
