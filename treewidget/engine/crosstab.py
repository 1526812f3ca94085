"""Tables of nominal columns of several small sets of rows, all counted at once.

A table of a small set takes longer to ask for than to count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from .memory import layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..data.column import Column
    from .contract import Rows, Tables
    from .frames import Frames

ROOM: Final = 16
"""A cell that is counted may come with so many places for others that are empty."""


def crosstabs(
    frames: Frames, columns: Sequence[Column], sets: Sequence[Rows], chosen: Sequence[int]
) -> Tables | None:
    """Return the tables of some columns of each set, end to end; None where that takes too long.

    Which it does of columns with many levels, and of a target that has no classes. Sums run over
    the rows of a set in frame order, as everywhere.

    Parameters
    ----------
    frames : Frames
    columns : sequence of Column
        All of the data set.
    sets : sequence of rows
    chosen : sequence of int
        Nominal ones.
    """
    classes, kinds = frames.classes, frames.width
    held = [frames.summed(rows) for rows in sets]
    sizes, places = np.array(list(map(len, held))), [len(columns[at].keys) + 1 for at in chosen]
    across = sum(places)  # the first place of each column is of the rows that lack it
    if (
        classes is None
        or not places
        or len(sets) * across * kinds > ROOM * sizes.sum() * len(chosen)
    ):
        return None
    rows = np.concatenate(held)
    firsts = np.cumsum([0, *places[:-1]])
    begins = np.arange(len(sets)) * across
    inside = [
        columns[at].codes[rows] + (first + 1)
        for at, first in zip(chosen, firsts.tolist(), strict=True)
    ]
    cells = np.stack(inside) + np.repeat(begins, sizes)
    counts = np.bincount(cells.ravel(), minlength=len(sets) * across)
    weights = frames.weights(sets, rows)
    stats = np.bincount(
        (cells * kinds + classes[rows]).ravel(),
        None if weights is None else np.tile(weights, len(chosen)),
        len(counts) * kinds,
    )
    present = np.flatnonzero(counts)
    offsets = np.append(begins[:, None] + firsts, len(counts))
    lines = stats.reshape(-1, kinds)[present].astype(np.float64, copy=False)
    return layout(tuple(chosen) * len(sets), offsets, present, counts[present], lines)
