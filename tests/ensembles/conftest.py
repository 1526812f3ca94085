"""What all tests of ensembles share."""

import pytest

from treewidget.ensembles import learners


@pytest.fixture(autouse=True)
def few_trees(monkeypatch):
    monkeypatch.setattr(learners, "TREES", 5)
