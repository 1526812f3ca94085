"""The report of a session full of hostile names, opened as anybody would open it."""

from __future__ import annotations

import pytest

import treewidget as tw
from tests.session import hostile

from .chrome import Record


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_of_hostile_names_runs_nothing_and_asks_for_nothing(browser, tmp_path, theme):
    frame = hostile.frame()
    tree = tw.DecisionTree(frame, target=hostile.TARGET, max_depth=4, validation=0.25, test=0.2)
    hostile.session(tree)
    tree.score(on="test")
    path = tree.report(tmp_path / "report.html")
    page, trapped, record = browser.new_page(color_scheme=theme), [], Record()
    page.on("dialog", lambda dialog: (trapped.append(dialog.message), dialog.dismiss()))
    record.watch(page)
    page.goto(path.as_uri())
    page.wait_for_timeout(300)
    assert (trapped, record.foreign, record.errors) == ([], [], [])
    assert page.locator("script, img, iframe, object, b, i").count() == 0
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_role("img", name="Decision tree of").count() == 1
    assert page.get_by_role("table").count() >= 4
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (light == "rgb(248, 249, 251)") == (theme == "light")
    page.close()
