"""Rows are given back as they came, and no later change to the frame reaches them."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data import build_dataset


def frame_of_everything(seed, n=50):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "double": np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n)),
            "single": rng.normal(size=n).astype(np.float32),
            "half": rng.normal(size=n).astype(np.float16),
            "zeros": np.where(rng.random(n) < 0.3, -0.0, rng.integers(0, 3, n)),
            "byte": rng.integers(-128, 128, n).astype(np.int8),
            "below": -1.0 - rng.random(n),
            "great": rng.integers(2**63, 2**64 - 1, n, dtype=np.uint64),
            "small": rng.integers(-(2**63), -(2**62), n),
            "empty": np.full(n, np.nan),
            "nullable": pd.array(np.where(rng.random(n) < 0.2, None, 5), dtype="Int64"),
            "yes": rng.random(n) < 0.5,
            "word": np.array(["a", "b", None], dtype=object)[rng.integers(0, 3, n)],
            "level": pd.Categorical.from_codes(rng.integers(-1, 3, n), ["x", "y", "z"]),
            "day": pd.Timestamp("2024-02-29") + pd.to_timedelta(rng.integers(0, 9, n), "D"),
            7: rng.integers(0, 3, n),
            "y": rng.integers(0, 3, n),
        },
        index=pd.Index(rng.permutation(n), name="row"),
    )
    frame.columns.name = "measured"
    return frame


def same(ours, given):
    pd.testing.assert_frame_equal(ours, given, check_exact=True)
    for name in given.columns:
        if given[name].dtype.kind == "f":
            assert np.array_equal(np.signbit(ours[name]), np.signbit(given[name]))


def test_every_kind_of_column_comes_back_as_it_was():
    frame = frame_of_everything(0)
    dataset = build_dataset(frame, "y")
    same(dataset.frames[0], frame)
    some = np.array([9, 3, 3, 40])
    same(dataset.rows_frame(some), frame.iloc[some])
    same(dataset.rows_frame([]), frame.iloc[[]])
    kept = dataset.sources[0]
    assert {"double", "below", "single", "half", "byte", "great", "small", 7, "y"} == set(
        kept.coded
    )


def test_rows_of_a_second_frame_are_its_own():
    first, second = frame_of_everything(0), frame_of_everything(1, 20)
    dataset = build_dataset(first, "y", validation=second)
    same(dataset.frames[0], first)
    same(dataset.frames[1], second)
    mixed = dataset.rows_frame([55, 2, 69])
    expected = [second["double"].iloc[5], first["double"].iloc[2], second["double"].iloc[19]]
    np.testing.assert_array_equal(mixed["double"].to_numpy(), expected)
    assert mixed.index.tolist() == [second.index[5], first.index[2], second.index[19]]


def test_negative_zeros_come_back_wherever_they_are():
    first = pd.DataFrame({"a": [0.0, 1.0, 2.0] * 9, "b": [0, 1, 5] * 9, "y": [0, 1, 1] * 9})
    second = first.astype(float).where(first != 0, -0.0)
    dataset = build_dataset(first, "y", validation=second)
    same(dataset.frames[0], first)
    same(dataset.frames[1], second)


@pytest.mark.parametrize("copy", [True, False])
def test_no_change_to_the_frame_or_to_what_is_under_it_reaches_the_rows(copy):
    table = np.random.default_rng(0).normal(size=(40, 3))
    labels = np.arange(40)
    index = pd.Index(labels, copy=copy)
    frame = pd.DataFrame(table, columns=["a", "b", "y"], index=index, copy=copy)
    before = frame.copy(deep=True).set_index(labels.copy())
    dataset = build_dataset(frame, "y")
    codes = [column.codes.copy() for column in dataset.columns]
    keys = [column.keys.copy() for column in dataset.columns]
    target = np.copy(dataset.target.values)
    table[:] = 0.0
    labels += 1_000
    frame["a"] = 1.0
    frame["b"].array[0] = 5.0
    frame.index.name = frame.columns.name = "other"
    same(dataset.frames[0], before)
    for column, code, key in zip(dataset.columns, codes, keys, strict=True):
        assert np.array_equal(column.codes, code)
        assert np.array_equal(column.keys, key)
    assert np.array_equal(dataset.target.values, target)


@pytest.mark.parametrize("kind", [np.array, pd.Series])
@pytest.mark.parametrize("y", [np.arange(8.0), np.arange(8) % 2, np.arange(8) % 2 == 0])
def test_no_change_to_what_was_given_beside_the_frame_reaches_it(kind, y):
    given = {
        "target": kind(y.copy()),
        "weights": kind(np.arange(8.0) + 1),
        "validation": kind(np.arange(8) % 3 == 0),
    }
    frame = pd.DataFrame({"x": np.arange(8)})
    dataset = build_dataset(frame, **given)
    for one in given.values():
        (one if kind is np.array else one.array)[:] = one[0]
    coded = dataset.target
    held = coded.decode(coded.codes) if coded.is_classification else np.copy(coded.values)
    assert held.tolist() == y.tolist()
    assert dataset.weights.tolist() == list(range(1, 9))
    assert dataset.parts["validation"].tolist() == [0, 3, 6]


def test_what_is_given_back_is_free_to_be_changed():
    frame = frame_of_everything(2)
    dataset = build_dataset(frame, "y")
    given = dataset.rows_frame(np.arange(50))
    given["double"] = 0.0
    given.loc[:, "zeros"] = 3.0
    same(dataset.rows_frame(np.arange(50)), frame)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("gap", [False, True])
def test_whole_numbers_are_floats_again_where_a_second_frame_had_floats(dtype, gap):
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": [0, 1, 0, 1]})
    held = frame.astype(dtype)
    if gap:
        held = held.where(held["x"] > 1)
        held.loc[1, "x"] = np.nan
    tree = tw.DecisionTree(frame, target="y", validation=held)
    pd.testing.assert_frame_equal(tree.rows(0, "validation"), held[held["y"].notna()])
