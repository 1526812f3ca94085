"""Groups of levels by greedy merging: as from all mergers reckoned afresh, however many levels."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.engine.contract import Table
from treewidget.errors import CancelledError
from treewidget.induction.search import grouping
from treewidget.induction.search.branch_counts import (
    gain_of_tests,
    information_of_tests,
    ratio_of,
)

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


def table_of(stats: np.ndarray, missing: np.ndarray) -> Table:
    codes = np.arange(len(stats)) * 2 + 1
    rows = np.arange(1, len(stats) + 1)
    return Table(codes, rows, stats, int(missing.any()), missing)


@given(
    levels=st.integers(1, 9),
    classes=st.integers(2, 4),
    strategy=st.sampled_from(["fractional", "own", "proportional"]),
    measure=st.sampled_from(["entropy", "gini"]),
    lacking=st.booleans(),
    kind=st.sampled_from(["counts", "weights", "hardly any", "none"]),
    seed=st.integers(0, 2**32 - 1),
)
def test_groups_are_those_of_all_mergers_reckoned_afresh(
    *, levels: int, classes: int, strategy: str, measure: str, lacking: bool, kind: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    stats = rng.integers(0, 30, (levels, classes)).astype(np.float64)
    stats[np.arange(levels), rng.integers(classes, size=levels)] += 1.0  # a row each
    if kind != "counts":
        stats *= rng.uniform(0.1, 2.0, stats.shape)
    if kind == "hardly any":
        stats[1:] *= 1e-8
    if kind == "none":
        stats *= 0.0
    missing = rng.integers(0, 20, classes) * float(lacking)
    table = table_of(stats, missing)
    found = grouping.grouped(
        table, missing, strategy, measure, tolerance=TOLERANCE, heed=lambda: None
    )
    groups, held = afresh(table, missing, strategy, measure)
    assert found.groups == [groups]
    np.testing.assert_allclose(found.stats[0], held, rtol=1e-12)
    rows = dict(zip(table.codes.tolist(), table.rows.tolist(), strict=True))
    assert found.rows[0].tolist() == [sum(rows[code] for code in group) for group in groups]


def test_many_levels_are_merged_without_reckoning_any_pair_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reckoned = []

    def counting(branches: np.ndarray, *others: object) -> np.ndarray:
        reckoned.append(len(branches))
        return parts_of_gain(branches, *others)

    parts_of_gain = grouping.parts_of_gain
    monkeypatch.setattr(grouping, "parts_of_gain", counting)
    rng = np.random.default_rng(0)
    levels, none = 150, np.zeros(2)
    share = np.where(np.arange(levels) % 3, 0.2, 0.7)
    ones = rng.binomial(400, share)
    table = table_of(np.stack([400.0 - ones, ones], axis=-1), none)
    found = grouping.grouped(
        table, none, "fractional", "entropy", tolerance=TOLERANCE, heed=lambda: None
    )
    (groups,) = found.groups
    assert len(groups) == 2
    assert all(len({code // 2 % 3 == 0 for code in group}) == 1 for group in groups)
    assert sum(reckoned) <= levels**2 + levels


def test_a_cancel_is_heard_at_every_round() -> None:
    rounds = []

    def heed() -> None:
        rounds.append(None)
        if len(rounds) == 3:
            raise CancelledError("enough")

    none = np.zeros(2)
    stats = np.array([[9.0, 1.0], [1.0, 9.0], [8.0, 2.0], [2.0, 8.0], [7.0, 1.0], [1.0, 7.0]])
    with pytest.raises(CancelledError, match="enough"):
        grouping.grouped(
            table_of(stats, none), none, "own", "entropy", tolerance=TOLERANCE, heed=heed
        )
