"""The splits of levels of many lines together: those of each line by itself."""

import numpy as np
import pandas as pd
import pytest

from tests.induction.frames import inducers_of, random_frame
from treewidget import kernels
from treewidget.induction import line_splits, swift
from treewidget.induction.line_splits import forks_of, left_of, splits_of, subsets_of
from treewidget.induction.progress import Progress
from treewidget.induction.splits import SubsetSplit

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


def grown(frame, **options):
    inducer = inducers_of(frame, **options)[1]
    return inducer.dataset, swift.lines_of(inducer, [inducer.root()], lambda _share: None)


def alone(lines, line, column):
    """Return a line's split as its definition has it."""
    first = lines.levels[lines.group[line] : lines.group[line + 1]].tolist()
    codes = column.codes[lines.rows[lines.begin[line] : lines.end[line]]].tolist()
    rest = sorted(set(codes) - set(first) - {-1})
    groups = (tuple(first), tuple(rest)) if rest else (tuple(first),)
    return SubsetSplit(int(lines.column[line]), groups, int(lines.missing[line]))


@pytest.mark.parametrize("at_once", [1, 40, 1 << 20])
@pytest.mark.parametrize("missing", [0.0, 0.3])
@pytest.mark.parametrize("classes", [0, 2, 3])
def test_lines_have_the_levels_that_came_to_them(monkeypatch, at_once, missing, classes):
    monkeypatch.setattr(line_splits, "AT_ONCE", at_once)
    frame = random_frame(7 + classes, 300, classes=classes, missing=missing, levels=9)
    dataset, lines = grown(frame)
    splits, met = splits_of(lines, dataset), 0
    for number, column in enumerate(dataset.columns):
        if column.is_ordered:
            continue
        here = np.flatnonzero(lines.column == number)
        wanted = [alone(lines, line, column) for line in here.tolist()]
        assert list(subsets_of(lines, here, column)) == wanted
        assert [splits[line] for line in here.tolist()] == wanted
        backwards = here[::-1]
        assert list(subsets_of(lines, backwards, column)) == wanted[::-1]
        met += len(here)
    assert met > 10


@pytest.mark.parametrize("at_once", [1, 1 << 20])
def test_forks_say_what_the_splits_say(monkeypatch, at_once):
    monkeypatch.setattr(line_splits, "AT_ONCE", at_once)
    dataset, lines = grown(random_frame(3, 300, classes=3, missing=0.3, levels=9))
    forks, splits = forks_of(lines, dataset, Progress()), splits_of(lines, dataset)
    groups = np.split(forks.levels, forks.ends[1:-1])
    assert len(groups) == 2 * len(splits)
    for line, split in enumerate(splits):
        wanted = split.groups if isinstance(split, SubsetSplit) else ()
        held = [tuple(group.tolist()) for group in groups[2 * line : 2 * line + 2]]
        assert [group for group in held if group] == [tuple(sorted(group)) for group in wanted]
        if split is not None:
            assert forks.missing[line] == split.missing
    assert sum(isinstance(split, SubsetSplit) for split in splits) > 5


def test_a_split_of_known_levels_against_missing_rows_has_one_group():
    frame = pd.DataFrame({"x": ["a", "b", None, None] * 5, "y": [0, 0, 1, 1] * 5})
    dataset, lines = grown(frame)
    assert splits_of(lines, dataset)[0] == SubsetSplit(0, ((0, 1),), 1)
    forks = forks_of(lines, dataset, Progress())
    assert (forks.missing[0], forks.ends[:3].tolist(), forks.levels.tolist()) == (
        1,
        [0, 2, 2],
        [0, 1],
    )


def test_no_lines_have_no_splits():
    dataset, lines = grown(random_frame(1))
    assert list(subsets_of(lines, np.zeros(0, dtype=np.int64), dataset.columns[3])) == []


@pytest.mark.parametrize("nominal", [True, False])
def test_what_is_left_of_a_growth_is_one_that_went_no_further(nominal):
    frame = random_frame(3, 300, classes=3, missing=0.3, levels=9)
    frame = frame if nominal else frame.select_dtypes("number").assign(y=frame.y)
    _, shallow = grown(frame, max_depth=3)
    _, deep = grown(frame)
    depth = np.zeros(len(deep.column), dtype=int)
    for line in np.flatnonzero(deep.column >= 0).tolist():
        depth[[line + 1, deep.other[line]]] = depth[line] + 1
    lines = np.flatnonzero(depth <= 3)
    left = left_of(deep, lines, depth[lines] == 3)
    assert len(left.column) < len(deep.column) / 2
    for name in ("column", "low", "high", "missing", "other", "gain", "group", "levels", "starts"):
        assert np.array_equal(getattr(left, name), getattr(shallow, name), equal_nan=True), name
