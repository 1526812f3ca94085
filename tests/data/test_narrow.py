"""Narrow codes are read as the array that they were made of, whoever narrows them."""

import numpy as np
import pandas as pd
import pytest

from treewidget import kernels
from treewidget.data import build_dataset, narrow
from treewidget.data.narrow import NarrowCodes, held_bytes, narrowed

KERNELS = [None] if kernels.native() is None else [None, kernels.native()]


@pytest.fixture(params=KERNELS, ids=lambda kernel: "kernel" if kernel else "numpy")
def short(request, monkeypatch):
    """Narrow short columns too: with the kernel and without."""
    monkeypatch.setattr(narrow, "LEAST", 0)
    monkeypatch.setattr(kernels, "native", lambda: request.param)


def codes_below(keys, rows, seed=0):
    """Return codes with the first, the last and a missing one among them, where there is room."""
    codes = np.random.default_rng(seed).integers(-1, keys, rows, dtype=np.int32)
    ends = [keys - 1, -1, 0][:rows]
    codes[: len(ends)] = ends
    return codes


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("rows", [0, 1, 2, 1000])
@pytest.mark.parametrize(
    ("keys", "width"),
    [(1, 1), (255, 1), (256, 2), (2**16 - 1, 2), (2**16, 3), (2**24 - 2, 3), (2**24 - 1, 3)],
)
def test_codes_come_back_from_as_few_bytes_as_hold_them(keys, width, rows):
    codes = codes_below(keys, rows)
    tight = narrowed(codes, keys)
    assert isinstance(tight, NarrowCodes)
    assert held_bytes(tight) == (tight.held, width)
    assert len(tight) == rows
    assert len(tight.held) == rows * width + 4 - width
    assert np.array_equal(tight[:], codes)
    assert tight[:].dtype == np.asarray(tight).dtype == np.int32
    assert np.array_equal(np.asarray(tight, dtype=np.int64), codes)
    with pytest.raises(ValueError, match="no array"):
        np.array(tight, copy=False)


@pytest.mark.usefixtures("short")
def test_rows_are_picked_as_numpy_does():
    codes = codes_below(300, 1000)
    tight = narrowed(codes, 300)
    some = np.random.default_rng(1).integers(-1000, 1000, 700)
    for rows in (some, some[:9], some[:0], codes > 7, codes > 298, slice(5, None, 3), 1, -1):
        assert np.array_equal(tight[rows], codes[rows])
    with pytest.raises(IndexError):
        tight[some[:2] + 2000]
    assert tight[1] == -1


@pytest.mark.usefixtures("short")
def test_what_cannot_be_written_to_or_has_gaps_is_narrowed_too():
    codes = codes_below(2**16, 999)
    codes.flags.writeable = False
    for given in (codes, codes[::3], codes[::-1]):
        assert np.array_equal(narrowed(given, 2**16)[:], given)


@pytest.mark.parametrize(("keys", "rows"), [(2**24, narrow.LEAST), (255, narrow.LEAST - 1)])
def test_codes_beyond_three_bytes_and_short_columns_stay_as_they_are(keys, rows):
    codes = codes_below(keys, rows)
    assert narrowed(codes, keys) is codes


@pytest.mark.usefixtures("short")
def test_a_frame_is_given_back():
    frame = pd.DataFrame({"x": [1.5, None, 7.25, 1.5], "kind": [*"aba", None], "y": [1, 2, 1, 2]})
    dataset = build_dataset(frame, "y")
    assert all(isinstance(column.codes, NarrowCodes) for column in dataset.columns)
    pd.testing.assert_frame_equal(dataset.frames[0], frame)
    assert dataset.n_rows == len(frame)


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
@pytest.mark.parametrize(("width", "size"), [(0, 8), (4, 8), (5, 8), (3, 6), (3, 8), (1, 4)])
def test_room_that_does_not_fit_is_refused(width, size):
    with pytest.raises(ValueError, match="another length"):
        kernels.native().narrow(np.zeros(2, np.int32), width, np.empty(size, np.uint8))
