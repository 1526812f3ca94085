"""Twoing and chi-square of two classes, which the compiled engine grows by the Gini index."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import inducer_of, inducers_of, random_frame, told, worth_of
from tests.induction.swift_trees import (
    LIMITS,
    assert_same_growth,
    both,
    choose_sorted_rows,
    splits_of,
)
from tests.induction.test_glance import assert_alike
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction import swift
from treewidget.induction.search import glance
from treewidget.induction.unfolding import together, unfold

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

COMPARING = ("max_leaf_nodes", "min_impurity_decrease")
"""Limits that hang on what splits of several nodes are worth."""
SETS = {
    "seed": st.integers(0, 10**6),
    "n": st.integers(20, 300),
    "levels": st.sampled_from([2, 4, 9, 14]),
    "nominal": st.integers(0, 2),
    "missing": st.sampled_from([0.0, 0.2, 0.6]),
    "validation": st.sampled_from([None, 0.3]),
    "beside": st.sampled_from(["nothing", "weights", "priors"]),
}


def made_of(*, seed, n, levels, nominal, missing, validation, beside, **options):
    """Return the twin's inducer and the compiled engine's."""
    frame = random_frame(
        seed, n, levels=levels, nominal=nominal, missing=missing, weights=beside == "weights"
    ).dropna(axis=1, how="all")
    weights = "w" if beside == "weights" else None
    worth = worth_of(seed, 2) if beside == "priors" else {}
    return inducers_of(frame, weights=weights, validation=validation, **worth, **options)


@pytest.mark.parametrize("rows", [0, 8], ids=["sorted", "binned"])
@pytest.mark.parametrize("criterion", ["twoing", "chi2"])
@examples(60)
@given(**SETS, limits=st.sampled_from(LIMITS))
def test_grown_as_the_twin_grows_it(*, criterion, rows, limits, **made):
    plain, compiled = made_of(**made, criterion=criterion, **limits)
    assert not swift.fits(plain)
    assert swift.fits(compiled) == (criterion == "twoing" or not limits.keys() & {*COMPARING})
    with pytest.MonkeyPatch.context() as patch:
        choose_sorted_rows(patch, rows)
        assert_same_growth(plain, compiled)


@pytest.mark.parametrize("criterion", ["twoing", "chi2"])
@examples(60)
@given(**SETS, limits=st.sampled_from([{}, {"min_samples_leaf": 4}]))
def test_candidates_are_the_twins(*, criterion, limits, **made):
    plain, compiled = made_of(**made, criterion=criterion, **limits)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(glance, "LEAST", 2)
        slow, quick = (one.candidates(one.root()) for one in (plain, compiled))
        assert glance.glances(compiled, compiled.root())
        stages = list(unfold(compiled, compiled.root()))
    assert [told(one) for one in together(stages)] == [told(one) for one in quick]
    assert told(stages[0].exact[0]) == told(quick[0])
    assert_alike(slow, quick)


@pytest.mark.parametrize("shown", ["gini", "entropy"])
@pytest.mark.parametrize("criterion", ["twoing", "chi2"])
def test_gains_are_in_the_trees_own_criterion(shown, criterion):
    frame = random_frame(7, 400, missing=0.1)
    pair = both(frame, criterion=shown)
    other = inducer_of(frame, criterion=criterion, max_depth=5).options
    plain, compiled = (one.grow([one.root()], other)[0] for one in pair)
    for slow, quick in zip(plain.walk(), compiled.walk(), strict=True):
        assert slow.split == quick.split
        if slow.split is not None:
            own = pair[1].candidate(quick.region, quick.split).gain
            assert quick.gain == pytest.approx(slow.gain) == pytest.approx(own)


@pytest.mark.parametrize("criterion", ["twoing", "chi2"])
def test_many_rows_of_one_class_are_listed_with_gains_of_nothing(criterion):
    frame = random_frame(3, 6000)
    frame["y"] = np.where(frame["a"] > 1, "c0", "c1")
    for inducer in inducers_of(frame, criterion=criterion):
        split = inducer.best(inducer.root()).split
        for region in inducer.children(inducer.root(), split):
            listed = inducer.candidates(region)
            assert {one.gain for one in listed if one.split} == {0.0}
            assert len([one for one in listed if one.split]) >= 4


def test_of_two_classes_twoing_is_ginis_tree():
    """Breiman et al. (1984), section 4.3: of two classes the two rules coincide."""
    frame = random_frame(3, 500)
    by_gini, by_twoing = (both(frame, criterion=name)[1] for name in ("gini", "twoing"))
    assert splits_of(by_gini) == splits_of(by_twoing)


def test_a_third_class_that_training_rows_have_is_searched_for():
    frame = random_frame(3, 200, classes=3)
    for criterion in ("twoing", "chi2"):
        plain, compiled = inducers_of(frame, criterion=criterion)
        assert not swift.fits(compiled)
        assert not glance.glances(compiled, compiled.root(), alone=True)
        assert_same_growth(plain, compiled)


def test_a_third_class_among_rows_held_out_is_in_nobodys_way():
    frame = random_frame(3, 200)
    frame.loc[frame.index[:9], "y"] = "other"
    mask = np.arange(len(frame)) < 20
    plain, compiled = inducers_of(frame, validation=mask, criterion="twoing")
    assert swift.fits(compiled)
    assert_same_growth(plain, compiled)
