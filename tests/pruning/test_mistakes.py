"""What the rows that go no further than a split weigh, whatever the unit of weights."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from treewidget.pruning.mistakes import without


@given(st.integers(0, 10_000), st.integers(-300, 300), st.integers(2, 5))
def test_what_is_in_no_branch_is_what_is_left_whatever_the_unit(seed, power, branches):
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.1, 10.0, 200) * 2.0**power
    to, code = rng.integers(0, branches + 1, 200), rng.integers(0, 3, 200)
    to[(code == 0) & (to == branches)] = 0  # all of the first class go on

    def of(rows):
        return np.bincount(code[rows], weight[rows], 3)

    left = without(of(to >= 0), [of(to == at) for at in range(branches)])
    assert left[0] == 0.0
    assert left == pytest.approx(of(to == branches), rel=1e-9, abs=0.0)
