"""Growth: depth-first, or best-first under a number of leaves; never recursive.

A growth works on drafts, which it may change, and hands back sprouts, which nobody may.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .judging import shown_gain
from .search.places import TIE
from .sprout import Sprout
from .uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chooser import Chooser
    from .progress import Progress
    from .region import Region
    from .search.found import Found
    from .splits import Split


MOST: Final = 512
"""So many places are searched together: more would hardly be quicker, and hear of a cancel late."""
LARGE: Final = 0.04
"""A place whose search is such a part of a growth or more tells how far it is by itself."""


@dataclass(slots=True, eq=False)
class Draft:
    """A node while it grows.

    Attributes
    ----------
    levels : int or None
        How much deeper it may go; None: as deep as it likes.
    ahead : int
        About how many levels there are to search, from this one down.
    """

    region: Region
    levels: int | None
    ahead: int
    split: Split | None = None
    gain: float | None = None
    children: list[Draft] = field(default_factory=list)


def grow(
    chooser: Chooser,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region; one sprout for each, in their order."""
    starts = [Draft(region, levels, _ahead(chooser, region, levels)) for region in regions]
    most = chooser.options.max_leaf_nodes
    with uncollected():
        if most is None:
            _depth_first(chooser, starts, progress)
        else:
            _best_first(chooser, starts, most - leaves_taken, progress)
        return sprouts(starts, progress.quiet)


def sprouts(starts: Sequence[Draft], heeding: Progress) -> list[Sprout]:
    """Turn drafts into sprouts, deepest first."""
    order: list[Draft] = []
    stack = list(starts)
    while stack:
        draft = stack.pop()
        order.append(draft)
        stack += draft.children
    made: dict[int, Sprout] = {}
    for draft in heeding.over(reversed(order), len(order)):  # a child comes after its parent
        children = tuple(made.pop(id(child)) for child in draft.children)
        made[id(draft)] = Sprout(draft.region, draft.split, draft.gain, children)
    return [made[id(draft)] for draft in starts]


def _open(chooser: Chooser, chosen: Sequence[tuple[Draft, Split, float]]) -> None:
    """Make the children of some drafts by the split of each, which gains so much."""
    below = chooser.children_of(
        [draft.region for draft, _, _ in chosen], [split for _, split, _ in chosen]
    )
    for (draft, split, gain), regions in zip(chosen, below, strict=True):
        levels = None if draft.levels is None else draft.levels - 1
        draft.split, draft.gain = split, shown_gain(chooser, draft.region, split, regions, gain)
        draft.children = [Draft(region, levels, max(draft.ahead - 1, 0)) for region in regions]


def levels_under(region: Region, max_depth: int | None, levels: int | None) -> int | None:
    """Return how many levels a region may have below it, where no more than `levels` are asked."""
    if max_depth is None:
        return levels
    below = max(max_depth - region.depth, 0)
    return below if levels is None else min(below, levels)


def _ahead(chooser: Chooser, region: Region, levels: int | None) -> int:
    """Return about how many levels are searched: as of halves, unless fewer are allowed.

    The last ones allowed take next to nothing where a search looks ahead: it looks no further.
    """
    halves = max(region.train.n // max(chooser.limits.leaf_rows, 1), 1).bit_length()
    most = levels_under(region, chooser.options.max_depth, levels)
    if most is None:
        return halves
    return min(max(most - chooser.options.lookahead + 1, min(most, 1)), halves)


def _depth_first(chooser: Chooser, starts: Sequence[Draft], progress: Progress) -> None:
    """Go down from every start; small places that stand next are searched together."""
    whole = sum(draft.region.train.weight * draft.ahead for draft in starts)
    done, room = 0.0, chooser.room
    stack = list(reversed(starts))
    while stack:
        drafts = _next(stack, room)
        searching = _telling(chooser, drafts, done, whole, progress)
        choices = _choices(searching, drafts)
        progress.step(done / whole if whole else 0.0)
        made = []
        for draft, chosen in zip(drafts, choices, strict=True):
            ahead = draft.ahead if chosen is None else min(draft.ahead, 1)
            done += draft.region.train.weight * ahead
            if chosen is not None:
                made.append((draft, chosen.build(), chosen.plain_gain))
        _open(chooser, made)
        for draft, _, _ in made:
            stack += reversed(draft.children)
    progress.step(1.0)


def _telling(
    chooser: Chooser, drafts: Sequence[Draft], done: float, whole: float, progress: Progress
) -> Chooser:
    """Return a chooser whose search tells how far it is, where it is no small part of a growth."""
    most = drafts[0].region.train.weight if drafts[0].ahead else 0.0
    if len(drafts) > 1 or most <= LARGE * whole:
        return chooser
    return chooser.heard(chooser.options, progress.stage(most / max(whole - done, most)))


def _next(stack: list[Draft], room: int) -> list[Draft]:
    """Take the next draft, and some of those behind it while there is room for their rows."""
    taken = [stack.pop()]
    room -= taken[0].region.train.n
    while stack and len(taken) < MOST and (room := room - stack[-1].region.train.n) >= 0:
        taken.append(stack.pop())
    return taken


def _choices(chooser: Chooser, drafts: Sequence[Draft]) -> list[Found | None]:
    """Return what the method makes of each draft; None where it stops or may go no deeper."""
    asked = [draft for draft in drafts if draft.levels != 0]
    found = chooser.choices([draft.region for draft in asked])
    chosen = dict(zip(asked, found, strict=True))
    return [chosen.get(draft) for draft in drafts]


def _best_first(chooser: Chooser, starts: Sequence[Draft], most: int, progress: Progress) -> None:
    """Split the leaf with the largest decrease over all, until there are `most` leaves.

    One whose split has more branches than there is room for stays a leaf.
    """
    leaves = len(starts)
    frontier = _Frontier(chooser)
    todo = list(starts)
    while True:
        for draft in todo:
            progress.step((leaves - len(starts)) / max(most - len(starts), 1))
            if leaves < most:
                frontier.add(draft)
        if leaves >= most or not frontier:
            break
        draft, split, gain = frontier.take()
        todo = []
        if leaves - 1 + split.branches <= most:  # else it never fits: there are only more leaves
            _open(chooser, [(draft, split, gain)])
            leaves += len(draft.children) - 1
            todo = draft.children
    progress.step(1.0)


class _Frontier:
    """Leaves that can be split, the largest ``w * gain`` first; the oldest among equals."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self._heap: list[tuple[float, int, Draft, Split, float]] = []
        self._count = 0

    def __bool__(self) -> bool:
        return bool(self._heap)

    def add(self, draft: Draft) -> None:
        chosen = _choices(self._chooser, [draft])[0]
        if chosen is not None:
            rank = -self._chooser.weight_of(draft.region) * chosen.gain
            heapq.heappush(
                self._heap, (rank, self._count, draft, chosen.build(), chosen.plain_gain)
            )
            self._count += 1

    def take(self) -> tuple[Draft, Split, float]:
        equals = [heapq.heappop(self._heap)]
        least = equals[0][0] * (1.0 - TIE)
        while self._heap and self._heap[0][0] <= least:
            equals.append(heapq.heappop(self._heap))
        oldest = min(equals, key=lambda entry: entry[1])
        for entry in equals:
            if entry is not oldest:
                heapq.heappush(self._heap, entry)
        return oldest[2:]
