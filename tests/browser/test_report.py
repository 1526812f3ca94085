"""The report of a session full of hostile names, opened as anybody would open it."""

from __future__ import annotations

import numpy as np
import pandas as pd
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
    heads = page.locator("svg .head")
    assert heads.count() > 2
    assert heads.evaluate_all("all => all.every((head) => head.scrollWidth <= head.clientWidth)")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (light == "rgb(248, 249, 251)") == (theme == "light")
    page.close()


def test_what_a_card_says_stays_on_it_and_its_cut_and_its_share_are_whole(browser, tmp_path):
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"age on admission to the ward (years)": rng.integers(18, 95, 600)})
    frame["the main diagnosis"] = rng.choice([f"kidney disease of stage {at}" for at in "123"], 600)
    later = (frame.iloc[:, 0] > 60) & frame["the main diagnosis"].str.endswith("2")
    frame["outcome"] = np.where(later, "readmitted within 30 days", "not readmitted at all")
    path = tw.DecisionTree(frame, target="outcome").report(tmp_path / "report.html")
    page = browser.new_page()
    page.goto(path.as_uri())
    whole = page.locator("svg .head").evaluate_all(FITTING)
    assert sorted(whole) == ["100\u202f%"] * 3 + ["≤ 60.5"]
    page.close()


FITTING = """(all) => all.flatMap((head) => {
  const [, rest] = head.children;
  const fits = head.scrollWidth <= head.clientWidth && rest.scrollWidth <= rest.clientWidth;
  return fits ? [rest.textContent.trim()] : [];
})"""
"""What stands whole at the end of each card's first line."""
