"""The tables of the report, line by line, against what the tree says of itself."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget.session.report.markup import DASH, NARROW


def section(tree, path, part):
    content = tree.report(path).read_text(encoding="utf-8")
    inside = re.search(rf"<section [^>]*id=\"{part}\".*?</section>", content, re.DOTALL)[0]
    return ET.fromstring(inside)  # noqa: S314  our own


def table(tree, path, part):
    """The first table of a section: a list of texts for each line."""
    return lines_of(section(tree, path, part).find(".//tbody"))


def lines_of(body):
    return [["".join(cell.itertext()) for cell in line] for line in body]


def figure(said):
    return float(said.removesuffix(f"{NARROW}%").removeprefix("≈")) / 100


@pytest.fixture
def tree():
    tree = tw.DecisionTree(mixed(300, seed=3), target="kind", validation=0.3, max_depth=4)
    inner = [node for node in tree.frame().index[1:] if not tree.node(node).is_leaf]
    tree.checkpoint("as built")
    tree.prune(inner[-1], reason="too few")
    tree.note(inner[0], "asked the ward")
    tree.checkpoint("noted")
    tree.checkpoint("agreed")
    tree.label(tree.frame().query("is_leaf").index[0], tree.classes[0])
    tree.lock(tree.frame().query("is_leaf").index[1], reason="sure")
    return tree


def test_every_step_stands_with_its_own_names_reason_and_figures(tree, tmp_path):
    lines, told = table(tree, tmp_path / "r.html", "steps"), tree.history.frame()
    assert [line[0] for line in lines] == ["0", "1", "2", "3", "4"]
    for line, (step, row) in zip(lines, told.iterrows(), strict=True):
        gesture = row["line"] if step else tree.history.code().splitlines()[2]
        assert line[2].startswith(gesture)
        assert int(line[4]) == row["leaves"]
        assert figure(line[5]) == pytest.approx(row["error"], abs=0.000501)
        assert figure(line[6]) == pytest.approx(row["validation_error"], abs=0.000501)
    assert [line[3] for line in lines] == [DASH, "too few", "asked the ward", DASH, "sure"]
    names = [re.findall(r"checkpoint (as built|noted|agreed)", line[2]) for line in lines]
    assert names == [["as built"], [], ["noted", "agreed"], [], []]


@pytest.mark.parametrize("weights", [None, 0.5, "drawn"])
def test_every_rule_stands_with_its_rows_errors_and_what_was_done(tree, weights, tmp_path):
    if weights is not None:
        drawn = np.random.default_rng(0).uniform(0.5, 2.0, 300) if weights == "drawn" else weights
        frame = mixed(300, seed=3).assign(w=drawn)
        tree = tw.DecisionTree(frame, target="kind", weights="w", validation=0.3, max_depth=3)
        tree.note(tree.frame().query("is_leaf").index[2], "few")
    lines, leaves = table(tree, tmp_path / "r.html", "rules"), tree.frame().query("is_leaf")
    assert [int(line[0]) for line in lines] == leaves.index.tolist()
    for line, (node, row) in zip(lines, leaves.iterrows(), strict=True):
        assert line[1].replace("≤", "<=") == row["rule"]
        assert line[2].startswith(str(row["prediction"]))
        assert int(line[3]) == row["n"]
        if weights is not None:
            assert float(line.pop(4).removeprefix(f"≈{NARROW}")) == pytest.approx(
                row["weight"], abs=0.051
            )
        assert figure(line[4]) == pytest.approx(row["error"], abs=0.000501)
        assert int(line[5]) == row["validation_n"]
        if row["validation_n"]:
            assert figure(line[6]) == pytest.approx(row["validation_error"], abs=0.000501)
        else:
            assert line[6] == DASH
        said = [flag for flag in ("locked", "labelled", "pruned") if row[flag]]
        said += ["noted"] * bool(row["note"])
        assert line[7] == (", ".join(said) or DASH)
        assert line[8] == (tree.node(node).note or DASH)


def test_what_was_left_stands_with_where_it_began_and_ended(tree, tmp_path):
    tree.checkout(1)
    tree.prune(0)
    _, left = section(tree, tmp_path / "r.html", "steps").findall(".//tbody")
    (line,) = lines_of(left)
    ended = tree.history.branches().loc[4]
    assert line[:4] == ["1", "4", "3", ended["line"]]
    assert int(line[4]) == ended["leaves"]
    assert figure(line[5]) == pytest.approx(ended["error"], abs=0.000501)


def test_notes_on_splits_stand_by_themselves(tree, tmp_path):
    inner = next(node for node in tree.frame().index if tree.node(node).note)
    rules = section(tree, tmp_path / "r.html", "rules")
    assert rules.findtext("h3") == "Notes on splits"
    assert ["".join(line.itertext()) for line in rules.iter("li")] == [
        f"node {inner}: asked the ward"
    ]
    tree.checkout("as built")
    tree.note(tree.frame().query("is_leaf").index[0], "of a leaf")
    assert section(tree, tmp_path / "s.html", "rules").find("h3") is None


@pytest.mark.parametrize("target", ["kind", "price"])
def test_each_part_stands_with_its_error_and_each_look_with_what_it_saw(target, tmp_path):
    frame = mixed(300, seed=3) if target == "kind" else priced(300)
    tree = tw.DecisionTree(frame, target=target, validation=0.2, test=0.2, max_depth=3)
    now = tree.history.frame().iloc[-1]
    name, plain = ("error", figure) if target == "kind" else ("rmse", float)
    parts = table(tree, tmp_path / "0.html", "evidence")
    words = ["● Training", "○ Validation", "Test, sealed"]
    assert [line[0] for line in parts] == words
    rows = tree.workspace.dataset.parts.values()
    assert [int(line[1]) for line in parts] == [len(one) for one in rows]
    for line, error in zip(parts, (now["error"], now["validation_error"]), strict=False):
        assert plain(line[2]) == pytest.approx(error, rel=5e-4, abs=5.01e-4)
    assert parts[2][2] == DASH
    told = section(tree, tmp_path / "1.html", "evidence")
    assert "".join(told.find(".//thead").itertext()).endswith(name)
    assert "kinder they are" in "".join(told.itertext())
    assert "never looked at" in "".join(told.itertext())

    seen = tree.score(on="test")
    once = section(tree, tmp_path / "2.html", "evidence")
    assert "looked at once." in "".join(once.itertext())
    assert "looked at before" not in "".join(once.itertext())
    tree.prune(0)
    again = tree.score(on="test")
    twice = section(tree, tmp_path / "3.html", "evidence")
    assert "looked at 2 times. A figure that was looked at before" in "".join(twice.itertext())
    looks = twice.findall(".//table")[1]
    head = [cell.text for cell in looks.iter("th")]
    assert head == ["At step", "By", "Accuracy" if target == "kind" else "R²", "When"]
    lines = lines_of(looks.find("tbody"))
    assert [line[:2] for line in lines] == [["0", "score"], ["1", "score"]]
    for line, saw in zip(lines, (seen, again), strict=True):
        assert plain(line[2]) == pytest.approx(saw, rel=5e-4, abs=5.01e-4)


def test_without_held_out_rows_nothing_is_said_of_them(tmp_path):
    told = section(tw.DecisionTree(mixed(), target="kind"), tmp_path / "r.html", "evidence")
    assert "kinder" not in "".join(told.itertext())
    assert "No rows were set aside for a test." in "".join(told.itertext())


@pytest.mark.parametrize("became", [{"same"}, {"changed", "refused"}])
def test_every_step_of_a_replay_stands_with_what_became_of_it(became, tmp_path):
    frame = mixed(200, seed=4)
    tree = tw.DecisionTree(frame, target="kind", max_depth=2)
    tree.split(1, tree.root.split.column, replace=True)
    tree.note(0, "agreed")
    other = frame.assign(kind=np.where(frame["number"] > 0, "a", "b"))
    again = tree.replay(frame if became == {"same"} else other)
    steps = again.replayed.steps
    assert {step.status for step in steps} == became
    body = section(again, tmp_path / "r.html", "replayed").find(".//tbody")
    for line, cells, step in zip(body, lines_of(body), steps, strict=True):
        assert cells[:2] == [str(step.step), step.status]
        assert cells[2:] == [step.line, step.then, step.now or DASH, step.why or DASH]
        assert (line[1].find("span").get("class") == "refused") == (step.status == "refused")
