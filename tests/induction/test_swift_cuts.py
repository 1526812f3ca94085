"""Cuts at data values or where classes change, columns that cost: by the compiled engine."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.induction.frames import exact_weights, inducers_of, told
from tests.induction.swift_trees import LIMITS, assert_same_growth, both, choose_sorted_rows
from tests.induction.test_glance import assert_alike
from tests.induction.test_thresholds_at_once import FRAMES, frame_of
from tests.session.test_shapes import digest
from tests.thorough import examples
from treewidget import kernels
from treewidget.data import packing, spacing
from treewidget.induction import swift
from treewidget.induction.search import glance
from treewidget.induction.search.cuts import cut_at, data_values, training_ranks
from treewidget.induction.unfolding import together, unfold

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

MADE = {
    **FRAMES,
    "gaps": st.sampled_from([0.0, 0.3]),
    "validation": st.sampled_from([None, 0.3]),
    "weighed": st.booleans(),
}
ELSEWHERE = st.sampled_from(
    [
        {"cut": "data_value"},
        {"breakpoints": "class-change"},
        {"breakpoints": "class-change", "criterion": "entropy", "cut": "data_value"},
        {"breakpoints": "class-change", "min_weight_leaf": 3.5},
        {"cut": "data_value", "missing": "most_common"},
    ]
)
COSTS = {"tied": 0.3, "float": 2.0, "kind": 7.0}


def made_of(*, seed, n, classes, gaps, validation, weighed):
    """Return a frame, and what is asked beside its options."""
    weights = exact_weights(n) if weighed else None
    return frame_of(seed, n, classes, gaps), {"validation": validation, "weights": weights}


@pytest.mark.parametrize("rows", [0, 8], ids=["sorted", "binned"])
@examples(80)
@given(**MADE, options=ELSEWHERE, limits=st.sampled_from(LIMITS))
def test_grown_as_the_twin_grows_it(*, rows, options, limits, **made):
    frame, beside = made_of(**made)
    plain, compiled = both(frame, **beside, **options, **limits)
    with pytest.MonkeyPatch.context() as patched:
        choose_sorted_rows(patched, rows)
        assert_same_growth(plain, compiled)


@examples(80)
@given(**MADE, options=st.one_of(ELSEWHERE, st.just({"column_costs": COSTS})))
def test_candidates_are_the_twins(*, options, **made):
    frame, beside = made_of(**made)
    plain, compiled = inducers_of(frame, **beside, **options)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(glance, "LEAST", 2)
        slow, quick = (one.candidates(one.root()) for one in (plain, compiled))
        assert glance.glances(compiled, compiled.root())
        leader, stages = compiled.best(compiled.root()), list(unfold(compiled, compiled.root()))
    assert [told(one) for one in together(stages)] == [told(one) for one in quick]
    assert (leader and leader.split) == quick[0].split
    assert_alike(slow, quick)


@examples(40)
@given(**MADE)
def test_columns_that_cost_are_chosen_as_the_twin_chooses(**made):
    frame, beside = made_of(**made)
    plain, compiled = inducers_of(frame, **beside, column_costs=COSTS)
    assert not swift.fits(compiled)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(glance, "LEAST", 60)  # large nodes at a look, small ones together
        assert_same_growth(plain, compiled)


@examples(60)
@given(**FRAMES, keys=st.sampled_from(["singly", "packed", "on a grid"]))
def test_cuts_between_any_two_training_values(*, seed, n, classes, keys):
    grid, packed = {"singly": (10**9, 10**9), "packed": (1, 1), "on a grid": (1, 10**9)}[keys]
    with patch.object(spacing, "LEAST", grid), patch.object(packing, "LEAST", packed):
        dataset = inducers_of(frame_of(seed, n, classes, 0.2), validation=0.4)[0].dataset
    rng = np.random.default_rng(seed)
    for number, column in enumerate(dataset.columns):
        if not column.is_ordered:
            continue
        ranks = training_ranks(dataset, number)
        ends = np.sort([rng.choice(ranks, 2, replace=False) for _ in range(20)], axis=1)
        low, high = ends.T.astype(np.int32)
        found = data_values(dataset, number, low, high)
        cuts = [
            cut_at(dataset, number, *pair, "data_value")
            for pair in zip(low.tolist(), high.tolist(), strict=True)
        ]
        assert column.keys[found].tolist() == [cut.value for cut in cuts]


@examples(20)
@given(seed=FRAMES["seed"], n=FRAMES["n"], gaps=st.sampled_from([0.0, 0.2]))
def test_a_tree_says_of_itself_and_of_new_rows_what_one_grown_node_by_node_does(seed, n, gaps):
    frame, new = frame_of(seed, n, 3, gaps), frame_of(seed + 1, 300, 3, gaps)
    options = {"target": "y", "cut": "data_value", "validation": 0.3}
    quick = tw.DecisionTree(frame, **options)
    with patch("treewidget.induction.ways.fits", return_value=False):
        plain = tw.DecisionTree(frame, **options)
    assert digest(quick) == digest(plain)
    assert quick.predict(new).tolist() == plain.predict(new).tolist()
    for name in ("split", "rule", "n", "prediction", "validation_n"):
        if name in plain.frame():
            assert [*map(str, quick.frame()[name])] == [*map(str, plain.frame()[name])]
    assert str(quick) == str(plain)
