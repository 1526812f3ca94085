"""Many cuts at once part keys as each of them does alone."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewidget.data import Column
from treewidget.data.gaps import Gaps
from treewidget.data.ranks import at_or_below
from treewidget.data.runs import alike

NOTHING = np.empty(0, np.int32)
whole = st.integers(-(2**63), 2**63 - 1)
COLUMNS = {
    "number": (st.floats(allow_nan=False, allow_infinity=False), np.float64, None),
    "integer": (whole, np.int64, None),
    "datetime": (st.integers(-(10**17), 10**18), np.int64, pd.Series([], dtype="M8[ns]").dtype),
}


@pytest.mark.parametrize("kind", COLUMNS)
@given(st.data())
def test_each_key_is_held_against_the_cut_in_its_own_gap(kind, data):
    values, dtype, given_as = COLUMNS[kind]
    known = sorted(data.draw(st.sets(values, min_size=2, max_size=6)))
    column = Column("x", kind, NOTHING, np.array(known, dtype), dtype=given_as)
    ranks = st.tuples(st.integers(0, len(known) - 1), st.integers(0, len(known) - 1))
    pairs = data.draw(st.lists(ranks.filter(lambda pair: pair[0] < pair[1]), max_size=8))
    middles = [column.midpoint(*pair).value for pair in pairs]
    near = [st.sampled_from([*known, middle]) | values for middle in middles]
    keys = np.array([data.draw(one) for one in near], dtype)
    gaps = Gaps(column, *np.array(pairs, np.int32).reshape(-1, 2).T)
    for held, highest in ((keys, gaps.highest()), (keys.astype(float), gaps.highest_doubles())):
        alone = [bool(at_or_below(held[[i]], middles[i])[0]) for i in range(len(pairs))]
        assert (held <= highest).tolist() == alone


def test_of_nothing_nothing_is_alike():
    distinct, places = alike(np.empty(0, np.int64))
    assert distinct.tolist() == places == []
