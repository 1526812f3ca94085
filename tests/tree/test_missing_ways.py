"""What becomes of missing rows at a split, in words and in what is predicted."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget.errors import TreeWidgetError

from .wanderers import RECIPES


def three():
    """Return six rows that know x, one that knows z alone, and one that knows neither."""
    nothing = [np.nan]
    return pd.DataFrame(
        {
            "x": [1.0, 2, 3, 4, 5, 6, *nothing, *nothing],
            "z": [1.0, 1, 1, 2, 2, 2, 2, *nothing],
            "same": [1] * 7 + [2],
            "y": list("aaabbbaa"),
        }
    )


WORDS = {
    "fractional": "2 missing in shares",
    "stops": "2 missing stop here",
    "surrogate, one way": "2 missing: 1 by z <= 1.5, 1 stops here",
    "surrogate": "2 missing: 1 by z <= 1.5, 1 with x <= 4.5",
}


@pytest.mark.parametrize("recipe", WORDS)
def test_a_node_says_what_becomes_of_missing_rows(recipe):
    tree = tw.DecisionTree(three(), target="y", grow=False, **RECIPES[recipe])
    tree.split(0, "x", threshold=4.5)
    words = WORDS[recipe]
    assert tree.root.missing_ways == words
    assert words in str(tree)
    assert words in repr(tree.root)
    table = tree.frame()
    fate_of_rows = table[["missing_n", "rerouted_n", "stopped_n", "dropped_n"]].loc[0].tolist()
    stopped = {"stops": 2, "surrogate, one way": 1}.get(recipe, 0)
    assert fate_of_rows == [2, 2 - stopped, stopped, 0]


def test_dropped_rows_are_said_and_come_back_as_tokens():
    frame = pd.DataFrame({"x": ["p", "p", "p", "q", "q", None], "y": list("aaabba")})
    tree = tw.DecisionTree(frame, target="y", method="id3")
    assert tree.root.split.missing == "drop"
    assert tree.root.missing_ways == "1 missing dropped below"
    assert [tree.node(child).n for child in tree.root.children] == [3, 2]
    assert tree.predict_proba(frame[-1:]).tolist() == [[0.6, 0.4]]
    assert tree.path(frame.iloc[-1])["share"].tolist() == [1.0, 0.6, 0.4]


def test_rows_in_several_nodes_come_with_their_shares():
    tree = tw.DecisionTree(three(), target="y", grow=False, missing="fractional")
    assert "share" not in tree.rows(0)
    tree.split(0, "x", threshold=4.5)
    rows = tree.rows(1)
    assert rows["share"].round(9).tolist() == [1.0] * 4 + [round(2 / 3, 9)] * 2
    assert rows.index.tolist() == [0, 1, 2, 3, 6, 7]


def test_unknown_levels_are_missing_by_the_nodes_own_rule():
    frame = pd.DataFrame({"x": list("ppppqqr") * 2, "y": list("aaabbbb") * 2})
    record = pd.DataFrame({"x": ["never seen"]})
    shares = tw.DecisionTree(frame, target="y", method="c4.5", min_cases=1)
    proba = shares.predict_proba(record)[0].tolist()
    assert proba == pytest.approx([6 / 14, 8 / 14])
    apart = tw.DecisionTree(frame, target="y", method="c4.5", missing="own", min_cases=1)
    assert apart.root.split.missing == "stop"  # no row is missing: there is no branch of their own
    assert apart.apply(record).tolist() == [0]
    assert apart.predict(record).tolist() == ["b"]


def test_labels_by_hand_count_as_that_class():
    tree = tw.DecisionTree(three(), target="y", grow=False, missing="fractional")
    tree.split(0, "x", threshold=4.5)
    record = pd.DataFrame({"x": [np.nan], "z": [1.0], "same": [1]})
    assert tree.predict(record).tolist() == ["a"]
    tree.label(1, "b")
    assert tree.predict(record).tolist() == ["b"]
    assert tree.predict_proba(record)[0, 0] > 0.5


def test_a_record_that_stops_is_predicted_there():
    tree = tw.DecisionTree(three(), target="y", grow=False, **RECIPES["stops"])
    tree.split(0, "x", threshold=3.5)
    tree.label(0, "b")
    record = pd.DataFrame({"x": [np.nan], "z": [1.0], "same": [1]})
    assert tree.apply(record).tolist() == [0]
    assert tree.predict(record).tolist() == ["b"]
    assert tree.path(record).index.tolist() == [0]
    assert tree.history.frame()["error"].iloc[-1] == pytest.approx(2 / 8)


def test_surrogates_count_in_the_importance_as_rpart_has_it():
    tree = tw.DecisionTree(three(), target="y", grow=False, **RECIPES["surrogate"])
    tree.split(0, "x", threshold=3.5)
    (surrogate,) = tree.root.split.surrogates
    importance = tree.importance()
    assert surrogate.column == "z"
    assert importance["z"] / importance["x"] == pytest.approx(surrogate.adjusted)


def test_an_empty_branch_predicts_as_its_parent():
    frame = pd.DataFrame({"x": pd.Categorical(list("pqpq"), list("pqr")), "y": list("aabb")})
    tree = tw.DecisionTree(frame, target="y", method="id3", allow_zero_gain=True)
    empty = tree.node(tree.root.children[2])
    assert (empty.n, empty.weight, empty.impurity) == (0, 0.0, 0.0)
    assert empty.prediction == tree.root.prediction
    record = pd.DataFrame({"x": pd.Categorical(["r"], list("pqr"))})
    assert tree.predict_proba(record).tolist() == [[0.5, 0.5]]
    assert tree.apply(record).tolist() == [empty.id]


def test_kept_splits_may_have_branches_that_never_had_rows():
    frame = pd.DataFrame(
        {
            "z": range(8),
            "x": pd.Categorical(list("ppqqppqq"), list("pqr")),
            "y": list("aabbabab"),
        }
    )
    tree = tw.DecisionTree(frame, target="y", method="c4.5", grow=False)
    tree.split(0, "z", threshold=3.5)
    tree.split(1, "x")
    tree.lock(1)
    assert [tree.node(child).n for child in tree.node(1).children] == [2, 2, 0]
    tree.split(0, "z", threshold=5.5, replace=True)
    kept = tree.node(tree.root.children[0])
    assert kept.locked
    assert [tree.node(child).n for child in kept.children] == [4, 2, 0]
    with pytest.raises(TreeWidgetError, match="locked"):
        tree.split(0, "z", threshold=1.5, replace=True)


def test_a_majority_that_surrogates_turn_round_is_heeded_by_new_rows_and_in_every_figure():
    gaps = [np.nan] * 5
    frame = pd.DataFrame(
        {
            "x": [1.0, 2, 3, 8, 9, *gaps],
            "z": [1.0, 1, 1, 2, 2, 2, 2, 2, 2, np.nan],
            "same": [1] * 9 + [2],
            "y": list("aaabbbbbba"),
        }
    )
    tree = tw.DecisionTree(frame, target="y", grow=False, **RECIPES["surrogate"])
    tree.split(0, "x", threshold=5)
    assert [tree.node(child).n for child in (1, 2)] == [4, 6]  # of the known rows most go left
    assert tree.predict(frame)[-1] == "b"  # and of all of them right
    assert tree.history.frame()["error"].iloc[-1] == pytest.approx(1 / 10)
    assert tree.score() == pytest.approx(9 / 10)
