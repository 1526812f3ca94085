"""Weights that cannot be used, of rows and of classes, and what is said of them."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.data.bad import GOOD, refuse
from treewidget.errors import InvalidValueError, UnknownNameError, WrongTypeError


@pytest.mark.parametrize(
    ("weights", "error", "words"),
    [
        ([1, -0.5, 1, 1], InvalidValueError, ["negative (-0.5", "row 1", "0 or above"]),
        ([0, 1, 0.5, -1e-3], InvalidValueError, ["negative (-0.001, first in row 3"]),
        ([1, np.nan, 1, 1], InvalidValueError, ["missing in 1 row", "row 1", "every row"]),
        ([0, 0, 0, 0], InvalidValueError, ["0 in every row"]),
        ([1, np.inf, 1, 1], InvalidValueError, ["weights holds inf", "row 1", "a finite weight"]),
        ([1, 2], InvalidValueError, ["weights has 2 values", "4 rows"]),
        ([1, 1, 1, 1e61], InvalidValueError, ["weights runs up to 1e+61", "divide"]),
        ([1e-61, 0, 0, 1e-200], InvalidValueError, ["weights runs up to 1e-61", "multiply"]),
        ([*"abcd"], WrongTypeError, ["weights holds text", "numbers"]),
        ("wieght", UnknownNameError, ["weights 'wieght' is no column of data"]),
        ("port", WrongTypeError, ["weights 'port' of data holds text"]),
        (np.ones((4, 1)), WrongTypeError, ["weights is an ndarray of shape (4, 1)"]),
        (object(), WrongTypeError, ["weights is an object"]),
    ],
)
def test_weights_that_cannot_be_used(weights, error, words):
    refuse(error, words, weights=weights)


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_a_part_that_is_too_light_by_itself_is_refused(part):
    light = np.array([part == "train", part == "train", part == "validation", part == "test"] * 2)
    frame = pd.DataFrame({"x": range(8), "y": np.arange(8) * 1e-30})
    held = {"validation": [False, False, True, False] * 2, "test": [False, False, False, True] * 2}
    words = f"^the weight of the {part} rows runs up to 1e-61, .* multiply"
    with pytest.raises(InvalidValueError, match=words):
        tw.DecisionTree(frame, target="y", weights=np.where(light, 1e-61, 1.0), **held)
    tree = tw.DecisionTree(frame, target="y", weights=np.where(light, 1e-60, 1.0), **held)
    plain = tw.DecisionTree(frame, target="y", **held)
    assert tree.root.split.text == plain.root.split.text
    for on in ("train", "validation", "test"):
        assert tree.score(on=on) == pytest.approx(plain.score(on=on))
    assert tree.root.validation_error == pytest.approx(plain.root.validation_error)


def test_weights_that_leave_nothing():
    refuse(
        InvalidValueError,
        ["target 'y' leaves no training row", "weight of 0"],
        data=GOOD.assign(y=["a", "b", None, None]),
        weights=[0, 0, 1, 1],
    )
    refuse(
        InvalidValueError,
        ["validation takes every row"],
        weights=[1, 0, 0, 0],
        validation=[True, False, False, False],
    )


@pytest.mark.parametrize(
    ("class_weight", "error", "words"),
    [
        ("blanced", WrongTypeError, ["class_weight 'blanced'", "'balanced'"]),
        ({"z": 1}, UnknownNameError, ["class_weight: 'z' is no class of target 'y'", "'a', 'b'"]),
        ({"a": -1}, InvalidValueError, ["class 'a' is -1", "0 or above"]),
        ({"a": np.nan}, InvalidValueError, ["class 'a' is nan"]),
        ({"a": "2"}, WrongTypeError, ["class 'a' is '2'", "number"]),
        ([1, 2], WrongTypeError, ["class_weight [1, 2]", "dict"]),
        ({"a": 0}, InvalidValueError, ["constant"]),
        ({"a": 0, "b": 0}, InvalidValueError, ["no training row"]),
        ({"a": 1e61}, InvalidValueError, ["class_weight runs up to 1e+61", "divide"]),
    ],
)
def test_class_weights_that_cannot_be_used(class_weight, error, words):
    refuse(error, words, class_weight=class_weight)


def test_class_weights_need_classes():
    refuse(InvalidValueError, ["class_weight needs classes", "'age'"], target="age",
           class_weight="balanced")  # fmt: skip


def test_weights_that_overflow_are_refused_without_a_warning():
    frame = pd.DataFrame({"x": [1, 2, 3, 4], "y": list("aabb"), "w": [1e59] * 4})
    with pytest.raises(InvalidValueError, match=r"^weights times class_weight runs up to inf"):
        tw.DecisionTree(frame, target="y", weights="w", class_weight={"a": 1e300})
