"""Merging categories that the target does not tell apart: the heart of CHAID.

Groups stand in the order of their first categories, and of pairs that are equally alike the first
in that order is merged: the result does not depend on rounding, nor on the way the data came.

What tests tables does so by yielding them (see `together`), so that many columns go on at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .merger import floor_of
from .subsets import EXHAUSTIVE, every_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints
    from .merger import Group, Merger
    from .together import Search

IN_ORDER: Final = (
    f"groups of more than {EXHAUSTIVE} categories were parted again along one order of theirs only"
)
_BOTH: Final = 2


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
    while len(merger) > 1:
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
    while len(merger) > 1:
        steps.append((merger.groups, merger.sums))
        one, other, _ = merger.likest()
        yield from merger.merge(one, other)
    return steps


def enlarged(merger: Merger, least_rows: int, least_weight: float) -> Search[None]:
    """Merge each group that is too small, the smallest first, with the one most like it."""
    while len(merger) > 1:
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
