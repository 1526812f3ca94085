"""How many columns have two values or more at each node: of all nodes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..data.runs import each_of, stable_order
from .bud import OFTEN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..data import Column, Dataset
    from ..engine.contract import Engine, Ints
    from ..induction.progress import Progress
    from ..induction.records import Positions
    from .figures import Survey


def usable_columns(
    figures: Survey, dataset: Dataset, engine: Engine, heeding: Progress
) -> NDArray[np.int64]:
    """Return how many columns have two values or more among each node's rows in leaves.

    That is so many of its training rows or more: those that stop on the way are not looked at.
    O(rows x columns): in the order of their leaves the rows of every node are neighbours.
    """
    rows, at = _rows_in_leaves(figures, engine, heeding)
    begin = np.searchsorted(at, np.arange(len(figures.nodes)))
    end = np.searchsorted(at, figures.nodes.ends)
    usable = np.zeros(len(begin), dtype=np.int64)
    for column in heeding.over(dataset.columns, len(dataset.columns), 1):
        usable += _vary(column, rows, begin, end)
    return usable


def _vary(column: Column, rows: Positions, begin: Ints, end: Ints) -> NDArray[np.bool_]:
    """Return in which runs of rows a column has two values or more."""
    codes = column.codes[rows]
    known = codes >= 0
    upto = np.append(0, np.cumsum(known))
    codes, begin, end = codes[known], upto[begin], upto[end]
    changes = np.append(0, np.cumsum(codes[1:] != codes[:-1]))  # up to each row from the first on
    filled = end > begin
    found = np.zeros(len(begin), dtype=bool)
    found[filled] = changes[end[filled] - 1] > changes[begin[filled]]
    return found


def _rows_in_leaves(
    figures: Survey, engine: Engine, heeding: Progress
) -> tuple[Positions, NDArray[np.int64]]:
    """Return the training rows that lie in leaves, leaf by leaf, and the place of each one's leaf.

    A row in shares comes once for each of its leaves.
    """
    rows: list[Positions] = [np.zeros(0, dtype=np.intp)]
    leaves: list[int] = []
    for place, node, _ in heeding.over(figures.seen, len(figures.seen), OFTEN):
        if node.is_leaf:
            rows.append(engine.positions(node.region.rows))
            leaves.append(place)
    at = [np.repeat(np.array(leaves, dtype=np.int64), list(map(len, rows[1:])))]
    for lines, where, places, _ in figures.nodes.bundles:
        below, leaf = lines.rows_at_leaves(where)
        rows.append(below)
        at.append(each_of(places)[leaf])
        heeding.step(1.0)
    held, there = np.concatenate(rows), np.concatenate(at)
    if (there[1:] < there[:-1]).any():
        order = stable_order(there)
        held, there = held[order], there[order]
    return held, there
