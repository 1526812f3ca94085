"""Merging categories that the target does not tell apart: the heart of CHAID.

Groups stand in the order of their first categories, and of pairs that are equally alike the first
in that order is merged: the result does not depend on rounding, nor on the way the data came.

What tests tables does so by yielding them (see `together`), so that many columns go on at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from .subsets import EXHAUSTIVE, every_side
from .ties import SAME
from .together import BATCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from .bonferroni import Kind
    from .together import Search

Group: TypeAlias = tuple[int, ...]
IN_ORDER: Final = (
    f"groups of more than {EXHAUSTIVE} categories were parted again along one order of theirs only"
)
_NEVER: Final = -np.inf
_BOTH: Final = 2


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


def floor_of(log_p: float) -> float:
    """Return the least log p that equals one: rounding must not choose."""
    return log_p - SAME * max(1.0, abs(log_p))


class Merger:
    """Groups of categories on their way: pairs are tested once, and again where one changed.

    A group goes by its first category. Everything is in plain lists and dicts: most columns have
    ten categories, which are too few for numpy to pay. `_lines` holds for each group the log p with
    those behind it that it may be merged with, `_best` the greatest of each, so that a merger of
    many categories costs little more than the tests of the new group with the others.

    Parameters
    ----------
    categories : Categories
    scores : callable
        The order of many categories along which alone they are parted again.
    """

    def __init__(self, categories: Categories, scores: Callable[[Floats], Floats]) -> None:
        self.categories, self.scores = categories, scores

    def begin(self) -> Search[None]:
        """Test each category by itself with those it may be merged with."""
        return self.regroup([(at,) for at in range(len(self.categories))])

    def regroup(self, groups: Sequence[Group]) -> Search[None]:
        """Take other groups, and test all their pairs."""
        rows, weights, stats = (
            each.tolist()
            for each in (self.categories.rows, self.categories.weights, self.categories.stats)
        )
        self._group: dict[int, Group] = {group[0]: group for group in sorted(groups)}
        self._rows, self._weights, self._sums = {}, {}, {}
        for name, group in self._group.items():
            self._rows[name] = sum(rows[at] for at in group)
            self._weights[name] = sum(weights[at] for at in group)
            self._sums[name] = [
                sum(each) for each in zip(*(stats[at] for at in group), strict=True)
            ]
        self._lines: dict[int, dict[int, float]] = {name: {} for name in self._group}
        yield from self._test(
            (one, two) for one in self._group for two in self._partners(one) if two > one
        )
        self._best: dict[int, float] = {}
        self._look(self._group)

    @property
    def groups(self) -> list[Group]:
        """The groups, in the order of their first categories."""
        return list(self._group.values())

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
        group = tuple(sorted(self._group[one] + self._group.pop(other)))
        self._group[one] = group
        self._rows[one] += self._rows.pop(other)
        self._weights[one] += self._weights.pop(other)
        both = zip(self._sums[one], self._sums.pop(other), strict=True)
        self._sums[one] = [ours + theirs for ours, theirs in both]
        self._leave(one, other)
        partners = self._partners(one)
        yield from self._test([(min(one, at), max(one, at)) for at in partners])
        self._look([one])
        for name in partners:
            self._best[name] = max(self._best[name], self._lines[name].get(one, _NEVER))
        return group

    def _leave(self, one: int, other: int) -> None:
        """Forget the pairs of two groups that are one now."""
        del self._lines[other], self._best[other]
        self._lines[one] = {}
        self._best[one] = _NEVER
        lines = self._lines.items()
        lost = {name: max(line.pop(one, _NEVER), line.pop(other, _NEVER)) for name, line in lines}
        self._look([name for name, log_p in lost.items() if log_p >= self._best[name]])

    def _look(self, names: Iterable[int]) -> None:
        """Find the greatest value of each of these lines."""
        for name in names:
            self._best[name] = max(self._lines[name].values(), default=_NEVER)

    def _partners(self, name: int) -> list[int]:
        """Return the groups that one may be merged with.

        Of an ordinal column they are its neighbours; a floating category by itself goes with any.
        """
        names, last = list(self._group), len(self.categories) - 1
        floats = self.categories.kind == "floating" and self._group.get(last) == (last,)
        if self.categories.kind == "nominal" or (floats and name == last):
            return [other for other in names if other != name]
        place = names.index(name)
        near = names[max(place - 1, 0) : place] + names[place + 1 : place + 2]
        return [*near, last] if floats and last not in near else near

    def _test(self, pairs: Iterable[tuple[int, int]]) -> Search[None]:
        left = iter(pairs)
        while some := list(islice(left, BATCH)):
            tested = yield [(self._sums[one], self._sums[two]) for one, two in some]
            for (one, two), log_p in zip(some, tested.log_p.tolist(), strict=True):
                self._lines[one][two] = log_p


def merged(merger: Merger, log_alpha: float, log_resplit: float | None = None) -> Search[str]:
    """Merge the likest pair again and again while its p lies above a level (Kass 1980, step 2).

    With `log_resplit`, a merged group of three categories or more is parted again where its best
    binary split is at least so significant (step 3). A grouping that was there before is never
    parted again, so this ends.

    Returns
    -------
    str
        What was not tried, in words; mostly empty.
    """
    seen: set[tuple[Group, ...]] = set()
    remark = ""
    while len(merger.groups) > 1:
        one, other, log_p = merger.likest()
        if log_p <= log_alpha:
            break
        group = yield from merger.merge(one, other)
        if log_resplit is None or len(group) <= _BOTH or tuple(merger.groups) in seen:
            continue
        seen.add(tuple(merger.groups))
        log_best, part, said = yield from best_binary(merger, group)
        remark = remark or said
        if log_best <= log_resplit:
            rest = tuple(at for at in group if at not in part)
            others = [held for held in merger.groups if held != group]
            yield from merger.regroup([*others, part, rest])
    return remark


def way_to_two(merger: Merger) -> Search[list[tuple[list[Group], Floats]]]:
    """Return all groupings on the way from each category by itself to two groups, and their sums.

    Every step merges the likest pair, however unlike it is (Biggs, de Ville and Suen 1991).
    """
    steps = []
    while len(merger.groups) > 1:
        steps.append((merger.groups, merger.sums))
        one, other, _ = merger.likest()
        yield from merger.merge(one, other)
    return steps


def enlarged(merger: Merger, least_rows: int, least_weight: float) -> Search[None]:
    """Merge each group that is too small, the smallest first, with the one most like it."""
    while len(merger.groups) > 1:
        name = merger.small(least_rows, least_weight)
        if name is None:
            break
        yield from merger.merge(name, merger.likest_to(name))


def best_binary(merger: Merger, group: Group) -> Search[tuple[float, Group, str]]:
    """Return the log p of the best split of a group in two, its first part, and what was not tried.

    Of a nominal column every split of up to 10 categories is tried.
    """
    stats = merger.categories.stats[list(group)]
    inside, remark = _sides(merger, group, stats)
    one = np.einsum("lv,vs->ls", inside.astype(np.float64), stats)
    log_p = (yield np.stack([one, stats.sum(axis=0) - one], axis=1)).log_p.tolist()
    least = min(log_p)
    first = next(at for at, held in enumerate(log_p) if floor_of(held) <= least)
    return (
        least,
        tuple(at for at, held in zip(group, inside[first], strict=True) if held),
        remark,
    )


def _sides(merger: Merger, group: Group, stats: Floats) -> tuple[NDArray[np.bool_], str]:
    """Return which categories of a group lie on the first side of each split of it in two."""
    count, categories = len(group), merger.categories
    if categories.kind == "nominal":
        if count <= EXHAUSTIVE:
            return every_side(count)[:-1], ""
        order = np.argsort(merger.scores(stats), kind="stable")
        return _prefixes(order), IN_ORDER
    floats = categories.kind == "floating" and group[-1] == len(categories) - 1
    known = count - floats
    sides = _prefixes(np.arange(known))
    if not floats:
        return sides, ""
    without = np.concatenate([sides, np.ones((1, known), dtype=bool)])  # the last: missing alone
    tries = [np.column_stack([without, np.zeros(len(without), dtype=bool)])]
    tries.append(np.column_stack([sides, np.ones(len(sides), dtype=bool)]))
    return np.concatenate(tries), ""


def _prefixes(order: Ints) -> NDArray[np.bool_]:
    """Return the sides that hold the first 1, 2, ... of an order, all but the last."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return np.asarray(place[None, :] <= np.arange(len(order) - 1)[:, None])
