"""Growth in one call of many rows, of weighted ones, and of more of a thing than 16 bits number."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import weights_by_class
from tests.induction.swift_trees import (
    assert_same_growth,
    both,
    choose_sorted_rows,
    splits_of,
    wide,
)
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine
from treewidget.errors import CancelledError
from treewidget.induction import Progress, resolve
from treewidget.induction.inducer import Inducer

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


def noise_of_many_rows(classes, seed, weights, n=70_000):
    """Return a frame with next to no signal, so that most bins may hold the best cut."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "noise": rng.normal(size=n).astype(np.float32).astype(float),  # a grid of many places
            "skewed": rng.lognormal(0, 4, n).astype(np.float32).astype(float),
            "gone": np.where(rng.random(n) < 0.2, np.nan, rng.normal(size=n).round(3)),
            "spike": np.where(rng.random(n) < 0.7, 0.0, rng.normal(size=n)),
        }
    )
    # Missing rows of this one lie with its low ones.
    frame["low"] = np.where(rng.random(n) < 0.3, np.nan, rng.normal(size=n))
    signal = rng.normal(size=n) + 0.02 * (frame["noise"] > 0.3) + 0.5 * (frame["gone"] > 1)
    signal += 0.2 * (frame["low"] > 0.2) + 0.1 * (frame["low"] > 1)
    places = np.quantile(signal, np.arange(1, classes) / classes)
    frame["y"] = [f"c{at}" for at in np.searchsorted(places, signal)]
    if weights == "classes":
        frame["w"] = weights_by_class(frame["y"])
    elif weights:
        frame["w"] = rng.integers(0, 7, n) / 4 if seed % 2 else rng.random(n) + 0.5
    return frame


@pytest.mark.one_in(7)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("weights", [None, "rows", "classes"])
@pytest.mark.parametrize(("classes", "seed"), [(2, 0), (3, 1), (8, 2), (9, 3), (20, 4)])
def test_bins_of_many_rows_are_gone_through_in_parts(classes, seed, weights, criterion):
    frame = noise_of_many_rows(classes, seed, weights)
    for options in ({"max_leaf_nodes": 3}, {"max_depth": 1, "min_samples_leaf": 900}):
        inducers = both(frame, weights=weights and "w", criterion=criterion, **options)
        assert splits_of(inducers[0]) == splits_of(inducers[1])


@pytest.mark.one_in(5)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("weights", [None, "rows", "classes"])
@pytest.mark.parametrize(("classes", "seed"), [(2, 0), (3, 1), (8, 2)])
def test_rows_are_sifted_by_parts_of_bins(classes, seed, weights, criterion, monkeypatch):
    frame = noise_of_many_rows(classes, seed, weights, n=20_000)
    options = {"criterion": criterion, "min_samples_split": 900, "min_samples_leaf": 40}
    choose_sorted_rows(monkeypatch, 300, sifted=1)
    inducers = both(frame, weights=weights and "w", **options)
    assert splits_of(inducers[0]) == splits_of(inducers[1])


@pytest.mark.parametrize("lists", [65535, 40])
@examples(40)
@given(
    seed=st.integers(0, 2**31),
    rows=st.sampled_from([5, 17, 60, 300, 1500]),
    classes=st.sampled_from([0, 2, 3, 8, 9]),
    weighed=st.sampled_from([(0.1, 1.0), (0.01, 1e-58), (2.0, 1e58)]),
    missing=st.sampled_from([0.0, 0.15]),
    none=st.sampled_from([0.0, 0.3]),
    leaf=st.sampled_from([1, 3]),
)
def test_weights_whose_sums_are_rounded(
    *, lists, seed, rows, classes, weighed, missing, none, leaf
):
    rng, (least, scale) = np.random.default_rng(seed), weighed
    frame = pd.DataFrame({name: rng.normal(size=rows).round(at) for at, name in enumerate("abcde")})
    signal = frame["c"] + rng.normal(size=rows) * rng.choice([0.1, 1.0, 5.0])
    frame = frame.mask(rng.random(frame.shape) < missing)
    ranks = signal.rank(method="first").to_numpy() - 1
    frame["y"] = [f"c{int(rank * classes // rows)}" for rank in ranks] if classes else signal
    frame["w"] = (rng.random(rows) + least) * scale * (rng.random(rows) >= none)
    frame.loc[0, "w"] = scale
    with pytest.MonkeyPatch.context() as patch:
        choose_sorted_rows(patch, lists)
        slow, quick = map(splits_of, both(frame, weights="w", min_samples_leaf=leaf))
    assert slow == quick


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("options", [{"max_depth": 5}, {"max_leaf_nodes": 20}])
def test_more_values_than_bins_and_than_16_bits(task, options):
    assert_same_growth(*both(wide(1, 2**16 + 500, task), **options))


@pytest.mark.parametrize("rows", [2**16 - 1, 2**16, 2**16 + 1])
@pytest.mark.parametrize("regression", [False, True])
def test_as_many_values_as_sixteen_bits_number(rows, regression):
    values = np.random.default_rng(5).permutation(rows)
    last = values == rows - 1
    y = (
        5.0 * last + (values > 30_000)
        if regression
        else np.where((values > 30_000) ^ last, "a", "b")
    )
    inducers = both(pd.DataFrame({"x": values, "y": y}))
    slow, top = (list(one.grow([one.root()])[0].walk()) for one in inducers)
    assert [one.split for one in top] == [one.split for one in slow]
    sizes = [rows, 30_001, rows - 30_001, rows - 30_002, 1]
    assert [one.region.train.n for one in top] == sizes


def test_more_columns_than_sixteen_bits_number():
    rng = np.random.default_rng(4)
    frame = pd.DataFrame({"noise": rng.normal(size=60), "signal": np.arange(60.0)})
    frame["y"] = np.where(frame["signal"] < 20, "a", "b")
    dataset = build_dataset(frame, "y")
    noise, signal = dataset.columns
    many = replace(dataset, columns=(*[noise] * 2**16, signal, noise))
    inducer = Inducer(many, CompiledEngine(many), resolve("cart", "classification", {}))
    (top,) = inducer.grow([inducer.root()])
    assert [one.split and one.split.column for one in top.walk()] == [2**16, None, None]


@pytest.mark.parametrize("classes", [None, 3])
def test_more_large_nodes_wait_than_histograms_are_kept(classes):
    rng = np.random.default_rng(11)
    frame = pd.DataFrame({"a": rng.normal(size=12_000), "b": rng.integers(0, 900, 12_000) / 7})
    wave = np.sin(frame["a"] * 4) + np.cos(frame["b"] / 9) + rng.normal(size=12_000) / 2
    frame["y"] = wave if classes is None else pd.qcut(wave, classes, labels=list("abc"))
    assert_same_growth(*both(frame, max_leaf_nodes=50))


@pytest.mark.parametrize("seed", [1, 6, 7])
def test_a_weak_cut_close_to_an_end_of_many_rows(seed):
    rng = np.random.default_rng(seed)
    y, x = (rng.random(60_000) < 0.04).astype(int), rng.random(60_000)
    y[np.argsort(x)[-14:]] = [0] * 3 + [1] * 6 + [0] * 5
    frame = pd.DataFrame({"x": x, "y": y.astype(str)})
    assert_same_growth(*both(frame, max_depth=1))


def test_a_large_growth_tells_how_far_it_is_and_stops_when_asked():
    frame = wide(9, 120_000, "classification")
    frame = pd.concat([frame, frame.drop(columns="y").add_suffix("'").iloc[::-1]], axis=1)
    _, compiled = both(frame)
    shares = []
    progress = Progress(lambda share: (shares.append(share), progress.cancel()))
    with pytest.raises(CancelledError):
        compiled.grow([compiled.root()], progress=progress)
    assert len(shares) == 1
