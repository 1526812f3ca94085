"""What forced, locked, labelled and pruned mean, gesture by gesture."""

import pytest

import treewidget as tw
from treewidget import RefusedError


def splits(tree):
    return {id_: (str(split) if isinstance(split, str) else None)
            for id_, split in tree.frame()["split"].items()}  # fmt: skip


# ---------------------------------------------------------------- split


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


# ---------------------------------------------------------------- grow


def test_growing_keeps_forced_splits_and_those_above_them(ladder):
    ladder.grow()
    found = splits(ladder)
    assert found[0] == "x <= 7"
    assert ladder.node(0).forced
    assert found[1] == "x <= 3"


def test_growing_without_keep_keeps_only_locks(ladder):
    ladder.lock(3)
    gesture = ladder.grow(keep=False)
    assert ladder.node(3).locked
    assert ladder.node(3).is_leaf
    assert splits(ladder)[0] == "x <= 7"  # it leads to the lock
    assert "(1 forced split went with it)" in gesture.text  # that of node 2
    assert not ladder.node(2).forced


def test_growing_leaves_labels_and_prunings_alone(ladder):
    ladder.grow(1)
    ladder.prune(3)
    ladder.label(5, "b")
    ladder.grow()
    assert ladder.node(3).is_leaf
    assert ladder.node(3).pruned
    assert ladder.node(5).is_leaf
    assert ladder.node(5).prediction == "b"


def test_growing_on_the_node_itself_grows_what_was_pruned(ladder):
    ladder.grow(3)
    before = splits(ladder)
    ladder.prune(3)
    ladder.grow(3)
    assert not ladder.node(3).pruned
    assert splits(ladder) == before


def test_growing_a_locked_leaf_is_refused(ladder):
    ladder.lock(3)
    with pytest.raises(RefusedError, match=r"node 3: it is locked.*tree\.lock\(3, on=False\)"):
        ladder.grow(3)


def test_growing_under_a_locked_split_keeps_it(ladder):
    ladder.lock(0)
    ladder.grow(keep=False)
    assert splits(ladder)[0] == "x <= 7"
    assert len(ladder.frame()) > 7


def test_levels_extend_leaves_and_keep_every_split(ladder):
    before = {id_: split for id_, split in splits(ladder).items() if split}
    deepest = ladder.frame()["depth"].max()
    ladder.grow(levels=1)
    after = splits(ladder)
    assert {id_: after[id_] for id_ in before} == before
    assert ladder.frame()["depth"].max() == deepest + 1


def test_levels_leave_pruned_leaves_alone_unless_told_otherwise(ladder):
    ladder.grow(3)
    ladder.prune(3)
    ladder.grow(levels=1)
    assert ladder.node(3).is_leaf
    ladder.grow(levels=1, keep=False)
    assert not ladder.node(3).is_leaf


def test_options_hold_for_one_growth_and_are_written_down(ladder):
    gesture = ladder.grow(max_depth=3)
    assert ladder.frame()["depth"].max() == 3
    assert gesture.line == "tree.grow(max_depth=3)"
    assert gesture.args == {"node": 0, "options": {"max_depth": 3}}
    ladder.grow()
    assert ladder.frame()["depth"].max() > 3


def test_a_named_method_grows_by_its_own_defaults(patients):
    tree = tw.DecisionTree(patients, target="ill", max_depth=1)
    with pytest.raises(RefusedError, match="changes nothing"):
        tree.grow()
    assert tree.grow(method="cart").after.error == 0


def test_leaves_elsewhere_count_towards_max_leaf_nodes(ladder):
    assert ladder.grow(1, max_leaf_nodes=5).after.leaves == 5
    ladder.undo()
    assert ladder.grow(1).after.leaves == 6


def test_a_growth_that_changes_nothing_says_why(tree):
    with pytest.raises(RefusedError, match=r"node 1 does not grow: .+"):
        tree.grow(1)
    with pytest.raises(RefusedError, match="growing under node 0 changes nothing"):
        tree.grow()


def test_a_growth_that_only_takes_the_pruned_mark_off_is_refused(tree):
    tree.split(1, "age")
    tree.prune(1)
    with pytest.raises(RefusedError, match="node 1 does not grow"):
        tree.grow(1)
    assert tree.node(1).pruned


def test_notes_stay_where_the_same_node_comes_back(ladder):
    ladder.grow(5)
    inner, lost = ladder.node(5).children[1], ladder.frame().index[-3]
    ladder.note(inner, "look here")
    ladder.grow(5, max_depth=3)  # the same first split comes again, and no more
    assert ladder.node(inner).note == "look here"
    assert lost not in ladder.frame().index


def test_class_weights_belong_to_the_whole_tree(tree):
    with pytest.raises(RefusedError, match="cannot change class_weight"):
        tree.grow(class_weight="balanced")


# ---------------------------------------------------------------- prune, label, lock, note


def test_pruning_says_how_many_forced_splits_went(ladder):
    gesture = ladder.prune(0)
    assert "(3 forced splits went with it)" in gesture.text
    assert gesture.removed == (1, 2, 3, 4, 5, 6)
    ladder.undo()
    assert ladder.node(1).forced


def test_pruning_a_leaf_is_refused(tree):
    with pytest.raises(RefusedError, match="node 1 is a leaf already"):
        tree.prune(1)


def test_pruning_over_a_lock_is_refused_and_names_it(ladder):
    ladder.lock(6)
    with pytest.raises(RefusedError, match="pruning node 0 would change node 6, which is locked"):
        ladder.prune(0)
    ladder.lock(2)
    with pytest.raises(RefusedError, match="cannot prune node 2"):
        ladder.prune(2)


def test_pruning_computes_nothing(large, monkeypatch):
    engine = large.workspace.inducer.engine
    for name in ("tables", "partition", "total"):
        monkeypatch.setattr(type(engine), name, None)
    large.prune(large.node(0).children[0])


def test_a_label_is_what_is_predicted_and_changes_no_count(tree, patients):
    before = tree.node(1).counts
    tree.label(1, "yes")
    assert tree.node(1).prediction == "yes"
    assert tree.node(1).labelled
    assert tree.node(1).counts.equals(before)
    assert tree.predict(patients)[0] == "yes"
    tree.label(1, None)
    assert tree.node(1).prediction == "no"
    with pytest.raises(RefusedError, match="no label to take back"):
        tree.label(1, None)


def test_a_label_on_a_branch_waits_for_its_pruning(tree, patients):
    tree.label(2, "no")
    assert tree.predict(patients)[-1] == "yes"
    tree.prune(2)
    assert tree.predict(patients)[-1] == "no"


@pytest.mark.parametrize("verb", ["split", "grow", "label"])
def test_a_locked_leaf_refuses(tree, verb):
    tree.lock(1)
    args = {"split": ("age",), "grow": (), "label": ("yes",)}[verb]
    with pytest.raises(RefusedError, match=f"cannot {verb} node 1: it is locked"):
        getattr(tree, verb)(1, *args)


def test_a_lock_allows_a_note_and_comes_off(tree):
    tree.lock(1)
    tree.note(1, "agreed")
    with pytest.raises(RefusedError, match="locked already"):
        tree.lock(1)
    tree.lock(1, on=False)
    with pytest.raises(RefusedError, match="not locked"):
        tree.lock(1, on=False)
    tree.split(1, "age")


def test_a_note_is_written_once(tree):
    tree.note(1, "why")
    with pytest.raises(RefusedError, match="says that already"):
        tree.note(1, "why")
    tree.note(1, "")
    assert tree.node(1).note == ""
    with pytest.raises(RefusedError, match="empty already"):
        tree.note(1, "")


def test_a_gesture_tells_what_it_did(tree):
    gesture = tree.prune(2)
    assert gesture.name == "prune"
    assert gesture.args == {"node": 2}
    assert gesture.made == ()
    assert gesture.removed == (3, 4)
    assert gesture.before.leaves == 3
    assert gesture.after.leaves == 2
    assert gesture.after.error == 0.125
    assert gesture.after.validation_error is None
    assert gesture.select == 2
    assert repr(gesture) == "tree.prune(2)  # node 2: pruned, 1 leaf fewer, error 12.5 %"
