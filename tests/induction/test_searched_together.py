"""Small nodes of CART and its kin are searched together: with the splits they have alone."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.induction.frames import inducer_of, random_frame
from treewidget.induction.search import absolute_sides
from treewidget.induction.search.cuts import after_quartiles, quartiles
from treewidget.induction.search.greedy import Greedy

CLASSES = [
    {"criterion": "twoing"},
    {"criterion": "chi2", "min_weight_leaf": 2.5},
    {"criterion": "classification_error"},
    {"criterion": "g2", "breakpoints": "class-change", "min_samples_leaf": 4},
    {"breakpoints": "quartiles", "cut": "data_value"},
    {"losses": {"c0": {"c1": 3.0}}},
    {"column_costs": {"a": 4.0, "kind1": 2.0}},
    {"missing": "surrogate", "min_samples_leaf": 3},
    {"missing": "fractional", "criterion": "twoing"},
    {"missing": "bayes", "cut": "data_value"},
    {"method": "assistant", "min_samples_split": 4},
]
NUMBERS = [
    {"cut": "data_value"},
    {"criterion": "absolute_error"},
    {"criterion": "absolute_error", "min_samples_leaf": 3},
    {"missing": "surrogate"},
    {"missing": "fractional", "breakpoints": "quartiles"},
    {"method": "islr", "cut": "data_value"},
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(
    ("classes", "options"),
    [(2, each) for each in CLASSES] + [(3, each) for each in CLASSES] + [(0, e) for e in NUMBERS],
)
def test_places_searched_together_have_the_splits_they_have_alone(
    monkeypatch, classes, options, weights
):
    frame = random_frame(7, 240, classes=classes, missing=0.1, levels=7, weights=True)
    frame = frame if weights else frame.drop(columns="w")
    if classes:
        names = {value: f"c{at}" for at, value in enumerate(sorted(frame["y"].unique()))}
        frame["y"] = frame["y"].map(names)
    grown, together = [], []

    def searched(search, inducer, regions, *others, **named):
        together[-1] = max(together[-1], len(regions))
        return search_all(search, inducer, regions, *others, **named)

    search_all = Greedy._search
    monkeypatch.setattr(Greedy, "_search", searched)
    monkeypatch.setattr("treewidget.induction.ways.fits", lambda _: False)
    for room in (0, 150, 10**6):
        together.append(0)
        monkeypatch.setattr(Greedy, "room", lambda *_, room=room: room)
        grown.append(tw.DecisionTree(frame, target="y", weights=weights, **options).frame())
    assert together[0] == 1
    if len(grown[0]) > 20:
        assert together[2] >= together[1] > 1
    else:
        assert options.get("method") == "assistant"
    for other in grown[1:]:
        pd.testing.assert_frame_equal(grown[0], other, check_exact=True)


def test_too_many_groups_are_weighed_in_parts(monkeypatch):
    frame = random_frame(3, 500, classes=3, missing=0.05, levels=9, nominal=4)
    whole = tw.DecisionTree(frame, target="y", criterion="twoing").frame()
    monkeypatch.setattr("treewidget.induction.search.scan.TOGETHER", 2_000)
    parted = tw.DecisionTree(frame, target="y", criterion="twoing").frame()
    pd.testing.assert_frame_equal(whole, parted, check_exact=True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("seed", range(4))
def test_absolute_errors_of_small_nodes_are_those_of_large_ones(monkeypatch, seed, weights):
    frame = random_frame(seed, 130, classes=0, missing=0.15, levels=12, weights=True)
    options = {"criterion": "absolute_error", "weights": weights, "target": "y"}
    if seed % 2:
        options["min_samples_leaf"] = 2
    monkeypatch.setattr(absolute_sides, "PIECE", 1_000)  # the sides of a node come in several
    quick = tw.DecisionTree(frame, **options)
    assert (quick.frame()["n"] <= absolute_sides.WIDTHS[-1]).sum() > 10
    told = [quick.candidates(node)[["gain", "cut"]] for node in quick.frame().index[:9]]
    monkeypatch.setattr(absolute_sides, "WIDTHS", ())
    slow = tw.DecisionTree(frame, **options)
    pd.testing.assert_frame_equal(quick.frame(), slow.frame(), rtol=1e-9, atol=1e-12)
    for node, one in zip(quick.frame().index[:9], told, strict=True):
        other = slow.candidates(node)[["gain", "cut"]]
        pd.testing.assert_frame_equal(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_quartiles_of_many_columns_lie_where_those_of_each_do(seed):
    rng, n = np.random.default_rng(seed), int(np.random.default_rng(seed).integers(1, 60))
    odd = np.nextafter(1.0, 2.0)
    frame = pd.DataFrame(
        {
            "number": np.round(rng.normal(size=n), 1),
            "near": rng.choice([1.0, odd, np.nextafter(odd, 2.0)], n),
            "whole": rng.integers(0, 9, n),
            "large": 2**52 + rng.integers(-3, 3, n),
            "day": pd.Timestamp("2024-02-27") + pd.to_timedelta(rng.integers(0, 9, n), "h"),
            "gone": np.where(rng.random(n) < 0.5, np.nan, rng.integers(0, 4, n)),
            "y": np.where(np.arange(n) % 2, "a", "b"),
        }
    )
    inducer = inducer_of(frame)
    columns = inducer.dataset.columns
    rows = inducer.engine.rows(np.flatnonzero(rng.random(n) < 0.8))
    tables = inducer.engine.tables(rows, range(len(columns)))
    found = after_quartiles(tables, columns)
    for index, table in enumerate(tables):
        lines = np.flatnonzero(found[tables.starts[index] : tables.starts[index + 1]])
        assert lines.tolist() == sorted(quartiles(columns[tables.columns[index]], table))
