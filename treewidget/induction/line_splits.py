"""The splits of a growth's lines: many at once, and as an engine parts new rows by them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..data.runs import in_runs
from ..engine.growing import Forks
from .routes import ALL_KNOWN, cut_ranks
from .splits import Split, SubsetSplit, ThresholdSplit

if TYPE_CHECKING:
    from ..data.column import Column
    from ..data.dataset import Dataset
    from ..engine.contract import Ints
    from ..engine.growing import Grown
    from .progress import Progress


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


def splits_of(grown: Grown, dataset: Dataset) -> list[Split | None]:
    """Return the split of each line; None at a leaf."""
    splits: list[Split | None] = [None] * len(grown.column)
    for number in np.unique(grown.column[grown.column >= 0]).tolist():
        column = dataset.columns[number]
        here = np.flatnonzero(grown.column == number)
        if not column.is_ordered:
            for line in here.tolist():
                splits[line] = subset_of(grown, line, column)
            continue
        for line in here[grown.high[here] < 0].tolist():
            splits[line] = ThresholdSplit(number, (), 1)
        here = here[grown.high[here] >= 0]
        cuts = column.midpoints(grown.low[here], grown.high[here])
        missing = grown.missing[here].tolist()
        for line, cut, branch in zip(here.tolist(), cuts, missing, strict=True):
            splits[line] = ThresholdSplit(number, (cut,), branch)
    return splits


def subset_of(grown: Grown, line: int, column: Column) -> SubsetSplit:
    """Return a line's split of levels: those present there, the first group's named."""
    number = int(grown.column[line])
    first = tuple(grown.levels[grown.group[line] : grown.group[line + 1]].tolist())
    codes = column.codes[grown.rows[grown.begin[line] : grown.end[line]]]
    present = np.flatnonzero(np.bincount(codes[codes >= 0])).tolist()
    named = set(first)
    rest = tuple(code for code in present if code not in named)
    if not rest:
        return SubsetSplit(number, (first,), 1)
    return SubsetSplit(number, (first, rest), int(grown.missing[line]))


def forks_of(grown: Grown, dataset: Dataset, progress: Progress) -> Forks:
    """Return the splits of a growth as the engine takes them for rows that it has not seen."""
    lines = len(grown.column)
    cut = np.full(lines, ALL_KNOWN, dtype=np.int32)
    missing = np.where(grown.high < 0, 1, grown.missing).astype(np.uint8)
    nominal: list[int] = []
    for number, column in enumerate(dataset.columns):
        here = np.flatnonzero(grown.column == number)
        if column.is_ordered:
            here = here[grown.high[here] >= 0]
            cut[here] = cut_ranks(column, grown.low[here], grown.high[here])
        else:
            nominal += here.tolist()
    sizes, levels = np.zeros((lines, 2), dtype=np.int64), list[int]()
    for line in progress.over(sorted(nominal), max(len(nominal), 1)):
        split = subset_of(grown, line, dataset.columns[grown.column[line]])
        missing[line] = split.missing
        sizes[line, : len(split.groups)] = [len(group) for group in split.groups]
        levels.extend(level for group in split.groups for level in group)
    ends = np.concatenate(([0], sizes.ravel().cumsum()))
    return Forks(cut, missing, ends, np.array(levels, dtype=np.int32))
