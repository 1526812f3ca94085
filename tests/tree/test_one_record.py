"""One record is read as a row of a frame would be, and its path says where it goes."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

from .frames import mixed


@pytest.mark.parametrize(
    "form", [dict, lambda row: row, lambda row: row.to_frame().T.infer_objects()]
)
def test_one_record_is_followed_whatever_it_is_given_as(large, form):
    row = large.rows(0).iloc[7]
    path = large.path(form(row))
    assert path.index[-1] == large.apply(large.rows(0).iloc[[7]])[0]
    assert path["condition"].iloc[0] == "all rows"
    assert (path["share"] == 1.0).all()
    for above, node in zip(path.index, path.index[1:], strict=False):
        split = large.node(above).split
        assert path["condition"][node] in split.branches
        assert large.node(node).parent == above


def test_a_path_says_where_missing_values_go_along():
    frame = pd.DataFrame(
        {"x": [1.0, 2.0, 3.0, 4.0], "z": [1.0, 2.0, 1.0, np.nan], "y": list("aabb")}
    )
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "z", threshold=1.5, missing=0)
    tree.split(1, "x", threshold=2.5, missing=1)
    steps = ["all rows", "z <= 1.5 (or missing)", "x > 2.5"]
    assert tree.path({"x": 3, "z": 1})["condition"].tolist() == steps
    steps[-1] += " (or missing)"  # of no training row, but of this record
    assert tree.path({"x": None, "z": 1})["condition"].tolist() == steps
    assert tree.path({"x": 3, "z": 2})["condition"].tolist()[-1] == "z > 1.5"


@pytest.mark.parametrize("missing", ["surrogate", "fractional"])
def test_a_path_says_where_no_branch_names_the_level(missing):
    frame = pd.DataFrame({"c": list("aabbccab"), "x": range(8), "y": list("uvuvuvuu")})
    tree = tw.DecisionTree(frame, target="y", grow=False, missing=missing)
    tree.split(0, "c", groups=[["a"], ["b"]])
    steps = tree.path({"c": "c", "x": 1})["condition"].tolist()
    both = ["c in {a} (or of no branch)", "c in {b} (or of no branch)"]
    assert steps == ["all rows", *(both if missing == "fractional" else both[:1])]
    assert tree.path({"c": "a", "x": 1})["condition"].tolist() == ["all rows", "c in {a}"]


@pytest.mark.parametrize("missing", ["most_common", "bayes", "shapiro"])
def test_a_path_says_which_values_were_filled(missing):
    """A record without an age was told to be older than 40."""
    frame = mixed(200).assign(kind=lambda data: data["kind"].astype(str))
    tree = tw.DecisionTree(frame, target="kind", missing=missing, grow=False)
    tree.split(0, "number")
    tree.split(1, "colour")
    tree.split(2, "colour")
    record = frame.drop(columns="kind").dropna().iloc[0].to_dict()
    whole = tree.path(record)["condition"].tolist()
    assert not any("filled" in step for step in whole)
    assert tree.path({**record, "number": None})["condition"].iloc[1].endswith(" (filled)")
    for colour in (None, "of no training row"):
        steps = tree.path({**record, "colour": colour})["condition"].tolist()
        assert steps[:2] == whole[:2]
        assert steps[2].endswith(" (filled)")


def test_a_path_follows_one_record(large):
    with pytest.raises(tw.InvalidValueError, match="one record, and 2 rows"):
        large.path(large.rows(0).head(2))
    with pytest.raises(tw.WrongTypeError, match="not list"):
        large.path([1, 2])
    with pytest.raises(tw.UnknownNameError, match="lacks"):
        large.path({"number": 1.0})


@pytest.mark.parametrize("levels", [[True, False], ["x", "y"]])
def test_a_record_of_another_kind_is_refused_in_the_words_of_a_frame(levels):
    frame = pd.DataFrame({"level": levels * 10})
    tree = tw.DecisionTree(frame, target=["p", "q"] * 10)
    odd = ((1, "whole numbers"), (1.5, "numbers"), (pd.Timestamp("2020"), "datetimes"))
    for value, held in odd:
        with pytest.raises(tw.WrongTypeError, match=f"holds {held} "):
            tree.predict(pd.DataFrame({"level": [value]}))
        with pytest.raises(tw.WrongTypeError, match=f"holds {held} "):
            tree.path({"level": value})


def test_a_record_may_hold_half_a_surrogate_pair():
    names = pd.Series(["\ud800", "x"] * 10, dtype=object)
    tree = tw.DecisionTree(pd.DataFrame({"name": names}), target=["p", "q"] * 10)
    for name in ("\ud800", "x"):
        alone = pd.Series({"name": name}, dtype=object)
        assert tree.path({"name": name}).equals(tree.path(alone))
        assert list(tree.path(alone).index)[-1] == tree.apply(alone.to_frame().T)[0]


_MONTHS = pd.period_range("2024-01", periods=3, freq="M")


@pytest.mark.parametrize(
    "levels",
    [
        pd.interval_range(0, 30, periods=3),
        _MONTHS,
        _MONTHS.to_timestamp(),
        [(1, 2), (3, 4), ()],
        [1, "1", 2.5],
    ],
)
def test_levels_of_any_kind_are_known_in_a_record_and_without_categories(levels):
    codes = np.arange(60) % 3
    level = pd.Series(pd.Categorical.from_codes(codes, categories=levels))
    frame = pd.DataFrame({"level": level, "y": np.array(["a", "b", "c"])[codes]})
    tree = tw.DecisionTree(frame, "y")
    for at in range(3):
        assert tree.path(frame.iloc[at])["prediction"].iloc[-1] == frame["y"][at]
    plain = frame.assign(level=pd.Series(list(level), dtype=object))
    assert tree.predict(plain).tolist() == frame["y"].tolist()
    with pytest.raises(tw.WrongTypeError, match="column 'level' of the frame holds"):
        tree.path({"level": [1]})
