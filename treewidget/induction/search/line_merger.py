"""Groups of categories that stand in an order: only neighbours are merged, and what floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .merger import NEVER, Merger, floor_of
from .ties import SAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engine.contract import Floats
    from .merger import Group
    from .together import Search


class LineMerger(Merger):
    """Groups of an ordinal column, each by its place in the order.

    `_near` holds the log p of each with the one behind it. A floating category by itself is the
    last group: it may be merged with any, and `_far` holds its log p with each. A merger of c
    categories costs O(c), most of it the tests of the new group with two or three others.
    """

    def regroup(self, groups: Sequence[Group]) -> Search[None]:
        """Take other groups, and test all their pairs."""
        self._groups, last = sorted(groups), len(self.categories) - 1
        self._rows, self._weights, self._sums = self.categories.held_by(self._groups)
        floats = self.categories.kind == "floating" and self._groups[-1] == (last,)
        known = len(self._groups) - floats
        self._near = [NEVER] * (known - 1)
        self._far = [NEVER] * (known if floats else 0)
        yield from self._test(range(known - 1), range(len(self._far)))

    def settle(self, groups: list[Group], planes: Sequence[list[float]], near: list[float]) -> None:
        """Take groups that were found elsewhere: nothing floats.

        `planes` are the statistics of each, its rows and its weight; `near` its log p with the one
        behind it.
        """
        self.settled = True
        self._groups, self._near, self._far = groups, near, []
        self._sums = [held[:-2] for held in planes]
        self._rows = [int(held[-2]) for held in planes]
        self._weights = [held[-1] for held in planes]

    def __len__(self) -> int:
        """Return the number of groups."""
        return len(self._groups)

    @property
    def groups(self) -> list[Group]:
        """The groups, in the order of their first categories."""
        return list(self._groups)

    @property
    def sums(self) -> Floats:
        """Their statistics, in the same order."""
        return np.array(self._sums)

    def small(self, rows: int, weight: float) -> int | None:
        """Return the smallest group below a number of rows or a weight, if there is one."""
        light = weight * (1.0 - SAME)
        held = list(enumerate(zip(self._rows, self._weights, strict=True)))
        below = [at for at, (own, weighs) in held if own < rows or weighs < light]
        return min(below, key=self._rows.__getitem__) if below else None

    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""
        best = max(self._near + self._far)
        floor, behind = floor_of(best), len(self._groups)
        near, far = (_first(line, floor, behind) for line in (self._near, self._far))
        return (near, near + 1, best) if near <= far else (far, behind - 1, best)

    def likest_to(self, name: int) -> int:
        """Return the group that one may be merged with and is most like it."""
        known = len(self._near) + 1
        if name == known:  # what floats
            return _first(self._far, floor_of(max(self._far)), known)
        near = [(at, self._near[min(at, name)]) for at in (name - 1, name + 1) if 0 <= at < known]
        near += [(known, log_p) for log_p in self._far[name : name + 1]]
        floor = floor_of(max(log_p for _, log_p in near))
        return next(at for at, log_p in near if log_p >= floor)

    def merge(self, one: int, other: int) -> Search[Group]:
        """Merge two groups; return the new one."""
        one, other = min(one, other), max(one, other)
        group = self._groups[one] = tuple(sorted(self._groups[one] + self._groups.pop(other)))
        self._rows[one] += self._rows.pop(other)
        self._weights[one] += self._weights.pop(other)
        both = zip(self._sums[one], self._sums.pop(other), strict=True)
        self._sums[one] = [ours + theirs for ours, theirs in both]
        if other > len(self._near):  # what floated
            self._far = []
        else:
            del self._near[one], self._far[other : other + 1]
        near = range(max(one - 1, 0), min(one + 1, len(self._near)))
        yield from self._test(near, range(one, one + 1) if self._far else range(0))
        return group

    def _test(self, near: range, far: range) -> Search[None]:
        """Test some groups with those behind them, and some with what floats."""
        sums = self._sums
        pairs = [(sums[at], sums[at + 1]) for at in near] + [(sums[at], sums[-1]) for at in far]
        if not pairs:
            return
        log_p = (yield pairs).log_p.tolist()
        self._near[near.start : near.stop] = log_p[: len(near)]
        self._far[far.start : far.stop] = log_p[len(near) :]


def _first(line: Sequence[float], floor: float, behind: int) -> int:
    """Return the place of the first value that is not below a floor; `behind` if none is."""
    return next((at for at, log_p in enumerate(line) if log_p >= floor), behind)
