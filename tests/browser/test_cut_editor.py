"""Edit a cut: in the inspector's tab and in the wide editor over the canvas."""

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


def open_cut(view: View, node: int, column: str) -> None:
    view.select(node)
    view.tab("Cut")
    view.inspector.get_by_role("combobox", name="Column").select_option(label=column)


def slider(view: View):
    return view.inspector.get_by_role("slider", name="Cut")


def drag(view: View, handle, by: float) -> None:
    """Drag by pixels in small steps, as a hand does."""
    box = handle.locator(".tw-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    view.page.mouse.move(x, y)
    view.page.mouse.down()
    for step in range(1, 11):
        view.page.mouse.move(x + by * step / 10, y)
    view.page.mouse.up()


def test_a_candidate_that_is_clicked_is_what_the_cut_tab_shows(host, view):
    view.select(0)
    column = host.python("tree.candidates(0)['column'].iloc[1]").strip("'")
    view.inspector.get_by_role("row").filter(has_text=column).click()
    view.tab("Cut")
    chosen = view.inspector.get_by_role("combobox", name="Column")
    expect(chosen.locator("option:checked")).to_have_text(column)
    expect(view.root.get_by_role("alert")).to_have_count(0)


def test_drag_a_threshold_and_split(host, view):
    open_cut(view, 0, "bill_depth_mm")
    handle = slider(view)
    before = handle.get_attribute("aria-valuetext")
    drag(view, handle, -40)
    after = handle.get_attribute("aria-valuetext")
    assert after != before
    assert host.python("len(tree.history)") == "0"  # a drag is only a look

    view.inspector.get_by_role("button", name="Split", exact=True).click()
    expect(view.history).to_contain_text("tree.split(0,")
    shown = re.match(r"bill_depth_mm <= ([\d.]+),", after)[1]
    line = host.python("tree.history[-1].line").strip("'")
    exact = re.fullmatch(
        r'tree.split\(0, "bill_depth_mm", threshold=([\d.]+), replace=True\)', line
    )[1]
    # What was shown is the shortest number that parts the rows as the exact one does.
    known = "tree.rows(0).bill_depth_mm"
    assert host.python(f"(({known} <= {shown}) == ({known} <= {exact})).all().item()") == "True"
    left = "tree.node(tree.root.children[0])"
    assert host.python(f"{left}.n") == host.python(f"({known} <= {exact}).sum().item()")
    assert host.python("tree.root.forced") == "True"
    gain = float(re.search(r"gain ([\d.]+)", after)[1])
    assert float(host.python("tree.root.gain")) == pytest.approx(gain, rel=0.01)


def test_type_a_threshold_and_split(host, view):
    open_cut(view, 0, "body_mass_g")
    field = view.inspector.get_by_role("textbox", name="Threshold")
    field.fill("4200")
    expect(slider(view)).to_have_attribute("aria-valuetext", re.compile("body_mass_g <= 4200,"))
    view.inspector.get_by_role("button", name="Split", exact=True).click()

    expect(view.history).to_contain_text("tree.split(0,")
    assert host.python("str(tree.root.split)") == "'body_mass_g <= 4200'"


def test_a_threshold_outside_the_range_is_refused_in_words(host, view):
    open_cut(view, 0, "body_mass_g")
    field = view.inspector.get_by_role("textbox", name="Threshold")
    field.fill("99999")
    alert = view.inspector.get_by_role("alert")
    expect(alert).to_contain_text("body_mass_g")
    chart = view.inspector.get_by_role("figure").bounding_box()
    box = alert.bounding_box()
    assert box["y"] + box["height"] <= chart["y"]  # it lies over nothing
    field.fill("")
    expect(alert).to_have_count(0)  # nothing is refused any longer
    assert host.python("len(tree.history)") == "0"


def test_move_a_category_and_split(host, view):
    open_cut(view, 0, "species")
    before = view.inspector.get_by_role("group", name="Branch 1")
    chip = view.inspector.get_by_role("button", name=re.compile("^Gentoo, "))
    target = 2 if before.get_by_role("button", name=re.compile("^Gentoo, ")).count() else 1
    branch = view.inspector.get_by_role("group", name=f"Branch {target}")
    chip.drag_to(branch)
    expect(branch.get_by_role("button", name=re.compile("^Gentoo, "))).to_be_visible()
    for other in ("Adelie", "Chinstrap"):  # by keyboard, to the other branch
        key = "ArrowLeft" if target == 2 else "ArrowRight"
        view.inspector.get_by_role("button", name=re.compile(f"^{other}, ")).press(key)
    expect(branch.get_by_role("button", name=re.compile(", branch"))).to_have_count(1)
    view.inspector.get_by_role("button", name="Split", exact=True).click()

    expect(view.history).to_contain_text("tree.split(0,")
    groups = eval(host.python("[sorted(g) for g in tree.history[-1].args['groups']]"))  # noqa: S307
    assert sorted(groups) == [["Adelie", "Chinstrap"], ["Gentoo"]]


TWELVE = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(7)
x, y = rng.normal(size=(2, 1500))
part = np.digitize(x, [-0.8, 0, 0.8]) * 3 + np.digitize(y, [-0.5, 0.5])
frame = pd.DataFrame({"x": x, "y": y, "part": [f"category {one}" for one in part]})
tree = tw.DecisionTree(frame, target="part", validation=0.3, max_depth=3)
"""
"""A tree of twelve classes."""


def test_the_wide_editor_leaves_no_class_and_no_figure_out(lab, write):
    lab.show(write(TWELVE, VIEW))
    lab.collapse_left()
    view = View(lab).wait()
    view.select(0)
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    expect(editor.get_by_text("other", exact=True)).to_be_visible()
    expect(editor.get_by_role("row", name=re.compile(r"^\+ 8 more "))).to_have_count(2)
    last = editor.get_by_role("row", name=re.compile("^error, validation")).bounding_box()
    below = editor.get_by_text(re.compile("^This split is in force")).bounding_box()
    assert last["y"] + last["height"] <= below["y"] + 1
    for _ in range(4):
        editor.get_by_role("button", name="Add branch").click()
    expect(editor.get_by_role("row", name=re.compile("^error, validation"))).to_be_in_viewport()


def test_a_cut_of_many_classes_has_room_for_its_curve(lab, write):
    lab.show(write(TWELVE, VIEW))
    view = View(lab).wait()
    open_cut(view, 0, "x")
    panel = view.inspector.get_by_role("tabpanel").bounding_box()
    chart = view.inspector.get_by_role("figure").bounding_box()
    assert chart["y"] + chart["height"] <= panel["y"] + panel["height"]


BENEATH = "([x, y]) => document.elementFromPoint(x, y).closest('button')?.innerText"


@pytest.mark.parametrize("name", ["Split", "Cancel"])
def test_the_second_press_of_a_double_click_means_what_the_first_did(lab, write, name):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    mouse = view.page.mouse
    view.select(1)
    view.node(1).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 1")
    expect(editor.get_by_role("button", name="Split", exact=True)).to_be_enabled()
    button = editor.get_by_role("button", name=name, exact=True)
    # Where it will be gone, one of the inspector's verbs stands beneath.
    verbs = [view.inspector.get_by_role("button", name=verb) for verb in ("Grow", "Prune")]
    boxes = [verb.bounding_box() for verb in verbs]
    own = button.bounding_box()
    y = own["y"] + own["height"] / 2
    x = next(
        x
        for x in range(int(own["x"]) + 2, int(own["x"] + own["width"]) - 2)
        if any(one["x"] + 2 < x < one["x"] + one["width"] - 2 for one in boxes)
    )
    mouse.move(x, y)
    mouse.down()
    mouse.up()
    expect(editor).to_be_hidden()
    assert view.page.evaluate(BENEATH, [x, y]) in {"Grow", "Prune"}
    price = view.root.locator(".tw-canvas").get_by_text(re.compile("\u2212[0-9]+ lea"))
    expect(price).to_have_count(0)  # the pointer has not moved: it points at nothing yet
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    view.page.wait_for_timeout(300)
    assert lab.python("len(tree.history)") == ("1" if name == "Split" else "0")
    expect(view.node(1)).to_be_focused()
    if name == "Split":
        mouse.move(x + 2, y)
        expect(price).to_be_visible()
        mouse.down()
        mouse.up()
        expect(view.history).to_contain_text("tree.prune(1)")


def test_split_pressed_twice_splits_once(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    view.select(1)
    view.node(1).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 1")
    editor.get_by_role("button", name="Split", exact=True).dblclick()
    expect(editor).to_be_hidden()
    expect(view.history).to_contain_text("tree.split(1")
    expect(view.said).to_be_empty()
    assert lab.python("len(tree.history)") == "1"


MANY_WAYS = """
import numpy as np
import pandas as pd
import treewidget as tw

rng = np.random.default_rng(0)
days = rng.integers(0, 2000, 900)
opened = pd.Timestamp("2019-01-01") + pd.to_timedelta(days, "D")
region = [f"Region number {i:02d}" for i in rng.integers(0, 14, 900)]
frame = pd.DataFrame({"opened": opened, "region": region})
frame["y"] = np.where(np.sin(days / 150) > rng.normal(0, 0.4, 900), "approved", "declined")
tree = tw.DecisionTree(frame, target="y", max_depth=1)
cuts = ["2020-01-01 12:30", "2021-01-01 12:30", "2022-01-01 12:30"]
tree.split(0, "opened", threshold=cuts, replace=True)
view = tree.widget()
view
"""

OUTSIDE = """(root) => [...root.querySelectorAll('[role=dialog] :is(section, p)')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1
    || [...box.querySelectorAll('*')].some((part) =>
      part.getBoundingClientRect().right > box.getBoundingClientRect().right + 1
      || (part.matches('header > bdi') && part.scrollWidth > part.clientWidth + 1)))
  .map((box) => box.textContent)"""


LONG = "island where it was seen first"
RENAMED = f"""
penguins = penguins.rename(columns={{"island": "{LONG}"}})
tree ="""


def test_the_wide_editor_shows_a_long_name_of_a_column_and_no_more_room_for_a_short_one(lab, write):
    lab.show(write(PENGUINS.replace("\ntree =", RENAMED), VIEW))
    view = View(lab).wait()
    view.node(0).press("Enter")
    column = view.root.get_by_role("dialog").get_by_role("combobox").first
    column.select_option(label=LONG)
    assert column.bounding_box()["width"] > 36 + 6 * len(LONG)
    column.select_option(label="body_mass_g")
    expect(column.locator("option:checked")).to_have_text("body_mass_g")
    assert column.bounding_box()["width"] < 150


HIDDEN = """(card) => card.parentElement.scrollHeight - card.parentElement.clientHeight"""


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("target", "column", "cuts"),
    [
        ("sex", "body_mass_g", 2),
        ("sex", "body_mass_g", 5),
        ("body_mass_g", "flipper_length_mm", 3),
        ("body_mass_g", "flipper_length_mm", 5),
        ("body_mass_g", "flipper_length_mm", 7),
    ],
)
def test_the_branches_of_some_cuts_are_seen_without_scrolling(lab, write, target, column, cuts):
    lab.show(write(PENGUINS.replace('"sex"', f'"{target}"'), VIEW))
    view = View(lab).wait()
    view.set_width(1240)
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    editor.get_by_role("combobox").first.select_option(label=column)
    for branches in range(3, cuts + 2):
        editor.get_by_role("button", name="Add branch").click()
        expect(editor.get_by_role("region")).to_have_count(branches)
    assert editor.get_by_role("region").first.evaluate(HIDDEN) <= 0


def test_what_the_editor_says_of_many_branches_stays_in_its_place(lab, write):
    lab.show(write(MANY_WAYS))
    view = View(lab).wait()
    view.set_width(1240)
    view.node(0).press("Enter")
    editor = view.root.get_by_role("dialog", name="Cut of node 0")
    expect(editor.get_by_role("region", name=re.compile(r"^\(2020-01-01"))).to_be_visible()
    assert view.root.evaluate(OUTSIDE) == []
    editor.get_by_role("button", name="Add branch").click()
    expect(editor.get_by_role("region")).to_have_count(5)
    assert view.root.evaluate(OUTSIDE) == []
    editor.get_by_role("combobox").first.select_option(label="region")
    expect(editor.get_by_text("Best cut:")).to_be_visible()
    assert view.root.evaluate(OUTSIDE) == []
