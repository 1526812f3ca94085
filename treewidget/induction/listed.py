"""Cuts of one column in their order: of a million, values and texts are asked for and no cut."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from ..data.cut_texts import texts_of
from ..data.instant_texts import plain_texts
from .routes import cut_ranks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..data.cut import Cut
    from ..engine.contract import Ints

T = TypeVar("T")


class Listed(NamedTuple):
    """Cuts in ascending order: the middles of gaps between values, and a few others.

    Attributes
    ----------
    column : Column
    low, high : int array
        The ranks of the two values of each gap.
    middles : list of float or int
        Their values.
    others : sequence of (slice, Cut)
        Those that were found or named, the highest first, and which middle each takes the place
        of, if any.
    """

    column: Column
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    middles: list[float]
    others: Sequence[tuple[slice, Cut]]

    @classmethod
    def of(
        cls, column: Column, low: NDArray[np.int32], high: NDArray[np.int32], named: Iterable[Cut]
    ) -> Listed:
        """Return the middles of gaps, ascending, and cuts that have to stand among them."""
        middles, others = column.middles(low, high), []
        for cut in sorted(named, key=attrgetter("value"), reverse=True):
            at = bisect_left(middles, cut.value)
            others.append((slice(at, at + (middles[at : at + 1] == [cut.value])), cut))
        return cls(column, low, high, middles, others)

    def thresholds(self) -> list[float]:
        """Return the value of each."""
        return self._all(self.middles.copy(), attrgetter("value"))

    def cuts(self) -> list[Cut]:
        """Return the cuts themselves."""
        return self._all(self.column.midpoints(self.low, self.high), lambda cut: cut)

    def texts(self) -> list[str]:
        """Return how each is shown."""
        column, middles = self.column, self.middles
        if column.kind == "number":
            sides = column.keys[self.low], column.keys[self.high]
            texts = texts_of(np.array(middles), *sides)
        elif column.kind == "datetime":
            plain = plain_texts(column.calendar, np.array(middles, dtype=np.int64))
            texts = list(map(column.calendar.in_zone, plain))
        else:
            texts = list(map(column.text_of, middles))
        return self._all(texts, attrgetter("text"))

    def ranks(self) -> Ints:
        """Return the rank of the highest of all values below each."""
        ranks = cut_ranks(self.column, self.low, self.high).tolist()
        return np.array(self._all(ranks, self.column.rank_of), dtype=np.int64)

    def _all(self, of_middles: list[T], of_cut: Callable[[Cut], T]) -> list[T]:
        for place, cut in self.others:
            of_middles[place] = [of_cut(cut)]
        return of_middles
