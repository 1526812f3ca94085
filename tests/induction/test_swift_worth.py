"""Growth and looks where priors and losses alter what the classes count."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import inducers_of, random_frame, worth_of
from tests.induction.swift_trees import LIMITS, assert_same_growth, both, choose_sorted_rows
from tests.thorough import examples
from treewidget import kernels
from treewidget.induction import swift

pytestmark = pytest.mark.skipif(kernels.native() is None, reason="no compiled kernel here")

OPTIONS = [
    *LIMITS,
    {"criterion": "entropy"},
    {"criterion": "entropy", "max_leaf_nodes": 12},
]


@pytest.mark.parametrize("rows", [0, 1, 500], ids=["as suits", "in bins", "in lists"])
@examples(80)
@given(
    seed=st.integers(0, 10**6),
    n=st.integers(30, 250),
    classes=st.sampled_from([2, 3, 5, 9]),
    levels=st.sampled_from([2, 4, 9, 12]),
    nominal=st.integers(0, 2),
    missing=st.sampled_from([0.0, 0.2, 0.7]),
    validation=st.sampled_from([None, 0.3]),
    options=st.sampled_from(OPTIONS),
)
def test_grown_as_the_twin_grows_it(
    *, rows, seed, n, classes, levels, nominal, missing, validation, options
):
    frame = random_frame(
        seed, n, classes=classes, missing=missing, levels=levels, nominal=nominal
    ).dropna(axis=1, how="all")
    inducers = both(frame, validation=validation, **worth_of(seed, classes), **options)
    with pytest.MonkeyPatch.context() as patch:
        choose_sorted_rows(patch, rows)
        assert_same_growth(*inducers)


@pytest.mark.parametrize("rows", [700, 40_000])
def test_columns_that_say_the_same_tie_and_the_first_is_taken(rows):
    """Sums over the rows of a class are exact, in whatever order a column has them."""
    rng = np.random.default_rng(rows)
    values = rng.integers(0, 10**6, (rows, 2)) / 7
    frame = pd.DataFrame({"age": values[:, 0], "born": -values[:, 0], "x": values[:, 1]})
    likely = values.sum(axis=1) / values.sum(axis=1).max()
    frame["y"] = np.where(likely + rng.normal(size=rows) / 3 > 0.6, "c1", "c0")
    for seed in range(6):
        _, inducer = both(frame, max_depth=9, **worth_of(seed, 2))
        splits = [one.split for one in inducer.grow([inducer.root()])[0].walk() if one.split]
        assert len(splits) > 40
        assert {split.column for split in splits} == {0, 2}


@pytest.mark.parametrize(
    "options", [{"weights": "w"}, {"min_weight_leaf": 2.0}, {"priors": {"c0": 0.0, "c1": 1.0}}]
)
def test_what_no_weight_of_a_class_says_is_searched_node_by_node(options):
    frame = random_frame(3, 60, weights=True)
    options = {"losses": {"c0": {"c1": 3.0}}, **options}
    plain, compiled = inducers_of(frame, **options)
    assert not swift.fits(compiled)
    assert_same_growth(plain, compiled)
