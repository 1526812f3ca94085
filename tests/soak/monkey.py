"""Random hands on two views of one tree in JupyterLab: whatever they do, both tell what Python has.

    python -m tests.soak.monkey [--seeds 1 2 3] [--steps 250] [--data classes numbers gaps]

Nodes, menus, buttons, fields and keys are hit as they come, views dragged and narrowed, while
Python edits the same tree. Every few steps the rows of each node that is drawn, the number of
leaves and whether there is something to undo are held against the tree; no card may lie on another,
nothing may stay busy, and what a nudge brings to light should have been drawn before.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import Error, sync_playwright

from tests.browser.cells import VIEW, write_notebook
from tests.browser.chrome import launch
from tests.browser.pages import LabPage
from tests.browser.servers import JupyterLab
from tests.browser.view import ROOT, View

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

FRAME: Final = """
import numpy as np
import pandas as pd
import treewidget as tw

rng, n = np.random.default_rng(1), 6_000
frame = pd.DataFrame({
    "tenure months": rng.gamma(2, 14, n).round(),
    "day": pd.Timestamp("2021-01-01") + pd.to_timedelta(rng.integers(0, 900, n), unit="D"),
    "plan": rng.choice(["basic", "plus", "<b>premium</b>", 'enter"prise'], n),
    "region": rng.choice(list("abcdefghijklmno"), n),
    "fee": rng.lognormal(3, 0.5, n).round(2),
    "nps": np.where(rng.random(n) < 0.3, np.nan, rng.integers(0, 11, n)),
})
z = (frame.plan == "basic") - 0.03 * frame["tenure months"] + rng.normal(size=n)
"""
DATA: Final = {
    "classes": """
frame["y"] = np.where(z > 0, "leave", np.where(z > -1, "stay", "perhaps"))
tree = tw.DecisionTree(frame, target="y", max_depth=4, validation=0.2)""",
    "numbers": """
frame["y"] = z.round(3)
tree = tw.DecisionTree(frame, target="y", max_depth=4, validation=0.2)""",
    "gaps": """
frame["y"] = np.where(z > 0, "leave", "stay")
tree = tw.DecisionTree(frame, target="y", method="c4.5", max_depth=4, validation=0.2)""",
    "groups": """
frame["y"] = np.where(z > 0, "leave", "stay")
tree = tw.DecisionTree(frame, target="y", method="chaid", validation=0.2)""",
    "large": """
frame["y"] = np.where(z > 0, "leave", "stay")
tree = tw.DecisionTree(frame, target="y")""",
}
KEYS: Final = (
    *("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "Escape", "Space"),
    *("Tab", "Shift+Tab", "Shift+F10", "PageDown", "Delete", "Control+z", "Control+Shift+z"),
    *("s", "g", "Shift+g", "p", "Shift+p", "l", "n", "m", "f", "c", "r", "/", "?", "+", "-", "0"),
)
WORDS: Final = ("", "3", "0.05", "-4", "1e308", "2022-01-01", "basic", "<b>", "x" * 40)
CODE: Final = (
    *("tree.undo()", "tree.undo(3)", "tree.redo()", "tree.grow(depth=1)"),
    *("tree.prune_to(leaves=4)", "tree.prune(int(tree.frame().query('~is_leaf').index[-1]))"),
)
FACTS: Final = """print(__import__("json").dumps({
    "rows": {str(at): int(node.n) for at, node in tree.frame().iterrows()},
    "leaves": int(tree.frame().is_leaf.sum()), "done": len(tree.history) > 0}))"""
BUSY: Final = "any(one.name == 'treewidget-work' for one in __import__('threading').enumerate())"
PAST: Final = "Looking at step"
OVERLAPS: Final = """all => {
  const boxes = all.map((one) => [one.dataset.node, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, one], at) => boxes.slice(at + 1)
    .filter(([, two]) => one.left + 1 < two.right && two.left + 1 < one.right
      && one.top + 1 < two.bottom && two.top + 1 < one.bottom)
    .map(([other]) => `${name} and ${other}`));
}"""
NUDGE: Final = """canvas => canvas.dispatchEvent(
  new WheelEvent("wheel", { deltaX: 1, bubbles: true, cancelable: true }))"""
CANVAS: Final = ".tw-canvas"
HASTE: Final = 700  # ms a thing may take to be hit: it may lie under another


class Hands:
    """What is done at random; `done` tells it in words."""

    KINDS: Final = (
        *("node", "menu", "key", "tool", "button", "tab", "row"),
        *("zoom", "drag", "narrow", "word", "field", "python"),
    )
    OFTEN: Final = (8, 9, 10, 6, 8, 3, 4, 2, 3, 1, 2, 5, 2)

    def __init__(self, seed: int, host: LabPage, views: list[View]) -> None:
        self.draw, self.host, self.views = random.Random(seed), host, views
        self.done: list[str] = []

    def step(self) -> None:
        """Do something in one of the views; what cannot be hit is let be."""
        (name,) = self.draw.choices(self.KINDS, self.OFTEN)
        at = self.draw.randrange(len(self.views))
        self.done.append(f"view {at}: {name}")
        with contextlib.suppress(Error):
            getattr(self, name)(self.views[at])

    def _one(self, among: Locator) -> Locator | None:
        count = among.count()
        if not count:
            return None
        one = among.nth(self.draw.randrange(count))
        label = one.get_attribute("aria-label", timeout=HASTE) or one.inner_text(timeout=HASTE)
        self.done[-1] += f" {label[:40]!r}"
        return one

    def _click(self, among: Locator, **how: str) -> None:
        one = self._one(among)
        if one is not None:
            one.click(timeout=HASTE, **how)

    def node(self, view: View) -> None:
        one = self._one(view.nodes())
        if one is not None:
            self.draw.choice([one.click, one.click, one.dblclick])(timeout=HASTE)

    def menu(self, view: View) -> None:
        self._click(view.nodes(), button="right")
        self._click(view.root.get_by_role("menuitem"))

    def tool(self, view: View) -> None:
        self._click(view.tools.get_by_role("button"))

    def button(self, view: View) -> None:
        self._click(view.root.locator("button:visible"))

    def tab(self, view: View) -> None:
        self._click(view.root.get_by_role("tab"))

    def row(self, view: View) -> None:
        self._click(view.root.locator("[role=option], [role=row], tr"))

    def key(self, view: View) -> None:
        self._press(view, self.draw.choice(KEYS))

    def _press(self, view: View, key: str) -> None:
        self.done[-1] += f" {key}"
        if self._typed_into_a_view():
            view.page.keyboard.press(key)

    def word(self, view: View) -> None:
        if self._typed_into_a_view():
            view.page.keyboard.type(self.draw.choice(WORDS))

    def _typed_into_a_view(self) -> bool:
        """Return whether keys go to a view; in a notebook they may delete its cells."""
        script = "root => document.activeElement?.closest(root) !== null"
        return bool(self.host.page.evaluate(script, ROOT))

    def field(self, view: View) -> None:
        one = self._one(view.root.locator("input:visible, select:visible, textarea:visible"))
        if one is None:
            return
        kind = one.evaluate("one => one.type")
        if kind == "select-one":
            there = one.evaluate("one => [...one.options].map((option) => option.value)")
            one.select_option(self.draw.choice(there), timeout=HASTE)
        elif kind in {"checkbox", "radio"}:
            one.click(timeout=HASTE)
        else:
            one.fill(self.draw.choice(WORDS), timeout=HASTE)
            self._press(view, self.draw.choice(["Enter", "Tab", "Escape"]))

    def zoom(self, view: View) -> None:
        canvas = view.root.locator(CANVAS)
        canvas.hover(timeout=HASTE, position={"x": 200, "y": 150}, force=True)
        with_control = view.page.keyboard
        with_control.down("Control")
        view.page.mouse.wheel(0, self.draw.choice([-300, -120, 120, 300]))
        with_control.up("Control")

    def drag(self, view: View) -> None:
        box, mouse = view.root.bounding_box(), view.page.mouse
        ends = [
            (box[side] + self.draw.random() * box[size])
            for _ in range(2)
            for side, size in (("x", "width"), ("y", "height"))
        ]
        mouse.move(*ends[:2])
        mouse.down()
        mouse.move(*ends[2:], steps=4)
        mouse.up()

    def narrow(self, view: View) -> None:
        view.set_width(self.draw.choice([360, 520, 700, 900, 1200]))

    def python(self, view: View) -> None:
        del view
        code = self.draw.choice(CODE)
        self.done[-1] += f" {code}"
        self.host.python(code)


def wrong(host: LabPage, views: list[View]) -> list[str]:
    """Return what the views show that is not so, once all is quiet."""
    host.page.wait_for_timeout(300)
    while host.python(BUSY) == "True":
        host.page.wait_for_timeout(200)
    host.page.wait_for_timeout(400)
    facts = json.loads(host.python(FACTS).splitlines()[0])
    return [
        f"view {at}: {what}"
        for at, view in enumerate(views)
        if PAST not in view.root.inner_text()  # that shows another tree
        for what in (*unlike(view, facts), *untidy(view))
    ]


def unlike(view: View, facts: dict) -> list[str]:
    """Return where a view and the tree differ."""
    found = []
    labels = view.nodes().evaluate_all("all => all.map((one) => [one.dataset.node, one.ariaLabel])")
    for name, label in labels:
        there = re.search(r", (?:≈ ?)?([\d,]+) rows?(?:,|$)", label)
        rows = int(there[1].replace(",", "")) if there else None
        if rows != facts["rows"].get(name):
            found.append(f"{label!r}, but it has {facts['rows'].get(name)} rows")
    if not view.tools.count():  # a panel lies over it
        return found
    leaves = re.search(r"([\d,]+) (?:leaves|leaf)", view.tools.inner_text())
    if leaves and int(leaves[1].replace(",", "")) != facts["leaves"]:
        found.append(f"{leaves[0]}, but there are {facts['leaves']}")
    undo = view.verb("Undo")
    if undo.count() and undo.is_enabled() != facts["done"]:
        found.append(f"Undo is enabled: {undo.is_enabled()}, but done is {facts['done']}")
    return found


def untidy(view: View) -> list[str]:
    """Return what a view should not look like, whatever the tree is."""
    text = view.root.inner_text()
    found = [
        f"{word!r} is told" for word in ("NaN", "undefined", "[object", "\ufffd") if word in text
    ]
    if view.root.locator("[aria-busy=true]").count():
        found.append("something is busy still")
    found += [f"{pair} overlap" for pair in view.nodes().evaluate_all(OVERLAPS)]
    canvas = view.root.locator(CANVAS)
    if canvas.count():
        before, box = view.ids(), canvas.bounding_box()
        canvas.evaluate(NUDGE)
        view.page.wait_for_timeout(250)
        for name in view.ids() - before:
            late = view.node(name).bounding_box()
            if late and box["x"] < late["x"] - 4 < box["x"] + box["width"] - late["width"] - 8:
                found.append(f"node {name} was not drawn before a nudge")
    return found


def run(browser: Browser, data: str, seed: int, steps: int) -> int:
    """Let hands loose on a tree; print what went wrong, and return how often."""
    with tempfile.TemporaryDirectory() as root, tempfile.TemporaryDirectory() as home:
        cells = (FRAME + DATA[data], VIEW, "tree.widget(height=480)")
        write_notebook(Path(root) / "tree.ipynb", *cells)
        with JupyterLab(Path(root), Path(home)) as server:
            size = {"width": 1440, "height": 1900}
            page = browser.new_page(viewport=size, reduced_motion="reduce")
            host = LabPage(page, server)
            host.show("tree.ipynb")
            views = [View(host).wait(), View(host, 1).wait()]
            hands, found = Hands(seed, host, views), list[str]()
            for at in range(1, steps + 1):
                hands.step()
                if at % 6 == 0 and (what := wrong(host, views)):
                    found += what
                    print(f"{data} {seed}, step {at}: {what}, after {hands.done[-12:]}", flush=True)
            found += host.complaints()
            print(
                f"{data} {seed}: {steps} steps, wrong: {host.complaints() or len(found)}",
                flush=True,
            )
            page.close()
    return len(found)


def main() -> int:
    """Let hands loose on each of some trees."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--steps", type=int, default=250)
    parser.add_argument("--data", nargs="+", choices=DATA, default=list(DATA))
    asked = parser.parse_args()
    with sync_playwright() as playwright, launch(playwright) as browser:
        found = [
            run(browser, data, seed, asked.steps) for seed in asked.seeds for data in asked.data
        ]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main())
