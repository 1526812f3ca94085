"""The report: everything about a session on one page that runs nothing and asks for nothing."""

import re
from html.parser import HTMLParser

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed, priced
from treewidget import JournalError
from treewidget.induction.swift import fits
from treewidget.session.report import sections
from treewidget.session.report.drawing import MOST
from treewidget.session.report.markup import NARROW, count, spelled
from treewidget.tree.node import walk

from . import hostile

VOID = {"meta", "br", "img", "link", "input", "hr"}


class Page(HTMLParser):
    """What a browser would make of it: well-formed, or it says where not."""

    def __init__(self, content):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.said = [], [], [], []
        self.feed(content)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.said.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.said).split())


@pytest.fixture
def tree():
    frame = mixed(300, seed=3)
    return tw.DecisionTree(frame, target="kind", validation=0.25, test=0.2, max_depth=4)


def page_of(tree, path):
    return Page(tree.report(path).read_text(encoding="utf-8"))


def test_it_tells_the_whole_session(tree, tmp_path):
    first, second = tree.node(0).children
    tree.prune(first, reason="too few to tell")
    tree.undo()
    tree.split(second, "number", threshold=1.2, replace=True, regrow=True, reason="the guideline")
    tree.checkpoint("as agreed")
    tree.note(0, "asked by the ward")
    seen = tree.score(on="test")
    said = page_of(tree, tmp_path / "r.html").text
    for gesture in tree.history:
        assert gesture.line in said
    assert "the guideline" in said
    assert "asked by the ward" in said
    assert "checkpoint as agreed" in said
    assert "too few to tell" in said, "what was tried and left is told too"
    assert "The test rows were looked at once." in said
    assert f"{100 * seen:.1f} %" in said
    assert tree.history.code().splitlines()[-1] in said
    frame = tree.frame()
    for rule in frame.loc[frame["is_leaf"], "rule"]:
        assert spelled(rule) in said
    errors = tree.history.frame()["validation_error"]
    for error in errors:
        assert f"{100 * error:.1f}" in said


def test_an_error_is_called_as_everywhere(tree, tmp_path):
    said = page_of(tree, tmp_path / "c.html").text
    assert "● Training error" in said
    assert "mistakes" not in said
    numbers = tw.DecisionTree(priced(200), target="price", max_depth=2)
    said = page_of(numbers, tmp_path / "n.html").text
    assert "● Training rmse" in said
    assert "the tree's own rmse" in said
    assert "● error" not in said
    assert "RMSE" not in said
    stakes = tw.DecisionTree(
        mixed(300), target="kind", max_depth=2, priors={"a": 0.5, "b": 0.3, "c": 0.2}
    )
    said = page_of(stakes, tmp_path / "s.html").text
    assert "● Training mistakes" in said
    assert "own mistakes on them" in said
    assert "● error" not in said


def test_it_looks_at_no_test_row_itself(tree, tmp_path):
    assert "never looked at" in page_of(tree, tmp_path / "r.html").text
    assert tree.test_looks == 0
    bare = tw.DecisionTree(mixed(), target="kind", max_depth=2)
    assert "No rows were set aside for a test" in page_of(bare, tmp_path / "b.html").text


def test_it_holds_no_script_asks_for_nothing_and_says_so(tree, tmp_path):
    content = tree.report(tmp_path / "r.html").read_text(encoding="utf-8")
    page = Page(content)
    assert not {"script", "iframe", "object", "embed", "link", "img", "form", "base"} & set(
        page.tags
    )
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    links = [value for name, value in page.attributes if name in ("href", "src", "action")]
    assert all(link.startswith("#") for link in links)
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert ("content", policy) in page.attributes
    assert "url(" not in content
    assert "http" not in re.sub(r"http-equiv", "", content)


def test_it_can_be_read_without_seeing_it(tree, tmp_path):
    page = page_of(tree, tmp_path / "r.html")
    attributes = page.attributes
    assert ("lang", "en") in attributes
    assert page.tags.count("h1") == page.tags.count("main") == 1
    assert page.tags.count("caption") == page.tags.count("table")
    assert [value for name, value in attributes if name == "scope"]
    ids = [value for name, value in attributes if name == "id"]
    assert len(ids) == len(set(ids))
    named = [value for name, value in attributes if name == "aria-labelledby"]
    assert set(named) <= set(ids)
    assert {value[1:] for name, value in attributes if name == "href"} <= set(ids)


@pytest.mark.parametrize("kind", ["regression", "root", "large", "deep", "weights"])
def test_every_kind_of_tree_has_one(kind, tmp_path):
    if kind == "regression":
        tree = tw.DecisionTree(priced(200), target="price", validation=0.3)
    elif kind == "root":
        tree = tw.DecisionTree(mixed(), target="kind", grow=False)
    elif kind == "large":
        tree = tw.DecisionTree(mixed(900, classes=4), target="kind")
    elif kind == "deep":
        tree = tw.DecisionTree(pd.DataFrame({"x": range(300), "y": [0, 1] * 150}), target="y")
    else:
        frame = mixed().assign(w=0.5)
        tree = tw.DecisionTree(frame, target="kind", weights="w")
    page = page_of(tree, tmp_path / "r.html")
    cards = sum(value == "card" for name, value in page.attributes if name == "class")
    root = page.attributes[: page.attributes.index(("class", "card"))]
    height = next(float(value) for name, value in reversed(root) if name == "y")
    assert height < 500, "the root is on the first screen"
    assert cards == len(tree.frame()) or (len(tree.frame()) > MOST >= cards > 0)
    if cards < len(tree.frame()):
        assert f"{len(tree.frame()) - cards:,} nodes further down are not drawn" in page.text


@pytest.mark.parametrize("unit", [1e-40, 2.0, 1e40])
def test_rows_are_rows_and_weight_stands_beside_them(unit, tmp_path):
    frame = mixed().assign(w=unit)
    tree = tw.DecisionTree(frame, target="kind", weights="w", max_depth=1, missing="fractional")
    text = page_of(tree, tmp_path / "r.html").text
    for _, leaf in tree.frame().query("is_leaf").iterrows():
        assert f" {leaf['n']} {count(leaf['weight'])} ".replace(NARROW, " ") in text
    assert "● rows ● weight ● error" in text
    plain = page_of(tw.DecisionTree(mixed(), target="kind", max_depth=1), tmp_path / "p.html")
    assert "● rows ● error" in plain.text
    assert not re.search(r"\d{13}", text.replace(",", "")), "no weight is told digit by digit"


def test_one_of_a_thing_is_one(tmp_path):
    data = mixed()[["number", "kind"]]
    tree = tw.DecisionTree(data, target="kind", grow=False)
    tree.note(0, "one")
    text = page_of(tree.replay(data), tmp_path / "r.html").text
    for said in ("1 step in force", "Decision tree of 1 node;", "1 leaf", "1 column taken"):
        assert said in text
    steps = tree.replay(data).replayed.steps
    assert steps[0].now.startswith("1 leaf, error ")
    assert not re.search(r"\b1 (steps|nodes|leaves|columns)\b", text)


def test_what_is_to_be_heeded_of_the_options_is_said(tmp_path):
    tree = tw.DecisionTree(mixed(), target="kind", losses={"a": {"b": 5}}, max_depth=0)
    text = page_of(tree, tmp_path / "r.html").text
    for note in (*tree.notes, "priors or losses weigh the classes", "the root does not grow"):
        assert note in text


def test_of_several_branches_each_is_named_where_it_leads(tmp_path):
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"age": rng.integers(18, 90, 900), "ward": rng.choice([*"<bc"], 900)})
    frame["y"] = np.where(
        frame["age"] < 40, "young", np.where(frame["age"] < 60, "<b>", frame.ward)
    )
    tree = tw.DecisionTree(frame, target="y", method="chaid")
    assert len(tree.root.children) > 2
    page = page_of(tree, tmp_path / "r.html")
    ways = [value for name, value in page.attributes if (name, value) == ("class", "way")]
    assert len(ways) == len(tree.frame()) - 1
    assert f"age · {len(tree.root.children)}-way" in page.text
    assert "≤ 39.5" in page.text
    assert re.search(r"\(39\.5, [\d.]+\]", page.text)
    assert "{<}" in page.text


def test_of_many_classes_the_largest_have_colours_as_on_the_canvas(tmp_path):
    rows = [5, 40, 6, 41, 42, 43, 7, 44, 45, 46]
    kind = np.repeat([f"k{at}" for at in range(10)], rows)
    tree = tw.DecisionTree(pd.DataFrame({"a": np.arange(len(kind)), "kind": kind}), target="kind")
    tree.prune(0)
    page = page_of(tree, tmp_path / "r.html")
    named = re.findall(r"k\d|3 others", page.text.partition("The tree")[2])
    assert named[:8] == ["k1", "k3", "k4", "k5", "k7", "k8", "k9", "3 others"]
    bar = [value for _, value in page.attributes if value and re.fullmatch(r"c\d", value)][8:]
    assert bar == [f"c{at}" for at in range(1, 9)]


def test_of_a_large_tree_no_more_is_made_than_is_listed(tmp_path, monkeypatch):
    monkeypatch.setattr(sections, "MOST_RULES", 5)
    tree = tw.DecisionTree(mixed(4000), target="kind")
    page, root = page_of(tree, tmp_path / "r.html"), tree.workspace.tree.root
    made = sum(1 for _ in walk(root, seen=True))
    assert made < len(tree.workspace.tree) / 2 or not fits(tree.workspace.inducer)
    rules = tree.frame().query("is_leaf")["rule"].tolist()
    assert f"{len(rules):,} leaves, of which the first 5 are listed" in page.text
    told = page.text.split("the first 5 are listed")[1]
    assert [spelled(rule) in told for rule in rules[:7]] == [True] * 5 + [False] * 2


def test_a_rule_of_many_levels_is_folded_under_a_brief_one(tmp_path):
    names = [f"p{at:03}" for at in range(60)]
    frame = pd.DataFrame({"who": names * 2, "y": (["yes"] * 30 + ["no"] * 30) * 2})
    page = page_of(tw.DecisionTree(frame, target="y"), tmp_path / "r.html")
    assert page.tags.count("details") == page.tags.count("summary") == 2
    brief, full = (f"who in {{{', '.join(names[:n])}" for n in (10, 30))
    assert f"{brief} and 20 more}} {full}}}" in page.text
    short = page_of(tw.DecisionTree(frame.iloc[25:35], target="y"), tmp_path / "s.html")
    assert "details" not in short.tags


def test_a_level_that_only_held_out_rows_have_is_not_told_as_missing(tmp_path):
    frame = pd.DataFrame({"kind": [*"abcab", None] * 5, "other": range(30), "y": [0, 1] * 15})
    held = [kind == "c" for kind in frame["kind"]]
    page = page_of(tw.DecisionTree(frame, target="y", validation=held), tmp_path / "r.html")
    assert "Missing in training kind nominal 5 other integer 0" in page.text


def test_a_value_that_was_filled_is_told_as_missing(tmp_path):
    frame = pd.DataFrame({"kind": [*"abab", None, None] * 5, "other": 1, "y": [0, 1] * 15})
    tree = tw.DecisionTree(frame, target="y", missing="most_common")
    page = page_of(tree, tmp_path / "r.html")
    assert "2 columns taken as predictors" in page.text
    assert "Missing in training kind nominal 10 other integer 0" in page.text


def test_what_became_of_a_replay_is_in_it(tree, tmp_path):
    tree.prune(1)
    again = tree.replay(mixed(300, seed=8))
    said = page_of(again, tmp_path / "r.html").text
    assert "Replayed on other data" in said
    assert again.replayed.steps[1].status in said


def test_only_a_report_is_written_over(tree, tmp_path):
    path = tmp_path / "r.html"
    tree.report(path)
    tree.prune(1)
    assert "tree.prune(1)" in page_of(tree, path).text
    for content in ("my thesis", ""):
        path.write_text(content)
        with pytest.raises(JournalError, match="nothing else is written over"):
            tree.report(path)
        assert path.read_text() == content
    (tmp_path / "link").symlink_to(path)
    for wrong in (tmp_path, tmp_path / "link", tmp_path / "no" / "where", "a\0b", 3):
        with pytest.raises(tw.TreeWidgetError):
            tree.report(wrong)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "r.html"]


def test_hostile_names_are_text(tmp_path):
    frame = hostile.frame()
    tree = tw.DecisionTree(frame, target=hostile.TARGET, max_depth=4, validation=0.25)
    hostile.session(tree)
    page = page_of(tree, tmp_path / "r.html")
    assert not {"script", "img", "b", "i", "style svg"} & set(page.tags)
    assert page.tags.count("style") == 1
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert "alert(1)" in page.text


def test_names_of_another_direction_turn_no_figure_of_a_rule(tmp_path):
    turned, hebrew = "\u202eage", "\u05d2\u05d9\u05dc"
    frame = pd.DataFrame({turned: np.arange(40.0), hebrew: np.tile([1.0, 2.0], 20)})
    frame["y"] = np.where((frame[turned] > 19) & (frame[hebrew] > 1), "a", "b")
    tree = tw.DecisionTree(frame, target="y")
    rules = page_of(tree, tmp_path / "r.html").text.partition("Final rules")[2]
    assert "\u2068\\u202eage\u2069 > 20.5" in rules
    assert f"\u2068{hebrew}\u2069 > 1.5" in rules


@pytest.mark.parametrize("said", [["1", "2"], ["class 1", "class 2"], ["a", "class"]])
def test_a_leaf_says_its_class_once(tmp_path, said):
    for classes in (said, [int(one) for one in said] if said[0] == "1" else said):
        tree = tw.DecisionTree(pd.DataFrame({"x": [1, 2, 3, 4], "y": classes * 2}), target="y")
        tree.prune(0)
        content = tree.report(tmp_path / "r.html").read_text(encoding="utf-8")
        head = re.search(r'class="head">(.*?)</div>', content)[1]
        name = f"class {said[0]}" if said[0] == "1" else said[0]
        assert re.sub("<[^>]*>", "", head) == f"{name} 50{NARROW}%"


def test_of_many_steps_it_says_how_many_are_listed(tree, tmp_path, monkeypatch):
    monkeypatch.setattr(sections, "MOST_STEPS", 2)
    for at, text in enumerate(["first", "second", "third"]):
        page = page_of(tree, tmp_path / f"{at}.html")
        assert "are listed" not in page.text
        tree.note(0, text)
    page = page_of(tree, tmp_path / "r.html")
    assert (
        "3 steps in force, from the construction on, of which the first 2 are listed" in page.text
    )
    listed = page.text.partition("2 are listed")[2].partition("Final rules")[0]
    assert [word in listed for word in ("built", "first", "second", "third")] == [True] * 3 + [
        False
    ]
