"""The compiled engine against its numpy twin: the same tables and the same parts, bit for bit."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import random_frame, weights_by_class
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine, NumpyEngine, Route, Rows
from treewidget.engine.contract import DROP, SHARE, STOP, end_to_end
from treewidget.engine.crosstab import crosstabs
from treewidget.engine.row_set import RowSet
from treewidget.errors import InvalidValueError

native = kernels.native()
pytestmark = pytest.mark.skipif(native is None, reason="no compiled kernel here")
FEW = 1000
"""Tables of several sets are asked for of small ones alone."""


def assert_same_tables(ours, twins):
    assert ours.columns == twins.columns
    for name in ("starts", "codes", "rows", "stats", "missing_rows", "missing"):
        mine, other = getattr(ours, name), getattr(twins, name)
        assert mine.dtype == other.dtype, name
        assert mine.shape == other.shape, name
        assert mine.tobytes() == other.tobytes(), name


def assert_same(dataset, positions, routes=()):
    """Ask both engines everything about a set of rows."""
    ours, twin = CompiledEngine(dataset), NumpyEngine(dataset)
    mine, other = ours.rows(positions), twin.rows(positions)
    assert np.array_equal(ours.positions(mine), twin.positions(other))
    assert ours.total(mine)[0] == twin.total(other)[0] == len(positions)
    assert ours.total(mine)[1].tobytes() == twin.total(other)[1].tobytes()
    columns = range(len(dataset.columns))
    nominal = [at for at in columns if not dataset.columns[at].is_ordered]
    assert_same_tables(ours.tables(mine, columns), twin.tables(other, columns))
    for column in columns:
        assert ours.missing_rows(mine, column) == twin.missing_rows(other, column)
    if not dataset.target.is_classification:
        assert ours.scatter(mine) == twin.scatter(other)
        assert np.array_equal(ours.target_histogram(mine), twin.target_histogram(other))
    for route in routes:
        parts = ours.partition(mine, route)
        assert_same_totals(ours, twin, parts, twin.partition(other, route))
        for part, twins in zip(parts, twin.partition(other, route), strict=True):
            assert np.array_equal(ours.positions(part), twin.positions(twins))
            assert ours.total(part)[1].tobytes() == twin.total(twins)[1].tobytes()
        for which in (columns, nominal) if len(positions) <= FEW else ():
            others = twin.partition(other, route)
            apart = end_to_end([twin.tables(one, which) for one in others])
            assert_same_tables(ours.tables_of(parts, which), apart)
            assert_same_tables(twin.tables_of(others, which), apart)


def assert_same_branches(dataset, positions, routes, share):
    """Part several sets at once, whole ones and those that hold rows in shares."""
    ours, twin = CompiledEngine(dataset), NumpyEngine(dataset)
    part, routes = np.full(len(positions), share), list(routes)
    sets, twins = ([one.weighted(positions, part)] * len(routes) for one in (ours, twin))
    for _ in range(2):
        mine, other = ours.partitions(sets, routes), twin.partitions(twins, routes)
        for some, those, rows, route in zip(mine, other, twins, routes, strict=True):
            for part, one, alone in zip(some, those, twin.partition(rows, route), strict=True):
                for held in (one, alone):
                    assert ours.positions(part).tobytes() == twin.positions(held).tobytes()
                    assert same_shares(ours.shares(part), twin.shares(held))
        sets, twins = ([some[-1] for some in parts] for parts in (mine, other))
        routes = routes[1:] + routes[:1]


def same_shares(one, other):
    return one is other if one is None or other is None else one.tobytes() == other.tobytes()


def assert_same_totals(ours, twin, parts, twins):
    """Ask both engines of several sets at once, and each set by itself."""
    (rows, stats), (others, sums) = ours.totals(parts), twin.totals(twins)
    alone = [twin.total(one) for one in twins]
    assert rows.tolist() == others.tolist() == [n for n, _ in alone]
    assert stats.tobytes() == sums.tobytes() == np.stack([one for _, one in alone]).tobytes()


@examples(60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(9, 90),
    missing=st.sampled_from([0.0, 0.3, 0.6]),
    weights=st.booleans(),
)
def test_several_sets_are_parted_at_once_as_each_is_alone(seed, n, missing, weights):
    rng = np.random.default_rng(seed)
    frame = random_frame(seed, n, classes=3, missing=missing, weights=weights)
    dataset = build_dataset(frame, "y", weights="w" if weights else None)
    some = np.flatnonzero(rng.random(n) < rng.random())
    routes = [route for route in routes_of(dataset, rng) if rng.random() < 0.4]
    for share in (1.0, 1 / 3, 5e-324):  # a part of the last is nothing
        assert_same_branches(dataset, some, routes, share)
        open_still = [replace(route, shares=None) for route in routes]
        assert_same_branches(dataset, some, open_still, share)


@pytest.mark.parametrize("weighted", [False, True])
def test_levels_of_several_small_sets_are_counted_at_once(weighted):
    frame = random_frame(3, 200, classes=3, missing=0.2, levels=5, weights=True)
    frame["many"] = [f"{at}" for at in range(200)]
    dataset = build_dataset(frame, "y", weights="w") if weighted else build_dataset(frame, "y")
    engine = CompiledEngine(dataset)
    named, rows = dataset.columns, [np.arange(at, 200, 7) for at in range(7)]
    few = [at for at, one in enumerate(named) if one.name.startswith("kind")]
    plain = [engine.rows(some) for some in rows]
    shared = [engine.weighted(some, np.full(len(some), 1 / 3)) for some in rows[::2]]
    for sets in (plain, [*plain, *shared, engine.rows(rows[0][:0])]):
        found = crosstabs(engine._frames, named, sets, few)
        assert_same_tables(found, end_to_end([engine.tables(one, few) for one in sets]))
        # Of a column with nearly as many levels as rows hardly any place would be filled.
        (many,) = (at for at, one in enumerate(named) if one.name == "many")
        assert crosstabs(engine._frames, named, sets, [many]) is None
        assert len(engine.tables_of(sets, [many])) == len(sets)


def routes_of(dataset, rng):
    """Yield routes of every kind through every column."""
    for at, column in enumerate(dataset.columns):
        codes = max(len(column.keys), 1)
        for branches in (2, 3, 9):
            cuts = np.sort(rng.integers(-1, codes, branches - 1))
            missing = int(rng.integers(0, branches))
            if column.is_ordered:
                yield Route(at, branches, missing, cuts=cuts)
                yield Route(at, branches + 1, branches, cuts=cuts)
                yield Route(at, 2, 1, cuts=cuts[:0])
                for way in (SHARE, DROP, STOP):
                    yield Route(at, 2, way, cuts=cuts[:1], shares=np.array([0.25, 0.75]))
            levels = rng.integers(-1, branches, codes)
            yield Route(at, branches, missing, levels=levels[: len(column.keys)])


@examples(60)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(2, 300),
    classes=st.sampled_from([0, 2, 3, 7]),
    missing=st.sampled_from([0.0, 0.3, 0.95]),
    weights=st.sampled_from([None, "rows", "classes"]),
    threads=st.sampled_from(["1", "3"]),
)
def test_anything_asked_is_answered_as_by_the_twin(*, seed, n, classes, missing, weights, threads):
    rng = np.random.default_rng(seed)
    frame = random_frame(seed, max(n, 12), classes=classes, missing=missing)
    frame["a"] = frame["a"].fillna(rng.random())  # one column at least that can split
    frame.loc[0, "a"] = -1.0
    if weights == "classes" and classes:
        frame["w"] = weights_by_class(frame["y"], digits=rng.choice([30, 60]))
    elif weights:
        frame["w"] = rng.random(len(frame)) + 0.01
    dataset = build_dataset(frame, "y", weights="w" if weights else None)
    positions = rng.permutation(len(frame))[: rng.integers(0, len(frame) + 1)]
    before = os.environ.get("TREEWIDGET_THREADS")
    os.environ["TREEWIDGET_THREADS"] = threads
    try:
        assert_same(dataset, positions, routes_of(dataset, rng))
    finally:
        del os.environ["TREEWIDGET_THREADS"]
        if before is not None:
            os.environ["TREEWIDGET_THREADS"] = before


def large_frame(n=150_000):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {
            "distinct": rng.permutation(n).astype(float),
            "narrow": rng.integers(0, 2**16, n) * 3,
            "wide": rng.integers(0, 2**16 + 1, n).astype(float),
            "level": pd.Categorical.from_codes(
                rng.integers(0, 70_000, n), [f"k{i}" for i in range(70_000)]
            ),
            "gappy": np.where(rng.random(n) < 0.5, np.nan, rng.integers(0, 9, n)),
            "empty": np.full(n, np.nan),
            "y": rng.normal(size=n),
        }
    )
    frame["class"] = np.where(frame["y"] > 0.3, "b", "a")
    return frame


@pytest.mark.parametrize("target", ["class", "y"])
def test_many_rows_and_many_categories(instruction_set, target, monkeypatch):
    assert native.instruction_set() == instruction_set
    frame = large_frame()
    dataset = build_dataset(frame.drop(columns={"class", "y"} - {target}), target)
    assert len(dataset.columns[3].keys) == 70_000
    rng = np.random.default_rng(1)
    for threads, positions in (("3", np.arange(len(frame))), ("1", np.arange(0, len(frame), 7))):
        monkeypatch.setenv("TREEWIDGET_THREADS", threads)
        assert_same(dataset, positions, routes_of(dataset, rng))


@pytest.mark.parametrize("rows", [0, 1, 15, 16, 17, 33])
def test_few_rows_at_the_ends_of_registers(instruction_set, rows):
    assert native.instruction_set() == instruction_set
    frame = pd.DataFrame({"a": np.arange(40.0), "y": np.arange(40) % 3})
    frame.loc[5:9, "a"] = np.nan
    dataset = build_dataset(frame, "y")
    routes = [Route(0, 2, side, cuts=np.array([cut])) for side in (0, 1) for cut in (-1, 0, 17, 99)]
    assert_same(dataset, np.arange(40)[:rows], routes)


def test_a_set_sorted_by_another_thread_while_it_is_looked_at_stays_sorted():
    class Meanwhile(np.ndarray):
        def __getitem__(self, where):
            if sorting:
                sorting.pop()()
            return super().__getitem__(where)

    sorting = [lambda: rows.ascending]
    rows = RowSet((np.array([5, 3, 1, 2], dtype=np.uint32).view(Meanwhile), 0, 3), ascending=False)
    assert sorted(rows.held.tolist()) == [1, 3, 5]
    assert rows.ascending.tolist() == [1, 3, 5]


def test_a_set_may_be_a_slice_of_a_shared_permutation():
    dataset = build_dataset(random_frame(1, 200, classes=0, missing=0.1, weights=True), "y")
    engine = CompiledEngine(dataset)
    shared = np.random.default_rng(0).permutation(200).astype(np.uint32)
    mine = Rows(RowSet(shared[30:120], ascending=False))
    plain = engine.rows(shared[30:120])
    assert engine.total(mine)[1].tobytes() == engine.total(plain)[1].tobytes()
    assert_same_tables(engine.tables(mine, range(4)), engine.tables(plain, range(4)))
    assert engine.positions(mine).tolist() == sorted(shared[30:120].tolist())


def test_rows_that_are_not_there_are_refused():
    dataset = build_dataset(random_frame(1, 30), "y")
    engine = CompiledEngine(dataset)
    for wrong in ([-1], [0, 30], [2**32]):
        with pytest.raises(IndexError):
            engine.rows(np.array(wrong))


def test_positions_are_held_as_they_are_unless_somebody_may_write_to_them():
    dataset = build_dataset(random_frame(1, 30), "y")
    engine, train = CompiledEngine(dataset), dataset.parts["train"]
    assert train.itemsize == 4
    assert not train.flags.writeable
    assert np.shares_memory(engine.rows(train).held, train)
    mine = train.copy()
    rows = engine.rows(mine)
    mine[:] = 0
    assert np.array_equal(engine.positions(rows), train)
    assert np.array_equal(engine.positions(engine.rows(train[::-1])), train)
    with pytest.raises(IndexError, match="rows from -1"):
        engine.rows(np.array([-1, 3], dtype=np.int32))


def test_arguments_that_do_not_fit_are_refused():
    dataset = build_dataset(random_frame(1, 30), "y")
    frame, rows = CompiledEngine(dataset).frame, np.arange(30, dtype=np.uint32)
    short, missing_low, lows = np.empty(3, dtype=np.uint32), False, np.zeros(1, dtype=np.int64)
    with pytest.raises(ValueError, match="room"):
        native.part(frame, 0, rows, 1, missing_low, short, short, lows)
    with pytest.raises(IndexError):
        native.part(frame, 99, rows, 1, missing_low, rows.copy(), rows.copy(), lows)
    with pytest.raises(ValueError, match="another length"):
        native.Frame(5, [np.zeros(4, np.int32)], [4], [1], [True], None, 0, np.zeros(5), None)
    with pytest.raises(ValueError, match="no instruction set"):
        native.use("abacus")


def test_the_environment_chooses(monkeypatch):
    monkeypatch.setenv("TREEWIDGET_THREADS", "7")
    assert kernels.threads() == 7
    for wrong in ("0", "-1", "many"):
        monkeypatch.setenv("TREEWIDGET_THREADS", wrong)
        with pytest.raises(InvalidValueError, match="TREEWIDGET_THREADS"):
            kernels.threads()


SHORT_OF_MEMORY = """
import resource
import numpy as np
from treewidget import kernels
native = kernels.native()
n = 6_000_000
data, codes = np.random.default_rng(0).random(n), np.empty(n, dtype=np.int32)
classes = np.zeros(n, dtype=np.int32)
frame = native.Frame(n, [np.arange(n, dtype=np.int32)], [4], [n], [True], classes, 2, None, None)
rows, workshop = np.arange(n, dtype=np.uint32), native.Workshop()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 40_000_000,) * 2)
for ask in (
    lambda: native.rank(data, None, codes, workshop, 2**31),
    lambda: native.tables(frame, rows, [0], 2),
):
    try:
        ask()
    except MemoryError:
        print("refused")
again = np.empty(1000, dtype=np.int32)
print(len(native.rank(data[:1000], None, again, workshop, 2**31)), native.figures(frame, rows)[0])
"""


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or "asan" in os.environ.get("LD_PRELOAD", ""),
    reason="memory is limited as on Linux, and the sanitizer needs more than any limit",
)
def test_out_of_memory_is_a_python_error_and_nothing_breaks():
    run = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["refused", "refused", "1000 [6000000.       0.]"]


STILL_HELD = """
import threading, time
import numpy as np
from treewidget import kernels
codes, classes = np.arange(9, dtype=np.int32), np.zeros(9, dtype=np.int32)
frame = kernels.native().Frame(9, [codes], [4], [9], [True], classes, 2, None, None)
threading.Thread(target=lambda: (time.sleep(60), frame), daemon=True).start()
"""


def test_what_a_thread_holds_at_the_end_is_no_leak_to_tell_of():
    run = subprocess.run(
        [sys.executable, "-c", STILL_HELD], capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
