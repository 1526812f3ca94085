"""Windowing: a tree is grown on a part of the rows, until it is right about the others.

As Quinlan (1979, 1986) has it: a window is drawn, a tree grown on it, the other rows are classified
and some that it gets wrong join the window, until there are none. At most half the window's size
joins it at a time, drawn where there are more. It ends at the latest when the window holds all
rows, and before that where no tree could do better: rows with the same values and different
classes are wrong for ever (O'Keefe 1983). Where losses are given a tree is wrong about a row if
what it says costs anything, and no tree does better than the least costs. The last tree's splits
are then made on all rows, whose counts its nodes carry.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.runs import stable_order
from ..data.weights import cheapest
from .growth import grow
from .judging import judged
from .progress import COUNTED
from .routes import for_new_rows, route_of
from .sprout import Sprout
from .unnamed import carried

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.dataset import Dataset
    from ..engine.contract import Floats, Rows
    from .chooser import Chooser
    from .options import Options
    from .progress import Progress
    from .region import Region
    from .splits import Split

SETTLED: Final = 6.0
"""So many times fewer rows each tree is wrong about, once all of them joined its window."""
SENT: Final = 1.0 / 6.0
"""What a row that goes down a tree takes, of what one that the tree is grown on does."""


def grow_in_windows(
    chooser: Chooser,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region by windows of its own; one sprout for each."""
    whole = chooser.heard(replace(chooser.options, window=None), progress.quiet)
    windows = [Window(whole, region, chooser.options) for region in regions]
    grown: list[Sprout] = []
    while any(window.is_open for window in windows):
        held = [window.region() for window in windows]
        now = sum(window.work() for window in windows)
        ahead = sum(window.ahead() for window in windows)
        heard = progress.stage(now / max(now + ahead, 1.0))
        grown = grow(whole, held, leaves_taken=leaves_taken, levels=levels, progress=heard)
        for window, sprout in zip(windows, grown, strict=True):
            window.widen(sprout)
    made = [on_all_rows(whole, *pair) for pair in zip(grown, regions, strict=True)]
    progress.step(1.0)
    return made


class Window:
    """The rows of a region that its tree is grown on.

    Attributes
    ----------
    is_open : bool
        Whether another tree may do better.
    """

    def __init__(self, chooser: Chooser, region: Region, options: Options) -> None:
        engine, dataset = chooser.engine, chooser.dataset
        self._chooser = chooser
        self._region = region
        self._positions = engine.positions(region.rows)
        self._shares = engine.shares(region.rows)
        self._draw = np.random.default_rng(options.window_seed)
        rows = len(self._positions)
        size = min(max(round((options.window or 1.0) * rows), 1), rows)
        self._held = np.zeros(rows, dtype=bool)
        self._held[self._draw.choice(rows, size, replace=False)] = True
        self._weights = np.ones(rows) if self._shares is None else self._shares
        if dataset.weights is not None:
            self._weights = self._weights * dataset.weights[self._positions]
        self._least = least_errors(dataset, self._positions, self._weights, chooser.progress)
        self._outside = rows - size
        self.is_open = True

    def work(self) -> float:
        """Return the work of the tree to be grown now."""
        return self._work_of(float(self._held.sum()))

    def _work_of(self, held: float) -> float:
        """Return how many rows a tree is grown on, and a share of all those that go down it."""
        return held + SENT * len(self._held)

    def ahead(self) -> float:
        """Guess the work of all trees to come, and of the region where splits are made on it.

        Every tree is taken to be wrong about what could not join for it, or else about a sixth
        of what the last one was wrong about: the windows fill quickly, and end in many small steps.
        """
        held, outside = float(self._held.sum()), float(self._outside)
        total = float(len(self._held))
        while self.is_open and outside >= SETTLED:
            joined = min(outside, max(held // 2, 1.0))
            outside = outside - joined if joined < outside else outside / SETTLED
            held += joined
            total += self._work_of(held)
        return total

    def region(self) -> Region:
        """Return the window's rows as a region."""
        engine, here = self._chooser.engine, self._positions[self._held]
        rows = engine.rows(here)
        if self._shares is not None:
            rows = engine.weighted(here, self._shares[self._held])
        bare = self._chooser.regions.region(self._region.depth, rows)
        return replace(bare, measured=self._region.measured)

    def widen(self, sprout: Sprout) -> None:
        """Let rows in that a tree is wrong about, or close the window."""
        target = self._chooser.dataset.target
        told = classes_of(self._chooser, sprout, self._region.rows)
        lost = target.lost(told, target.codes[self._positions])
        errors = float((self._weights * lost).sum())
        outside = np.flatnonzero((lost > 0) & ~self._held)
        self._outside = len(outside)
        if not len(outside) or errors <= self._least * (1.0 + 1e-9):
            self.is_open = False
            return
        most = max(int(self._held.sum()) // 2, 1)
        if len(outside) > most:
            outside = self._draw.choice(outside, most, replace=False)
        self._held[outside] = True


def least_errors(
    dataset: Dataset, rows: NDArray[np.intp], weights: Floats, progress: Progress
) -> float:
    """Return what any tree gets wrong: rows alike in all columns, of several classes.

    It is their weight, or what that costs by losses.

    Rows are told apart by one column after another, those of most values first; of rows that are
    alike so far only those of several classes are looked at again.
    """
    classes = dataset.target.codes[rows].astype(np.int64)
    left, alike = np.arange(len(rows)), np.zeros(len(rows), dtype=np.int64)
    columns = sorted(dataset.columns, key=lambda column: -len(column.keys))
    for column in progress.quiet.over(columns, len(columns), 1):
        apart = alike * (len(column.keys) + 1) + column.codes[rows[left]] + 1
        order = stable_order(apart)
        first = np.diff(apart[order], prepend=-1) != 0
        left, alike = left[order], first.cumsum() - 1
        begins, here = np.flatnonzero(first), classes[left]
        if len(begins):
            low, high = (pick.reduceat(here, begins) for pick in (np.minimum, np.maximum))
            several = (low != high)[alike]
            left, alike = left[several], alike[several]
    counts = np.zeros((int(alike.max(initial=-1)) + 1, len(dataset.target.classes)))
    np.add.at(counts, (alike, classes[left]), weights[left])
    if dataset.target.stakes is not None:
        return float(dataset.target.stakes.costs(counts).min(axis=1).sum())
    return float((counts.sum(axis=1) - counts.max(axis=1)).sum())


def classes_of(chooser: Chooser, sprout: Sprout, rows: Rows) -> NDArray[np.intp]:
    """Return the class that a tree gives each row of a set, as if the row were new."""
    engine, dataset = chooser.engine, chooser.dataset
    places = engine.positions(rows)
    votes = np.zeros((len(places), len(dataset.target.classes)))

    def vote(some: Rows, spread: Floats) -> None:
        at, shares = np.searchsorted(places, engine.positions(some)), engine.shares(some)
        votes[at] += spread if shares is None else shares[:, None] * spread

    ahead = [(sprout, rows, _spread(sprout, None))]
    for node, here, above in chooser.progress.quiet.emptying(ahead, 1, COUNTED):
        spread = _spread(node, above)
        if node.split is None:
            vote(here, spread)
            continue
        weights = np.array([child.region.train.weight for child in node.children])
        counts = np.array([child.region.train.n for child in node.children])
        route = for_new_rows(route_of(dataset, node.split), weights, counts)
        parts = engine.partition(here, route)
        if sum(map(engine.size, parts)) < engine.size(here):  # some go no further
            vote(here, spread)
            for part in parts:
                vote(part, -spread)
        ahead.extend(
            (child, part, spread) for child, part in zip(node.children, parts, strict=True)
        )
    votes = votes.round(9)
    if dataset.target.stakes is not None:
        return cheapest(dataset.target.stakes.costs(votes))
    return np.asarray(votes.argmax(axis=1))


def _spread(node: Sprout, above: Floats | None) -> Floats:
    """Return the shares of the classes at a node; its parent's where no training row reached it."""
    stats, weight = node.region.train.stats, node.region.train.weight
    if weight > 0 or above is None:
        return stats / max(weight, 1e-300)
    return above


def on_all_rows(chooser: Chooser, sprout: Sprout, region: Region) -> Sprout:
    """Return a tree's splits made on another region, with the counts they have there."""
    made: dict[int, Sprout] = {}
    order: list[tuple[Sprout, Region, Split | None]] = []
    ahead, heeding = [(sprout, region)], chooser.progress.quiet
    for node, here in heeding.emptying(ahead, 1, COUNTED):
        split = None if node.split is None else carried(chooser, here, node.split)
        parts = () if split is None else chooser.children(here, split)
        order.append((node, here, split))
        ahead.extend(zip(node.children, parts, strict=True))
    for node, here, split in heeding.over(reversed(order), len(order), COUNTED):
        children = tuple(made.pop(id(child)) for child in node.children)
        gain = None
        if split is not None:
            gain = judged(chooser, replace(here, validation_rows=None), split).gain
        made[id(node)] = Sprout(here, split, gain, children)
    return made[id(sprout)]
