"""Merging the categories of many nominal columns at once: a step of all takes few calls of numpy.

They are merged as `merging.merged` does one column, and left where it would leave them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .merger import NEVER, floors_of
from .together import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...engine.contract import Ints
    from .merger import NominalMerger
    from .together import Test

PAIRS: Final = 1 << 22
"""Columns side by side hold so many pairs: 32 MB."""


def merge_pairs(
    columns: Sequence[NominalMerger], test: Test, log_alpha: float, heed: Callable[[], object]
) -> None:
    """Merge the likest two groups of each column while their p lies above a level (Kass 1980).

    Of c categories it takes O(c^2) tests and memory a column.

    Parameters
    ----------
    columns : sequence of NominalMerger
        Not begun.
    test : callable
    log_alpha : float
        Logarithm of the level.
    heed : callable
        Called before each test.
    """
    left = sorted(columns, key=lambda one: len(one.categories))
    while left:
        some = max(PAIRS // len(left[-1].categories) ** 2, 1)
        left, here = left[:-some], left[-some:]
        side_by_side = _Columns(here, test, heed)
        going = np.arange(len(here))
        while len(going):
            going = side_by_side.merge(going, log_alpha)
        side_by_side.hand_back(here)


class _Columns:
    """Columns side by side, each in a row that is filled up by what is never merged.

    A group has the place of its first category: `firsts` tells of each category which that is,
    `stats` holds the statistics of each group, `sizes` its rows and its weight; `alike` the log p
    of each two; `best` the greatest of each line of it.
    """

    def __init__(
        self, columns: Sequence[NominalMerger], test: Test, heed: Callable[[], object]
    ) -> None:
        self.test, self.heed = test, heed
        each = [column.categories for column in columns]
        counts = np.array([len(categories) for categories in each])
        width = int(counts.max())
        self.there = np.arange(width) < counts[:, None]
        self.stats = np.zeros((len(columns), width, each[0].stats.shape[1]))
        self.stats[self.there] = np.concatenate([one.stats for one in each])
        self.sizes = np.zeros((len(columns), width, 2))
        self.sizes[self.there] = np.concatenate(
            [np.column_stack([one.rows, one.weights]) for one in each]
        )
        self.firsts = np.tile(np.arange(width), (len(columns), 1))
        self.alike = np.full((len(columns), width, width), NEVER)
        above, some = np.triu(np.ones((width, width), dtype=bool), 1), BATCH // width**2 + 1
        for begin in range(0, len(columns), some):
            there = self.there[begin : begin + some]
            column, one, other = np.nonzero(there[:, :, None] & there[:, None, :] & above)
            self._test(begin + column, one, other)
        self.best = self.alike.max(axis=2)

    def merge(self, going: Ints, log_alpha: float) -> Ints:
        """Merge a pair of each of these columns that has one so alike; return which had."""
        best = self.best[going].max(axis=1)
        likely = best > log_alpha
        going, floors = going[likely], floors_of(best[likely])[:, None]
        one = (self.best[going] >= floors).argmax(axis=1)
        other = (self.alike[going, one] >= floors).argmax(axis=1)
        for held in (self.stats, self.sizes):
            held[going, one] += held[going, other]
        self.there[going, other] = False
        firsts = self.firsts[going]
        self.firsts[going] = np.where(firsts == other[:, None], one[:, None], firsts)
        self._leave(going, one, other)
        self._meet(going, one)
        return going

    def _leave(self, going: Ints, one: Ints, other: Ints) -> None:
        """Forget the pairs of two groups of each column."""
        lost = np.maximum(self.alike[going, one], self.alike[going, other])
        for name in (one, other):
            self.alike[going, name] = NEVER
            self.alike[going, :, name] = NEVER
            self.best[going, name] = NEVER
        at, again = np.nonzero((lost >= self.best[going]) & (lost > NEVER))
        self.best[going[at], again] = self.alike[going[at], again].max(axis=1)

    def _meet(self, going: Ints, one: Ints) -> None:
        """Test a group of each column with all others."""
        others = self.there[going]
        others[np.arange(len(going)), one] = False
        at, other = np.nonzero(others)
        self._test(going[at], np.minimum(one[at], other), np.maximum(one[at], other))
        near = self.alike[going, one]
        self.best[going, one] = near.max(axis=1)
        self.best[going] = np.maximum(self.best[going], near)

    def _test(self, column: Ints, one: Ints, other: Ints) -> None:
        width = self.there.shape[1]
        stats, alike = self.stats.reshape(-1, self.stats.shape[-1]), self.alike.reshape(-1)
        for begin in range(0, len(column), BATCH):
            self.heed()
            end = begin + BATCH
            pair = np.stack([one[begin:end], other[begin:end]], axis=1)
            line = column[begin:end, None] * width + pair
            log_p = self.test(np.take(stats, line, axis=0)).log_p
            alike[line[:, 0] * width + pair[:, 1]] = log_p
            alike[line[:, 1] * width + pair[:, 0]] = log_p

    def hand_back(self, columns: Sequence[NominalMerger]) -> None:
        """Let each column have its groups."""
        for at, column in enumerate(columns):
            count = len(column.categories)
            groups: dict[int, list[int]] = {}
            for category, first in enumerate(self.firsts[at, :count].tolist()):
                groups.setdefault(first, []).append(category)
            column.settle(
                {first: tuple(group) for first, group in groups.items()},
                self.stats[at, :count],
                self.sizes[at, :count],
                self.alike[at, :count, :count],
            )
