"""Merging categories that the target does not tell apart: the heart of CHAID.

Groups stand in the order of their first categories, and of pairs that are equally alike the first
in that order is merged: the result does not depend on rounding, nor on the way the data came.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from .subsets import EXHAUSTIVE, every_side
from .ties import SAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ..engine.contract import Floats, Ints
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


@dataclass(slots=True, eq=False)
class Merger:
    """Groups of categories on their way: pairs are tested once, and again where one changed.

    `scores` gives the order of many categories along which alone they are parted again.
    """

    categories: Categories
    test: Test
    scores: Callable[[Floats], Floats]
    groups: list[Group] = field(init=False)
    rows: Ints = field(init=False)
    weights: Floats = field(init=False)
    sums: Floats = field(init=False)
    _log_p: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Begin with each category by itself."""
        self.regroup([(at,) for at in range(len(self.categories))])

    def regroup(self, groups: Sequence[Group]) -> None:
        """Take other groups, and test all their pairs."""
        self.groups = sorted(groups)
        held = [list(group) for group in self.groups]
        self.rows = np.array([self.categories.rows[group].sum() for group in held])
        self.weights = np.array([self.categories.weights[group].sum() for group in held])
        self.sums = np.array([self.categories.stats[group].sum(axis=0) for group in held])
        self._log_p = np.full((len(held), len(held)), _NEVER)
        self._test(*np.nonzero(self._allowed()))

    def likest(self) -> tuple[int, int, float]:
        """Return the allowed pair of largest p, the first of equals, and its log p."""
        best = self._log_p.max()
        first = int(np.argmax(self._log_p >= floor_of(best)))
        one, other = divmod(first, len(self.groups))
        return one, other, float(best)

    def likest_to(self, at: int) -> int:
        """Return the group that one may be merged with and is most like it."""
        log_p = np.maximum(self._log_p[at], self._log_p[:, at])
        return int(np.argmax(log_p >= floor_of(log_p.max())))

    def merge(self, one: int, other: int) -> Group:
        """Merge two groups; return the new one."""
        one, other = min(one, other), max(one, other)
        merged = tuple(sorted(self.groups[one] + self.groups.pop(other)))
        self.groups[one] = merged
        self.rows = _added(self.rows, one, other)
        self.weights = _added(self.weights, one, other)
        self.sums = _added(self.sums, one, other)
        self._log_p = np.delete(np.delete(self._log_p, other, axis=0), other, axis=1)
        self._log_p[one], self._log_p[:, one] = _NEVER, _NEVER
        # Of an ordinal column the groups on both sides of what went are neighbours now.
        new = self._allowed() & (self._log_p == _NEVER)
        self._test(*np.nonzero(new))
        return merged

    def _allowed(self) -> NDArray[np.bool_]:
        """Return which pairs may be merged, each once: the first before the second."""
        count, floats = len(self.groups), self.categories.kind == "floating"
        allowed = np.triu(np.ones((count, count), dtype=bool), 1)
        if self.categories.kind == "nominal":
            return allowed
        alone = floats and self.groups[-1] == (len(self.categories) - 1,)
        near = np.arange(count)[:, None] + 1 == np.arange(count)
        if alone:
            near[:, -1] = True
        return np.asarray(allowed & near)

    def _test(self, ones: Ints, others: Ints) -> None:
        width = max(BLOCK // (_BOTH * self.sums.shape[1]), 1)
        for begin in range(0, len(ones), width):
            one, other = ones[begin : begin + width], others[begin : begin + width]
            pairs = np.stack([self.sums[one], self.sums[other]], axis=1)
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
        yield list(merger.groups), merger.sums.copy()
        one, other, _ = merger.likest()
        merger.merge(one, other)


def enlarged(merger: Merger, least_rows: int, least_weight: float) -> None:
    """Merge each group that is too small, the smallest first, with the one most like it."""
    while len(merger.groups) > 1:
        light = merger.weights < least_weight * (1.0 - SAME)
        small = (merger.rows < least_rows) | light
        if not small.any():
            break
        at = int(np.argmin(np.where(small, merger.rows, np.iinfo(np.int64).max)))
        merger.merge(at, merger.likest_to(at))


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


def _added(parts: NDArray[Any], one: int, other: int) -> NDArray[Any]:
    """Return parts with one of them added to another and taken out."""
    whole: NDArray[Any] = np.delete(parts, other, axis=0)
    whole[one] += parts[other]
    return whole
