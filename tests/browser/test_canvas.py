"""Look: select, collapse, two views in step, reload; what Python then knows of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import CLASSES, PENGUINS, VIEW
from .view import View


def opened(host, write, *cells) -> View:
    host.show(write(PENGUINS, VIEW, *cells))
    return View(host).wait()


def test_the_whole_tree_is_drawn_and_named(host, write):
    view = opened(host, write)

    expect(view.tree).to_have_accessible_name("sex")
    assert view.ids() == set(eval(host.python("tree.frame().index.tolist()")))  # noqa: S307
    root = view.node(0)
    expect(root).to_have_attribute("aria-level", "1")
    expect(root).to_have_attribute("aria-expanded", "true")
    expect(root).to_have_accessible_name("node 0: all rows, 233 rows, male 51 %, gini 0.50")


def test_a_click_selects_here_and_in_python(host, write):
    view = opened(host, write)
    child = eval(host.python("tree.root.children"))[1]  # noqa: S307
    view.select(child)

    expect(view.node(0)).to_have_attribute("aria-selected", "false")
    expect(view.inspector).to_contain_text(f"Node {child}")
    assert host.python("view.selected") == str(child)


def test_selecting_in_python_shows(host, write):
    view = opened(host, write)
    host.python("view.selected = tree.root.children[0]")
    expect(view.node(1)).to_have_attribute("aria-selected", "true")


def test_double_click_and_handle_collapse(host, write):
    view = opened(host, write)
    everything = view.ids()
    view.node(1).dblclick()

    expect(view.node(1)).to_have_attribute("aria-expanded", "false")
    sibling = eval(host.python("tree.root.children"))[1]  # noqa: S307
    view.expect_ids({0, 1} | {node for node in everything if node >= sibling})
    assert host.python("view.collapsed") == "[1]"

    view.root.get_by_role("button", name="Expand node 1", exact=True).click()
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")
    view.expect_ids(everything)
    assert host.python("view.collapsed") == "[]"


def test_left_to_right_and_back(host, write):
    view = opened(host, write)
    view.verb("Draw from left to right").click()
    expect(view.verb("Draw from top to bottom")).to_be_visible()
    assert host.python("view.orientation") == "'horizontal'"
    first, last = view.node(0).bounding_box(), view.node(1).bounding_box()
    assert first["x"] + first["width"] < last["x"]

    view.verb("Draw from top to bottom").click()
    expect(view.verb("Draw from left to right")).to_be_visible()
    first, last = view.node(0).bounding_box(), view.node(1).bounding_box()
    assert first["y"] + first["height"] < last["y"]


def test_zoom_and_fit_keep_the_selected_node_within_reach(host, write):
    view = opened(host, write)
    before = view.node(0).bounding_box()["width"]
    view.root.get_by_role("button", name="Zoom in", exact=True).click()
    expect(view.node(0)).to_be_visible()
    assert view.node(0).bounding_box()["width"] > before
    view.verb("Fit").click()
    view.rest()
    assert view.node(0).bounding_box()["width"] == before


def test_the_overview_leads_to_what_is_out_of_sight(host, write):
    view = opened(host, write)
    overview = view.root.locator(".tw-canvas > [aria-hidden=true]:has(> canvas)")
    expect(overview).to_have_count(0)
    last = max(view.ids(), key=lambda node: view.node(node).bounding_box()["x"])
    for _ in range(6):
        view.root.get_by_role("button", name="Zoom in", exact=True).click()
    expect(overview).to_be_visible()
    painted = "(o) => o.firstChild.getContext('2d').getImageData(0, 0, 258, 88).data.some(Boolean)"
    assert overview.evaluate(painted)

    expect(view.node(last)).not_to_be_in_viewport()
    selected = host.python("view.selected")
    box = overview.bounding_box()
    view.page.mouse.click(box["x"] + box["width"] - 12, box["y"] + box["height"] - 6)
    expect(view.node(last)).to_be_in_viewport()
    assert host.python("view.selected") == selected
    view.verb("Fit").click()
    expect(overview).to_have_count(0)


def test_hidden_and_shown_again_it_is_as_it_was(lab, write):
    view = opened(lab, write)
    view.root.get_by_role("button", name="Zoom in", exact=True).click()
    before = view.node(0).bounding_box()
    # as the tab of another notebook hides it
    show = "(root, shown) => { root.parentElement.style.display = shown ? '' : 'none'; }"
    view.root.evaluate(show, arg=False)
    view.page.wait_for_timeout(100)
    view.root.evaluate(show, arg=True)
    expect(view.node(0)).to_be_visible()
    view.rest()
    assert view.node(0).bounding_box() == before


def test_what_is_painted_is_as_dense_as_the_screen(lab, write):
    view = opened(lab, write)
    for _ in range(6):
        view.root.get_by_role("button", name="Zoom in", exact=True).click()
    picture = view.root.locator(".tw-canvas > [aria-hidden=true] > canvas")
    width = picture.evaluate("(canvas) => canvas.clientWidth")
    expect(picture).to_have_js_property("width", width)
    screen = view.page.context.new_cdp_session(view.page)
    metrics = {"width": 0, "height": 0, "deviceScaleFactor": 2, "mobile": False}
    screen.send("Emulation.setDeviceMetricsOverride", metrics)
    expect(picture).to_have_js_property("width", 2 * width)
    screen.detach()


def test_views_of_one_tree_keep_in_step(host, write):
    host.show(write(PENGUINS, VIEW, "view", "other = tree.widget()\nother"))
    first, second, other = (View(host, nth).wait() for nth in range(3))
    first.select(1)
    expect(second.node(1)).to_have_attribute("aria-selected", "true")  # the same model
    expect(other.node(1)).to_have_attribute("aria-selected", "false")  # a selection of its own

    first.verb("Prune").click()
    for view in (first, second, other):
        expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    assert first.ids() == second.ids() == other.ids()

    other.root.scroll_into_view_if_needed()
    other.verb("Undo").click()
    for view in (first, second, other):
        expect(view.node(1)).to_have_attribute("aria-expanded", "true")


def test_words_are_fitted_anew_to_a_font_that_comes_later(lab, write):
    view = opened(lab, write)

    def words_in(font: str) -> list[str]:
        lab.page.locator("html").evaluate(
            "(page, font) => page.style.setProperty('--jp-ui-font-family', font)", font
        )
        lab.page.wait_for_timeout(600)  # a host's style settles for a while
        return view.nodes().all_inner_texts()

    narrow, wide = words_in("serif"), words_in("monospace")
    assert sum(map(len, narrow)) > sum(map(len, wide))


def test_reload_brings_the_same_tree_back(lab, write):
    view = opened(lab, write)
    view.select(1)
    view.verb("Prune").click()
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    ids = view.ids()
    lab.command("docmanager:save")
    lab.reload()

    again = View(lab).wait()
    again.expect_ids(ids)
    expect(again.node(1)).to_have_attribute("aria-selected", "true")
    again.verb("Undo").click()
    expect(again.node(1)).to_have_attribute("aria-expanded", "true")


def test_a_page_of_voila_begins_with_the_notebooks_tree(voila, write):
    view = opened(voila, write)
    ids = view.ids()
    view.select(1)
    view.verb("Prune").click()
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    voila.page.reload()  # a page of Voila is a kernel of its own, which runs the notebook

    View(voila).wait().expect_ids(ids)


HOLES = """
import numpy as np
import pandas as pd
import treewidget as tw

age, ill = np.arange(100.0), np.arange(100) > 50
age[::10] = np.nan
frame = pd.DataFrame({"age": age, "noise": np.arange(100) % 7, "ill": ill})
tree = tw.DecisionTree(frame, target="ill", max_depth=1)
"""


def test_what_is_said_of_missing_rows_opens_where_they_are_sent(lab, write):
    lab.show(write(HOLES, VIEW))
    view = View(lab).wait()
    view.root.get_by_role("button", name=re.compile("^10 missing")).click()
    routes = view.root.get_by_role("dialog").get_by_role("radiogroup", name="Missing to")
    expect(routes.get_by_role("radio", checked=True)).to_be_focused()


def test_what_is_said_of_a_split_fades_while_another_is_considered(lab, write):
    lab.show(write(HOLES, VIEW))
    view = View(lab).wait()
    gain = view.root.locator(".tw-canvas").get_by_text(re.compile("^gain"))
    expect(gain).to_have_css("opacity", "1")
    view.inspector.get_by_role("grid").locator("tbody tr").nth(1).hover()
    expect(gain).to_have_css("opacity", "0.3")


def test_a_pointer_that_rests_asks_nothing_of_the_node_that_came_under_it(lab, write):
    lab.show(write(HOLES, VIEW))
    view = View(lab).wait()
    box = view.node(1).bounding_box()
    view.node(1).press("Enter")
    editor = view.root.get_by_role("dialog")
    expect(editor).to_be_visible()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    view.page.mouse.move(x, y)
    view.page.keyboard.press("Escape")
    expect(editor).to_be_hidden()
    view.page.wait_for_timeout(700)
    expect(view.root.get_by_role("tooltip")).to_have_count(0)
    view.page.mouse.move(x + 3, y)
    expect(view.root.get_by_role("tooltip")).to_be_visible()


UNDER_LEGEND = """(root) => {
  const legend = root.querySelector(".tw-legend").getBoundingClientRect();
  return [...root.querySelectorAll(".tw-node, .tw-edge-condition, .tw-edge-fork")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const beside = right <= legend.left || left >= legend.right;
    return !(beside || bottom <= legend.top || top >= legend.bottom);
  }).map((one) => one.ariaLabel ?? one.innerText);
}"""


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("leaves", "height", "name"),
    [
        (8, 400, "grade"),
        (30, 345, "grade"),
        (8, 640, "Abalone of the western shore"),
        (30, 640, "Abalone of the western shore"),
    ],
)
def test_nothing_of_the_whole_tree_lies_under_the_legend(lab, write, leaves, height, name):
    cell = CLASSES.replace("LEAVES", str(leaves)).replace("HEIGHT", str(height))
    cell = cell.replace("NAME", name)
    lab.show(write(cell))
    view = View(lab).wait()
    lab.page.set_viewport_size({"width": 1920, "height": 1000})
    for width in (500, 640, 800, 1024, 1700):
        view.set_width(width)
        expect(view.root).to_have_css("width", f"{width}px")
        view.rest()
        assert view.root.evaluate(UNDER_LEGEND) == [], width


def test_the_legend_of_a_number_is_one_line_where_it_has_room_beside_it(lab, write):
    mass = 'tree = tw.DecisionTree(penguins, target="body_mass_g", validation=0.3, max_depth=2)'
    lab.show(write(PENGUINS, mass, VIEW))
    view = View(lab).wait()
    view.set_width(700)
    expect(view.root).to_have_css("width", "700px")
    legend = view.root.get_by_role("region", name="Legend")
    parts = legend.get_by_text(re.compile("^(body_mass_g|training|validation)$"))
    expect(parts).to_have_count(3)
    middles = [box["y"] + box["height"] / 2 for box in (one.bounding_box() for one in parts.all())]
    assert max(middles) - min(middles) < 4


NOTED = """
short = penguins[["sex"]].assign(**{f"x{k}": penguins.iloc[:, k] for k in range(2, 6)})
tree = tw.DecisionTree(short, target="sex", max_depth=3, min_samples_leaf=8)
for node in tree.frame().index:
    tree.note(int(node), "seen")
"""
"""Small cards, each with a badge where the name of its parent's column may stand."""

COVERED = """(root) => {
  const style = document.createElement("style");
  style.textContent = ".tw-root * { pointer-events: auto !important; }";
  root.append(style);
  const over = (label) => {
    const { left, top, width, height } = label.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].map((part) => [left + part * width, top + 0.8 * height]);
    return places.flatMap(([x, y]) => {
      const pile = document.elementsFromPoint(x, y);
      return pile.slice(0, pile.indexOf(label)).filter((one) => one.closest("[aria-hidden=true]"));
    });
  };
  const labels = [...root.querySelectorAll(".tw-edge-fork")];
  const covered = labels.filter((label) => over(label).length > 0);
  style.remove();
  return [labels.length > 0, covered.map((label) => label.textContent)];
}"""
"""Whether there are names where branches part, and those over which something is drawn."""


def test_no_badge_is_drawn_over_the_name_of_a_column(lab, write):
    lab.show(write(PENGUINS, NOTED, VIEW))
    view = View(lab).wait()
    middle = view.root.locator(".tw-at-middle")
    while middle.count() == 0:
        view.root.get_by_role("button", name="Zoom out").click()
    assert view.root.evaluate(COVERED) == [True, []]
