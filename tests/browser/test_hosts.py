"""The hosts: their themes, their other widgets, and our notebooks in them."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def painted(view: View, name: str) -> tuple[int, int, int]:
    """Return the commonest colour of a part of the view, as painted."""
    part = view.root.locator(name).first
    picture = Image.open(io.BytesIO(part.screenshot())).convert("RGB")
    colours = picture.getcolors(picture.width * picture.height)
    return max(colours)[1]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_theme_is_painted(host, write, dark):
    host.show(write(PENGUINS, VIEW), dark=dark)
    view = View(host).wait()
    for part in (".tw-canvas", ".tw-toolbar", ".tw-inspector", ".tw-history"):
        brightness = sum(painted(view, part)) / 3
        assert (brightness < 70) if dark else (brightness > 225), part


def test_a_change_of_theme_is_followed_at_once(lab, write):
    lab.show(write(PENGUINS, VIEW))
    view = View(lab).wait()
    assert sum(painted(view, ".tw-canvas")) / 3 > 225
    lab.theme("JupyterLab Dark")
    assert sum(painted(view, ".tw-canvas")) / 3 < 70
    lab.theme("JupyterLab Light")


@pytest.mark.one_in(2)
@pytest.mark.parametrize("box", ["VBox", "Tab"])
def test_the_theme_is_found_inside_another_widget(lab, write, box):
    # A box puts its children into the page only after they were drawn.
    last = "" if box.endswith("Box") else "box.selected_index = 0"
    boxed = f"import ipywidgets\nbox = ipywidgets.{box}([tree.widget()])\n{last}\nbox"
    lab.show(write(PENGUINS, boxed), dark=True)
    view = View(lab).wait()
    expect(view.root).to_have_attribute("data-tw-theme", "dark")
    assert sum(painted(view, ".tw-canvas")) / 3 < 70


ROW = """
import ipywidgets
other = tw.DecisionTree(penguins, target="body_mass_g", max_depth=2)
ipywidgets.HBox([tree.widget(height=300), other.widget(height=300)])
"""


def test_two_trees_in_a_row_share_its_width_however_narrow_it_was(lab, write):
    lab.show(write(PENGUINS, ROW))
    views = [View(lab, nth).wait() for nth in (0, 1)]
    row = lab.page.locator(".widget-hbox")
    for width in (1200, 500, 1200):
        row.evaluate("(row, to) => { row.style.width = `${to}px` }", width)
        for view in views:
            expect(view.root).to_have_css("width", f"{width / 2:g}px")


LINKED = """
import ipywidgets
number = ipywidgets.IntText(description="Node")
ipywidgets.jslink((number, "value"), (view, "selected"))
seen = []
view.observe(lambda change: seen.append(change.new), "selected")
number
"""


def test_selected_is_linked_to_another_widget(host, write):
    host.show(write(PENGUINS, VIEW, LINKED))
    view = View(host).wait()
    number = host.page.locator("input[type=number]")
    view.select(1)
    expect(number).to_have_value("1")
    assert host.python("seen") == "[1]"
    number.fill("2")
    number.press("Enter")
    expect(view.node(2)).to_have_attribute("aria-selected", "true")
    assert host.python("seen") == "[1, 2]"


def test_the_quickstart_in_jupyterlab(lab, root):
    shutil.copy(NOTEBOOKS / "01_quickstart.ipynb", root)
    lab.open("01_quickstart.ipynb")
    lab.run_all()
    first, second = View(lab, 0).wait(), View(lab, 1).wait()
    assert first.ids() == second.ids()
    expect(second.node(0)).to_have_attribute("aria-expanded", "true")
    assert "locked" in lab.run("print(tree)")


def test_the_dashboard_in_voila(voila, root):
    shutil.copy(NOTEBOOKS / "02_dashboard.ipynb", root)
    voila.open("02_dashboard.ipynb")
    view = View(voila).wait()
    figure = voila.page.get_by_role("img").last
    before = figure.get_attribute("src")
    view.select(1)
    expect(voila.page.get_by_text("node 1:").last).to_be_visible()
    expect(figure).not_to_have_attribute("src", before)

    after = figure.get_attribute("src")
    view.verb("Prune").click()
    expect(view.node(1)).not_to_have_attribute("aria-expanded", "true")
    view.select(0)
    expect(figure).not_to_have_attribute("src", after)
    assert voila.page.locator(".jp-CodeCell .jp-InputArea").count() == 0
