"""The choice of a large node by what no cut of a column gains more than: that among all columns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import Impatient, exact_weights, inducers_of, told, worth_of
from tests.induction.test_thresholds_at_once import frame_of, numbered
from tests.thorough import examples
from treewidget import kernels
from treewidget.errors import CancelledError
from treewidget.induction.search import ceilings, greedy

CRITERIA = ["twoing", "chi2", "classification_error", "gini"]
MADE = {
    "seed": st.integers(0, 10**6),
    "n": st.integers(30, 400),
    "classes": st.sampled_from([2, 3, 5, 6]),
    "gaps": st.sampled_from([0.0, 0.1, 0.4]),
    "beside": st.sampled_from(["nothing", "weights", "worth"]),
    "options": st.fixed_dictionaries(
        {"criterion": st.sampled_from(CRITERIA)},
        optional={
            "min_samples_leaf": st.sampled_from([5, 20]),
            "min_weight_leaf": st.sampled_from([3.5, 9.0]),
            "breakpoints": st.sampled_from(["class-change", "quartiles"]),
            "cut": st.just("data_value"),
            "max_leaf_nodes": st.just(9),
        },
    ),
}


def twin_of(*, seed, n, classes, gaps, beside, options):
    """Return an inducer that knows tables alone."""
    frame = numbered(frame_of(seed, n, classes, gaps))
    worth = worth_of(seed, frame["y"].nunique()) if beside == "worth" else {}
    weights = exact_weights(n) if beside == "weights" else None
    return inducers_of(frame, weights=weights, **worth, **options)[0]


@examples(100)
@given(**MADE, bits=st.sampled_from([1, 2, 4]))
def test_the_choice_is_that_among_all_columns(*, bits, **made):
    inducer = twin_of(**made)
    place, columns = inducer.place(inducer.root()), range(len(inducer.dataset.columns))
    plain = inducer.grow([inducer.root()])[0]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ceilings, "LEAST", 2)
        patch.setattr(ceilings, "BITS", bits)
        assert inducer.search.chooses(inducer, inducer.root(), place)
        every = inducer.search.scan(inducer, inducer.root(), place, columns)
        parts = ceilings._Parts(inducer, inducer.root(), place)
        for one in every:
            if inducer.dataset.columns[one.column].is_ordered:
                assert one.gain <= parts.ceiling(one.column)
        quick = inducer.grow([inducer.root()])[0]
    for one, other in zip(plain.walk(), quick.walk(), strict=True):
        assert (one.split, one.gain, one.region.train.n) == (
            other.split,
            other.gain,
            other.region.train.n,
        )


@pytest.mark.parametrize("criterion", CRITERIA)
def test_few_columns_are_gone_through(criterion, monkeypatch):
    rng = np.random.default_rng(0)
    frame = frame_of(0, 20_000, 3, 0.0)[["y"]]
    for at in range(8):
        frame[f"x{at}"] = rng.normal(size=len(frame)) + (frame["y"] == "p") * at / 4
    inducer = inducers_of(frame, criterion=criterion)[0]
    searched, scan = [], greedy.Greedy.scan

    def listen(self, setting, region, place, columns):
        searched.extend(columns)
        return scan(self, setting, region, place, columns)

    best = inducer.candidates(inducer.root())[0]
    monkeypatch.setattr(greedy.Greedy, "scan", listen)
    assert told(inducer.leader(inducer.root())) == told(best)
    assert searched == [7]


def test_a_cancel_is_heard_between_columns():
    inducer = inducers_of(frame_of(0, 20_000, 3, 0.0), criterion="twoing")[0]
    impatient = Impatient(1)
    with pytest.raises(CancelledError):
        inducer.heard(inducer.options, impatient).best(inducer.root())
    assert impatient.steps == 2


@pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")
def test_what_the_engine_finds_is_not_sought_so():
    made = {"seed": 0, "n": 20_000, "classes": 3, "gaps": 0.0}
    plain, compiled = inducers_of(frame_of(**made))
    assert plain.leader(plain.root()).split == compiled.leader(compiled.root()).split
    for options in ({"missing": "surrogate"}, {"column_costs": {"float": 2.0}}):
        inducer = inducers_of(frame_of(**made), criterion="twoing", **options)[1]
        place = inducer.place(inducer.root())
        assert not inducer.search.chooses(inducer, inducer.root(), place)
