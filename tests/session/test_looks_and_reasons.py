"""Looks at the test rows, and why edits were made: in the journal too."""

import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget import JournalError
from treewidget.session import file

from .sessions import lines_of


def test_looks_at_the_test_rows_are_counted_for_good(path):
    frame = mixed(200)
    tree = tw.DecisionTree(frame, target="kind", test=0.3, journal=path)
    assert tw.load(path, frame).test_looks == 0
    tree = tw.load(path, frame)
    seen = tree.score(on="test")
    tree.prune(1)
    tree.confusion(on="test")
    tree.expected_cost(on="test")
    tree.score(on="train")
    again = tw.load(path, frame)
    assert again.test_looks == 3
    assert [(look.step, look.what) for look in again.session.looks] == [
        (0, "score"),
        (1, "confusion"),
        (1, "expected_cost"),
    ]
    assert again.session.looks[0].figure == seen
    again.save(path.with_suffix(".2"))
    assert tw.load(path.with_suffix(".2"), frame).session.looks == again.session.looks


def test_a_look_that_cannot_be_written_shows_nothing(path):
    tree = tw.DecisionTree(mixed(200), target="kind", test=0.3, journal=path)
    path.unlink()
    with pytest.raises(JournalError, match="moved or deleted"):
        tree.score(on="test")
    assert tree.test_looks == 0


def test_reasons_are_kept_with_their_gestures(path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    why = 'the "clinic"\nasked'
    edits = [
        tree.prune(1, reason=why),
        tree.grow(1, reason=why, max_depth=4),
        tree.prune_to(leaves=3, reason=why),
        tree.label(0, "a", reason=why),
        tree.lock(0, reason=why),
        tree.note(0, "n", reason=why),
    ]
    for gesture in edits:
        assert gesture.args["reason"] == why
        assert "reason='the \"clinic\"\\nasked'" in gesture.line
    again = tw.load(path, frame)
    assert [gesture.args["reason"] for gesture in again.history] == [why] * len(edits)
    names = {"data": frame}
    exec(tree.history.code(), names)  # noqa: S102 - that is what the code is for
    assert names["tree"] == tree


def test_where_reasons_are_asked_for_an_edit_without_one_is_refused(path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", require_reason=True, journal=path)
    for edit in (
        lambda **why: tree.prune(1, **why),
        lambda **why: tree.grow(1, **why),
        lambda **why: tree.label(0, "a", **why),
        lambda **why: tree.lock(0, **why),
        lambda **why: tree.lock(0, on=False, **why),
        lambda **why: tree.prune_to(leaves=1, **why),
        lambda **why: tree.split(0, "whole", replace=True, **why),
    ):
        for none in ({}, {"reason": None}, {"reason": " "}):
            with pytest.raises(
                tw.RefusedError, match=r'asks for a reason .* reason="..."\) says why'
            ):
                edit(**none)
        edit(reason="because")
    tree.note(0, "says itself why")
    tree.undo()
    with pytest.raises(tw.RefusedError, match="asks for a reason"):
        tw.load(path, frame).prune(1)
    assert "require_reason=True" in tree.history.code()
    for wrong in (1, "yes", None):
        with pytest.raises(TypeError, match=r"require_reason=.* must be True or False"):
            tw.DecisionTree(frame, target="kind", require_reason=wrong)
    with pytest.raises(TypeError, match="reason= is text, not 3"):
        tree.prune(1, reason=3)
    with pytest.raises(ValueError, match="at most 10,000"):
        tree.prune(1, reason="x" * 10_001)


def test_half_a_look_that_was_interrupted_is_taken_away(path, monkeypatch):
    tree = tw.DecisionTree(mixed(), target="kind", test=0.25, journal=path)
    whole = file.append

    def half(number, line):
        whole(number, line[: len(line) // 2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(file, "append", half)
        with pytest.raises(KeyboardInterrupt):
            tree.score("test")
    tree.note(0, "goes on")
    assert len(lines_of(path)) == 2
