"""On other data: what still makes sense is done, and every change is told."""

import random

import pandas as pd
import pytest

import treewidget as tw
from tests.tree import frames
from tests.tree.frames import mixed
from treewidget.session.in_force import steps_in_force
from treewidget.session.replay import located

from .sessions import act, build, lines_of


@pytest.fixture
def patients():
    return frames.patients()


@pytest.fixture
def tree(patients):
    return tw.DecisionTree(patients, target="ill")


def statuses(tree):
    return [step.status for step in tree.replayed.steps]


def test_on_the_same_data_everything_is_the_same(tree, patients):
    tree.prune(2)
    tree.checkpoint("short")
    tree.undo()
    tree.split(1, "age", threshold=30)
    again = tree.replay(patients)
    assert again == tree
    assert statuses(again) == ["same", "same"]
    assert again.session.journal is None
    assert tree.replayed is None
    assert again.replayed.steps[0].line == 'tree = tw.DecisionTree(data, target="ill")'


def test_names_given_on_the_way_are_given_again(tree, patients):
    tree.checkpoint("as grown")
    tree.prune(2)
    tree.checkpoint("short")
    tree.checkpoint("brief")
    names = tree.history.names
    assert tree.replay(patients).history.names == names == {"as grown": 0, "short": 1, "brief": 1}


@pytest.mark.parametrize("seed", range(4))
def test_the_steps_in_force_are_those_of_the_history(seed, tmp_path):
    frame, given = build("classes", seed)
    tree, draw = tw.DecisionTree(frame, **given, journal=tmp_path / "j"), random.Random(seed)
    for _ in range(40):
        act(tree, draw)
        steps = steps_in_force(lines_of(tmp_path / "j")[1:])
        way = [version.step for version in tree.history.in_force()]
        assert [step["step"] for step in steps] == way
        assert [step["line"] for step in steps[1:]] == [gesture.line for gesture in tree.history]
        named = {name: step["step"] for step in steps for name in step["names"]}
        assert named == {name: at for name, at in tree.history.names.items() if at in way}


def test_redo_leads_the_way_a_checkout_came(tree, tmp_path):
    tree.save(tmp_path / "j")
    tree.note(0, "one")
    tree.note(0, "two")
    tree.undo()
    tree.undo()
    tree.note(0, "another")
    tree.checkout(2)
    for move in (tree.undo, tree.undo, tree.redo, tree.redo):
        move()
    assert tree.history.at == 2
    assert steps_in_force(lines_of(tmp_path / "j")[1:])[-1]["step"] == 2


@pytest.mark.parametrize("to", [True, -1, 1, "nowhere", 0.0, None, [0]])
def test_a_journal_goes_nowhere_that_it_does_not_have(to):
    assert len(steps_in_force([{"do": "checkout", "args": {"to": 0}}])) == 1
    with pytest.raises(tw.JournalError, match="which it does not have"):
        steps_in_force([{"do": "checkout", "args": {"to": to}}])


@pytest.mark.parametrize(
    "where",
    [
        None, "age", {}, [1], ["age"], [["age"]], [["age", "age <= 40.5"]], [["age", 1, 1]],
        [["age", "age <= 40.5", True]], [["age", "age <= 40.5", "0"]], [["age", "", -1]],
        [["age", "", 2]], [["smokes", "", 0]], [["age", "", 0], ["age", "", 0, 0]],
    ],
)  # fmt: skip
def test_what_is_no_place_is_not_looked_for(where, tree):
    columns = tree.workspace.dataset.columns
    node, moved = located(tree.workspace.tree, [["age", "age <= 40.5", 1]], columns)
    assert (node, moved) == (2, ["age > 40.5 was age <= 40.5"])
    with pytest.raises(tw.RefusedError, match=r"no such place|does not say where"):
        located(tree.workspace.tree, where, columns)


def test_a_place_is_found_by_its_conditions_not_by_its_number(tree, patients):
    tree.split(1, "age", threshold=30)  # 5 and 6
    tree.undo()
    tree.split(1, "age", threshold=35)  # 7 and 8 here, 5 and 6 in a fresh run
    tree.note(8, "thirty-eight")
    again = tree.replay(patients)
    assert again.node(6).note == "thirty-eight"
    assert statuses(again) == ["same", "same", "same"]


def test_more_rows_are_other_figures(tree, patients):
    tree.note(2, "older")
    tree.lock(4)
    twice = pd.concat([patients, patients], ignore_index=True)
    again = tree.replay(twice.iloc[:-1])
    assert statuses(again)[1:] == ["figures", "figures"]
    assert again.node(2).note == "older"


def test_conditions_that_moved_are_told(tree, patients):
    tree.prune(2)
    again = tree.replay(patients.assign(age=patients["age"] * 2))
    step = again.replayed.steps[1]
    assert step.status == "changed"
    assert step.why == "age > 81 was age > 40.5"
    assert again.node(2).pruned


def test_a_place_that_is_gone_is_refused_with_the_reason(tree, patients):
    tree.label(3, "yes")
    tree.note(0, "root")
    again = tree.replay(patients.assign(smokes="yes"))
    label, note = again.replayed.steps[1:]
    assert label.status == "refused"
    assert label.why == (
        "there is no such place now: the way there was smokes in {no}, and node 2 is split on 'age'"
    )
    old = patients.assign(ill=patients["age"].gt(41).map({True: "yes", False: "no"}))
    assert tree.replay(old).replayed.steps[1].why.endswith("smokes in {no}, and node 2 is a leaf")
    assert note.status == "figures"
    assert again.node(0).note == "root"


def test_what_the_method_chooses_anew_is_told(patients):
    tree = tw.DecisionTree(patients, target="ill", grow=False)
    tree.split(0)
    other = patients.assign(age=[3, 1, 4, 1, 5, 9, 2, 6])
    step = tree.replay(other).replayed.steps[1]
    assert step.status == "changed"
    assert step.why.startswith("splits smokes in {no} (was age <= 40.5)")


def test_splits_of_hundreds_of_levels_are_told_in_a_line():
    names = [f"ward {at:03}" for at in range(200)]
    frame = pd.DataFrame({"ward": names * 2, "age": range(400), "y": [*"aabb"] * 100})
    tree = tw.DecisionTree(frame, target="y", max_depth=1)
    tree.note(tree.root.children[0], "half of the wards")
    other = frame.assign(ward=frame["ward"].replace("ward 008", "ward 8"))
    built, noted = tree.replay(other).replayed.steps
    assert built.why.startswith("splits ward in {ward 000, ward 001, ")
    assert " (was ward in {ward 000, " in built.why
    assert max(len(built.why), len(noted.why)) < 300


def test_classes_and_columns_that_are_gone(tree, patients):
    tree.split(1, "smokes")
    tree.label(0, "no")
    other = patients.drop(columns="smokes").replace({"ill": {"no": "never"}})
    again = tree.replay(other)
    assert statuses(again)[1:] == ["refused", "refused"]
    assert "there is no column 'smokes'" in again.replayed.steps[1].why
    assert "'no'" in again.replayed.steps[2].why


def test_options_that_name_what_is_gone_are_given_anew():
    frame = mixed(80)
    given = {"losses": {"c": {"a": 3}}, "column_costs": {"colour": 2}}
    tree = tw.DecisionTree(frame, target="kind", **given, max_depth=2)
    fewer = frame[frame["kind"] != "c"]
    with pytest.raises(tw.UnknownNameError, match="losses: 'c' is no class of target 'kind'"):
        tree.replay(fewer)
    fewer = fewer.drop(columns="colour")
    with pytest.raises(tw.UnknownNameError, match="column_costs: there is no column 'colour'"):
        tree.replay(fewer, losses=None)
    again = tree.replay(fewer, losses=None, column_costs=None)
    assert again.classes == ("a", "b")


def test_levels_that_are_gone_are_left_out_of_a_split_and_told_of():
    frame = pd.DataFrame({"town": [*"abcde"] * 12, "x": range(60), "y": [0, 1, 1] * 20})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "town", groups=[["a", "b"], ["c", "d", "e"]])
    tree.split(2, "x", threshold=30)
    again = tree.replay(frame.replace({"town": {"d": "c", "b": "a"}}))
    assert statuses(again)[1:] == ["changed", "changed"]
    step, below = again.replayed.steps[1:]
    assert step.why.startswith("levels 'b', 'd' of column 'town' did not come up again; splits")
    assert 'groups=[["a"], ["c", "e"]]' in step.line
    assert below.why == "town in {c, e} was town in {c, d, e}"
    assert (again.node(2).n, again.node(2).forced) == (36, True)


@pytest.mark.parametrize(
    "how",
    [
        {"column": "town", "groups": [["a"], ["b"]]},
        {"column": "town", "groups": [["a"]]},
        {"column": "x", "threshold": [30]},
    ],
)
def test_a_branch_of_missing_rows_is_left_out_where_none_are_missing(how):
    frame = pd.DataFrame({"town": [*"abc"] * 20, "x": range(60), "y": [0, 1] * 30})
    frame = frame.mask(frame["x"] % 11 == 0).assign(y=frame["y"])
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, **how, missing="own")
    tree.note(1, "below")
    again = tree.replay(frame[frame["x"].notna() & (frame["town"] != "c")])
    assert statuses(again)[1] == "changed"
    assert "no row is without column" in again.replayed.steps[1].why
    assert len(again.root.children) == 2
    assert again.node(1).note == "below"
    assert statuses(tree.replay(frame))[1:] == ["same", "same"]


def test_a_group_of_which_no_level_is_left_is_refused():
    frame = pd.DataFrame({"town": [*"abc"] * 20, "y": [0, 1] * 30})
    tree = tw.DecisionTree(frame, target="y", grow=False)
    tree.split(0, "town", groups=[["a"], ["b"], ["c"]])
    again = tree.replay(frame.replace({"town": {"b": "a"}}))
    assert statuses(again)[1:] == ["refused"]
    assert "'b' is no category of column 'town'" in again.replayed.steps[1].why


def test_classes_that_changed_places_or_names_are_another_meaning(tree, patients):
    tree.prune(2)
    tree.note(2, "ill")
    for names in ({"no": "yes", "yes": "no"}, {"no": "a", "yes": "b"}):
        again = tree.replay(patients.replace({"ill": names}))
        assert statuses(again) == ["changed"] * 3
        assert f"its rows say '{names['yes']}' (was 'yes')" in again.replayed.steps[2].why
    doses = patients.assign(ill=patients["age"] / 8)
    assert "rows have a mean (said 'yes')" in tree.replay(doses).replayed.steps[2].why
    tree = tw.DecisionTree(doses, target="ill", max_depth=1)
    assert statuses(tree.replay(doses)) == ["same"]
    assert "rows say 'no' (had a mean)" in tree.replay(patients).replayed.steps[0].why
    assert statuses(tree.replay(doses.assign(ill=doses["ill"] + 100))) == ["figures"]


def test_other_surrogates_are_other_splits():
    frame = mixed(120, 3)
    tree = tw.DecisionTree(frame, target="kind", missing="surrogate", max_depth=1)
    (root,) = [node for node in tree.workspace.tree.walk() if node.split]
    used = [tree.workspace.dataset.columns[one.split.column].name for one in root.split.surrogates]
    other = frame.assign(**{name: frame[name].to_numpy()[::-1] for name in used})
    assert tree.replay(other).replayed.steps[0].status == "changed"


def test_masks_and_frames_are_asked_for_anew(patients):
    tree = tw.DecisionTree(patients, target="ill", validation=patients["age"] > 55)
    with pytest.raises(tw.JournalError, match=r"give validation=... again: .* mask of 8 rows"):
        tree.replay(patients.iloc[:-1])
    again = tree.replay(patients.iloc[:-1], validation=0.3)
    assert "validation" in again.workspace.dataset.parts


def test_a_journal_is_replayed_on_other_data_and_not_written(tmp_path):
    frame, path = mixed(), tmp_path / "j"
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    tree.prune(1)
    tree.checkpoint("short")
    content = path.read_bytes()
    other = mixed(60, seed=4)
    again = tw.load(path, other, on_change="replay")
    assert again.replayed is not None
    assert again.session.journal is None
    assert path.read_bytes() == content
    assert tw.load(path, frame, on_change="replay").replayed is None, "nothing changed"
    for wrong in ("merge", ["replay"]):
        with pytest.raises(ValueError, match=r"on_change=.* there is 'refuse', 'replay'"):
            tw.load(path, frame, on_change=wrong)
    with pytest.raises(TypeError, match=r"without 'valdiation'.*did you mean 'validation'"):
        tw.load(path, frame, valdiation=0.2)


def test_the_report_is_a_frame_and_prints(tree, patients):
    tree.prune(2)
    tree.note(0, "x")
    replayed = tree.replay(patients.assign(age=patients["age"] + 1)).replayed
    frame = replayed.frame()
    assert frame.index.tolist() == [0, 1, 2]
    assert frame.columns.tolist() == ["status", "line", "then", "now", "why"]
    assert "3 steps: 1 the same" in repr(replayed)
    assert "step 1, changed: tree.prune(2)" in repr(replayed)
