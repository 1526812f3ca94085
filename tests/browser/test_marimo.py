"""marimo: another kernel, another page, a shadow root, and styles of its own for plain elements."""

from __future__ import annotations

import io
import re
import textwrap
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .pages import MarimoPage
from .probe import CELL
from .servers import Marimo
from .view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

NOTEBOOK = "penguins.py"
CELLS = (CELL, PENGUINS, VIEW, "tree")


def written(cells: tuple[str, ...]) -> str:
    """Return a notebook of these cells as marimo keeps it."""
    bodies = (textwrap.indent(cell.strip(), "    ") for cell in cells)
    parts = (f"@app.cell\ndef _():\n{body}\n    return\n" for body in bodies)
    return "\n\n".join(["import marimo\n\napp = marimo.App(width='full')\n", *parts])


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Marimo]:
    root = tmp_path_factory.mktemp("notebooks")
    (root / NOTEBOOK).write_text(written(CELLS))
    with Marimo(root, tmp_path_factory.mktemp("marimo")) as running:
        yield running


@pytest.fixture
def marimo(page, server) -> Iterator[MarimoPage]:
    shown = MarimoPage(page, server)
    yield shown
    complaints = shown.complaints()
    shown.close()
    assert complaints == []


def test_gestures_and_cells_change_one_tree(marimo):
    marimo.show(NOTEBOOK)
    one, two = View(marimo, 0).wait(), View(marimo, 1).wait()
    assert one.ids() == two.ids()
    one.select(1)
    one.verb("Prune").click()
    expect(one.node(1)).not_to_have_attribute("aria-expanded", "true")
    two.expect_ids(one.ids())
    assert marimo.python("tree.node(1).is_leaf, tree.node(1).pruned") == "(True, True)"
    marimo.page.keyboard.press("Control+z")
    expect(one.node(1)).to_have_attribute("aria-expanded", "true")

    assert "pruned" in marimo.python("tree.prune(2)")
    expect(one.node(2)).not_to_have_attribute("aria-expanded", "true")
    expect(two.node(2)).not_to_have_attribute("aria-expanded", "true")
    assert marimo.python("view.selected") == "1"


def test_a_cut_is_made_by_hand(marimo):
    marimo.show(NOTEBOOK)
    view = View(marimo).wait()
    view.select(2)
    view.tab("Cut")
    view.inspector.get_by_role("combobox").first.select_option(label="island")
    view.inspector.get_by_role("button", name="Split", exact=True).click()
    expect(view.node(2)).to_have_attribute("aria-description", re.compile("island .* by hand"))
    expect(view.history).to_contain_text('tree.split(2, "island"')
    assert marimo.python("tree.node(2).split.column") == "'island'"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_theme_is_painted(marimo, dark):
    marimo.show(NOTEBOOK, dark=dark)
    view = View(marimo).wait()
    expect(view.root).to_have_attribute("data-tw-theme", "dark" if dark else "light")
    picture = Image.open(io.BytesIO(view.root.screenshot())).convert("RGB")
    brightness = sum(max(picture.getcolors(picture.width * picture.height))[1]) / 3
    assert (brightness < 70) if dark else (brightness > 225)


def test_a_mark_stands_beside_its_word(marimo):
    # marimo makes a block of every svg
    marimo.show(NOTEBOOK)
    view = View(marimo).wait()
    table = view.inspector.get_by_role("table").first
    heads = table.get_by_role("rowheader")
    expect(heads).to_have_text(["female", "male", "rows"])
    marked, _, bare = [head.bounding_box()["height"] for head in heads.all()]
    assert marked == pytest.approx(bare, abs=2)
