"""Nodes in pre-order; those that nobody has looked at are made when they are asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast, overload

import numpy as np

from ..data.cut_texts import write_texts
from ..data.runs import each_of, in_runs
from ..induction.line_columns import gains_at, histograms_at, missing_at, splits_at
from ..induction.progress import Progress
from ..induction.region import Region
from ..induction.splits import ThresholdSplit
from ..induction.uncollected import uncollected
from .ids import at_places, each, runs_of
from .node import PRUNED, UNDECIDED, walk
from .renewed import Renewed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from ..induction.region import Figures
    from ..induction.splits import Split
    from .bud import Bud
    from .node import Decided, Node

T = TypeVar("T")


class Seen(NamedTuple):
    """A node that stands by itself, where it stands, and what is below it where lines tell that."""

    at: int
    node: Node
    bud: Bud | Renewed | None


class Bundle(NamedTuple):
    """What hangs in all buds of one growth, or what is new of one.

    Attributes
    ----------
    lines : Lines
    where : slice or int array
        Their lines.
    at : slice or int array
        Where they stand.
    parent : int array
        Where that stands which is above each.
    """

    lines: Lines
    where: slice | Ints
    at: slice | Ints
    parent: Ints


class Preorder(Sequence["Node"]):
    """Nodes in pre-order: some that were seen when this was made, and all that hangs in their buds.

    Parameters
    ----------
    seen : sequence of Seen
    """

    def __init__(self, seen: Sequence[Seen]) -> None:
        self.seen = seen
        last = seen[-1]
        self._size = last.at + 1 + (0 if last.bud is None else last.bud.size)

    @classmethod
    @uncollected()
    def of(cls, root: Node, heeding: Progress | None = None) -> Preorder:
        """Return all nodes of a tree."""
        seen: list[Seen] = []
        ahead, at = [root], 0
        for node in (heeding or Progress()).emptying(ahead, root.size):
            bud = node.bud  # asked once: another thread may look at it meanwhile
            seen.append(Seen(at, node, bud))
            at += 1 if bud is None else node.size
            ahead.extend(reversed(node.children if bud is None else ()))
        return cls(seen)

    @classmethod
    def among(cls, nodes: Iterable[Node], buds: Iterable[Bud | Renewed | None]) -> Preorder:
        """Return some nodes, given in pre-order, each with all that its bud tells."""
        seen: list[Seen] = []
        at = 0
        for node, bud in zip(nodes, buds, strict=True):
            seen.append(Seen(at, node, bud))
            at += 1 if bud is None else 1 + bud.size
        return cls(seen)

    def __len__(self) -> int:
        """Return how many there are."""
        return self._size

    def __iter__(self) -> Iterator[Node]:
        """Go through all of them; they are all made by then."""
        below = ([node] if bud is None else walk(node) for _, node, bud in self.seen)
        return chain.from_iterable(below)

    @overload
    def __getitem__(self, index: int) -> Node: ...
    @overload
    def __getitem__(self, index: slice) -> list[Node]: ...
    def __getitem__(self, index: int | slice) -> Node | list[Node]:
        """Return one of them, or several. O(depth) each."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        at, node, _ = self.seen[bisect_right(self._starts, place) - 1]
        ahead = place - at
        while ahead:
            ahead -= 1
            for child in node.children:
                if ahead < child.size:
                    node = child
                    break
                ahead -= child.size
        return node

    @cached_property
    def _starts(self) -> list[int]:
        return [at for at, _, _ in self.seen]

    def known(self, at: int) -> Node | None:
        """Return the node at a place if it stands by itself: no other was ever changed."""
        start, node, _ = self.seen[bisect_right(self._starts, at) - 1]
        return node if start == at else None

    def standing(self, at: int) -> tuple[Split | None, Region]:
        """Return split and region of the node at a place; what hangs in a bud stays there.

        Such a region does not say which columns were measured on the way.
        """
        bundle, line = (int(each[at]) for each in self._in_bundles)
        if bundle < 0:
            node = self[at]
            return node.split, node.region
        lines = self.bundles[bundle].lines
        made = lines.line(line)
        return made.split, Region(int(lines.depth[line]), *made[2:])

    @contextmanager
    def at_hand(self, asked: NDArray[np.bool_], progress: Progress) -> Iterator[None]:
        """Make what stands at some places together, and keep it at hand for a while."""
        with ExitStack() as kept:
            for lines, where, at, _ in self.bundles:
                some = each_of(where)[asked[at]]
                kept.enter_context(lines.at_hand(some, progress.stage(0.5)))
            yield

    @cached_property
    def _in_bundles(self) -> tuple[Ints, Ints]:
        """Return the bundle that each place is in, or -1, and the line it has there."""
        bundle, line = np.full((2, len(self)), -1, dtype=np.int64)
        for number, (_, where, at, _) in enumerate(self.bundles):
            bundle[at], line[at] = number, each_of(where)
        return bundle, line

    def column(
        self,
        of_node: Callable[[Node], T],
        of_lines: Callable[[Lines, slice | Ints], Sequence[T]],
    ) -> list[T]:
        """Return something of every node: of those seen one by one, of what is in buds at once."""
        values: list[Any] = [None] * len(self)
        with uncollected():
            for at, node, _ in self.seen:
                values[at] = of_node(node)
            for lines, where, there, _ in self.bundles:
                found = of_lines(lines, where)
                if isinstance(there, slice):
                    values[there] = found
                    continue
                for at, value in zip(there.tolist(), found, strict=True):
                    values[at] = value
        return values

    def ids(self) -> list[int]:
        """Return the id of every node."""
        found: list[int] = []
        for _, node, bud in self.seen:
            found.append(node.id)
            found.extend(() if bud is None else each(bud.known))
        return found

    def depths(self) -> list[int]:
        """Return the depth of every node."""
        return self.column(
            lambda node: node.region.depth, lambda lines, where: lines.depth[where].tolist()
        )

    def splits(self) -> list[Split | None]:
        """Return the split of every node."""
        return self.column(lambda node: node.split, splits_at)

    def shown_splits(self) -> list[Split | None]:
        """Return the split of every node; the cuts know their texts, found sooner all together."""
        splits = self.splits()
        write_texts(cut for one in splits if isinstance(one, ThresholdSplit) for cut in one.cuts)
        return splits

    def gains(self) -> list[float | None]:
        """Return the gain of every node's split."""
        return self.column(lambda node: node.gain, gains_at)

    def missing(self) -> list[int]:
        """Return how many training rows of every node lack its split's column."""
        return self.column(lambda node: node.missing_n, missing_at)

    def histograms(self, *, held: bool = False) -> Ints | None:
        """Return the rows of every node in each bin of the target; None in a classification."""
        if self.seen[0].node.region.train.bins is None:
            return None
        return np.array(
            self.column(
                lambda node: figures_at(node, held=held).histogram,
                partial(histograms_at, held=held),
            )
        )

    def decided(self) -> list[Decided]:
        """Return what was decided by hand at every node; gains and missing rows stand elsewhere."""
        found = [UNDECIDED] * len(self)
        for at, node, _ in self.seen:
            found[at] = node.decided
        for lines, where, there, _ in self.bundles:
            for at in each_of(there)[lines.pruned[where]].tolist():
                found[at] = PRUNED
        return found

    @cached_property
    def bundles(self) -> list[Bundle]:
        """What nobody has looked at, growth by growth."""
        buds: dict[Lines, list[tuple[int, int, int]]] = {}
        bundles: list[Bundle] = []
        for at, _, bud in self.seen:
            if isinstance(bud, Renewed):
                there = slice(at + 1, at + 1 + bud.size)
                bundles.append(Bundle(bud.lines, bud.where, there, bud.above(at)))
            elif bud is not None:
                stretch = bud.stretch
                buds.setdefault(stretch.lines, []).append((stretch.line + 1, at + 1, bud.size))
        return bundles + [_bundle(lines, held) for lines, held in buds.items()]

    @cached_property
    def ends(self) -> Ints:
        """The place behind the last one below each, of all nodes of a tree."""
        ends = np.empty(len(self), dtype=np.int64)
        ends[[at for at, _, _ in self.seen]] = [at + node.size for at, node, _ in self.seen]
        for lines, where, at, parent in self.bundles:
            ends[at] = lines.ends[where] + (parent - lines.above[where])
        return ends

    def places(self, ids: Sequence[int]) -> Ints:
        """Return where each of some ids stands, all of them being there."""
        wanted = np.array(ids, dtype=np.int64)
        firsts, begins = self._runs
        run = np.searchsorted(firsts, wanted, side="right") - 1
        found: Ints = begins[run] + wanted - firsts[run]
        return found

    @cached_property
    @uncollected()
    def _runs(self) -> tuple[Ints, Ints]:
        """Return the first id of each run of neighbours, ascending, and where it stands."""
        runs = [(node.id, at) for at, node, _ in self.seen]
        for at, _, bud in self.seen:
            if bud is not None:
                begins, ids = runs_of(bud.known), bud.known
                places = (begins + at + 1).tolist()
                runs += zip(at_places(ids, begins).tolist(), places, strict=True)
        firsts, begins = np.array(sorted(runs), dtype=np.int64).T
        return firsts, begins


def figures_at(node: Node, *, held: bool) -> Figures:
    """Return the figures of a node on the training rows, or on the validation rows, if any."""
    return cast("Figures", node.region.validation) if held else node.region.train


def _bundle(lines: Lines, buds: list[tuple[int, int, int]]) -> Bundle:
    """Return what hangs in buds, each given by its first line, that one's place, and its size."""
    where: slice | Ints
    at: slice | Ints
    if len(buds) == 1:
        first, place, size = buds[0]
        where, at = slice(first, first + size), slice(place, place + size)
        return Bundle(lines, where, at, lines.above[where] + np.int64(place - first))
    firsts, places, sizes = np.array(buds, dtype=np.int64).T
    where, shift = in_runs(firsts, sizes), np.repeat(places - firsts, sizes)
    at = where + shift
    return Bundle(lines, where, at, lines.above[where] + shift)
