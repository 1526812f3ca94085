"""Ranks of values: the kernel's and numpy's are the same, whatever the values."""

import threading
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget import kernels
from treewidget.data.ranking import Ranker, look, rank_plainly

WHOLE = st.integers(-(2**63), 2**63 - 1)
NATURAL = st.integers(0, 2**64 - 1)


def both(data, missing=None):
    """Return codes and keys, checked to be the same whichever way they are found."""
    if missing is None:
        missing = np.isnan(data) if data.dtype.kind == "f" else np.zeros(len(data), dtype=bool)
    codes, keys = Ranker().rank(data, missing)
    plain_codes, plain_keys = rank_plainly(data, missing)
    assert codes.dtype == plain_codes.dtype == np.int32
    assert keys.dtype == plain_keys.dtype == data.dtype
    assert np.array_equal(codes, plain_codes)
    assert np.array_equal(keys, plain_keys)
    return codes, keys


@given(
    st.lists(st.one_of(st.none(), st.floats(allow_nan=False), st.integers(-3, 3)), max_size=60),
    st.integers(1, 60),
)
def test_ranks_are_those_of_the_distinct_values(values, times):
    data = np.array([np.nan if value is None else value for value in values] * times, dtype=float)
    codes, keys = both(data)
    distinct = sorted({value for value in values if value is not None})
    assert keys.tolist() == distinct
    expected = [-1 if value is None else distinct.index(value) for value in values]
    assert codes.tolist() == expected * times


@given(st.lists(WHOLE, max_size=50), st.lists(NATURAL, max_size=50), st.integers(0, 2**32 - 1))
def test_whole_numbers_keep_every_digit(whole, natural, seed):
    for values, dtype in ((whole, np.int64), (natural, np.uint64)):
        data = np.array(values * 3, dtype=dtype)
        missing = np.random.default_rng(seed).random(len(data)) < 0.3
        codes, keys = both(data, missing)
        assert keys.tolist() == sorted({v.item() for v in data[~missing]})
        assert (codes[missing] == -1).all()
        assert [keys[code].item() for code in codes[~missing]] == data[~missing].tolist()


def shapes(rng, n):
    """Yield values of all the shapes that make sorting by distribution go astray."""
    yield rng.normal(size=n)
    yield rng.normal(size=n).astype(np.float32).astype(np.float64)
    yield np.round(rng.normal(size=n), 2)
    yield 1e300 * rng.normal(size=n)
    yield np.sign(rng.normal(size=n)) * 10.0 ** rng.uniform(-300, 300, n)
    yield 1 + rng.integers(0, 50, n) * 2.0**-52
    yield np.where(rng.random(n) < 0.5, rng.random(n), 1 + rng.random(n) * 1e-13)
    yield np.where(rng.random(n) < 0.999, 7.25, rng.random(n))
    yield np.arange(n)[::-1].astype(np.float64)
    yield np.full(n, -3.5)
    yield np.repeat(rng.random(n // 40 + 1), 40)[:n]
    yield rng.integers(-(2**62), 2**62, n)
    yield rng.integers(0, n // 2 + 2, n)
    yield np.int64(1_700_000_000) * 10**9 + rng.integers(0, 10**6, n) * 10**9
    yield rng.integers(2**63, 2**64 - 1, n, dtype=np.uint64, endpoint=True)


@pytest.mark.parametrize("n", [0, 1, 2, 25, 5_000, 70_000])
@pytest.mark.parametrize("missing", [0.0, 0.2, 1.0])
def test_kernel_and_numpy_agree_on_every_shape(n, missing):
    rng = np.random.default_rng(n)
    for data in shapes(rng, n):
        gone = rng.random(n) < missing
        if data.dtype.kind == "f":
            data = np.where(gone, np.nan, data)  # noqa: PLW2901
        both(data, gone)


@pytest.mark.parametrize("distinct", [4096, 4097, 2**16, 2**16 + 1])
def test_no_number_of_distinct_values_is_special(distinct):
    rng = np.random.default_rng(distinct)
    values = rng.permutation(np.concatenate([np.arange(distinct), np.arange(0, distinct, 7)]))
    for data in (values, values * 2**40, values / 7.0):
        codes, keys = both(data)
        assert len(keys) == distinct == codes.max() + 1


def test_strides_and_read_only_arrays_are_read_in_place():
    table = np.random.default_rng(0).normal(size=(20_000, 3))
    table.flags.writeable = False
    for column in range(3):
        both(table[:, column])
        both(table[::-2, column])
        assert look(table[:, column]) == (False, False, False)
    both(np.random.default_rng(0).normal(size=300).astype(np.float32))


def test_a_look_finds_what_needs_care():
    plain = np.arange(-50.0, 50.0)
    for odd, seen in ((np.nan, 0), (np.inf, 1), (-np.inf, 1), (-0.0, 2)):
        data = np.append(plain, odd)
        assert [bool(x) for x in look(data)] == [at == seen for at in range(3)]
    assert look(plain) == (False, False, False)


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
def test_the_kernel_refuses_what_it_cannot_read():
    native = kernels.native()
    codes, workshop = np.empty(4, dtype=np.int32), native.Workshop()
    for wrong in (np.zeros(3), np.zeros(4, dtype=np.int16), np.zeros((4, 4)), ["a"] * 4, None):
        with pytest.raises((TypeError, ValueError)):
            native.rank(wrong, None, codes, workshop, 4)
    with pytest.raises((TypeError, ValueError)):
        native.rank(np.zeros(4), np.zeros(3, dtype=bool), codes, workshop, 4)
    codes.flags.writeable = False
    with pytest.raises(TypeError):
        native.rank(np.zeros(4), None, codes, workshop, 4)


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
def test_a_ranker_that_is_stopped_ends_at_once_and_for_good():
    data = np.random.default_rng(0).random(100_000)
    ranker = Ranker()
    ranker.rank(data, np.zeros(len(data), dtype=bool))
    ranker.stop()
    with pytest.raises(RuntimeError, match="stopped"):
        ranker.rank(data, np.zeros(len(data), dtype=bool))


def test_an_interrupt_does_not_wait_for_the_columns_being_coded(monkeypatch):
    from treewidget.data import columns

    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(60_000, 30))).rename(columns=str)
    frame["y"] = np.arange(60_000) % 2
    monkeypatch.setattr(kernels, "threads", lambda: 2)
    returned = threading.Event()
    waited_for = []

    def code_until_interrupted(name, *rest):
        if name == "2":
            raise KeyboardInterrupt
        if int(name) > 2:  # is not done before the interrupt has been heard
            waited_for.append(name)
            returned.wait(timeout=5)
        return code_column(name, *rest)

    code_column = columns.code_column
    monkeypatch.setattr(columns, "code_column", code_until_interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            columns.code_columns(
                (columns_source(frame),), ("data",), {"y"}, np.arange(len(frame)), []
            )
        assert len(waited_for) <= 2
    finally:
        returned.set()


def columns_source(frame):
    from treewidget.data.frame import Source

    return Source(frame)


def test_many_columns_in_threads_are_as_one_after_the_other():
    from treewidget.data import build_dataset

    rng = np.random.default_rng(3)
    frame = pd.DataFrame(rng.normal(size=(60_000, 6)).round(3))
    frame.columns = list("abcdef")
    frame["y"] = np.arange(60_000) % 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dataset = build_dataset(frame, "y")
    for column in dataset.columns:
        codes, keys = rank_plainly(frame[column.name].to_numpy(), np.zeros(60_000, dtype=bool))
        assert np.array_equal(column.codes, codes)
        assert np.array_equal(column.keys, keys)
