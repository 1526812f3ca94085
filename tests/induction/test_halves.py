"""Cuts are weighed piece by piece: the same as all at once, wherever a piece ends."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import treewidget as tw
from treewidget.engine.contract import Tables
from treewidget.induction import Progress
from treewidget.induction.search import cuts, halves, threshold_tests

LENGTHS = st.lists(st.integers(0, 13), min_size=1, max_size=9)


@given(
    LENGTHS,
    st.tuples(st.integers(1, 5), st.integers(0, 99), st.integers(2, 9)),
    st.booleans(),
    st.integers(0, 2**32 - 1),
)
def test_pieces_hold_what_lies_up_to_each_cut_and_above_it(
    lengths: list[int], sizes: tuple[int, int, int], whole: bool, seed: int
) -> None:
    piece, together, width = sizes
    lines = np.append(0, np.cumsum(lengths))
    values = np.random.default_rng(seed).integers(0, 9, (lines[-1], 3)).astype(np.float64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(halves, "PIECE", piece)
        patch.setattr(halves, "TOGETHER", together)
        patch.setattr(halves, "WIDTHS", (2, width))
        found = list(halves.pieces(values, lines, whole=whole))
    starts = halves.cut_starts(lines)
    made, column = np.full((starts[-1], 2, 3), -1.0), np.full(starts[-1], -1)
    for one in found:
        made[one.cuts], column[one.cuts] = one.halves, one.column
    for index, (begin, end) in enumerate(itertools.pairwise(lines.tolist())):
        for line in range(max(end - begin - 1, 0)):
            at = starts[index] + line
            assert column[at] == index
            held = values[begin:end]
            assert made[at, 0].tolist() == held[: line + 1].sum(axis=0).tolist()
            assert made[at, 1].tolist() == held[line + 1 :].sum(axis=0).tolist()


@given(
    LENGTHS,
    st.lists(st.sampled_from([0.0, 0.4, 1.0, 1.5, 2.0, 7.9, 8.0, 60.0, np.inf]), min_size=1),
    st.integers(0, 9),
    st.integers(0, 2**32 - 1),
)
def test_cuts_with_enough_rows_on_both_sides_are_found_by_search(
    lengths: list[int], least: list[float], rows: int, seed: int
) -> None:
    lines, held = np.append(0, np.cumsum(lengths)), sum(lengths)
    counts = np.random.default_rng(seed).integers(1, 5, held)
    stats = np.column_stack([counts // 2, counts - counts // 2]).astype(np.float64)
    columns, none = tuple(range(len(lengths))), np.zeros((len(lengths), 2))
    tables = Tables(columns, lines, counts, counts, stats, none[:, 0].astype(int), none)
    enough = np.resize(least, len(lengths))
    judge = SimpleNamespace(setting=SimpleNamespace(progress=Progress()))
    looked = threshold_tests._with_weight(judge, tables, stats.sum(axis=1), enough, rows)
    starts = halves.cut_starts(lines)
    found = threshold_tests._with_rows(tables, starts, np.maximum(enough, rows))
    assert found.tolist() == looked.tolist()


@given(st.lists(st.integers(0, 70), min_size=1, max_size=60), st.integers(0, 2**32 - 1))
@example([0] * 40, 0)
def test_running_sums_are_those_of_each_column_alone(lengths: list[int], seed: int) -> None:
    lines = np.append(0, np.cumsum(lengths))
    values = np.random.default_rng(seed).normal(size=(lines[-1], 2))
    found = halves.sums_upto(values, lines)
    for begin, end in itertools.pairwise(lines.tolist()):
        assert (found[begin:end] == values[begin:end].cumsum(axis=0)).all()


@given(LENGTHS, st.integers(0, 2**32 - 1))
def test_halves_at_one_line_of_each_column_are_its_own(lengths: list[int], seed: int) -> None:
    rng, ends = np.random.default_rng(seed), np.cumsum(lengths)
    values = rng.integers(0, 9, (ends[-1], 2)).astype(np.float64)
    which = np.flatnonzero(np.array(lengths) > 1)
    which = which[rng.random(len(which)) < 0.7]
    begins, ends = (ends - lengths)[which], ends[which]
    lines = rng.integers(begins, ends - 1)
    if not len(which):
        return
    found = halves.halves_at(values, begins, lines, ends)
    for half, begin, line, end in zip(found, begins, lines, ends, strict=True):
        assert half[0].tolist() == values[begin : line + 1].sum(axis=0).tolist()
        assert half[1].tolist() == values[line + 1 : end].sum(axis=0).tolist()


def test_above_the_last_value_with_weight_nothing_is_left_of_rounding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halves, "PIECE", 3)
    monkeypatch.setattr(halves, "TOGETHER", 0)
    values = np.append(np.full(10, 0.1), [0.0, 0.0, 0.0])[:, None]
    upper = np.concatenate([p.halves[:, 1, 0] for p in halves.pieces(values, np.array([0, 13]))])
    assert (upper[9:] == 0).all()


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("c4.5", {}),
        ("c4.5", {"min_samples_leaf": 3, "missing": "own"}),
        ("acls", {"criterion": "chi2"}),
        ("acls", {"breakpoints": "class-change"}),
    ],
)
def test_a_tree_does_not_depend_on_the_size_of_pieces(
    monkeypatch: pytest.MonkeyPatch, method: str, options: dict[str, object]
) -> None:
    rng = np.random.default_rng(5)
    frame = pd.DataFrame(rng.normal(size=(700, 3)).round(2), columns=list("abc"))
    frame["y"] = np.where(frame["a"] + rng.normal(size=700) > frame["b"] ** 2, "p", "q")
    if method == "c4.5":
        frame.loc[::7, "b"] = np.nan
    grown = []
    for piece in (halves.PIECE, 16):
        for module in (halves, cuts):
            monkeypatch.setattr(module, "PIECE", piece)
        monkeypatch.setattr(halves, "TOGETHER", 4 * piece)
        grown.append(str(tw.DecisionTree(frame, target="y", method=method, **options)))
    assert grown[0] == grown[1]
    assert grown[0].count("\n") > 4
