"""The strip under the canvas: look back, go back, branch off; copy what was done."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View

PRUNED = """
tree.prune(tree.root.children[1])
tree.prune(1)
"""


@pytest.fixture
def context_options(context_options) -> dict:
    return {**context_options, "permissions": ["clipboard-read", "clipboard-write"]}


@pytest.fixture
def view(host, write) -> View:
    host.show(write(PENGUINS, PRUNED, VIEW))
    return View(host).wait()


def step(view: View, number: int):
    return view.history.get_by_role("button", name=re.compile(rf"^step {number}, "))


def test_a_click_on_a_step_looks_and_changes_nothing(host, view):
    present = view.ids()
    step(view, 0).click()
    expect(view.root.get_by_text("Looking at step 0")).to_be_visible()
    assert len(view.ids()) > len(present)
    expect(view.verb("Prune")).to_be_disabled()
    assert host.python("len(tree.frame())") == str(len(present))

    view.root.get_by_role("button", name="Back to the present").click()
    view.expect_ids(present)


def test_a_look_says_how_it_differs_from_the_present(host, view):
    fewer = host.python("int(-tree.history.frame().leaves.diff().sum())")
    step(view, 0).click()
    compared = view.root.get_by_text("against the present:").locator("..")
    expect(compared).to_contain_text(f"+{fewer} leaves")
    expect(compared).to_contain_text(re.compile("\u2212\\d+\\.\\d\\d\\spts"))


@pytest.mark.parametrize("width", [1100, 700])
def test_a_look_hides_nothing_of_its_tree(lab, write, width):
    lab.show(write(PENGUINS, PRUNED, 'tree.widget(height=420, orientation="horizontal")'))
    view = View(lab).wait()
    view.set_width(width)
    step(view, 0).click()
    said = view.root.get_by_text("Looking at step 0").locator("..")
    expect(said).to_be_visible()
    view.rest()
    ends = [box["y"] + box["height"] for node in view.nodes().all() if (box := node.bounding_box())]
    assert max(ends) <= said.bounding_box()["y"]


def test_going_back_and_on_from_there_makes_a_branch(host, view):
    step(view, 1).dblclick()
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")
    expect(view.root.get_by_text("Looking at")).to_have_count(0)  # as after its first click
    assert host.python("len(tree.history)") == "1"
    view.select(0)
    view.verb("Lock").click()
    expect(view.history).to_contain_text("tree.lock(0)")
    assert host.python("len(tree.history.branches())") == "2"  # nothing is lost

    left = view.history.get_by_role("button", name="branch from step 1 to step 2, 1 gesture")
    left.click()
    expect(view.root.get_by_text("Looking at step 2")).to_be_visible()
    left.dblclick()
    expect(view.history).to_contain_text("tree.prune(1)")
    view.expect_ids({0, 1, int(host.python("tree.root.children[1]"))})


def test_the_present_can_be_named(host, view):
    view.history.get_by_role("button", name="Checkpoint").click()
    field = view.root.get_by_role("textbox", name="Checkpoint name")
    field.fill("before lunch")
    field.press("Enter")
    expect(view.history.get_by_role("button", name=re.compile("before lunch"))).to_be_visible()
    host.python("tree.undo(); tree.checkout('before lunch')")
    view.expect_ids({0, 1, int(host.python("tree.root.children[1]"))})


def test_the_name_of_the_first_step_begins_inside_the_strip(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    lab.python("tree.checkpoint('before the committee of Monday')")
    # Nothing stands behind it: it is told whole.
    name = view.history.get_by_text("before the committee of Monday", exact=True)
    box, steps = name.bounding_box(), view.history.get_by_role("list").bounding_box()
    assert box["x"] >= steps["x"]


def test_the_last_line_is_copied(view):
    view.history.get_by_role("button", name="Copy line").click()
    assert view.page.evaluate("navigator.clipboard.readText()") == "tree.prune(1)"


def test_the_rule_of_a_node_is_copied(view):
    view.select(1)
    view.inspector.get_by_role("button", name="Copy rule").click()
    rule = view.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"bill_depth_mm <= \d+(\.\d+)?", rule)


def test_all_lines_are_listed(host, view):
    host.python("tree.checkpoint('as the committee wants to have it')")
    expect(view.history).to_contain_text("as the")
    view.history.get_by_role("button", name="All gestures").click()
    dialog = view.root.get_by_role("dialog")
    expect(dialog).to_contain_text("tree.prune(1)")
    expect(dialog).to_contain_text("as the committee wants to have it")
    dialog.get_by_role("button", name="Copy all").click()
    lines = view.page.evaluate("navigator.clipboard.readText()").splitlines()
    assert lines[-1] == "tree.prune(1)"
    assert any(line.startswith("tree = tw.DecisionTree(") for line in lines)


def test_a_checkpoint_on_a_branch_that_was_left_is_found_again(host, view):
    host.python("tree.checkpoint('short'); tree.undo(); tree.lock(0)")
    expect(view.history).to_contain_text("tree.lock(0)")
    view.history.get_by_role("button", name="All gestures").click()
    left = view.root.get_by_role("list", name="Tried and left")
    expect(left.get_by_role("listitem")).to_contain_text("short")
    left.get_by_role("button", name="Go there").click()
    expect(view.root.get_by_role("dialog")).to_have_count(0)
    expect(view.history).to_contain_text("tree.prune(1)")


def test_what_redo_would_bring_is_gone_to_from_the_list(host, view):
    host.python("tree.undo()")
    view.history.get_by_role("button", name="All gestures").click()
    entry = view.root.get_by_role("dialog").get_by_role("listitem").filter(has_text="tree.prune(1)")
    expect(entry).to_have_css("opacity", "1")  # a faint button looks as if it did nothing
    entry.get_by_role("button", name="Go there").click()
    expect(view.root.get_by_role("dialog")).to_have_count(0)
    assert host.python("tree.node(1).is_leaf") == "True"


def test_the_rows_of_a_node_are_a_line_of_python(host, view):
    view.node(1).click(button="right")
    view.root.get_by_role("menuitem", name="Rows").click()
    rows = view.inspector.get_by_role("table", name="Rows")
    expect(rows).to_be_visible()
    rows.get_by_role("button", name="Copy tree.rows(1)").click()
    line = view.page.evaluate("navigator.clipboard.readText()")
    assert int(host.python(f"len({line})")) == int(host.python("tree.node(1).n"))
    view.inspector.get_by_role("radio", name="validation").check(force=True)
    expect(rows.get_by_role("button", name='Copy tree.rows(1, which="validation")')).to_be_visible()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("way", ["Back to the present", "Go there", "Escape"])
def test_the_keyboard_is_not_lost_with_the_banner(lab, write, way):
    lab.show(write(PENGUINS, PRUNED, VIEW))
    view = View(lab).wait()
    for number in (0, 1):
        view.select(1)
        step(view, number).click()
        if way == "Escape":
            view.root.get_by_role("button", name="Go there").press("Escape")
        else:
            view.root.get_by_role("button", name=way).click()
        expect(view.root.get_by_text("Looking at step")).to_have_count(0)
        if way == "Go there":
            expect(step(view, number)).to_have_attribute("aria-current", "step")
        expect(view.tree.locator("[aria-selected=true]")).to_be_focused()


def test_escape_leaves_the_past_from_the_step_that_was_clicked(view):
    present = view.ids()
    step(view, 0).click()
    expect(view.root.get_by_text("Looking at step 0")).to_be_visible()
    view.page.keyboard.press("Escape")
    view.expect_ids(present)
    expect(step(view, 0)).to_be_focused()


def test_the_keyboard_is_not_lost_with_its_node(lab, write):
    lab.show(write(PENGUINS, "tree.prune(1)\ntree.undo()", VIEW))
    view = View(lab).wait()
    inner = int(lab.python("tree.node(1).children[0]"))
    view.select(inner)
    step(view, 1).click()
    view.root.get_by_role("button", name="Go there").click()
    expect(step(view, 1)).to_have_attribute("aria-current", "step")
    expect(view.node(inner)).to_have_count(0)
    expect(view.node(1)).to_be_focused()
    expect(view.node(1)).to_have_attribute("aria-selected", "true")


COUNTED = """
tree = tw.DecisionTree(
    penguins, target="sex", validation=0.3, max_depth=3, losses={"male": {"female": 5}}
)
"""
"""Beside costs, errors are mistakes: the longest word that heads the strip."""

BESIDE_AXIS = """(root) => {
  const head = root.querySelector(".tw-history b");
  const words = document.createRange();
  words.selectNodeContents(head);
  const { right } = words.getBoundingClientRect();
  const axis = [...head.parentElement.querySelectorAll(":scope > span")];
  return [head.textContent, axis.map((one) => one.getBoundingClientRect().left > right)];
}"""
"""What heads the strip, and whether the room of each figure of the axis begins beside it."""


def test_what_heads_the_strip_stands_beside_its_axis(lab, write):
    lab.show(write(PENGUINS, COUNTED, VIEW))
    view = View(lab).wait()
    expect(view.history.get_by_text("%").first).to_be_visible()
    assert view.root.evaluate(BESIDE_AXIS) == ["Mistakes", [True, True]]


def test_what_a_gesture_did_is_told_whole_beside_a_long_line_of_python(lab, write):
    lab.show(write(PENGUINS, f"tree.note(1, {'as was said ' * 20!r})", VIEW))
    view = View(lab).wait()
    told = view.history.get_by_title("node 1: noted")
    expect(told).to_be_visible()
    assert told.evaluate("(told) => told.scrollWidth <= told.clientWidth")


def test_the_list_of_a_long_session_opens_at_the_present(lab, write):
    notes = "for k in range(40): tree.note(1, f'as said {k}')"
    lab.show(write(PENGUINS, notes, "for _ in range(5): tree.undo()", VIEW))
    view = View(lab).wait()
    view.history.get_by_role("button", name="All gestures").click()
    present = view.root.get_by_role("dialog").get_by_text('tree.note(1, "as said 34")')
    expect(present).to_be_in_viewport()
    expect(present.locator("xpath=ancestor::li")).to_have_attribute("aria-current", "true")
