"""Growth in one call of the compiled engine: the same trees as one search and partition a node."""

import os
from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.induction import edges
from tests.induction.frames import inducers_of, random_frame, with_changes
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine
from treewidget.errors import CancelledError
from treewidget.induction import Progress, resolve, swift
from treewidget.induction.inducer import Inducer
from treewidget.induction.pruning import weakest_link

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

OPTIONS = [
    {},
    {"max_depth": 3},
    {"min_samples_leaf": 5},
    {"min_samples_split": 0.1},
    {"max_leaf_nodes": 9},
    {"max_leaf_nodes": 40, "min_samples_leaf": 2},
    {"min_impurity_decrease": 0.01},
    {"min_weight_leaf": 4.0},
    {"allow_zero_gain": False},
    {"criterion": "entropy"},
    {"criterion": "entropy", "min_samples_leaf": 3, "max_leaf_nodes": 12},
    {"ccp_alpha": 0.004},
]


def choose_sorted_rows(patch, rows, sifted=0):
    """Set from which size on nodes are searched in sorted lists; the tree must not depend on it.

    Nor on `sifted`: from how many rows a class on a full growth sifts them.
    """
    plain = swift.GrowthTask
    chosen = {"sorted_rows": rows, "sifted_rows": sifted}
    patch.setattr(swift, "GrowthTask", lambda **rules: plain(**{**rules, **chosen}))


@pytest.fixture
def sorted_rows(monkeypatch):
    return partial(choose_sorted_rows, monkeypatch)


def both(frame, target="y", weights=None, validation=None, **options):
    """Return the twin's inducer and the compiled engine's, which grows at once."""
    made = inducers_of(frame, target, weights=weights, validation=validation, **options)
    assert not swift.fits(made[0])
    assert swift.fits(made[1])
    return made


def splits_of(inducer):
    """Return every node's split and rows, where figures are not compared."""
    return [(s.split, s.region.train.n) for s in inducer.grow([inducer.root()])[0].walk()]


def assert_same_growth(plain, swift_one, regions=None, **rules):
    grown = [
        one.grow(regions[at] if regions else [one.root()], **rules)
        for at, one in enumerate((plain, swift_one))
    ]
    for slow, quick in zip(*grown, strict=True):
        assert_same(list(slow.walk()), list(quick.walk()), plain.engine, swift_one.engine)


def assert_same(slow, quick, plain, compiled):
    for one, other in zip(slow, quick, strict=True):
        mine, theirs = one.region.train, other.region.train
        assert one.split == other.split
        assert (one.region.depth, mine.n) == (other.region.depth, theirs.n)
        assert theirs.weight == pytest.approx(mine.weight, rel=1e-12)
        assert theirs.impurity == pytest.approx(mine.impurity, rel=1e-10, abs=1e-15)
        np.testing.assert_allclose(theirs.stats, mine.stats, rtol=1e-12, atol=1e-9)
        if one.gain is not None:
            assert abs(one.gain - other.gain) <= 1e-12 * max(one.gain, 1e-3 * mine.impurity)
        for rows in ("rows", "validation_rows"):
            held = getattr(one.region, rows)
            if held is not None:
                other_rows = compiled.positions(getattr(other.region, rows))
                assert plain.positions(held).tolist() == other_rows.tolist()
        if mine.histogram is not None:
            assert mine.histogram.tolist() == theirs.histogram.tolist()


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
        task = swift.GrowthTask
        patch.setattr(swift, "GrowthTask", lambda **rules: task(**{**rules, "sorted_rows": rows}))
        assert_same_growth(plain, compiled)


@settings(max_examples=120)
@given(seed=st.integers(0, 2**31), rows=st.sampled_from(edges.SMALL))
def test_sizes_at_the_borders_of_ways(seed, rows):
    assert edges.differences(edges.pair(seed, rows)) == []


@settings(max_examples=60)
@given(seed=st.integers(0, 2**31), rows=st.sampled_from(edges.LARGE))
def test_sizes_at_the_borders_of_numbers(seed, rows):
    assert edges.differences(edges.pair(seed, rows)) == []


@settings(max_examples=200)
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


def wide(seed, n, task):
    """Return more distinct values than 16 bits hold, and a column of few."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({f"x{i}": rng.normal(size=n) for i in range(2)})
    frame["few"] = rng.integers(0, 7, n).astype(float)
    frame.loc[rng.random(n) < 0.02, "x1"] = np.nan
    signal = np.sin(2 * frame["x0"]) + frame["few"] / 5 + rng.normal(size=n) / 2
    frame["y"] = signal + 1e8 if task == "regression" else [f"c{int(v > 0)}" for v in signal]
    return frame


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("options", [{"max_depth": 5}, {"max_leaf_nodes": 20}])
def test_more_values_than_bins_and_than_16_bits(task, options):
    assert_same_growth(*both(wide(1, 2**16 + 500, task), **options))


@pytest.mark.parametrize("classes", [2, 3, 9, 16, 17, 0])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("rows", [65535, 8])  # in lists from the root on; in parts that have bins
def test_small_nodes_of_large_ones(classes, weights, rows, sorted_rows):
    sorted_rows(rows)
    frame = random_frame(
        11, 3000, classes=classes, missing=0.1, weights=weights is not None, levels=8, nominal=1
    )
    assert_same_growth(*both(frame, weights=weights))


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
    if weights:
        frame["w"] = rng.integers(0, 7, n) / 4 if seed % 2 else rng.random(n) + 0.5
    return frame


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(("classes", "seed"), [(2, 0), (3, 1), (8, 2), (9, 3), (20, 4)])
def test_bins_of_many_rows_are_gone_through_in_parts(classes, seed, weights, criterion):
    frame = noise_of_many_rows(classes, seed, weights)
    for options in ({"max_leaf_nodes": 3}, {"max_depth": 1, "min_samples_leaf": 900}):
        inducers = both(frame, weights=weights, criterion=criterion, **options)
        assert splits_of(inducers[0]) == splits_of(inducers[1])


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize(("classes", "seed"), [(2, 0), (3, 1), (8, 2)])
def test_rows_are_sifted_by_parts_of_bins(classes, seed, weights, criterion, monkeypatch):
    frame = noise_of_many_rows(classes, seed, weights, n=20_000)
    options = {"criterion": criterion, "min_samples_split": 900, "min_samples_leaf": 40}
    choose_sorted_rows(monkeypatch, 300, sifted=1)
    inducers = both(frame, weights=weights, **options)
    assert splits_of(inducers[0]) == splits_of(inducers[1])


@pytest.mark.parametrize("lists", [65535, 40])
@settings(max_examples=40)
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


@pytest.mark.parametrize("options", [{}, {"criterion": "entropy"}, {"min_samples_leaf": 3}])
@pytest.mark.parametrize("rows", [0, 6])
def test_columns_whose_bins_are_their_values(options, rows, sorted_rows):
    sorted_rows(rows)
    rng = np.random.default_rng(12)
    frame = pd.DataFrame(
        {f"x{k}": rng.integers(0, k, 5000).astype(float) for k in (2, 3, 17, 60, 255)}
    )
    frame = frame.mask(rng.random(frame.shape) < 0.05)
    frame["kind"] = pd.Categorical(rng.choice(list("abcdef"), 5000))
    frame["many"] = rng.normal(size=5000)
    signal = (
        frame["x17"].fillna(8) / 17 + frame["kind"].isin(["a", "b"]) + rng.normal(size=5000) / 2
    )
    frame["y"] = np.where(signal > 1.2, "high", np.where(signal > 0.5, "middle", "low"))
    assert_same_growth(*both(frame, **options))


@pytest.mark.parametrize("options", [{"max_leaf_nodes": 60}, {}])
@pytest.mark.parametrize("offset", [0.0, 1e8])
def test_values_far_from_nought(offset, options, sorted_rows):
    sorted_rows(30)
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"a": rng.normal(size=900), "b": rng.integers(0, 400, 900).astype(float)})
    frame["y"] = offset + np.round(np.sin(frame["a"] * 3) + rng.normal(size=900), 3)
    assert_same_growth(*both(frame, **options))


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


def test_a_node_of_small_values_beside_large_ones(sorted_rows):
    sorted_rows(30)
    rng = np.random.default_rng(3)
    x = np.arange(2000) / 2000
    y = np.where(x > 0.9, 1e6, 0.0) + rng.normal(size=2000) + 3 * (x > 0.4)
    frame = pd.DataFrame({"x": x, "z": rng.random(2000), "y": y})
    slow, quick = map(splits_of, both(frame, max_leaf_nodes=40))
    assert slow == quick


@pytest.mark.parametrize("levels", [300, 2000])
def test_nominal_columns_of_many_levels(levels, sorted_rows):
    sorted_rows(50)
    rng = np.random.default_rng(4)
    kind = rng.integers(0, levels, 3000)
    frame = pd.DataFrame({"kind": [f"k{k}" for k in kind], "x": rng.normal(size=3000)})
    frame["y"] = [f"c{int(v)}" for v in (kind % 7 + rng.normal(size=3000) > 3)]
    assert_same_growth(*both(frame, max_depth=6))


@settings(max_examples=100)
@given(
    seed=st.integers(0, 2**31),
    rows=st.sampled_from([14, 30, 60, 200, 900]),
    levels=st.integers(11, 60),
    classes=st.integers(3, 9),
    weights=st.sampled_from([None, "w"]),
    kind=st.sampled_from(["chance", "signal", "alike"]),
)
def test_many_levels_of_several_classes(*, seed, rows, levels, classes, weights, kind):
    rng, turn = np.random.default_rng(seed), np.arange(rows)
    codes = rng.integers(levels, size=(rows, 2))
    drawn = {
        "chance": rng.integers(classes, size=rows),
        "signal": (codes[:, 0] + rng.integers(3, size=rows)) % classes,
        "alike": turn % classes,  # as many of each: every part of the spread is as large
    }[kind]
    if kind == "alike":
        codes[:, 0] = turn % (classes * (1 + levels // classes))
    frame = pd.DataFrame(codes, columns=["kind", "sort"]).astype(str)
    frame.loc[rng.random(rows) < rng.choice([0.0, 0.1]), "sort"] = None
    frame["x"], frame["y"] = rng.integers(0, 5, rows), drawn.astype(str)
    frame["w"] = rng.integers(0, 9, rows) / 4
    frame.loc[0, "w"] = 1.0
    options = {"min_samples_leaf": int(rng.choice([1, 1, 3]))}
    named = frame if weights else frame.drop(columns="w")
    assert_same_growth(*both(named, weights=weights, **options))


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


@pytest.mark.parametrize("others", [[], ["few"], ["few", "flat"]])
@pytest.mark.parametrize("classes", [2, 3, 0])
def test_a_nominal_column_before_others_that_end_at_their_bins(others, classes):
    rng = np.random.default_rng(11)
    frame = pd.DataFrame({"kind": rng.choice(list("abc"), size=2000)})
    frame["few"], frame["flat"] = rng.integers(3, size=2000), np.arange(2000) == 7
    drawn = (frame["kind"] == "b") + (frame["few"] > 1) * 0.3 + rng.normal(scale=0.2, size=2000)
    y = np.digitize(drawn, [0.4, 0.9][: classes - 1]).astype(str) if classes else drawn
    inducers = both(frame[["kind", *others]].assign(y=y), max_depth=3)
    assert_same_growth(*inducers)


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


@pytest.mark.parametrize("y", [["a", "b"], ["a", "a"], [1.5, 2.5]])
def test_two_rows(y):
    frame = pd.DataFrame({"x": [1.0, 2.0], "y": y})
    if frame["y"].nunique() < 2:
        frame = pd.concat([frame, pd.DataFrame({"x": [1.0], "y": ["b"]})], ignore_index=True)
    task = "regression" if isinstance(y[0], float) else None
    assert_same_growth(*inducers_of(frame, task=task))


def grown_full(inducer, size, levels):
    """Return what a growth down to its last rows is, in bits: its splits, and its figures."""
    rules = {"split_rows": 2, "leaf_rows": 1, "leaf_weight": 0.0, "min_decrease": 0.0}
    task = swift.GrowthTask(
        criterion=inducer.options.criterion,
        root_weight=1.0,
        zero_gain=True,
        sorted_rows=size,
        **rules,
    )
    grown = inducer.engine.grow([inducer.root().rows], [levels], task, lambda _: None)
    parts = ("column", "low", "high", "missing", "begin", "rows")
    exact = b"".join(getattr(grown, part).tobytes() for part in parts)
    return exact, grown.gain.tobytes(), grown.stats.tobytes()


def on_every_set(work, *arguments):
    """Return what all instruction sets of this machine give, each thing once."""
    native = kernels.native()
    kept = native.instruction_set()
    try:
        return {(native.use(name), work(*arguments))[1] for name in native.instruction_sets()}
    finally:
        native.use(kept)


def test_threads_and_instruction_sets_change_no_bit(monkeypatch):
    frames = [wide(6, 30_000, "classification"), wide(7, 30_000, "regression")]
    frames[1]["w"] = np.random.default_rng(8).random(30_000)
    for frame in frames:
        _, compiled = both(frame, weights="w" if "w" in frame else None)
        sizes = {2000: set(), 65536: set()}
        for threads in ("1", "2"):
            monkeypatch.setitem(os.environ, "TREEWIDGET_THREADS", threads)
            for size, seen in sizes.items():
                seen.update(on_every_set(grown_full, compiled, size, 9))
        # The two sizes sum in another order, and need not agree in the bits.
        assert [len(seen) for seen in sizes.values()] == [1, 1]
        assert len({exact[:1000] for seen in sizes.values() for exact, _, _ in seen}) == 1


def test_a_growth_keeps_its_arrays_while_memory_that_others_gave_back_is_used_again():
    frame = wide(10, 300_000, "regression")
    _, compiled = both(frame)

    def grown(**changes):
        inducer = with_changes(compiled, **changes)
        return swift.lines_of(inducer, [inducer.root()], lambda _share: None)

    first = grown()
    assert first.stats.nbytes > 2**23  # large enough to be used again
    before = [kept.copy() for kept in (first.column, first.stats, first.scatter, first.rows)]
    for changes in ({}, {"min_samples_leaf": 2}, {"max_depth": 12}, {}):
        last = grown(**changes)
    for kept, was, again in zip(
        (first.column, first.stats, first.scatter, first.rows),
        before,
        (last.column, last.stats, last.scatter, last.rows),
        strict=True,
    ):
        assert kept.tobytes() == was.tobytes() == again.tobytes()


@pytest.mark.parametrize("classes", [0, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("missing", [0.0, 0.1])
@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_instruction_sets_grow_the_same_full_trees(classes, missing, distinct, criterion):
    frame = random_frame(3, 6000, classes=classes, missing=missing, nominal=0)
    rng = np.random.default_rng(4)
    if distinct:
        frame = frame.assign(**{f"x{i}": rng.normal(size=len(frame)) for i in range(3)})
        frame["y"] = frame["y"] if classes else frame["y"] + rng.normal(size=len(frame))
    _, compiled = both(frame, criterion=criterion)
    for size in (0, 65535):
        assert len(on_every_set(grown_full, compiled, size, -1)) == 1


def test_a_large_growth_tells_how_far_it_is_and_stops_when_asked():
    frame = wide(9, 120_000, "classification")
    frame = pd.concat([frame, frame.drop(columns="y").add_suffix("'").iloc[::-1]], axis=1)
    _, compiled = both(frame)
    shares = []
    progress = Progress(lambda share: (shares.append(share), progress.cancel()))
    with pytest.raises(CancelledError):
        compiled.grow([compiled.root()], progress=progress)
    assert len(shares) == 1


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
