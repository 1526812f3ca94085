"""One column at one node: what a view needs to preview any split of it by itself."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from .criteria import recentred
from .forced import check_cuts
from .listed import Listed
from .search.absolute import Targets, along
from .search.places import Places
from .splits import SubsetSplit, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..engine.contract import Floats, Ints, Table
    from .contract import Setting
    from .region import Region
    from .splits import Cut, Split


CACHED: Final = 100_000
"""So many numbers are summed at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """The figures of one column at a node.

    Every line of figures is ``[rows, stats...]``, stats as in `engine.contract.Table`.

    Attributes
    ----------
    column : int
    total, missing : float array, shape (1 + S,)
        All training rows of the node; those in which the column is missing.
    listed : Listed
        Ordered columns: the listed cuts.
    left : float array, shape (cuts, 1 + S)
        What lies at or below each of them.
    level : int array, shape (v,)
        Nominal columns: the levels that are present, or named by the best split or that in force.
    levels : float array, shape (v, 1 + S)
        What lies in each of them.
    complete : bool
        Every cut of the range asked for is listed.
    low, high : float or None
        The range of the known values here, on the axis.
    low_text, high_text : str
        The same as people read it: numbers to six digits, within the range.
    centre : float
        Regression: what the target is centred on.
    best : Split or None
        The best admissible split of the column.
    present : Split or None
        The split in force, as it was given.
    validation_total, validation_missing, validation_left, validation_levels : float array
        The same of the validation rows; empty without any. Levels that no training row here has
        are among the missing: that is how a split sends them.
    """

    column: int
    total: Floats
    missing: Floats
    listed: Listed
    left: Floats
    level: Ints
    levels: Floats
    complete: bool
    low: float | None
    high: float | None
    low_text: str
    high_text: str
    centre: float
    best: Split | None
    present: Split | None
    validation_total: Floats
    validation_missing: Floats
    validation_left: Floats
    validation_levels: Floats

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The listed cuts, which are made when this is asked."""
        return tuple(self.listed.cuts())


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """What is asked of a profile; see `Inducer.profile`."""

    low: float | None = None
    high: float | None = None
    include: object = None
    present: Split | None = None
    limit: int = 1024
    where: str = "here"


def profile(
    setting: Setting, region: Region, column: int, best: Split | None, question: Question
) -> Profile:
    """Return the profile of a column; see `Inducer.profile`."""
    asked = setting.dataset.columns[column]
    table = setting.engine.tables(region.rows, [column])[0]
    present = question.present
    present = present if present is not None and present.column == column else None
    listed, complete = _listed(asked, table, (best, present), question)
    level, ranks = _levels(asked, table, (best, present)), listed.ranks()
    train = _lines(table, ranks, level, ordered=asked.is_ordered)
    held = _no_lines()
    if region.validation_rows is not None:
        there = setting.engine.tables(region.validation_rows, [column])[0]
        held = _lines(there, ranks, level, ordered=asked.is_ordered)
    ends = table.codes[[0, -1]].tolist() if len(table.codes) and asked.is_ordered else []
    low, high = (asked.axis(asked.keys[code].item()) for code in ends) if ends else (None, None)
    low_text, high_text = asked.span_texts(*ends) if ends else ("", "")
    target = setting.dataset.target
    return Profile(
        column=column,
        listed=listed,
        level=level,
        complete=complete,
        low=low,
        high=high,
        low_text=low_text,
        high_text=high_text,
        centre=float(target.centre) if target.task == "regression" else 0.0,
        best=best,
        present=present,
        **dict(zip(("total", "missing", "left", "levels"), train, strict=True)),
        **dict(zip(_HELD, held, strict=True)),
    )


def missing_left(
    found: Profile, lines: Floats, setting: Setting, region: Region
) -> NDArray[np.bool_]:
    """Return of which cuts missing rows go left: where the method's own criterion gains most.

    `lines` are what lies at or below each of the cuts, as in `Profile.left`.
    """
    place, dataset = setting.place(region), setting.dataset
    if place.criterion == "absolute_error":  # which sums do not tell
        targets = Targets.of(dataset, setting.engine, region.rows)
        codes = dataset.columns[found.column].codes[targets.positions].astype(np.int64)
        right, left = along(targets, codes, lines[:, 0].astype(np.int64))
    else:
        right, left = (
            place.gains(recentred(side[:, 1:], place.whole, place.criterion), place.stats)
            for side in (lines, lines + found.missing)
        )
    floors = Places([place], np.zeros(len(lines), dtype=np.intp)).floors(np.maximum(right, left))
    return right < floors


_HELD = ("validation_total", "validation_missing", "validation_left", "validation_levels")


def _levels(column: Column, table: Table, shown: Sequence[Split | None]) -> Ints:
    """Return the levels to list: those with training rows, and those that a shown split names."""
    if column.is_ordered:
        return table.codes[:0]
    groups = [group for split in shown if isinstance(split, SubsetSplit) for group in split.groups]
    return np.union1d(table.codes, np.concatenate([table.codes[:0], *groups]))


def _lines(
    table: Table, ranks: Ints, level: Ints, *, ordered: bool
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the lines of all rows, of the missing, at or below each cut, and in each level."""
    missing = np.concatenate([[table.missing_rows], table.missing])
    levels = np.zeros((len(level), len(missing)))
    if ordered:
        whole, left = _running(table, np.searchsorted(table.codes, ranks, side="right"))
        return whole + missing, missing, left, levels
    values = np.column_stack([table.rows, table.stats])
    listed = np.isin(table.codes, level)
    levels[np.searchsorted(level, table.codes[listed])] = values[listed]
    total = values.sum(axis=0) + missing
    return total, missing + values[~listed].sum(axis=0), levels[:0], levels


def _running(table: Table, ends: Ints) -> tuple[Floats, Floats]:
    """Return the sums of all values, and of those before each of some places, which ascend.

    They are reckoned in parts that stay in a cache: of many classes all at once take gigabytes.
    """
    width = 1 + table.stats.shape[1]
    upto, sums, size = np.zeros(width), np.zeros((len(ends), width)), max(CACHED // width, 1)
    for begin in range(0, len(table.codes), size):
        part = np.column_stack([each[begin : begin + size] for each in (table.rows, table.stats)])
        part[0] += upto
        part.cumsum(axis=0, out=part)
        here = slice(*np.searchsorted(ends, [begin + 1, begin + len(part) + 1]))
        sums[here] = part[ends[here] - begin - 1]
        upto = part[-1]
    return upto, sums


def _no_lines() -> tuple[Floats, Floats, Floats, Floats]:
    return np.zeros(0), np.zeros(0), np.zeros((0, 0)), np.zeros((0, 0))


# ------------------------------------------------------------ which cuts are listed


def _listed(
    column: Column, table: Table, splits: tuple[Split | None, ...], question: Question
) -> tuple[Listed, bool]:
    """Return the listed cuts, and whether they are all there are in the range asked for."""
    typed = None if question.include is None else column.parse_cut(question.include)
    if not column.is_ordered or not len(table.codes):
        nothing = np.zeros(0, dtype=np.int32)
        return Listed.of(column, nothing, nothing, ()), True
    always = [cut for split in splits if isinstance(split, ThresholdSplit) for cut in split.cuts]
    if typed is not None:
        check_cuts(column, table.codes, (typed,), question.where)
        always.append(typed)
    named = {cut.value: cut for cut in always}
    gaps = len(table.codes) - 1
    ranks = [column.rank_of(cut) for cut in always]
    near = np.searchsorted(table.codes, ranks, side="right")[:, None] - 1 + np.array([-1, 0, 1])
    first, last = _range(column, table, question.low, question.high)
    chosen, complete = _spread(table, first, last, question.limit - len(named) - 3 * len(always))
    wanted = np.zeros(gaps, dtype=bool)
    wanted[chosen] = wanted[near[(near >= 0) & (near < gaps)]] = True
    below = np.flatnonzero(wanted)
    low, high = (table.codes[at].astype(np.int32) for at in (below, below + 1))
    return Listed.of(column, low, high, named.values()), complete


def _range(column: Column, table: Table, low: float | None, high: float | None) -> tuple[int, int]:
    """Return the first gap between present values in the range, and the one after the last."""

    def place(code: int) -> float:
        return column.axis(column.keys[code].item())

    first = 0 if low is None else max(bisect_right(table.codes, low, key=place) - 1, 0)
    last = len(table.codes) if high is None else bisect_left(table.codes, high, key=place) + 1
    return first, min(last, len(table.codes)) - 1


def _spread(table: Table, first: int, last: int, most: int) -> tuple[Ints, bool]:
    """Return the gaps of a range: all of them, or as many as parts of the rows are equal."""
    if last - first <= max(most, 1):
        return np.arange(first, last), True
    below = np.cumsum(table.rows[first : last + 1])
    goals = below[-1] * np.arange(1, most + 1) / (most + 1)
    chosen = first + np.searchsorted(below, goals)
    return np.unique(np.minimum(chosen, last - 1)), False
