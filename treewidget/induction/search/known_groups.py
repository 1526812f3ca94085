"""Groups of levels as rpart was seen to try them, so that equals are chosen alike.

Two classes: levels ascend by their share of the first class. Regression: by their mean. More
classes: every partition, in the order of a reflected Gray code over all but the last level, while
there are few levels; else along the first principal component.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .component import along_component
from .subsets import BY_COMPONENT, EXHAUSTIVE, Groups, sides_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ...engine.contract import Floats, Ints, Table, Tables
    from .places import Place
    from .subsets import SubsetSides

TWO: Final = 2


def known_sides(tables: Tables, place: Place) -> SubsetSides:
    """Return the sides of every nominal column; the rows that lack it take no part.

    `place` is any that the tables are of.
    """
    return sides_of(tables, [_groups(table, place) for table in tables])


def _groups(table: Table, place: Place) -> Groups:
    levels = len(table.codes)
    if levels < TWO:
        return Groups(order=np.arange(levels))
    regression = place.criterion == "squared_error"
    if regression or table.stats.shape[1] <= TWO:
        weight = table.stats[:, 0] if regression else table.stats.sum(axis=1)
        return Groups(order=_ascending(table.stats[:, 1 if regression else 0], weight))
    if levels <= EXHAUSTIVE:
        return Groups(inside=_by_gray_code(levels))
    return Groups(order=along_component(place.seen(table.stats)), remark=BY_COMPONENT)


def _ascending(part: Floats, weight: Floats) -> Ints:
    """Return levels in the order of what they hold of each unit of weight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(weight > 0, part / weight, np.inf)
    return np.argsort(share, kind="stable")


def _by_gray_code(levels: int) -> NDArray[np.bool_]:
    """Return every side without the last level, the last line being all levels."""
    numbers = np.arange(1, 2 ** (levels - 1))
    gray = (numbers ^ (numbers >> 1))[:, None]
    inside = ((gray >> np.arange(levels)) & 1).astype(bool)
    return np.concatenate([inside, np.ones((1, levels), dtype=bool)])
