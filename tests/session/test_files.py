"""Who writes a journal, and which files are one."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget import JournalError, workspace
from treewidget.session import file, story


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
    first = tree.session.journal
    tree.save(tmp_path / "second")
    tree.note(0, "there")
    assert path.read_bytes() == content
    with pytest.raises(
        JournalError, match=r"not written any more: the session went on in .*second"
    ):
        first.look({})
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


@pytest.mark.parametrize("lost", ["taken over by a later", "moved or deleted"])
def test_what_could_not_be_written_is_refused_before_it_is_computed(path, monkeypatch, lost):
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal=path, grow=False)
    if lost == "moved or deleted":
        path.unlink()
    else:
        tw.load(path, frame)
    monkeypatch.setattr(workspace, "advance", None)  # would fail if it were called
    with pytest.raises(JournalError, match=lost):
        tree.grow()
    assert tree.root.is_leaf


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


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize("wrong", ["", " ", "a\0b", 3, None, b"x", "a" * 300, "\ud800"])
def test_what_is_no_path_is_refused(wrong):
    tree = tw.DecisionTree(mixed(), target="kind")
    for use in (tree.save, tree.report, lambda path: tw.load(path, mixed())):
        with pytest.raises(tw.TreeWidgetError):
            use(wrong)


def test_a_path_may_begin_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    frame = mixed()
    tree = tw.DecisionTree(frame, target="kind", journal="~/ward.journal")
    assert tw.load("~/ward.journal", frame) == tree
    assert tree.report(Path("~/ward.html")) == tmp_path / "ward.html"
    assert sorted(os.listdir(tmp_path)) == ["ward.html", "ward.journal"]  # noqa: PTH208
    with pytest.raises(JournalError, match="nor a folder"):
        tree.save("~nobody at all/ward.journal")


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
    with pytest.raises(JournalError, match="is a folder: name a file in it"):
        tree.save(tmp_path)
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


def test_each_step_keeps_the_time_it_was_made_at(tmp_path, monkeypatch):
    monkeypatch.setattr(story, "now", lambda: f"2026-01-01T00:00:{clock[0]:02}+00:00")
    frame, path, clock = mixed(), tmp_path / "j", [0]
    tree = tw.DecisionTree(frame, target="kind", journal=path)
    does = (
        lambda: tree.prune(1),
        lambda: tree.checkpoint("short"),
        tree.undo,
        tree.redo,
        tree.undo,
        lambda: tree.note(0, "seen"),
    )
    for clock[0], do in enumerate(does, start=1):
        do()
    clock[0] = 9
    times = {0: 0, 1: 1, 2: 6}
    for other in (path, tmp_path / "other"):
        tree.save(other)
        again = tw.load(other, frame).session
        assert again.times == {
            step: f"2026-01-01T00:00:{at:02}+00:00" for step, at in times.items()
        }
        assert again.identity == tree.session.identity
