"""One look at a large node by the compiled engine: the same candidates as from tables."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.induction.frames import inducers_of, random_frame, told, worth_of
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction.search import glance
from treewidget.induction.unfolding import together, unfold

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

OPTIONS = [{}, {"min_samples_leaf": 4}, {"min_weight_leaf": 3.0}, {"criterion": "entropy"}]


def inducers(seed, n, classes, options, **made):
    frame = random_frame(seed, n, classes=classes, **made)
    return inducers_of(frame, weights="w" if "w" in frame else None, **options)


def assert_alike(slow, quick):
    """Hold that candidates are the same, but for what sums in another order may differ by."""
    for one, other in zip(slow, quick, strict=True):
        for name in ("column", "split", "missing_n", "reason"):
            assert getattr(one, name) == getattr(other, name)
        for name in ("gain", "gain_ratio", "balance", "validation_gain"):
            mine, theirs = getattr(one, name), getattr(other, name)
            assert theirs == (mine if mine is None else pytest.approx(mine, rel=1e-10, abs=1e-14))


def of_ordered(candidates, inducer):
    """Return those of ordered columns that have a split."""
    columns = inducer.dataset.columns
    return [one for one in candidates if one.split and columns[one.column].is_ordered]


@pytest.mark.parametrize("rows", [0, 8], ids=["sorted", "binned"])
@pytest.mark.parametrize("classes", [2, 3, 12, 0])
@settings(max_examples=10)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(20, 300),
    missing=st.sampled_from([0.0, 0.2, 0.6]),
    weights=st.booleans(),
    options=st.sampled_from(OPTIONS),
    worth=st.booleans(),
)
def test_candidates_are_the_twins(*, rows, classes, seed, n, missing, weights, options, worth):
    if worth and classes and not weights and "min_weight_leaf" not in options:
        options = options | worth_of(seed, classes)
    plain, compiled = inducers(seed, n, classes, options, missing=missing, weights=weights)
    with pytest.MonkeyPatch.context() as patch:
        task = glance.task_of
        patch.setattr(glance, "LEAST", 2)
        patch.setattr(glance, "task_of", lambda one: task(one, sorted_rows=rows))
        slow, quick = (one.candidates(one.root()) for one in (plain, compiled))
        look = compiled.engine.inspect(compiled.root().rows, glance.task_of(compiled))
        stages = list(unfold(compiled, compiled.root()))
    assert [told(one) for one in together(stages)] == [told(one) for one in quick]
    first = stages[0]
    assert told(first.exact[0]) == told(quick[0])
    exact = {one.column: one for one in quick}
    for curve in first.curves:
        split = curve.split(compiled)
        assert (curve.most is None) == (split is None)
        if split is not None:
            assert curve.most <= exact[curve.column].gain * (1 + 1e-9) + 1e-14
            gain = compiled.candidate(compiled.root(), split).gain
            assert (split.missing, gain) == (1, pytest.approx(curve.most, rel=1e-9, abs=1e-13))
    assert_alike(slow, quick)
    best, ordered = look.best(), compiled.dataset.columns
    found = of_ordered(slow, compiled)
    assert (best is None) == (not found)
    if found:
        assert best.column == found[0].column
        assert best.gain == pytest.approx(found[0].gain, rel=1e-10, abs=1e-14)
        outline = look.outline(best.column)
        for rank, gain in zip(outline.codes, outline.edges, strict=True):
            assert 0 <= rank < len(ordered[best.column].keys)
            assert gain <= best.gain * (1 + 1e-9)


@pytest.mark.parametrize("classes", [2, 3, 0])
@pytest.mark.parametrize("weights", [False, True])
def test_branches_large_and_small_are_looked_at(classes, weights, monkeypatch):
    made = inducers(4, 1200, classes, {"max_depth": 5}, missing=0.1, weights=weights)
    monkeypatch.setattr(glance, "LEAST", 2)
    grown = [one.grow([one.root()])[0].walk() for one in made]
    shares = []
    for slow, quick in zip(*grown, strict=True):
        mine, theirs = (
            one.best(sprout.region) for one, sprout in zip(made, (slow, quick), strict=True)
        )
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert mine.split == theirs.split
            assert theirs.gain == pytest.approx(mine.gain, rel=1e-10, abs=1e-14)
        shares.append(quick.region.train.n / 1200)
    assert min(shares) < 1 / 32
    assert sorted(shares)[-3] > 1 / 8


@examples(60)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(20, 300),
    missing=st.sampled_from([0.0, 0.2, 0.6]),
    weights=st.booleans(),
    options=st.sampled_from([{}, {"min_samples_leaf": 4}, {"min_weight_leaf": 3.0}]),
)
def test_candidates_by_absolute_errors_are_the_twins(*, seed, n, missing, weights, options):
    by = {"criterion": "absolute_error", "min_impurity_decrease": 0.5, **options}
    frame = random_frame(seed, n, classes=0, missing=missing, weights=weights)
    frame["many"] = [f"level {at % 13}" for at in np.random.default_rng(seed).permutation(n)]
    plain, compiled = inducers_of(frame, weights="w" if weights else None, **by)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(glance, "LEAST", 2)
        slow, quick = (one.candidates(one.root()) for one in (plain, compiled))
        patch.setattr(glance, "ALONE", 2)
        leader, stages = compiled.leader(compiled.root()), list(unfold(compiled, compiled.root()))
    assert [told(one) for one in together(stages)] == [told(one) for one in quick]
    assert_alike(slow, quick)
    assert (leader is None) == (quick[0].split is None)
    if leader is not None:  # though a growth would stop here
        assert told(leader) == told(quick[0]) == told(stages[0].exact[0])
        assert len(stages[0].exact) == 1


@pytest.mark.parametrize("criterion", ["gini", "squared_error", "absolute_error"])
def test_the_best_of_all_has_the_figures_of_its_split(criterion):
    frame = random_frame(5, 300, classes=2 if criterion == "gini" else 0)
    _, compiled = inducers_of(frame, criterion=criterion)
    best, root = compiled.leader(compiled.root()), compiled.root()
    assert glance.glances(compiled, root, alone=True)
    judged = compiled.candidate(root, best.split)
    assert (best.balance, best.missing_n) == (judged.balance, judged.missing_n)
    assert best.gain == pytest.approx(judged.gain)
