"""The choice of a large node by criteria that only Python knows, without the best of each column.

To find the best cut of a column all its values are gone through. Counts in a thousand bins tell
sooner what no cut of it gains more than: a gain is a convex function of the classes' weights on one
side, so that between two edges of bins it is nowhere more than at the corners of what may lie there
(Fayyad and Irani 1992 show the same of cuts between classes). Few columns are left to go through.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from ..options import is_plain, learns
from .cuts import QUARTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...engine.contract import Floats, Ints
    from ..contract import Setting
    from ..region import Region
    from .found import Found
    from .places import Place

LEAST: Final = 16_384
"""Of fewer rows all values are soon gone through."""
BITS: Final = 10
"""A column's values lie in up to two to that power bins."""
CLASSES: Final = 6
"""Of more classes there are too many corners: two to that power."""
SLACK: Final = 1e-9
"""More than rounding makes of a gain."""


def has_ceilings(setting: Setting, region: Region) -> bool:
    """Whether the choice at a region can be made that way, and it is worth it."""
    dataset, options = setting.dataset, setting.options
    if region.train.n < LEAST or setting.engine.shares(region.rows) is not None:
        return False
    plain = is_plain(options) and options.column_costs is None and learns(options)
    few = len(dataset.target.classes) <= CLASSES
    return plain and few and dataset.target.is_classification


def leading_found(
    setting: Setting,
    region: Region,
    place: Place,
    columns: Iterable[int],
    found_of: Callable[[Sequence[int]], list[Found]],
) -> list[Found]:
    """Return what was found of enough columns that the best of all is among it, in frame order."""
    known, parts = setting.dataset.columns, _Parts(setting, region, place)
    many = [at for at in columns if known[at].is_ordered and len(known[at].keys) >> BITS]
    found = found_of([at for at in columns if at not in {*many}])
    ceilings = {}
    for done, column in enumerate(many):
        setting.progress.step(0.5 * done / len(many))
        ceilings[column] = parts.ceiling(column)
    for column in sorted(many, key=lambda at: -ceilings[at]):
        best = max((one.gain for one in found), default=-np.inf)
        if ceilings[column] < place.floor(best):
            break
        found += found_of([column])
    return sorted(found, key=lambda one: one.column)


class _Parts:
    """The rows of a node in the bins of its columns."""

    def __init__(self, setting: Setting, region: Region, place: Place) -> None:
        self._columns, self._place = setting.dataset.columns, place
        self._rows = setting.engine.positions(region.rows)
        weights = setting.dataset.weights
        self._weights = None if weights is None else weights[self._rows]
        self._classes: Ints = setting.dataset.target.codes[self._rows].astype(np.int64)
        self._many = len(place.whole)
        self._corners = np.array([*product((False, True), repeat=self._many)])

    def ceiling(self, column: int) -> float:
        """Return what no cut of an ordered column gains more than. O(rows)."""
        named = self._columns[column]
        beyond = max((len(named.keys) - 1).bit_length() - BITS, 0)
        bins = (named.codes[self._rows].astype(np.int64) >> beyond) + 1  # 0 of what is missing
        size = ((len(named.keys) - 1) >> beyond) + 2
        places = bins * self._many + self._classes
        held = np.bincount(places, self._weights, size * self._many)
        missing, within = np.split(held.reshape(size, -1).astype(np.float64), [1])
        upto = np.append(np.zeros_like(missing), within.cumsum(axis=0), axis=0)
        tried = np.arange(size - 1)
        if self._place.breakpoints == "quartiles":
            tried = _of_quartiles(np.bincount(bins, minlength=size)[1:])
        most = self._most(upto, tried)
        return max(most, self._most(upto + missing, tried)) if missing.any() else most

    def _most(self, upto: Floats, bins: Ints) -> float:
        """Return the largest gain at the corners of some bins between running sums."""
        between = np.where(self._corners, upto[1:][bins, None], upto[:-1][bins, None])
        gains = self._place.gains(between, self._place.stats)
        most = float(np.nan_to_num(gains).max(initial=0.0))
        return most * (1.0 + SLACK) + SLACK * self._place.impurity


def _of_quartiles(rows: Ints) -> Ints:
    """Return in which bins of so many rows the quartiles are, and the last, where all are below."""
    upto = rows.cumsum()
    below = [(upto[-1] - 1) * share.numerator // share.denominator for share in QUARTERS]
    found = upto.searchsorted([at + more for at in below for more in (0, 1)], side="right")
    return np.unique(np.append(np.minimum(found, len(rows) - 1), len(rows) - 1))
