"""Sets that hold rows in shares, and the ways of rows that no branch of a split names."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import numpy as np

from ..data.runs import stable_order
from .contract import SHARE, Floats, Ints, Route

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ..data.column import Column

    Positions: TypeAlias = NDArray[np.intp]
    Held: TypeAlias = tuple[Positions, Floats | None]
    """Rows, and the share of each; None: all are 1."""

ASTRAY = -1
"""Where a route sends what no branch names, while its ways are still open."""
MANY = 8
"""From so many branches on the rows are sorted by theirs."""


class Weighted:
    """Rows of which at least one is held in part; engines share this kind of handle.

    Parameters
    ----------
    positions : int array
        Ascending. Not to be changed by anyone any more, nor the shares.
    shares : float array
        Above 0 and up to 1.
    """

    __slots__ = ("positions", "shares")

    def __init__(self, positions: Positions, shares: Floats) -> None:
        positions.flags.writeable = shares.flags.writeable = False
        self.positions = positions
        self.shares = shares

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.positions)


def in_order(positions: Positions, shares: Floats) -> Held:
    """Return rows in frame order, checked; no shares where all are 1."""
    held = np.asarray(positions, dtype=np.intp)
    part = np.asarray(shares, dtype=np.float64)
    if held.shape != part.shape:
        raise ValueError(f"{part.shape} shares for {held.shape} rows")
    if not bool(((part > 0) & (part <= 1)).all()):
        raise ValueError("a share lies above 0 and is at most 1")
    order = stable_order(held)
    return held[order], None if bool((part == 1).all()) else part[order]


def joined(several: Iterable[Held]) -> Held:
    """Return the rows of several sets, one set behind the other."""
    rows, shares = zip(*several, strict=True)
    if all(some is None for some in shares):
        return np.concatenate(rows), None
    pairs = zip(rows, shares, strict=True)
    whole = [np.ones(len(held)) if some is None else some for held, some in pairs]
    return np.concatenate(rows), np.concatenate(whole)


def branches_of(codes: NDArray[Any], route: Route) -> NDArray[np.intp]:
    """Return the branch of each code (-1 is missing); the route's surrogates are not asked."""
    if route.cuts is not None:
        # Most have one: then a comparison does, and with a plain number codes need no wider type.
        one = len(route.cuts) == 1
        branch = codes > route.cuts.item() if one else route.cuts.searchsorted(codes, side="left")
        return np.where(codes < 0, route.missing, branch)
    levels = np.append(cast("Ints", route.levels), -1)  # code -1 reads the last place
    branch = levels[codes].astype(np.intp)
    return np.where(branch < 0, route.missing, branch)


def ways_of(columns: Sequence[Column], held: Positions, route: Route) -> NDArray[np.intp]:
    """Return each row's branch, or the way of those that neither split nor surrogates know."""
    codes = columns[route.column].codes[held]
    if not route.surrogates:
        return branches_of(codes, route)
    way = branches_of(codes, replace(route, missing=ASTRAY))
    astray = np.flatnonzero(way < 0)
    for surrogate in route.surrogates:
        side = surrogate_sides(columns[surrogate.column].codes[held[astray]], surrogate)
        way[astray] = side
        astray = astray[side < 0]
    way[astray] = route.missing
    return way


def surrogate_sides(codes: NDArray[Any], surrogate: Route) -> NDArray[np.intp]:
    """Return the branch that a surrogate sends each code to; `ASTRAY` where it does not know."""
    side = branches_of(codes, replace(surrogate, missing=ASTRAY))
    return np.where(side < 0, ASTRAY, 1 - side) if surrogate.flipped else side


def shares_of(weights: Floats) -> Floats:
    """Return how much of a missing row goes to each branch: equal parts where nothing is known.

    Examples
    --------
    >>> shares_of(np.array([3.0, 1.0])), shares_of(np.array([0.0, 0.0]))
    (array([0.75, 0.25]), array([0.5, 0.5]))
    """
    total = weights.sum()
    return weights / total if total > 0 else np.full(len(weights), 1.0 / len(weights))


def parted(
    columns: Sequence[Column],
    held: Positions,
    shares: Floats | None,
    route: Route,
    weights: Floats | None = None,
    *,
    beside: Floats | None = None,
) -> list[Held]:
    """Return the rows of each branch with their shares; None where all are 1.

    A share so small that its part of a branch vanishes is no share. `weights` are those of all rows
    of the data set, where they do not just count; `beside` is what each branch holds already, of
    rows that are not among these.
    """
    way = ways_of(columns, held, route)
    split = np.flatnonzero(way == SHARE) if route.missing == SHARE else way[:0]
    if not len(split):
        return [_taken(held, shares, here) for here in _places(way, route.branches)]
    into = route.shares
    if into is None:
        weight = weights_of(weights, held, shares)
        weighed = np.bincount(way - SHARE, weight, 1 + route.branches)[1:].astype(np.float64)
        into = shares_of(weighed if beside is None else weighed + beside)
    own = np.ones(len(held)) if shares is None else shares
    return [
        _with_shared(held, own, way == branch, split, share)
        for branch, share in enumerate(into.tolist())
    ]


def _places(way: NDArray[np.intp], branches: int) -> list[NDArray[Any]]:
    """Return where the rows of each branch stand: of many branches they are sorted, not sought."""
    if branches < MANY:
        return [way == branch for branch in range(branches)]
    order = stable_order(way)
    ends = np.searchsorted(way[order], np.arange(branches + 1)).tolist()
    return [order[begin:end] for begin, end in pairwise(ends)]


def weights_of(weights: Floats | None, held: NDArray[Any], shares: Floats | None) -> Floats | None:
    """Return what each of some rows weighs, `weights` being those of all; None: all weigh 1."""
    if weights is None:
        return shares
    own: Floats = weights[held]
    return own if shares is None else own * shares


def stacked(totals: Sequence[tuple[int, Floats]]) -> tuple[Ints, Floats]:
    """Return the rows and the statistics of several sets as arrays."""
    rows, stats = zip(*totals, strict=True)
    return np.array(rows, dtype=np.int64), np.stack(stats)


def _with_shared(
    held: Positions, shares: Floats, here: NDArray[np.bool_], split: Ints, share: float
) -> Held:
    """Return the rows of a branch, and with them what it gets of those that go to all."""
    here[split] = True
    part = shares.copy()
    part[split] *= share
    taken = np.flatnonzero(here)
    rows, part = held.take(taken), part.take(taken)
    least = part.min()  # rows go to all branches: one at least comes here
    if least <= 0:
        return _taken(rows, part, part > 0)
    return rows, None if least == 1 else part


def _taken(held: Positions, shares: Floats | None, which: NDArray[Any]) -> Held:
    """Return some of the rows, and their shares if any is not 1."""
    part = None if shares is None else shares[which]
    return held[which], None if part is None or bool((part == 1).all()) else part


def solved_by(columns: Sequence[Column], held: Positions, route: Route) -> list[int]:
    """Return how many rows that the split does not know go by each surrogate; last, by none."""
    codes = columns[route.column].codes[held]
    lost = held[branches_of(codes, replace(route, missing=ASTRAY)) < 0]
    counts = []
    for surrogate in route.surrogates:
        side = surrogate_sides(columns[surrogate.column].codes[lost], surrogate)
        counts.append(int(np.count_nonzero(side >= 0)))
        lost = lost[side < 0]
    return [*counts, len(lost)]
