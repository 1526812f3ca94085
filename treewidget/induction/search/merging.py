"""Merging categories that the target does not tell apart: the heart of CHAID.

Groups stand in the order of their first categories, and of pairs that are equally alike the first
in that order is merged: the result does not depend on rounding, nor on the way the data came.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from .subsets import EXHAUSTIVE, every_side
from .ties import SAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from .bonferroni import Kind
    from .chi_square import Significance

Test: TypeAlias = "Callable[[Floats], Significance]"
Group: TypeAlias = tuple[int, ...]
BLOCK: Final = 4_000_000
"""Pairs are tested together while their tables have at most so many numbers."""
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
    rows : int array, shape (c,)
    weights : float array, shape (c,)
    stats : float array, shape (c, S)
        In order; the rows whose value is missing, if there are any, are the last category.
    kind : {"nominal", "ordinal", "floating"}
        Floating: ordinal but for the last category, which may be merged with any.
    """

    rows: Ints
    weights: Floats
    stats: Floats
    kind: Kind

    def __len__(self) -> int:
        """Return the number of categories."""
        return len(self.rows)


def floor_of(log_p: Floats) -> Floats:
    """Return the least log p that equals each: rounding must not choose."""
    return np.asarray(log_p - SAME * np.maximum(1.0, np.abs(log_p)))


class Merger:
    """Groups of categories on their way: pairs are tested once, and again where one changed.

    A group goes by its first category. `_log_p` has a line for each and is filled above its
    diagonal; `_best` is the greatest of each line and `_where` its column, so that a merger
    costs little more than the tests of the new group with the others.

    Parameters
    ----------
    categories : Categories
    test : callable
    scores : callable
        The order of many categories along which alone they are parted again.
    """

    def __init__(
        self, categories: Categories, test: Test, scores: Callable[[Floats], Floats]
    ) -> None:
        self.categories, self.test, self.scores = categories, test, scores
        self.regroup([(at,) for at in range(len(categories))])

    def regroup(self, groups: Sequence[Group]) -> None:
        """Take other groups, and test all their pairs."""
        count = len(self.categories)
        self._group: dict[int, Group] = {group[0]: group for group in sorted(groups)}
        self._rows = np.zeros(count, dtype=np.int64)
        self._weights = np.zeros(count)
        self._sums = np.zeros_like(self.categories.stats, dtype=np.float64)
        for name, group in self._group.items():
            held = list(group)
            self._rows[name] = self.categories.rows[held].sum()
            self._weights[name] = self.categories.weights[held].sum()
            self._sums[name] = self.categories.stats[held].sum(axis=0)
        self._log_p = np.full((count, count), _NEVER)
        self._best, self._where = np.empty(count), np.empty(count, dtype=np.int64)
        names = self.names
        self._test(*(names[side] for side in np.nonzero(self._allowed(names))))
        self._look(np.arange(count))

    @property
    def names(self) -> Ints:
        """The first category of each group, ascending."""
        return np.array(list(self._group), dtype=np.int64)

    @property
    def groups(self) -> list[Group]:
        """The groups, in the order of their first categories."""
        return list(self._group.values())

    @property
    def sums(self) -> Floats:
        """Their statistics, in the same order."""
        held: Floats = self._sums[self.names]
        return held

    def small(self, rows: int, weight: float) -> int | None:
        """Return the smallest group below a number of rows or a weight, if there is one."""
        names = self.names
        light = self._weights[names] < weight * (1.0 - SAME)
        below = names[(self._rows[names] < rows) | light]
        return int(below[np.argmin(self._rows[below])]) if len(below) else None

    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""
        best = self._best.max()
        one = int(np.argmax(self._best >= floor_of(best)))
        return one, int(np.argmax(self._log_p[one] >= floor_of(best))), float(best)

    def likest_to(self, name: int) -> int:
        """Return the group that one may be merged with and is most like it."""
        log_p = np.maximum(self._log_p[name], self._log_p[:, name])
        return int(np.argmax(log_p >= floor_of(log_p.max())))

    def merge(self, one: int, other: int) -> Group:
        """Merge two groups; return the new one."""
        one, other = min(one, other), max(one, other)
        group = tuple(sorted(self._group[one] + self._group.pop(other)))
        self._group[one] = group
        for held in (self._rows, self._weights, self._sums):
            held[one] += held[other]
        for name in (one, other):
            self._log_p[name], self._log_p[:, name] = _NEVER, _NEVER
        names = self.names
        place = int(np.searchsorted(names, one))
        allowed = self._allowed(names, place)
        before, behind = names[:place][allowed[:place]], names[place:][allowed[place:]]
        self._test(
            np.append(before, np.full(len(behind), one)),
            np.append(np.full(len(before), one), behind),
        )
        new = self._log_p[:, one]
        better = new > self._best
        self._best[better], self._where[better] = new[better], one
        # Lines whose greatest value was of a pair that is no more have to be looked through again.
        gone = (self._where == one) | (self._where == other)
        self._look(np.append(np.flatnonzero(gone & ~better), [one, other]))
        return group

    def _look(self, lines: Ints) -> None:
        """Find the greatest value of each of these lines, and where it stands."""
        held = self._log_p[lines]
        self._where[lines] = held.argmax(axis=1)
        self._best[lines] = held.max(axis=1)

    def _allowed(self, names: Ints, place: int | None = None) -> NDArray[np.bool_]:
        """Return which pairs of groups may be merged, each once; or which with the one at a place.

        Of an ordinal column they are neighbours; a floating category by itself goes with any.
        """
        count, kind = len(names), self.categories.kind
        last = len(self.categories) - 1
        alone = kind == "floating" and self._group.get(last) == (last,)
        positions = np.arange(count)
        if place is None:
            apart = positions[None, :] - positions[:, None]
            near = apart > 0 if kind == "nominal" else apart == 1
            return np.asarray(near | ((apart > 0) & alone & (positions == count - 1)))
        apart = np.abs(positions - place)
        near = apart > 0 if kind == "nominal" else apart == 1
        floats = alone & ((positions == count - 1) | (place == count - 1))
        return np.asarray(near | ((apart > 0) & floats))

    def _test(self, ones: Ints, others: Ints) -> None:
        width = max(BLOCK // (_BOTH * self._sums.shape[1]), 1)
        for begin in range(0, len(ones), width):
            one, other = ones[begin : begin + width], others[begin : begin + width]
            pairs = np.stack([self._sums[one], self._sums[other]], axis=1)
            self._log_p[one, other] = self.test(pairs).log_p


def merged(merger: Merger, log_alpha: float, log_resplit: float | None = None) -> str:
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
        group = merger.merge(one, other)
        if log_resplit is None or len(group) <= _BOTH or tuple(merger.groups) in seen:
            continue
        seen.add(tuple(merger.groups))
        log_best, part, said = best_binary(merger, group)
        remark = remark or said
        if log_best <= log_resplit:
            rest = tuple(at for at in group if at not in part)
            merger.regroup([held for held in merger.groups if held != group] + [part, rest])
    return remark


def way_to_two(merger: Merger) -> Iterator[tuple[list[Group], Floats]]:
    """Go through all groupings, from each category by itself to two groups (exhaustive CHAID).

    Every step merges the likest pair, however unlike it is (Biggs, de Ville and Suen 1991).
    """
    while len(merger.groups) > 1:
        yield merger.groups, merger.sums
        one, other, _ = merger.likest()
        merger.merge(one, other)


def enlarged(merger: Merger, least_rows: int, least_weight: float) -> None:
    """Merge each group that is too small, the smallest first, with the one most like it."""
    while len(merger.groups) > 1:
        name = merger.small(least_rows, least_weight)
        if name is None:
            break
        merger.merge(name, merger.likest_to(name))


def best_binary(merger: Merger, group: Group) -> tuple[float, Group, str]:
    """Return the log p of the best split of a group in two, its first part, and what was not tried.

    Of a nominal column every split of up to 10 categories is tried.
    """
    stats = merger.categories.stats[list(group)]
    inside, remark = _sides(merger, group, stats)
    one = np.einsum("lv,vs->ls", inside.astype(np.float64), stats)
    log_p = merger.test(np.stack([one, stats.sum(axis=0) - one], axis=1)).log_p
    first = int(np.argmax(floor_of(log_p) <= log_p.min()))
    return (
        float(log_p.min()),
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
