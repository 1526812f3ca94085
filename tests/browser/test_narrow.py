"""Where there is no room for a canvas: the tree as an indented list, the node in a sheet."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.thorough import some

from .cells import CLASSES, PENGUINS, VIEW
from .view import View


@pytest.fixture
def view(host, write) -> View:
    host.show(write(PENGUINS, VIEW))
    view = View(host).wait()
    view.set_width(360)
    expect(view.root.locator(".tw-canvas")).to_have_count(0)
    return view


def test_a_list_is_read_folded_and_edited(host, view):
    ids = eval(host.python("tree.frame().index.tolist()"))  # noqa: S307
    boxes = [view.node(number).bounding_box() for number in ids[:4]]
    assert all(low["y"] - high["y"] == 49 for high, low in pairwise(boxes))
    assert all(box["width"] <= 360 for box in boxes)

    view.select(1)
    expect(view.inspector).to_be_visible()
    expect(view.node(1)).to_be_in_viewport()
    view.node(1).press("Escape")
    expect(view.inspector).to_be_hidden()

    view.node(1).press("ArrowLeft")
    expect(view.node(1)).to_have_attribute("aria-expanded", "false")
    expect(view.node(1)).to_contain_text(re.compile(r"\+ \d+ leaves"))
    view.node(1).press("p")
    expect(view.node(1)).not_to_have_attribute("aria-expanded", re.compile("."))
    assert host.python("tree.node(1).is_leaf") == "True"


def test_the_menu_of_a_row_has_every_verb(view):
    view.node(1).click(button="right")
    menu = view.root.get_by_role("menu")
    expect(menu).to_be_in_viewport()
    expect(menu.get_by_role("menuitem", name=re.compile("^Prune(?! to)"))).to_be_visible()


def test_a_growth_by_choice_lies_over_the_list(view):
    view.node(0).press("m")
    form = view.root.get_by_role("dialog", name="Grow node 0")
    expect(form.get_by_role("button", name="Grow", exact=True)).to_be_in_viewport()
    assert form.bounding_box()["width"] >= 350
    assert view.node(0).bounding_box()["width"] >= 350


def test_a_pruning_has_its_button_at_the_foot(view):
    view.node(0).press("Shift+P")
    button = view.root.get_by_role("button", name=re.compile("^Prune to"))
    expect(button).to_be_visible()
    box, frame = button.bounding_box(), view.root.bounding_box()
    assert 0 < frame["y"] + frame["height"] - (box["y"] + box["height"]) < 20
    kept = view.root.get_by_text(re.compile("leaves kept"))
    assert kept.bounding_box()["width"] > 100  # "1 of 8 leaves kept", and a little of what follows


FIGURES = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(3)
homes = pd.DataFrame({"rooms": rng.normal(size=900), "age": rng.normal(size=900)})
homes["median_house_value"] = 2e5 + 9e4 * (homes.rooms > 0) + rng.normal(0, 6e4, 900)
tree = tw.DecisionTree(homes, target="median_house_value", validation=0.3, max_depth=3)
"""
"""A target with a long name, and errors of five digits."""

OUT_OF_REACH = """(bar) => [...bar.querySelectorAll("button, input")].filter((tool) => {
  const { left, right, top, bottom, width } = tool.getBoundingClientRect();
  const there = bar.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return width > 0 && !tool.contains(there);
}).map((tool) => tool.ariaLabel)"""


COVERED = """(shown) => {
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const all = [[left + 4, y], [right - 4, y], [x, top + 4], [x, bottom - 4]];
  const root = shown.getRootNode();
  return all.filter((at) => !shown.contains(root.elementFromPoint(...at))).length;
}"""
"""How many of a box's sides lie under something else."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width", [360, 500, 700])
def test_what_is_said_stands_beside_what_lies_over_the_tree(lab, write, width):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.set_width(width)
    lab.python("tree.lock(1)")
    view.node(1).click()
    if width > 480:  # in the list a row's sheet comes by itself
        view.verb("Inspector").click()
    view.node(1).press("g")
    expect(view.said).to_contain_text("locked")
    assert view.said.evaluate(COVERED) == 0

    if width < 480:  # there the history waits under the sheet
        return
    view.history.get_by_role("button", name=re.compile("^step 0")).click()
    back = view.root.get_by_role("button", name="Back to the present")
    expect(back).to_be_visible()
    assert back.evaluate(COVERED) == 0


def test_a_low_inspector_scrolls_to_its_candidates(lab, write):
    lab.show(write(PENGUINS, "tree.widget(height=240)"))
    view = View(lab).wait()
    name = view.inspector.get_by_role("rowheader", name="bill_length_mm", exact=True)
    name.scroll_into_view_if_needed()
    expect(name).to_be_in_viewport(ratio=0.9)
    assert name.evaluate(COVERED) == 0


def test_a_low_editor_shows_its_branches_and_the_buttons_that_decide(lab, write):
    lab.show(write(PENGUINS, "tree.widget(height=420)"))
    lab.collapse_left()
    view = View(lab).wait()
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog")
    expect(editor.get_by_role("region")).to_have_count(2)
    for branch in editor.get_by_role("region").all():
        assert branch.evaluate(COVERED) == 0
    assert editor.get_by_role("button", name="Split", exact=True).evaluate(COVERED) == 0


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width", [360, 560, 700])
def test_the_wide_editor_keeps_the_buttons_that_decide_in_sight(lab, write, width):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.set_width(width)
    view.node(0).press("Enter")
    split = view.root.get_by_role("dialog").get_by_role("button", name="Split", exact=True)
    expect(split).to_be_in_viewport(ratio=1)
    assert split.evaluate(COVERED) == 0


def test_a_drawer_does_not_lie_over_the_node_it_tells_of(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.set_width(700)
    last = max(view.ids(), key=lambda one: view.node(one).bounding_box()["x"])
    view.select(last)
    view.verb("Inspector").click()
    expect(view.inspector).to_be_visible()

    def clear(number: int) -> bool:
        box, drawer = view.node(number).bounding_box(), view.inspector.bounding_box()
        return box["x"] + box["width"] <= drawer["x"]

    assert clear(last)
    chosen = view.tree.get_by_role("treeitem", selected=True)
    for key in ["ArrowLeft"] * 4 + ["ArrowRight"] * 4:
        chosen.press(key)
        expect(chosen).to_be_focused()
        assert clear(int(re.match(r"node (\d+)", chosen.get_attribute("aria-label"))[1]))


@pytest.mark.parametrize(("cell", "height"), [(FIGURES, 640), (PENGUINS, 380)])
def test_every_tool_is_within_reach_at_every_width(lab, write, cell, height):
    lab.show(write(cell, f"tree.widget(height={height})"))
    lab.collapse_left()
    view = View(lab).wait()
    settle = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 30))"
    for width in some([320, *range(320, 1250, 10)]):
        view.set_width(width)
        lab.page.evaluate(settle)
        expect(view.verb("More")).to_be_in_viewport()
        assert view.tools.evaluate(OUT_OF_REACH) == [], width
    expect(view.verb("Split").get_by_text("Split")).to_be_visible()


def test_the_field_that_is_an_icon_opens_where_one_clicks(lab, write):
    lab.show(write(FIGURES, VIEW))
    view = View(lab).wait()
    view.set_width(500)
    field = view.tools.get_by_role("searchbox")
    expect(view.root.locator(".tw-find")).to_have_css("width", "34px")
    field.click()
    lab.page.keyboard.type("rooms")
    expect(field).to_have_value("rooms")
    assert field.bounding_box()["width"] > 40
    assert view.tools.evaluate("(bar) => bar.scrollWidth <= bar.clientWidth")


def test_what_is_searched_for_is_read_at_every_width(lab, write):
    lab.show(write(FIGURES, VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    view.select(1)
    field = view.tools.get_by_role("searchbox")
    for width in some([320, 400, 490, 560, 700, 890, 905, 1000, 1100, 1200]):
        view.set_width(width)
        field.fill("")
        field.fill("rooms")
        expect(view.tools.get_by_role("status")).to_have_text(re.compile(r"^\d match(es)?$"))
        assert field.evaluate("(input) => input.scrollWidth <= input.clientWidth"), width
        expect(view.verb("More")).to_be_in_viewport(ratio=1)
    field.press("Enter")
    expect(view.tools.get_by_role("status")).to_have_text(re.compile(r"^1 of \d$"))


def test_the_toolbar_names_the_method_whole_and_keeps_the_errors_longest(lab, write):
    lab.show(write(FIGURES, VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    method, error = (view.tools.get_by_text(text) for text in ("CART, squared error", "rmse"))
    for width in [650, 720, 905, 1000, 1100, 1200]:
        view.set_width(width)
        expect(error).to_be_in_viewport(ratio=1)
        if method.is_visible():
            assert method.evaluate("(text) => text.scrollWidth <= text.clientWidth"), width


CUT_OFF = """(bar) => {
  const name = bar.querySelector("b");
  const tools = [...bar.children].filter((one) => one.offsetWidth > 0);
  const gaps = tools.slice(1).map((one, i) =>
    one.getBoundingClientRect().left - tools[i].getBoundingClientRect().right);
  return [name.scrollWidth - name.clientWidth, Math.max(...gaps)];
}"""
"""How much of the target's name is not seen, and how much room stands empty."""


def test_the_toolbar_shortens_no_name_beside_empty_room(lab, write):
    lab.show(write(FIGURES, VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    seen = set()
    for width in some(range(480, 1250, 35)):
        view.set_width(width)
        view.rest()
        hidden, room = view.tools.evaluate(CUT_OFF)
        seen.add(hidden > 0)
        assert hidden == 0 or room < hidden, (width, hidden, room)
    assert seen == {True, False}


BEHIND = """(bar) => {
  const heading = bar.firstElementChild;
  const words = [...heading.children].filter((one) => one.offsetWidth > 0).at(-1);
  return heading.getBoundingClientRect().right - words.getBoundingClientRect().right;
}"""
"""How much room stands empty behind the target and the method."""


def test_the_toolbar_keeps_no_room_behind_a_name_that_it_cuts(lab, write):
    target = "median_house_value_of_the_district_in_dollars"
    lab.show(write(FIGURES.replace("median_house_value", target), VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    for width in (980, 1060, 1300):
        view.set_width(width)
        view.rest()
        assert view.tools.evaluate(BEHIND) <= 12, width


LONG = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(4)
spans = [f"late_payments_in_the_last_{months}_months" for months in (12, 24)]
spans += [f"mean_of_transactions_over_{weeks:02d}_weeks_in_EUR" for weeks in range(1, 9)]
frame = pd.DataFrame({span: rng.normal(size=4000).round(4) for span in spans})
frame["applied"] = pd.Timestamp("2019-01-01") + pd.to_timedelta(rng.integers(0, 2000, 4000), "D")
late = frame[spans[1]] + rng.normal(size=4000) > 0
frame["loan"] = np.where(late, "default (90+ days past due)", "performing")
tree = tw.DecisionTree(frame, target="loan", validation=0.3, max_depth=2)
"""
"""Columns and classes whose names have to be shortened."""

OVERFLOWING = """(root) => [...root.querySelectorAll('span[dir=auto][title]')]
  .filter((name) => name.offsetParent
    && name.lastElementChild.getBoundingClientRect().right
       > name.getBoundingClientRect().right + 1)
  .map((name) => name.textContent)"""

MOVED = """(root) => [...root.querySelectorAll('span[dir=auto][title]')]
  .map((name) => [...name.querySelectorAll('[data-part]')])
  .filter(([head, end]) => end && head.scrollWidth > head.clientWidth)
  .map(([head, end]) => head.getBoundingClientRect().right - end.getBoundingClientRect().left)"""
"""How far the end of each shortened name stands in what its ellipsis leaves free."""


def test_a_name_that_is_shortened_stays_in_its_place(lab, write):
    lab.show(write(LONG, VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    view.select(0)
    expect(view.inspector.get_by_role("row", name=re.compile("^late_payments"))).to_have_count(2)
    assert view.root.evaluate(OVERFLOWING) == []
    moved = view.root.evaluate(MOVED)
    assert len(moved) > 1
    assert max(moved) > 1
    assert all(0 <= by < 12 for by in moved), moved  # less than a letter
    view.set_width(1205)
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    editor.get_by_role("combobox").first.select_option(label="applied")
    expect(editor.get_by_role("region", name=re.compile("^≤ 20"))).to_be_visible()
    assert view.root.evaluate(OVERFLOWING) == []
    editor.press("Escape")
    view.set_width(700)
    view.verb("Inspector").click()
    expect(view.inspector.get_by_role("row", name=re.compile("^late_payments"))).to_have_count(2)
    assert view.root.evaluate(OVERFLOWING) == []


def test_the_inspector_shows_the_way_to_all_classes_whole(lab, write):
    cell = CLASSES.replace("LEAVES", "8").replace("HEIGHT", "640").replace("NAME", "grade")
    lab.show(write(cell))
    view = View(lab).wait()
    view.set_width(1024)
    tabs = view.inspector.get_by_role("tablist")
    for number in view.ids():
        lab.python(f"view.selected = {number}")
        expect(view.inspector.get_by_role("heading")).to_contain_text(f"Node {number}")
        more = view.inspector.get_by_role("button", name="Show 4 more").bounding_box()
        assert more["y"] + more["height"] <= tabs.bounding_box()["y"], number
