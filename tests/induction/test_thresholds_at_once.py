"""Thresholds that the compiled engine finds by itself: those of the tables, to the last digit."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.induction.frames import Impatient, exact_weights, inducers_of, weights_by_class
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import packing, spacing
from treewidget.errors import CancelledError
from treewidget.induction.search import glance, known_thresholds, thresholds_at_once
from treewidget.induction.stability import stability

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

KEYS = {
    "singly": (10**9, 10**9, np.ndarray),
    "packed": (1, 1, packing.PackedKeys),
    "on a grid": (1, 10**9, spacing.SpacedKeys),
}
"""From how many rows on numbers are told by arithmetic, from how many values on packed, as what."""


FRAMES = {
    "seed": st.integers(0, 10**6),
    "n": st.integers(30, 400),
    "classes": st.sampled_from([2, 3, 11]),
}
CLASSES = "pqrstuvwxyz"
WEIGHING = st.sampled_from([None, None, [1.0, 2.0, 5.0], [0.3, 1.7, 1e-3], "classes"])


def weights_of(frame, how):
    """Return so many weights in turn, or those of the classes, or none."""
    if how == "classes":
        return weights_by_class(frame["y"])
    return how and np.resize(how, len(frame))


def frame_of(seed, n, classes, gaps):
    """Return ties, numbers nearer to each other than C4.5 parts, whole numbers, days, an order."""
    rng = np.random.default_rng(seed)
    y = rng.integers(classes, size=n)
    near = np.round(rng.normal(size=n) + y / 3, 1) + rng.integers(-2, 3, n) * 6e-6
    frame = pd.DataFrame(
        {
            "tied": rng.integers(0, 7, n) / 4.0,
            "near": near,
            "float": (rng.normal(size=n) * (1 + y)).astype(np.float32).astype(float),
            "whole": rng.integers(-40, 40, n),
            "day": pd.Timestamp("2024-02-27")
            + pd.to_timedelta(rng.integers(0, 90, n) + 9 * y, "D"),
            "order": pd.Categorical.from_codes(rng.integers(0, 9, n), [*"ihgfedcba"], ordered=True),
            "kind": rng.choice([*"abc"], n),
        }
    )
    frame.loc[rng.random(n) < gaps, ["near", "day", "kind"]] = None
    return frame.assign(y=np.array([*CLASSES])[y])


def numbered(frame):
    """Return a frame with the names of classes that `worth_of` has."""
    return frame.assign(y=frame["y"].map({name: f"c{at}" for at, name in enumerate(CLASSES)}))


def candidates_of(inducer):
    """Return what is told of the candidates of a root and of its best branches, and figures."""
    root = inducer.root()
    looks = [inducer.candidates(root)]
    if looks[0] and looks[0][0].split is not None:
        looks += map(inducer.candidates, inducer.children(root, looks[0][0].split))
    told = [[(one.column, one.split, one.missing_n, one.reason) for one in look] for look in looks]
    figures = [
        [one.gain, one.gain_ratio, one.balance, *one.measures.values()]
        for look in looks
        for one in look
        if one.split is not None
    ]
    return told, [0.0 if figure is None else figure for of in figures for figure in of]


@pytest.mark.parametrize("keys", KEYS)
@examples(25)
@given(
    **FRAMES,
    gaps=st.sampled_from([0.0, 0.0, 0.3]),
    weighing=WEIGHING,
    method=st.sampled_from(["c4.5", "c5.0", "acls", "id3"]),
    options=st.sampled_from(
        [{}, {"min_samples_leaf": 9}, {"min_weight_leaf": 3.5}, {"criterion": "entropy"}]
    ),
)
@example(  # below the average three gain the same
    seed=0,
    n=54,
    classes=11,
    gaps=0.0,
    weighing=None,
    method="c4.5",
    options={"min_samples_leaf": 9},
)
def test_candidates_are_the_twins(*, keys, seed, n, classes, gaps, weighing, method, options):
    grid, packed, kind = KEYS[keys]
    frame = frame_of(seed, n, classes, gaps)
    if keys == "packed":
        frame["float"] *= np.pi  # on no grid
    if method == "id3":
        frame = frame[["kind", "y"]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spacing, "LEAST", grid)
        patch.setattr(packing, "LEAST", packed)
        patch.setattr(thresholds_at_once, "LEAST", 2)
        pair = inducers_of(frame, method=method, weights=weights_of(frame, weighing), **options)
        columns = pair[0].dataset.columns
        of_floats = [column.keys for column in columns if column.name == "float"]
        assert all(isinstance(one, kind) for one in of_floats)
        (plain, figures), (compiled, others) = map(candidates_of, pair)
    assert plain == compiled
    assert figures == pytest.approx(others, rel=1e-12, abs=1e-14)


@examples(60)
@given(
    **FRAMES,
    gaps=st.sampled_from([0.0, 0.0, 0.2]),
    weighing=WEIGHING,
    method=st.sampled_from(
        [("c4.5", "gain_ratio"), ("c4.5", "entropy"), ("c5.0", "gain_ratio"), ("acls", "gini")]
    ),
    options=st.fixed_dictionaries(
        {},
        optional={
            "min_weight_leaf": st.sampled_from([0.5, 3.5]),
            "missing": st.sampled_from(["own", "fractional"]),
            "min_samples_leaf": st.sampled_from([3, 9]),
        },
    ),
)
def test_growths_are_the_twins(*, seed, n, classes, gaps, weighing, method, options):
    """Small nodes are searched many at a time: numbers too near, ties and gaps among them."""
    frame = frame_of(seed, n, classes, gaps)
    given = {"method": method[0], "criterion": method[1], "weights": weights_of(frame, weighing)}
    twin, compiled = (
        [*one.grow([one.root()])[0].walk()] for one in inducers_of(frame, **given, **options)
    )
    assert [one.split for one in twin] == [one.split for one in compiled]
    gains = [[one.gain or 0.0 for one in of] for of in (twin, compiled)]
    whole = weighing is None and not gaps  # then all sums are of whole numbers
    assert gains[0] == (gains[1] if whole else pytest.approx(gains[1], rel=1e-12, abs=1e-14))


@pytest.mark.parametrize("missing", ["surrogate", "fractional"])
@examples(60)
@given(
    **FRAMES,
    gaps=st.sampled_from([0.0, 0.1, 0.4]),
    weighed=st.booleans(),
    looked=st.booleans(),
    options=st.fixed_dictionaries(
        {},
        optional={
            "criterion": st.sampled_from(["entropy", "g2", "twoing", "chi2"]),
            "min_samples_leaf": st.sampled_from([5, 20]),
            "min_weight_leaf": st.sampled_from([3.5, 9.0]),
            "breakpoints": st.sampled_from(["quartiles", "class-change"]),
        },
    ),
)
def test_those_among_known_rows_are_the_twins(
    *, missing, seed, n, classes, gaps, weighed, looked, options
):
    weights = None
    if weighed:  # a look sums in another order
        weights = exact_weights(n) if looked else np.resize([0.3, 1.7, 1e-3], n)
    made = {"method": "cart", "missing": missing, "weights": weights, **options}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_thresholds, "LEAST", 2)
        if looked:  # at columns that no row lacks
            patch.setattr(glance, "LEAST", 2)
        twin, compiled = inducers_of(frame_of(seed, n, classes, gaps), **made)
        of_twin, of_compiled = candidates_of(twin), candidates_of(compiled)
        assert of_twin[0] == of_compiled[0]
        assert of_twin[1] == (
            pytest.approx(of_compiled[1], rel=1e-12) if weighed else of_compiled[1]
        )
        best, other = (one.best(one.root()) for one in (twin, compiled))
    assert (best and best.split) == (other and other.split)


def inducer_of_many(rows, **made):
    return inducers_of(frame_of(0, rows, 2, 0.0), **{"method": "c4.5", **made})[1]


def test_large_nodes_that_ask_surrogates_make_no_tables_of_all_values(monkeypatch):
    """Halves of a million rows were ranked in tables of them all: a minute and a half."""
    inducer, asked = inducer_of_many(10_000, method="cart", missing="surrogate"), []
    tables = inducer.engine.tables
    monkeypatch.setattr(
        inducer.engine,
        "tables",
        lambda rows, columns: asked.extend(columns) or tables(rows, columns),
    )
    stability(inducer, inducer.root())
    assert set(asked) == {6}  # the column of names


def test_large_nodes_make_no_tables_of_numbers(monkeypatch):
    inducer, counted = inducer_of_many(4_000), []
    tables = inducer.engine.tables
    monkeypatch.setattr(
        inducer.engine,
        "tables",
        lambda rows, columns: counted.extend(columns) or tables(rows, columns),
    )
    assert inducer.best(inducer.root()).column == 4
    assert counted == [6]  # the column of names
    reasons = {one.column: one.reason for one in inducer.candidates(inducer.root())}
    assert reasons[0] == "no threshold gains more than choosing it costs (mdl_correction)"
    assert counted == [6, 6]


@pytest.mark.parametrize("weights", [None, np.resize([1.0, 0.4, 2.5], 14_000)])
def test_large_nodes_that_hold_rows_in_shares_are_the_twins(weights):
    frame = frame_of(1, 14_000, 3, 0.1)
    twin, compiled = inducers_of(frame, method="c4.5", weights=weights)
    listed = twin.candidates(twin.root())
    best = next(one for one in listed if one.missing_n and one.split)
    for mine, other in zip(
        *(one.children(one.root(), best.split) for one in (compiled, twin)), strict=True
    ):
        assert compiled.engine.shares(mine.rows) is not None
        assert mine.train.n >= thresholds_at_once.LEAST
        found, plain = compiled.candidates(mine), twin.candidates(other)
        assert [(one.column, one.split) for one in found] == [
            (one.column, one.split) for one in plain
        ]
        gains = [[one.gain or 0.0 for one in of] for of in (found, plain)]
        assert gains[0] == pytest.approx(gains[1], rel=1e-12, abs=1e-14)


def test_a_cancel_is_heard_between_columns(monkeypatch):
    monkeypatch.setattr(thresholds_at_once, "CELLS", 1)  # two columns at a time
    inducer, impatient = inducer_of_many(4_000), Impatient(2)
    with pytest.raises(CancelledError):
        inducer.heard(inducer.options, impatient).best(inducer.root())
    assert impatient.steps == 3


def test_the_kernel_refuses_what_it_cannot_read():
    inducer = inducer_of_many(4_000)
    engine, rows = inducer.engine, inducer.root().rows.ascending
    rules, limits = (1, 1e-6, 1e-5, 1), (np.array([2]), np.zeros(1))
    ends = np.array([0, len(rows)])

    def find(columns, borders=ends, limits=limits, frame=engine.frame):
        return engine._native.thresholds(frame, rows, borders, columns, *limits, *rules)

    with pytest.raises(ValueError, match="another length"):
        find([(0, np.zeros(3))])
    with pytest.raises(IndexError):
        find([(99, None)])
    with pytest.raises(ValueError, match="limits of other searches"):
        find([(0, None), (1, None)])
    for borders in ([], [0], [1, 4_000], [0, 9], [0, 4_001], [0, 4_000, 9, 4_000]):
        with pytest.raises(ValueError, match="borders of other rows"):
            find([(0, None)], borders=np.array(borders, dtype=np.int64))
    numbers = inducers_of(frame_of(0, 99, 2, 0.0).assign(y=range(99)), task="regression")[1]
    with pytest.raises(ValueError, match="without classes"):
        find([(0, None)], frame=numbers.engine.frame)
