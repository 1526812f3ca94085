"""Everything without the mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View


@pytest.fixture
def view(host, write) -> View:
    host.show(write(PENGUINS, VIEW))
    return View(host).wait()


def focused(view: View):
    return view.tree.locator("[role=treeitem]:focus")


def test_a_tree_edited_by_keys_alone(host, view):
    keys = view.page.keyboard
    view.node(0).focus()
    expect(focused(view)).to_have_attribute("aria-level", "1")
    keys.press("ArrowDown")
    expect(focused(view)).to_have_attribute("aria-label", re.compile("^node 1:"))
    expect(view.node(1)).to_have_attribute("aria-selected", "true")
    keys.press("ArrowRight")
    sibling = eval(host.python("tree.root.children"))[1]  # noqa: S307
    expect(focused(view)).to_have_attribute("aria-label", re.compile(f"^node {sibling}:"))

    keys.press("Space")
    expect(view.node(sibling)).to_have_attribute("aria-expanded", "false")
    keys.press("Space")
    expect(view.node(sibling)).to_have_attribute("aria-expanded", "true")

    keys.press("p")
    expect(view.node(sibling)).not_to_have_attribute("aria-expanded", "true")
    keys.press("s")
    expect(view.node(sibling)).to_have_attribute("aria-expanded", "true")
    keys.press("Control+z")
    expect(view.node(sibling)).not_to_have_attribute("aria-expanded", "true")
    keys.press("Control+Shift+z")
    expect(view.node(sibling)).to_have_attribute("aria-expanded", "true")
    keys.press("l")
    expect(view.verb("Unlock")).to_be_visible()
    lines = eval(host.python("[step.line for step in tree.history]"))  # noqa: S307
    assert lines == [f"tree.prune({sibling})", f"tree.split({sibling})", f"tree.lock({sibling})"]


def test_the_cut_editor_by_keys(host, view):
    keys = view.page.keyboard
    view.node(0).focus()
    keys.press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    expect(editor).to_be_visible()
    slider = editor.get_by_role("slider", name="Cut")
    slider.focus()
    before = slider.get_attribute("aria-valuenow")
    keys.press("ArrowLeft")
    keys.press("Shift+ArrowLeft")
    assert int(slider.get_attribute("aria-valuenow")) == int(before) - 11
    keys.press("Escape")
    expect(editor).to_be_hidden()
    assert host.python("len(tree.history)") == "0"
    expect(focused(view)).to_have_count(1)


def test_focus_reaches_the_widget_and_leaves_it_again(view):
    view.node(0).focus()
    for _ in range(60):
        view.page.keyboard.press("Tab")
        inside = view.root.evaluate("(root) => root.contains(document.activeElement)")
        if not inside:
            return
    pytest.fail("the keyboard is caught in the widget")


def test_the_notebooks_own_keys_stay_away(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    count = "window.jupyterapp.shell.currentWidget.content.model.cells.length"
    assert lab.page.evaluate(count) == 3
    view.node(0).focus()
    view.page.keyboard.press("d")
    view.page.keyboard.press("d")
    assert lab.page.evaluate(count) == 3
    expect(view.node(0)).to_be_focused()


BLANK = """(part) => {
  // A point over this part that no button, field or node of the tree has.
  const { left, top, width, height } = part.getBoundingClientRect();
  for (let y = top + 3; y < top + height; y += 5)
    for (let x = left + 3; x < left + width; x += 5)
      if (!document.elementFromPoint(x, y).closest("button, input, thead, [role=treeitem], li"))
        return [x, y];
}"""
INSIDE = "(root) => root.contains(document.activeElement)"


def test_a_press_beside_everything_keeps_the_keyboard(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    keys, mouse = view.page.keyboard, view.page.mouse
    count = "window.jupyterapp.shell.currentWidget.content.model.cells.length"
    view.select(1)
    scrolled = view.root.bounding_box()
    canvas = view.root.locator(".tw-canvas")
    legend = view.root.get_by_role("region", name="Legend")
    rule = view.inspector.get_by_text("bill_depth_mm ≤")
    counts = view.inspector.get_by_role("table")
    for part in (canvas, legend, view.tools, view.inspector, rule, counts, view.history):
        lab.page.evaluate("document.activeElement.blur()")
        mouse.click(*part.first.evaluate(BLANK))
        assert view.root.evaluate(INSIDE), part
        keys.type("bdd")
        assert lab.page.evaluate(count) == 3, part
    assert view.root.bounding_box() == scrolled

    x, y = canvas.evaluate(BLANK)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y + 20, steps=4)
    mouse.up()
    keys.press("ArrowUp")
    expect(view.node(0)).to_be_focused()

    view.select(1)
    box = rule.bounding_box()
    mouse.move(box["x"] + 2, box["y"] + 8)
    mouse.down()
    mouse.move(box["x"] + box["width"] - 2, box["y"] + 8, steps=4)
    mouse.up()
    assert view.page.evaluate("getSelection().toString()").startswith("bill")
    keys.press("p")
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("width", [1200, 700, 360])
def test_a_note_is_written_from_the_very_next_key_on(lab, write, width):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.set_width(width)
    expect(view.root.locator(".tw-canvas")).to_have_count(0 if width < 480 else 1)
    field = view.root.get_by_role("textbox", name="Note on node 1")
    view.select(1)
    view.page.keyboard.type("nsplit, prune or lock")
    expect(field).to_be_focused()
    expect(field).to_have_value("split, prune or lock")
    view.page.keyboard.press("Escape")  # what was typed is kept
    expect(view.node(1)).to_be_focused()
    if width == 1200:
        view.tab("Rows")
    else:
        view.node(1).press("Escape")  # puts the drawer away
        expect(view.inspector).to_be_hidden()
    view.node(1).click(button="right")
    view.root.get_by_role("menuitem", name=re.compile("^Note")).click()
    view.page.keyboard.type(" gladly")
    expect(field).to_have_value("split, prune or lock gladly")
    if width > 480:
        view.tab("Cut") if width == 1200 else view.node(1).press("Escape")
        view.verb("Note").click()
        view.page.keyboard.type(" so")
        expect(field).to_have_value("split, prune or lock gladly so")
    assert lab.python("len(tree.history)") == "0"


def test_a_field_that_is_asked_for_right_after_an_arrow_keeps_the_keyboard(view):
    keys = view.page.keyboard
    view.select(0)
    for key, name in (("n", "Note on node 1"), ("/", "Find nodes")):
        keys.press("ArrowDown")
        keys.press(key)
        view.page.wait_for_timeout(200)
        expect(view.root.locator(":focus")).to_have_attribute("aria-label", name)
        keys.press("Escape")
        expect(focused(view)).to_have_count(1)
        keys.press("ArrowUp")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("verb", ["Edit cut", "Grow with…", "Prune to…"])
def test_what_the_menu_opens_has_the_keyboard(view, verb):
    for _ in range(2):  # the first time its code has to come
        view.node(0).click(button="right")
        view.root.get_by_role("menuitem", name=verb).click()
        panel = view.root.locator(":focus")
        expect(panel).not_to_have_attribute("role", "treeitem")
        expect(view.root.get_by_role("menu")).to_have_count(0)
        view.page.wait_for_timeout(200)
        assert panel.get_attribute("role") != "treeitem"
        panel.press("Escape")
        expect(view.node(0)).to_be_focused()


@pytest.mark.parametrize("way", ["toolbar", "tree"])
def test_escape_closes_the_wide_editor_from_anywhere(lab, write, way):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(1)
    view.node(1).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 1")
    threshold = editor.get_by_role("textbox", name="Threshold")
    before = threshold.input_value()
    threshold.press("ArrowUp")
    expect(threshold).not_to_have_value(before)
    (view.verb("Fit") if way == "toolbar" else view.node(1)).focus()
    view.page.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    expect(view.node(1)).to_be_focused()
    view.page.keyboard.press("Enter")  # what was drafted is given up, as by Cancel
    expect(threshold).to_have_value(before)


def test_escape_leads_from_beside_the_tree_back_to_it(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(1)
    row = view.inspector.get_by_role("grid", name="Candidates").get_by_role("row").nth(1)
    step = view.history.get_by_role("button", name=re.compile("^step 0"))
    for part in (row, view.inspector.get_by_role("tab", name="Candidates"), step, view.verb("Fit")):
        part.focus()
        view.page.keyboard.press("Escape")
        expect(view.node(1)).to_be_focused()


def test_what_has_no_place_at_another_width_hands_the_keyboard_to_the_tree(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(1)
    view.inspector.get_by_role("grid", name="Candidates").get_by_role("row").nth(1).focus()
    view.set_width(800)  # as zooming in does: the inspector is a drawer, and shut
    expect(view.inspector).to_be_hidden()
    expect(view.node(1)).to_be_focused()
    view.set_width(460)  # the canvas is a list
    expect(view.root.locator(".tw-canvas")).to_have_count(0)
    expect(view.node(1)).to_be_focused()
    # What is elsewhere stays there: a field of another cell, a button that the list has as well.
    view.verb("More").focus()
    view.set_width(1200)
    expect(view.root.locator(".tw-canvas")).to_have_count(1)
    expect(view.verb("More")).to_be_focused()
    cell = lab.page.locator(".jp-CodeCell .cm-content").first
    cell.focus()
    view.set_width(460)
    expect(view.root.locator(".tw-canvas")).to_have_count(0)
    expect(cell).to_be_focused()
