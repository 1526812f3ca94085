"""What is on the disk: everything, before it is on the screen; and nothing that did not happen."""

import gc
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import dateutil.tz
import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget import JournalError
from treewidget.session import file, records
from treewidget.workspace import Listener

from .sessions import KINDS, act, build, digest, same_history


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ward 7 é.journal"


def lines_of(path):
    return [json.loads(line)["record"] for line in path.read_text().splitlines()]


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


def test_nothing_is_ever_written_over(path):
    frame = mixed()
    path.write_text("my thesis")
    tree = tw.DecisionTree(frame, target="kind")
    for wrong in (
        lambda: tree.save(path),
        lambda: tw.DecisionTree(frame, target="kind", journal=path),
    ):
        with pytest.raises(JournalError, match="nothing is written over"):
            wrong()
    assert path.read_text() == "my thesis"
    with pytest.raises(JournalError, match="is no journal of treewidget"):
        tw.load(path, frame)


def test_saving_again_to_the_same_path_changes_nothing_and_to_another_moves_on(path, tmp_path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    tree.prune(1)
    content = path.read_bytes()
    tree.save(path)
    assert path.read_bytes() == content
    tree.save(tmp_path / "second")
    tree.note(0, "there")
    assert path.read_bytes() == content
    assert tw.load(tmp_path / "second", frame) == tree


def test_a_moved_or_changed_file_is_not_written_in_silence(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    path.rename(path.with_suffix(".moved"))
    with pytest.raises(JournalError, match="moved or deleted"):
        tree.prune(0)
    path.with_suffix(".moved").rename(path)
    with path.open("ab") as other:
        other.write(b"scribble\n")
    with pytest.raises(JournalError, match="changed by another program"):
        tree.prune(0)
    assert len(tree.history) == 0


def test_the_latest_load_has_the_journal(path):
    frame = mixed()
    old = tw.DecisionTree(frame, target="kind", journal=path)
    new = tw.load(path, frame)
    with pytest.raises(JournalError, match="taken over by a later"):
        old.prune(0)
    new.prune(0)
    assert len(tw.load(path, frame).history) == 1


def test_an_interrupt_while_a_load_takes_a_journal_over_leaves_it_free(path, monkeypatch):
    tree, close = tw.DecisionTree(mixed(), "kind", journal=path), file.close

    def interrupted(number):
        monkeypatch.undo()
        close(number)
        raise KeyboardInterrupt

    monkeypatch.setattr(file, "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tw.load(path, mixed())
    tree.note(0, "goes on")
    del tree
    gc.collect()
    assert tw.load(path, mixed()).node(0).note == "goes on"


def test_a_load_that_fails_leaves_the_journal_with_the_tree_that_has_it(path, tmp_path):
    frame, labels = mixed(), mixed()["kind"]
    data = frame.drop(columns="kind")
    tree = tw.DecisionTree(data, target=labels, journal=path)
    with pytest.raises(JournalError, match=r"give target=... again"):
        tw.load(path, data)
    tree.prune(1)
    aside = tw.load(path, data, target=labels, recover=tmp_path / "aside")
    tree.note(0, "on")
    aside.note(0, "elsewhere")
    assert tw.load(path, data, target=labels).node(0).note == "on"
    with pytest.raises(JournalError, match="taken over by a later"):
        tree.prune(0)


OTHER = """
import sys
import treewidget as tw
from tests.tree.frames import mixed
try:
    tw.load(sys.argv[1], mixed())
except tw.JournalError as error:
    print(error)
"""


def test_two_processes_never_write_one_journal(path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    done = subprocess.run(
        [sys.executable, "-c", OTHER, path], capture_output=True, text=True, check=True,
        cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip
    assert "is being written by another process" in done.stdout
    tree.prune(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_has_neither_the_journal_nor_its_lock(path):
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    code = (
        "import os, sys\n"
        "import treewidget as tw\n"
        "from tests.tree.frames import mixed\n"
        "tree = tw.DecisionTree(mixed(), target='kind', journal=sys.argv[1])\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        tree.prune(0)\n"
        "    except tw.JournalError as error:\n"
        "        print(error, flush=True)\n"
        "    os._exit(0)\n"
        "os.waitpid(child, 0)\n"
        "tree.lock(1)\n"
        "tree.session.journal.close()\n"
        "ear, mouth = os.pipe()\n"  # has the number the journal had: a fork keeps it
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os.write(mouth, b'x')\n"
        "    os.read(ear, 1)\n"
        "    os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "print(len(open(sys.argv[1]).readlines()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, path.with_suffix(".2")],
        capture_output=True, text=True, check=True, cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip
    assert "not to its fork" in done.stdout
    assert done.stdout.splitlines()[-1] == "2"
    assert tree.workspace.revision == 0


# ---------------------------------------------------------------- what a tree was built with


def test_arrays_and_frames_are_asked_for_again(path):
    frame = mixed()
    given = {"target": frame["kind"], "weights": np.arange(1.0, 61.0), "validation": mixed(30, 9)}
    data = frame.drop(columns="kind")
    tree = tw.DecisionTree(data, **given, journal=path)
    tree.prune(1)
    with pytest.raises(JournalError, match=r"give target=..., weights=..., validation=... again"):
        tw.load(path, data)
    assert tw.load(path, data, **given) == tree
    with pytest.raises(tw.DataChangedError, match="weights has other values"):
        tw.load(path, data, **{**given, "weights": np.ones(60)})
    with pytest.raises(tw.DataChangedError, match="second frame"):
        tw.load(path, data, **{**given, "validation": mixed(30, 9).assign(whole=1)})
    with pytest.raises(TypeError, match="built without 'max_depth'"):
        tw.load(path, data, **given, max_depth=3)


def test_masks_and_odd_options_are_written_down(path):
    frame = mixed(200)
    mask = frame["flag"].to_numpy()
    options = {"class_weight": {"a": 2, "b": 0.5}, "min_impurity_decrease": np.float32(0.001)}
    tree = tw.DecisionTree(frame, target="kind", test=mask, **options, journal=path)
    again = tw.load(path, frame)
    assert again == tree
    assert again.workspace.history.opening.startswith("import treewidget")


def test_what_was_drawn_without_a_seed_comes_back(path):
    frame = mixed(100)
    tree = tw.DecisionTree(frame, target="kind", validation=0.3, random_state=None, journal=path)
    assert tw.load(path, frame) == tree


def test_regression_with_numbers_for_names(path):
    frame = priced().rename(columns={"rooms": 0, "town": 1})
    tree = tw.DecisionTree(frame, target="price", journal=path, max_depth=2)
    tree.split(0, 0, threshold=3, replace=True)
    assert tw.load(path, frame) == tree


# ---------------------------------------------------------------- other data


def test_what_differs_is_said_before_anything_else(path):
    frame = mixed()
    tw.DecisionTree(frame, target="kind", journal=path)
    wrong = {
        r"data lacks column 'kind'": frame.drop(columns="kind"),
        r"has column 'new' that was not there": frame.assign(new=1),
        r"has 59 rows and had 60": frame.iloc[1:],
        r"column 'whole' was integer and is number": frame.astype({"whole": float}),
        r"'whole' has other values \(0 to 5, 0 missing then, 1 to 6": frame.assign(
            whole=frame["whole"] + 1
        ),
        r"columns in another order": frame[frame.columns[::-1]],
        r"'colour' has other values": frame.assign(colour=frame["colour"].shift(1)),
        r"'size' has other categories": frame.assign(
            size=frame["size"].cat.reorder_categories(["L", "M", "S"])
        ),
        r"'size' was ordered category and is category": frame.assign(
            size=frame["size"].cat.as_unordered()
        ),
        r"'size' has other values": frame.assign(size=frame["size"].to_numpy()[::-1]).astype(
            {"size": frame["size"].dtype}
        ),
        r"'day' has other values": frame.assign(day=frame["day"] + pd.Timedelta(1, "ns")),
    }
    for said, other in wrong.items():
        with pytest.raises(tw.DataChangedError, match=said) as caught:
            tw.load(path, other)
        assert caught.value.differences


def test_the_same_values_in_another_guise_are_the_same_data(path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    guise = frame.reset_index(drop=True).astype({"whole": "int8", "colour": object})
    guise["day"] = guise["day"].astype("datetime64[ns]")
    again = tw.load(path, guise)
    assert str(again) == str(tree)


@pytest.mark.parametrize(
    "zone", [dateutil.tz.gettz("Europe/Berlin"), dateutil.tz.tzoffset("", 3600)]
)
def test_zones_that_only_have_a_repr_are_known_again(path, zone):
    frame = mixed()
    frame["day"] = frame["day"].dt.tz_localize(zone)
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    assert str(tw.load(path, frame)) == str(tree)
    frame["day"] = frame["day"].dt.tz_convert("Asia/Seoul")
    with pytest.raises(tw.DataChangedError, match=r"'day' was datetime .* is datetime"):
        tw.load(path, frame)


def test_levels_are_known_by_what_they_are_not_by_numpys_name_for_it(path):
    given = pd.Categorical(pd.array([1, 1, 2, 3] * 15, dtype="Int64"))
    plain = pd.Categorical([1, 1, 2, 3] * 15)
    tree = tw.DecisionTree(mixed().assign(level=given), target="kind", journal=path)
    assert str(tw.load(path, mixed().assign(level=plain))) == str(tree)


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize("wrong", ["", " ", "a\0b", 3, None, b"x", "a" * 300, "\ud800"])
def test_what_is_no_path_is_refused(wrong):
    tree = tw.DecisionTree(mixed(), target="kind")
    for use in (tree.save, tree.report, lambda path: tw.load(path, mixed())):
        with pytest.raises(tw.TreeWidgetError):
            use(wrong)


def test_a_name_may_be_as_long_as_names_may_be(tmp_path):
    tree = tw.DecisionTree(mixed(), target="kind")
    tree.save(tmp_path / ("字" * 83))
    tree.report(tmp_path / ("é" * 120))
    assert len(list(tmp_path.iterdir())) == 2


def test_only_regular_files_and_no_links(path, tmp_path):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    (tmp_path / "link").symlink_to(path)
    os.mkfifo(tmp_path / "pipe")
    for name, said in (
        ("link", "symbolic link"),
        ("pipe", "no regular file"),
        ("", "cannot be opened|no regular file"),
        ("nothing", "no such file"),
        ("no/where", "nor a folder"),
    ):
        with pytest.raises(JournalError, match=said):
            tw.load(tmp_path / name, frame)
    with pytest.raises(JournalError, match="nothing is written over"):
        tree.save(tmp_path / "link")
    with pytest.raises(JournalError, match="nor a folder"):
        tree.save(tmp_path / "no" / "where")
    with pytest.raises(JournalError, match=r"no regular file|cannot be opened"):
        tw.load("/dev/zero", frame)


def test_making_a_file_leaves_nothing_half_made(tmp_path, monkeypatch):
    def fails(_number):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    tree = tw.DecisionTree(mixed(), target="kind")
    with pytest.raises(JournalError, match="Input/output error"):
        tree.save(tmp_path / "x")
    assert list(tmp_path.iterdir()) == []
    assert tree.session.journal is None


def test_where_there_are_no_hard_links_a_file_is_made_all_the_same(path, monkeypatch):
    def no_links(_old, _new):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(file.os, "link", no_links)
    tree = tw.DecisionTree(mixed(), target="kind", journal=path)
    assert tw.load(path, mixed()) == tree


# ---------------------------------------------------------------- looks and reasons


def test_looks_at_the_test_rows_are_counted_for_good(path):
    frame = mixed(200)
    tree = tw.DecisionTree(frame, target="kind", test=0.3, journal=path)
    assert tw.load(path, frame).test_looks == 0
    tree = tw.load(path, frame)
    seen = tree.score(on="test")
    tree.prune(1)
    tree.confusion(on="test")
    tree.score(on="train")
    again = tw.load(path, frame)
    assert again.test_looks == 2
    assert [(look.step, look.what) for look in again.session.looks] == [
        (0, "score"),
        (1, "confusion"),
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
