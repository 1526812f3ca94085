"""Candidates bit by bit: in the end the same as all at once."""

import numpy as np
import pytest

from tests.induction.frames import random_frame, told
from treewidget import kernels
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.errors import CancelledError
from treewidget.induction import Inducer, resolve
from treewidget.induction.progress import Progress
from treewidget.induction.search import glance
from treewidget.induction.unfolding import together, unfold


def inducer_of(name, *, classes=2, **options):
    frame = random_frame(3, 120, classes=classes, missing=0.15)
    if name == "id3":
        frame = frame[["kind0", "kind1", "y"]]
    dataset = build_dataset(frame, "y", validation=frame.index % 4 == 0)
    return Inducer(dataset, make_engine(dataset), resolve(name, dataset.target.task, options))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("cart", {"missing": "surrogate"}),
        ("cart", {"lookahead": 2}),
        ("id3", {}),
        ("c4.5", {}),  # the average gain is that of all columns
        ("c5.0", {}),
        ("chaid", {}),
        ("cls", {}),
        ("assistant", {}),
        ("islr", {"classes": 0}),
    ],
)
def test_the_stages_of_any_method_are_its_candidates(name, options):
    inducer = inducer_of(name, **options)
    stages = list(unfold(inducer, inducer.root()))
    whole = inducer.candidates(inducer.root())
    assert [told(one) for one in together(stages)] == [told(one) for one in whole]
    assert not any(stage.order for stage in stages[:-1])


@pytest.mark.skipif(kernels.native() is None, reason="the twin looks at nothing at once")
def test_equal_columns_keep_their_order_where_all_are_looked_at_at_once(monkeypatch):
    task = glance.task_of
    monkeypatch.setattr(glance, "LEAST", 2)
    monkeypatch.setattr(glance, "task_of", lambda inducer: task(inducer, sorted_rows=8))
    frame = random_frame(3, 120, classes=2)
    twins = frame.drop(columns="y").add_prefix("twin_")
    dataset = build_dataset(frame.join(twins), "y")
    inducer = Inducer(dataset, make_engine(dataset), resolve("cart", "classification", {}))
    stages = list(unfold(inducer, inducer.root()))
    assert any(stage.curves for stage in stages)
    for stage in stages:
        most = [curve.most for curve in stage.curves]
        assert most == sorted(most, reverse=True)
    whole = inducer.candidates(inducer.root())
    assert [told(one) for one in together(stages)] == [told(one) for one in whole]


@pytest.mark.parametrize("name", ["cart", "c4.5"])
def test_a_place_without_rows_has_no_candidates(name):
    inducer = inducer_of(name)
    nowhere = inducer.regions.region(1, inducer.engine.rows(np.zeros(0, dtype=np.intp)))
    found = together(unfold(inducer, nowhere))
    assert [one.split for one in found] == [None] * len(inducer.dataset.columns)


def test_a_cancel_is_heard_before_the_next_columns():
    inducer, progress = inducer_of("cart"), Progress()
    stages = unfold(inducer, inducer.root(), progress)
    assert next(stages).exact
    progress.cancel()
    with pytest.raises(CancelledError):
        next(stages)
