"""Every two-way test that some columns allow at a place, for searches that weigh them all."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from ...data.runs import in_runs
from ..criteria import recentred, weight_of
from ..splits import SubsetSplit
from .places import TIE
from .scan import by_kind, tables_at
from .sides import Pick, with_ends
from .subsets import Groups, SubsetSides, subset_sides
from .thresholds import ThresholdSides, threshold_sides

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    from ...data.column import Column
    from ...engine.contract import Floats, Ints, Rows, Tables
    from ..contract import Setting
    from ..splits import Split
    from .places import Place, Places
    from .sides import Sides

    Searched: TypeAlias = ThresholdSides | SubsetSides | "RestSides"

CUTS: Final = 100
"""So many tests of a column are tried, evenly spread, above the last of several levels."""
EVERY: Final = 7
"""Categories of which all groups are tried there; more than this have more than `CUTS`."""
FEWER: Final = "{:,} of {:,} cuts were tried"
BOTH_WAYS: Final = ("learned", "most_common", "bayes", "shapiro")
"""Strategies under which missing rows, if there are any, are tried on either side."""


@dataclass(frozen=True, slots=True, eq=False)
class Menu:
    """Tests of some columns, all ordered or all nominal, in the order of columns and cuts.

    Attributes
    ----------
    searched : ThresholdSides, SubsetSides or RestSides
    index : int array, shape (T,)
        Each test's column, as a position in what was searched.
    line : int array, shape (T,)
        Each test's line of sides.
    with_missing : bool array, shape (T,)
        Whether missing rows go to that side.
    rows : int array, shape (T,)
        Rows on that side.
    stats : float array, shape (T, S)
        Their statistics.
    whole : float array, shape (S,)
        Those of the place.
    place_rows : int
    """

    searched: Searched
    index: Ints
    line: Ints
    with_missing: NDArray[np.bool_]
    rows: Ints
    stats: Floats
    whole: Floats
    place_rows: int

    def __len__(self) -> int:
        """Return the number of tests."""
        return len(self.line)

    @property
    def columns(self) -> Ints:
        """The column of each test."""
        return np.asarray(self.searched.tables.columns, dtype=np.int64)[self.index]

    def column(self, test: int) -> int:
        """Return the column of one test."""
        return self.searched.tables.columns[int(self.index[test])]

    def branches(self, test: int) -> Floats:
        """Return the statistics of both sides of a test, shape (2, S)."""
        return np.stack([self.stats[test], self.whole - self.stats[test]])

    def of_columns(self) -> list[Ints]:
        """Return the tests of each column that has any."""
        begins = np.flatnonzero(np.diff(self.index, prepend=-1))
        return np.split(np.arange(len(self)), begins[1:]) if len(begins) else []

    def remark(self, test: int) -> str:
        """Return what of a test's column is not on the menu."""
        return self.searched.remark(int(self.index[test]))

    def split(self, test: int) -> Split:
        """Make a test's split."""
        index, line = int(self.index[test]), int(self.line[test])
        if self.searched.sides.missing_rows[index]:
            missing = 0 if self.with_missing[test] else 1
        else:
            one = int(self.rows[test])
            missing = 0 if one > self.place_rows - one else 1  # to the larger child
        pick = Pick(line, bool(self.with_missing[test]))
        return self.searched.build(index, pick, missing)()


def spread(tests: Ints) -> Ints:
    """Return at most `CUTS` of the tests of a column, evenly spread."""
    if len(tests) <= CUTS:
        return tests
    return tests[np.linspace(0, len(tests) - 1, CUTS).round().astype(np.int64)]


def tests_tried(columns: Sequence[Column], *, rest: bool) -> int:
    """Return about how many tests of columns are tried: as many as a column has values, or `CUTS`.

    Of few categories it is all groups, unless one is set against the `rest`.

    Examples
    --------
    >>> tests_tried([], rest=False)
    1
    """

    def tests(column: Column) -> int:
        levels = len(column.keys)
        grouped = not column.is_ordered and not rest and levels <= EVERY
        return 2 ** (levels - 1) if grouped else min(levels, CUTS)

    return max(sum(map(tests, columns)), 1)


def menus(
    setting: Setting,
    rows: Rows,
    place: Place,
    columns: Sequence[int],
    *,
    rest: bool = False,
    both_ways: bool = True,
    every: bool = True,
    tried: Callable[[Tables], NDArray[np.bool_]] | None = None,
    cases: float = 0.0,
) -> Iterator[Menu]:
    """Give the tests of columns: the ordered ones first, then the nominal ones.

    Parameters
    ----------
    setting : Setting
    rows : Rows
    place : Place
        Of those rows.
    columns : sequence of int
    rest : bool
        Whether one level is set against the rest; else groups of levels.
    both_ways : bool
        Whether missing rows are tried on either side, and against all others; else only the known
        rows are parted.
    every : bool
        Whether all groups of few categories are wanted; else only those of which one is the best
        where nothing is split below it.
    tried : callable, optional
        Which cuts between neighbouring values a method tries; else the place's `breakpoints` say.
    cases : float
        Least weight of a side of nominal columns, whatever the limits say.
    """
    named = setting.dataset.columns
    least = max(place.limits.leaf_weight, cases)
    heavy = replace(place, limits=replace(place.limits, leaf_weight=least))
    for ordered, alike in zip((True, False), by_kind(columns, setting.dataset), strict=True):
        for tables, here in tables_at(setting, [rows], alike, [place]):
            given = tried(tables) if ordered and tried is not None else None
            most = EVERY if every else 0
            sides = tests_of(tables, here, named, given, ordered=ordered, rest=rest, every=most)
            yield _menu(sides, place if ordered else heavy, both_ways=both_ways)


def tests_of(
    tables: Tables,
    here: Places,
    named: tuple[Column, ...],
    tried: NDArray[np.bool_] | None,
    *,
    ordered: bool,
    rest: bool,
    every: int,
) -> Searched:
    """Return the tests of columns that all have an order, or that have none, at any places.

    `tried` are the cuts between neighbouring values that a method tries; all groups of up to so
    many categories come, if `every` says so.
    """
    if ordered:
        return threshold_sides(tables, named, here.any.breakpoints, tried)
    return rest_sides(tables, named) if rest else subset_sides(tables, here, every)


@dataclass(frozen=True, slots=True, eq=False)
class RestSides:
    """One level against all the others, for several nominal columns.

    Of a column with two levels there is one test: the other level is the first one's rest.
    """

    tables: Tables
    sides: Sides
    columns: tuple[Column, ...]

    def remark(self, _index: int) -> str:
        """Return what was not tried of a column: of these tests there is nothing."""
        return ""

    def build(self, index: int, pick: Pick, missing: int) -> Callable[[], SubsetSplit]:
        """Return what makes a pick's split; `missing` is the missing rows' branch."""
        column, line = self.tables.columns[index], pick.line
        levels = range(len(self.columns[column].keys))
        if line == self.sides.starts[index + 1] - 1:
            return partial(SubsetSplit, column, (tuple(levels),), 1)  # known against missing
        code = int(self.tables[index].codes[line - self.sides.starts[index]])
        groups = ((code,), tuple(level for level in levels if level != code))
        return partial(SubsetSplit, column, groups, missing)


def rest_sides(tables: Tables, columns: tuple[Column, ...]) -> RestSides:
    """Return the sides "one level" of nominal columns; `columns` are all of the data set."""
    levels = np.diff(tables.starts)
    groups = Groups(np.arange(len(tables.codes)), levels >= 0, _one_each)
    return RestSides(tables, groups.sides(tables), columns)


def _one_each(levels: int) -> NDArray[np.bool_]:
    """Return each level alone, of two the first, and all of them."""
    one = np.eye(levels, dtype=bool)[: 1 if levels == 2 else levels]  # noqa: PLR2004
    return np.concatenate([one, np.ones((1, levels), dtype=bool)])


def _menu(searched: Searched, place: Place, *, both_ways: bool) -> Menu:
    sides = searched.sides
    starts, sizes = sides.starts[:-1], np.diff(sides.starts)
    index = np.arange(len(sizes))
    with_missing = np.zeros(len(index), dtype=bool)
    rows, stats = sides.rows, sides.stats
    gaps = sides.missing_rows > 0
    if both_ways and gaps.any():  # the tests of a column with missing rows come twice
        index = np.repeat(index, 1 + gaps)
        with_missing = np.diff(index, prepend=-1) == 0
        starts, sizes = starts[index], sizes[index]
        also = np.where(with_missing, sides.missing_rows[index], 0)
        added = np.where(with_missing[:, None], sides.missing[index], 0.0)
        line = in_runs(starts, sizes)
        rows = rows.take(line) + np.repeat(also, sizes)
        stats = stats.take(line, axis=0) + np.repeat(added, sizes, axis=0)
    else:
        line = np.arange(len(rows))
    whole = recentred(place.whole, place.whole, place.criterion)
    if both_ways:
        allowed = _allowed(rows, stats, place, place.rows, whole)
    else:  # of known rows alone
        last = np.flatnonzero(sides.whole).repeat(sizes[sizes > 0])
        allowed = _allowed(rows, stats, place, rows[last], stats[last]) & ~sides.whole
    if sides.tried is not None:
        tried, each = sides.tried[line], np.repeat(np.arange(len(sizes)), sizes)
        if sides.ends and place.limits.bind:
            tried = with_ends(tried, allowed & ~sides.whole[line], each)
        allowed &= tried
    kept = np.flatnonzero(allowed)
    return Menu(
        searched,
        np.repeat(index, sizes).take(kept),
        line.take(kept),
        np.repeat(with_missing, sizes).take(kept),
        rows.take(kept),
        stats.take(kept, axis=0),
        whole,
        place.rows,
    )


def _allowed(
    rows: Ints, stats: Floats, place: Place, all_rows: Ints | int, whole: Floats
) -> NDArray[np.bool_]:
    """Return which sides, and what is left of all that is parted, are large enough."""
    limits, weight = place.limits, weight_of(stats, place.criterion)
    least = max(limits.leaf_weight * (1.0 - TIE), 0.0)
    other = weight_of(whole, place.criterion) - weight
    fewest = max(limits.leaf_rows, 1)
    enough = (rows >= fewest) & (all_rows - rows >= fewest)
    allowed: NDArray[np.bool_] = (
        enough & (weight >= least) & (other >= least) & (weight > 0) & (other > 0)
    )
    return allowed
