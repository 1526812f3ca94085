"""Surrogate splits (Breiman et al. 1984, section 5.3): other columns' splits that imitate one.

Every other column is searched for the cut that sends most weight the way the split does, either way
round; it is kept when it does so more often than going with the majority would. What the book
leaves open is done as rpart 4.1 was seen to do it:

* a threshold lies between neighbouring values of all rows here, also of those that lack the split's
  own column, and the lowest wins a tie; at least two rows that both columns know lie on each side;
* a level goes with most of its rows' weight; with the majority where that is even;
* groups of levels are kept only if they send at least two rows the wrong way. A copy of the
  split's own column, which sends none, is kept here all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ...engine.weighted import branches_of
from ..routes import fullest, route_of
from ..splits import STOP, WAIT, SubsetSplit, Surrogate
from .midway import split_below
from .sides import TIE

if TYPE_CHECKING:
    from ...data.column import Column
    from ...engine.contract import Floats, Ints
    from ..inducer import Inducer
    from ..options import Options
    from ..region import Region
    from ..splits import Split

APART: Final = 2
"""The code of rows that the split does not know."""
FEW: Final = 2
"""Rows on each side of a threshold, or on the wrong side of groups, at the least."""
MAJORITY: Final = 2
"""`use_surrogate`: what no surrogate knows goes with the majority."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A column's values at a node, against the sides of the split.

    Attributes
    ----------
    codes : int array, shape (m,)
        Ascending.
    weights, rows : arrays, shape (m, 2)
        Of the rows that the split sends left and right.
    """

    codes: Ints
    weights: Floats
    rows: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The weight that a split sends left and right, of the rows it knows.

    `higher` is the side whose target has the higher mean (of classes: of their positions).
    """

    weights: Floats
    higher: int

    @property
    def even(self) -> bool:
        """Whether both weigh the same: there is no majority to go with."""
        return _even(self.weights)

    def heavier(self, weights: Floats) -> int:
        """Return the side of more weight; of two that weigh the same the higher one."""
        return self.higher if _even(weights) else int(weights[1] > weights[0])


def _even(weights: Floats) -> bool:
    return bool(abs(weights[1] - weights[0]) <= TIE * weights.sum())


@dataclass(frozen=True, slots=True, eq=False)
class Imitation:
    """The best that one column can do: how it splits, and the weight that agrees."""

    split: Split
    flipped: bool
    agreeing: float


def with_surrogates(inducer: Inducer, region: Region, split: Split, options: Options) -> Split:
    """Return a two-way split with its surrogates, and the way of rows that they do not know."""
    codes = _codes(inducer, region, split)
    sides = _sides(inducer, region, codes)
    if options.use_surrogate != MAJORITY:
        missing = STOP
    elif sides.even or not options.max_surrogates:
        missing = WAIT  # where rpart keeps no surrogates, it goes by no majority in training
    else:
        missing = sides.heavier(sides.weights)
    if not (options.use_surrogate and options.max_surrogates):
        return replace(split, missing=missing)
    found = _ranked(inducer, region, split, codes, sides)[: options.max_surrogates]
    if missing >= 0 and not found and not (codes == APART).any():
        missing = _for_new_rows_alone(codes)
    return replace(split, missing=missing, surrogates=tuple(found))


def _for_new_rows_alone(codes: Ints) -> int:
    """Return the side of most rows: new rows go by their number, whatever they weigh."""
    most = fullest(np.bincount(codes, minlength=APART))
    return WAIT if most == STOP else most


def _sides(inducer: Inducer, region: Region, codes: Ints) -> Sides:
    """Return what lies on either side."""
    engine, target = inducer.engine, inducer.dataset.target
    positions, shares = engine.positions(region.rows), engine.shares(region.rows)
    weights, means = np.zeros(APART), np.zeros(APART)
    for side in range(APART):
        here = codes == side
        part = engine.rows(positions[here])
        if shares is not None:
            part = engine.weighted(positions[here], shares[here])
        stats = engine.total(part)[1]
        weights[side] = float(stats.sum() if target.is_classification else stats[0])
        seen = target.altered(stats)
        order = np.arange(len(seen)) if target.is_classification else np.array([0.0, 1.0, 0.0])
        whole = seen.sum() if target.is_classification else seen[0]
        means[side] = (order * seen).sum() / whole if whole > 0 else 0.0
    return Sides(weights, int(means[0] < means[1]))


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
    made = []
    for at, seen in zip(columns, _seen(inducer, region, columns, codes), strict=True):
        column = inducer.dataset.columns[at]
        if column.is_ordered:
            found = _cut(seen, column, at)
        else:
            copied = _is_copy(inducer, column, inducer.dataset.columns[split.column])
            found = _groups(seen, at, sides, copied=copied)
        made.append(None if found is None else _judged(found, seen, sides.weights, inducer.options))
    kept = [one for one in made if one is not None]
    return sorted(kept, key=lambda one: -round(one.agreement, 12))


def _seen(inducer: Inducer, region: Region, columns: list[int], codes: Ints) -> list[Seen]:
    """Return every column against the sides of the split."""
    if not columns:
        return []
    engine = inducer.engine
    tables = engine.tables(region.rows, columns, target=codes)
    weights = [table.stats[:, :APART] for table in tables]
    if inducer.dataset.weights is None and engine.shares(region.rows) is None:
        rows = [weight.astype(np.int64) for weight in weights]
    else:
        rows = [np.zeros(weight.shape, dtype=np.int64) for weight in weights]
        positions = engine.positions(region.rows)
        for side in range(APART):
            part = engine.tables(engine.rows(positions[codes == side]), columns)
            for index, (whole, own) in enumerate(zip(tables, part, strict=True)):
                rows[index][np.searchsorted(whole.codes, own.codes), side] = own.rows
    return [
        Seen(table.codes, weight, count)
        for table, weight, count in zip(tables, weights, rows, strict=True)
    ]


def _judged(found: Imitation, seen: Seen, sides: Floats, options: Options) -> Surrogate | None:
    """Return a surrogate, if it does better than going with the majority."""
    base = seen.weights.sum(axis=0) if options.surrogate_style else sides
    whole, most = float(base.sum()), float(base.max())
    if most >= whole or found.agreeing <= most * (1.0 + TIE):
        return None
    agreement = found.agreeing / whole
    adjusted = (found.agreeing - most) / (whole - most)
    return Surrogate(found.split, found.flipped, agreement, adjusted)


def _cut(seen: Seen, column: Column, at: int) -> Imitation | None:
    below = seen.weights.cumsum(axis=0)[:-1]
    above = seen.weights.sum(axis=0) - below
    same, other = below[:, 0] + above[:, 1], below[:, 1] + above[:, 0]
    rows = seen.rows.sum(axis=1)
    under = rows.cumsum()[:-1]
    allowed = (under >= FEW) & (rows.sum() - under >= FEW)
    if not allowed.any():
        return None
    agreeing = np.where(allowed, np.maximum(same, other), -1.0)
    line = int(np.argmax(agreeing >= agreeing.max() * (1.0 - TIE)))
    split = split_below(column, at, int(seen.codes[line]), int(seen.codes[line + 1]))
    return Imitation(split, bool(other[line] > same[line]), float(agreeing[line]))


def _groups(seen: Seen, at: int, sides: Sides, *, copied: bool) -> Imitation | None:
    here = seen.rows.any(axis=1)
    codes, weights, rows = seen.codes[here], seen.weights[here], seen.rows[here]
    least = TIE * weights.sum(axis=1)
    apart = weights[:, 1] - weights[:, 0]
    right = np.where(np.abs(apart) <= least, sides.heavier(weights.sum(axis=0)) == 1, apart > 0)
    wrong = int(rows[right, 0].sum() + rows[~right, 1].sum())
    if right.all() or not right.any() or (wrong < FEW and not (copied and not wrong)):
        return None
    groups = tuple(tuple(int(code) for code in codes[side]) for side in (~right, right))
    return Imitation(
        SubsetSplit(at, groups, 0),
        flipped=False,
        agreeing=float(weights[right, 1].sum() + weights[~right, 0].sum()),
    )


def _is_copy(inducer: Inducer, one: Column, other: Column) -> bool:
    """Whether two nominal columns say the same of every training row that both know."""
    if other.is_ordered or one.labels != other.labels:
        return False
    rows = inducer.dataset.parts["train"]
    mine, theirs = one.codes[rows], other.codes[rows]
    known = (mine >= 0) & (theirs >= 0)
    return bool((mine[known] == theirs[known]).all())
