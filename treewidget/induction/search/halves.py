"""What lies up to each place between two neighbouring values, and what lies above it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ...data.dataset import Dataset
    from ...engine.contract import Ints

PIECE = 1 << 14
"""So many cuts of a column are weighed together: what is made of them stays in a near cache."""
TOGETHER = 4 * PIECE
"""So many of several columns are, which spares small nodes a step for each column."""
WIDTHS: Final = (8, 16, 32, 64)
"""Columns of no more values are summed up side by side, in rows of so many places."""
ONE_BY_ONE: Final = 16
"""Fewer columns of a width are as quick one after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some cuts that stand together.

    Attributes
    ----------
    cuts : slice
        Which they are among all cuts.
    column : int array or int
        Of each, or of all of them, the place of its column among those of the tables.
    planes : array, shape (2, ..., cuts)
        What lies up to each, and what lies above it.
    """

    cuts: slice
    column: Ints | int
    planes: NDArray[Any]

    @property
    def halves(self) -> NDArray[Any]:
        """The planes in the shape of branches: (cuts, 2, ...)."""
        return np.moveaxis(self.planes, -1, 0)

    def only(self, wanted: NDArray[np.bool_]) -> Piece:
        """Return some of the cuts."""
        if wanted.all():
            return self
        at = np.flatnonzero(wanted)
        column = self.column if isinstance(self.column, int) else self.column[at]
        return Piece(self.cuts, column, self.planes.take(at, axis=-1))


def room_of(dataset: Dataset) -> int:
    """Return how many rows nodes may have that are searched together: as a near cache holds."""
    numbers = len(dataset.target.classes) or 3
    return 2 * TOGETHER // (max(len(dataset.columns), 1) * numbers)


def cut_starts(lines: Ints) -> Ints:
    """Return where each column's cuts begin, whose lines begin at `lines`; a line more at the end.

    Examples
    --------
    >>> cut_starts(np.array([0, 4, 4, 5])).tolist()
    [0, 3, 3, 3]
    """
    return np.append(0, np.cumsum(np.maximum(np.diff(lines) - 1, 0)))


def pieces(values: NDArray[Any], lines: Ints, *, whole: bool = False) -> Iterator[Piece]:
    """Go through the cuts of columns whose values stand at `lines`, laid end to end.

    Both halves are sums: a difference would leave noise where nothing lies. Not of numbers that
    are all `whole`: there it is the same, and sooner had.

    Examples
    --------
    >>> [piece.halves.tolist() for piece in pieces(np.array([1, 2, 4]), np.array([0, 3]))]
    [[[1, 6], [3, 4]]]
    """
    starts, planes = cut_starts(lines), np.moveaxis(values, 0, -1)
    if starts[-1] > TOGETHER:
        for index, (begin, end) in enumerate(itertools.pairwise(lines.tolist())):
            of_one = _of_whole if whole else _of_one
            yield from of_one(values[begin:end], int(starts[index]), index)
        return
    made = np.empty((2, *planes.shape[:-1], starts[-1]), dtype=values.dtype)
    lengths = np.diff(lines)
    sizes = np.where(lengths > 1, np.searchsorted(WIDTHS, lengths), -1)
    for size, width in enumerate(WIDTHS):
        _sum_up_rows(planes, lines, np.flatnonzero(sizes == size), width, made)
    for index in np.flatnonzero(sizes == len(WIDTHS)).tolist():
        part = planes[..., lines[index] : lines[index + 1]]
        _sum_up(part, made[..., starts[index] : starts[index + 1]])
    column = np.repeat(np.arange(len(lines) - 1), np.diff(starts))
    yield Piece(slice(0, int(starts[-1])), column, made)


def halves_at(values: NDArray[Any], begins: Ints, lines: Ints, ends: Ints) -> NDArray[Any]:
    """Return what lies up to a line of each of some columns, and what above: shape (d, 2, S).

    The columns stand in the order of their lines, which are not their last.

    Examples
    --------
    >>> one = np.array([0])
    >>> halves_at(np.array([[1, 0], [2, 1], [4, 1]]), one, one, one + 3).tolist()
    [[[1, 0], [6, 2]]]
    """
    edges = np.column_stack([begins, lines + 1, ends]).ravel()
    sums = np.add.reduceat(values[: ends[-1]], edges[:-1], axis=0)  # each third: between columns
    return np.stack([sums[0::3], sums[1::3]], axis=1)


def sums_of(values: NDArray[Any], lines: Ints) -> NDArray[Any]:
    """Return the sum of each column's values.

    Examples
    --------
    >>> sums_of(np.array([1, 2, 4]), np.array([0, 2, 2, 3])).tolist()
    [3, 0, 4]
    """
    sums = np.zeros((len(lines) - 1, *values.shape[1:]), dtype=values.dtype)
    if len(filled := np.flatnonzero(np.diff(lines))):
        sums[filled] = np.add.reduceat(values, lines[filled], axis=0)
    return sums


def sums_upto(values: NDArray[Any], lines: Ints) -> NDArray[Any]:
    """Return what lies up to each line of its column.

    One column apart from the other: a sum that ran on would carry its rounding along.

    Examples
    --------
    >>> sums_upto(np.array([1, 2, 4]), np.array([0, 2, 2, 3])).tolist()
    [1, 3, 4]
    """
    made, lengths = np.empty_like(values), np.diff(lines)
    sizes = np.where(lengths > 0, np.searchsorted(WIDTHS, lengths), -1)
    alone = np.flatnonzero(sizes == len(WIDTHS)).tolist()
    for size, width in enumerate(WIDTHS):
        which = np.flatnonzero(sizes == size)
        if len(which) < ONE_BY_ONE:
            alone += which.tolist()
            continue
        place = np.arange(width)
        line = lines[which][:, None] + place
        inside = place < lengths[which][:, None]
        held = values[np.minimum(line, len(values) - 1)]
        made[line[inside]] = held.cumsum(axis=1)[inside]  # what is no longer inside comes last
    for index in alone:
        begin, end = lines[index], lines[index + 1]
        values[begin:end].cumsum(axis=0, out=made[begin:end])
    return made


def _of_one(values: NDArray[Any], first: int, index: int) -> Iterator[Piece]:
    """Go through the cuts of one column, the first of which is numbered so."""
    last, planes = len(values) - 1, np.moveaxis(values, 0, -1)
    if last < 1:
        return
    begins = np.arange(0, last, PIECE)
    sums = np.add.reduceat(values, begins + 1, axis=0)  # of each piece's lines but its first
    below = np.zeros_like(values[0])
    above = np.append(sums[1:], below[None], axis=0)[::-1].cumsum(axis=0)[::-1]
    for begin, over in zip(begins.tolist(), above, strict=True):
        end = min(begin + PIECE, last)
        made = np.empty((2, *planes.shape[:-1], end - begin), dtype=values.dtype)
        _sum_up(planes[..., begin : end + 1], made)
        made[0] += below[..., None]
        made[1] += over[..., None]
        below = made[0, ..., -1]
        yield Piece(slice(first + begin, first + end), index, made)


def _of_whole(values: NDArray[Any], first: int, index: int) -> Iterator[Piece]:
    """Do so for whole numbers: what lies above a cut is what does not lie below it."""
    last, planes = len(values) - 1, np.moveaxis(values, 0, -1)
    if last < 1:
        return
    total = np.add.reduceat(values, [0])[0][..., None]  # sum(axis=0) takes four times as long
    below = np.zeros_like(total)
    for begin in range(0, last, PIECE):
        end = min(begin + PIECE, last)
        made = np.empty((2, *planes.shape[:-1], end - begin), dtype=values.dtype)
        np.cumsum(planes[..., begin:end], axis=-1, out=made[0])
        made[0] += below
        np.subtract(total, made[0], out=made[1])
        below = made[0, ..., -1:]
        yield Piece(slice(first + begin, first + end), index, made)


def _sum_up(planes: NDArray[Any], made: NDArray[Any]) -> None:
    """Fill in what lies up to each of some neighbouring values but the last, and what above."""
    np.cumsum(planes[..., :-1], axis=-1, out=made[0])
    np.cumsum(planes[..., :0:-1], axis=-1, out=made[1, ..., ::-1])


def _sum_up_rows(
    planes: NDArray[Any], lines: Ints, which: Ints, width: int, made: NDArray[Any]
) -> None:
    """Do so for some short columns at once, each in a row of its own that is filled up by zeros."""
    if not len(which):
        return
    begins, lengths = lines[which][:, None], np.diff(lines)[which][:, None]
    place = np.arange(width)
    line = np.minimum(begins + place, lines[-1] - 1)
    held = np.where(place < lengths, planes[..., line], 0)
    below = held.cumsum(axis=-1)[..., :-1]
    above = held[..., ::-1].cumsum(axis=-1)[..., -2::-1]
    inside = place[:-1] < lengths - 1
    cut = (cut_starts(lines)[which][:, None] + place[:-1])[inside]
    made[0][..., cut], made[1][..., cut] = below[..., inside], above[..., inside]
