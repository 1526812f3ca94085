"""Groups of levels as rpart was seen to try them, so that equals are chosen alike.

Two classes: levels ascend by their share of the first class. Regression: by their mean. More
classes: every partition, in the order of a reflected Gray code over all but the last level, while
there are few levels; else along the first principal component.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..criteria import weight_of
from .component import along_component
from .subsets import BY_COMPONENT, EXHAUSTIVE, TWO, Groups, SubsetSides, in_order, share_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.contract import Tables
    from .places import Place


def known_sides(tables: Tables, place: Place) -> SubsetSides:
    """Return the sides of every nominal column; the rows that lack it take no part.

    `place` is any that the tables are of.
    """
    groups = _groups(tables, place)
    return SubsetSides(tables, groups.sides(tables), groups)


def _groups(tables: Tables, place: Place) -> Groups:
    levels, stats = np.diff(tables.starts), tables.stats
    regression = place.criterion == "squared_error"
    part, weight = stats[:, 1 if regression else 0], weight_of(stats, place.criterion)
    order = in_order(share_of(part, weight), tables.starts)
    if regression or stats.shape[1] <= TWO:
        return Groups(order, np.zeros(len(levels), dtype=bool), _by_gray_code)
    remarks = {}
    for index in np.flatnonzero(levels > EXHAUSTIVE).tolist():
        begin, end = tables.starts[index : index + 2].tolist()
        order[begin:end] = begin + along_component(place.seen(stats[begin:end]))
        remarks[index] = BY_COMPONENT
    listed = (levels >= TWO) & (levels <= EXHAUSTIVE)
    return Groups(order, listed, _by_gray_code, remarks)


@lru_cache
def _by_gray_code(levels: int) -> NDArray[np.bool_]:
    """Return every side without the last level, the last line being all levels."""
    numbers = np.arange(1, 2 ** (levels - 1))
    gray = (numbers ^ (numbers >> 1))[:, None]
    inside = ((gray >> np.arange(levels)) & 1).astype(bool)
    return np.concatenate([inside, np.ones((1, levels), dtype=bool)])
