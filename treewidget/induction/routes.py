"""From a split to the engine's route, and the missing rows' way when nobody chose one."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.gaps import Gaps
from ..engine.contract import DROP, SHARE, STOP, WAIT, Route
from ..engine.weighted import shares_of
from .splits import Split, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..data.dataset import Dataset
    from ..data.reading import Reading
    from ..engine.contract import Floats, Ints

ALL_KNOWN: Final = np.iinfo(np.int32).max
"""The cut of a split that parts known rows from missing ones: every code lies below it."""


def route_of(dataset: Dataset, split: Split) -> Route:
    """Return the branch of every code of the split's column; shares are still open."""
    route = _route(dataset, split)
    if not split.surrogates:
        return route
    others = [(_route(dataset, one.split), one.flipped) for one in split.surrogates]
    surrogates = tuple(replace(other, flipped=flipped) for other, flipped in others)
    return replace(route, surrogates=surrogates)


def routes_of(dataset: Dataset, splits: Sequence[Split]) -> list[Route]:
    """Return `route_of` each of some splits: a column's thresholds are looked up together."""
    routes: dict[int, Route] = {}
    alike: dict[int, list[int]] = {}
    for at, split in enumerate(splits):
        if isinstance(split, ThresholdSplit) and len(split.cuts) == 1 and not split.surrogates:
            alike.setdefault(split.column, []).append(at)
        else:
            routes[at] = route_of(dataset, split)
    for number, places in alike.items():
        cuts = [splits[at].cuts[0] for at in places]  # type: ignore[union-attr]
        for at, rank in zip(places, dataset.columns[number].ranks_of(cuts)[:, None], strict=True):
            routes[at] = Route(number, splits[at].branches, splits[at].missing, cuts=rank)
    return [routes[at] for at in range(len(splits))]


def _route(dataset: Dataset, split: Split) -> Route:
    column = dataset.columns[split.column]
    if isinstance(split, ThresholdSplit):
        cuts = column.ranks_of(split.cuts)
        return Route(split.column, split.branches, split.missing, cuts=cuts)
    levels = np.full(len(column.keys), -1, dtype=np.int64)
    sizes = [len(group) for group in split.groups]
    levels[[*chain.from_iterable(split.groups)]] = np.repeat(np.arange(len(sizes)), sizes)
    return Route(split.column, split.branches, split.missing, levels=levels)


def read_branches(split: Split, reading: Reading, astray: int) -> Ints:
    """Return the branch of records by a split alone; `astray` of what is missing or unknown."""
    if isinstance(split, ThresholdSplit):
        above = np.zeros(len(reading.missing), dtype=np.int64)
        for cut in split.cuts:
            above += ~reading.at_or_below(cut)
        above[reading.missing] = astray
        return above
    branch = np.full(len(reading.missing), astray, dtype=np.int64)
    for at, group in enumerate(split.groups):
        branch[np.isin(reading.codes, group)] = at
    return branch


def cut_ranks(column: Column, low: NDArray[np.int32], high: NDArray[np.int32]) -> Ints:
    """Return the rank of the highest value below the cut between each two values of a column.

    The two are neighbours in a node, but rows that never came there may have values between them.
    """
    ranks, keys = low.astype(np.int64), column.keys
    wide = np.flatnonzero(high - low > 1)
    if not len(wide) or column.kind == "ordered":
        return ranks
    middle = Gaps(column, low[wide], high[wide]).highest()
    ranks[wide] = keys.searchsorted(middle, side="right") - 1
    return ranks


def for_new_rows(route: Route, weights: Floats, rows: Ints) -> Route:
    """Return how rows go that were not trained on, by the branches' training weights and rows.

    Rows dropped in training are tokens now: cut among the branches (Quinlan 1986, s. 6). What no
    surrogate knows goes to the branch of most rows, those counted that surrogates sent there: in
    training the majority was by the weight of the known rows alone. So rpart does it.
    """
    if route.missing == WAIT or (route.surrogates and route.missing >= 0):
        return replace(route, missing=fullest(rows))
    if route.missing not in (SHARE, DROP):
        return route
    return replace(route, missing=SHARE, shares=shares_of(weights))


def fullest(rows: Ints) -> int:
    """Return the branch of most rows; `STOP` where several have as many.

    Examples
    --------
    >>> fullest(np.array([3, 1])), fullest(np.array([2, 2]))
    (0, -3)
    """
    most = np.flatnonzero(rows == rows.max())
    return int(most[0]) if len(most) == 1 else STOP


def larger_branch(rows: Sequence[int]) -> int:
    """Return the branch with most rows; the last of them on a tie, as scikit-learn does.

    Examples
    --------
    >>> larger_branch([3, 5]), larger_branch([5, 5]), larger_branch([6, 5])
    (1, 1, 0)
    """
    most = max(rows)
    return max(branch for branch, count in enumerate(rows) if count == most)
