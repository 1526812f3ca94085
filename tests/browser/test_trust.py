"""Never trust a name in the data, nor a browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .cells import PENGUINS, VIEW
from .view import View

HOSTILE = r"""
import numpy as np
import pandas as pd
import treewidget as tw

names = {
    "script": "</script><img src=x onerror=alert(1)>",
    "quotes": "\"it's\" `quoted` \\ & <b>bold</b>",
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈 mood",
    "long": "endless " * 1250,
    "hangul": "한국어 열 이름입니다",
    "arabic": "عمود باسم عربي",
}
rng = np.random.default_rng(0)
frame = pd.DataFrame({name: rng.normal(size=400) for name in names.values()})
levels = [f"<i onclick=alert(2)>{key}</i>{value}" for key, value in names.items()]
frame["<svg onload=alert(3)>"] = rng.choice(levels, 400)
score = sum(frame[name] for name in names.values())
score = score + 2 * (frame["<svg onload=alert(3)>"] == levels[4])
cut = pd.cut(score, 4, labels=False)
classes = [names["script"], names["arabic"] * 5, names["emoji"], names["hangul"]]
target = "<script>alert(4)</script>"
frame[target] = [classes[code] for code in cut]
tree = tw.DecisionTree(frame, target=target, max_depth=4, validation=0.25, min_samples_leaf=10)
"""

OVERLAPS = """(root) => {
  const boxes = [...root.querySelectorAll("[role=treeitem]")].map((node) =>
    node.getBoundingClientRect());
  const hits = [];
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) hits.push([a, b].map((box) => [box.x, box.y]));
  }));
  return hits;
}"""

SPILLS = """(root) => [...root.querySelectorAll("[role=treeitem]")].flatMap((node) => {
  const card = node.getBoundingClientRect();
  const words = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const spilt = [];
  for (let word = words.nextNode(); word; word = words.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(word);
    const shown = range.getBoundingClientRect();
    let clip = word.parentElement;
    while (clip !== node && getComputedStyle(clip).overflow === "visible") {
      clip = clip.parentElement;
    }
    const bounds = clip === node ? card : clip.getBoundingClientRect();
    const right = Math.min(shown.right, bounds.right);
    if (shown.width > 0 && right > card.right + 1) spilt.push(word.data);
  }
  return spilt;
})"""


@pytest.fixture
def hostile(host, write) -> View:
    trapped = []

    def trap(dialog) -> None:
        trapped.append(dialog.message)
        dialog.dismiss()

    host.page.on("dialog", trap)
    host.show(write(HOSTILE, VIEW))
    view = View(host).wait()
    yield view
    host.page.wait_for_timeout(200)
    host.page.remove_listener("dialog", trap)
    assert trapped == []


def test_hostile_names_are_drawn_as_text_without_overlap(hostile):
    view = hostile
    expect(view.tree).to_have_accessible_name("<script>alert(4)</script>")
    assert view.root.locator("img, script, iframe, object, b[onclick]").count() == 0
    assert view.root.evaluate(OVERLAPS) == []
    assert view.root.evaluate(SPILLS) == []
    for node in sorted(view.ids()):
        view.select(node)
    assert view.root.locator("img, script, iframe, object").count() == 0


def test_hostile_names_in_the_editor_and_the_rows(hostile):
    view = hostile
    view.select(0)
    view.tab("Cut")
    columns = view.inspector.get_by_role("combobox", name="Column")
    for position in range(7):
        columns.select_option(index=position)
        expect(view.inspector.get_by_role("button", name="Split", exact=True)).to_be_enabled()
    view.tab("Rows")
    expect(view.inspector.get_by_role("table", name="Rows")).to_be_visible()
    view.tab("Candidates")
    expect(view.inspector.get_by_role("tabpanel")).to_contain_text("</script>")
    overflow = view.inspector.evaluate("(one) => one.scrollWidth - one.clientWidth")
    assert overflow <= 1


def test_a_view_that_is_not_editable_changes_nothing(host, write):
    host.show(write(PENGUINS, "view = tree.widget(editable=False)\nview"))
    view = View(host).wait()
    view.select(1)
    for verb in ("Split", "Grow", "Prune", "Lock"):
        expect(view.verb(verb)).to_be_disabled()
    view.node(1).press("p")
    expect(view.said).to_contain_text("Read-only")
    assert host.python("len(tree.history)") == "0"


FORGE = """
import ipywidgets
view = tree.widget(editable=False)
switch = ipywidgets.Checkbox(description="forge")
ipywidgets.jslink((switch, "value"), (view, "editable"))
view.editable = False
ipywidgets.VBox([switch, view])
"""


def test_a_browser_cannot_make_a_view_editable(host, write):
    host.show(write(PENGUINS, FORGE))
    view = View(host).wait()
    host.page.get_by_role("checkbox", name="forge").click()
    view.select(1)
    # The browser now believes it may edit; Python does not.
    view.node(1).press("p")
    expect(view.said).to_contain_text(re.compile("read-only", re.IGNORECASE))
    assert host.python("(len(tree.history), view.editable)") == "(0, False)"
    expect(view.node(1)).to_have_attribute("aria-expanded", "true")
