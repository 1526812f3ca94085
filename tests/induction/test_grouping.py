"""Groups of levels by greedy merging: as from all mergers reckoned afresh, however many levels."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget import kernels
from treewidget.engine.contract import Table, Tables
from treewidget.errors import CancelledError
from treewidget.induction.search import grouping, merging_ratios
from treewidget.induction.search.branch_counts import (
    gain_of_tests,
    information_of_tests,
    ratio_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from treewidget.induction.search.levels import LevelTests

TOLERANCE = 1e-12


def afresh(table: Table, missing: np.ndarray, strategy: str, measure: str) -> tuple:
    """Return the groups, from the gain ratio of every test that is tried."""

    def ratio(stats: list[np.ndarray]) -> float:
        known = np.array(stats)
        told = information_of_tests(known, missing, strategy)
        return float(ratio_of(gain_of_tests(known, missing, strategy, measure), told))

    groups = [(code,) for code in table.codes.tolist()]
    stats = list(table.stats)
    best = ratio(stats)
    while len(groups) > 2:
        tried = []
        for one, other in itertools.combinations(range(len(groups)), 2):
            merged = [each for at, each in enumerate(stats) if at != other]
            merged[one] = stats[one] + stats[other]
            tried.append((ratio(merged), one, other, merged))
        most = max(each[0] for each in tried)
        found, one, other, merged = next(each for each in tried if each[0] >= most - TOLERANCE)
        if found <= best + TOLERANCE:
            break
        best, stats = found, merged
        groups[one] = tuple(sorted(groups[one] + groups.pop(other)))
    return tuple(groups), np.array(stats)


def tables_of(every: list[tuple[np.ndarray, np.ndarray]]) -> Tables:
    """Return tables of several columns: the statistics of each, and of what lacks it."""
    sizes = [len(stats) for stats, _ in every]
    missing = np.array([missing for _, missing in every])
    return Tables(
        columns=tuple(range(len(every))),
        starts=np.append(0, np.cumsum(sizes)),
        codes=np.concatenate([np.arange(size) * 2 + 1 for size in sizes]),
        rows=np.concatenate([np.arange(1, size + 1) for size in sizes]),
        stats=np.concatenate([stats for stats, _ in every]),
        missing_rows=missing.any(axis=1).astype(np.int64),
        missing=missing,
    )


def grouped(
    tables: Tables, strategy: str, measure: str, heed: Callable[[], None] = lambda: None
) -> dict[int, LevelTests]:
    """Return the tests of all columns, each by itself."""
    merging = grouping.Merging(strategy, measure, TOLERANCE, heed)
    found = {}
    for alike in merging.grouped(tables, np.arange(len(tables))):
        for at, index in enumerate(alike.index.tolist()):
            found[index] = alike.only(np.array([at]))
    return found


@given(
    levels=st.lists(st.integers(1, 9), min_size=1, max_size=6),
    classes=st.integers(2, 4),
    strategy=st.sampled_from(["fractional", "own", "proportional"]),
    measure=st.sampled_from(["entropy", "gini"]),
    lacking=st.booleans(),
    kinds=st.lists(
        st.sampled_from(["counts", "weights", "hardly any", "none"]), min_size=6, max_size=6
    ),
    seed=st.integers(0, 2**32 - 1),
)
def test_groups_are_those_of_all_mergers_reckoned_afresh(
    *,
    levels: list[int],
    classes: int,
    strategy: str,
    measure: str,
    lacking: bool,
    kinds: list[str],
    seed: int,
) -> None:
    rng, every = np.random.default_rng(seed), []
    for many, kind in zip(levels, kinds, strict=False):
        stats = rng.integers(0, 30, (many, classes)).astype(np.float64)
        stats[np.arange(many), rng.integers(classes, size=many)] += 1.0  # a row each
        if kind != "counts":
            stats *= rng.uniform(0.1, 2.0, stats.shape)
        if kind == "hardly any":
            stats[1:] *= 1e-8
        if kind == "none":
            stats *= 0.0
        every.append((stats, rng.integers(0, 20, classes) * float(lacking and rng.random() < 0.7)))
    tables = tables_of(every)
    found = grouped(tables, strategy, measure)
    assert sorted(found) == list(range(len(every)))
    for index, table in enumerate(tables):
        groups, held = afresh(table, table.missing, strategy, measure)
        assert list(map(tuple, found[index].groups)) == [groups]
        np.testing.assert_allclose(found[index].stats[0], held, rtol=1e-12)
        rows = dict(zip(table.codes.tolist(), table.rows.tolist(), strict=True))
        merged = [sum(rows[code] for code in group) for group in groups]
        assert found[index].rows[0].tolist() == merged


def test_many_levels_are_merged_without_reckoning_every_pair_in_every_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sizes: dict[str, list[int]] = {"parts_of_gain": [], "ratio_of": []}

    def counted(name: str) -> Callable[..., np.ndarray]:
        reckon = getattr(merging_ratios, name)

        def counting(one: np.ndarray, *others: object) -> np.ndarray:
            found = reckon(one, *others)
            sizes[name].append(np.size(found))
            return found

        return counting

    for name in sizes:
        monkeypatch.setattr(merging_ratios, name, counted(name))
    monkeypatch.setattr(kernels, "native", lambda: None)
    rng = np.random.default_rng(0)
    levels, none = 150, np.zeros(2)
    share = np.where(np.arange(levels) % 3, 0.2, 0.7)
    rows = rng.integers(100, 5000, levels)
    ones = rng.binomial(rows, share)
    tables = tables_of([(np.stack([rows - ones, ones], axis=-1).astype(np.float64), none)])
    (groups,) = map(tuple, grouped(tables, "fractional", "entropy")[0].groups)
    assert len(groups) == 2
    assert all(len({code // 2 % 3 == 0 for code in group}) == 1 for group in groups)
    assert sum(sizes["parts_of_gain"]) <= 2 * levels**2  # a pair once, and the newest anew
    assert sum(sizes["ratio_of"]) <= levels**3 / 6  # all pairs of every round are twice as many


def test_a_cancel_is_heard_at_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouping, "PAIRS", 1)  # the kernel goes through many rounds at once
    rounds = []

    def heed() -> None:
        rounds.append(None)
        if len(rounds) == 3:
            raise CancelledError("enough")

    none = np.zeros(2)
    stats = np.array([[9.0, 1.0], [1.0, 9.0], [8.0, 2.0], [2.0, 8.0], [7.0, 1.0], [1.0, 7.0]])
    with pytest.raises(CancelledError, match="enough"):
        grouped(tables_of([(stats, none)]), "own", "entropy", heed)
