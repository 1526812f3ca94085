"""Sets with shares, other targets and ways of missing rows, against going through the rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import random_frame
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import CompiledEngine, NumpyEngine, Route
from treewidget.engine.contract import DROP, SHARE, STOP


def apart(dataset):
    """Return a compiled engine that has the rows of every set in shares apart."""
    engine = CompiledEngine(dataset)
    engine._frames.few = 0
    return engine


ENGINES = [NumpyEngine] if kernels.native() is None else [NumpyEngine, CompiledEngine, apart]
SHARES = [1.0, 0.5, 1 / 3, 0.1, 1e-9]


def drawn_dataset(draw, classes, seed):
    frame = random_frame(seed, 40, classes=classes, missing=0.3, weights=True)
    weights = "w" if draw(st.booleans()) else None
    return build_dataset(frame if weights else frame.drop(columns="w"), "y", weights=weights)


@st.composite
def weighted_sets(draw):
    """Return a data set and rows of it with a share each."""
    dataset = drawn_dataset(draw, draw(st.sampled_from([0, 2, 3])), draw(st.integers(0, 5)))
    rows = draw(st.lists(st.integers(0, 39), unique=True))
    shares = draw(st.lists(st.sampled_from(SHARES), min_size=len(rows), max_size=len(rows)))
    return dataset, rows, shares


def route_drawn(draw, dataset, *, missing, surrogates=()):
    """Return a route over any column that leaves some of its codes to `missing`."""
    column = draw(st.integers(0, len(dataset.columns) - 1))
    keys = len(dataset.columns[column].keys)
    if dataset.columns[column].is_ordered:
        most = 1 if missing is None else 3
        cuts = draw(st.lists(st.integers(0, keys - 1), min_size=1, max_size=most, unique=True))
        ways = {"branches": len(cuts) + 1, "cuts": np.array(sorted(cuts))}
    else:
        branches = 2 if missing is None else draw(st.integers(2 if surrogates else 1, 3))
        levels = st.lists(st.integers(-1, branches - 1), min_size=keys, max_size=keys)
        ways = {"branches": branches, "levels": np.array(draw(levels))}
    if missing is None:
        return Route(column, missing=0, flipped=draw(st.booleans()), **ways)
    if missing == "own":
        missing, ways["branches"] = ways["branches"], ways["branches"] + 1
    elif missing >= 0:
        missing = ways["branches"] - 1
    shares = None
    if missing == SHARE:
        parts = draw(
            st.lists(
                st.integers(0, 3), min_size=ways["branches"], max_size=ways["branches"]
            ).filter(any)
        )
        shares = np.array(parts) / sum(parts)
    return Route(column, missing=missing, surrogates=surrogates, shares=shares, **ways)


@st.composite
def routed_sets(draw):
    dataset, rows, shares = draw(weighted_sets())
    if draw(st.booleans()):
        shares = [1.0] * len(rows)
    surrogates = tuple(
        route_drawn(draw, dataset, missing=None) for _ in range(draw(st.integers(0, 2)))
    )
    missing = draw(st.sampled_from([0, "own", SHARE, DROP, STOP]))
    return dataset, rows, shares, route_drawn(draw, dataset, missing=missing, surrogates=surrogates)


def stats_by_hand(dataset, rows, shares, target=None):
    """Return the statistics of rows with shares, one after the other in frame order."""
    classes = len(dataset.target.classes) if target is None else max([*target.values(), 1]) + 1
    stats = np.zeros(classes or 3)
    for row, share in sorted(zip(rows, shares, strict=True)):
        weight = share * (1.0 if dataset.weights is None else dataset.weights[row])
        if target is not None:
            stats[target[row]] += weight
        elif classes:
            stats[dataset.target.codes[row]] += weight
        else:
            value = dataset.target.values[row] - dataset.target.centre
            stats += (weight, weight * value, weight * value * value)
    return stats


def branch_by_hand(dataset, row, route):
    """Return a row's branch by one split alone; None where the split does not know it."""
    code = dataset.columns[route.column].codes[row]
    if code < 0:
        return None
    if route.cuts is not None:
        return sum(int(code > cut) for cut in route.cuts)
    return None if route.levels[code] < 0 else int(route.levels[code])


def way_by_hand(dataset, row, route):
    branch = branch_by_hand(dataset, row, route)
    for surrogate in route.surrogates:
        if branch is None:
            branch = branch_by_hand(dataset, row, surrogate)
            if branch is not None and surrogate.flipped:
                branch = 1 - branch
    return route.missing if branch is None else branch


@pytest.mark.parametrize("make", ENGINES)
@examples(30)
@given(data=st.data())
def test_a_weighted_set_counts_its_shares(make, data):
    dataset, rows, shares = data.draw(weighted_sets())
    engine = make(dataset)
    held = engine.weighted(np.array(rows, dtype=np.intp), np.array(shares))
    assert engine.positions(held).tolist() == sorted(rows)
    kept = [share for _, share in sorted(zip(rows, shares, strict=True))]
    if all(share == 1 for share in shares):
        assert engine.shares(held) is None
    else:
        assert engine.shares(held).tolist() == kept
    n, stats = engine.total(held)
    assert n == len(rows)
    assert stats == pytest.approx(stats_by_hand(dataset, rows, shares), rel=1e-12, abs=1e-12)
    if not dataset.target.classes:
        values, weights = dataset.target.values[rows], np.array(shares)
        weights = weights if dataset.weights is None else weights * dataset.weights[rows]
        spread = 0.0
        if weights.sum() > 0:
            spread = weights @ np.square(values - np.average(values, weights=weights))
        assert engine.scatter(held) == pytest.approx(spread, rel=1e-9, abs=1e-9)
        assert engine.target_histogram(held).sum() == len(rows)


@pytest.mark.parametrize("make", ENGINES)
@examples(30)
@given(data=st.data(), other=st.booleans())
def test_tables_weigh_shares_and_other_targets(make, data, other):
    dataset, rows, shares = data.draw(weighted_sets())
    if data.draw(st.booleans()):
        shares = [1.0] * len(rows)
    engine, target = make(dataset), None
    held = engine.weighted(np.array(rows, dtype=np.intp), np.array(shares))
    if other:
        codes = data.draw(st.lists(st.integers(0, 4), min_size=len(rows), max_size=len(rows)))
        target = dict(zip(sorted(rows), codes, strict=True))
    given_target = None if target is None else np.array(list(target.values()), dtype=np.int64)
    tables = engine.tables(held, range(len(dataset.columns)), given_target)
    for column, table in enumerate(tables):
        codes = dataset.columns[column].codes
        assert engine.missing_rows(held, column) == sum(codes[row] < 0 for row in rows)
        assert table.codes.tolist() == sorted({int(codes[row]) for row in rows} - {-1})
        for code in (-1, *table.codes):
            inside = [at for at, row in enumerate(rows) if codes[row] == code]
            by_hand = stats_by_hand(
                dataset, [rows[at] for at in inside], [shares[at] for at in inside], target
            )
            line = None if code < 0 else int(np.flatnonzero(table.codes == code)[0])
            stats = table.missing if line is None else table.stats[line]
            assert (table.missing_rows if line is None else table.rows[line]) == len(inside)
            assert stats == pytest.approx(by_hand, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("make", ENGINES)
@examples(70)
@given(drawn=routed_sets())
def test_parting_sends_every_row_its_way(make, drawn):
    dataset, rows, shares, route = drawn
    engine = make(dataset)
    held = engine.weighted(np.array(rows, dtype=np.intp), np.array(shares))
    expected = [{} for _ in range(route.branches)]
    for row, share in zip(rows, shares, strict=True):
        way = way_by_hand(dataset, row, route)
        if way >= 0:
            expected[way][row] = share
        elif way == SHARE:
            for branch, part in enumerate(route.shares):
                if part:
                    expected[branch][row] = share * part
    parts = engine.partition(held, route)
    assert len(parts) == route.branches
    for part, wanted in zip(parts, expected, strict=True):
        positions, held_shares = engine.positions(part), engine.shares(part)
        found = [1.0] * len(positions) if held_shares is None else held_shares.tolist()
        assert dict(zip(positions.tolist(), found, strict=True)) == wanted
        assert positions.tolist() == sorted(positions.tolist())
        assert (held_shares is None) == all(share == 1 for share in wanted.values())


@pytest.mark.skipif(len(ENGINES) < 2, reason="no compiled kernel here")
@examples(30)
@given(drawn=routed_sets(), data=st.data())
def test_both_engines_give_the_same_bits(drawn, data):
    dataset, rows, shares, route = drawn
    codes = data.draw(st.lists(st.integers(0, 2), min_size=len(rows), max_size=len(rows)))
    found = []
    for make in ENGINES:
        engine = make(dataset)
        held = engine.weighted(np.array(rows, dtype=np.intp), np.array(shares))
        tables = engine.tables(held, [0, 1, 2], np.array(codes, dtype=np.int64))
        totals = [engine.total(part)[1].tobytes() for part in engine.partition(held, route)]
        found.append((tables.stats.tobytes(), tables.stats.shape, tables.missing.tobytes(), totals))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("make", ENGINES)
def test_what_is_no_share_is_refused(make):
    dataset = build_dataset(random_frame(1, 20), "y")
    engine = make(dataset)
    for share in (0.0, 1.5, -0.5, float("nan")):
        with pytest.raises(ValueError, match="a share lies above 0"):
            engine.weighted(np.array([1]), np.array([share]))
    with pytest.raises(ValueError, match="shares for"):
        engine.weighted(np.array([1, 2]), np.array([0.5]))


@pytest.mark.parametrize("weights", [None, "w"])
@pytest.mark.parametrize("make", ENGINES)
def test_shares_that_nobody_gave_are_as_large_as_the_known_weights(make, weights):
    frame = random_frame(2, 30, missing=0.3, weights=True)
    frame["w"] /= 1000  # all together less than 1
    dataset = build_dataset(frame if weights else frame.drop(columns="w"), "y", weights=weights)
    engine, codes = make(dataset), np.asarray(dataset.columns[0].codes)
    own = np.ones(30) if weights is None else np.asarray(frame["w"], dtype=float)
    held = np.where(np.arange(30) < 20, 1.0, 0.25)
    parts = engine.partition(
        engine.weighted(np.arange(30), held), Route(0, 2, SHARE, cuts=np.array([1]))
    )
    sides = [codes > 1, (codes <= 1) & (codes >= 0)][::-1]
    known = [(own * held)[side].sum() for side in sides]
    assert min(known) > 0
    assert (codes < 0).any()
    for part, side, weight in zip(parts, sides, known, strict=True):
        positions, shares = engine.positions(part), engine.shares(part)
        assert positions.tolist() == np.flatnonzero(side | (codes < 0)).tolist()
        expected = np.where(codes < 0, held * weight / sum(known), held)
        assert shares == pytest.approx(expected[positions], rel=1e-12)
    nowhere = Route(0, 2, SHARE, levels=np.full(len(dataset.columns[0].keys), -1))
    for part in engine.partition(engine.rows(np.arange(5)), nowhere):
        assert engine.shares(part).tolist() == [0.5] * 5


@pytest.mark.parametrize("make", ENGINES)
def test_shares_too_small_to_hold_are_none(make):
    dataset = build_dataset(random_frame(1, 20, missing=0.0), "y")
    engine = make(dataset)
    held = engine.weighted(np.array([3, 4]), np.array([1e-300, 1.0]))
    everywhere = np.full(len(dataset.columns[0].keys), -1)
    route = Route(0, 2, SHARE, levels=everywhere, shares=np.array([1e-200, 1.0]))
    one, other = engine.partition(held, route)
    assert engine.positions(one).tolist() == [4]
    assert engine.positions(other).tolist() == [3, 4]


@pytest.mark.skipif(len(ENGINES) < 2, reason="no compiled kernel here")
@examples(60)
@given(drawn=weighted_sets(), other=st.booleans())
def test_the_kernel_counts_shares_to_the_last_digit_as_numpy_does(drawn, other):
    dataset, rows, shares = drawn
    target = np.arange(len(rows)) % 4 if other else None
    found = []
    for make in ENGINES:
        engine = make(dataset)
        held = engine.weighted(np.array(rows, dtype=np.intp), np.array(shares))
        tables = engine.tables(held, range(len(dataset.columns)), target)
        n, stats = engine.total(held)
        scatter = engine.scatter(held) if dataset.target.task == "regression" else 0.0
        parts = tables.starts, tables.codes, tables.rows, tables.stats, tables.missing
        found.append([n, stats.tolist(), scatter, *(part.tolist() for part in parts)])
    assert found[0] == found[1] == found[2]
