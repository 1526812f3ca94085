"""Growth by absolute errors in one call: the trees of one search a node, and its figures."""

import os

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import random_frame
from tests.induction.swift_trees import (
    LIMITS,
    assert_same_growth,
    both,
    choose_sorted_rows,
    grown_full,
    on_every_set,
    splits_of,
    wide,
)
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction.search.absolute import Targets

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

BY = {"criterion": "absolute_error"}
OPTIONS = [*LIMITS, {"min_weight_leaf": 4.0}]


@pytest.mark.parametrize("rows", [0, 8], ids=["in lists", "sorted at each node"])
@examples(80)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(20, 250),
    levels=st.sampled_from([2, 5, 9, 10, 11, 14]),
    nominal=st.integers(0, 2),
    missing=st.sampled_from([0.0, 0.2, 0.7]),
    weights=st.sampled_from([None, "w"]),
    validation=st.sampled_from([None, 0.3]),
    options=st.sampled_from(OPTIONS),
    whole=st.booleans(),
)
def test_grown_as_the_twin_grows_it(
    *, rows, seed, n, levels, nominal, missing, weights, validation, options, whole
):
    frame = random_frame(
        seed, n, classes=0, missing=missing, weights=bool(weights), levels=levels, nominal=nominal
    )
    if whole:  # many rows of one value, many splits of one gain
        frame["y"] = frame["y"].floordiv(3)
    frame.loc[0, "y"] += 1.5  # else all may be alike
    frame = frame.dropna(axis=1, how="all")
    validation = validation if n > 30 and missing < 0.5 else None
    inducers = both(
        frame, weights=weights, validation=validation, task="regression", **BY, **options
    )
    with pytest.MonkeyPatch.context() as patch:
        choose_sorted_rows(patch, rows)
        assert_same_growth(*inducers)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("weights", ["w", None])
def test_more_rows_than_lists_number(weights):
    frame = wide(4, 2**16 + 500, "regression")
    frame["w"] = np.random.default_rng(5).integers(1, 9, len(frame)) / 4
    frame = frame if weights else frame.drop(columns="w")
    for options in ({"max_depth": 2}, {"max_leaf_nodes": 3, "min_samples_leaf": 900}):
        assert_same_growth(*both(frame, weights=weights, **BY, **options))


def test_a_few_rows_outweigh_the_others():
    """The median crosses many light rows where a heavy one leaves."""
    rng = np.random.default_rng(6)
    frame = pd.DataFrame({"a": rng.normal(size=700), "b": rng.integers(0, 9, 700).astype(float)})
    frame["y"] = (frame["a"] + rng.normal(size=700)).round(2)
    frame["w"] = np.where(rng.random(700) < 0.03, 1000.0, 1.0) * (rng.random(700) > 0.1)
    slow, quick = map(splits_of, both(frame, weights="w", **BY))
    assert slow == quick


def test_threads_and_instruction_sets_change_no_bit(monkeypatch):
    _, compiled = both(wide(7, 20_000, "regression"), **BY)
    seen = set()
    for threads in ("1", "2"):
        monkeypatch.setitem(os.environ, "TREEWIDGET_THREADS", threads)
        seen.update(on_every_set(grown_full, compiled, 3000, 7))
    assert len(seen) == 1


@pytest.mark.parametrize("weights", [None, "w"])
def test_figures_of_lines_are_those_of_their_rows_in_every_bit(weights):
    frame = random_frame(8, 900, classes=0, missing=0.1, weights=bool(weights))
    frame["y"] += 1e7
    _, inducer = both(frame, weights=weights, validation=0.4, **BY)
    walked = list(inducer.grow([inducer.root()])[0].walk())
    assert len(walked) > 500
    for sprout in walked:
        region = sprout.region
        for rows, told in (
            (region.rows, region.train),
            (region.validation_rows, region.validation),
        ):
            found = Targets.of(inducer.dataset, inducer.engine, rows)
            middle = found.centre - inducer.dataset.target.centre if told.n else 0.0
            assert (told.stats[3], told.impurity) == (middle, found.error)


def test_sets_of_rows_that_are_none_are_refused():
    middles, rows = kernels.native().middles, np.array([0, 1], dtype=np.uint32)
    for begin, end in ((1, 0), (0, 3), (-1, 1)):
        with pytest.raises(IndexError):
            middles(np.zeros(2), None, rows, np.array([begin]), np.array([end]), 1)
    with pytest.raises(IndexError):
        middles(np.zeros(1), None, rows, np.array([0]), np.array([2]), 1)
    with pytest.raises(ValueError, match="another length"):
        middles(np.zeros(2), np.ones(1), rows, np.array([0]), np.array([2]), 1)
