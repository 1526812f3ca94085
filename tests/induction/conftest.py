"""What several tests of growing share."""

from functools import partial

import pytest

from tests.induction.swift_trees import choose_sorted_rows
from treewidget.induction.search import chaid


@pytest.fixture(params=[0, chaid.MOST], ids=["in arrays", "one by one"])
def merged_either_way(request, monkeypatch):
    """Merge categories, however many there are, in either way."""
    monkeypatch.setattr(chaid, "FEW", request.param)


@pytest.fixture
def sorted_rows(monkeypatch):
    return partial(choose_sorted_rows, monkeypatch)
