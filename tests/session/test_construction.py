"""Masks are written down as a bit a row, and nothing else is read as one."""

import base64
import zlib
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.errors import InvalidValueError
from treewidget.session import construction
from treewidget.session.construction import packed, unpacked


@given(st.lists(st.booleans(), max_size=70))
def test_a_mask_comes_back(rows):
    found = unpacked(packed(np.array(rows, dtype=bool)))
    assert found.dtype == bool
    assert found.tolist() == rows


def test_a_mask_that_is_too_long_is_asked_for_again(tmp_path, monkeypatch):
    frame, path = mixed(60), tmp_path / "j"
    given = {"validation": np.arange(60) < 12, "test": np.arange(60) > 40}
    tree = tw.DecisionTree(frame, target="kind", **given, journal=path)
    assert tw.load(path, frame) == tree
    monkeypatch.setattr(construction, "MASK_LIMIT", 59)
    tree.save(tmp_path / "short")
    with pytest.raises(tw.JournalError, match=r"give validation=..., test=... again"):
        tw.load(tmp_path / "short", frame)
    assert tw.load(tmp_path / "short", frame, **given) == tree
    with pytest.raises(InvalidValueError, match="at most 59 rows"):
        unpacked({"rows": 60, "bits": packed(np.ones(59, dtype=bool))["bits"]})


def test_losses_of_classes_that_json_does_not_know_are_written_by_their_labels(tmp_path):
    """They were asked for again: a journal had no place for an interval."""
    frame, path = mixed(60), tmp_path / "j"
    frame["band"] = pd.cut(np.arange(60) % 7, [-1, 2, 4, 7])
    low, middle, high = frame["band"].cat.categories
    given = {"losses": {low: {high: 3}}, "priors": {low: 0.5, middle: 0.25, high: 0.25}}
    tree = tw.DecisionTree(frame, target="band", **given, journal=path)
    tree.label(0, middle)
    assert tw.load(path, frame) == tree
    assert tree.replay(frame) == tree
    assert 'losses={"(-1, 2]": {"(4, 7]": 3}}' in tree.history.code()


def test_classes_that_read_alike_are_told_apart_in_code(tmp_path):
    """A label that is the number was written, and set, as one of the text."""
    frame = mixed(60)
    kinds = pd.Index([Decimal(1), "1"], dtype=object)
    frame["y"] = pd.Categorical.from_codes(np.arange(60) % 2, kinds)
    given = {"losses": {Decimal(1): {"1": 5}}}
    tree = tw.DecisionTree(frame, target="y", **given, max_depth=1, journal=tmp_path / "j")
    tree.label(0, Decimal(1))
    assert tree.root.prediction == Decimal(1)
    tree.label(0, "1")
    assert tree.root.prediction == "1"
    assert tree.history.code().splitlines()[2:] == [
        'tree = tw.DecisionTree(data, target="y", losses={"1 (Decimal)": {"1": 5}}, max_depth=1)',
        'tree.label(0, "1 (Decimal)")',
        'tree.label(0, "1")',
    ]
    assert tw.load(tmp_path / "j", frame) == tree


def bits(content):
    return base64.b64encode(zlib.compress(content)).decode()


@pytest.mark.parametrize(
    "written",
    [
        None, [], {}, {"rows": True, "bits": bits(b"a")}, {"rows": 8.0, "bits": bits(b"a")},
        {"rows": -8, "bits": None}, {"rows": "8", "bits": bits(b"a")}, {"rows": 8, "bits": b"a"},
        {"rows": 8, "bits": 7}, {"rows": 8, "bits": ""}, {"rows": 8, "bits": "!" + bits(b"a")},
        {"rows": 8, "bits": bits(b"")},
        {"rows": 8, "bits": bits(b"ab")}, {"rows": 9, "bits": bits(b"a")},
        {"rows": 8, "bits": base64.b64encode(b"a").decode()},
    ],
)  # fmt: skip
def test_what_is_no_mask_is_not_read(written):
    assert unpacked({"rows": 8, "bits": bits(b"a")}).tolist() == [0, 1, 1, 0, 0, 0, 0, 1]
    with pytest.raises(InvalidValueError, match="mask"):
        unpacked(written)
