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
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from ...engine.weighted import branches_of
from ..criteria import weight_of
from ..routes import fullest, route_of
from ..splits import DROP, STOP, WAIT, SubsetSplit, Surrogate
from .midway import split_below
from .places import TIE
from .scan import blocks_of, by_kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...data import Dataset
    from ...data.column import Column
    from ...engine.contract import Floats, Ints
    from ..contract import Setting
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
    """Some columns' values at a node, against the sides of the split.

    Attributes
    ----------
    columns : list of int
        The ordered ones first.
    starts, codes
        As in `engine.contract.Tables`.
    weights, rows : arrays, shape (lines, 2)
        Of the rows that the split sends left and right.
    """

    columns: list[int]
    starts: Ints
    codes: Ints
    weights: Floats
    rows: Floats | Ints


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """The weight that a split sends left and right of the rows it knows.

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
    """The best that one column can do: its place in `Seen`, the weight that agrees, and how."""

    index: int
    agreeing: float
    flipped: bool
    build: Callable[[], Split]


def with_surrogates(
    setting: Setting, region: Region, split: Split, options: Options, *, sought: bool = True
) -> Split:
    """Return a two-way split with its surrogates, and the way of rows that they do not know.

    Unless they are `sought` it has the way alone: all other columns are gone through for them.
    """
    sides = _sides(setting, region, split)
    if options.use_surrogate != MAJORITY:
        missing = STOP
    elif sides.even or not options.max_surrogates:
        missing = WAIT  # where rpart keeps no surrogates, it goes by no majority in training
    else:
        missing = sides.heavier(sides.weights)
    if not (sought and options.use_surrogate and options.max_surrogates):
        return replace(split, missing=missing)
    codes = _codes(setting, region, split)
    found = _ranked(setting, region, split, sides, codes)
    if missing >= 0 and not found and not (codes == APART).any():
        missing = _for_new_rows_alone(codes)
    return replace(split, missing=missing, surrogates=tuple(found))


def _for_new_rows_alone(codes: Ints) -> int:
    """Return the side of most rows: new rows go by their number, whatever they weigh."""
    most = fullest(np.bincount(codes, minlength=APART))
    return WAIT if most == STOP else most


def _sides(setting: Setting, region: Region, split: Split) -> Sides:
    """Return what lies on either side."""
    engine, target = setting.engine, setting.dataset.target
    route = route_of(setting.dataset, replace(split, missing=DROP, surrogates=()))
    stats = engine.totals(engine.partition(region.rows, route))[1]
    seen, weight = target.altered(stats), setting.options.measure
    # Of classes the sum of their positions; of numbers that of the target.
    sums = seen @ np.arange(seen.shape[1]) if target.is_classification else seen[:, 1]
    whole = weight_of(seen, weight)
    means = np.divide(sums, whole, out=np.zeros(APART), where=whole > 0)
    return Sides(weight_of(stats, weight), int(means[0] < means[1]))


def _codes(setting: Setting, region: Region, split: Split) -> Ints:
    """Return the side of each row of a region; `APART` where its column is missing."""
    bare = replace(split, missing=APART, surrogates=())
    codes = setting.dataset.columns[split.column].codes[setting.engine.positions(region.rows)]
    return branches_of(codes, route_of(setting.dataset, bare)).astype(np.int64)


Rated: TypeAlias = tuple[float, float, int, Imitation]
"""How well a surrogate agrees, and beyond the majority; its column, and what it is."""


def _ranked(
    setting: Setting, region: Region, split: Split, sides: Sides, codes: Ints
) -> list[Surrogate]:
    """Return the best surrogates of all columns that have one, best first.

    `codes` is the side of each row.
    """
    columns, found = setting.dataset.columns, list[Rated]()
    others = [at for at in range(len(columns)) if at != split.column]
    for block in blocks_of(others, setting.place(region)):
        setting.progress.heed()
        ordered, nominal = by_kind(block, setting.dataset)
        seen = _seen(setting, region, ordered + nominal, codes)
        found += _rated(setting, split, sides, seen, len(ordered))
    found.sort(key=lambda each: (-round(each[0], 12), each[2]))
    return [
        Surrogate(one.build(), one.flipped, agreement, adjusted)
        for agreement, adjusted, _, one in found[: setting.options.max_surrogates]
    ]


def _rated(setting: Setting, split: Split, sides: Sides, seen: Seen, ordered: int) -> list[Rated]:
    """Return the best surrogate of each of some columns that has one."""
    columns, options = setting.dataset.columns, setting.options
    tried = [_cut(seen, setting.dataset, index) for index in range(ordered)]
    for index, at in enumerate(seen.columns[ordered:], start=ordered):
        copied = partial(_is_copy, setting, columns[at], columns[split.column])
        tried.append(_groups(seen, index, sides, copied))
    found = []
    for one in filter(None, tried):
        lines = slice(*seen.starts[one.index : one.index + 2])
        base = seen.weights[lines].sum(axis=0) if options.surrogate_style else sides.weights
        whole, most = float(base.sum()), float(base.max())
        if most < whole and one.agreeing > most * (1.0 + TIE):
            # better than with the majority, as groups with all levels on one side never are
            adjusted = (one.agreeing - most) / (whole - most)
            found.append((one.agreeing / whole, adjusted, seen.columns[one.index], one))
    return found


def _seen(setting: Setting, region: Region, columns: list[int], codes: Ints) -> Seen:
    """Return columns against the sides of the split."""
    engine = setting.engine
    tables = engine.tables(region.rows, columns, target=codes)
    weights = tables.stats[:, :APART]
    if setting.dataset.weights is None and engine.shares(region.rows) is None:
        return Seen(columns, tables.starts, tables.codes, weights, weights)
    rows = np.zeros(weights.shape, dtype=np.int64)
    positions, starts = engine.positions(region.rows), tables.starts.tolist()
    for side in range(APART):
        part = engine.tables(engine.rows(positions[codes == side]), columns)
        for index, (whole, own) in enumerate(zip(tables, part, strict=True)):
            rows[starts[index] + np.searchsorted(whole.codes, own.codes), side] = own.rows
    return Seen(columns, tables.starts, tables.codes, weights, rows)


def _cut(seen: Seen, dataset: Dataset, index: int) -> Imitation | None:
    """Return the best threshold of an ordered column, if one is allowed."""
    lines = slice(*seen.starts[index : index + 2])
    weights, rows = seen.weights[lines], seen.rows[lines]
    upto = (rows[:, 0] + rows[:, 1]).cumsum()
    if not len(upto):
        return None
    first, end = upto.searchsorted((FEW, upto[-1] - FEW + 1)).tolist()
    if first >= end:
        return None
    lead = (weights[:, 0] - weights[:, 1]).cumsum()
    left = float(weights[:, 0].sum())
    right, lead = left - float(lead[-1]), lead[first:end]
    # What lies below a cut and goes left agrees, and what lies above and goes right; or the others.
    most, turned = right + float(lead.max()), left - float(lead.min())
    least = max(most, turned) * (1.0 - TIE)
    near = lead >= least - right
    if turned >= least:
        near |= lead <= left - least
    line = int(near.argmax())
    same, other = right + float(lead[line]), left - float(lead[line])
    low, high = seen.codes[lines][first + line : first + line + 2].tolist()
    build = partial(split_below, dataset, seen.columns[index], low, high)
    return Imitation(index, max(same, other), flipped=other > same, build=build)


def _groups(seen: Seen, index: int, sides: Sides, copied: Callable[[], bool]) -> Imitation | None:
    """Return the groups of one nominal column, if they are allowed."""
    lines = slice(*seen.starts[index : index + 2])
    here = seen.rows[lines].any(axis=1)
    codes, weights, rows = (part[lines][here] for part in (seen.codes, seen.weights, seen.rows))
    least = TIE * weights.sum(axis=1)
    apart = weights[:, 1] - weights[:, 0]
    right = np.where(np.abs(apart) <= least, sides.heavier(weights.sum(axis=0)) == 1, apart > 0)
    wrong = int(rows[right, 0].sum() + rows[~right, 1].sum())
    if wrong < FEW and (wrong or not copied()):
        return None
    agreeing = float(weights[right, 1].sum() + weights[~right, 0].sum())
    groups = tuple(tuple(codes[side].tolist()) for side in (~right, right))
    build = partial(SubsetSplit, seen.columns[index], groups, 0)
    return Imitation(index, agreeing, flipped=False, build=build)


def _is_copy(setting: Setting, one: Column, other: Column) -> bool:
    """Whether two nominal columns say the same of every training row that both know."""
    if other.is_ordered or one.labels != other.labels:
        return False
    rows = setting.dataset.parts["train"]
    mine, theirs = one.codes[rows], other.codes[rows]
    known = (mine >= 0) & (theirs >= 0)
    return bool((mine[known] == theirs[known]).all())
