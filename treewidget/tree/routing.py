"""Where records go: down a tree by its own splits, whole or in shares."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ..data.runs import alike
from ..engine.contract import DROP, SHARE, STOP, WAIT
from ..engine.weighted import ASTRAY, shares_of
from ..induction.landing import landed
from ..induction.routes import fullest
from ..induction.uncollected import uncollected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..engine.contract import Floats, Ints
    from ..induction.lines import Lines
    from ..induction.records import Positions, Records
    from ..induction.splits import Split
    from .bud import Bud
    from .node import Node

NOBODY: Final = np.zeros(0, dtype=np.intp)
NOTHING: Final = np.zeros(0)


class Passing(NamedTuple):
    """The records at a node: some whole, some in shares."""

    node: Node
    whole: Positions
    part: Positions
    shares: Floats


@dataclass(slots=True)
class Journey:
    """Where records end: in leaves, or at the nodes where they stop.

    Attributes
    ----------
    ids : list of int
        The nodes where any of them end.
    place : int array
        For each whole record the position of its node among `ids`; -1 for one in shares.
    parts : list
        Records that end at a node in shares: its position among `ids`, the records, the shares.
    """

    ids: list[int]
    place: Ints
    parts: list[tuple[int, Positions, Floats]] = field(default_factory=list)

    def end(self, there: Passing) -> None:
        """Let records end at a node."""
        if not len(there.whole) and not len(there.part):
            return
        self.place[there.whole] = len(self.ids)
        if len(there.part):
            self.parts.append((len(self.ids), there.part, there.shares))
        self.ids.append(there.node.id)

    def end_below(
        self, lines: Lines, passing: Sequence[tuple[Passing, Bud]], records: Records
    ) -> None:
        """Let records end at the leaves of what nobody has looked at, all of one growth."""
        sides = [side for there, _ in passing for side in (there.whole, there.part)]
        buds = [bud for _, bud in passing for _ in range(2)]
        sizes = [len(side) for side in sides]
        here = np.concatenate(sides)
        begin = np.repeat([bud.stretch.line for bud in buds], sizes)
        is_part = np.repeat(np.arange(len(sides)) % 2 == 1, sizes)
        ends, end_of = np.unique(landed(lines, begin, records, here), return_inverse=True)
        end_of += len(self.ids)
        self.ids.extend(_ids_at(ends, [bud for _, bud in passing]))
        self.place[here[~is_part]] = end_of[~is_part]
        if is_part.any():
            of_part, part = end_of[is_part], here[is_part]
            shares = np.concatenate([there.shares for there, _ in passing])
            for end, places in zip(*alike(of_part), strict=True):
                self.parts.append((int(end), part[places], shares[places]))

    @property
    def divided(self) -> Positions:
        """The records that end in shares."""
        return np.flatnonzero(self.place < 0) if self.parts else NOBODY


def _ids_at(ends: Ints, buds: Sequence[Bud]) -> Iterator[int]:
    """Give the ids of ascending lines of one growth, each of which lies in one of some buds."""
    buds = sorted(buds, key=lambda bud: bud.stretch.line)
    of = np.searchsorted([bud.stretch.line for bud in buds], ends, side="right") - 1
    for at, mine in zip(*alike(of), strict=True):
        yield from buds[at].ids_at(ends[mine])


@uncollected()
def travel(
    root: Node,
    records: Records,
    count: int,
    passed: list[Passing] | None = None,
    heed: Callable[[], object] = lambda: None,
) -> Journey:
    """Send so many records down a tree, as new ones; `passed` takes note of every node they pass.

    `heed` is called at every node. A row that was dropped in training goes in shares here: as large
    as the children's training weights.
    """
    journey = Journey([], np.full(count, -1, dtype=np.int64))
    below: dict[Lines, list[tuple[Passing, Bud]]] = {}
    ahead = [Passing(root, np.arange(count), NOBODY, NOTHING)]
    while ahead:
        here = ahead.pop()
        if not len(here.whole) and not len(here.part):
            continue
        heed()
        if passed is not None:
            passed.append(here)
        bud = here.node.bud if passed is None else None
        if bud is not None:
            below.setdefault(bud.stretch.lines, []).append((here, bud))
        elif here.node.split is None:
            journey.end(here)
        else:
            ahead.extend(_divided(here, here.node.split, records, journey))
    for lines, passing in below.items():
        journey.end_below(lines, passing, records)
    return journey


def _divided(here: Passing, split: Split, records: Records, journey: Journey) -> list[Passing]:
    """Return the records at each child; what stops at the node ends its journey."""
    node, whole, part, shares = here
    if split.missing >= 0 and not split.surrogates and not len(part):
        way = records.branches(split, whole, split.missing)
        return [
            Passing(child, whole[way == branch], part, shares)
            for branch, child in enumerate(node.children)
        ]
    split = replace(split, missing=new_way(node, split))
    way = ways_of(split, records, whole)
    way_of_part = ways_of(split, records, part) if len(part) else NOBODY
    if split.missing == STOP:
        stops, ends = way == STOP, way_of_part == STOP
        journey.end(Passing(node, whole[stops], part[ends], shares[ends]))
    cut, astray, others = NOTHING, NOBODY, NOBODY
    if split.missing == SHARE:
        astray, others = np.flatnonzero(way == SHARE), np.flatnonzero(way_of_part == SHARE)
        if len(astray) or len(others):
            cut = child_shares(node)
    children = []
    for branch, child in enumerate(node.children):
        inside = way_of_part == branch
        further, held = part[inside], shares[inside]
        if len(cut) and cut[branch] > 0:
            further = np.concatenate([further, whole[astray], part[others]])
            held = np.concatenate(
                [held, np.full(len(astray), cut[branch]), shares[others] * cut[branch]]
            )
        children.append(Passing(child, whole[way == branch], further, held))
    return children


def ways_of(split: Split, records: Records, here: Positions) -> Ints:
    """Return each record's branch, or its way: `SHARE` or `STOP`."""
    way = records.branches(split, here)
    lost = np.flatnonzero(way < 0)
    for surrogate in split.surrogates:
        if not len(lost):
            break
        side = records.branches(surrogate.split, here[lost])
        way[lost] = np.where(side < 0, ASTRAY, 1 - side) if surrogate.flipped else side
        lost = lost[side < 0]
    way[lost] = split.missing
    return way


def new_way(node: Node, split: Split) -> int:
    """Return where new records go that neither a node's split nor its surrogates know.

    Rows dropped in training go in shares; with surrogates the majority is that of all rows that
    went to each child, and in training that of the known ones.
    """
    if split.missing == WAIT or (split.surrogates and split.missing >= 0):
        return fullest(_rows(node))
    return SHARE if split.missing == DROP else split.missing


def turned(node: Node) -> bool:
    """Whether new records may go to another branch of a node than such training rows went."""
    split = node.split
    if split is None or not split.surrogates or split.missing < 0:
        return False
    return new_way(node, split) != split.missing


def child_shares(node: Node) -> Floats:
    """Return how much of a record that is cut at a node goes to each child."""
    return shares_of(_weights(node))


def _rows(node: Node) -> Ints:
    return np.array([child.region.train.n for child in node.children])


def _weights(node: Node) -> Floats:
    return np.array([child.region.train.weight for child in node.children])
