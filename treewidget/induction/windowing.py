"""Windowing: a tree is grown on a part of the rows, until it is right about the others.

As Quinlan (1979, 1986) has it: a window is drawn, a tree grown on it, the other rows are classified
and some that it gets wrong join the window, until there are none. At most half the window's size
joins it at a time, drawn where there are more. It ends at the latest when the window holds all
rows, and before that where no tree could do better: rows with the same values and different
classes are wrong for ever (O'Keefe 1983). The last tree's splits are then made on all rows, whose
counts its nodes carry.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from .growth import Sprout, grow
from .progress import COUNTED
from .routes import for_new_rows, route_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.dataset import Dataset
    from ..engine.contract import Floats, Rows
    from .inducer import Inducer
    from .options import Options
    from .progress import Progress
    from .region import Region

SETTLED: Final = 6.0
"""So many times fewer rows each tree is wrong about, once all of them joined its window."""


def grow_in_windows(
    inducer: Inducer,
    regions: Sequence[Region],
    *,
    leaves_taken: int,
    levels: int | None,
    progress: Progress,
) -> list[Sprout]:
    """Grow from every region by windows of its own; one sprout for each."""
    whole = inducer.heard(replace(inducer.options, window=None), progress.stage(0.0))
    windows = [Window(whole, region, inducer.options) for region in regions]
    grown: list[Sprout] = []
    while any(window.is_open for window in windows):
        held = [window.region() for window in windows]
        now = sum(region.train.n for region in held)
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

    def __init__(self, inducer: Inducer, region: Region, options: Options) -> None:
        engine, dataset = inducer.engine, inducer.dataset
        self._inducer = inducer
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
        self._least = least_errors(dataset, self._positions, self._weights)
        self._outside = rows - size
        self.is_open = True

    def ahead(self) -> float:
        """Guess how many rows all windows to come hold, and the region where splits are made on it.

        Every tree is taken to be wrong about what could not join for it, or else about a sixth
        of what the last one was wrong about: the windows fill quickly, and end in many small steps.
        """
        held, outside = float(self._held.sum()), float(self._outside)
        total = float(len(self._held))
        while self.is_open and outside >= SETTLED:
            joined = min(outside, max(held // 2, 1.0))
            outside = outside - joined if joined < outside else outside / SETTLED
            held += joined
            total += held
        return total

    def region(self) -> Region:
        """Return the window's rows as a region."""
        engine, here = self._inducer.engine, self._positions[self._held]
        rows = engine.rows(here)
        if self._shares is not None:
            rows = engine.weighted(here, self._shares[self._held])
        bare = self._inducer.regions.region(self._region.depth, rows)
        return replace(bare, measured=self._region.measured)

    def widen(self, sprout: Sprout) -> None:
        """Let rows in that a tree is wrong about, or close the window."""
        codes = self._inducer.dataset.target.codes[self._positions]
        wrong = classes_of(self._inducer, sprout, self._region.rows) != codes
        errors = float(self._weights[wrong].sum())
        outside = np.flatnonzero(wrong & ~self._held)
        self._outside = len(outside)
        if not len(outside) or errors <= self._least * (1.0 + 1e-9):
            self.is_open = False
            return
        most = max(int(self._held.sum()) // 2, 1)
        if len(outside) > most:
            outside = self._draw.choice(outside, most, replace=False)
        self._held[outside] = True


def least_errors(dataset: Dataset, rows: NDArray[np.intp], weights: Floats) -> float:
    """Return the weight that any tree gets wrong: rows alike in all columns, of several classes."""
    if not len(rows):
        return 0.0
    codes = np.stack([column.codes[rows] for column in dataset.columns], axis=1)
    alike = np.unique(codes, axis=0, return_inverse=True)[1].ravel()
    counts = np.zeros((int(alike.max()) + 1, len(dataset.target.classes)))
    np.add.at(counts, (alike, dataset.target.codes[rows]), weights)
    return float((counts.sum(axis=1) - counts.max(axis=1)).sum())


def classes_of(inducer: Inducer, sprout: Sprout, rows: Rows) -> NDArray[np.intp]:
    """Return the class that a tree gives each row of a set, as if the row were new."""
    engine, dataset = inducer.engine, inducer.dataset
    places = engine.positions(rows)
    votes = np.zeros((len(places), len(dataset.target.classes)))
    ahead = [(sprout, rows, _spread(sprout, votes[0] if len(votes) else None))]
    for node, here, above in inducer.progress.stage(0.0).emptying(ahead, 1, COUNTED):
        held, shares = engine.positions(here), engine.shares(here)
        at = np.searchsorted(places, held)
        spread = _spread(node, above)
        votes[at] += spread if shares is None else shares[:, None] * spread
        if node.split is None:
            continue
        weights = np.array([child.region.train.weight for child in node.children])
        counts = np.array([child.region.train.n for child in node.children])
        route = for_new_rows(route_of(dataset, node.split), weights, counts)
        for child, part in zip(node.children, engine.partition(here, route), strict=True):
            went = np.searchsorted(places, engine.positions(part))
            share = engine.shares(part)
            votes[went] -= spread if share is None else share[:, None] * spread
            ahead.append((child, part, spread))
    return np.asarray(votes.round(9).argmax(axis=1))


def _spread(node: Sprout, above: Floats | None) -> Floats:
    """Return the shares of the classes at a node; its parent's where no training row reached it."""
    stats, weight = node.region.train.stats, node.region.train.weight
    if weight > 0 or above is None:
        return stats / max(weight, 1e-300)
    return above


def on_all_rows(inducer: Inducer, sprout: Sprout, region: Region) -> Sprout:
    """Return a tree's splits made on another region, with the counts they have there."""
    made: dict[int, Sprout] = {}
    order: list[tuple[Sprout, Region]] = []
    ahead, heeding = [(sprout, region)], inducer.progress.stage(0.0)
    for node, here in heeding.emptying(ahead, 1, COUNTED):
        parts = () if node.split is None else inducer.children(here, node.split)
        order.append((node, here))
        ahead.extend(zip(node.children, parts, strict=True))
    for node, here in heeding.over(reversed(order), len(order), COUNTED):
        children = tuple(made.pop(id(child)) for child in node.children)
        gain = None
        if node.split is not None:
            gain = inducer.candidate(replace(here, validation_rows=None), node.split).gain
        made[id(node)] = Sprout(here, node.split, gain, children)
    return made[id(sprout)]
