"""Codes that are places on a grid give the values back, and the trees that ranks give."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import build_dataset, spacing
from treewidget.data.column import present
from treewidget.data.ranking import Ranker, rank_plainly
from treewidget.data.spacing import SpacedKeys

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

SINGLES = st.floats(-(2.0**40), 2.0**40, width=32, allow_subnormal=False).filter(
    lambda value: value == 0 or abs(value) > 2.0**-40
)
KINDS = {
    "single": (np.float64, SINGLES.map(lambda value: value + 0.0)),
    "whole doubles": (np.float64, st.integers(-(2**20), 2**20).map(float)),
    "hundreds": (np.int64, st.integers(-(2**30), 2**30).map(lambda value: value // 128 * 128)),
    "integer": (np.int64, st.integers(-(2**29), 2**29)),
    "far": (np.int64, st.integers(2**62, 2**62 + 2**30)),
    "natural": (np.uint64, st.integers(2**64 - 2**30, 2**64 - 1)),
    "from zero on": (np.uint64, st.integers(0, 40)),
    "half way": (np.uint64, st.integers(2**63 - 5, 2**63 + 5)),
}


@pytest.fixture
def everywhere(monkeypatch):
    monkeypatch.setattr(spacing, "LEAST", 1)


def spaced(values, missing=None):
    """Return codes and keys, checked against the values."""
    gone = np.zeros(len(values), dtype=bool) if missing is None else missing
    codes = np.empty(len(values), dtype=np.int32)
    grid = kernels.native().space(values, None if missing is None else missing, codes)
    keys = SpacedKeys(values.dtype, *grid)
    assert (codes[gone] == -1).all()
    assert np.array_equal(keys[codes[~gone]], values[~gone])
    return codes, keys


@examples(40)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_places_are_read_and_searched_as_the_values_they_stand_for(kind, data):
    dtype, values = KINDS[kind]
    given_ = np.array(data.draw(st.lists(values, min_size=1, max_size=100)), dtype=dtype)
    missing = np.array([data.draw(st.booleans()) for _ in given_])
    missing[data.draw(st.integers(0, len(given_) - 1))] = False
    codes, keys = spaced(given_, missing)
    known, present = codes[~missing], given_[~missing]
    assert keys[np.array([0, -1])].tolist() == [present.min(), present.max()]
    assert len(keys) == known.max() + 1
    order = np.argsort(known)
    assert (np.diff(present[order]) >= 0).all()
    assert np.array_equal(np.diff(known[order]) == 0, np.diff(present[order]) == 0)
    some = np.unique(np.concatenate([known, known - 1, known + 1]).clip(0, len(keys) - 1))
    plain = keys[some]
    assert (np.diff(plain.astype(object)) > 0).all()
    assert [keys[int(code)].item() for code in some] == plain.tolist()
    wanted = np.array([data.draw(values), *plain], dtype=dtype)
    for side in ("left", "right"):
        places = keys.searchsorted(wanted, side=side)
        assert [keys.searchsorted(one, side=side) for one in wanted] == places.tolist()
        assert np.array_equal(places[1:], some + (side == "right"))
        # What is put in there has everything smaller before it, and nothing.
        before, after = places[0] - 1, places[0]
        less = np.less if side == "left" else np.less_equal
        assert before < 0 or less(keys[int(before)], wanted[0])
        assert after == len(keys) or not less(keys[int(after)], wanted[0])


@pytest.mark.usefixtures("everywhere")
def test_values_without_a_grid_are_ranked():
    rng = np.random.default_rng(0)
    for values in (
        rng.normal(size=500),
        rng.integers(-(2**62), 2**62, 500),
        np.append(rng.random(500).astype(np.float32), [1e-300, 1e300]),
        np.array([0.0, 2.0**-1074, 1.0]),
        np.array([0, 1, 2**40, 2**64 - 1], dtype=np.uint64),
    ):
        gone = np.zeros(len(values), dtype=bool)
        assert kernels.native().space(values, None, np.empty(len(values), np.int32)) is None
        codes, keys = Ranker().code(values, gone)
        plain_codes, plain_keys = rank_plainly(values, gone)
        assert np.array_equal(codes, plain_codes)
        assert np.array_equal(keys, plain_keys)


@pytest.mark.usefixtures("everywhere")
def test_strides_missing_and_single_values():
    table = np.random.default_rng(0).normal(size=(5_000, 3)).astype(np.float32).astype(float)
    table[::7, 1] = np.nan
    for column in table.T:
        spaced(column[::-2], np.isnan(column[::-2]))
    for values in ([0.0], [-0.0], [3.5], [-3.5, 3.5], [0.0, -2.0], [np.nan, 1.0]):
        array = np.array(values)
        spaced(array, np.isnan(array))


def test_the_kernel_refuses_what_it_cannot_read():
    space, codes = kernels.native().space, np.empty(4, dtype=np.int32)
    for wrong in (np.zeros(3), np.zeros(4, dtype=np.int16), np.zeros((4, 4)), ["a"] * 4, None):
        with pytest.raises((TypeError, ValueError)):
            space(wrong, None, codes)
    with pytest.raises((TypeError, ValueError)):
        space(np.zeros(4), np.zeros(3, dtype=bool), codes)


# ------------------------------------------------------------ trees


def frame_of(rng, rows=3_000):
    """Return columns that have grids, with missing values, ties, dates and weights."""
    data = {
        "single": rng.normal(size=rows).astype(np.float32),
        "gappy": np.where(rng.random(rows) < 0.2, np.nan, rng.normal(size=rows).astype("f4")),
        "whole": rng.integers(-(2**28), 2**28, rows),
        "mostly zero": np.where(rng.random(rows) < 0.4, 0, rng.normal(size=rows).astype("f4")),
        "when": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 10**6, rows), "s"),
        "nominal": rng.choice(list("abcdef"), rows),
    }
    frame = pd.DataFrame(data)
    frame["when"] = frame["when"].astype("datetime64[s]")
    signal = frame["single"] + (frame["whole"] > 1e7) + frame["gappy"].fillna(0.5)
    frame["y"] = np.where(rng.random(rows) < 0.1, "x", np.where(signal > 0.4, "y", "z"))
    frame["n"] = signal + rng.normal(size=rows) / 4
    frame["w"] = rng.integers(1, 4, rows) / 2
    return frame


SETTINGS = [
    {"method": "CART"},
    {"method": "CART", "target": "n"},
    {"method": "CART", "weights": "w"},
    {"method": "CART", "options": {"missing": "surrogate"}},
    {"method": "CART", "options": {"missing": "shapiro"}},
    {"method": "CART", "target": "n", "options": {"missing": "most_common"}},
    {"method": "CART", "options": {"cut": "data_value", "breakpoints": "quartiles"}},
    {"method": "C4.5"},
    {"method": "C4.5", "options": {"cut": "midpoint", "missing": "bayes"}},
    {"method": "C5.0"},
    {"method": "ACLS"},
    {"method": "CHAID"},
]


def tree_of(frame, method, target="y", weights=None, options=None):
    others = {"y", "n", "w"} - {target, weights}
    data = frame.drop(columns=list(others))
    return tw.DecisionTree(
        data, target=target, weights=weights, method=method, max_depth=5, **(options or {})
    )


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_trees_are_those_of_ranks(setting, monkeypatch):
    frame = frame_of(np.random.default_rng(1), 1_000)
    ranked = tree_of(frame, **setting)
    monkeypatch.setattr(spacing, "LEAST", 1)
    on_grids = tree_of(frame, **setting)
    assert (
        sum(isinstance(c.keys, SpacedKeys) for c in on_grids.workspace.inducer.dataset.columns) >= 4
    )
    pd.testing.assert_frame_equal(on_grids.frame(), ranked.frame())
    for node in (0, 1):
        pd.testing.assert_frame_equal(on_grids.candidates(node), ranked.candidates(node))
        one, other = (tree.profile(node, "single") for tree in (on_grids, ranked))
        pd.testing.assert_frame_equal(one, other)
    assert np.array_equal(on_grids.predict(frame), ranked.predict(frame))


@pytest.mark.usefixtures("everywhere")
def test_filling_by_trees_reads_the_values_of_rows_and_not_those_of_all_codes(monkeypatch):
    frame, read, plain = frame_of(np.random.default_rng(3), 300), [], SpacedKeys._read
    monkeypatch.setattr(
        SpacedKeys, "_read", lambda self, codes: read.append(len(codes)) or plain(self, codes)
    )
    tree = tree_of(frame, "CART", options={"missing": "shapiro"})
    tree.predict(frame)
    assert 0 < max(read) <= len(frame)


@pytest.mark.usefixtures("everywhere")
def test_frames_are_given_back():
    frame = frame_of(np.random.default_rng(2))
    dataset = build_dataset(frame, "y")
    pd.testing.assert_frame_equal(dataset.frames[0], frame)
    for column in dataset.columns:
        if isinstance(column.keys, SpacedKeys):
            ranked = frame[column.name].dropna().unique()
            assert len(present(column.codes)) == len(ranked)
