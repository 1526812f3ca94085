"""Pruning, labels, locks and notes: what each changes, and what refuses it."""

import pytest

import treewidget as tw
from treewidget import RefusedError

from .frames import patients, priced


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


def test_a_gesture_calls_its_error_what_it_is():
    root = tw.DecisionTree(priced(), target="price", max_depth=1, validation=0.3)
    assert ", 1 leaf fewer, rmse " in root.prune(0).text
    losses = {"yes": {"no": 3}}
    costly = tw.DecisionTree(patients(), target="ill", max_depth=1, losses=losses)
    assert ", 1 leaf fewer, mistakes " in costly.prune(0).text
