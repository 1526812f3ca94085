"""Candidates bit by bit: in the end the same as all at once."""

import numpy as np
import pytest

from tests.induction.frames import random_frame
from treewidget.data import build_dataset
from treewidget.engine import make_engine
from treewidget.errors import CancelledError
from treewidget.induction import Inducer, resolve
from treewidget.induction.progress import Progress
from treewidget.induction.unfolding import together, unfold


def told(candidate):
    return [getattr(candidate, name) for name in candidate.__slots__]


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
