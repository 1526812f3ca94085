"""Groups of many categories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .merger import NEVER, NominalMerger, floor_of
from .ties import SAME
from .together import BATCH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Floats, Ints
    from .merger import Group
    from .together import Search


class WideMerger(NominalMerger):
    """Groups of many categories, in arrays: a group has the place of its first one.

    `_alike` holds the log p of each two, both ways; `_best` the greatest of each line. A merger of
    c categories costs O(c) and the tests of the new group.
    """

    def regroup(self, groups: Sequence[Group]) -> Search[None]:
        """Take other groups, and test all their pairs."""
        held = self.categories
        self._group = {group[0]: group for group in sorted(groups)}
        self._there = np.zeros(len(held), dtype=bool)
        self._there[list(self._group)] = True
        self._rows, self._weights = held.rows.copy(), held.weights.copy()
        self._stats = held.stats.copy()
        for name, group in self._group.items():
            for parts in (self._rows, self._weights, self._stats):
                for at in group[1:]:
                    parts[name] += parts[at]
        self._alike = np.full((len(held), len(held)), NEVER)
        names = np.flatnonzero(self._there)
        one, other = np.triu_indices(len(names), 1)
        yield from self._test(names[one], names[other])
        self._best = self._alike.max(axis=1)

    def _take(self, stats: Floats, sizes: Floats, alike: Floats) -> None:
        self._there = np.zeros(len(stats), dtype=bool)
        self._there[list(self._group)] = True
        self._stats, self._weights = stats, sizes[:, 1]
        self._rows = sizes[:, 0].astype(np.int64)
        self._alike, self._best = alike, alike.max(axis=1)

    @property
    def sums(self) -> Floats:
        """Their statistics, in the same order."""
        return np.asarray(self._stats[self._there])

    def small(self, rows: int, weight: float) -> int | None:
        """Return the smallest group below a number of rows or a weight, if there is one."""
        below = (self._rows < rows) | (self._weights < weight * (1.0 - SAME))
        names = np.flatnonzero(below & self._there)
        return int(names[self._rows[names].argmin()]) if len(names) else None

    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""
        best = float(self._best.max())
        one = int((self._best >= floor_of(best)).argmax())
        return one, int((self._alike[one] >= floor_of(best)).argmax()), best

    def likest_to(self, name: int) -> int:
        """Return the group that one may be merged with and is most like it."""
        near = self._alike[name]
        return int((near >= floor_of(float(near.max()))).argmax())

    def merge(self, one: int, other: int) -> Search[Group]:
        """Merge two groups; return the new one."""
        one, other = min(one, other), max(one, other)
        group = self._join(one, other)
        self._there[other] = False
        for parts in (self._rows, self._weights, self._stats):
            parts[one] += parts[other]
        self._leave([one, other])
        names = np.flatnonzero(self._there)
        others = names[names != one]
        yield from self._test(np.minimum(others, one), np.maximum(others, one))
        self._best[one] = self._alike[one].max()
        self._best = np.maximum(self._best, self._alike[one])
        return group

    def _leave(self, names: list[int]) -> None:
        """Forget the pairs of some groups."""
        lost = self._alike[names].max(axis=0)
        self._alike[names] = NEVER
        self._alike[:, names] = NEVER
        self._best[names] = NEVER
        again = np.flatnonzero((lost >= self._best) & (lost > NEVER))
        self._best[again] = self._alike[again].max(axis=1)

    def _test(self, ones: Ints, others: Ints) -> Search[None]:
        for at in range(0, len(ones), BATCH):
            one, two = ones[at : at + BATCH], others[at : at + BATCH]
            tested = yield np.stack([self._stats[one], self._stats[two]], axis=1)
            self._alike[one, two] = self._alike[two, one] = tested.log_p
