"""The branches of several small sets of rows, each parted by a split of its own, all at once.

A small set takes longer to ask a column about than to part.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..data.runs import in_runs
from .contract import DROP, SHARE
from .weighted import joined, shares_of, weights_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from .contract import Floats, Ints, Route
    from .weighted import Held, Positions

ALL: Final = np.iinfo(np.int64).max
"""No code lies above it."""


def fits(route: Route) -> bool:
    """Whether a set is parted with others: by one cut or by levels, and no surrogates."""
    plain = route.cuts is None or len(route.cuts) <= 1
    return plain and not route.surrogates and (route.missing >= 0 or route.missing in (SHARE, DROP))


def branches_at_once(
    columns: Sequence[Column],
    sets: Sequence[Held],
    routes: Sequence[Route],
    weights: Floats | None = None,
) -> list[list[Held]]:
    """Return for each set what `weighted.parted` does, bit for bit.

    Parameters
    ----------
    columns : sequence of Column
    sets : sequence of tuples
        Rows in frame order, and their shares; None: all are 1.
    routes : sequence of Route
        Each of which `fits`.
    weights : float array, optional
        Of all rows of the data set.
    """
    rows, shares = joined(sets)
    owner = np.repeat(np.arange(len(sets)), [len(held) for held, _ in sets])
    firsts = np.cumsum([0, *(route.branches for route in routes)])
    way = _ways(columns, sets, routes, owner)
    here = np.flatnonzero(way >= 0)
    cell = firsts[owner[here]] + way[here]
    lost = np.flatnonzero(way == SHARE)
    part: Floats | None
    if len(lost):
        known = weights_of(weights, rows[here], _of(shares, here))
        into = _into(routes, np.bincount(cell, known, firsts[-1]), firsts, owner[lost])
        many = np.diff(firsts)[owner[lost]]
        again, there = np.repeat(lost, many), in_runs(firsts[owner[lost]], many)
        own = np.ones(len(rows)) if shares is None else shares
        part = np.append(own[here], own[again] * into[there])
        here, cell = np.append(here, again), np.append(cell, there)
        order = np.lexsort((here, cell))
    else:
        part, order = _of(shares, here), np.argsort(cell, kind="stable")
    return _laid_out(rows[here[order]], _of(part, order), cell[order], firsts)


def _of(shares: Floats | None, which: NDArray[np.intp]) -> Floats | None:
    return None if shares is None else shares[which]


def _ways(
    columns: Sequence[Column], sets: Sequence[Held], routes: Sequence[Route], owner: Ints
) -> Ints:
    """Return each row's branch, or the way of those that no branch names."""
    pairs = zip(sets, routes, strict=True)
    codes = np.concatenate([columns[route.column].codes[held] for (held, _), route in pairs])
    cuts = [ALL if route.cuts is None or not len(route.cuts) else route.cuts[0] for route in routes]
    way = (codes > np.array(cuts)[owner]).astype(np.int64)
    named = np.array([route.levels is not None for route in routes])
    if named.any():
        levels = [route.levels for route in routes if route.levels is not None]
        begins = np.zeros(len(routes), dtype=np.int64)
        begins[named] = np.cumsum([0, *map(len, levels[:-1])])
        at = np.flatnonzero(named[owner] & (codes >= 0))
        way[at] = np.concatenate(levels)[begins[owner[at]] + codes[at]]
    lost = np.flatnonzero((codes < 0) | (way < 0))
    way[lost] = np.array([route.missing for route in routes])[owner[lost]]
    return way


def _into(routes: Sequence[Route], weighed: NDArray[Any], firsts: Ints, owners: Ints) -> Floats:
    """Return what each branch gets of a row that goes to all, of the sets that have such rows.

    `weighed` is what the known rows of each branch weigh.
    """
    into = np.zeros(len(weighed))
    for at in np.unique(owners).tolist():
        inside, given = slice(firsts[at], firsts[at + 1]), routes[at].shares
        into[inside] = shares_of(weighed[inside].astype(np.float64)) if given is None else given
    return into


def _laid_out(rows: Positions, shares: Floats | None, cell: Ints, firsts: Ints) -> list[list[Held]]:
    """Return the rows of each branch of each set; shares where any is not 1, and no empty ones."""
    if shares is not None and len(shares) and shares.min() <= 0:
        some = np.flatnonzero(shares > 0)
        rows, shares, cell = rows[some], shares[some], cell[some]
    ends = cell.searchsorted(np.arange(firsts[-1] + 1)).tolist()
    found: list[Held]
    if shares is None:
        found = [(rows[begin:end], None) for begin, end in pairwise(ends)]
    else:
        odd = np.append(0, np.cumsum(shares != 1))
        found = [
            # Copies: a slice would keep the rows of all sets.
            (rows[begin:end].copy(), shares[begin:end].copy() if odd[end] > odd[begin] else None)
            for begin, end in pairwise(ends)
        ]
    return [found[begin:end] for begin, end in pairwise(firsts.tolist())]
