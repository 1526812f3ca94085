"""Growth in one call of the compiled engine: the same trees as one search and partition a node."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.induction import edges
from tests.induction.frames import inducers_of, random_frame
from tests.induction.swift_trees import (
    LIMITS,
    assert_same_growth,
    both,
    choose_sorted_rows,
    splits_of,
)
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction import swift
from treewidget.induction.pruning import weakest_link

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")


OPTIONS = [
    *LIMITS,
    {"min_weight_leaf": 4.0},
    {"min_samples_split": 0.1},
    {"criterion": "entropy"},
    {"criterion": "entropy", "min_samples_leaf": 3, "max_leaf_nodes": 12},
]


@pytest.mark.one_in(5)
@pytest.mark.parametrize("rows", [0, 8], ids=["sorted", "binned"])
@pytest.mark.parametrize("classes", [2, 3, 5, 12, 17, 0])
@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_grown_as_the_twin_grows_it(classes, rows, seed, data):
    n = data.draw(st.integers(classes + 2, 250))
    weights = data.draw(st.booleans())
    frame = random_frame(
        seed,
        n,
        classes=classes,
        missing=data.draw(st.sampled_from([0.0, 0.2, 0.7])),
        weights=weights,
        levels=data.draw(st.integers(2, 9 if classes > 2 else 14)),
        nominal=data.draw(st.integers(0, 2)),
    )
    if frame["y"].nunique() < 2:
        return
    if data.draw(st.booleans(), label="nominal columns first"):
        frame = frame[frame.columns[::-1]]
    options = data.draw(st.sampled_from(OPTIONS))
    validation = data.draw(st.sampled_from([None, 0.3])) if n > 30 else None
    plain, compiled = both(
        frame, weights="w" if weights else None, validation=validation, **options
    )
    with pytest.MonkeyPatch.context() as patch:
        choose_sorted_rows(patch, rows)
        assert_same_growth(plain, compiled)


@examples(120)
@given(seed=st.integers(0, 2**31), rows=st.sampled_from(edges.SMALL))
def test_sizes_at_the_borders_of_ways(seed, rows):
    assert edges.differences(edges.pair(seed, rows)) == []


@examples(60)
@given(seed=st.integers(0, 2**31), rows=st.sampled_from(edges.LARGE))
def test_sizes_at_the_borders_of_numbers(seed, rows):
    assert edges.differences(edges.pair(seed, rows)) == []


@examples(200)
@given(seed=st.integers(0, 2**31))
def test_few_rows(seed):
    assert edges.differences(edges.few_rows(seed)) == []


@pytest.mark.parametrize("sides", [((4, 20, 5), (9, 1, 21)), ((9, 1, 21), (4, 20, 5))])
def test_gains_that_floats_do_not_tell_apart(sides):
    """Of these sides of 64 rows the second gains more than the first, by two ten millionths."""
    sizes, others = (12, 23, 29), 100
    frame = pd.DataFrame({"y": np.repeat(["a", "b", "c", "d"], (*sizes, others))})
    for column, side in enumerate(sides):
        kept = [np.arange(size) < inside for size, inside in zip(sizes, side, strict=True)]
        frame[f"x{column}"] = np.concatenate([*kept, np.zeros(others)])
    frame["x2"] = (frame["y"] == "d").astype(float)
    plain, compiled = both(frame, max_depth=2)
    assert_same_growth(plain, compiled)
    root = compiled.grow([compiled.root()])[0]
    assert (root.split.column, root.children[0].split.column) == (2, sides.index((9, 1, 21)))


@pytest.mark.one_in(7)
@pytest.mark.parametrize("classes", [2, 3, 9, 16, 17, 0])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("rows", [65535, 8])  # in lists from the root on; in parts that have bins
def test_small_nodes_of_large_ones(classes, weights, rows, sorted_rows):
    sorted_rows(rows)
    frame = random_frame(
        11, 3000, classes=classes, missing=0.1, weights=weights is not None, levels=8, nominal=1
    )
    assert_same_growth(*both(frame, weights=weights))


@pytest.mark.one_in(5)
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("rows", [65535, 300, 8])
@pytest.mark.parametrize("classes", [9, 17, 40])
def test_a_node_holds_few_of_many_classes(classes, rows, weights, criterion, sorted_rows):
    """Where only those are gone through; one class weighs nothing at all."""
    sorted_rows(rows)
    rng = np.random.default_rng(classes)
    place = rng.random(2500)
    frame = pd.DataFrame({"x": place.round(3), "few": rng.integers(0, 9, 2500).astype(float)})
    frame["gone"] = np.where(rng.random(2500) < 0.2, np.nan, rng.normal(size=2500))
    label = (place * classes).astype(int)
    label = np.where(rng.random(2500) < 0.15, rng.integers(0, classes, 2500), label)
    frame["y"] = [f"c{at:02d}" for at in label]
    if weights:
        frame["w"] = np.where(label == 3, 0.0, rng.integers(0, 4, 2500))
    assert_same_growth(*both(frame, weights=weights, criterion=criterion))


@pytest.mark.parametrize("options", [{"max_leaf_nodes": 60}, {}])
@pytest.mark.parametrize("offset", [0.0, 1e8])
def test_values_far_from_nought(offset, options, sorted_rows):
    sorted_rows(30)
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"a": rng.normal(size=900), "b": rng.integers(0, 400, 900).astype(float)})
    frame["y"] = offset + np.round(np.sin(frame["a"] * 3) + rng.normal(size=900), 3)
    assert_same_growth(*both(frame, **options))


def test_a_node_of_small_values_beside_large_ones(sorted_rows):
    sorted_rows(30)
    rng = np.random.default_rng(3)
    x = np.arange(2000) / 2000
    y = np.where(x > 0.9, 1e6, 0.0) + rng.normal(size=2000) + 3 * (x > 0.4)
    frame = pd.DataFrame({"x": x, "z": rng.random(2000), "y": y})
    slow, quick = map(splits_of, both(frame, max_leaf_nodes=40))
    assert slow == quick


def test_several_places_at_once_each_with_its_depth(sorted_rows):
    sorted_rows(10)
    frame = random_frame(5, 300, classes=3, missing=0.1)
    for options in ({"max_depth": 4}, {"max_leaf_nodes": 12}):
        inducers = both(frame, **options)
        regions = []
        for one in inducers:
            split = one.grow([one.root()], levels=1)[0].split
            left, right = one.children(one.root(), split)
            regions.append([right, *one.children(left, one.grow([left], levels=1)[0].split)])
        assert_same_growth(*inducers, regions, leaves_taken=2)
        assert_same_growth(*inducers, regions, levels=2)


@pytest.mark.parametrize("options", [{"max_depth": 4}, {"max_leaf_nodes": 12}])
def test_places_that_together_are_all_rows_in_their_order(options, sorted_rows):
    sorted_rows(10)
    rng = np.random.default_rng(6)
    frame = pd.DataFrame({"x": np.arange(600.0), "z": rng.normal(size=600)})
    frame["y"] = 9.0 * (frame["x"] > 200) + frame["z"] + rng.normal(size=600)
    inducers = both(frame, **options)
    regions = []
    for one in inducers:
        split = one.grow([one.root()], levels=1)[0].split
        regions.append(one.children(one.root(), split))
        assert one.engine.positions(regions[-1][0].rows).tolist() == list(range(201))
    assert_same_growth(*inducers, regions, leaves_taken=1)


@pytest.mark.parametrize("y", [["a", "b"], ["a", "a"], [1.5, 2.5]])
def test_two_rows(y):
    frame = pd.DataFrame({"x": [1.0, 2.0], "y": y})
    if frame["y"].nunique() < 2:
        frame = pd.concat([frame, pd.DataFrame({"x": [1.0], "y": ["b"]})], ignore_index=True)
    task = "regression" if isinstance(y[0], float) else None
    assert_same_growth(*inducers_of(frame, task=task))


@pytest.mark.parametrize("rows", [8, 50, 3000])
def test_two_branches_of_the_least_weight_are_made_however_sums_are_rounded(rows):
    x = np.repeat([0.0, 1.0], rows)
    frame = pd.DataFrame({"x": x, "y": np.where(x, "a", "b"), "w": 0.1})
    for inducer in both(frame, weights="w", min_weight_leaf=rows / 10):
        assert inducer.grow([inducer.root()])[0].split is not None
        assert inducer.why_leaf(inducer.root()) == ""


def test_ccp_alpha_makes_only_what_is_above_a_cut():
    inducer = inducers_of(random_frame(3, 2000, classes=2, missing=0.05))[1]
    assert swift.fits(inducer)
    whole = inducer.grow([inducer.root()])[0]
    pruned = weakest_link(whole, 0.0005, inducer.root().train.weight, inducer.options.measure)
    ahead, unmade = [pruned], 0
    while ahead:
        here = ahead.pop()
        unmade += here.unmade is not None
        ahead.extend(() if here.unmade is not None else here.children)
    assert unmade
    assert 1 < pruned.size < whole.size
    for _ in whole.walk():  # makes them all
        pass
    again = weakest_link(whole, 0.0005, inducer.root().train.weight, inducer.options.measure)
    assert [(one.split, one.gain, one.region.train.n) for one in pruned.walk()] == [
        (one.split, one.gain, one.region.train.n) for one in again.walk()
    ]
