"""Listed cuts: values, texts and ranks of many are those of the cuts, of which none is made."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data import build_dataset
from treewidget.data.column import Column
from treewidget.induction.listed import Listed


@pytest.fixture
def frame():
    rng = np.random.default_rng(0)
    noon = pd.Timestamp("2024-03-01 12:00", tz="Europe/Oslo")
    return pd.DataFrame(
        {
            "float": rng.normal(size=40),
            "integer": rng.permutation(40) * 3,
            "huge": np.uint64(2**63) + rng.permutation(40).astype(np.uint64) * np.uint64(3),
            "when": noon + pd.to_timedelta(rng.permutation(40), "D"),
            "size": pd.Categorical.from_codes(np.arange(40) % 3, ["S", "M", "L"], ordered=True),
            "y": list("ab") * 20,
        }
    )


@pytest.mark.parametrize("at", range(5))
def test_what_is_told_of_all_is_what_each_cut_tells(frame, at):
    column = build_dataset(frame, "y").columns[at]
    low = np.arange(0, len(column.keys) - 1, 2, dtype=np.int32)
    high = np.minimum(low + 2, len(column.keys) - 1).astype(np.int32)
    named = [column.parse_cut(column.plain_cut(column.midpoint(0, 1))), column.midpoint(1, 2)]
    listed = Listed.of(column, low, high, named)
    cuts = listed.cuts()
    middles = column.midpoints(low, high)
    assert sorted({cut.value for cut in middles + named}) == listed.thresholds()
    assert [cut.value for cut in cuts] == listed.thresholds()
    assert [cut.text for cut in cuts] == listed.texts()
    assert [column.rank_of(cut) for cut in cuts] == listed.ranks().tolist()
    assert all(any(cut is one for one in cuts) for cut in named), "with the texts they came with"


def test_a_table_of_a_column_makes_no_cut_of_each_line(frame, monkeypatch):
    """A million of them took a second, and 200 MB."""
    tree = tw.DecisionTree(frame, "y", grow=False)
    monkeypatch.setattr(Column, "midpoints", None)
    for name in frame.columns[:4]:
        assert len(tree.profile(0, name)) == 39
