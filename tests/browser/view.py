"""One view of a tree on a page, addressed by role and accessible name, as a screen reader does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from .pages import NotebookPage

ROOT = ".tw-root"
AT_REST = """(root) => new Promise((done) => {
  let before = "", same = 0;
  const look = () => {
    const parts = [root, ...root.querySelectorAll("*")].map((one) => one.getBoundingClientRect());
    const now = root.innerHTML + parts.map((box) => [box.x, box.y, box.width, box.height]);
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === 8) done();
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until eight pictures are alike, however long the machine takes for each."""


class View:
    """The n-th view on a page."""

    def __init__(self, opened: NotebookPage, nth: int = 0) -> None:
        self.page: Page = opened.page
        self.root = self.page.locator(ROOT).nth(nth)
        self.tree = self.root.get_by_role("tree")
        self.tools = self.root.get_by_role("toolbar")
        self.inspector = self.root.get_by_role("region", name="Inspector")
        self.history = self.root.get_by_role("region", name="History")
        self.said = self.root.locator(".tw-status").get_by_role("status")

    def wait(self) -> View:
        """Wait until the tree is drawn."""
        expect(self.node(0)).to_be_visible(timeout=30_000)
        self.root.scroll_into_view_if_needed()
        return self

    def set_width(self, width: int) -> None:
        """Give the view's place in the page so many px."""
        self.root.evaluate("(root, to) => { root.parentElement.style.width = `${to}px` }", width)

    def rest(self) -> None:
        """Wait until what moves or is laid out anew has come to rest."""
        self.root.evaluate(AT_REST)

    # ------------------------------------------------------------ nodes

    def nodes(self) -> Locator:
        """Return all nodes on the canvas."""
        return self.tree.get_by_role("treeitem")

    def node(self, number: int) -> Locator:
        """Return one node, by the number its name begins with."""
        return self.tree.get_by_role("treeitem", name=re.compile(rf"^node {number}:"))

    def ids(self) -> set[int]:
        """Return the numbers of the nodes on the canvas."""
        labels = self.nodes().evaluate_all("all => all.map((one) => one.ariaLabel)")
        return {int(re.match(r"node (\d+):", label)[1]) for label in labels}  # type: ignore[index]

    def select(self, number: int) -> None:
        """Click a node and wait until it is the selected one."""
        self.node(number).click()
        expect(self.node(number)).to_have_attribute("aria-selected", "true")

    # ------------------------------------------------------------ controls

    def verb(self, name: str) -> Locator:
        """Return a button of the toolbar."""
        return self.tools.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Open a tab of the inspector."""
        tab = self.inspector.get_by_role("tab", name=name)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")

    def expect_ids(self, ids: set[int]) -> None:
        """Wait until exactly these nodes are on the canvas."""
        expect(self.nodes()).to_have_count(len(ids))
        assert self.ids() == ids
