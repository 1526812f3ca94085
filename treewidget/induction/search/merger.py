"""Groups of categories on their way, and how alike every two of them are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from .ties import SAME
from .together import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...engine.contract import Floats, Ints
    from .bonferroni import Kind
    from .together import Search

Group: TypeAlias = tuple[int, ...]
NEVER: Final = -np.inf
"""The log p of what may not be merged."""


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """What is merged: the values of one column that are present at a node.

    Attributes
    ----------
    codes : int array, shape (c,) or (c - 1,)
        What the table calls them; missing rows have no code.
    rows : int array, shape (c,)
    weights : float array, shape (c,)
    stats : float array, shape (c, S)
        In order; the rows whose value is missing, if there are any, are the last category.
    kind : {"nominal", "ordinal", "floating"}
        Floating: ordinal but for the last category, which may be merged with any.
    """

    codes: Ints
    rows: Ints
    weights: Floats
    stats: Floats
    kind: Kind

    def __len__(self) -> int:
        """Return the number of categories."""
        return len(self.rows)

    def held_by(self, groups: Sequence[Group]) -> tuple[list[int], list[float], list[list[float]]]:
        """Return the rows, weight and statistics of groups, as plain numbers."""
        rows, weights, stats = (each.tolist() for each in (self.rows, self.weights, self.stats))
        if len(groups) == len(self):  # each by itself
            return rows, weights, stats
        return (
            [sum(rows[at] for at in group) for group in groups],
            [sum(weights[at] for at in group) for group in groups],
            [
                [sum(each) for each in zip(*(stats[at] for at in group), strict=True)]
                for group in groups
            ],
        )


def floor_of(log_p: float) -> float:
    """Return the least log p that equals one: rounding must not choose."""
    return log_p - SAME * max(1.0, abs(log_p))


def floors_of(log_p: Floats) -> Floats:
    """Return the same of several."""
    return np.asarray(log_p - SAME * np.maximum(1.0, np.abs(log_p)))


class Merger(ABC):
    """Groups of categories on their way: pairs are tested once, and again where one changed.

    A group goes by a number: the groups stand in the order of these.

    Parameters
    ----------
    categories : Categories
    scores : callable
        The order of many categories along which alone they are parted again.
    """

    settled = False
    """Whether its groups are found already."""

    def __init__(self, categories: Categories, scores: Callable[[Floats], Floats]) -> None:
        self.categories, self.scores = categories, scores

    def begin(self) -> Search[None]:
        """Test each category by itself with those it may be merged with."""
        return self.regroup([(at,) for at in range(len(self.categories))])

    @abstractmethod
    def __len__(self) -> int:
        """Return the number of groups."""

    @property
    @abstractmethod
    def groups(self) -> list[Group]:
        """The groups, in the order of their first categories."""

    @property
    @abstractmethod
    def sums(self) -> Floats:
        """Their statistics, in the same order."""

    @abstractmethod
    def regroup(self, groups: Sequence[Group]) -> Search[None]:
        """Take other groups, and test all their pairs."""

    @abstractmethod
    def small(self, rows: int, weight: float) -> int | None:
        """Return the smallest group below a number of rows or a weight, if there is one."""

    @abstractmethod
    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""

    @abstractmethod
    def likest_to(self, name: int) -> int:
        """Return the group that one may be merged with and is most like it."""

    @abstractmethod
    def merge(self, one: int, other: int) -> Search[Group]:
        """Merge two groups; return the new one."""


class NominalMerger(Merger):
    """Groups of which any two may be merged: each goes by its first category."""

    _group: dict[int, Group]

    def __len__(self) -> int:
        """Return the number of groups."""
        return len(self._group)

    @property
    def groups(self) -> list[Group]:
        """The groups, in the order of their first categories."""
        return list(self._group.values())

    def settle(self, group: dict[int, Group], stats: Floats, sizes: Floats, alike: Floats) -> None:
        """Take groups that were found elsewhere, each by its first category.

        In their places are their statistics, their rows and weights (shape (c, 2)), and the log p
        of each two.
        """
        self.settled, self._group = True, group
        self._take(stats, sizes, alike)

    @abstractmethod
    def _take(self, stats: Floats, sizes: Floats, alike: Floats) -> None:
        """Hold what groups that were found elsewhere have."""

    def _join(self, one: int, other: int) -> Group:
        """Put two groups in the place of the first, and return the new one."""
        group = self._group[one] = tuple(sorted(self._group[one] + self._group.pop(other)))
        return group


class FewMerger(NominalMerger):
    """Groups of a few categories.

    Everything is in plain lists and dicts: ten categories are too few for numpy to pay. `_lines`
    holds for each group the log p with those behind it, `_best` the greatest of each, so that a
    merger costs little more than the tests of the new group with the others.
    """

    def regroup(self, groups: Sequence[Group]) -> Search[None]:
        """Take other groups, and test all their pairs."""
        self._group = {group[0]: group for group in sorted(groups)}
        self._hold(*self.categories.held_by(self.groups))
        self._lines: dict[int, dict[int, float]] = {name: {} for name in self._group}
        yield from self._test(combinations(self._group, 2))
        self._best: dict[int, float] = {}
        self._look(self._group)

    def _take(self, stats: Floats, sizes: Floats, alike: Floats) -> None:
        names = list(self._group)
        rows, weights = sizes[names].T.tolist()
        self._hold([int(each) for each in rows], weights, stats[names].tolist())
        near = alike[np.ix_(names, names)].tolist()
        self._lines = {
            name: dict(zip(names[at + 1 :], near[at][at + 1 :], strict=True))
            for at, name in enumerate(names)
        }
        self._best = {}
        self._look(names)

    def _hold(self, rows: list[int], weights: list[float], sums: list[list[float]]) -> None:
        self._rows = dict(zip(self._group, rows, strict=True))
        self._weights = dict(zip(self._group, weights, strict=True))
        self._sums = dict(zip(self._group, sums, strict=True))

    @property
    def sums(self) -> Floats:
        """Their statistics, in the same order."""
        return np.array(list(self._sums.values()))

    def small(self, rows: int, weight: float) -> int | None:
        """Return the smallest group below a number of rows or a weight, if there is one."""
        light = weight * (1.0 - SAME)
        held, weights = self._rows, self._weights
        below = [name for name in self._group if held[name] < rows or weights[name] < light]
        return min(below, key=held.__getitem__) if below else None

    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""
        best = max(self._best.values())
        floor = floor_of(best)
        one = next(name for name, most in self._best.items() if most >= floor)
        return one, min(two for two, log_p in self._lines[one].items() if log_p >= floor), best

    def likest_to(self, name: int) -> int:
        """Return the group that one may be merged with and is most like it."""
        near = {one: line[name] for one, line in self._lines.items() if name in line}
        near |= self._lines[name]
        floor = floor_of(max(near.values()))
        return min(other for other, log_p in near.items() if log_p >= floor)

    def merge(self, one: int, other: int) -> Search[Group]:
        """Merge two groups; return the new one."""
        one, other = min(one, other), max(one, other)
        group = self._join(one, other)
        self._rows[one] += self._rows.pop(other)
        self._weights[one] += self._weights.pop(other)
        both = zip(self._sums[one], self._sums.pop(other), strict=True)
        self._sums[one] = [ours + theirs for ours, theirs in both]
        self._leave(one, other)
        partners = [name for name in self._group if name != one]
        yield from self._test([(min(one, at), max(one, at)) for at in partners])
        self._look([one])
        for name in partners:
            self._best[name] = max(self._best[name], self._lines[name].get(one, NEVER))
        return group

    def _leave(self, one: int, other: int) -> None:
        """Forget the pairs of two groups that are one now."""
        del self._lines[other], self._best[other]
        self._lines[one] = {}
        self._best[one] = NEVER
        lines = self._lines.items()
        lost = {name: max(line.pop(one, NEVER), line.pop(other, NEVER)) for name, line in lines}
        self._look([name for name, log_p in lost.items() if log_p >= self._best[name]])

    def _look(self, names: Iterable[int]) -> None:
        """Find the greatest value of each of these lines."""
        for name in names:
            self._best[name] = max(self._lines[name].values(), default=NEVER)

    def _test(self, pairs: Iterable[tuple[int, int]]) -> Search[None]:
        left = iter(pairs)
        while some := list(islice(left, BATCH)):
            tested = yield [(self._sums[one], self._sums[two]) for one, two in some]
            for (one, two), log_p in zip(some, tested.log_p.tolist(), strict=True):
                self._lines[one][two] = log_p
