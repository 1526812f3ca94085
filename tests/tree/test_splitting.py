"""Splitting by hand: what is forced, what is replaced, and what a replacement keeps."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from treewidget import InvalidValueError, RefusedError, kernels
from treewidget.data import spacing

from .frames import splits


def test_a_split_whose_column_is_named_is_forced(tree):
    tree.split(1, "age")
    assert tree.node(1).forced
    assert not tree.node(0).forced


def test_the_best_split_is_not_forced(tree):
    tree.prune(2)
    tree.split(2)
    assert not tree.node(2).forced
    assert str(tree.node(2).split) == "smokes in {no}"


def test_a_split_node_is_replaced_only_when_that_is_said(tree):
    with pytest.raises(
        RefusedError, match=r"node 0 is split already \(age <= 40.5\).*replace=True"
    ):
        tree.split(0, "smokes")
    tree.split(0, "smokes", replace=True)
    assert str(tree.node(0).split) == "smokes in {no}"


def test_what_is_read_in_passing_names_ten_branches_of_many():
    frame = pd.DataFrame({"town": [f"t{at:02}" for at in range(14)] * 4, "y": list("aabb") * 14})
    tree = tw.DecisionTree(frame, "y", method="c4.5", grow=False)
    towns = [[f"t{at:02}"] for at in range(14)]
    done = tree.split(0, "town", groups=towns)
    assert done.text.startswith("node 0: town: {t00} | {t01} | ")
    assert "{t09} | 4 more" in done.text
    with pytest.raises(RefusedError, match=r"\{t09\} \| 4 more is in force already"):
        tree.split(0, "town", groups=towns, replace=True)
    assert "{t13}" in str(tree.node(0).split)


def test_refusals_stay_on_one_line_whatever_columns_are_called():
    frame = pd.DataFrame({"a\nb": range(8), "y": list("ppppqqqq")})
    tree = tw.DecisionTree(frame, "y")
    with pytest.raises(RefusedError, match=r"node 0 is split already \(a\\nb <= 3.5\): pass"):
        tree.split(0)
    tree.split(0, "a\nb", threshold=3.5, replace=True)
    with pytest.raises(RefusedError, match=r"^node 0: a\\nb <= 3.5 is in force already$"):
        tree.split(0, "a\nb", threshold=3.5, replace=True)


def test_refusals_name_a_column_as_it_is_called():
    levels = pd.Categorical(list("lmhlmhlm"), categories=["l", "m", "h"], ordered=True)
    levels = levels.rename_categories({"l": "low\n"})
    frame = pd.DataFrame({"a\nb": 1, "": 2, "'c'": levels, "y": list("ppppqqqq")})
    tree = tw.DecisionTree(frame, "y", grow=False)
    with pytest.raises(RefusedError, match=r"^a\\nb cannot split node 0: it has only one value"):
        tree.split(0, "a\nb")
    with pytest.raises(RefusedError, match=r"^'' cannot split node 0: it has only one value"):
        tree.split(0, "")
    with pytest.raises(InvalidValueError, match=r"\('c' there runs from low\\n to h\)$"):
        tree.split(0, "'c'", threshold="h")
    tree.split(0, "'c'", threshold="low\n")
    with pytest.raises(InvalidValueError, match=r"^threshold low\\n leaves no rows on the left"):
        tree.split(2, "'c'", threshold="low\n")


def test_replacing_gives_leaves_and_regrow_grows_them(tree):
    assert tree.split(0, "age", threshold=50, replace=True).after.leaves == 2
    tree.undo()
    assert tree.split(0, "age", threshold=50, replace=True, regrow=True).after.error == 0


def test_replacing_carries_forced_splits_over_where_rows_reach_both_sides(ladder):
    ladder.split(3, "z")
    gesture = ladder.split(0, "x", threshold=6, replace=True)
    left, right = ladder.node(0).children
    assert str(ladder.node(left).split) == "x <= 3"
    assert str(ladder.node(right).split) == "x <= 11"
    below = ladder.node(ladder.node(left).children[0])
    assert str(below.split) == "z <= 0.5"
    assert below.forced
    assert "went with it" not in gesture.text


def test_replacing_is_refused_if_a_lock_would_go(ladder):
    ladder.lock(1)
    with pytest.raises(RefusedError, match=r"node 1, which is locked.*tree\.lock\(1, on=False\)"):
        ladder.split(0, "x", threshold=3, replace=True)
    ladder.split(0, "x", threshold=6, replace=True)  # rows still reach both sides
    locked = ladder.node(ladder.node(0).children[0])
    assert locked.locked
    assert str(locked.split) == "x <= 3"


def test_replacing_by_fewer_branches_refuses_to_lose_a_lock(ladder):
    ladder.split(3, "x", threshold=[0, 1, 2])
    last = ladder.node(3).children[3]
    ladder.lock(last)
    with pytest.raises(RefusedError, match=f"node {last}, which is locked"):
        ladder.split(3, "z", replace=True)


def test_replacing_a_split_by_itself_only_makes_it_forced(tree):
    before = splits(tree)
    gesture = tree.split(0, "age", replace=True)
    assert gesture.made == gesture.removed == ()
    assert splits(tree) == before
    assert tree.node(0).forced
    with pytest.raises(RefusedError, match="in force already"):
        tree.split(0, "age", replace=True)


def test_replacing_a_split_by_itself_may_grow_on_below(tree):
    tree.prune(2)
    tree.split(2, "age")
    tree.undo()
    tree.split(0, "age", replace=True)
    with pytest.raises(RefusedError, match="in force already"):
        tree.split(0, "age", replace=True, regrow=True)  # node 2 was pruned by hand: it stays


def test_several_thresholds_make_several_branches(ladder):
    ladder.split(0, "x", threshold=[3, 7, 11], replace=True)
    assert len(ladder.node(0).children) == 4
    assert str(ladder.node(0).split) == "x: <= 3 | (3, 7] | (7, 11] | > 11"


def test_groups_and_the_rest(tree):
    tree.split(1, "smokes", groups=["yes"])
    assert tree.node(1).split.groups == (("yes",), ("no",))
    tree.undo()
    tree.split(1, "smokes", groups=[["no"], ["yes"]])
    assert tree.node(1).split.branches == ("smokes in {no}", "smokes in {yes}")


def test_all_levels_that_are_there_stand_against_missing_rows_as_the_method_has_it():
    """The screen's line of such a split names those; a level that no row here has is no branch."""
    levels = pd.Categorical(["u", "u", "v", "v", None, None], categories=["u", "v", "w"])
    frame = pd.DataFrame({"x": levels, "y": list("aaaabb")})
    tree = tw.DecisionTree(frame, "y")
    assert str(tree.node(0).split) == "x is known"
    tree.split(0, "x", groups=[["u", "v"]], replace=True)
    assert tree.node(0).forced
    assert list(tree.frame().index) == [0, 1, 2]
    with pytest.raises(InvalidValueError, match="group 1 holds every row of node 1"):
        tree.split(1, "x", groups=[["u", "v"]])


@pytest.mark.parametrize("method", ["id3", "acls", "c4.5"])
def test_a_branch_for_every_level_is_taken_as_the_method_offers_it(method):
    """Those methods have a branch for a level that no row has; by hand none is made elsewhere."""
    levels = pd.Categorical([*"uuvvuv", None], categories=["u", "v", "w"])
    frame = pd.DataFrame({"x": levels, "y": list("aabbaba")})
    tree = tw.DecisionTree(frame, "y", method=method)
    offered = tree.candidates(0)["cut"].tolist()
    assert offered == ["x: {u} | {v} | {w}"]
    assert tree.profile(0, "x").index.tolist() == ["u", "v"]
    tree.split(0, "x", groups=[["u"], ["v"], ["w"]], replace=True)
    assert tree.node(0).forced
    assert list(tree.frame().index) == [0, 1, 2, 3]  # the split that was there
    tree.split(0, "x", missing="own", replace=True)
    assert [tree.node(child).n for child in tree.node(0).children] == [3, 3, 0, 1]
    with pytest.raises(InvalidValueError, match=r"group 2 \('w'\) leaves no rows"):
        tree.split(0, "x", groups=[["u", "v"], ["w"]], replace=True)
    with pytest.raises(InvalidValueError, match=r"group 2 \('v'\) leaves no rows"):
        tree.split(tree.root.children[0], "x", groups=[["u"], ["v"], ["w"]])


def test_a_pruned_node_is_no_longer_pruned_once_split(tree):
    tree.prune(2)
    assert tree.node(2).pruned
    tree.split(2, "age")
    assert not tree.node(2).pruned


def test_there_is_no_best_split_of_a_pure_node(tree):
    with pytest.raises(RefusedError, match="node 1 has no split to make"):
        tree.split(1)


def test_missing_rows_go_where_a_hand_sends_them(large):
    node = next(n for n in large.frame().index if large.node(n).is_leaf)
    large.prune(0)
    node = 0
    for missing in (0, 1, "own"):
        large.split(node, "number", threshold=1.0, missing=missing, replace=True)
        assert large.node(node).split.missing == missing
        assert len(large.node(node).children) == (3 if missing == "own" else 2)


def test_a_cut_that_was_pointed_at_is_shown_in_few_digits_and_written_in_all():
    frame = pd.DataFrame({"ratio": [0.1, 0.897, 0.92], "late": ["no", "no", "yes"]})
    tree = tw.DecisionTree(frame, target="late", grow=False)
    middle = (0.897 + 0.92) / 2
    assert middle != 0.9085
    assert "ratio <= 0.9085," in (gesture := tree.split(0, "ratio", threshold=middle)).text
    assert gesture.line == f'tree.split(0, "ratio", threshold={middle!r})'
    tree.undo()
    assert "ratio <= 0.90849999," in tree.split(0, "ratio", threshold=0.90849999).text


@pytest.mark.parametrize(
    ("values", "words"),
    [
        # It was told as 0.5, with nothing between that and its value; now there are two rows.
        ([0, 0, 1.003714591, 1.003714591, 0.501, 0.501], ["x <= 0.502", "x > 0.502"]),
        (["u", "u", "v", None, "w", "w"], ["x in {u}", "x in {v, w} (or missing)"]),
        (["u", "u", None, None, "w", "w"], ["x is known", "x is missing"]),
    ],
)
def test_a_split_that_is_kept_over_other_rows_says_how_it_parts_those(values, words):
    frame = pd.DataFrame({"x": [*values, *values[:2]], "g": [*"aaaabbbb"], "h": [*"ppppppqq"]})
    tree = tw.DecisionTree(frame.assign(y=[0, 1, 1, 1, 0, 0, 0, 1]), "y", grow=False)
    tree.split(0, "g")
    known = [["u"], ["v"]] if "v" in values else None
    tree.split(1, "x", groups=known, missing=None if known is None else 1)
    tree.split(0, "h", replace=True)
    kept = [tree.node(child) for child in tree.node(tree.root.children[0]).children]
    assert [node.rule for node in kept] == [f"h in {{p}} and {one}" for one in words]
    assert [node.n for node in kept] == ([2, 4] if known else [4, 2])


def test_a_split_is_carried_over_without_a_look_at_every_value_that_there_could_be(monkeypatch):
    """Whole numbers on a grid of hundreds of millions of places took a byte of memory for each."""
    monkeypatch.setattr(spacing, "LEAST", 1)
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"code": rng.integers(0, 4 * 10**8, 400), "size": rng.normal(size=400)})
    tree = tw.DecisionTree(frame.assign(y=rng.integers(0, 2, 400)), target="y", max_depth=2)
    if kernels.native() is not None:
        assert len(tree._data.columns[0].keys) > 10**8
    tree.split(1, "code", replace=True)
    tracemalloc.start()
    try:
        tree.split(0, "size", threshold=0.125, replace=True)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert tree.node(tree.node(0).children[0]).split.column == "code"
    assert most < 20e6
