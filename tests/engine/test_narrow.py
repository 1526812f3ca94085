"""The kernel says of narrow codes what it says of the same as int32."""

from dataclasses import fields

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.engine.test_compiled import assert_same_tables
from tests.induction.frames import with_changes
from treewidget import kernels
from treewidget.data import narrow, spacing
from treewidget.data.narrow import held_bytes
from treewidget.engine.contract import Route
from treewidget.engine.growing import Grown
from treewidget.induction.records import OwnRecords
from treewidget.induction.swift import lines_of
from treewidget.tree.routing import travel

native = kernels.native()
pytestmark = pytest.mark.skipif(native is None, reason="no compiled kernel here")
NAMES = ["few", "kind", "many", "level", "whole", "float"]
WIDTHS = [1, 1, 2, 2, 3, 4]


def frame_of(rows, regression):
    """Return columns whose codes take one byte, two, three and four."""
    rng, levels = np.random.default_rng(3), [f"k{at}" for at in range(400)]
    frame = pd.DataFrame(
        {
            "few": rng.integers(0, 9, rows).astype(float),
            "kind": rng.choice([*"abcdef"], rows),
            "many": rng.integers(0, 900, rows).astype(float),
            "level": pd.Categorical.from_codes(rng.integers(0, 400, rows), levels),
            "whole": rng.integers(0, 2**24 - 9, rows),
            "float": rng.normal(size=rows).astype(np.float32).astype(float),
        }
    )
    score = frame["few"] + 4 * frame["float"] + frame["whole"] / 2**22 + frame["many"] / 200
    score += 3 * rng.normal(size=rows)
    frame.loc[rng.random(rows) < 0.1, ["few", "float"]] = np.nan
    return frame.assign(y=score if regression else np.where(score > score.median(), "p", "q"))


def pair(monkeypatch, rows, *, regression=False, **options):
    """Return a tree that is only its root, of narrow codes, and the same of wide ones."""
    monkeypatch.setattr(spacing, "LEAST", 0)
    task, frame = "regression" if regression else "classification", frame_of(rows, regression)
    trees = []
    for least, widths in ((0, WIDTHS), (2**31, [4] * len(WIDTHS))):
        monkeypatch.setattr(narrow, "LEAST", least)
        tree = tw.DecisionTree(frame, "y", task=task, grow=False, **options)
        columns = tree.workspace.inducer.dataset.columns
        assert [held_bytes(column.codes)[1] for column in columns] == widths
        trees.append(tree)
    return trees


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("rows", [40, 60_000])
def test_counting_and_parting(monkeypatch, rows):
    trees = pair(monkeypatch, rows)
    one, other = (tree.workspace.inducer.engine for tree in trees)
    cuts = {"few": 5, "many": 99, "whole": rows // 3, "float": rows // 2}
    for positions in (np.arange(rows), np.arange(0, rows, 7), np.arange(1)):
        mine, theirs = one.rows(positions), other.rows(positions)
        assert_same_tables(one.tables(mine, range(6)), other.tables(theirs, range(6)))
        for name, cut in cuts.items():
            column = NAMES.index(name)
            assert one.missing_rows(mine, column) == other.missing_rows(theirs, column)
            for side in (0, 1):
                route = Route(column, 2, side, cuts=np.array([cut]))
                halves = zip(
                    one.partition(mine, route), other.partition(theirs, route), strict=True
                )
                for half, same in halves:
                    assert np.array_equal(one.positions(half), other.positions(same))


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("regression", [False, True])
@pytest.mark.parametrize("limits", [{"max_leaf_nodes": 60}, {"max_depth": None}])
def test_growing(monkeypatch, limits, regression):
    found = []
    for tree in pair(monkeypatch, 60_000, regression=regression):
        inducer = with_changes(tree.workspace.inducer, **limits)
        found.append(lines_of(inducer, [inducer.root()], lambda _share: None))
    for field in fields(Grown):
        np.testing.assert_array_equal(*(getattr(one, field.name) for one in found), field.name)


@pytest.mark.usefixtures("instruction_set")
def test_looking(monkeypatch):
    one, other = (tree.candidates(0) for tree in pair(monkeypatch, 60_000))
    pd.testing.assert_frame_equal(one, other)


@pytest.mark.parametrize("limits", [{"max_depth": None}, {"max_depth": 4}])
def test_rows_of_other_parts_go_down(monkeypatch, limits):
    one, other = pair(monkeypatch, 3_000, validation=0.3, **limits)
    for tree in (one, other):
        tree.grow()
    assert one == other
    places = [travelled(tree) for tree in (one, other)]
    assert np.array_equal(*places)
    assert np.array_equal(places[0], one.apply(one.workspace.inducer.dataset.frames[0]))


def travelled(tree):
    """Return the leaf that each row ends in, sent down by its codes."""
    dataset = tree.workspace.inducer.dataset
    records = OwnRecords(dataset, np.arange(dataset.n_rows))
    journey = travel(tree.workspace.tree.root, records, dataset.n_rows)
    return np.array(journey.ids)[journey.place]


@pytest.mark.parametrize(("held", "width"), [(9, 0), (9, 5), (8, 2), (4, 1)])
def test_frames_of_other_widths_are_refused(held, width):
    codes = np.zeros(held, np.uint8)
    with pytest.raises(ValueError, match="another length"):
        native.Frame(4, [codes], [width], [9], [True], None, 0, np.zeros(4), None)
