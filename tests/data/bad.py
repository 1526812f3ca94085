"""Data that is good, and how what is made of it is refused."""

import pandas as pd
import pytest

from treewidget.data import build_dataset
from treewidget.errors import TreeWidgetError

GOOD = pd.DataFrame(
    {
        "age": [1.0, 2.0, 3.0, 4.0],
        "port": [*"CSCS"],
        "when": pd.date_range("2024-01-01", periods=4),
        "ok": [True, False, True, False],
        "y": [*"abab"],
    },
    index=[*"pqrs"],
)


def refuse(error, words, data=GOOD, target="y", **options):
    """Build a data set that must be refused, with all these words in the text."""
    before = data.copy(deep=True) if isinstance(data, pd.DataFrame) else None
    with pytest.raises(error) as refused:
        build_dataset(data, target, **options)
    assert isinstance(refused.value, TreeWidgetError)
    text = str(refused.value)
    for word in words:
        assert word in text, text
    assert len(text) < 600
    if before is not None:
        pd.testing.assert_frame_equal(data, before)
