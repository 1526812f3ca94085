"""Names in the data are anything: they come through as they are, and never swell a message."""

import json

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.data import build_dataset
from treewidget.data.levels import labels_of
from treewidget.data.words import listed, shown
from treewidget.errors import TreeWidgetError

HOSTILE = [
    "</script><img src=x onerror=alert(1)>",
    "quo\"te's \\ back`tick",
    "🦜👩‍👩‍👧‍👦",
    "x" * 10_000,
    "꽃잎 너비",
    "عرض البتلة",
    "\u202ereversed\u202c",
    "new\nline\ttab\x00nul",
    "{braces} %s $HOME",
    "",
    "   ",
    "__proto__",
    "constructor",
]


@pytest.fixture(params=HOSTILE, ids=range(len(HOSTILE)))
def name(request):
    return request.param


def test_hostile_columns_classes_and_levels_come_through(name):
    frame = pd.DataFrame(
        {name: [1.0, 2.0, 3.0, 4.0], "s": [name, "b", name, "b"], "y": [name, "b"] * 2}
    )
    dataset = build_dataset(frame, "y")
    assert dataset.columns[0].name == name
    assert dataset.columns[dataset.column_index(name)] is dataset.columns[0]
    levels = dataset.columns[1]
    assert set(levels.levels) == {name, "b"}
    assert levels.level_code(name) == levels.levels.index(name)
    assert dataset.target.decode([dataset.target.class_code(name)]).tolist() == [name]
    json.dumps([levels.labels, dataset.target.labels, list(dataset.notes)]).encode()
    assert dataset.read(frame)[1].codes.tolist() == levels.codes.tolist()


def test_hostile_targets_and_weights_are_named(name):
    frame = pd.DataFrame({"x": [1, 2, 3, 4], name: [*"abab"]})
    assert build_dataset(frame, name).target.name == name


def test_names_that_are_numbers_of_numpys_are_as_pythons(tmp_path):
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "z": [*"uvvu"], "y": [*"abab"]})
    frame = frame.rename(columns={"x": np.int64(7)})
    before = list(frame.columns)
    tree = tw.DecisionTree(frame, "y", journal=tmp_path / "a.journal")
    tree.split(0, np.int64(7), threshold=2, replace=True)
    assert str(tree.history.code()).endswith("tree.split(0, 7, threshold=2, replace=True)")
    assert tw.load(tmp_path / "a.journal", frame) == tree
    assert tree.predict(frame).tolist() == tree.predict(tree.rows(0)).tolist()
    assert tree.profile(0, np.int64(7)).equals(tree.profile(0, 7))
    assert [type(name) for name in frame.columns] == [type(name) for name in before]
    costly = tw.DecisionTree(frame, "y", column_costs={np.int64(7): 2.0})
    assert costly == tw.DecisionTree(frame, "y", column_costs={7: 2.0})


def test_messages_stay_short_and_quote(name):
    frame = pd.DataFrame({name: [1.0, float("inf"), 3.0, 4.0], "y": [*"abab"]})
    for data, target in ((frame, "y"), (frame, name + "!"), (frame.assign(y=name), "y")):
        with pytest.raises(TreeWidgetError) as refused:
            build_dataset(data, target)
        assert len(str(refused.value)) < 800
        assert "\n" not in str(refused.value)
        assert "\u202e" not in str(refused.value)


def test_an_index_of_anything_names_rows():
    frame = pd.DataFrame({"x": [1.0, float("inf")], "y": [*"ab"]}, index=["a" * 10_000, None])
    with pytest.raises(TreeWidgetError, match="first in row"):
        build_dataset(frame, "y")


@pytest.mark.parametrize(
    ("index", "name"), [([7, 8], "8"), ([0.5, 1.5], "1.5"), ([(1, 4), (1, 5)], r"\(1, 5\)")]
)
def test_a_row_is_named_as_its_index_shows_it(index, name):
    frame = pd.DataFrame({"x": [1.0, float("inf")], "y": [*"ab"], "w": [1.0, -1.0]})
    frame.index = pd.Index(index)
    with pytest.raises(TreeWidgetError, match=rf"first in row {name}\)"):
        build_dataset(frame, "y")
    with pytest.raises(TreeWidgetError, match=rf"first in row {name}\)"):
        build_dataset(frame.assign(x=0), "y", weights="w")


def test_labels_are_unique_and_can_be_encoded():
    labels = labels_of(["a", "\ud800", "", "1", 1, 1.0, True, "True", None, ("t", 1), "1 (int)"])
    assert len(set(labels)) == 11
    assert labels[0] == "a"
    assert labels[3] == "1"
    for label in labels:
        assert label.strip()
        label.encode()


@pytest.mark.parametrize("length", [1, 79, 81, 200, 10_000])
def test_shown_is_never_long(length):
    for value in ("x" * length, ["x" * length], b"x" * length, "\u202e" * length):
        assert len(shown(value)) <= 80
    assert shown(10**5000) == "an int of thousands of digits"


def test_listed_says_how_many_more():
    assert listed(["a", 1]) == "'a', 1"
    assert listed(range(1000)) == "0, 1, 2, 3, 4 and 995 more"


def test_a_blank_name_is_seen_wherever_a_split_is_told(tmp_path):
    frame = pd.DataFrame({"": range(40), "c": ["", "", "b", "b"] * 10, " ": [*"uv"] * 20})
    tree = tw.DecisionTree(frame, " ", grow=False, journal=tmp_path / "a.journal")
    tree.split(0, "", threshold=[9, 19])
    tree.split(2, "c", groups=[["b"], [""]])
    assert tree.node(2).rule == "9 < '' <= 19"
    assert str(tree.history[0]).startswith("tree.split(0, \"\", threshold=[9, 19])  # node 0: ''")
    assert tree.profile(1, "").cut.iloc[0] == "'' <= 0.5"
    shown = tree.widget()._meta
    assert shown["target"] == "' '"
    assert shown["columns"] == [
        {"name": "''", "literal": '""', "kind": "integer"},
        {"name": "c", "kind": "nominal", "levels": ["''", "b"], "literals": ['""', '"b"']},
    ]


def test_a_name_of_signs_without_a_width_is_seen():
    frame = pd.DataFrame({"\u200b": range(8), "y": ["\u2060 \u200d", "e\u0301\u200d"] * 4})
    tree = tw.DecisionTree(frame, "y", grow=False)
    assert list(tree.classes) == ["e\u0301\u200d", "\u2060 \u200d"]  # as they are, in Python
    shown = tree.widget()._meta
    assert shown["columns"][0]["name"] == r"'\u200b'"
    assert shown["classes"] == ["e\u0301\u200d", r"'\u2060 \u200d'"]
