"""The splits of a growth's lines: many at once, and as an engine parts new rows by them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..data.runs import in_runs, stable_order
from ..engine.growing import Forks
from .routes import ALL_KNOWN, cut_ranks
from .search.cuts import cut_at_value, data_values
from .splits import Split, SubsetSplit, ThresholdSplit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ..data.column import Column
    from ..data.dataset import Dataset
    from ..engine.contract import Ints
    from ..engine.growing import Grown
    from .progress import Progress

AT_ONCE: Final = 1 << 20
"""Rows of several lines, or levels of them all, that are gone through together."""


def part_of(grown: Grown, lines: slice | Ints) -> Grown:
    """Return some lines of a growth. What they say of lines and rows means those of the whole."""
    names = ["column", "low", "high", "missing", "other", "gain", "stats", "begin", "end"]
    names += ["scatter"] if len(grown.scatter) else []
    cut = {name: getattr(grown, name)[lines] for name in names}
    if len(grown.group) == 1:  # no column is nominal
        return replace(grown, **cut)
    first = grown.group[:-1][lines]
    sizes = grown.group[1:][lines] - first
    group = np.append(0, np.cumsum(sizes))
    return replace(grown, **cut, group=group, levels=grown.levels[in_runs(first, sizes)])


def left_of(grown: Grown, lines: Ints, leaves: NDArray[np.bool_]) -> Grown:
    """Return a growth of which no more is left than some lines, from one place down.

    Those of them that are to be leaves have nothing below them any more.
    """
    part = part_of(grown, lines)
    at_leaf = {"column": -1, "low": -1, "high": -1, "missing": 1, "other": -1, "gain": np.nan}
    cut = {}
    for name, bare in at_leaf.items():
        values = cut[name] = getattr(part, name)  # copies, as lines are given one by one
        if name == "other":
            values[:] = np.where(values < 0, bare, np.searchsorted(lines, values))
        values[leaves] = bare
    sizes = np.diff(part.group)
    if len(sizes):
        levels = part.levels[np.repeat(~leaves, sizes)]
        group = np.append(0, np.cumsum(np.where(leaves, 0, sizes)))
        part = replace(part, group=group, levels=levels)
    return replace(part, **cut, starts=np.zeros(1, dtype=grown.starts.dtype))


def cuts_placed(grown: Grown, dataset: Dataset, cut: str) -> Grown:
    """Return a growth whose cuts lie where `cut` says: at a value both ranks are that value's."""
    if cut == "midpoint":
        return grown
    at, high = grown.low.copy(), grown.high.copy()
    for number, column in enumerate(dataset.columns):
        if column.is_ordered:
            here = np.flatnonzero((grown.column == number) & (grown.high >= 0))
            at[here] = high[here] = data_values(dataset, number, at[here], high[here])
    return replace(grown, low=at, high=high)


def splits_of(grown: Grown, dataset: Dataset) -> list[Split | None]:
    """Return the split of each line; None at a leaf."""
    splits: list[Split | None] = [None] * len(grown.column)
    for number in np.unique(grown.column[grown.column >= 0]).tolist():
        column = dataset.columns[number]
        here = np.flatnonzero(grown.column == number)
        if not column.is_ordered:
            for line, split in zip(here.tolist(), subsets_of(grown, here, column), strict=True):
                splits[line] = split
            continue
        for line in here[grown.high[here] < 0].tolist():
            splits[line] = ThresholdSplit(number, (), 1)
        here = here[grown.high[here] >= 0]
        cuts = column.midpoints(grown.low[here], grown.high[here])
        for at in np.flatnonzero(grown.low[here] == grown.high[here]).tolist():
            cuts[at] = cut_at_value(dataset, number, int(grown.low[here[at]]))
        missing = grown.missing[here].tolist()
        for line, cut, branch in zip(here.tolist(), cuts, missing, strict=True):
            splits[line] = ThresholdSplit(number, (cut,), branch)
    return splits


def subsets_of(grown: Grown, lines: Ints, column: Column) -> Iterator[SubsetSplit]:
    """Yield the lines' splits of levels: those present there, the first group's named."""
    for some, branches, missing in branches_of_levels(grown, lines, column):
        groups = [_levels_at(branches, branch) for branch in (0, 1)]
        numbers = grown.column[some].tolist()
        for number, first, rest, way in zip(numbers, *groups, missing.tolist(), strict=True):
            yield SubsetSplit(number, (first, rest) if rest else (first,), way)


def branches_of_levels(
    grown: Grown, lines: Ints, column: Column
) -> Iterator[tuple[Ints, NDArray[np.int8], NDArray[np.int8]]]:
    """Give some of the lines at a time, and the branch of each level there and of missing rows.

    It is -1 of a level that is not there.
    """
    if not len(lines):
        return
    work = np.maximum(grown.end[lines] - grown.begin[lines], len(column.keys)).astype(np.int64)
    turns = np.cumsum(work) // AT_ONCE
    for some in np.split(lines, np.flatnonzero(np.diff(turns)) + 1):
        branches = np.full((len(some), len(column.keys)), -1, dtype=np.int8)
        sizes = (grown.end[some] - grown.begin[some]).astype(np.int64)
        codes = column.codes[grown.rows[in_runs(grown.begin[some].astype(np.int64), sizes)]]
        known = codes >= 0
        branches[np.repeat(np.arange(len(some)), sizes)[known], codes[known]] = 1
        begin = grown.group[:-1][some]
        sizes = grown.group[1:][some] - begin
        named = grown.levels[in_runs(begin, sizes)]
        branches[np.repeat(np.arange(len(some)), sizes), named] = 0
        yield some, branches, grown.missing[some].astype(np.int8)


def _levels_at(branches: NDArray[np.int8], branch: int) -> list[tuple[int, ...]]:
    """Return the levels of a branch, line by line."""
    where, found = np.nonzero(branches == branch)
    ends = np.searchsorted(where, np.arange(len(branches) + 1)).tolist()
    levels = found.tolist()
    return [tuple(levels[begin:end]) for begin, end in itertools.pairwise(ends)]


def forks_of(grown: Grown, dataset: Dataset, progress: Progress) -> Forks:
    """Return the splits of a growth as the engine takes them for rows that it has not seen."""
    lines = len(grown.column)
    cut = np.full(lines, ALL_KNOWN, dtype=np.int32)
    groups, levels = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int32)]
    for number, column in enumerate(dataset.columns):
        progress.heed()
        here = np.flatnonzero(grown.column == number)
        if column.is_ordered:
            here = here[grown.high[here] >= 0]
            cut[here] = cut_ranks(column, grown.low[here], grown.high[here])
            continue
        for some, branches, _ in branches_of_levels(grown, here, column):
            for branch in (0, 1):
                where, found = np.nonzero(branches == branch)
                groups.append(2 * some[where] + branch)
                levels.append(found.astype(np.int32))
    group = np.concatenate(groups)
    ends = np.append(0, np.bincount(group, minlength=2 * lines).cumsum())
    return Forks(cut, grown.missing, ends, np.concatenate(levels)[stable_order(group)])
