"""What is on the disk: everything, before it is on the screen; and nothing that did not happen."""

import os
import random

import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget import JournalError
from treewidget.session import records
from treewidget.session.journal import Journal
from treewidget.workspace import Listener

from .sessions import KINDS, act, build, digest, lines_of, same_history


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("late", [False, True])
def test_a_session_comes_back_as_it_was(kind, late, path):
    frame, given = build(kind, 3)
    tree = tw.DecisionTree(frame, **given, **({} if late else {"journal": path}))
    draw = random.Random(kind)
    for _ in range(25):
        act(tree, draw)
    if late:
        tree.save(path)
        for _ in range(5):
            act(tree, draw)
    again = tw.load(path, frame)
    assert same_history(tree, again)
    assert digest(again) == digest(tree)
    act(again, draw)
    assert same_history(again, tw.load(path, frame))


@pytest.mark.parametrize(
    "given",
    [
        {"method": "c4.5"},
        {"method": "chaid"},
        {"missing": "surrogate", "losses": {"a": {"b": 2.0}}},
        {"missing": "fractional", "priors": {"a": 0.2, "b": 0.3, "c": 0.5}},
    ],
    ids=str,
)
def test_methods_and_their_options_come_back(given, path):
    frame = mixed(120, 2)
    tree = tw.DecisionTree(frame, target="kind", validation=0.25, journal=path, **given)
    draw = random.Random(5)
    for _ in range(6):
        act(tree, draw)
    assert same_history(tree, tw.load(path, frame))
    again = tree.replay(frame)
    assert again == tree
    assert {step.status for step in again.replayed.steps} == {"same"}


def test_a_gesture_is_on_the_disk_before_it_is_shown(path, monkeypatch):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    order = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda number: (order.append("disk"), real(number)))

    class Screen(Listener):
        def after(self, gesture):
            order.append("screen")
            assert lines_of(path)[-1]["line"] == gesture.line

    tree.workspace.subscribe(Screen())
    tree.prune(0)
    assert order == ["disk", "screen"]


def test_the_file_is_lines_of_plain_ascii_with_checksums(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    tree.note(0, 'é "\u2028\ud800</script>')
    content = path.read_bytes()
    assert content.isascii()
    check = records.START
    for line in content.splitlines(keepends=True):
        record, check = records.decode(line, check)
    assert record["args"] == {"node": 0, "text": 'é "\u2028\ud800</script>'}


def test_a_write_that_fails_vetoes_the_gesture(path, monkeypatch):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    tree.lock(1)
    before, size = tree.workspace.state, path.stat().st_size
    real = os.write

    def full(number, content):
        if len(content) > 40:
            return real(number, content[:40])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(JournalError, match="cannot be written: No space left on device"):
            tree.note(0, "x")
    assert tree.workspace.state is before
    assert path.stat().st_size == size, "the half of a line was taken away"
    tree.note(0, "y")
    assert tw.load(path, mixed()).node(0).note == "y"


def test_what_another_listener_vetoes_leaves_the_journal(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)

    class Veto(Listener):
        def before(self, _action, gesture):
            if gesture.name == "prune":
                raise tw.RefusedError("not today")

    tree.workspace.subscribe(Veto())
    size = path.stat().st_size
    with pytest.raises(tw.RefusedError, match="not today"):
        tree.prune(0)
    assert path.stat().st_size == size
    tree.note(0, "still here")
    assert tw.load(path, mixed()) == tree


def test_who_hears_of_a_change_before_it_is_made_cannot_make_another(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)

    class Eager(Listener):
        def before(self, _action, gesture):
            if gesture.name == "prune":
                tree.note(0, "about to be pruned")

    leave = tree.workspace.subscribe(Eager())
    with pytest.raises(tw.RefusedError, match=r"changes the tree in after\(\)"):
        tree.prune(0)
    assert not tree.history
    leave()
    tree.note(0, "still here")
    assert tw.load(path, mixed()) == tree


def test_how_a_size_was_chosen_is_known_after_loading(path, tmp_path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    tree.cross_validate(5)
    tree.prune_to(method="min")
    tree.note(0, "done")
    again = tw.load(path, mixed())
    assert "(the least error of 5 folds)" in str(again.history)
    assert str(again.history) == str(tree.history)
    again.undo()
    again.undo()
    again.redo()
    again.save(tmp_path / "other.journal")
    assert "the least error of 5 folds" in (tmp_path / "other.journal").read_text()


def test_an_interrupt_between_disk_and_screen_takes_the_line_back(path, monkeypatch):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    size, real = path.stat().st_size, os.fsync

    def interrupted(number):
        real(number)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            tree.prune(0)
    assert len(tree.history) == 0
    tree.note(0, "on")
    assert [record["do"] for record in lines_of(path)[1:]] == ["note"]
    assert path.stat().st_size > size


def test_refused_gestures_leave_no_line(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    for wrong in (tree.undo, lambda: tree.prune(99), lambda: tree.checkout("x")):
        with pytest.raises(tw.TreeWidgetError):
            wrong()
    assert len(lines_of(path)) == 1


def test_a_gesture_that_never_came_into_force_gives_way_to_the_next_of_its_revision(path):
    journal = Journal.begin(path, [{"do": "begin"}])
    for name, revision in (("a", 1), ("b", 1), ("c", 2), ("d", 2)):
        journal.gesture({"do": name}, revision)
    assert [line["do"] for line in lines_of(path)] == ["begin", "b", "d"]
    journal.look({"do": "look"})
    journal.gesture({"do": "e"}, 2)
    journal.dropped(3)
    journal.gesture({"do": "f"}, 3)
    journal.dropped(3)
    assert [line["do"] for line in lines_of(path)] == ["begin", "b", "d", "look", "e"]
    check = records.START
    for line in path.read_bytes().splitlines(keepends=True):
        _, check = records.decode(line, check)
    assert (journal.end.check, journal.end.line) == (check, 5)
    journal.close()
