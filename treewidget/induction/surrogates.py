"""Surrogate splits (Breiman et al. 1984, section 5.3): other columns' splits that imitate one.

Every other column is searched for the cut that sends most weight the way the split does, either way
round; it is kept when it does so more often than going with the majority would.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..engine.weighted import branches_of
from .routes import route_of
from .search import TIE
from .splits import STOP, SubsetSplit, Surrogate
from .thresholds import split_between

if TYPE_CHECKING:
    from ..data.column import Column
    from ..engine.contract import Floats, Ints, Table
    from .inducer import Inducer
    from .options import Options
    from .region import Region
    from .splits import Split

APART: Final = 2
"""The code of rows that the split does not know; and how many rows each side of a surrogate has."""
MAJORITY: Final = 2
"""`use_surrogate`: what no surrogate knows goes with the majority."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Where a split sends the rows it knows: their weight, left and right."""

    weights: tuple[float, float]

    @property
    def known(self) -> float:
        """Weight of all of them."""
        return sum(self.weights)

    @property
    def majority(self) -> int:
        """The side of more weight."""
        return int(self.weights[1] > self.weights[0])


def with_surrogates(inducer: Inducer, region: Region, split: Split, options: Options) -> Split:
    """Return a two-way split with its surrogates, and the way of rows that they do not know."""
    codes = _codes(inducer, region, split)
    own = inducer.engine.tables(region.rows, [split.column], target=codes)[0].stats.sum(axis=0)
    sides = Sides((float(own[0]), float(own[1])))
    missing = sides.majority if options.use_surrogate == MAJORITY else STOP
    found: list[Surrogate] = []
    if options.use_surrogate and options.max_surrogates:
        found = _ranked(inducer, region, split, codes, sides)[: options.max_surrogates]
    return replace(split, missing=missing, surrogates=tuple(found))


def _codes(inducer: Inducer, region: Region, split: Split) -> Ints:
    """Return the side of each row of a region; `APART` where its column is missing."""
    bare = replace(split, missing=APART, surrogates=())
    codes = inducer.dataset.columns[split.column].codes[inducer.engine.positions(region.rows)]
    return branches_of(codes, route_of(inducer.dataset, bare)).astype(np.int64)


def _ranked(
    inducer: Inducer, region: Region, split: Split, codes: Ints, sides: Sides
) -> list[Surrogate]:
    """Return the best surrogate of every column that has one, best first."""
    columns = [c for c in range(len(inducer.dataset.columns)) if c != split.column]
    if not columns:
        return []
    tables = inducer.engine.tables(region.rows, columns, target=codes)
    style = inducer.options.surrogate_style
    made = [
        _surrogate(table, inducer.dataset.columns[column], column, sides, style)
        for table, column in zip(tables, columns, strict=True)
    ]
    kept = [one for one in made if one is not None]
    return sorted(kept, key=lambda one: -one.agreement)


def _surrogate(table: Table, column: Column, at: int, sides: Sides, style: int) -> Surrogate | None:
    """Return a column's best imitation; None where it is no better than the majority."""
    known = table.stats[:, :APART]
    here = known.sum(axis=1) > 0
    codes, known = table.codes[here], known[here]
    if len(codes) < APART:
        return None
    made = _cut(known, codes, column, at) if column.is_ordered else _groups(known, codes, at)
    if made is None:
        return None
    split, flipped, agreeing = made
    whole = float(known.sum()) if style else sides.known
    most = float(known.sum(axis=0).max()) if style else max(sides.weights)
    agreement = agreeing / whole
    base = most / whole
    if base >= 1.0 or agreement <= base * (1.0 + TIE):
        return None
    return Surrogate(split, flipped, agreement, (agreement - base) / (1.0 - base))


def _cut(known: Floats, codes: Ints, column: Column, at: int) -> tuple[Split, bool, float] | None:
    below = known.cumsum(axis=0)[:-1]
    above = known.sum(axis=0) - below
    same, other = below[:, 0] + above[:, 1], below[:, 1] + above[:, 0]
    allowed = (below.sum(axis=1) >= APART) & (above.sum(axis=1) >= APART)
    if not allowed.any():
        return None
    agreeing = np.where(allowed, np.maximum(same, other), -1.0)
    line = int(np.argmax(agreeing >= agreeing.max() * (1.0 - TIE)))
    split = split_between(column, at, int(codes[line]), int(codes[line + 1]), 0)
    return split, bool(other[line] > same[line]), float(agreeing[line])


def _groups(known: Floats, codes: Ints, at: int) -> tuple[Split, bool, float] | None:
    left = known[:, 0] >= known[:, 1]
    if left.all() or not left.any():
        return None
    sizes = (known[left].sum(), known[~left].sum())
    if min(sizes) < APART:
        return None
    groups = tuple(tuple(int(code) for code in codes[side]) for side in (left, ~left))
    return SubsetSplit(at, groups, 0), False, float(known.max(axis=1).sum())
