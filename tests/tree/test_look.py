"""Nodes, rules, frames and texts as people see them."""

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.goldens.sets import tennis

from .frames import mixed, priced


def test_levels_with_commas_are_told_apart():
    levels = ["York, north", "York, south", "Leeds"]
    frame = pd.DataFrame({"town": levels * 9, "y": ["a", "a", "b"] * 9})
    tree = tw.DecisionTree(frame, target="y")
    rules = {tree.node(node).rule for node in tree.root.children}
    assert rules == {"town in {York, north; York, south}", "town in {Leeds}"}


def test_a_node_has_the_fields_of_the_public_face(large):
    node = large.node(0)
    names = (
        "id depth parent children split rule n weight impurity gain counts prediction is_leaf "
        "forced locked labelled pruned note"
    )
    assert [name for name in names.split() if not hasattr(node, name)] == []
    assert node.parent is None
    assert large.root.id == 0
    assert isinstance(node.counts, pd.Series)
    assert node.counts.sum() == node.weight == node.n
    with pytest.raises(AttributeError):
        node.note = "changed behind the tree's back"


def test_a_node_stays_as_it_was_when_it_was_asked_for(tree):
    node = tree.node(2)
    tree.prune(2)
    assert not node.is_leaf
    assert tree.node(2).is_leaf


def test_a_split_prints_as_text(tree):
    split = tree.node(0).split
    assert str(split) == repr(split) == "age <= 40.5"
    assert split.column == "age"
    assert split.thresholds == (40.5,)
    assert split.missing in (0, 1)
    assert split.branches == ("age <= 40.5", "age > 40.5")
    assert tree.node(1).split is None


def test_a_node_reads_as_a_sentence(tree):
    assert repr(tree.node(2)) == "node 2: smokes in {no}, 5 rows, yes 80 %, gini 0.32"
    tree.lock(1)
    tree.note(1, "see file")
    assert repr(tree.node(1)) == "node 1: leaf, 3 rows, no 100 %, gini 0, locked, noted"


def test_conditions_on_one_column_are_merged_in_a_rule():
    frame = mixed(300)
    tree = tw.DecisionTree(frame.drop(columns="number"), target="kind", grow=False)
    tree.split(0, "whole", threshold=4)
    tree.split(1, "colour", groups=[["red", "blue", "green"], ["white"]], missing=0)
    tree.split(3, "whole", threshold=1)
    tree.split(6, "colour", groups=[["red"], ["blue", "green"]], missing=0)
    assert tree.node(0).rule == "all rows"
    assert tree.node(6).rule == "1 < whole <= 4 and colour in {red, green, blue} (or missing)" or (
        tree.node(6).rule == "1 < whole <= 4 and colour in {blue, green, red} (or missing)"
    )
    assert tree.node(7).rule == "1 < whole <= 4 and colour in {red} (or missing)"
    assert tree.node(8).rule == "1 < whole <= 4 and colour in {blue, green}"
    tree.split(2, "day", threshold=["2024-01-10", "2024-01-20"])
    assert tree.node(10).rule == "whole > 4 and 2024-01-10 < day <= 2024-01-20"


def test_rules_say_what_is_known_and_what_is_missing():
    frame = mixed(200)
    tree = tw.DecisionTree(frame, target="kind", grow=False)
    tree.split(0, "number", threshold=[])
    assert str(tree.node(0).split) == "number is known"
    assert tree.node(1).rule == "number is known"
    assert tree.node(2).rule == "number is missing"
    tree.split(0, "number", threshold=1, missing="own", replace=True)
    assert str(tree.node(0).split) == "number <= 1; missing apart"
    assert tree.node(0).split.branches[2] == "number is missing"


def test_the_frame_holds_all_nodes_and_the_same_figures(large):
    large.note(1, "seen")
    frame = large.frame()
    assert frame.index.name == "id"
    for node_id, row in frame.iterrows():
        node = large.node(node_id)
        for name in ("depth", "children", "rule", "n", "weight", "impurity", "prediction", "error",
                     "is_leaf", "forced", "locked", "labelled", "pruned", "note", "missing_n",
                     "validation_n", "validation_weight"):  # fmt: skip
            assert row[name] == getattr(node, name), name
        assert node.parent is None if pd.isna(row["parent"]) else row["parent"] == node.parent
        assert pd.isna(row["gain"]) if node.gain is None else row["gain"] == node.gain
        assert [row[f"count:{name}"] for name in large.classes] == node.counts.tolist()
        held = [row[f"validation_count:{name}"] for name in large.classes]
        assert held == node.validation_counts.tolist()
    leaves = frame[frame["is_leaf"]]
    assert leaves["n"].sum() == frame["n"][0]


def test_a_regression_has_no_counts():
    tree = tw.DecisionTree(priced(), target="price", max_depth=2)
    assert tree.node(0).counts is None
    assert tree.classes == ()
    assert not [name for name in tree.frame() if name.startswith("count:")]
    assert "mean" in str(tree)
    tree.label(1, 50)
    assert "predicts 50" in repr(tree.node(1))


@pytest.mark.parametrize(
    ("classes", "said"), [([0, 1], "class 0 50 %"), (["1", "x"], "class 1 50 %"), ("ab", "a 50 %")]
)
def test_a_class_that_is_a_number_is_told_from_the_figures_beside_it(classes, said):
    tree = tw.DecisionTree(pd.DataFrame({"x": range(8), "y": [*classes] * 4}), target="y")
    assert str(tree).startswith(f" 0 all rows: 8 rows, {said}, gini 0.5\n")
    assert f", 8 rows, {said}, gini" in repr(tree.root)


def test_rows_come_back_in_the_type_that_came_in():
    frame = mixed(100)
    tree = tw.DecisionTree(frame, target="kind")
    rows = tree.rows(1)
    assert rows.equals(frame.loc[rows.index])
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pandas(frame.drop(columns="size"), preserve_index=False)
    tree = tw.DecisionTree(table, target="kind")
    assert isinstance(tree.rows(0), pa.Table)
    assert tree.rows(1).num_rows == tree.node(1).n


def test_candidates_are_ranked_best_first(large):
    table = large.candidates(0)
    assert sorted(table["column"]) == sorted(["number", "whole", "colour", "flag", "size", "day"])
    gains = table["gain"].dropna()
    assert gains.is_monotonic_decreasing
    assert table["gain"][0] == pytest.approx(large.node(0).gain)
    assert table["cut"][0] == str(large.node(0).split)
    assert table["validation_gain"].notna().all()


def test_columns_without_a_split_come_last_with_the_reason():
    frame = pd.DataFrame({"x": [1, 1, 2, 2], "z": [0, 1, 5, 5], "y": list("aabb")})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "z", threshold=3)
    table = tree.candidates(2)
    assert table["gain"].isna().all()
    assert (table["reason"] != "").all()


@pytest.mark.parametrize("column", ["number", "whole", "size", "day"])
def test_a_profile_has_the_figures_every_cut_would_have(large, column):
    table = large.profile(0, column)
    best = large.candidates(0).set_index("column")
    assert table["gain"].max() == pytest.approx(best["gain"][column])
    for threshold in table.index[:: max(1, len(table) // 4)]:
        large.split(0, column, threshold=threshold, replace=True)
        node, line = large.node(0), table.loc[threshold]
        left, right = (large.node(child) for child in node.children)
        assert node.gain == pytest.approx(line["gain"])
        assert [left.n, right.n] == [line["left_n"], line["right_n"]]
        for name in large.classes:
            assert left.counts[name] == line[f"left:{name}"]
        assert line["impurity"] == pytest.approx(node.impurity - node.gain)
        if "missing" in table and node.missing_n:
            assert ("left", "right")[node.split.missing] == line["missing"]
        large.undo()


def test_a_profile_of_levels_sets_each_against_the_rest(large):
    table = large.profile(0, "colour")
    assert table.index.name == "level"
    assert sorted(table.index) == ["blue", "green", "red", "white"]
    missing = large.node(0).n - table["left_n"].sum()
    assert (table["left_n"] + table["right_n"] == large.node(0).n).all()
    assert missing == large.rows(0)["colour"].isna().sum()


def test_a_profile_of_a_regression_has_moments():
    tree = tw.DecisionTree(priced(), target="price", grow=False)
    table = tree.profile(0, "rooms")
    tree.split(0, "rooms", threshold=table.index[1])
    left = tree.node(1)
    assert table["left:mean"].iloc[1] == pytest.approx(left.prediction)
    assert table["left:variance"].iloc[1] == pytest.approx(left.impurity)


def test_a_profile_tells_no_variance_of_a_side_of_one_value():
    kinds = np.repeat([*"abc"], 20)
    values = pd.Series(kinds).map({"a": 1000.1, "b": 7.3, "c": 123.456})
    frame = pd.DataFrame({"kind": kinds, "y": values})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    assert tree.profile(0, "kind")["left:variance"].tolist() == [0, 0, 0]
    tree.split(0, "kind", groups=[["a", "b"], ["c"]])
    table = tree.profile(1, "kind").set_index("left_n")
    assert (table[["left:variance", "right:variance", "impurity"]] == 0).all(axis=None)


def test_a_tree_prints_as_indented_text(tree):
    tree.lock(1)
    assert str(tree).splitlines() == [
        "0 all rows: 8 rows, no 50 %, gini 0.5",
        "1     age <= 40.5: 3 rows, no 100 %, gini 0, locked",
        "2     age > 40.5: 5 rows, yes 80 %, gini 0.32",
        "3         smokes in {no}: 1 row, no 100 %, gini 0",
        "4         smokes in {yes}: 4 rows, yes 100 %, gini 0",
    ]
    assert repr(tree) == str(tree)


def test_a_large_tree_prints_short_unless_all_of_it_is_asked_for():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.random(600), "z": rng.random(600), "y": rng.integers(0, 2, 600)})
    tree = tw.DecisionTree(frame, target="y", task="classification")
    assert len(str(tree).splitlines()) == len(tree.frame()) > 255
    assert "str(tree) has them all" in repr(tree)
    assert 'tree.prune_to(method="1se") makes it smaller' in repr(tree)
    assert len(repr(tree).splitlines()) <= 16


def test_what_is_read_in_passing_names_a_few_levels_of_many():
    names = ["a" * 300, *(f"p{at:04}" for at in range(1, 60))]
    frame = pd.DataFrame({"who": names * 2, "y": (["yes"] * 30 + ["no"] * 30) * 2})
    tree = tw.DecisionTree(frame, target="y")
    assert tree.root.split.text == tree.frame()["split"][0] == f"who in {{{', '.join(names[:30])}}}"
    assert tree.root.split.text in str(tree)
    few = f"who in {{{'a' * 20}…{'a' * 19}, {', '.join(names[1:10])} and 20 more}}"
    for said in (repr(tree), repr(tree.root), str(tree.split(0, "who", replace=True))):
        assert few in said
        assert names[29] not in said
    with pytest.raises(tw.RefusedError, match=r"is split already \(who in .* and 20 more\}\)"):
        tree.split(0)


def test_entropy_is_shown_in_bits_or_in_nats():
    _, frame, target = tennis()
    bits, nats = (tw.DecisionTree(frame, target, method="id3", log=log) for log in (2, "e"))
    assert ("entropy 0.94 bits" in str(bits), "entropy 0.652 nats" in str(nats)) == (True, True)
    even = tw.DecisionTree(pd.DataFrame({"x": [1, 2], "y": ["a", "b"]}), "y", criterion="entropy")
    assert "entropy 1 bit\n" in str(even)
    for one, other in (
        (bits.frame()[["impurity", "gain"]], nats.frame()[["impurity", "gain"]]),
        (bits.candidates(0)["gain"], nats.candidates(0)["gain"]),
    ):
        assert np.allclose(one * np.log(2), other, rtol=1e-12, equal_nan=True)
    profile = nats.profile(0, "windy")
    assert np.allclose(profile["impurity"] + profile["gain"], nats.root.impurity)
    assert nats.root.impurity == pytest.approx(0.940285958671 * np.log(2), abs=1e-12)
    assert (nats.candidates(0)["gain_ratio"] == bits.candidates(0)["gain_ratio"]).all()
    with pytest.raises(tw.InvalidValueError, match="must be 2"):
        tw.DecisionTree(frame, target, log=10)
    with pytest.raises(tw.RefusedError, match="belongs to the whole tree"):
        bits.grow(bits.root.children[0], log="e")


@pytest.mark.parametrize("method", ["c4.5", "c5.0"])
def test_a_gain_and_what_its_cuts_cost_are_in_one_unit(method):
    of = {"target": "kind", "method": method, "validation": 0.3}
    bits, nats = (tw.DecisionTree(mixed(), **of, log=log).candidates(0) for log in (2, "e"))
    gains = ["gain", "validation_gain", "corrected_gain"]
    assert nats["corrected_gain"].notna().any()
    assert np.allclose(bits[gains] * np.log(2), nats[gains], rtol=1e-12, equal_nan=True)
    pd.testing.assert_frame_equal(bits.drop(columns=gains), nats.drop(columns=gains))


def test_known_against_missing_names_no_levels():
    colors = pd.Categorical(["red", "green", None] * 6)
    frame = pd.DataFrame({"color": colors, "y": ["a", "a", "b"] * 6})
    tree = tw.DecisionTree(frame, "y")
    assert tree.frame()["rule"].tolist() == ["all rows", "color is known", "color is missing"]
    assert "1     color is known: 12 rows" in str(tree)
    assert "red" not in str(tree)


@pytest.mark.parametrize("options", [{"grow": False}, {"max_depth": 0}, {}])
def test_a_tree_that_is_its_root_alone_is_a_line_of_text(options):
    _, frame, target = tennis()
    tree = tw.DecisionTree(frame, target, **options)
    if not tree.root.is_leaf:
        tree.prune(0)
    flags = "" if options else ", pruned"
    assert str(tree) == repr(tree) == f"0 all rows: 14 rows, P 64 %, gini 0.459{flags}"


def test_a_few_errors_in_many_rows_are_not_told_as_none():
    frame = pd.DataFrame({"x": range(5_000), "y": ["a"] * 4_999 + ["b"]})
    tree = tw.DecisionTree(frame, target="y", min_samples_leaf=1)
    assert tree.prune(0).text == "node 0: pruned, 1 leaf fewer, error <0.1 %"
    assert "a >99 %" in repr(tree.root)


def test_names_that_break_lines_break_none_in_a_text():
    """A line of Python is meant to be copied: what a level holds must not stand below it."""
    place, other = np.arange(40), np.arange(40) % 3
    level = np.where(other == 0, "x\nprint('hm')", np.where(other == 1, "y\u2028", "z\x1b[31m"))
    data = pd.DataFrame({"a\rb": place, "level": level, "y": np.where(other == 0, "p\nq", "r")})
    tree = tw.DecisionTree(data, target="y", max_depth=2)
    gesture = tree.split(0, "a\rb", threshold=15.5, replace=True, regrow=True)
    replayed = tree.replay(data.assign(**{"a\rb": place[::-1], "level": level[::-1]})).replayed
    assert len(str(tree).splitlines()) == len(repr(tree).splitlines()) == len(tree.frame()) > 5
    assert repr(tree.history) == repr(gesture)
    told = [tree.root, gesture, *repr(replayed).split("\n")]
    for one in (*map(str, told), *str(tree).split("\n")):
        assert one.isprintable(), one
    assert "x\\nprint('hm')" in str(tree)
