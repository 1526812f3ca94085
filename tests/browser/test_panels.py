"""Grow by choice, prune along the sequence, and read a split of many ways."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View


@pytest.fixture
def view(lab, write) -> View:
    lab.show(write(PENGUINS, VIEW))
    return View(lab).wait()


ENDS_INSIDE = """(cells) => cells.map((cell) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return words.getBoundingClientRect().right <= cell.getBoundingClientRect().right;
})"""


def last_line(lab) -> str:
    return lab.python("tree.history[-1].line").strip("'")


def test_grow_by_choice(lab, view):
    view.select(1)
    view.verb("Grow with…").click()
    panel = view.root.get_by_role("dialog", name="Grow node 1")
    panel.get_by_label("max depth", exact=True).fill("deep")
    panel.get_by_role("button", name="Grow", exact=True).click()
    expect(panel.get_by_role("alert")).to_contain_text("max_depth='deep' must be a whole number")
    assert lab.python("len(tree.history)") == "0"

    panel.get_by_label("max depth", exact=True).fill("2")
    expect(panel.get_by_role("alert")).to_have_count(0)
    panel.get_by_label("criterion", exact=True).select_option("entropy")
    panel.get_by_role("button", name="Grow", exact=True).click()
    expect(panel).to_be_hidden()
    expect(view.history).to_contain_text('tree.grow(1, criterion="entropy", max_depth=2)')
    assert last_line(lab) == 'tree.grow(1, criterion="entropy", max_depth=2)'
    view.verb("Grow with…").click()
    view.page.keyboard.press("Escape")
    expect(view.inspector).to_be_visible()


def test_enter_on_the_slider_prunes_to_where_it_stands(lab, view):
    view.node(0).press("Shift+P")
    slider = view.root.get_by_role("slider", name="Leaves kept")
    slider.press("End")
    slider.press("Enter")
    expect(slider).to_be_hidden()
    assert last_line(lab) == "tree.prune_to(leaves=1)"
    expect(view.node(0)).to_be_focused()


def test_prune_along_the_sequence(lab, view):
    view.verb("Prune to…").click()
    slider = view.root.get_by_role("slider", name="Leaves kept")
    slider.press("End")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^1 leaf, training "))
    leaves = (len(view.ids()) + 1) // 2
    expect(view.root.get_by_text(f"1 of {leaves} leaves kept")).to_be_visible()
    assert lab.python("len(tree.history)") == "0"  # nothing is cut until Prune is pressed

    panel = view.root.get_by_role("region", name="Pruning")
    panel.get_by_role("button", name="1-SE").click()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("10-fold"), timeout=30_000)
    choice = lab.python("tree.pruning_path().query('choice.str.contains(\"1se\")').leaves.item()")
    button = panel.get_by_role("button", name=re.compile(rf"^Prune to {choice} lea(f|ves)$"))
    button.click()
    expect(panel).to_be_hidden()
    assert last_line(lab) == f"tree.prune_to(leaves={choice})"
    expect(view.nodes()).to_have_count(2 * int(choice) - 1)
    expect(view.history.get_by_role("list", name="Steps")).to_have_text("startprune")


def test_all_that_a_pruning_says_stands_above_its_buttons(lab, view):
    lab.python("tree.split(0, 'body_mass_g', threshold=4200, replace=True)")
    expect(view.history).to_contain_text("threshold=4200")
    view.verb("Prune to…").click()
    panel = view.root.get_by_role("region", name="Pruning")
    panel.get_by_role("button", name="Cross-validate").click()
    expect(panel.get_by_text("edits by hand take no part")).to_be_visible(timeout=30_000)
    line = panel.get_by_text(re.compile(r"^tree\.prune_to")).bounding_box()
    button = panel.get_by_role("button", name="Minimum").bounding_box()
    assert line["y"] + line["height"] <= button["y"]


def test_escape_leaves_a_pruning_from_its_head(view):
    view.verb("Prune to…").click()
    pruning = view.root.get_by_role("region", name="Pruning")
    expect(pruning).to_be_visible()
    view.root.locator(".tw-toolbar").get_by_role("button").last.focus()
    view.page.keyboard.press("Escape")
    expect(pruning).to_be_hidden()
    expect(view.tree.locator("[role=treeitem]:focus")).to_have_count(1)


def test_a_zoom_outlives_what_lies_over_the_canvas(view):
    canvas = view.root.locator(".tw-canvas")
    view.root.get_by_role("button", name="Zoom in", exact=True).click()
    before = view.node(0).bounding_box()
    canvas.evaluate(
        "one => { one.heights = [];"
        " new ResizeObserver(() => one.heights.push(one.clientHeight)).observe(one) }"
    )
    view.history.get_by_role("button", name="All gestures").click()
    expect(view.root.get_by_role("dialog", name="All gestures")).to_be_visible()
    view.page.keyboard.press("Escape")
    assert len(canvas.evaluate("one => one.heights")) == 1  # nothing took room before it was there

    view.verb("Prune to…").click()
    pruning = view.root.get_by_role("region", name="Pruning")
    expect(pruning).to_be_visible()
    view.rest()
    assert view.node(0).bounding_box()["width"] < before["width"]
    view.page.keyboard.press("Escape")
    expect(pruning).to_be_hidden()
    view.rest()
    assert view.node(0).bounding_box() == before


def test_many_branches_have_their_names(lab, view):
    lab.python("tree.split(0, 'species', groups=[['Adelie'], ['Gentoo'], ['Chinstrap']], "
               "replace=True)")  # fmt: skip
    expect(view.nodes()).to_have_count(4)
    for name in ("Adelie", "Gentoo", "Chinstrap"):
        expect(view.root.locator(".tw-canvas").get_by_text(name, exact=True)).to_be_visible()
    expect(view.node(0)).to_contain_text(re.compile("3 branches|3-way"))


def test_how_stable_splits_are_stands_on_the_cards_and_beside_the_candidates(lab, view):
    ids = [int(one) for one in lab.python("sorted(tree.stability().index)").strip("[]").split(",")]
    for at in ids:
        expect(
            view.node(at).get_by_role("button", name=f"Stability of node {at}: ")
        ).to_be_visible()
    view.select(0)
    view.node(0).get_by_role("button", name="Stability of node 0: ").click()
    expect(view.inspector.get_by_role("tab", name="Candidates")).to_have_attribute(
        "aria-selected", "true"
    )
    table = view.inspector.get_by_role("grid", name="Candidates")
    expect(table.get_by_role("columnheader").last).to_contain_text("halves")
    share = lab.python("f'{tree.stability().loc[0, \"share\"]:.0%}'").strip("'%")
    expect(table.locator("[aria-current=true] td").last).to_have_text(f"{share}\u202f%")
    revision = lab.python("tree.workspace.revision")
    view.node(0).press("t")
    expect(view.node(0)).to_have_attribute("aria-description", re.compile(rf"stability {share} %"))
    assert lab.python("tree.workspace.revision") == revision


def test_why_a_column_has_no_split_is_read_whole(lab, view):
    found = "next(n for n in tree.frame().index if tree.candidates(n).gain.isna().any())"
    view.select(int(lab.python(found)))
    reasons = view.inspector.locator("td[colspan]")
    expect(reasons).not_to_have_count(0)
    assert all(reasons.evaluate_all(ENDS_INSIDE))


def test_a_low_frame_shows_some_of_every_list(lab, write):
    lab.show(write(PENGUINS, VIEW.replace("widget()", "widget(height=420)")))
    view = View(lab).wait()
    for tab in ("Candidates", "Rows"):
        view.tab(tab)
        listed = view.inspector.get_by_role("tabpanel").locator("tbody th").nth(1)
        expect(listed).to_be_in_viewport(ratio=0.95)


def test_what_a_button_opens_lies_inside_the_frame_and_at_the_button(view):
    frame = view.root.bounding_box()
    end = frame["x"] + frame["width"]
    choose = view.inspector.get_by_role("button", name="Choose columns")
    choose.click()
    for choice in view.inspector.get_by_role("checkbox").all():
        box = choice.locator("..").bounding_box()
        assert box["x"] + box["width"] < end
    choice.click()  # the last one, which the buttons of the node covered
    expect(view.inspector.get_by_role("columnheader", name=re.compile("missing"))).to_be_visible()
    view.page.keyboard.press("Escape")
    view.verb("More").click()
    menu, button = view.root.get_by_role("menu").bounding_box(), view.verb("More").bounding_box()
    assert menu["x"] < button["x"]
    assert button["x"] + button["width"] - 8 < menu["x"] + menu["width"] <= end
