"""Packed keys are read as the array that they were made of."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.thorough import examples
from treewidget import kernels
from treewidget.data import build_dataset, packing
from treewidget.data.packing import PackedKeys
from treewidget.data.ranking import Ranker

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

DOUBLES = st.floats(allow_nan=False, allow_infinity=False).map(lambda value: value + 0.0)
SINGLES = st.floats(width=32, allow_nan=False, allow_infinity=False).map(lambda value: value + 0.0)
KINDS = {
    "double": (np.float64, st.one_of(DOUBLES, st.floats(1.0, 1.0 + 1e-13))),
    "single": (np.float64, SINGLES),
    "close": (np.int64, st.integers(-70, 200)),
    "integer": (np.int64, st.integers(-(2**63), 2**63 - 1)),
    "natural": (np.uint64, st.integers(0, 2**64 - 1)),
}


def packed(keys):
    order = np.random.default_rng(0).permutation(len(keys))
    codes, tight = Ranker().rank(keys[order], np.zeros(len(keys), dtype=bool), least=1)
    assert isinstance(tight, PackedKeys)
    assert np.array_equal(codes, order)
    return tight


@examples(25)
@given(st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_packed_keys_are_read_like_an_array(kind, data):
    dtype, values = KINDS[kind]
    keys = np.unique(np.array(data.draw(st.lists(values, min_size=1, max_size=200)), dtype=dtype))
    tight, n = packed(keys), len(keys)
    assert len(tight) == n
    assert np.array_equal(tight[:], keys)
    assert tight[:].dtype == tight[0].dtype == keys.dtype
    ranks = np.array(data.draw(st.lists(st.integers(-n, n - 1), min_size=1)))
    assert np.array_equal(tight[ranks], keys[ranks])
    assert np.array_equal(tight[keys > keys[ranks[0]]], keys[keys > keys[ranks[0]]])
    assert [tight[rank].item() for rank in ranks] == keys[ranks].tolist()
    wanted = np.array([data.draw(values), *keys[ranks]], dtype=dtype)
    for side in ("left", "right"):
        places = np.searchsorted(keys, wanted, side=side)
        assert np.array_equal(tight.searchsorted(wanted, side=side), places)
        many = np.tile(wanted, 9)  # few are looked up in another way
        assert np.array_equal(tight.searchsorted(many, side=side), np.tile(places, 9))
        assert [tight.searchsorted(one, side=side) for one in wanted] == places.tolist()


@pytest.mark.parametrize("n", [1, 2, 65, 66, 128, 129])
def test_a_last_block_of_a_value_or_two_is_read_like_the_others(n):
    keys = np.arange(n) * 1.5
    assert packed(keys)[:].tolist() == keys.tolist()


def test_ranks_that_are_not_there_are_refused():
    tight = packed(np.arange(100.0))
    for wrong in (100, -101):
        with pytest.raises(IndexError, match="of 100"):
            tight[wrong]
        with pytest.raises(IndexError, match="of 100"):
            tight[np.array([0, wrong])]


def test_a_packed_column_is_as_large_as_it_must_be_and_cuts_as_before(monkeypatch):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=30_000).astype(np.float32), "y": rng.random(30_000)})
    plain = build_dataset(frame, "y")
    monkeypatch.setattr(packing, "LEAST", 1000)
    tight = build_dataset(frame, "y")
    (one,), (other,) = plain.columns, tight.columns
    assert sum(part.nbytes for part in other.keys.parts[1:]) < one.keys.nbytes / 3
    low = rng.integers(0, len(one.keys) - 5, 200)
    assert other.midpoints(low, low + 5) == one.midpoints(low, low + 5)
    for rank in low[:20].tolist():
        cut = one.midpoint(rank, rank + 5)
        assert other.midpoint(rank, rank + 5) == cut
        assert other.rank_of(cut) == one.rank_of(cut)
    pd.testing.assert_frame_equal(tight.frames[0], frame)
