"""Edit: every gesture on the screen, and what the next cell computes of it."""

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


def last_line(host) -> str:
    return host.python("tree.history[-1].line").strip("'")


def test_prune_undo_redo(host, view):
    everything = view.ids()
    view.select(1)
    view.verb("Prune").click()
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    assert last_line(host) == "tree.prune(1)"
    pruned = view.ids()
    assert pruned < everything

    view.verb("Undo").click()
    view.expect_ids(everything)
    assert host.python("len(tree.history)") == "0"
    view.verb("Redo").click()
    view.expect_ids(pruned)
    expect(view.verb("Redo")).to_be_disabled()


def test_split_the_best_way_from_the_toolbar(host, view):
    leaf = int(host.python("int(tree.frame().query('is_leaf').n.idxmax())"))
    view.select(leaf)
    view.verb("Split").click()
    expect(view.node(leaf)).to_have_attribute("aria-expanded", "true")
    assert last_line(host) == f"tree.split({leaf})"


def test_label_lock_and_note_from_the_node_menu(host, view):
    leaf = int(host.python("int(tree.frame().query('is_leaf').index[0])"))
    predicted = host.python(f"tree.node({leaf}).prediction").strip("'")
    other = "female" if predicted == "male" else "male"
    view.node(leaf).click(button="right")
    menu = view.root.get_by_role("menu", name=f"Node {leaf}")
    menu.get_by_role("menuitem", name="Label…").click()
    labels = view.root.get_by_role("menu", name="Label as")
    labels.get_by_role("menuitem", name=other, exact=True).click()
    expect(view.history).to_contain_text("tree.label(")
    assert host.python(f"tree.node({leaf}).prediction") == repr(other)

    view.select(leaf)
    view.verb("Lock").click()
    expect(view.verb("Unlock")).to_be_visible()
    expect(view.verb("Split")).to_be_disabled()
    assert host.python(f"tree.node({leaf}).locked") == "True"

    view.verb("Note").click()
    box = view.inspector.get_by_role("textbox", name=f"Note on node {leaf}")
    box.fill("agreed with the vet")
    box.press("Control+Enter")
    expect(view.history).to_contain_text("tree.note(")
    assert host.python(f"tree.node({leaf}).note") == "'agreed with the vet'"


def test_a_note_takes_line_breaks_and_the_undo_of_its_typing(host, view):
    view.select(1)
    view.verb("Note").click()
    box, keys = view.inspector.get_by_role("textbox", name="Note on node 1"), view.page.keyboard
    keys.type("one")
    keys.press("Enter")
    keys.type("two")
    expect(box).to_have_value("one\ntwo")
    keys.press("Control+z")
    expect(box).not_to_have_value("one\ntwo")
    keys.press("Control+Shift+z")
    expect(box).to_have_value("one\ntwo")
    keys.press("Control+Enter")
    expect(view.history).to_contain_text("tree.note(")
    assert host.python("tree.node(1).note") == repr("one\ntwo")


def test_an_edit_in_a_cell_moves_the_canvas(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    assert "tree.prune(1)" in lab.run("tree.prune(1)")
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    expect(view.history).to_contain_text("tree.prune(1)")
    lab.run("tree.undo()")
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")


def test_an_edit_in_python_moves_the_canvas(host, view):
    host.python("tree.prune(1)")
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    host.python("tree.undo()")
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")


def test_grow_from_the_node_menu(host, view):
    host.python("tree.prune(0)")
    view.expect_ids({0})
    view.node(0).click(button="right")
    view.root.get_by_role("menuitem", name="Grow one level").click()
    expect(view.nodes()).to_have_count(3)
    assert last_line(host) == "tree.grow(levels=1)"
    view.verb("Grow").click()
    expect(view.history).to_contain_text("tree.grow()")
    assert view.ids() == set(eval(host.python("tree.frame().index.tolist()")))  # noqa: S307


def test_a_pointer_that_rests_looks_at_no_candidate_and_chooses_from_no_menu(view):
    view.select(0)
    row = view.inspector.get_by_role("grid").locator("tbody tr").nth(1)
    ghosts = view.root.locator(".tw-world > [aria-hidden=true] > div")
    box = row.bounding_box()
    view.tab("Notes")
    x, y = box["x"] + 30, box["y"] + box["height"] / 2
    view.page.mouse.move(x, y)
    view.inspector.get_by_role("tab", name="Notes").focus()
    for _ in range(3):
        view.page.keyboard.press("ArrowLeft")
    expect(row).to_be_visible()
    view.page.wait_for_timeout(300)
    expect(ghosts).to_have_count(0)
    view.page.mouse.move(x + 2, y)
    expect(ghosts).not_to_have_count(0)

    place = view.node(0).bounding_box()
    view.page.mouse.move(place["x"] + 40, place["y"] + place["height"] + 60)
    view.node(0).press("Shift+F10")
    menu = view.root.get_by_role("menu")
    expect(menu).to_be_visible()
    view.page.wait_for_timeout(300)
    expect(menu.get_by_role("menuitem").first).to_be_focused()


def test_hovering_prune_shows_what_would_go(view):
    view.select(1)
    price = view.root.get_by_text(re.compile(r"^\u2212\d+ leaves"))
    handle = view.root.get_by_role("button", name="Collapse node 1", exact=True)
    expect(handle).to_be_visible()
    view.verb("Prune").hover()
    expect(price).to_be_visible()
    expect(handle).to_be_hidden()  # the price stands there
    view.page.mouse.move(0, 0)
    expect(price).to_be_hidden()
    expect(handle).to_be_visible()


def test_what_would_go_is_of_the_node_that_prune_means(host, view):
    view.select(1)
    view.verb("Prune").hover()
    price = view.root.get_by_text(re.compile(r"^\u2212\d+ leaves"))
    expect(price).to_be_visible()
    view.node(1).press("ArrowUp")
    leaves = (len(view.ids()) + 1) // 2
    expect(price).to_contain_text(f"\u2212{leaves - 1} leaves")
    view.node(0).press("l")  # a locked one has no price
    expect(price).to_be_hidden()
    host.python("tree.lock(0, on=False)")
    expect(price).to_be_visible()


def test_a_refused_gesture_says_why(host, view):
    host.python("tree.lock(1)")
    view.select(0)
    view.tree.press("p")
    expect(view.said).to_have_text("Node 1 under node 0 is locked: unlock it first")
    assert host.python("len(tree.history)") == "1"


REGRESSION = """
import treewidget as tw
from sklego.datasets import load_abalone

tree = tw.DecisionTree(load_abalone(as_frame=True), target="rings", max_depth=2)
"""


def test_a_number_is_set_as_label_by_enter(host, write):
    host.show(write(REGRESSION, VIEW))
    view = View(host).wait()
    view.node(2).click(button="right")
    view.root.get_by_role("menuitem", name="Label…").click()
    field = view.root.get_by_role("textbox", name="Value of the label")
    field.fill("7.5")
    field.press("Enter")
    expect(view.history).to_contain_text("tree.label(2, 7.5)")
    assert host.python("tree.node(2).prediction") == "7.5"
