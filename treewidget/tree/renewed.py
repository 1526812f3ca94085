"""What grew where other things had grown: what of it is new, told by lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..induction.line_pairs import same_splits
from .ids import at_places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..induction.lines import Lines
    from .bud import Bud
    from .ids import Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Renewed:
    """Of all that hangs in a bud what is new or says something new, with all above it there.

    Attributes
    ----------
    lines : Lines
    where : int array
        Its lines, ascending.
    known : int array
        Their ids.
    news : bool array
        Which of them themselves say something new.
    """

    lines: Lines
    where: Ints
    known: NDArray[np.integer]
    news: NDArray[np.bool_]

    @property
    def size(self) -> int:
        """How many nodes it tells of."""
        return len(self.where)

    def above(self, at: int) -> Ints:
        """Return where the node above each stands, if the one above all of them stands `at`."""
        found: Ints = np.searchsorted(self.where, self.lines.above[self.where], side="right") + at
        return found

    def part(self, which: NDArray[np.bool_]) -> Renewed:
        """Return some of it."""
        cut = {name: getattr(self, name)[which] for name in ("where", "known", "news")}
        return replace(self, **cut)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What sets apart what hangs in two buds of the same first split.

    Attributes
    ----------
    renewed : Renewed
    made, removed : int arrays
        Ids that only the later has, and only the earlier.
    tops : list of int
        Those made that hang below none of them.
    """

    renewed: Renewed
    made: NDArray[np.integer]
    removed: NDArray[np.integer]
    tops: list[int]


def change(old: Bud, new: Bud) -> Change:
    """Return what sets two buds apart: an id means the same place for ever. O(nodes)."""
    lines, first = new.stretch.lines, new.stretch.line + 1
    before, after = (_listed(bud.known) for bud in (old, new))
    place = np.full(1 + max(int(ids.max()) for ids in (before, after)), -1, dtype=np.int32)
    place[before] = np.arange(len(before))
    made, removed = place[after] < 0, np.ones(len(before), dtype=bool)
    here = np.flatnonzero(~made)
    there = place[after[here]]
    removed[there] = False
    news = made.copy()
    news[here] = _differ(lines, here + first, old.stretch.lines, there + old.stretch.line + 1)
    above = lines.above[first : first + new.size] - first  # -1 of the topmost
    shown = np.append(news, True)  # the last stands for the node above all
    ahead = above[news]
    while len(ahead := np.unique(ahead[~shown[ahead]])):
        shown[ahead] = True
        ahead = above[ahead]
    where = np.flatnonzero(shown[:-1])
    tops = after[made & ~np.append(made, False)[above]]
    renewed = Renewed(lines, where + first, after[where], news[where])
    return Change(renewed, after[made], before[removed], tops.tolist())


def _listed(ids: Numbers) -> NDArray[np.integer]:
    return at_places(ids, np.arange(len(ids)))


def _differ(new: Lines, here: Ints, old: Lines, there: Ints) -> NDArray[np.bool_]:
    """Return which of the same nodes are split otherwise, by another gain, or pruned."""
    gains = new.grown.gain[here] != old.grown.gain[there]
    inner = new.grown.column[here] >= 0
    pruned = new.pruned[here] != old.pruned[there]
    differ: NDArray[np.bool_] = ~same_splits(new, here, old, there) | (inner & gains) | pruned
    return differ
