"""The tree as the report draws it: where cards and ribbons lie, and what a bar is made of."""

import math
import re
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

import treewidget as tw
from tests.tree.frames import mixed
from treewidget.session.report import drawing
from treewidget.session.report.drawing import ACROSS, BESIDE, BETWEEN, MOST, TALL
from treewidget.session.report.style import CLASSES
from treewidget.session.report.ways import room


def drawn(tree):
    """The drawing, parsed, and each card's box by the id of its node."""
    svg = ET.fromstring(drawing.drawing(tree._look)[0])  # noqa: S314  our own
    cards = {}
    for group in svg.findall("g"):
        box = next((one for one in group.findall("rect") if one.get("class") == "card"), None)
        if box is not None:
            node = int(re.match(r"node (\d+)", group.findtext("title"))[1])
            cards[node] = {name: float(box.get(name)) for name in ("x", "y", "width", "height")}
    return svg, cards


def ways(svg):
    """What stands before the cards."""
    said = [one for one in svg.iter("div") if one.get("class") == "way"]
    return ["".join(one.itertext()) for one in said] or [""]


def trees():
    nominal = pd.DataFrame({"c": list("abcdef") * 5, "d": list("uvw") * 10, "y": list("kkl") * 10})
    return {
        "one card": tw.DecisionTree(mixed(), target="kind", grow=False),
        "few leaves": tw.DecisionTree(mixed(seed=1), target="kind", max_depth=3),
        "many leaves": tw.DecisionTree(mixed(seed=2), target="kind", max_depth=6),
        "many ways": tw.DecisionTree(nominal, target="y", method="id3"),
        "cut off": tw.DecisionTree(mixed(900, classes=4), target="kind"),
    }


@pytest.mark.parametrize("kind", trees())
def test_cards_lie_apart_inside_and_children_beside_their_parents(kind):
    tree = trees()[kind]
    svg, cards = drawn(tree)
    left, top, width, height = map(float, svg.get("viewBox").split())
    assert (left, top) == (0, 0)
    boxes = np.array([[*card.values()] for card in cards.values()])
    assert (boxes[:, :2] >= 0).all()
    assert (boxes[:, :2] + boxes[:, 2:] <= [width, height]).all()
    for box in boxes:
        apart = np.abs(boxes[:, :2] - box[:2]) >= box[2:]
        assert apart.any(axis=1).sum() == len(boxes) - 1
    below = {node: [kid for kid in tree.node(node).children if kid in cards] for node in cards}
    leaves = [card["y"] for node, card in cards.items() if not below[node]]
    assert np.diff([cards[node]["y"] for node in cards if not below[node]]).min(initial=1) > 0
    assert len(set(np.diff(sorted(leaves)))) <= 1
    for node, kids in below.items():
        if not kids:
            continue
        middles = [cards[kid]["y"] for kid in kids]
        assert middles == sorted(middles)
        last = middles[-1] if len(leaves) <= TALL else middles[0]
        assert cards[node]["y"] == (middles[0] + last) / 2
        across = {cards[kid]["x"] - cards[node]["x"] for kid in kids}
        least = ACROSS + BETWEEN if kind == "many ways" else ACROSS
        assert across == {max(least, box[2] + BESIDE + math.ceil(max(map(room, ways(svg)))))}


@pytest.mark.parametrize("kind", trees())
def test_a_ribbon_joins_each_card_to_its_parent_as_wide_as_its_rows(kind):
    tree = trees()[kind]
    svg, cards = drawn(tree)
    paths = [one for one in svg.iter("path") if one.get("class") == "ribbon"]
    frame = tree.frame()
    children = [node for node in frame.index if node in cards and node]
    assert len(paths) == len(children)
    for path, node in zip(paths, children, strict=True):
        way = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d"))]
        above, here = cards[int(frame.loc[node, "parent"])], cards[node]
        begin = above["x"] + above["width"], above["y"] + above["height"] / 2
        end = here["x"], here["y"] + here["height"] / 2
        assert (*way[:2], *way[-2:]) == pytest.approx((*begin, *end), abs=0.05)
        share = frame.loc[node, "weight"] / frame.loc[0, "weight"]
        assert float(path.get("stroke-width")) == pytest.approx(max(40 * share, 1.5), abs=0.05)


def test_as_many_levels_are_drawn_as_fit_and_the_last_says_what_hangs_below():
    tree = trees()["cut off"]
    svg, cards = drawn(tree)
    frame = tree.frame()
    upto = frame.groupby("depth").size().cumsum()
    assert len(cards) == upto[upto <= MOST].iloc[-1] < len(frame)
    said = [int(many) for many in re.findall(r"\+ ([\d,]+) below", ET.tostring(svg, "unicode"))]
    assert sum(said) == len(frame) - len(cards)
    assert drawing.drawing(tree._look)[1] == len(frame) - len(cards)


@pytest.mark.parametrize("classes", [CLASSES, CLASSES + 1])
def test_a_bar_shares_its_width_among_the_classes_by_weight(classes):
    rows = np.arange(20, 20 + classes)
    kind = np.repeat([f"k{at}" for at in range(classes)], rows)
    frame = pd.DataFrame({"a": np.arange(len(kind)), "kind": kind})
    svg, cards = drawn(tw.DecisionTree(frame, target="kind", grow=False))
    bar = [one for one in svg.iter("rect") if one.get("class") != "card"]
    assert [one.get("class") for one in bar] == [f"c{at}" for at in range(1, CLASSES + 1)]
    own = rows if classes == CLASSES else [*rows[2:], rows[:2].sum()]
    wide = np.array([float(one.get("width")) for one in bar])
    assert wide == pytest.approx((cards[0]["width"] - 20) * np.array(own) / rows.sum(), abs=0.05)
    begin = [float(one.get("x")) for one in bar]
    assert begin == pytest.approx([cards[0]["x"] + 10 + wide[:at].sum() for at in range(8)], abs=1)


@pytest.mark.parametrize("kind", trees())
def test_each_branch_is_named_before_its_card_and_beside_its_ribbon(kind):
    tree = trees()[kind]
    svg, cards = drawn(tree)
    said = [one for one in svg.iter("foreignObject") if one.find("div").get("class") == "way"]
    frame = tree.frame()
    children = [node for node in frame.index if node in cards and node]
    assert len(said) == len(children)
    for words, node in zip(said, children, strict=True):
        above, here = cards[int(frame.loc[node, "parent"])], cards[node]
        x, y, width, height = (float(words.get(name)) for name in ("x", "y", "width", "height"))
        assert above["x"] + above["width"] < x < x + width < here["x"]
        middle = here["y"] + here["height"] / 2
        assert y + height < middle if here["y"] < above["y"] else y > middle
        parent = tree.node(int(frame.loc[node, "parent"]))
        branch = parent.split.branches[parent.children.index(node)]
        way = "".join(words.itertext()).replace("≤", "<=")
        assert branch.endswith(way)


def test_many_levels_of_a_branch_are_counted_and_words_have_room():
    places = [f"district {at:02d}, the town" for at in range(30)]
    frame = pd.DataFrame({"place": places * 4, "when": pd.date_range("2021-01-01", periods=120)})
    frame["y"] = ["a" if at % 3 else "b" for at in range(30)] * 4
    tree = tw.DecisionTree(frame, target="y", max_depth=1, grow=False)
    tree.split(0, "place")
    tree.split(tree.root.children[1], "when")
    svg, _ = drawn(tree)
    said = ways(svg)
    assert {"10 of 30", "20 of 30"} < set(said)
    assert any(re.fullmatch(r"> 2021-\d\d-\d\d", one) for one in said)
    boxes = [one for one in svg.iter("foreignObject") if one.find("div").get("class") == "way"]
    for one, words in zip(boxes, said, strict=True):
        assert float(one.get("width")) >= 7 * len(words)


def test_a_card_tells_its_rows_and_both_errors():
    tree = tw.DecisionTree(mixed(400, seed=5), target="kind", validation=0.3, max_depth=4)
    svg, cards = drawn(tree)
    frame = tree.frame()
    groups = [group for group in svg.findall("g") if group.find("text") is not None]
    assert len(groups) == len(cards)
    for group, (node, card) in zip(groups, cards.items(), strict=True):
        told = [text.text.replace("\u202f%", "") for text in group.findall("text")]
        rows, share = told[0].split(" · ")
        assert int(rows.replace(",", "")) == frame.loc[node, "n"]
        assert float(share) == pytest.approx(
            100 * frame.loc[node, "n"] / frame.loc[0, "n"], abs=0.05
        )
        train, held = (part.split(" ") for part in told[1].split("  "))
        assert (train[0], held[0]) == ("●", "○")
        assert float(train[1]) == pytest.approx(100 * frame.loc[node, "error"], abs=0.0501)
        if frame.loc[node, "validation_n"]:
            error = 100 * frame.loc[node, "validation_error"]
            assert float(held[1]) == pytest.approx(error, abs=0.0501)
        assert {float(text.get("x")) for text in group.findall("text")} == {card["x"] + 10}


@pytest.mark.parametrize(
    ("levels", "method", "head"),
    [
        (["a", "b"], "cart", "c in {a}"),
        (["a", "b", "d"], "id3", "c · 3-way"),
        (["a" * 18, "b"], "cart", "c in {" + "a" * 18 + "}"),
        (["a" * 19, "b"], "cart", "c in {" + "a" * 19 + "…"),
    ],
)
def test_a_card_says_its_split_and_cuts_long_words_short(levels, method, head):
    frame = pd.DataFrame({"c": levels * 6, "y": ["k", *"l" * (len(levels) - 1)] * 6})
    svg, _ = drawn(tw.DecisionTree(frame, target="y", method=method))
    heads = [one for one in svg.iter("div") if one.get("class") == "head"]
    assert "".join(heads[0].itertext()) == head


@pytest.mark.parametrize(
    ("name", "levels", "head"),
    [
        ("two\nlines", "ab", r"two\nlines in {a}"),
        ("c", ["S,\nM", "b"], r"c in {S,\nM}"),
        ("", "ab", "'' in {a}"),
        ("  ", [0, 1], "'  ' ≤ 0.5"),
    ],
)
def test_a_card_says_all_of_a_name_with_a_line_break_and_quotes_a_blank_one(name, levels, head):
    data = pd.DataFrame({name: list(levels) * 20, "y": list("kl") * 20})
    svg, _ = drawn(tw.DecisionTree(data, target="y"))
    heads = ["".join(one.itertext()) for one in svg.iter("div") if one.get("class") == "head"]
    assert heads[0] == head
