"""Hostile names leave this process only as what they are: names."""

import ast
import csv
import io
from pathlib import Path

import pandas as pd
import pytest

import treewidget as tw
from treewidget.session.report.markup import tag, text

from . import hostile
from .sessions import same_history


@pytest.fixture
def frame():
    return hostile.frame()


@pytest.fixture
def tree(frame, tmp_path):
    given = {"max_depth": 4, "validation": 0.25, "min_samples_leaf": 8, "journal": tmp_path / "j"}
    return hostile.session(tw.DecisionTree(frame, target=hostile.TARGET, **given))


def test_the_code_parses_runs_and_builds_an_equal_tree(tree, frame):
    code = tree.history.code()
    called = {
        ast.unparse(node.func) for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)
    }
    assert called <= {"tw.DecisionTree", "tree.split", "tree.note", "tree.label"}
    assert len(code.splitlines()) == 3 + len(tree.history)
    code.encode("ascii", "backslashreplace")
    names = {"data": frame}
    exec(code, names)  # noqa: S102 - that is what the code is for
    assert names["tree"] == tree
    assert hash(names["tree"]) == hash(tree)
    assert not Path("/tmp/treewidget-was-here").exists()  # noqa: S108 - what a name would make


def test_the_code_can_be_kept_in_a_file(tree, tmp_path):
    (tmp_path / "again.py").write_text(tree.history.code(), encoding="utf-8")


def test_the_journal_gives_the_names_back(tree, frame, tmp_path):
    assert (tmp_path / "j").read_bytes().isascii()
    again = tw.load(tmp_path / "j", frame)
    assert same_history(tree, again)
    assert set(again.history.names) == set(hostile.NAMES.values())
    with pytest.raises(tw.DataChangedError) as caught:
        tw.load(tmp_path / "j", frame.rename(columns={hostile.NAMES["lines"]: "x"}))
    assert "\n" not in str(caught.value)
    again = tw.load(tmp_path / "j", hostile.frame(seed=1), on_change="replay")
    assert len(again.replayed.steps) == len(tree.history) + 1


@pytest.mark.parametrize("name", ["quotes", "format", "emoji", "csv", "bidi"])
def test_files_may_have_hostile_names(name, frame, tmp_path):
    path = tmp_path / hostile.NAMES[name].replace("/", "-")
    tree = tw.DecisionTree(frame, target=hostile.TARGET, max_depth=1, journal=path)
    tree.prune(0)
    assert tw.load(path, frame) == tree
    assert tree.report(path.with_suffix(".html")).exists()


def test_the_text_and_the_frames_hold_every_name_as_text(tree):
    assert str(tree).count(hostile.NAMES["path"]) >= 0
    str(tree).encode("utf-8", "surrogatepass")
    table = tree.frame().map(lambda cell: str(cell).encode("utf-8", "replace").decode())
    rows = list(csv.reader(io.StringIO(table.to_csv())))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert isinstance(tree.history.frame(), pd.DataFrame)


def test_levels_and_classes_may_be_pairs():
    pairs = pd.Index([("a", 1), ("b", 2)], tupleize_cols=False)
    codes = [0, 1, 1, 0, 1, 0, 1, 1]
    given = {"c": codes, "t": codes[::-1]}
    frame = pd.DataFrame({k: pd.Categorical.from_codes(v, pairs) for k, v in given.items()})
    tree = tw.DecisionTree(frame, target="t")
    for index in (tree.profile(0, "c").index, tree.node(0).counts.index, tree.confusion().index):
        assert list(index) == [("a", 1), ("b", 2)]


def test_markup_is_escaped_once_and_control_characters_go():
    assert text("a\x00\x1b\x85b") == "a\ufffd\ufffd\ufffdb"
    assert text("\ud800") == "?"
    assert tag("p", tag("b", "<i>"), "&") == "<p><b>&lt;i&gt;</b>&amp;</p>"
    assert tag("a", "x", href="\"'><script>") == '<a href="&quot;&#x27;&gt;&lt;script&gt;">x</a>'
