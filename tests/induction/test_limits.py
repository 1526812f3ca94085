"""What `min_samples_leaf` and `min_weight_leaf` promise: no branch with rows holds less."""

import contextlib
import itertools

import numpy as np
import pandas as pd
import pytest

import treewidget as tw

METHODS = {
    "cart": {},
    "id3": {},
    "acls": {},
    "c4.5": {"confidence": None},  # a branch that is raised parts other rows than it was made for
    "cls": {},
    "assistant": {},
    "chaid": {"min_samples_split": 12},
}
WAYS = ["learned", "surrogate", "fractional", "proportional", "own"]
BRANCHING = ["subset", "multiway", "rest", "grouped"]


def few_gaps(seed, rows=90):
    """Return numbers and levels of which fewer are missing than a branch must hold, and weights."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"a": rng.integers(0, 6, rows).astype(float), "k": rng.choice([*"uvw"], rows)}
    )
    frame["m"] = rng.choice([*"uvwxyz"], rows)
    kinds = np.where((frame["a"] > 2) ^ (frame["k"] == "u"), "p", "q")
    frame = frame.mask(rng.random(frame.shape) < 0.03)
    return frame.assign(
        w=rng.integers(1, 12, rows) / 4, y=np.where(rng.random(rows) < 0.1, "r", kinds)
    )


def smallest(frame, weights, **options):
    """Return the rows of the smallest leaf that has some, or its weight; None of a root alone."""
    given = frame if weights else frame.drop(columns="w")
    given = given.drop(columns="a") if options["method"] == "id3" else given
    limit = {"min_weight_leaf": 6.5, "weights": "w"} if weights else {"min_samples_leaf": 6}
    leaves = tw.DecisionTree(given, "y", max_depth=3, **limit, **options).frame().query("is_leaf")
    held = leaves.loc[leaves["n"] > 0, "weight" if weights else "n"]
    return held.min() if len(held) > 1 else None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("lookahead", [1, 2])
@pytest.mark.parametrize("method", METHODS)
def test_every_leaf_with_rows_holds_what_is_asked(method, lookahead):
    frame, tried = few_gaps(1), 0
    ahead = {"lookahead": lookahead} if lookahead > 1 else {}
    for missing, branching, weights in itertools.product(WAYS, BRANCHING, [None, "w"]):
        options = {"missing": missing, "branching": branching, **METHODS[method], **ahead}
        with contextlib.suppress(tw.InvalidValueError):  # not every method knows every way
            least = smallest(frame, weights, method=method, **options)
            tried += least is not None
            assert least is None or least >= (6.5 * (1 - 1e-12) if weights else 6), options
    assert tried >= 2


def test_a_column_that_too_few_rows_lack_says_so():
    frame = few_gaps(1).drop(columns="w")
    frame["b"] = frame.pop("a").fillna(0.0)
    assert 0 < frame["k"].isna().sum() < 6
    for limit, said in (
        ({"min_samples_leaf": 6}, "6 rows"),
        ({"min_weight_leaf": 6.5}, "a weight of 6.5"),
    ):
        tree = tw.DecisionTree(frame, "y", method="acls", missing="own", grow=False, **limit)
        reason = tree.candidates(0).set_index("column")["reason"]
        assert reason["k"] == f"too few rows lack it here for a branch of {said}"
        assert not reason["b"]


def test_a_large_node_chooses_no_column_that_too_few_rows_lack():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.normal(size=(17_000, 4)), columns=list("abcd"))
    frame["y"] = np.where(frame["a"] + 0.3 * frame["b"] + rng.normal(size=17_000) > 0, "p", "q")
    frame.loc[:2, "a"] = np.nan
    tree = tw.DecisionTree(
        frame, "y", method="acls", missing="own", min_samples_leaf=9, max_depth=1
    )
    assert tree.root.split.column == "b"
    assert tree.candidates(0)["column"][0] == "b"


@pytest.mark.parametrize("method", ["id3", "acls"])
def test_a_level_that_no_row_has_is_no_second_branch(method):
    frame = pd.DataFrame({"k": [*"uuuuvv"], "y": [*"ppqqpq"]})  # nothing depends on it
    tree = tw.DecisionTree(frame, "y", method=method, allow_zero_gain=True, max_depth=9)
    assert len(tree.frame()) == 3
    assert tree.candidates(1)["gain"].isna().all()
