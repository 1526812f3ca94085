"""Group the levels of a column that has hundreds of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import VIEW
from .view import View

SHOPS = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(5)
codes = rng.integers(0, 300, 4000)
frame = pd.DataFrame({"shop": [f"shop {code:03d} of the town" for code in codes]})
frame["y"] = np.where(codes % 7 + rng.normal(0, 2, 4000) > 3, "approved", "declined")
tree = tw.DecisionTree(frame, target="y", max_depth=1, validation=0.2)
"""
FOUND = [f"shop {code:03d} of the town" for code in (12, 112, *range(120, 130), 212)]

SPILT = """(root) => [...root.querySelectorAll("[aria-hidden=true] > div")]
  .filter((card) => getComputedStyle(card).borderStyle === "dashed")
  .map((card) => {
    const { left, right } = card.getBoundingClientRect();
    const boxes = [...card.querySelectorAll("span")].map((one) => one.getBoundingClientRect());
    return boxes.every((box) => box.left >= left && box.right <= right);
  })"""
"""For each branch that is only considered, whether what it says stays on its card."""


@pytest.fixture
def view(lab, write) -> View:
    lab.show(write(SHOPS, VIEW))
    view = View(lab).wait()
    view.node(0).press("Enter")
    return view


def test_values_are_found_and_moved_by_keys_among_hundreds(lab, view):
    keys = view.page.keyboard
    editor = view.root.get_by_role("dialog")
    chips = editor.locator("[data-level]")
    expect(chips).to_have_count(300)
    expect(editor.locator("[data-level][tabindex='0']")).to_have_count(2)  # one in each branch

    find = editor.get_by_role("searchbox", name="Find values")
    find.focus()
    keys.type("SHOP 12")
    expect(chips).to_have_count(len(FOUND))
    expect(editor.get_by_text("13 found")).to_be_visible()
    take = editor.get_by_role("button", name=re.compile(r"^Move \d+ values to branch 1$"))
    take.press("Enter")
    expect(take).to_have_count(0)
    expect(find).to_be_focused()

    keys.press("ArrowDown")
    keys.press("ArrowDown")
    focused = view.root.locator(":focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^shop 112 .*branch 1$"))
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    expect(focused).to_have_attribute("aria-label", re.compile("^shop 012 .*branch 2$"))

    editor.get_by_role("button", name="Split", exact=True).press("Enter")
    expect(editor).to_have_count(0)
    groups = eval(lab.python("[list(group) for group in tree.root.split.groups]"))  # noqa: S307
    assert [name in groups[0] for name in FOUND] == [False] + [True] * (len(FOUND) - 1)


MET = """(chip) => {
  const { left, top, bottom } = chip.getBoundingClientRect();
  const ends = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + 20, y));
  return ends.every((one) => chip.contains(one));
}"""
"""Whether nothing lies over a chip's upper and lower edge."""


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width", [1200, 700])
def test_a_branch_that_is_added_comes_into_view_and_what_is_moved_there(view, width):
    view.set_width(width)
    editor = view.root.get_by_role("dialog")
    editor.get_by_role("button", name="Add branch").click()
    added = editor.get_by_role("group", name="Branch 3")
    expect(added).to_be_in_viewport(ratio=0.9)
    value = editor.get_by_role("group", name="Branch 2").locator("[data-level]").last
    value.press("ArrowRight")
    expect(added.locator("[data-level]")).to_be_focused()
    assert added.locator("[data-level]").evaluate(MET)


def test_a_value_that_is_dragged_to_an_end_of_the_list_scrolls_it(view):
    editor, mouse = view.root.get_by_role("dialog"), view.page.mouse
    groups = editor.get_by_role("group")
    value, many = groups.nth(1).locator("[data-level]"), groups.nth(0).locator("[data-level]")
    first, before = groups.nth(0).bounding_box(), many.count()
    pane, box = groups.first.locator("..").bounding_box(), value.first.bounding_box()
    x, low, high = box["x"] + 30, pane["y"] + pane["height"] - 3, pane["y"] + 3
    name = value.first.get_attribute("aria-label").partition(",")[0]
    mouse.move(x, box["y"] + 20)
    mouse.down()
    mouse.move(x, low, steps=3)
    expect(value.last).to_be_in_viewport(timeout=30_000)
    view.page.wait_for_timeout(1_000)  # ever further, if what is lifted made the list longer
    expect(value.last).to_be_in_viewport(timeout=500)
    mouse.move(x, high, steps=3)
    expect(many.first).to_be_in_viewport(timeout=30_000)
    mouse.move(first["x"] + 40, first["y"] + 80, steps=3)
    mouse.up()
    expect(many).to_have_count(before + 1)
    expect(groups.nth(0).get_by_role("button", name=name)).to_have_count(1)


def test_a_value_that_is_lifted_at_an_end_of_the_list_is_lifted(view):
    view.set_width(700)  # all of it scrolls, and nothing lies over its upper end
    editor, mouse = view.root.get_by_role("dialog"), view.page.mouse
    chips = editor.get_by_role("group").nth(0).locator("[data-level]")
    chip = chips.nth(60)
    view.rest()
    chip.evaluate(TO_THE_END)
    value = chip.bounding_box()
    mouse.move(value["x"] + 30, value["y"] + 24)
    mouse.down()
    mouse.move(value["x"] + 30, value["y"] + 6, steps=2)
    expect(chips.first).to_be_in_viewport(timeout=30_000)  # the list scrolls
    mouse.up()
    expect(editor).to_be_visible()


TO_THE_END = """(chip) => {
  let pane = chip;
  while (!/auto|scroll/.test(getComputedStyle(pane).overflowY)) pane = pane.parentElement;
  pane.scrollTop += chip.getBoundingClientRect().top - pane.getBoundingClientRect().top;
}"""
"""Scroll so that a chip stands at the upper end."""


def test_a_value_that_has_nowhere_to_go_is_not_said_to_have_moved(view):
    editor = view.root.get_by_role("dialog")
    value = editor.get_by_role("group", name="Branch 1").locator("[data-level]").first
    value.press("ArrowLeft")
    moved = editor.get_by_role("status").filter(has_text="moved to branch")
    view.page.wait_for_timeout(100)
    expect(moved).to_have_count(0)
    value.press("ArrowRight")
    expect(moved).to_have_text(re.compile("^shop .* moved to branch 2$"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width", [1200, 700])
def test_what_a_branch_comes_to_stays_beside_hundreds_of_values(view, width):
    view.set_width(width)
    branch = view.root.get_by_role("dialog").get_by_role("group", name="Branch 1")
    branch.locator("[data-level]").nth(60).scroll_into_view_if_needed()
    for said in (branch.get_by_text("Branch 1"), branch.get_by_text("error", exact=True)):
        expect(said).to_be_in_viewport(ratio=1)
    name = branch.locator("header [dir=auto]")
    assert name.bounding_box()["width"] > 30


def test_small_cards_count_what_they_cannot_name(lab, write):
    lab.show(write(SHOPS.replace("max_depth=1", "max_depth=4"), VIEW))
    view = View(lab).wait()
    view.set_width(1340)
    groups = "[[len(group) for group in tree.node(n).split.groups] for n in (0, 3)]"
    sizes, deep = eval(lab.python(groups))  # noqa: S307
    conditions = view.root.locator(".tw-edge-condition")
    expect(conditions.first).to_be_visible()
    said = conditions.all_inner_texts()
    assert {f"{size} of {sum(deep)}" for size in deep} <= set(said)
    named = {said[0].partition(" + ")[2], said[1].partition(" + ")[2]}
    assert named == {f"{size - 1}" for size in sizes}  # their branches lie far apart
    view.select(0)
    view.inspector.get_by_role("row", name=re.compile("^shop")).click()
    for size in sizes:  # where they are considered they have less room
        expect(view.root.get_by_text(f"{size}/{sum(sizes)}", exact=True)).to_be_visible()
    assert view.root.evaluate(SPILT) == [True, True]


def test_a_rule_names_hundreds_of_levels_when_it_is_asked_to(lab, write):
    lab.show(write(SHOPS, VIEW))
    view = View(lab).wait()
    view.select(1)
    others = int(lab.python("len(tree.root.split.groups[0])")) - 2
    more = view.inspector.get_by_role("button", name=f"+ {others} more")
    expect(more).to_be_in_viewport(ratio=0.9)
    rule = view.inspector.get_by_role("button", name="Copy rule").locator("..")
    assert len(rule.inner_text()) < 100
    more.press("Enter")
    fewer = view.inspector.get_by_role("button", name="Show fewer")
    expect(fewer).to_be_focused()
    assert rule.inner_text().count("shop") > others
    fewer.press("Enter")
    expect(more).to_be_focused()
