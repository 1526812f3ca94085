"""Merging the neighbours of many short columns at once: a step of all takes few calls of numpy.

They are merged as `merging.merged` does one column, and left where it would leave them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .merger import NEVER, floors_of
from .together import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...engine.contract import Floats, Ints
    from .line_merger import LineMerger
    from .together import Test


def merge_neighbours(
    lines: Sequence[LineMerger], test: Test, log_alpha: float, heed: Callable[[], object]
) -> None:
    """Merge the likest neighbours of each column while their p lies above a level (Kass 1980).

    Parameters
    ----------
    lines : sequence of LineMerger
        Of ordinal columns in which nothing floats, not begun.
    test : callable
    log_alpha : float
        Logarithm of the level.
    heed : callable
        Called before each test.
    """
    if not lines:
        return
    all_of_them = _Lines(lines, test, heed)
    going = np.arange(len(lines))
    while len(going):
        going = all_of_them.merge(going, log_alpha)
    all_of_them.hand_back(lines)


class _Lines:
    """Columns side by side, each in a row that is filled up by what is never merged.

    `planes` holds the statistics of each group, its rows and its weight; `near` the log p of each
    with the one behind it; `begins` its first category.
    """

    def __init__(self, lines: Sequence[LineMerger], test: Test, heed: Callable[[], object]) -> None:
        self.test, self.heed = test, heed
        each = [line.categories for line in lines]
        self.counts = np.array([len(categories) for categories in each])
        width = int(self.counts.max())
        self.planes = np.zeros((len(lines), width, each[0].stats.shape[1] + 2))
        there = np.arange(width) < self.counts[:, None]
        self.planes[there] = np.concatenate(
            [np.column_stack([one.stats, one.rows, one.weights]) for one in each]
        )
        self.begins = np.tile(np.arange(width), (len(lines), 1))
        self.near = np.full((len(lines), width), NEVER)
        self._look(*np.nonzero(there[:, 1:]))

    def merge(self, going: Ints, log_alpha: float) -> Ints:
        """Merge a pair of each of these columns that has one so alike; return which had."""
        near = self.near[going]
        best = near.max(axis=1)
        likely = best > log_alpha
        going, near, best = going[likely], near[likely], best[likely]
        one = (near >= floors_of(best)[:, None]).argmax(axis=1)
        held, at = self.planes[going], np.arange(len(going))
        held[at, one] += held[at, one + 1]
        place = np.arange(held.shape[1])
        source = np.minimum(place + (place > one[:, None]), len(place) - 1)
        self.planes[going] = np.take_along_axis(held, source[..., None], axis=1)
        self.begins[going] = np.take_along_axis(self.begins[going], source, axis=1)
        self.near[going] = np.take_along_axis(near, source, axis=1)
        self.near[going, one] = NEVER
        self.counts[going] -= 1
        before, behind = one > 0, one + 1 < self.counts[going]
        self._look(
            np.concatenate([going[before], going[behind]]),
            np.concatenate([one[before] - 1, one[behind]]),
        )
        return going

    def _look(self, line: Ints, group: Ints) -> None:
        """Test some groups with those behind them."""
        for begin in range(0, len(line), BATCH):
            self.heed()
            here, one = line[begin : begin + BATCH], group[begin : begin + BATCH]
            pairs: Floats = self.planes[here[:, None], np.column_stack([one, one + 1]), :-2]
            self.near[here, one] = self.test(pairs).log_p

    def hand_back(self, lines: Sequence[LineMerger]) -> None:
        """Let each column have its groups."""
        held = self.planes.tolist(), self.near.tolist(), self.begins.tolist()
        for line, count, planes, near, begins in zip(lines, self.counts, *held, strict=True):
            ends = [*begins[1:count], len(line.categories)]
            groups = [tuple(range(*ends_of)) for ends_of in zip(begins[:count], ends, strict=True)]
            line.settle(groups, planes[:count], near[: count - 1])
