"""The levels of a nominal column along the first principal component of their class proportions.

Of more than two classes no order of the levels is sure to hold the best groups; this one mostly
holds good ones (Coppersmith, Hong and Hosking 1999). Small nodes are full of symmetries, where
several components are as large as the first: which of them a library finds hangs on rounding. So
the axis is found by a way that any engine follows to nearly the same place, and levels whose scores
differ by no more than that are in their own order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from ...engine.contract import Floats, Ints

SQUARINGS: Final = 20
"""A matrix is multiplied by itself so often: two parts of its spread that are alike to a millionth
are told apart then."""
ALONE: Final = 1e-12
"""It is done before when no more than this share of the spread is left beside the first part."""
AS_LARGE: Final = 1e-9
"""Classes whose part of the component is as large within this (relatively): the first is taken."""
CLOSE: Final = 1e-7
"""Scores no further apart than this share of their range are equal."""


def along_component(stats: Floats) -> Ints:
    """Return the order of levels along the component, from the weight of each class in each.

    Examples
    --------
    >>> along_component(np.array([[9.0, 1.0, 0.0], [0.0, 0.0, 9.0], [1.0, 1.0, 5.0]])).tolist()
    [0, 2, 1]
    """
    scores = component(stats)
    order = np.argsort(scores, kind="stable")
    ranked = scores[order]
    apart = np.diff(ranked) > CLOSE * (ranked[-1] - ranked[0])
    return order[np.lexsort((order, np.append(0, np.cumsum(apart))))]


def component(stats: Floats) -> Floats:
    """Return each level's score on the component: proportions are weighted by the levels' weights.

    Levels that are all alike score 0.
    """
    weight, total = stats.sum(axis=1), stats.sum()
    if not total > 0:
        return np.zeros(len(stats))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(weight[:, None] > 0, stats / weight[:, None], 0.0)
    offsets = shares - stats.sum(axis=0) / total
    return np.asarray(offsets @ _first_axis((offsets * weight[:, None]).T @ offsets))


def _first_axis(spread: Floats) -> Floats:
    """Return a first eigenvector of a covariance matrix, 0 where nothing is spread.

    A power of the matrix is all but the projection on it; a column of that is taken.
    """
    total = float(np.trace(spread))
    if not total > 0:
        return np.zeros(len(spread))
    power = spread / total
    for _ in range(SQUARINGS):
        square = power @ power
        total = float(np.trace(square))
        power = square / total
        if total > 1.0 - ALONE:
            break
    own = power.diagonal()
    return power[:, int(np.argmax(own >= own.max() * (1.0 - AS_LARGE)))]
