"""Absolute errors about the median: what sums do not tell, from the rows themselves.

The gain of a split is the absolute error of all rows about their median less that of each branch
about its own, per unit of weight. It is not taken as that difference, but as the sum of what each
branch saves by a median of its own: exactly nothing where the median of all is one of its too.

The medians of all sides of a column come from one wavelet matrix (Claude and Navarro 2012): the
ranks of the target in the column's order, parted bit by bit, so that the weighted median of any
range is found in as many steps as a rank has bits, for all ranges at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ...data.dataset import Dataset
    from ...engine.contract import Engine, Floats, Ints, Rows

    Flags = NDArray[np.bool_]


def median(values: Floats, weights: Floats) -> float:
    """Return the weighted median: the middle of all values that halve the weight.

    Examples
    --------
    >>> median(np.array([3.0, 1.0, 9.0]), np.ones(3)), median(np.array([1.0, 2.0]), np.ones(2))
    (3.0, 1.5)
    """
    if not len(values):
        return np.nan
    if _alike(weights):
        middle = np.partition(values, [low := (len(values) - 1) // 2, high := len(values) // 2])
        return _between(middle[low], middle[high])
    order = np.argsort(values, kind="stable")
    upto = np.cumsum(weights[order])
    half = upto[-1] / 2.0
    low = int(np.searchsorted(upto, half * (1.0 - 1e-12), side="left"))
    high = int(np.searchsorted(upto, half * (1.0 + 1e-12), side="right"))
    return _between(*values[order[[low, min(high, len(order) - 1)]]])


def _between(one: float, other: float) -> float:
    return float(one if one == other else one / 2.0 + other / 2.0)


def _alike(weights: Floats) -> bool:
    """Whether all weigh the same, and something: then nothing has to be put in order."""
    return bool(weights[0] > 0 and (weights == weights[0]).all())


def _unheard() -> None:
    """Go on: nobody waits."""


@dataclass(frozen=True, eq=False)
class Targets:
    """The target of some rows, centred on its median there.

    Attributes
    ----------
    positions : int array, shape (n,)
    values, weights : float arrays, shape (n,)
    centre : float
        The median.
    """

    positions: NDArray[np.intp]
    values: Floats
    weights: Floats
    centre: float

    @classmethod
    def of(cls, dataset: Dataset, engine: Engine, rows: Rows) -> Targets:
        """Return those of a set of rows."""
        positions, shares = engine.positions(rows), engine.shares(rows)
        weights = np.ones(len(positions)) if shares is None else shares
        if dataset.weights is not None:
            weights = weights * dataset.weights[positions]
        values = dataset.target.values[positions]
        centre = median(values, weights)
        return cls(positions, values - centre, weights, centre)

    @property
    def error(self) -> float:
        """Mean absolute error about the median; 0 without weight."""
        weight = _sums(self.weights)[-1]  # row after row, as a kernel does
        return float(_sums(self.weights * np.abs(self.values))[-1] / weight) if weight > 0 else 0.0

    @cached_property
    def ranked(self) -> tuple[Floats, Ints]:
        """The distinct values, ascending, and the rank of each row's."""
        levels, ranks = np.unique(self.values, return_inverse=True)
        return levels, ranks

    def saved(self, parts: Sequence[Targets]) -> float:
        """Return what parts save by medians of their own, per unit of weight: the gain."""
        total = self.weights.sum()
        if not total > 0:
            return 0.0
        found = (_saved(part.values + (part.centre - self.centre), part.weights) for part in parts)
        return float(sum(found) / total)


class Ranges:
    """What ranges of rows in an order save by a median of their own, against the error about 0.

    `heed` is called now and then: of a million rows it takes a second.
    """

    def __init__(
        self,
        targets: Targets,
        order: NDArray[np.intp],
        heed: Callable[[], object] = _unheard,
    ) -> None:
        self._heed = heed
        self._levels, ranks = targets.ranked
        ranks = ranks[order]
        values, weights = targets.values[order], targets.weights[order]
        weighted = weights * values
        below, above = values < 0, values > 0
        self._weight = _sums(weights)
        self._below, self._above = _sums(weights * below), _sums(weights * above)
        self._negative = _sums(weighted * below)
        self._bits: list[tuple[int, Ints, Floats, Floats]] = []
        for bit in reversed(range(max(len(self._levels) - 1, 0).bit_length())):
            heed()
            zero = (ranks >> bit) & 1 == 0
            sums = (_sums(zero).astype(np.int64), _sums(weights * zero), _sums(weighted * zero))
            self._bits.append((bit, *sums))
            parted = np.concatenate([np.flatnonzero(zero), np.flatnonzero(~zero)])
            ranks, weights, weighted = ranks[parted], weights[parted], weighted[parted]

    def saved(self, begin: Ints, end: Ints) -> Floats:
        """Return the saving of each range ``begin:end``; never negative."""
        weight = self._weight[end] - self._weight[begin]
        half, low, high = weight / 2.0, begin, end
        lighter, lower = np.zeros(len(begin)), np.zeros(len(begin))
        rank = np.zeros(len(begin), dtype=np.int64)
        for bit, zeros, weights, sums in self._bits:
            self._heed()
            here = weights[high] - weights[low]
            left = lighter + here >= half
            lower = np.where(left, lower, lower + sums[high] - sums[low])
            lighter = np.where(left, lighter, lighter + here)
            rank = np.where(left, rank, rank | 1 << bit)
            ones = zeros[-1] - zeros  # + place: where the ones begin, behind all zeros
            low, high = (np.where(left, zeros[at], ones[at] + at) for at in (low, high))
        own = self._levels[np.minimum(rank, len(self._levels) - 1)] if len(self._levels) else half
        nothing = self._negative[end] - self._negative[begin]
        saved = 2.0 * (lower - nothing) - own * (2.0 * lighter - weight)
        below = self._below[end] - self._below[begin]
        above = self._above[end] - self._above[begin]
        halved = (below <= half) & (above <= half)  # 0 is a median here too
        return np.where(halved, 0.0, np.maximum(saved, 0.0))


def gain_of_parts(dataset: Dataset, engine: Engine, rows: Rows, parts: Sequence[Rows]) -> float:
    """Return the gain of parting rows, whatever a split does with those that are missing."""
    whole = Targets.of(dataset, engine, rows)
    return whole.saved([Targets.of(dataset, engine, part) for part in parts])


def along(
    targets: Targets, place: Ints, ends: Ints, heed: Callable[[], object] = _unheard
) -> tuple[Floats, Floats]:
    """Return the gains of cutting rows that stand in an order, without and with missing ones.

    Parameters
    ----------
    targets : Targets
    place : int array, shape (n,)
        Where each row stands; -1: its value is missing.
    ends : int array, shape (m,)
        How many of the known rows lie on the first side of each cut.
    heed : callable
        Called now and then; what it raises ends it.

    Returns
    -------
    float arrays, shape (m,)
        With the missing rows on the other side, and with them on the first.
    """
    order = np.argsort(place, kind="stable")
    gone, count = int((place < 0).sum()), len(place)
    # The missing rows stand on either side of the others: one matrix tells of both.
    ranges = Ranges(targets, np.concatenate([order, order[:gone]]), heed)
    middle, total = ends + gone, float(targets.weights.sum())

    def gains(begin: int) -> Floats:
        first, end = np.full_like(middle, begin), np.full_like(middle, begin + count)
        return (ranges.saved(first, middle) + ranges.saved(middle, end)) / total

    behind = gains(gone)
    return behind, gains(0) if gone else behind


def apart(
    targets: Targets, level: Ints, inside: Flags, heed: Callable[[], object] = _unheard
) -> tuple[Floats, Floats]:
    """Return the gains of sets of levels against the rest, without and with missing rows.

    Parameters
    ----------
    targets : Targets
    level : int array, shape (n,)
        Which of the present levels each row has; -1: its value is missing.
    inside : bool array, shape (sets, levels)
    heed : callable
        Called now and then; what it raises ends it.
    """
    order = np.argsort(targets.values, kind="stable")
    values, weights = targets.values[order], targets.weights[order]
    levels = inside.shape[1]
    here = np.where(level[order] < 0, levels, level[order])[None] == np.arange(levels + 1)[:, None]
    upto = np.concatenate([np.zeros((levels + 1, 1)), np.cumsum(weights * here, axis=1)], axis=1)
    sums = np.concatenate(
        [np.zeros((levels + 1, 1)), np.cumsum(weights * values * here, axis=1)], axis=1
    )
    gains = []
    for missing in (False, True):
        heed()
        one = np.column_stack([inside, np.full(len(inside), missing)])
        sides = (_saved_by_sets(values, upto, sums, side) for side in (one, ~one))
        gains.append(sum(sides) / weights.sum())
    return np.asarray(gains[0]), np.asarray(gains[1])


def _saved(values: Floats, weights: Floats) -> float:
    """Return what some rows save by their median, against the error about 0."""
    if not len(values):
        return 0.0
    if _alike(weights):
        return float(weights[0]) * _saved_by_all(values)
    order = np.argsort(values, kind="stable")
    values, weights = values[order], weights[order]
    upto, sums = _sums(weights)[None], _sums(weights * values)[None]
    return float(_saved_by_sets(values, upto, sums, np.ones((1, 1), dtype=bool))[0])


def _saved_by_all(values: Floats) -> float:
    """Return what rows of weight 1 save: what lies between 0 and their median, and beyond it."""
    size, low = len(values), (len(values) - 1) // 2
    if max(np.count_nonzero(values < 0), np.count_nonzero(values > 0)) <= size / 2:
        return 0.0
    parted = np.partition(values, low)
    before, own = parted[:low], float(parted[low])
    if own < 0:
        between = -float(parted[low:][parted[low:] < 0].sum())
    else:
        between = float(before[before > 0].sum())
    return max(2.0 * between - own * (2.0 * low - size), 0.0)


def _saved_by_sets(values: Floats, upto: Floats, sums: Floats, sets: Flags) -> Floats:
    """Return what each set of levels saves; `upto` and `sums` run over the rows in their order."""
    chosen = sets.astype(np.float64)

    def at(table: Floats, place: Ints) -> Floats:
        held: Floats = np.einsum("lv,vl->l", chosen, table[:, place])
        return held

    every = np.full(len(sets), len(values))
    weight = at(upto, every)
    half, low, high = weight / 2.0, np.zeros_like(every), every - 1
    while (low < high).any():  # the first row up to which half of the weight lies
        middle = (low + high) // 2
        enough = at(upto, middle + 1) >= half
        low, high = np.where(enough, low, middle + 1), np.where(enough, middle, high)
    low = np.minimum(low, len(values) - 1)
    first, last = (np.searchsorted(values, 0.0, side=side) for side in ("left", "right"))
    below, above = at(upto, every * 0 + first), weight - at(upto, every * 0 + last)
    between = at(sums, low) - at(sums, every * 0 + first)
    saved = 2.0 * between - values[low] * (2.0 * at(upto, low) - weight)
    return np.where((below <= half) & (above <= half), 0.0, np.maximum(saved, 0.0))


def _sums(values: NDArray[np.float64] | Flags) -> Floats:
    return np.append(0.0, np.cumsum(values, dtype=np.float64))
