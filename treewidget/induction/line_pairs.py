"""Lines of two growths side by side: which of them are split alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..data.runs import in_runs
from .line_columns import splits_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from .lines import Lines


def same_splits(one: Lines, here: Ints, other: Lines, there: Ints) -> NDArray[np.bool_]:
    """Return which lines have the same split as those of another growth, or no more than they.

    Parameters
    ----------
    one, other : Lines
        Of one dataset.
    here, there : int arrays
        Lines of either, of the same rows pair by pair.
    """
    first, second = one.grown, other.grown
    alike: NDArray[np.bool_] = first.column[here] == second.column[there]
    exact = alike.copy()
    for mine, yours in (
        (first.low, second.low),
        (first.high, second.high),
        (first.missing, second.missing),
    ):
        exact &= mine[here] == yours[there]
    if len(first.group) > 1:
        among = np.flatnonzero(exact)
        exact[among] = _same_levels(one, here[among], other, there[among])
    # What is said otherwise may be the same split still: a cut that lies between other neighbours.
    doubtful = np.flatnonzero(alike & ~exact & (first.column[here] >= 0))
    if len(doubtful):
        pairs = zip(splits_at(one, here[doubtful]), splits_at(other, there[doubtful]), strict=True)
        alike[doubtful] = [mine == yours for mine, yours in pairs]
    return alike


def _same_levels(one: Lines, here: Ints, other: Lines, there: Ints) -> NDArray[np.bool_]:
    """Return which lines name the same levels; those of ordered columns name none."""
    begins, sizes = zip(*(_levels(*side) for side in ((one, here), (other, there))), strict=True)
    alike: NDArray[np.bool_] = sizes[0] == sizes[1]
    begin, behind, many = begins[0][alike], begins[1][alike], sizes[0][alike]
    differ = one.grown.levels[in_runs(begin, many)] != other.grown.levels[in_runs(behind, many)]
    upto = np.append(0, np.cumsum(differ))
    ends = np.cumsum(many)
    alike[alike] = upto[ends] == upto[ends - many]
    return alike


def _levels(lines: Lines, where: Ints) -> tuple[Ints, Ints]:
    """Return where the levels of some lines begin, and how many there are."""
    begin = lines.grown.group[:-1][where]
    return begin, lines.grown.group[1:][where] - begin
