"""Undo, redo, checkout, checkpoints, branches, and the code that rebuilds a tree."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treewidget as tw
from tests.thorough import examples
from treewidget import RefusedError, UnknownNameError
from treewidget.tree.history import History

from .frames import mixed, priced


def rebuilt(tree, **names):
    """Return the tree that the history's code makes."""
    exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
    return names["tree"]


def test_nobody_else_has_the_arguments_of_what_was_done(tree, patients):
    asked = {"node": 1, "column": "age", "threshold": [28, 35], "replace": True}
    action = tw.Action("split", asked)
    tree.workspace.perform(action)
    code = tree.history.code()
    asked["threshold"].append(30)
    assert action.args["threshold"] == [28, 35]
    done = tree.history[0]
    done.args["threshold"].append(30)
    done.args.clear()
    assert tree.history.code() == code
    assert rebuilt(tree, data=patients) == tree


def test_undo_and_redo_walk_the_line(tree):
    tree.prune(2)
    tree.lock(1)
    assert [gesture.name for gesture in tree.history] == ["prune", "lock"]
    assert tree.undo().text == "took back tree.lock(1)"
    assert not tree.node(1).locked
    assert tree.undo().removed == ()
    assert len(tree.history) == 0
    with pytest.raises(RefusedError, match="nothing to undo"):
        tree.undo()
    tree.redo()
    assert tree.redo().text == "did again tree.lock(1)"
    with pytest.raises(RefusedError, match="nothing to redo"):
        tree.redo()


@pytest.mark.parametrize("back", range(8))
def test_what_is_shown_of_a_long_line_lies_round_the_present_place(tree, back):
    for step in range(7):
        tree.note(0, str(step))
    for _ in range(back):
        tree.undo()
    history = tree.history
    line = history.line()
    for most in range(1, 10):
        shown, place, total = history.around(most)
        start = line.index(history.now) - place
        assert shown == line[start : start + most]
        assert (len(shown), total) == (min(most, 8), 8)
        assert place == most // 2 or (start == 0 and place < most // 2) or shown[-1] is line[-1]


def test_an_undone_tree_is_the_very_same_value(large):
    root = large.workspace.tree.root
    large.prune(large.node(0).children[0])
    pruned = large.workspace.tree.root
    large.undo()
    assert large.workspace.tree.root is root
    large.redo()
    assert large.workspace.tree.root is pruned


def test_a_new_gesture_after_an_undo_starts_a_branch_and_the_old_line_stays(tree):
    tree.prune(2)
    tree.undo()
    tree.split(1, "age")
    with pytest.raises(RefusedError, match="nothing to redo"):
        tree.redo()
    branches = tree.history.branches()
    assert branches.index.tolist() == [1, 2]
    assert branches["in_force"].tolist() == [False, True]
    tree.checkout(1)
    assert tree.node(2).pruned
    assert [gesture.line for gesture in tree.history] == ["tree.prune(2)"]


def test_redo_follows_the_line_that_was_checked_out(tree):
    tree.prune(2)
    tree.note(2, "first")
    tree.checkout(0)
    tree.split(1, "age")
    tree.checkout(2)
    tree.checkout(1)
    assert tree.redo().line == "tree.redo()"
    assert tree.node(2).note == "first"
    tree.undo()
    tree.undo()
    tree.redo()
    assert tree.node(2).pruned


@examples(50)
@given(moves=st.lists(st.one_of(st.just("new"), st.just("back"), st.integers(0, 30)), max_size=40))
def test_redo_leads_where_each_line_was_left(moves):
    history, leads, parents = History.begin("", None, None), {}, {0: None}
    for move in moves:
        at, step = history.at, len(parents)
        if move == "new":
            history = history.recorded(*[None] * 5)
            leads[at], parents[step] = step, at
        elif move == "back" and history.can_undo:
            history = history.undone()
        elif isinstance(move, int):
            history, way = history.moved(move % step), move % step
            while parents[way] is not None:
                leads[parents[way]], way = way, parents[way]
        there, line = history.at, []
        while there in leads:
            there = leads[there]
            line.append(there)
        assert [version.step for version in history.line()[len(history) + 1 :]] == line
        assert history.can_redo == bool(line)


def test_a_line_without_forks_keeps_no_way_of_its_own(tree):
    tree.prune(2)
    tree.note(2, "seen")
    tree.checkout(0)
    tree.redo()
    assert not tree.workspace.history.ahead
    tree.undo()
    tree.note(1, "other")
    assert dict(tree.workspace.history.ahead) == {0: 3}


def test_moves_add_nothing_to_the_history(tree):
    tree.prune(2)
    for move in (tree.undo, tree.redo, lambda: tree.checkout(0), lambda: tree.checkpoint("x")):
        move()
    assert len(tree.workspace.history.versions) == 2


def test_checkpoints_name_a_place(tree):
    tree.checkpoint("as grown")
    tree.prune(2)
    tree.checkpoint("agreed")
    tree.checkpoint("short")
    assert tree.history.frame()["checkpoint"].tolist() == ["as grown", "agreed, short"]
    assert tree.checkout("as grown").text == "at step 0: as built"
    assert tree.history.called() == {0: "as grown", 1: "short"}
    tree.checkout("short")
    with pytest.raises(UnknownNameError, match=r"'shrot' \(did you mean 'short'\?\)"):
        tree.checkout("shrot")
    with pytest.raises(UnknownNameError, match="no step 7: the history has steps 0 to 1"):
        tree.checkout(7)
    assert tree.checkpoint("as grown").text == "step 1 is called 'as grown', no longer step 0"


@pytest.mark.parametrize("step", [None, [1], 1.0, True, pytest.param(10**5000, id="endless")])
def test_a_step_is_found_by_a_whole_number_or_a_name(tree, step):
    with pytest.raises(tw.WrongTypeError, match="a step's number or a checkpoint's name, not "):
        tree.history.find(step)


def test_the_frame_has_the_figures_after_each_step(large):
    large.prune(large.node(0).children[0])
    frame = large.history.frame()
    assert frame.index.tolist() == [0, 1]
    assert frame["leaves"].iloc[1] == large.frame()["is_leaf"].sum()
    assert frame["error"].iloc[1] == pytest.approx(1 - large.score())
    assert frame["validation_error"].iloc[1] == pytest.approx(1 - large.score("validation"))


def test_a_history_prints_its_gestures(tree):
    assert repr(tree.history) == "no gestures yet"
    tree.prune(2)
    tree.lock(2)
    assert repr(tree.history).splitlines()[1] == "tree.lock(2)  # node 2: locked"
    assert tree.history[-1].name == "lock"
    assert [gesture.name for gesture in tree.history[:1]] == ["prune"]


# ---------------------------------------------------------------- code


def test_code_is_written_with_the_ids_of_a_fresh_run(tree, patients):
    tree.split(1, "age", threshold=30)
    tree.undo()
    tree.split(1, "age", threshold=35)  # ids 7 and 8 here, 5 and 6 in a fresh run
    tree.lock(tree.node(1).children[1])
    assert tree.history[1].line == "tree.lock(8)"
    assert tree.history.code().splitlines()[-1] == "tree.lock(6)"
    again = rebuilt(tree, data=patients)
    assert again == tree
    assert again.node(6).locked


def test_code_names_what_cannot_be_written_down(patients):
    weights = np.arange(1.0, 9.0)
    tree = tw.DecisionTree(
        patients.drop(columns="ill"),
        patients["ill"],
        weights=weights,
        validation=patients["age"] > 55,
        max_depth=2,
        class_weight={"no": 2, "yes": 1},
        grow=False,
        random_state=7,
    )
    tree.grow(max_depth=1)
    opening = tree.history.code().splitlines()[2]
    assert opening == (
        "tree = tw.DecisionTree(data, target=target, weights=weights, validation=validation, "
        'grow=False, random_state=7, max_depth=2, class_weight={"no": 2, "yes": 1})'
    )
    again = rebuilt(
        tree,
        data=patients.drop(columns="ill"),
        target=patients["ill"],
        weights=weights,
        validation=patients["age"] > 55,
    )
    assert again == tree


def test_code_replays_what_was_drawn_at_random():
    frame = mixed(80)
    tree = tw.DecisionTree(frame, target="kind", validation=0.3, random_state=None)
    assert rebuilt(tree, data=frame) == tree


def test_code_replays_every_kind_of_cut():
    frame = mixed(200)
    frame["big"] = np.arange(200, dtype=np.int64) + 2**60
    frame["zoned"] = pd.date_range("2024-03-30 22:00", periods=200, freq="17min", tz="Europe/Rome")
    tree = tw.DecisionTree(frame, target="kind", grow=False)
    tree.split(0, "big", threshold=2**60 + 99)
    tree.split(1, "zoned", threshold=pd.Timestamp("2024-03-31 03:30", tz="Europe/Rome"))
    tree.split(2, "size", threshold="S")
    tree.split(3, "day", threshold="2024-01-20")
    tree.split(4, "flag", groups=[[True], [False]])
    tree.split(5, "colour", groups=[["red", "white"]], missing=1)
    tree.split(6, "number", missing="own")
    for leaf in tree.frame().query("is_leaf").index:
        try:
            tree.split(leaf, "number", threshold=[])  # known against missing
        except tw.TreeWidgetError:
            continue
    assert rebuilt(tree, data=frame) == tree


def test_code_replays_a_regression():
    frame = priced(120)
    tree = tw.DecisionTree(frame, target="price", max_depth=3)
    tree.label(tree.frame().query("is_leaf").index[0], 123.5)
    tree.prune(tree.node(0).children[1])
    tree.grow(0, keep=False, min_samples_leaf=3)
    assert rebuilt(tree, data=frame) == tree


def test_names_with_quotes_and_worse_survive_the_line():
    hostile = "a\"b'c\\n</script>\n가\u202e😀"
    frame = pd.DataFrame({hostile: ["x", "y'\"", "x", "y'\""] * 3, "t": ["p", 'q"', "p", 'q"'] * 3})
    tree = tw.DecisionTree(frame, target="t", grow=False)
    tree.split(0, hostile, groups=[["y'\""], ["x"]])
    tree.label(1, 'q"')
    tree.note(2, hostile)
    assert "\n" not in tree.history[0].line
    assert rebuilt(tree, data=frame) == tree


def test_a_tree_deeper_than_the_recursion_limit_is_a_tree_like_any_other():
    size = 1050
    frame = pd.DataFrame({"x": np.arange(size), "y": np.arange(size) % 2})
    tree = tw.DecisionTree(frame, target="y")  # classes alternate: each split takes one row off
    assert tree.frame()["depth"].max() > 1000
    assert len(str(tree).splitlines()) == len(tree.frame()) == 2 * size - 1
    assert tree.score() == 1.0
    code, root, known = tree.history.code(), tree.workspace.tree.root, hash(tree)
    deepest = tree.frame()["depth"].idxmax()
    assert tree.node(deepest).depth > 1000
    tree.note(deepest, "far down")
    assert tree.history.code().startswith(code)
    tree.prune(0)
    tree.undo()
    tree.undo()
    assert tree.workspace.tree.root is root
    assert hash(tree) == known
    assert tree.split(0, "x", threshold=500, replace=True).after.leaves == 2
    assert tree.path({"x": 3})["share"].tolist() == [1.0, 1.0]


CLASSES = [
    pd.to_datetime(["2020-01-01", "2021-01-01"]),
    pd.Index([("a", 1), ("b", 2)], tupleize_cols=False),
    np.array([3, 4]),
    np.array([0.5, 1.5]),
    [True, False],
]


@pytest.mark.parametrize("classes", CLASSES)
@pytest.mark.parametrize("option", ["priors", "class_weight"])
def test_classes_of_any_kind_are_named_in_the_code(classes, option):
    frame = pd.DataFrame({"x": [1, 2, 3, 4] * 3})
    frame["y"] = pd.Categorical.from_codes([0, 1, 1, 0] * 3, list(classes))
    tree = tw.DecisionTree(frame, "y", **{option: dict(zip(classes, (0.2, 0.8), strict=True))})
    names = {"data": frame}
    exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
    assert names["tree"] == tree
