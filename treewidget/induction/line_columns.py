"""What is shown of many lines of a growth at once, wherever they stand in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from .line_splits import part_of, splits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..engine.contract import Ints
    from ..engine.growing import Grown
    from .lines import Lines
    from .splits import Split


def splits_at(lines: Lines, where: slice | Ints) -> list[Split | None]:
    """Return the split of each of some lines."""
    return splits_of(part_of(lines.grown, where), lines.dataset)


def gains_at(lines: Lines, where: slice | Ints) -> list[float | None]:
    """Return the gain of each one's split."""
    grown = lines.grown
    gains = zip(grown.gain[where].tolist(), grown.column[where].tolist(), strict=True)
    return [gain if column >= 0 else None for gain, column in gains]


def missing_at(lines: Lines, where: slice | Ints) -> list[int]:
    """Return how many rows of each lack what splits it."""
    counting, column = _Counting(lines.grown, where), lines.grown.column[where]
    lacking = np.zeros(len(column), dtype=np.int64)
    for number in np.unique(column[column >= 0]).tolist():
        gaps = lines.dataset.columns[number].codes[counting.rows] < 0
        if gaps.any():
            here = column == number
            lacking[here] = counting.marked(gaps)[here]
    found: list[int] = lacking.tolist()
    return found


def histograms_at(
    lines: Lines, where: slice | Ints, *, held: bool = False
) -> list[NDArray[np.int64]]:
    """Return the rows of each in each bin of the target; the validation rows, if they are asked."""
    counting = _Counting(cast("Grown", lines.held) if held else lines.grown, where)
    target = lines.dataset.target
    bins = target.bins[counting.rows]
    marks = (bins == number for number in range(len(target.edges) - 1))
    return list(np.stack([counting.marked(marked) for marked in marks], axis=1))


class _Counting:
    """Counts marked rows of each of some lines: those of a line are neighbours."""

    def __init__(self, grown: Grown, where: slice | Ints) -> None:
        begin, end = grown.begin[where].astype(np.int64), grown.end[where].astype(np.int64)
        first = int(begin.min(initial=len(grown.rows)))
        self._begin, self._end = begin - first, end - first
        self.rows = grown.rows[first : int(end.max(initial=0))]

    def marked(self, marks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return how many rows of each line are marked; the marks are those of `rows`."""
        upto = np.append(0, np.cumsum(marks))
        found: NDArray[np.int64] = upto[self._end] - upto[self._begin]
        return found
