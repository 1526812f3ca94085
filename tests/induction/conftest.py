"""What several tests of growing share."""

import pytest

from treewidget.induction.search import chaid


@pytest.fixture(params=[0, chaid.MOST], ids=["in arrays", "one by one"])
def merged_either_way(request, monkeypatch):
    """Merge categories, however many there are, in either way."""
    monkeypatch.setattr(chaid, "FEW", request.param)
