"""A region of the data: the rows that reach a place in the tree, with their figures.

A region depends on the path alone, not on what is done below it: that is why a node keeps its
figures whether or not it is split, and why pruning computes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..engine.contract import Floats, Ints, Rows


class Histogram:
    """Rows in each bin of the target, counted when they are first asked for.

    Few of a large growth's nodes are ever looked at, and counting takes longer than growing them.
    """

    __slots__ = ("_count", "_counted", "_rows")

    def __init__(self, count: Callable[[Rows], Ints], rows: Rows) -> None:
        self._count = count
        self._rows = rows
        self._counted: Ints | None = None

    @property
    def counted(self) -> Ints:
        """Return the counts."""
        if self._counted is None:
            self._counted = self._count(self._rows)
        return self._counted


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """What one set of rows looks like.

    Attributes
    ----------
    n : int
        Rows.
    weight : float
        Their total weight (equal to `n` without weights).
    stats : float array, shape (S,)
        As in `engine.contract.Table`. By absolute errors the median (centred like the sums) and
        the variance follow: then it is the median that is predicted.
    impurity : float
        In the method's criterion.
    bins : Histogram or None
        Regression: rows in each bin of the target.
    """

    n: int
    weight: float
    stats: Floats
    impurity: float
    bins: Histogram | None = None

    @property
    def histogram(self) -> Ints | None:
        """Return the rows in each bin of the target; None in a classification."""
        return None if self.bins is None else self.bins.counted


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Region:
    """The rows that reach a place, training and validation, with their figures.

    `measured` has a bit for each column that is asked for on the way: ``1 << column``.
    """

    depth: int
    rows: Rows
    train: Figures
    validation_rows: Rows | None = None
    validation: Figures | None = None
    measured: int = 0
