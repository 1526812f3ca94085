"""Where fingers press: every control is met 20 px above and below its middle."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View

# Of controls that are seen, those that a finger meets in less than 24 by 40 px.
SMALL = """(root) => [...root.querySelectorAll("button, input, select, summary, tr[tabindex]")]
  .filter((one) => {
    const { left, top, right, bottom } = (one.closest("label") ?? one).getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const meets = (dx, dy) => {
      const met = document.elementFromPoint(x + dx, y + dy);
      return one.contains(met) || (one.closest("label")?.contains(met) ?? false);
    };
    const ends = [[-11, 0], [11, 0], [0, -19], [0, 19]];
    // What is cut by an edge of what scrolls is not seen, nor is what others lie on.
    const seen = [[0, 0], [0, (top - bottom) / 2 + 1], [0, (bottom - top) / 2 - 1]];
    return seen.every(([dx, dy]) => meets(dx, dy)) && !ends.every(([dx, dy]) => meets(dx, dy));
  }).map((one) => one.ariaLabel || one.innerText)"""


SEEN = """(panel) => {
  const foot = panel.parentElement.lastElementChild.getBoundingClientRect().top;
  return foot - panel.getBoundingClientRect().top;
}"""
"""How much of a panel stands above the buttons under it."""


@pytest.fixture
def context_options(context_options) -> dict:
    return {
        **context_options,
        "viewport": {"width": 1180, "height": 900},
        "has_touch": True,
        "is_mobile": True,
    }


@pytest.fixture
def view(lab, write) -> View:
    lab.show(write(PENGUINS, VIEW))
    lab.collapse_left()
    return View(lab).wait()


def test_every_tab_has_targets_for_fingers(view):
    view.node(1).tap()
    for tab in ("Candidates", "Cut", "Rows", "Notes"):
        view.inspector.get_by_role("tab", name=tab).tap()
        expect(view.inspector.get_by_role("tabpanel")).not_to_be_empty()
        expect(view.inspector.get_by_text("…", exact=True)).to_have_count(0)
        assert view.root.evaluate(SMALL) == [], tab


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("key", "button"), [("Enter", "Split"), ("m", "Grow"), ("Shift+P", re.compile("^Prune to"))]
)
def test_what_lies_over_the_tree_has_them_too(view, key, button):
    view.node(1).tap()
    view.node(1).press(key)
    expect(view.root.get_by_role("button", name=button, exact=True).last).to_be_visible()
    assert view.root.evaluate(SMALL) == []


def test_a_menu_has_them(view):
    view.node(1).tap()
    view.node(1).press("Shift+F10")
    menu = view.root.get_by_role("menu")
    expect(menu).to_be_visible()
    assert menu.evaluate(SMALL) == []


def test_a_finger_in_the_middle_of_a_small_card_means_the_card(view):
    view.set_width(760)
    expect(view.root.get_by_role("button", name="Zoom to 100 %")).to_have_text(re.compile("^6"))
    for node in (1, 0):
        view.node(node).tap()
        expect(view.node(node)).to_have_attribute("aria-selected", "true")
        expect(view.node(node)).to_have_attribute("aria-expanded", "true")
    view.root.get_by_role("button", name="Collapse node 1", exact=True).tap()
    expect(view.node(1)).to_have_attribute("aria-expanded", "false")


def test_a_list_and_its_sheet_have_them(view):
    view.set_width(360)
    view.node(1).tap()
    expect(view.inspector).to_be_visible()
    for tab in ("Cut", "Rows", "Notes", "Candidates"):
        view.inspector.get_by_role("tab", name=tab).tap()
        expect(view.inspector.get_by_role("tabpanel")).not_to_be_empty()
        assert view.root.evaluate(SMALL) == [], tab
        expect(view.inspector.get_by_role("tab", name=tab)).to_be_in_viewport()
        assert view.inspector.get_by_role("tabpanel").evaluate(SEEN) > 120, tab
