"""What scikit-learn's threads do to the process's warning filters is undone."""

import warnings

import numpy as np
import pytest

import treewidget as tw
from tests.induction.frames import random_frame
from treewidget.ensembles import comparison, learners
from treewidget.ensembles.filters import filters_kept


def emptied(*said: str) -> None:
    """Do what one thread does that enters between another's coming and going."""
    warnings.filters[:] = []
    for each in said:
        warnings.warn(each, UserWarning, stacklevel=2)


def test_a_comparison_leaves_the_filters_as_they_were(monkeypatch):
    def way(lesson, progress):  # noqa: ARG001
        emptied("`sklearn.utils.parallel.delayed` should be used with its own `Parallel`")
        return np.zeros(len(lesson.held))

    racing = learners.Learner("racing", "", way)
    monkeypatch.setattr(comparison, "learners", lambda: (racing,))
    before = list(warnings.filters)
    table = tw.DecisionTree(random_frame(1, 60), "y").compare(folds=2)
    assert "racing" in table.index
    assert warnings.filters == before


def test_other_warnings_are_heard():
    with pytest.warns(UserWarning, match="worth knowing") as heard, filters_kept():
        emptied("worth knowing")
    assert [one.filename for one in heard] == [__file__]


def test_what_is_ignored_outside_is_ignored():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        with filters_kept():
            emptied("not worth it")
