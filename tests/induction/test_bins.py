"""Tables by bin are the tables by value, taken together."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.induction.frames import inducer_of, random_frame
from tests.thorough import examples
from treewidget.engine import NumpyEngine
from treewidget.induction.inducer import Inducer
from treewidget.induction.search.bins import binned_tables, bins_of, has_bins

FEW = examples(25)


def both_engines(inducer):
    """Return the inducer, and the same one over the other engine if there is one."""
    dataset, options = inducer.dataset, inducer.options
    twin = Inducer(dataset, NumpyEngine(dataset), options)
    return [twin] if isinstance(inducer.engine, NumpyEngine) else [inducer, twin]


@FEW
@given(
    seed=st.integers(0, 10**6),
    classes=st.sampled_from([2, 3, 0]),
    missing=st.sampled_from([0.0, 0.2]),
    part=st.floats(0.05, 1.0),
)
def test_a_bin_holds_what_its_values_hold(seed, classes, missing, part):
    frame = random_frame(seed, 120, classes=classes, missing=missing)
    for inducer in both_engines(inducer_of(frame)):
        train = inducer.dataset.parts["train"]
        some = np.random.default_rng(seed).random(len(train)) < part
        rows, columns = inducer.engine.rows(train[some]), range(len(inducer.dataset.columns))
        by_value, by_bin = (
            inducer.engine.tables(rows, columns),
            binned_tables(inducer, rows, columns),
        )
        for at, column in enumerate(inducer.dataset.columns):
            table, found = by_value[at], by_bin[at]
            assert found.missing_rows == table.missing_rows
            assert np.allclose(found.missing, table.missing)
            if not has_bins(column):
                assert found.codes.tolist() == table.codes.tolist()
                continue
            number = np.searchsorted(bins_of(inducer, at)[0], table.codes)
            assert found.codes.tolist() == sorted(set(number.tolist()))
            for code, count, stats in zip(found.codes, found.rows, found.stats, strict=True):
                assert count == table.rows[number == code].sum()
                assert np.allclose(stats, table.stats[number == code].sum(axis=0))


@pytest.mark.parametrize("values", [4, 300])
def test_bins_are_of_all_training_rows_and_held_as_equal_as_ties_allow(values):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(
        {"x": rng.permutation(np.arange(3000) % values), "y": rng.choice(list("ab"), 3000)}
    )
    inducer = inducer_of(frame)
    table = binned_tables(inducer, inducer.root().rows, [0])[0]
    assert len(table.codes) == min(values, 10)
    assert table.rows.max() - table.rows.min() <= (0 if values == 4 else 3000 // values)


def test_engines_are_made_once_for_each_data_set():
    inducer = inducer_of(random_frame(1, 60, classes=2))
    made = []
    over = type(inducer.engine).over

    class Counting(type(inducer.engine)):
        def over(self, dataset):
            made.append(dataset)
            return over(self, dataset)

    counted = Inducer(inducer.dataset, Counting(inducer.dataset), inducer.options)
    for _ in range(3):
        binned_tables(counted, counted.root().rows, [0])
    assert len(made) == 1
