"""Both engines against counting by hand."""

import numpy as np
import pytest

from tests.induction.frames import random_frame
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine, NumpyEngine, Route, engine_info, make_engine, memory
from treewidget.engine.weighted import branches_of


@pytest.fixture(params=[NumpyEngine, CompiledEngine])
def engine_of(request):
    if request.param is CompiledEngine and kernels.native() is None:
        pytest.skip("no compiled kernel here")

    def make(frame, weights=None):
        dataset = build_dataset(frame, "y", weights=weights)
        return dataset, request.param(dataset)

    return make


def lines_by_hand(dataset, rows, column, code):
    """Return (rows, statistics) of one code of a column, by going through the rows."""
    inside = [r for r in rows if dataset.columns[column].codes[r] == code]
    weights = np.ones(dataset.n_rows) if dataset.weights is None else dataset.weights
    target = dataset.target
    if target.task == "classification":
        stats = np.zeros(len(target.classes))
        for r in inside:
            stats[target.codes[r]] += weights[r]
        return len(inside), stats
    stats = np.zeros(3)
    for r in inside:
        value = target.values[r] - target.centre
        stats += (weights[r], weights[r] * value, weights[r] * value * value)
    return len(inside), stats


@pytest.mark.parametrize("classes", [3, 0])
@pytest.mark.parametrize("weights", [False, True])
@pytest.mark.parametrize("take", [60, 7, 1])
def test_tables_count_what_is_there(engine_of, classes, weights, take):
    frame = random_frame(3, 60, classes=classes, missing=0.2, weights=weights)
    dataset, engine = engine_of(frame, "w" if weights else None)
    positions = np.random.default_rng(take).permutation(60)[:take]
    tables = engine.tables(engine.rows(positions), range(len(dataset.columns)))
    assert len(tables) == len(list(tables)) == len(dataset.columns)
    for column, table in enumerate(tables):
        codes = dataset.columns[column].codes[positions]
        assert table.codes.tolist() == sorted(set(codes[codes >= 0].tolist()))
        for line, code in enumerate(table.codes):
            rows, stats = lines_by_hand(dataset, sorted(positions), column, code)
            assert table.rows[line] == rows
            assert table.stats[line].tolist() == stats.tolist()
        rows, stats = lines_by_hand(dataset, sorted(positions), column, -1)
        assert table.missing_rows == rows
        assert table.missing.tolist() == stats.tolist()


@pytest.mark.parametrize("classes", [2, 0])
def test_counting_and_sorting_give_the_same_bits(engine_of, classes, monkeypatch):
    frame = random_frame(5, 400, classes=classes, missing=0.1, weights=True)
    frame["w"] = np.random.default_rng(0).random(400)
    dataset, engine = engine_of(frame, "w")
    rows = engine.rows(dataset.parts["train"])
    found = []
    for dense in (0, 1_000_000):
        monkeypatch.setattr(memory, "DENSE", dense)
        found.append(engine.tables(rows, [0, 1, 2, 3]))
    assert found[0].codes.tolist() == found[1].codes.tolist()
    assert found[0].stats.tobytes() == found[1].stats.tobytes()
    assert found[0].missing.tobytes() == found[1].missing.tobytes()


def test_columns_come_in_the_order_asked_for(engine_of):
    dataset, engine = engine_of(random_frame(5, 50))
    rows = engine.rows(dataset.parts["train"])
    all_of_them = engine.tables(rows, range(4))
    some = engine.tables(rows, [3, 1])
    assert some.columns == (3, 1)
    assert some[0].stats.tolist() == all_of_them[3].stats.tolist()
    assert some[1].codes.tolist() == all_of_them[1].codes.tolist()


def test_the_empty_set_has_empty_tables(engine_of):
    dataset, engine = engine_of(random_frame(5, 50, missing=0.1))
    rows = engine.rows(np.array([], dtype=np.intp))
    tables = engine.tables(rows, range(len(dataset.columns)))
    assert [len(table.codes) for table in tables] == [0] * len(dataset.columns)
    assert engine.total(rows)[0] == 0
    assert engine.total(rows)[1].tolist() == [0.0, 0.0]


def test_unit_weights_give_whole_numbers_and_rows_stay_as_they_are(engine_of):
    _dataset, engine = engine_of(random_frame(8, 50, classes=3))
    rows = engine.rows(np.array([9, 3, 20]))
    assert engine.positions(rows).tolist() == [3, 9, 20]
    with pytest.raises(ValueError, match="read-only"):
        engine.positions(rows)[0] = 1
    count, stats = engine.total(rows)
    assert count == 3
    assert stats.sum() == 3.0
    assert all(value.is_integer() for value in stats)


def test_scatter_survives_where_sums_of_squares_do_not(engine_of):
    frame = random_frame(2, 40, classes=0)
    frame["y"] = np.where(np.arange(40) < 2, 1e9 + np.arange(40) * 1e-3, 0.0)
    dataset, engine = engine_of(frame)
    two = engine.rows(np.array([0, 1]))
    assert engine.scatter(two) == pytest.approx(0.5e-6, rel=1e-3)
    same = engine.rows(np.arange(5, 30))
    assert engine.scatter(same) == 0.0
    assert engine.scatter(engine.rows(np.array([], dtype=np.intp))) == 0.0
    assert dataset.target.task == "regression"


def test_histograms_count_the_targets_bins(engine_of):
    dataset, engine = engine_of(random_frame(2, 90, classes=0))
    positions = np.arange(0, 90, 2)
    edges, values = dataset.target.edges, dataset.target.values[positions]
    counts = engine.target_histogram(engine.rows(positions))
    assert counts.tolist() == np.histogram(values, edges)[0].tolist()


def test_partition_sends_every_row_to_one_branch(engine_of):
    dataset, engine = engine_of(random_frame(4, 80, missing=0.2))
    rows = engine.rows(dataset.parts["train"])
    codes = dataset.columns[0].codes
    parts = engine.partition(rows, Route(0, 4, 3, cuts=np.array([0, 2])))
    held = [engine.positions(part).tolist() for part in parts]
    assert held[0] == [r for r in range(80) if codes[r] == 0]
    assert held[1] == [r for r in range(80) if codes[r] in (1, 2)]
    assert held[2] == [r for r in range(80) if codes[r] > 2]
    assert held[3] == [r for r in range(80) if codes[r] < 0]
    assert engine.positions(rows).tolist() == list(range(80))


def test_routes_of_levels_send_the_unnamed_as_missing():
    codes = np.array([0, 1, 2, 3, -1])
    route = Route(0, 2, 1, levels=np.array([0, -1, 1, 0]))
    assert branches_of(codes, route).tolist() == [0, 1, 1, 0, 1]
    nothing = Route(0, 2, 1, cuts=np.array([], dtype=np.int64))
    assert branches_of(codes, nothing).tolist() == [0, 0, 0, 0, 1]


def test_the_quickest_engine_is_taken_and_says_what_it_is():
    dataset = build_dataset(random_frame(4, 30), "y")
    engine, info = make_engine(dataset), engine_info()
    assert type(engine) is (NumpyEngine if kernels.native() is None else CompiledEngine)
    assert info["name"] == engine.name
    assert info["threads"] >= 1


def test_rows_without_a_column_are_counted(engine_of):
    dataset, engine = engine_of(random_frame(4, 80, missing=0.2))
    positions = np.arange(0, 80, 3)
    for column in range(4):
        codes = dataset.columns[column].codes[positions]
        assert engine.missing_rows(engine.rows(positions), column) == (codes < 0).sum() > 0
